#pragma once

#include "Scene/EightWide.h"
#include "Traverse/Frames.h"

#include <bit>
#include <cstdint>

namespace spheretree {

/// The staircase step [Bradshaw 2002] 2.7.1: of two overlapping nodes the one with the larger error descends, and the
/// other is tested against all its children at once. One sphere moved (Nu), as many tests as children (Nv).
struct Expansion {
    unsigned hits;      // lanes that overlap
    unsigned leafHits;  // of those, leaf against leaf
    int32_t firstSlot;  // of lane 0
    int side;           // the body that descended
    int laneCount;
    Eight gap;    // lower is deeper
    Eight error;  // means something where there are hits
};

/// Counts of eq 2.1.
struct WorkCounts {
    int64_t updates = 0, tests = 0;
};

/// Of a slot, which is never negative: dividing without a sign is a shift.
inline uint32_t BlockOf(int32_t slot) { return static_cast<uint32_t>(slot) / kLanes; }
inline uint32_t LaneOf(int32_t slot) { return static_cast<uint32_t>(slot) % kLanes; }

inline float SquaredLength(const float* way) { return (way[0] * way[0] + way[1] * way[1]) + way[2] * way[2]; }

inline bool IsLeafPair(const PairFrame& pair, int32_t a, int32_t b) {
    return pair.blocks[0][BlockOf(a)].child[LaneOf(a)] < 0 && pair.blocks[1][BlockOf(b)].child[LaneOf(b)] < 0;
}

/// The gap of each lane: squared distance − squared reach. Not above zero: the balls overlap.
template <typename Block>  // PackedBlock or PatchBlock: of both, eight balls
inline Eight TestPlain(const Block& target, const float* ball) {
    const Eight dx = Eight::Load(target.x) - Eight::All(ball[0]);
    const Eight dy = Eight::Load(target.y) - Eight::All(ball[1]);
    const Eight dz = Eight::Load(target.z) - Eight::All(ball[2]);
    const Eight reach = Eight::Load(target.radius) + Eight::All(ball[3]);
    return ((dx * dx + dy * dy) + dz * dz) - reach * reach;
}

/// With squeezed centres and a ball that moves: distance from a point to a segment.
template <typename Block>
inline Eight TestMoving(const Block& target, const float* ball, const BallFrame& frame) {
    const Eight wx = Eight::Load(target.x) * Eight::All(frame.squeeze[0]) - Eight::All(ball[0]);
    const Eight wy = Eight::Load(target.y) * Eight::All(frame.squeeze[1]) - Eight::All(ball[1]);
    const Eight wz = Eight::Load(target.z) * Eight::All(frame.squeeze[2]) - Eight::All(ball[2]);
    const Eight x = Eight::All(frame.drift[0]), y = Eight::All(frame.drift[1]), z = Eight::All(frame.drift[2]);
    const Eight raw = ((wx * x + wy * y) + wz * z) * Eight::All(frame.perSquare);
    const Eight along = Max(Eight::All(0), Min(raw, Eight::All(1)));
    const Eight dx = wx - x * along, dy = wy - y * along, dz = wz - z * along;
    const Eight reach = Eight::Load(target.radius) + Eight::All(ball[3]);
    return ((dx * dx + dy * dy) + dz * dz) - reach * reach;
}

inline Eight TestBall(const PairFrame& pair, const BallFrame& frame, const PackedBlock& target, const float* ball) {
    return pair.kind == kPlainPair ? TestPlain(target, ball) : TestMoving(target, ball, frame);
}

template <typename Block>
inline void CarryBall(const BallFrame& frame, const Block& from, uint32_t lane, float* ball) {
    const Four x = Four::All(from.x[lane]), y = Four::All(from.y[lane]), z = Four::All(from.z[lane]);
    const Four r = Four::All(from.radius[lane]);
    const Four moved = ((Four::Load(frame.column[0]) * x + Four::Load(frame.column[1]) * y) +
                        (Four::Load(frame.column[2]) * z + Four::Load(frame.column[3]) * r)) +
                       Four::Load(frame.column[4]);
    moved.Store(ball);
}

/// What one node contributes to an error, in the world. ball[side] carries balls into that side's body.
inline float NodeError(const PairFrame& pair, int side, const PackedBlock& block, uint32_t lane) {
    const BallFrame& frame = pair.ball[side];
    return block.error[lane] * frame.errorScale + block.radius[lane] * frame.radiusScale;
}

/// The first or the second, without a branch: nobody can foretell which.
inline int32_t Pick(int32_t first, int32_t second, int which) { return first ^ ((first ^ second) & -which); }

/// Which of two nodes descends: the one with the larger error, unless it is a leaf.
inline int DescendingSide(int32_t childA, int32_t childB, float errorA, float errorB) {
    return static_cast<int>(childB >= 0) & (static_cast<int>(childA < 0) | static_cast<int>(errorB >= errorA));
}

/// One staircase step. At least one of the two nodes has children.
inline void Expand(const PairFrame& pair, const NodePair& nodes, Expansion& out) {
    const PackedBlock* block[2] = {pair.blocks[0] + BlockOf(nodes.a), pair.blocks[1] + BlockOf(nodes.b)};
    const uint32_t lane[2] = {LaneOf(nodes.a), LaneOf(nodes.b)};
    const int32_t childA = block[0]->child[lane[0]], childB = block[1]->child[lane[1]];
    const float error[2] = {NodeError(pair, 0, *block[0], lane[0]), NodeError(pair, 1, *block[1], lane[1])};
    const int side = DescendingSide(childA, childB, error[0], error[1]);
    const int other = 1 - side;
    const int32_t child = Pick(childA, childB, side);
    const BallFrame& frame = pair.ball[side];
    const PackedBlock& target = pair.blocks[side][child];
    alignas(16) float ball[4];
    CarryBall(frame, *block[other], lane[other], ball);
    out.side = side;
    out.firstSlot = child * kLanes;
    out.laneCount = pair.laneCount[side][child];
    out.gap = pair.kind == kPlainPair ? TestPlain(target, ball) : TestMoving(target, ball, frame);
    out.hits = NotAbove(out.gap, Eight::All(0)) & ((1u << out.laneCount) - 1);
    const unsigned otherIsLeaf = static_cast<unsigned>(Pick(childA, childB, other) >> 31);
    out.leafHits = out.hits & NegativeMask(target.child) & otherIsLeaf;
    const Eight own = Eight::Load(target.error) * Eight::All(frame.errorScale) +
                      Eight::Load(target.radius) * Eight::All(frame.radiusScale);
    out.error = Min(own + Eight::All(error[other] + pair.errorBase), Eight::All(nodes.error));
}

/// The same against a ground: only the tree descends.
void ExpandGround(const PairFrame& pair, const NodePair& nodes, const Body& a, const Body& b, Expansion& out);

/// Eight children as plain numbers, for those who take them one by one.
struct Children {
    alignas(32) float gap[kLanes], error[kLanes];
    explicit Children(const Expansion& step) {
        step.gap.Store(gap);
        step.error.Store(error);
    }
    NodePair Of(const NodePair& parent, const Expansion& step, int lane) const {
        const int32_t slot = step.firstSlot + lane;
        return step.side ? NodePair{parent.a, slot, error[lane]} : NodePair{slot, parent.b, error[lane]};
    }
    /// The deepest of the lanes; ties go to the lower one.
    int Deepest(unsigned lanes) const {
        int best = std::countr_zero(lanes);
        for (unsigned rest = lanes & (lanes - 1); rest; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            if (gap[lane] < gap[best]) best = lane;
        }
        return best;
    }
};

}  // namespace spheretree
