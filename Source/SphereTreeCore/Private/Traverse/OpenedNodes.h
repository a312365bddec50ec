#pragma once

#include "Traverse/OpenBoth.h"

#include <bit>

namespace spheretree {

/// What a step left to be looked at, below two nodes that were opened: the hits, then the near children in order.
struct OpenedNodes {
    uint64_t hits;   // child pairs, eight at most
    unsigned alone;  // near children that overlap the far node, and are to be opened with it
    int deepest;     // the bit of the hits, or else the lane of the alone, that comes first; −1: it is done
    int side;        // the near body
    unsigned nearLeaves, farLeaves;   // masks of lanes
    int32_t first[2], farSlot;        // the children's slots, near and far; the far node's
    alignas(32) float bound[kLanes];  // by near lane: what its overlap with the far node proves

    bool Empty() const { return !(hits | alone); }
    int32_t Count() const { return std::popcount(hits) + std::popcount(alone); }
    uint64_t LeafHits() const { return hits & kRowMasks.of[nearLeaves] & farLeaves * kEachRow; }
    void Child(const PairFrame& pair, int bit, NodePair& child) const {
        ChildPair(pair, side, first, bit, bound[bit / kLanes], child);
    }
    void Alone(int near, NodePair& child) const {
        child.a = Pick(first[0] + near, farSlot, side);
        child.b = Pick(farSlot, first[0] + near, side);
        child.error = bound[near];
    }
    /// The deepest, then the others in order.
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
