#pragma once

// Two nodes that have nothing but leaves below them: the last two staircase steps at once. One node's leaves are moved
// into the other's frame side by side, and each that overlaps the other node meets the other's leaves, which stay in
// registers. The same numbers, in the same order, as one step after the other.

#include "Traverse/Work.h"

namespace spheretree {

inline constexpr unsigned kAllLanes = 0xFF;

inline bool HasOnlyLeaves(const PackedBlock* blocks, int32_t slot) {
    const int32_t child = blocks[BlockOf(slot)].child[LaneOf(slot)];
    return child >= 0 && NegativeMask(blocks[child].child) == kAllLanes;
}

inline bool IsBottom(const PairFrame& pair, const NodePair& nodes) {
    return pair.kind != kGroundPair && HasOnlyLeaves(pair.blocks[0], nodes.a) && HasOnlyLeaves(pair.blocks[1], nodes.b);
}

/// Eight balls carried as CarryBall carries one.
struct CarriedBalls {
    alignas(32) float x[kLanes], y[kLanes], z[kLanes], radius[kLanes];

    CarriedBalls(const BallFrame& frame, const PackedBlock& from) {
        const Eight fx = Eight::Load(from.x), fy = Eight::Load(from.y), fz = Eight::Load(from.z);
        float* const out[3] = {x, y, z};
        for (int i = 0; i < 3; ++i) {
            const Eight moved = ((Eight::All(frame.column[0][i]) * fx + Eight::All(frame.column[1][i]) * fy) +
                                 Eight::All(frame.column[2][i]) * fz) +
                                Eight::All(frame.column[4][i]);
            moved.Store(out[i]);
        }
        (Eight::All(frame.column[3][3]) * Eight::Load(from.radius) + Eight::All(frame.column[4][3])).Store(radius);
    }
};

/// What the leaves of one step add up to.
struct LeafTally {
    Eight least = Eight::All(std::numeric_limits<float>::infinity());
    int32_t count = 0;
};

/// The hits of a step, leaf against leaf, to the end of the list.
inline void AddLeaves(NodeList& list, int32_t pair, const Expansion& step, unsigned hits, int32_t otherSlot,
                      LeafTally& tally) {
    NodeList::Piece& piece = list.Tail();
    const size_t at = static_cast<size_t>(piece.count);
    PackLanes(hits, step.firstSlot, step.error, piece.slots[step.side].data() + at, piece.error.data() + at);
    FillEight(piece.slots[1 - step.side].data() + at, otherSlot);
    FillEight(piece.pair.data() + at, pair);
    piece.count += std::popcount(hits);
    tally.count += std::popcount(hits);
    tally.least = Min(tally.least, WhereNotAbove(step.gap, Eight::All(0), step.error));
}

/// The second step for every hit of the first (`first`, whose leaves belong to side first.side).
/// `skip`: a pair of slots that is known already, or {−1, −1}.
inline void ExpandLeaves(const PairFrame& pair, const NodePair& nodes, const Expansion& first, int32_t pairIndex,
                         const NodePair& skip, NodeList& out, LeafTally& tally, int64_t& tests) {
    const int near = first.side, far = 1 - near;
    const int32_t farSlot = far ? nodes.b : nodes.a;
    const PackedBlock& leaves = pair.blocks[near][BlockOf(first.firstSlot)];
    const int32_t targetIndex = pair.blocks[far][BlockOf(farSlot)].child[LaneOf(farSlot)];
    const PackedBlock& target = pair.blocks[far][targetIndex];
    const BallFrame& frame = pair.ball[far];
    const CarriedBalls balls(frame, leaves);
    alignas(32) float bound[kLanes];
    first.error.Store(bound);
    Expansion step;
    step.side = far;
    step.firstSlot = targetIndex * kLanes;
    step.laneCount = pair.laneCount[far][targetIndex];
    const Eight own = Eight::Load(target.error) * Eight::All(frame.errorScale) +
                      Eight::Load(target.radius) * Eight::All(frame.radiusScale);
    for (unsigned rest = first.hits; rest; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const float ball[4] = {balls.x[lane], balls.y[lane], balls.z[lane], balls.radius[lane]};
        const int32_t slot = first.firstSlot + lane;
        step.gap = pair.kind == kPlainPair ? TestPlain(target, ball) : TestMoving(target, ball, frame);
        step.error = Min(own + Eight::All(NodeError(pair, near, leaves, static_cast<uint32_t>(lane)) + pair.errorBase),
                         Eight::All(bound[lane]));
        unsigned hits = NotAbove(step.gap, Eight::All(0)) & ((1u << step.laneCount) - 1);
        const int32_t known = (near ? skip.b : skip.a) == slot ? (near ? skip.a : skip.b) - step.firstSlot : -1;
        if (known >= 0 && known < kLanes) hits &= ~(1u << known);
        AddLeaves(out, pairIndex, step, hits, slot, tally);
        tests += step.laneCount;
    }
}

}  // namespace spheretree
