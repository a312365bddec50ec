#pragma once

// What becomes of the children of two nodes that were opened while a pair is refined.

#include "Traverse/OpenBoth.h"

namespace spheretree {

// A pair that was confirmed by a guess meets its witness again on the way down.
inline bool IsKnownWitness(const TraversalPair& pair, const NodePair& nodes) {
    return pair.guessed && nodes.a == pair.witnessA && nodes.b == pair.witnessB;
}

inline void ConfirmBy(TraversalPair& pair, int32_t a, int32_t b) {
    if (pair.state != PairState::Pending) return;
    pair.state = PairState::Confirmed;
    pair.witnessA = a;
    pair.witnessB = b;
}

inline void TakeLeaves(Traversal& traversal, int32_t index, const NodePair& nodes) {
    TraversalPair& pair = traversal.pairs[static_cast<size_t>(index)];
    if (IsKnownWitness(pair, nodes)) return;
    ConfirmBy(pair, nodes.a, nodes.b);
    pair.bound = std::min(pair.bound, nodes.error);
    ++pair.live;
    traversal.settled.Push({nodes, index});
}

// The last frame's witness, if it is among them, is known already.
inline uint64_t WithoutWitness(const TraversalPair& pair, const Grid& grid) {
    if (!pair.guessed) return grid.hits;
    const int32_t near = (grid.side ? pair.witnessB : pair.witnessA) - grid.first[0],
                  far = (grid.side ? pair.witnessA : pair.witnessB) - grid.first[1];
    const bool within = near >= 0 && near < kLanes && far >= 0 && far < kLanes;
    return within ? grid.hits & ~(uint64_t{1} << (near * kLanes + far)) : grid.hits;
}

// Nothing but leaves: one entry for all.
inline bool IsAllLeaves(const Grid& grid) { return grid.hits == grid.leafHits && !grid.alone; }

// What two opened nodes become, one child after the other: leaves(NodePair), nodes(NodePair).
template <typename Leaves, typename Nodes>
void ForEachChild(const PairFrame& frame, const NodePair& parent, const Grid& grid, Leaves leaves, Nodes nodes) {
    alignas(32) float bound[kLanes];
    grid.bound.Store(bound);
    for (uint64_t rest = grid.hits; rest; rest &= rest - 1) {
        const int bit = std::countr_zero(rest);
        NodePair child;
        ChildPair(frame, grid.side, grid.first, bit, bound[bit / kLanes], child);
        if (grid.leafHits >> bit & 1)
            leaves(child);
        else
            nodes(child);
    }
    for (unsigned rest = grid.alone; rest; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const int32_t slot = grid.first[0] + lane;
        const NodePair child =
            grid.side ? NodePair{parent.a, slot, bound[lane]} : NodePair{slot, parent.b, bound[lane]};
        if (grid.leafAlone >> lane & 1)
            leaves(child);
        else
            nodes(child);
    }
}

}  // namespace spheretree
