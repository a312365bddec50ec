#pragma once

// Two staircase steps at once: one node is opened, and each of its children that overlaps the other node is tested
// against all children of that one, which stay in registers. [Bradshaw 2002] 2.7.1: of two nodes the one with the
// larger error descends; a child whose error is still the larger one is not tested further, but waits to be opened
// itself. So the nodes that meet, and what their meeting proves, are those of the staircase; only their order differs.
//
// Notation: the side that is opened first is near, the other one far. A child pair is bit 8 · near lane + far lane.

#include "Traverse/Work.h"

#include <limits>

namespace spheretree {

inline constexpr unsigned kAllLanes = 0xFF;
inline constexpr uint64_t kEachRow = 0x0101010101010101;

/// For eight rows of a grid: all bits of those rows that are set.
struct RowMasks {
    uint64_t of[256];
    constexpr RowMasks() : of() {
        for (unsigned rows = 0; rows < 256; ++rows)
            for (unsigned row = 0; row < 8; ++row)
                if (rows >> row & 1) of[rows] |= uint64_t{0xFF} << (8 * row);
    }
};
inline constexpr RowMasks kRowMasks{};

/// What opening two nodes found.
struct Grid {
    uint64_t hits;  // child pairs that overlap
    uint64_t leafHits;
    unsigned alone;      // near lanes that overlap the far node and were not tested against its children
    unsigned leafAlone;  // of those, leaf against leaf
    unsigned opened;     // near lanes that were
    int side;            // the near one
    int32_t first[2];    // slot of lane 0, near and far
    int nearLanes, farLanes;
    Eight bound;  // by near lane: what its overlap with the far node proves

    int64_t Updates() const { return 1 + std::popcount(opened); }
    int64_t Tests() const { return nearLanes + int64_t{std::popcount(opened)} * farLanes; }
    int64_t Units() const { return 1 + (std::popcount(opened) + 3) / 4; }  // side by side, four rows are as one step
};

/// The first half: one node opened, its children tested against the other.
struct NearHalf {
    const PackedBlock *near, *far;  // the children; far means nothing where the far node is a leaf
    Eight gap, own, bound;          // of the near children: depth, own errors, and as in Grid
    unsigned hits, wanted;          // those that overlap, and of those, whose turn it is not: the far node is opened
    unsigned leaves, farIsLeaf;     // masks
    int side, nearLanes;
    int32_t child, farChild;  // blocks
};

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

inline Eight ErrorsOf(const BallFrame& frame, const PackedBlock& block) {
    return Eight::Load(block.error) * Eight::All(frame.errorScale) +
           Eight::Load(block.radius) * Eight::All(frame.radiusScale);
}

/// The lane that lies deepest among those of the mask, unless another lies deeper still; then the first.
inline int DeepestOf(Eight gap, unsigned lanes) {
    const int lane = LowestLane(gap);
    const bool other = static_cast<int>(lanes != 0) & static_cast<int>(!(lanes >> lane & 1));
    return other ? std::countr_zero(lanes) : lane;
}

inline void OpenNear(const PairFrame& pair, const NodePair& nodes, NearHalf& half) {
    const PackedBlock* block[2] = {pair.blocks[0] + BlockOf(nodes.a), pair.blocks[1] + BlockOf(nodes.b)};
    const uint32_t lane[2] = {LaneOf(nodes.a), LaneOf(nodes.b)};
    const int32_t childA = block[0]->child[lane[0]], childB = block[1]->child[lane[1]];
    const float error[2] = {NodeError(pair, 0, *block[0], lane[0]), NodeError(pair, 1, *block[1], lane[1])};
    const int side = DescendingSide(childA, childB, error[0], error[1]), other = 1 - side;
    const BallFrame& frame = pair.ball[side];
    half.side = side;
    half.child = Pick(childA, childB, side);
    half.farChild = Pick(childA, childB, other);
    half.near = pair.blocks[side] + half.child;
    half.far = pair.blocks[other] + (half.farChild & ~(half.farChild >> 31));  // the root's, where there is none
    alignas(16) float ball[4];
    CarryBall(frame, *block[other], lane[other], ball);
    half.gap = TestBall(pair, frame, *half.near, ball);
    half.own = ErrorsOf(frame, *half.near);
    const Eight far = Eight::All(error[other]);
    half.bound = Min(half.own + Eight::All(error[other] + pair.errorBase), Eight::All(nodes.error));
    half.nearLanes = pair.laneCount[side][half.child];
    half.hits = NotAbove(half.gap, Eight::All(0)) & ((1u << half.nearLanes) - 1);
    half.leaves = NegativeMask(half.near->child);
    half.farIsLeaf = static_cast<unsigned>(half.farChild >> 31);
    // Whose error is the larger one now? Of equals b's node descends, as in DescendingSide.
    const int32_t ifB = static_cast<int32_t>(NotAbove(half.own, far)),
                  ifA = ~static_cast<int32_t>(NotAbove(far, half.own));
    half.wanted = half.hits & ~half.farIsLeaf & (half.leaves | static_cast<unsigned>(Pick(ifB, ifA, side)));
}

inline void StartGrid(const NearHalf& half, Grid& grid) {
    grid.hits = grid.leafHits = 0;
    grid.alone = half.hits & ~half.wanted;
    grid.leafAlone = half.hits & half.farIsLeaf & half.leaves;
    grid.opened = half.wanted;
    grid.side = half.side;
    grid.first[0] = half.child * kLanes;
    grid.first[1] = half.farChild * kLanes;
    grid.nearLanes = half.nearLanes;
    grid.farLanes = 0;
    grid.bound = half.bound;
}

/// Eight rows of a grid: all near balls against the far ones. None is left out, whether it is wanted or not: to find
/// out would take longer.
inline uint64_t TestRows(const CarriedBalls& balls, const PackedBlock& far) {
    const Eight x = Eight::Load(far.x), y = Eight::Load(far.y), z = Eight::Load(far.z),
                radius = Eight::Load(far.radius);
    EightRows rows;
    for (int i = 0; i < kLanes; ++i) {
        const Eight dx = x - Eight::All(balls.x[i]), dy = y - Eight::All(balls.y[i]), dz = z - Eight::All(balls.z[i]);
        const Eight reach = radius + Eight::All(balls.radius[i]);
        rows.Put(i, (dx * dx + dy * dy) + dz * dz, reach * reach);
    }
    return rows.Bits();
}

inline uint64_t TestMovingRows(const CarriedBalls& balls, const PackedBlock& far, const BallFrame& frame) {
    EightRows rows;
    for (int i = 0; i < kLanes; ++i) {
        const float ball[4] = {balls.x[i], balls.y[i], balls.z[i], balls.radius[i]};
        rows.Put(i, TestMoving(far, ball, frame), Eight::All(0));
    }
    return rows.Bits();
}

inline uint64_t TestRows(const PairFrame& pair, const BallFrame& frame, const CarriedBalls& balls,
                         const PackedBlock& far) {
    return pair.kind == kPlainPair ? TestRows(balls, far) : TestMovingRows(balls, far, frame);
}

/// The second half: the far node opened against every near child that wants it.
inline void OpenFar(const PairFrame& pair, const NearHalf& half, Grid& grid) {
    StartGrid(half, grid);
    if (!grid.opened) return;
    const BallFrame& frame = pair.ball[1 - grid.side];
    const CarriedBalls balls(frame, *half.near);
    const uint64_t hits = TestRows(pair, frame, balls, *half.far);
    grid.farLanes = pair.laneCount[1 - grid.side][half.farChild];
    grid.hits = hits & kRowMasks.of[grid.opened] & ((1u << grid.farLanes) - 1) * kEachRow;
    grid.leafHits = grid.hits & kRowMasks.of[half.leaves] & NegativeMask(half.far->child) * kEachRow;
}

/// The errors of one row's child pairs. `own`, `bound`: the near child's.
inline Eight RowErrors(const PairFrame& pair, Eight farErrors, float own, float bound) {
    return Min(farErrors + Eight::All(own + pair.errorBase), Eight::All(bound));
}

/// The least of all errors that opening two nodes has proven.
inline float LeastOf(const PairFrame& pair, const NearHalf& half, const Grid& grid) {
    const Eight none = Eight::All(std::numeric_limits<float>::infinity());
    Eight least = OfLanes(half.hits, half.bound, none);
    if (!grid.hits) return LowestOf(least);
    alignas(32) float own[kLanes], bound[kLanes];
    half.own.Store(own);
    half.bound.Store(bound);
    const Eight errors = ErrorsOf(pair.ball[1 - half.side], *half.far);
    for (int row = 0; row < kLanes; ++row) {
        const unsigned hits = static_cast<unsigned>(grid.hits >> (kLanes * row)) & kAllLanes;
        least = Min(least, OfLanes(hits, RowErrors(pair, errors, own[row], bound[row]), none));
    }
    return LowestOf(least);
}

/// Can it lie below this bound? No is certain.
inline bool CanProve(const PairFrame& pair, const NearHalf& half, const Grid& grid, float bound) {
    const unsigned near = Below(half.bound, Eight::All(bound)) & half.hits;
    if (near || !grid.hits) return near != 0;
    const Eight errors = ErrorsOf(pair.ball[1 - half.side], *half.far);
    return Below(errors + Eight::All(LowestOf(half.own) + pair.errorBase), Eight::All(bound)) != 0;
}

/// A ground is never opened: the tree's children against it.
inline void OpenOnGround(const PairFrame& pair, const NodePair& nodes, const Scene::Data& scene, NearHalf& half) {
    Expansion step;
    ExpandGround(pair, nodes, scene.bodies[pair.body[0]], scene.bodies[pair.body[1]], step);
    half.gap = step.gap;
    half.own = half.bound = step.error;
    half.hits = step.hits;
    half.wanted = 0;
    half.leaves = step.leafHits;
    half.farIsLeaf = ~0u;
    half.side = step.side;
    half.nearLanes = step.laneCount;
    half.child = step.firstSlot / kLanes;
    half.farChild = -1;
}

inline void OpenFirst(const PairFrame& pair, const NodePair& nodes, const Scene::Data& scene, NearHalf& half) {
    if (pair.kind == kGroundPair)
        OpenOnGround(pair, nodes, scene, half);
    else
        OpenNear(pair, nodes, half);
}

/// `least`: of all errors that this has proven.
inline void OpenBoth(const PairFrame& pair, const NodePair& nodes, const Scene::Data& scene, Grid& grid, float& least) {
    NearHalf half;
    OpenFirst(pair, nodes, scene, half);
    OpenFar(pair, half, grid);
    least = LeastOf(pair, half, grid);
}

inline void ChargeGrid(Slice& slice, const TraversalOptions& options, const Grid& grid) {
    ChargeSteps(slice, options, grid.Updates(), grid.Tests());
    slice.units += grid.Updates() - grid.Units();
}

/// A child pair by its bit, with the error that OpenBoth found, bit for bit. `bound`: what the near child's overlap
/// with the far node proves.
inline void ChildPair(const PairFrame& pair, int side, const int32_t (&first)[2], int bit, float bound,
                      NodePair& child) {
    const int near = bit / kLanes, far = bit % kLanes;
    const PackedBlock &nearBlock = pair.blocks[side][BlockOf(first[0])],
                      &farBlock = pair.blocks[1 - side][BlockOf(first[1])];
    const float own = NodeError(pair, side, nearBlock, static_cast<uint32_t>(near));
    const float both = NodeError(pair, 1 - side, farBlock, static_cast<uint32_t>(far)) + (own + pair.errorBase);
    child.a = Pick(first[0] + near, first[1] + far, side);
    child.b = Pick(first[1] + far, first[0] + near, side);
    child.error = both < bound ? both : bound;
}

/// A grid that was put away, ready to be read again.
struct ReopenedGrid {
    int32_t first[2];
    NearHalf half;

    ReopenedGrid(const PairFrame& pair, const LeafGrid& grid) {
        const int32_t slots[2] = {grid.side ? grid.nodes.b : grid.nodes.a, grid.side ? grid.nodes.a : grid.nodes.b};
        const PackedBlock* const blocks[2] = {pair.blocks[grid.side], pair.blocks[1 - grid.side]};
        for (int i = 0; i < 2; ++i) first[i] = blocks[i][BlockOf(slots[i])].child[LaneOf(slots[i])] * kLanes;
        half.near = blocks[0] + BlockOf(first[0]);
        half.far = blocks[1] + BlockOf(first[1]);
        half.own = ErrorsOf(pair.ball[grid.side], *half.near);
        const float far = NodeError(pair, 1 - grid.side, blocks[1][BlockOf(slots[1])], LaneOf(slots[1]));
        half.bound = Min(half.own + Eight::All(far + pair.errorBase), Eight::All(grid.nodes.error));
    }
};

/// The leaf pairs of a grid that was put away: f(NodePair).
template <typename F>
void ForEachLeafPair(const PairFrame& pair, const LeafGrid& grid, F f) {
    const ReopenedGrid open(pair, grid);
    alignas(32) float bound[kLanes];
    open.half.bound.Store(bound);
    for (uint64_t rest = grid.hits; rest; rest &= rest - 1) {
        const int bit = std::countr_zero(rest);
        NodePair leaves;
        ChildPair(pair, grid.side, open.first, bit, bound[bit / kLanes], leaves);
        f(leaves);
    }
}

}  // namespace spheretree
