#include "Traverse/Expand.h"

#include <algorithm>
#include <limits>

namespace spheretree {

// [Bradshaw 2002] 8.3.2: the spheres are projected onto the ground plane. The ground has no children: the finer boxes
// come with the smaller spheres.
void ExpandGround(const PairFrame& pair, const NodePair& nodes, const Body& a, const Body& b, Expansion& out) {
    const int side = a.tree ? 0 : 1;  // the tree's
    const Body &tree = side ? b : a, &ground = side ? a : b;
    const int32_t slot = side ? nodes.b : nodes.a;
    const int32_t child = tree.tree->blocks[static_cast<size_t>(slot / kLanes)].child[slot % kLanes];
    const PackedBlock& target = tree.tree->blocks[static_cast<size_t>(child)];
    out.side = side;
    out.firstSlot = child * kLanes;
    out.laneCount = tree.tree->laneCount[static_cast<size_t>(child)];
    out.hits = out.leafHits = 0;
    alignas(32) float gap[kLanes], error[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) gap[lane] = error[lane] = std::numeric_limits<float>::infinity();
    for (int lane = 0; lane < out.laneCount; ++lane) {
        const HeightHit hit = TestGround(tree, ground, out.firstSlot + lane);
        gap[lane] = static_cast<float>(hit.gap);
        if (!hit.overlaps) continue;
        out.hits |= 1u << lane;
        if (target.child[lane] < 0) out.leafHits |= 1u << lane;
        const double own =
            target.error[lane] * tree.size + target.radius[lane] * tree.uneven + hit.error + pair.errorBase;
        error[lane] = std::min(static_cast<float>(own * (1 + 1e-6)), nodes.error);
    }
    out.gap = Eight::Load(gap);
    out.error = Eight::Load(error);
}

}  // namespace spheretree
