#pragma once

#include "Traverse/OpenBoth.h"

#include <bit>

namespace spheretree {

/// What a step left to be looked at: hits, then rows, then the alone.
struct OpenedNodes : OpenGrid {
    bool Empty() const { return !(hits | rows | alone); }
    int32_t Count() const { return std::popcount(hits) + std::popcount(rows | alone); }
    /// The same with few nodes: where children were found to overlap, their parent waits in their place.
    void Shorten() {
        for (; hits; hits &= ~(uint64_t{kAllLanes} << (std::countr_zero(hits) / kLanes * kLanes)))
            rows |= 1u << (std::countr_zero(hits) / kLanes);
        deepest = -1;
    }
    uint64_t LeafHits() const { return hits & kRowMasks.of[nearLeaves] & farLeaves * kEachRow; }
    bool IsRowsTurn() const { return !hits && rows; }
    NodePair Child(const PairFrame& pair, int bit) const {
        return ChildPair(pair, side, first, bit, bound[bit / kLanes]);
    }
    NodePair Alone(int near) const {
        const int32_t slot = first[0] + near;
        return side ? NodePair{farSlot, slot, bound[near]} : NodePair{slot, farSlot, bound[near]};
    }
    /// The deepest, then the others in order. Not when it is the rows' turn.
    NodePair Take(const PairFrame& pair) {
        const int next = deepest;
        deepest = -1;
        if (hits) {
            const int bit = next >= 0 ? next : std::countr_zero(hits);
            hits &= ~(uint64_t{1} << bit);
            return Child(pair, bit);
        }
        const int lane = next >= 0 ? next : std::countr_zero(alone);
        alone &= ~(1u << lane);
        return Alone(lane);
    }
};

}  // namespace spheretree
