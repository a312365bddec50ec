#pragma once

// One step of a pair's descent towards two leaves that overlap: two nodes are opened, the deepest of their children
// first.

#include "Traverse/OpenedNodes.h"
#include "Traverse/Work.h"

#include <algorithm>
#include <bit>

namespace spheretree {

inline constexpr int kMostOpened = 2 * kMostPackedLevels;  // each lies at least one level below the one before

// One pair's descent, on the stack of the machine: most pairs are settled at once and leave nothing behind. What waits
// are grids that were opened on the way, and below them the nodes that an earlier visit left.
struct Descent {
    TraversalPair* pair = nullptr;
    const TraversalOptions* options = nullptr;
    Slice* slice = nullptr;
    int64_t place = 0;    // among those that are visited together
    int64_t used = 0;     // steps of this visit
    int64_t updates = 0;  // in them; not beside `tests`: Approach.h
    int openedCount = 0;
    int32_t leftCount = 0;
    int64_t tests = 0;
    const NodePair* left = nullptr;
    NodePair nodes;     // that are being opened
    NodePair start[2];  // where `left` begins for a pair that is new: the last frame's witness, the roots
    float least;        // of all errors that were proven
    uint64_t leafHits;  // of the last step
    bool isGuessing;    // of this visit: leaves that probably overlap were looked at
    PairFrame frame;    // this and what follows is never cleared: that would cost more than the descent
    OpenedNodes opened[kMostOpened];

    Descent() {}  // nothing, on purpose
    bool Empty() const { return openedCount == 0 && leftCount == 0; }
    void Next();
};

// The far node's children against one of the near's.
inline unsigned TestRow(const PairFrame& pair, const NearHalf& half, int lane, Eight& gap) {
    const int far = 1 - half.side;
    alignas(16) float ball[4];
    CarryBall(pair.ball[far], *half.near, static_cast<uint32_t>(lane), ball);
    gap = TestBall(pair, pair.ball[far], *half.far, ball);
    return NotAbove(gap, Eight::All(0)) & ((1u << pair.laneCount[far][half.farChild]) - 1);
}

// All near children against the far node's children.
inline uint64_t TestAllRows(const PairFrame& pair, const OpenedNodes& top) {
    const int far = 1 - top.side;
    const CarriedBalls balls(pair.ball[far], pair.blocks[top.side][BlockOf(top.first[0])]);
    const uint32_t block = BlockOf(top.first[1]);
    const uint64_t lanes = (1u << pair.laneCount[far][block]) - 1;
    return TestRows(pair, pair.ball[far], balls, pair.blocks[far][block]) & lanes * kEachRow;
}

// The rows that have a hit: each row's bits into its lowest, and those side by side.
inline unsigned RowsOf(uint64_t hits) {
    hits |= hits >> 4;
    hits |= hits >> 2;
    hits |= hits >> 1;
    return static_cast<unsigned>((hits & kEachRow) * 0x0102040810204080 >> 56);
}

inline void ChargeRows(Descent& way, const OpenedNodes& top, unsigned rows) {
    const int64_t count = std::popcount(rows);
    way.updates += count;
    way.tests += count * way.frame.laneCount[1 - top.side][BlockOf(top.first[1])];
}

inline void Descent::Next() {
    if (openedCount == 0) {
        nodes = left[--leftCount];
    } else {
        OpenedNodes& top = opened[openedCount - 1];
        top.Take(frame, nodes);
        openedCount -= top.Empty();
    }
    least = std::min(least, nodes.error);
}

inline void StartOpened(const Descent& way, const NearHalf& half, OpenedNodes& top) {
    top.hits = 0;
    top.alone = half.hits & ~half.wanted;
    top.deepest = DeepestOf(half.gap, half.wanted ? half.wanted : half.hits);
    top.side = half.side;
    top.nearLeaves = half.leaves;
    top.farLeaves = half.wanted ? NegativeMask(half.far->child) : 0;  // a ground has none
    top.first[0] = half.child * kLanes;
    top.first[1] = half.farChild * kLanes;
    top.farSlot = half.side ? way.nodes.a : way.nodes.b;
    half.bound.Store(top.bound);
}

// Few hits are kept as they are. Of many those of one row, and the other rows wait as a whole: so the nodes that a
// descent leaves behind stay few.
inline void KeepHits(OpenedNodes& top, uint64_t hits, int row) {
    const uint64_t ofRow = uint64_t{kAllLanes} << (row * kLanes);
    top.hits = std::popcount(hits) <= kLanes ? hits : hits & ofRow;
    top.alone |= RowsOf(hits & ~top.hits);
}

// The second half of a step: the near children that want it against the children of the far node, all at once; the
// deepest of the deepest is the next.
inline void OpenRest(Descent& way, const NearHalf& half) {
    ++way.updates;
    way.tests += half.nearLanes;
    way.leafHits = 0;
    if (!half.hits) return;
    OpenedNodes& top = way.opened[way.openedCount];
    StartOpened(way, half, top);
    if (!half.wanted) {
        way.leafHits = top.alone & half.leaves & half.farIsLeaf;
        ++way.openedCount;
        return;
    }
    Eight gap;
    int row = top.deepest;
    const unsigned deepest = TestRow(way.frame, half, row, gap);
    const uint64_t hits = TestAllRows(way.frame, top) & kRowMasks.of[half.wanted];
    ChargeRows(way, top, half.wanted);
    top.deepest = deepest ? row * kLanes + DeepestOf(gap, deepest) : -1;
    if (!deepest) row = std::countr_zero(hits | uint64_t{1} << 63) / kLanes;
    KeepHits(top, hits, row);
    way.leafHits = top.LeafHits();
    way.openedCount += !top.Empty();
}

// The deepest of all if it is a leaf pair; else the first that is.
inline NodePair WitnessOf(const Descent& way) {
    const OpenedNodes& top = way.opened[way.openedCount - 1];
    const bool deepest = top.deepest >= 0 && way.leafHits >> top.deepest & 1;
    const int bit = deepest ? top.deepest : std::countr_zero(way.leafHits);
    NodePair witness;
    if (top.hits)
        top.Child(way.frame, bit, witness);
    else
        top.Alone(bit, witness);
    return witness;
}

}  // namespace spheretree
