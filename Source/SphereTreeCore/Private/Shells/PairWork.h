#pragma once

#include "Scene/Rigid.h"
#include "Shells/VolumeTest.h"
#include "SphereTree/TrianglePair.h"

#include <algorithm>
#include <limits>

namespace spheretree {

/// Where a tree stands. The scale's factors differ in their signs at most.
struct PlacedShells {
    Rotation turn;
    Vec3 position, scale;
};

ShellRelation Relate(const PlacedShells& a, const PlacedShells& b);

/// Best first: the largest error on top, then who came first.
inline bool ComesLater(const OpenVolumes& x, const OpenVolumes& y) {
    return x.error != y.error ? x.error < y.error : x.number > y.number;
}

class PairWork {
public:
    explicit PairWork(ShellTraversal& traversal) : t_(traversal), rounding_(1e-14 * Length(traversal.relation.shift)) {}

    const VolumeNode& Node(int side, int32_t i) const { return t_.trees[side]->nodes[static_cast<size_t>(i)]; }

    VolumeView Own(int32_t a) const { return VolumeAt(*t_.trees[0], Node(0, a)); }
    /// Until the next one is carried.
    VolumeView Carried(int32_t b) {
        ++t_.counters.updates;
        t_.counters.operations += t_.options.costs.update;
        return Carry(t_.relation, VolumeAt(*t_.trees[1], Node(1, b)), room_);
    }

    void Test(int32_t a, const VolumeView& volumeA, int32_t b, const VolumeView& volumeB) {
        double gap = 0;
        if (!TestVolumes(volumeA, volumeB, t_.options.costs, t_.counters, gap)) return;
        const VolumeNode &nodeA = Node(0, a), &nodeB = Node(1, b);
        const double error = ErrorOf(nodeA, nodeB) + ErrorOf(nodeB, nodeA) * t_.relation.scale + gap + rounding_;
        t_.bound = std::min(t_.bound, error * t_.relation.unit);
        if (nodeA.firstChild < 0 && nodeB.firstChild < 0) return TestTriangles(nodeA, nodeB);
        t_.open.push_back({a, b, error, t_.nextNumber++});
        if (t_.options.order == ShellOrder::BestFirst) std::push_heap(t_.open.begin(), t_.open.end(), ComesLater);
    }

    /// Takes one waiting pair and tests the children of its larger node.
    void Open() {
        if (t_.options.order == ShellOrder::BestFirst) std::pop_heap(t_.open.begin(), t_.open.end(), ComesLater);
        const OpenVolumes pair = t_.open.back();
        t_.open.pop_back();
        const VolumeNode &a = Node(0, pair.a), &b = Node(1, pair.b);
        const bool openA = b.firstChild < 0 || (a.firstChild >= 0 && a.size >= b.size * t_.relation.scale);
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

    void TestRoots() {
        Test(0, Own(0), 0, Carried(0));
        Settle();
    }

    void Settle() {
        if (t_.options.goal == ShellGoal::First && t_.state == PairState::Confirmed) t_.open.clear();
        if (t_.open.empty() && t_.state == PairState::Pending) t_.state = PairState::Refuted;
    }

    bool TrianglesMeet(int32_t a, int32_t b) {
        ++t_.counters.triangleTests;
        t_.counters.operations += t_.options.costs.triangleTest;
        const TriangleCorners& first = t_.trees[0]->triangles[static_cast<size_t>(a)];
        const TriangleCorners second = Carry(t_.relation, t_.trees[1]->triangles[static_cast<size_t>(b)]);
        const double reach =
            std::max({Length(second[0]), Length(second[1]), Length(second[2])}) + Length(t_.relation.shift);
        return TrianglesTouch(first, second, 4e-15 * reach);
    }

    void Take(int32_t a, int32_t b) {
        t_.contacts.push_back(
            {t_.trees[0]->source[static_cast<size_t>(a)], t_.trees[1]->source[static_cast<size_t>(b)], a, b});
        t_.state = PairState::Confirmed;
        t_.bound = 0;
    }

private:
    /// A shell meets a box by its ball alone: there the triangles are no farther than the ball is wide.
    static double ErrorOf(const VolumeNode& node, const VolumeNode& other) {
        return node.kind == VolumeKind::Shell && other.kind == VolumeKind::Box ? node.size : node.error;
    }

    void TestTriangles(const VolumeNode& a, const VolumeNode& b) {
        if (TrianglesMeet(a.firstTriangle, b.firstTriangle)) Take(a.firstTriangle, b.firstTriangle);
    }

    ShellTraversal& t_;
    double rounding_;  // what carrying a volume, and taking it for met, may have lost
    CarriedVolume room_;
};

}  // namespace spheretree
