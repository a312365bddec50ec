#pragma once

// One step of a pair's descent towards two leaves that overlap: two nodes are opened, the deepest of their children
// first.

#include "Traverse/OpenedNodes.h"
#include "Traverse/Work.h"

#include <algorithm>
#include <bit>

namespace spheretree {

inline constexpr int kFewestSifted = 3;                    // rows: fewer are opened sooner than sifted
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
    bool isDropping;    // this step opens no node, but drops some that would be opened in vain
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

// Which of the rows would be opened in vain? All at once: one by one it would take a step for each. Nothing is charged
// before they are dropped, so that a descent costs the same if it is cut short in between and begins anew.
inline void Sift(const PairFrame& pair, OpenedNodes& top) {
    const bool isWorthIt = std::popcount(top.rows) >= kFewestSifted;
    const unsigned full = isWorthIt ? RowsOf(TestAllRows(pair, top)) : top.rows;
    top.alone |= top.rows & full;
    top.empty |= top.rows & ~full;
    top.rows = 0;
}

inline void DropEmpty(Descent& way, OpenedNodes& top, unsigned lanes) {
    ChargeRows(way, top, lanes);
    for (unsigned rest = lanes; rest; rest &= rest - 1)
        way.least = std::min(way.least, top.bound[std::countr_zero(rest)]);
    top.empty &= ~lanes;
    way.used += std::popcount(lanes) - 1;
}

inline void Descent::Next() {
    isDropping = false;
    if (openedCount == 0) {
        nodes = left[--leftCount];
    } else {
        OpenedNodes& top = opened[openedCount - 1];
        if (!top.hits && top.rows) Sift(frame, top);
        const unsigned dropped = top.LeadingEmpty();
        isDropping = dropped != 0;
        if (isDropping)
            DropEmpty(*this, top, dropped);
        else
            top.Take(frame, nodes);
        openedCount -= top.Empty();
        if (isDropping) return;
    }
    least = std::min(least, nodes.error);
}

inline void StartOpened(const Descent& way, const NearHalf& half, OpenedNodes& top) {
    top.hits = 0;
    top.rows = half.wanted;
    top.alone = half.hits & ~half.wanted;
    top.empty = 0;
    top.deepest = DeepestOf(half.gap, half.wanted ? half.wanted : half.hits);
    top.side = half.side;
    top.nearLeaves = half.leaves;
    top.farLeaves = half.wanted ? NegativeMask(half.far->child) : 0;  // a ground has none
    top.first[0] = half.child * kLanes;
    top.first[1] = half.farChild * kLanes;
    top.farSlot = half.side ? way.nodes.a : way.nodes.b;
    half.bound.Store(top.bound);
}

// The deepest overlaps nothing: all others at once, because the bodies are probably apart. The first that overlaps
// something comes next.
inline void OpenOthers(Descent& way, OpenedNodes& top) {
    ChargeRows(way, top, top.rows);
    const uint64_t hits = TestAllRows(way.frame, top) & kRowMasks.of[top.rows];
    const int first = std::countr_zero(hits | uint64_t{1} << 63) / kLanes;
    top.hits = hits & uint64_t{kAllLanes} << (first * kLanes);
    top.alone |= RowsOf(hits & ~top.hits);
    top.rows = 0;
}

// The second half of a step: the deepest near child against the children of the far node. If it overlaps one of them,
// the other near children wait.
inline void OpenUntilHit(Descent& way, const NearHalf& half) {
    ++way.updates;
    way.tests += half.nearLanes;
    way.leafHits = 0;
    if (!half.hits) return;
    OpenedNodes& top = way.opened[way.openedCount];
    StartOpened(way, half, top);
    if (!top.rows) {
        way.leafHits = top.alone & half.leaves & half.farIsLeaf;
        ++way.openedCount;
        return;
    }
    Eight gap;
    const int row = top.deepest;
    const unsigned hits = TestRow(way.frame, half, row, gap);
    ChargeRows(way, top, 1u << row);
    top.rows &= ~(1u << row);
    top.hits = uint64_t{hits} << (kLanes * row);
    top.deepest = hits ? row * kLanes + DeepestOf(gap, hits) : -1;
    if (!hits && top.rows) OpenOthers(way, top);
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
