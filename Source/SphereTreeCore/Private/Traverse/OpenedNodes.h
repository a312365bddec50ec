#pragma once

#include "Traverse/OpenBoth.h"

#include <bit>

namespace spheretree {

/// What a step left to be looked at: the hits, then the near children in order.
struct OpenedNodes : OpenGrid {
    unsigned Lanes() const { return rows | alone | empty; }
    bool Empty() const { return !(hits | Lanes()); }
    int32_t Count() const { return std::popcount(hits) + std::popcount(Lanes()); }
    uint64_t LeafHits() const { return hits & kRowMasks.of[nearLeaves] & farLeaves * kEachRow; }
    void Child(const PairFrame& pair, int bit, NodePair& child) const {
        ChildPair(pair, side, first, bit, bound[bit / kLanes], child);
    }
    void Alone(int near, NodePair& child) const {
        child.a = Pick(first[0] + near, farSlot, side);
        child.b = Pick(farSlot, first[0] + near, side);
        child.error = bound[near];
    }
    /// The empty ones that come before any other: one after the other they would be opened, and nothing be found.
    unsigned LeadingEmpty() const { return hits ? 0 : empty & ((1u << std::countr_zero(alone | 1u << kLanes)) - 1); }
    /// The deepest, then the others in order. Not while there are rows or leading empty ones.
    void Take(const PairFrame& pair, NodePair& taken) {
        const int next = deepest;
        deepest = -1;
        if (hits) {
            const int bit = next >= 0 ? next : std::countr_zero(hits);
            hits &= ~(uint64_t{1} << bit);
            return Child(pair, bit, taken);
        }
        const int lane = next >= 0 ? next : std::countr_zero(alone);
        alone &= ~(1u << lane);
        Alone(lane, taken);
    }
};

}  // namespace spheretree
