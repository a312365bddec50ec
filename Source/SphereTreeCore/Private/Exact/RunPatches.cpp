// Where two surfaces meet, whatever the balls of their trees are like: of two patches the larger is opened, and the
// other is tested against all its parts at once (the staircase of [Bradshaw 2002] 2.7.1). Depth first, the deepest
// overlap first. At the end stand blocks of eight triangles: floats say who is surely apart, doubles decide the others.

#include "Exact/ExactWork.h"
#include "Exact/MeetPatches.h"

#include <bit>

namespace spheretree {

namespace {

struct Surfaces {
    ExactWork& work;
    const PackedTriangles* of[2];
    PatchFrame frame[2];

    explicit Surfaces(ExactWork& in)
        : work(in),
          of{&in.TrianglesA(), &in.TrianglesB()},
          frame{{in.exact.pairFrame, 0, in.a, in.b}, {in.exact.pairFrame, 1, in.b, in.a}} {}

    const PatchBlock& Block(int side, int32_t slot) const { return of[side]->patches[BlockOf(slot)]; }
    int32_t Child(int side, int32_t slot) const { return Block(side, slot).child[LaneOf(slot)]; }
    float Radius(int side, int32_t slot) const { return Block(side, slot).radius[LaneOf(slot)]; }
    void Charge(int64_t tests) const { ChargeSteps(work.slice, work.traversal.options, 1, tests); }
};

unsigned LanesOf(uint8_t count) { return (1u << count) - 1; }

/// The parts that meet wait, the deepest on top.
void OpenPatch(const Surfaces& on, const NodePair& nodes) {
    const int32_t slot[2] = {nodes.a, nodes.b}, child[2] = {on.Child(0, nodes.a), on.Child(1, nodes.b)};
    const bool larger = on.Radius(1, nodes.b) * on.frame[0].ratio >= on.Radius(0, nodes.a);
    const int side = child[1] >= 0 && (child[0] < 0 || larger) ? 1 : 0, other = 1 - side;
    const auto block = static_cast<size_t>(child[side]);
    const CarriedPatch patch(on.frame[side], on.Block(other, slot[other]), LaneOf(slot[other]));
    Eight gap;
    const unsigned hits =
        MeetPatch(on.frame[side], on.of[side]->patches[block], LanesOf(on.of[side]->patchLanes[block]), patch, gap);
    on.Charge(on.of[side]->patchLanes[block]);
    if (!hits) return;
    alignas(32) float depth[kLanes];
    gap.Store(depth);
    std::vector<NodePair>& waiting = on.work.exact.nodes;
    float deepest = depth[std::countr_zero(hits)];
    for (unsigned rest = hits; rest; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const int32_t part = child[side] * kLanes + lane;
        waiting.push_back(side ? NodePair{nodes.a, part, 0} : NodePair{part, nodes.b, 0});
        if (depth[lane] < deepest)
            deepest = depth[lane];
        else if (rest != hits)
            std::swap(waiting.back(), waiting[waiting.size() - 2]);
    }
}

void OpenCorners(ExactWork& work, const NodePair& nodes) {
    work.exact.leaf = {};
    work.exact.leaf.isOpen = true;
    work.exact.leaf.a = nodes.a;
    work.exact.leaf.b = nodes.b;
    ++work.exact.leafPairs;
}

/// The triangles of a's block that meet b's patch.
unsigned FilterCorners(const Surfaces& on, const LeafCursor& at) {
    const auto block = static_cast<size_t>(~on.Child(0, at.a));
    const CarriedPatch patch(on.frame[0], on.Block(1, at.b), LaneOf(at.b));
    Eight gap;
    on.Charge(on.of[0]->cornerLanes[block]);
    return MeetPatch(on.frame[0], on.of[0]->corners[block].patch, LanesOf(on.of[0]->cornerLanes[block]), patch, gap);
}

/// Those of b's block that one triangle of a's may touch.
unsigned NearTriangles(const Surfaces& on, const CornerBlock& from, uint32_t lane, size_t blockB) {
    const CornerBlock& target = on.of[1]->corners[blockB];
    const CarriedPatch patch(on.frame[1], from.patch, lane);
    Eight gap;
    const unsigned near = MeetPatch(on.frame[1], target.patch, LanesOf(on.of[1]->cornerLanes[blockB]), patch, gap);
    if (!near || !on.frame[1].isPlain) return near;
    return near & MeetCorners(on.frame[1], target, patch, CarriedCorners(on.frame[1], from, lane));
}

/// One triangle of a against the block of b. True when the first hit is enough and was found.
bool TestTriangle(const Surfaces& on, const LeafCursor& at) {
    const auto blockB = static_cast<size_t>(~on.Child(1, at.b));
    const CornerBlock& from = on.of[0]->corners[static_cast<size_t>(~on.Child(0, at.a))];
    const auto lane = static_cast<uint32_t>(std::countr_zero(at.lanes));
    const unsigned near = NearTriangles(on, from, lane, blockB);
    on.Charge(on.of[1]->cornerLanes[blockB]);
    if (!near) return false;
    ExactWork& work = on.work;
    const int32_t name = from.patch.child[lane];
    const TriangleCorners corners = work.placement.CornersA(*on.of[0], name);
    bool found = false;
    int64_t tested = 0;
    for (unsigned rest = near; rest && !(found && work.firstOnly); rest &= rest - 1) {
        const int32_t other = on.of[1]->corners[blockB].patch.child[std::countr_zero(rest)];
        ++tested;
        if (!TrianglesTouch(corners, work.placement.CornersB(*on.of[1], other), work.placement.margin)) continue;
        work.exact.hits.push_back(
            {name, other, on.of[0]->leafOf[static_cast<size_t>(name)], on.of[1]->leafOf[static_cast<size_t>(other)]});
        found = true;
    }
    ChargeTriangles(work, tested);
    return found && work.firstOnly;
}

StepOutcome RunCorners(const Surfaces& on) {
    LeafCursor& at = on.work.exact.leaf;
    if (!at.isFiltered) {
        if (on.work.slice.Over()) return StepOutcome::Over;
        at.lanes = FilterCorners(on, at);
        at.isFiltered = true;
    }
    for (; at.lanes; at.lanes &= at.lanes - 1) {
        if (on.work.slice.Over()) return StepOutcome::Over;
        if (TestTriangle(on, at)) return StepOutcome::Found;
    }
    at.isOpen = false;
    return StepOutcome::Finished;
}

}  // namespace

StepOutcome RunPatches(ExactWork& work) {
    const Surfaces on(work);
    ExactPhase& exact = work.exact;
    for (;;) {
        if (exact.leaf.isOpen)
            if (const StepOutcome outcome = RunCorners(on); outcome != StepOutcome::Finished) return outcome;
        if (exact.nodes.empty()) return StepOutcome::Finished;
        if (work.slice.Over()) return StepOutcome::Over;
        const NodePair nodes = exact.nodes.back();
        exact.nodes.pop_back();
        if (on.Child(0, nodes.a) < 0 && on.Child(1, nodes.b) < 0)
            OpenCorners(work, nodes);
        else
            OpenPatch(on, nodes);
    }
}

}  // namespace spheretree
