#include "SphereTree/ShellTraversal.h"

#include "Scene/Rigid.h"
#include "Shells/VolumeTest.h"
#include "SphereTree/TrianglePair.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spheretree {

namespace {

bool IsSane(const ShellBody& body) {
    const Quat& q = body.pose.rotation;
    const double length = LengthSquared(q);
    return IsFinite(body.pose.position) && length > 0 && std::isfinite(length) && body.scale > 0 &&
           std::isfinite(body.scale);
}

ShellRelation Relate(const ShellBody& a, const ShellBody& b) {
    const Rotation turnA = ToRotation(Normalized(a.pose.rotation)), turnB = ToRotation(Normalized(b.pose.rotation));
    ShellRelation relation;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            double Vec3::*const member[] = {&Vec3::x, &Vec3::y, &Vec3::z};
            relation.turn[static_cast<size_t>(i)].*member[k] = Dot(turnA.Column(i), turnB.Column(k));
        }
    relation.shift = turnA.Back(b.pose.position - a.pose.position) / a.scale;
    relation.scale = b.scale / a.scale;
    relation.unit = a.scale;
    return relation;
}

/// Best first: the largest error on top, then who came first.
bool ComesLater(const OpenVolumes& x, const OpenVolumes& y) {
    return x.error != y.error ? x.error < y.error : x.number > y.number;
}

class PairWork {
public:
    explicit PairWork(ShellTraversal& traversal) : t_(traversal) {}

    const VolumeNode& Node(int side, int32_t i) const { return t_.trees[side]->nodes[static_cast<size_t>(i)]; }

    VolumeView Own(int32_t a) const { return VolumeAt(*t_.trees[0], Node(0, a)); }
    /// Until the next one is carried.
    VolumeView Carried(int32_t b) {
        ++t_.counters.updates;
        t_.counters.operations += t_.options.costs.update;
        return Carry(t_.relation, VolumeAt(*t_.trees[1], Node(1, b)), room_);
    }

    void Test(int32_t a, const VolumeView& volumeA, int32_t b, const VolumeView& volumeB) {
        if (!TestVolumes(volumeA, volumeB, t_.options.costs, t_.counters)) return;
        const VolumeNode &nodeA = Node(0, a), &nodeB = Node(1, b);
        const double error = nodeA.error + nodeB.error * t_.relation.scale;
        if (nodeA.firstChild < 0 && nodeB.firstChild < 0) return TestTriangles(nodeA, nodeB);
        t_.bound = std::min(t_.bound, error * t_.relation.unit);
        t_.open.push_back({a, b, error, t_.nextNumber++});
        if (t_.options.order == ShellOrder::BestFirst) std::push_heap(t_.open.begin(), t_.open.end(), ComesLater);
    }

    /// Takes one waiting pair and tests the children of its larger node.
    void Open() {
        if (t_.options.order == ShellOrder::BestFirst) std::pop_heap(t_.open.begin(), t_.open.end(), ComesLater);
        const OpenVolumes pair = t_.open.back();
        t_.open.pop_back();
        const VolumeNode &a = Node(0, pair.a), &b = Node(1, pair.b);
        const bool openA = b.firstChild < 0 || (a.firstChild >= 0 && a.error >= b.error * t_.relation.scale);
        const int32_t child = openA ? a.firstChild : b.firstChild;
        const VolumeView kept = openA ? Carried(pair.b) : Own(pair.a);
        for (const int32_t i : {child, child + 1}) {
            if (t_.state == PairState::Confirmed && t_.options.goal == ShellGoal::First) return;
            if (openA)
                Test(i, Own(i), pair.b, kept);
            else
                Test(pair.a, kept, i, Carried(i));
        }
    }

    void Settle() {
        if (t_.options.goal == ShellGoal::First && t_.state == PairState::Confirmed) t_.open.clear();
        if (t_.open.empty() && t_.state == PairState::Pending) t_.state = PairState::Refuted;
    }

private:
    void TestTriangles(const VolumeNode& a, const VolumeNode& b) {
        ++t_.counters.triangleTests;
        t_.counters.operations += t_.options.costs.triangleTest;
        const size_t placeA = static_cast<size_t>(a.firstTriangle), placeB = static_cast<size_t>(b.firstTriangle);
        const TriangleCorners& first = t_.trees[0]->triangles[placeA];
        const TriangleCorners second = Carry(t_.relation, t_.trees[1]->triangles[placeB]);
        const double reach =
            std::max({Length(second[0]), Length(second[1]), Length(second[2])}) + Length(t_.relation.shift);
        if (!TrianglesTouch(first, second, 4e-15 * reach)) return;
        t_.contacts.push_back({t_.trees[0]->source[placeA], t_.trees[1]->source[placeB]});
        t_.state = PairState::Confirmed;
        t_.bound = 0;
    }

    ShellTraversal& t_;
    CarriedVolume room_;
};

}  // namespace

Result<ShellTraversal> BeginShellPair(const ShellBody& a, const ShellBody& b, const ShellTraversalOptions& options) {
    if (!a.tree || !b.tree || a.tree->nodes.empty() || b.tree->nodes.empty())
        return Error{"A body of the pair has no tree."};
    if (!IsSane(a) || !IsSane(b))
        return Error{"A body's pose must be finite, its rotation not zero, and its scale a positive number."};
    ShellTraversal traversal;
    traversal.options = options;
    traversal.trees[0] = a.tree;
    traversal.trees[1] = b.tree;
    traversal.relation = Relate(a, b);
    traversal.bound = std::numeric_limits<double>::infinity();
    PairWork work(traversal);
    work.Test(0, work.Own(0), 0, work.Carried(0));
    work.Settle();
    return traversal;
}

Progress AdvanceShellPair(ShellTraversal& traversal, const Budget& budget, const Host& host) {
    const ShellCounters before = traversal.counters;
    const bool timed = budget.seconds < std::numeric_limits<double>::infinity();
    const double end = timed ? host.clockSeconds() + budget.seconds : 0;
    constexpr int kStepsPerSlice = 8;  // some microseconds
    Progress progress;
    double now = 0;
    PairWork work(traversal);
    int64_t left = budget.operations == Budget::kNoLimit ? Budget::kNoLimit : budget.operations - traversal.debt;
    for (int steps = 0; !traversal.open.empty() && left > 0; ++steps) {
        if (steps % kStepsPerSlice == 0) {
            ++progress.slices;
            if (timed && (now = host.clockSeconds()) >= end) break;
        }
        const int64_t spent = traversal.counters.operations;
        work.Open();
        work.Settle();
        if (left != Budget::kNoLimit) left -= traversal.counters.operations - spent;
    }
    traversal.debt = left == Budget::kNoLimit ? 0 : std::max<int64_t>(0, -left);
    progress.finished = traversal.open.empty();
    progress.updates = traversal.counters.updates - before.updates;
    progress.tests = traversal.counters.VolumeTests() - before.VolumeTests();
    progress.operations = traversal.counters.operations - before.operations;
    progress.overrunSeconds = timed && !progress.finished ? std::max(0.0, now - end) : 0;
    return progress;
}

double OpenThickness(const ShellTraversal& traversal) {
    double thickest = 0;
    for (const OpenVolumes& pair : traversal.open) {
        double sum = 0;
        for (const int side : {0, 1}) {
            const ShellTree& tree = *traversal.trees[side];
            const VolumeNode& node = tree.nodes[static_cast<size_t>(side == 0 ? pair.a : pair.b)];
            const size_t at = static_cast<size_t>(node.volume);
            const double own = node.kind == VolumeKind::Shell ? tree.shells[at].Thickness() : node.error;
            sum += side == 0 ? own : own * traversal.relation.scale;
        }
        thickest = std::max(thickest, sum * traversal.relation.unit);
    }
    return thickest;
}

}  // namespace spheretree
