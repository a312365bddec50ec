#pragma once

#include "Traverse/OpenBoth.h"

#include <bit>

namespace spheretree {

/// What a step left to be looked at: the children of the far node that overlap one of the near's, and the near's
/// others, which have yet to meet the far node's.
struct OpenedNodes {
    unsigned hits, alone;
    int row, deepest;  // the near lane of the hits; the lane that comes first, -1 when it is done
    int side;
    int32_t first[2], farSlot;
    alignas(32) float bound[kLanes];

    bool Empty() const { return !(hits | alone); }
    int32_t Count() const { return std::popcount(hits) + std::popcount(alone); }
    NodePair Child(const PairFrame& pair, int far) const {
        return ChildPair(pair, side, first, row * kLanes + far, bound[row]);
    }
    NodePair Alone(int near) const {
        const int32_t slot = first[0] + near;
        return side ? NodePair{farSlot, slot, bound[near]} : NodePair{slot, farSlot, bound[near]};
    }
    /// The deepest, then the others in order.
    NodePair Take(const PairFrame& pair) {
        const int next = deepest;
        deepest = -1;
        unsigned& lanes = hits ? hits : alone;
        const int lane = next >= 0 ? next : std::countr_zero(lanes);
        const NodePair taken = hits ? Child(pair, lane) : Alone(lane);
        lanes &= ~(1u << lane);
        return taken;
    }
};

}  // namespace spheretree
