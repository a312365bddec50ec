#include "SphereTree/ShellTraversal.h"

#include "Scene/Rigid.h"
#include "Shells/PairWork.h"

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

}  // namespace

/// Signs of a scale mirror axes: they go into the turn, since a mirrored volume is a volume of the same kind.
ShellRelation Relate(const PlacedShells& a, const PlacedShells& b) {
    const auto part = [](Vec3 v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; };
    const auto sign = [](double x) { return x < 0 ? -1.0 : 1.0; };
    ShellRelation relation;
    double Vec3::*const member[] = {&Vec3::x, &Vec3::y, &Vec3::z};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            relation.turn[static_cast<size_t>(i)].*member[k] =
                Dot(a.turn.Column(i), b.turn.Column(k)) * sign(part(a.scale, i)) * sign(part(b.scale, k));
    const Vec3 shift = a.turn.Back(b.position - a.position);
    relation.shift = {shift.x / a.scale.x, shift.y / a.scale.y, shift.z / a.scale.z};
    relation.unit = std::fabs(a.scale.x);
    relation.scale = std::fabs(b.scale.x) / relation.unit;
    return relation;
}

Result<ShellTraversal> BeginShellPair(const ShellBody& a, const ShellBody& b, const ShellTraversalOptions& options) {
    if (!a.tree || !b.tree || a.tree->nodes.empty() || b.tree->nodes.empty())
        return Error{"A body of the pair has no tree."};
    if (!IsSane(a) || !IsSane(b))
        return Error{"A body's pose must be finite, its rotation not zero, and its scale a positive number."};
    ShellTraversal traversal;
    traversal.options = options;
    traversal.trees[0] = a.tree;
    traversal.trees[1] = b.tree;
    traversal.relation = Relate({ToRotation(Normalized(a.pose.rotation)), a.pose.position, Vec3{1, 1, 1} * a.scale},
                                {ToRotation(Normalized(b.pose.rotation)), b.pose.position, Vec3{1, 1, 1} * b.scale});
    PairWork(traversal).TestRoots();
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
