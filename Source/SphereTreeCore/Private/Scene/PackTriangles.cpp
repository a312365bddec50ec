#include "Scene/PackTriangles.h"

#include <algorithm>
#include <numeric>

namespace spheretree {

namespace {

/// One vertex of each connected piece of the surface, the first of it.
std::vector<int32_t> FirstOfPieces(const LeafTriangles& of) {
    std::vector<int32_t> leader(of.vertices.size());
    std::iota(leader.begin(), leader.end(), 0);
    const auto find = [&](int32_t v) {
        while (leader[static_cast<size_t>(v)] != v) {
            int32_t& above = leader[static_cast<size_t>(v)];
            v = above = leader[static_cast<size_t>(above)];
        }
        return v;
    };
    for (const Triangle& t : of.triangles)
        for (const int32_t corner : {t[1], t[2]}) {
            const int32_t a = find(t[0]), b = find(corner);
            leader[static_cast<size_t>(std::max(a, b))] = std::min(a, b);
        }
    std::vector<int32_t> first;
    for (int32_t v = 0; v < static_cast<int32_t>(leader.size()); ++v)
        if (leader[static_cast<size_t>(v)] == v) first.push_back(v);
    return first;
}

void PutLeaf(PackedTriangles& into, const LeafTriangles& of, int32_t node, int32_t slot) {
    const auto place = static_cast<size_t>(node);
    for (int32_t i = of.firstOfNode[place]; i < of.firstOfNode[place + 1]; ++i) {
        const int32_t name = of.ofNode[static_cast<size_t>(i)];
        into.ofSlot.push_back(name);
        int32_t& leaf = into.leafOf[static_cast<size_t>(name)];
        if (leaf == 0) leaf = slot;
    }
}

}  // namespace

std::shared_ptr<const PackedTriangles> PackTriangles(PackedTree& packed, const LeafTriangles& of,
                                                     SurfaceDivision division) {
    auto into = std::make_shared<PackedTriangles>();
    into->vertices = of.vertices;
    into->triangles = of.triangles;
    into->pieces = FirstOfPieces(of);
    into->firstOfSlot.assign(1, 0);
    into->leafOf.assign(of.triangles.size(), 0);
    for (size_t block = 0; block < packed.laneCount.size(); ++block)
        for (int lane = 0; lane < kLanes; ++lane) {
            const int32_t slot = static_cast<int32_t>(block) * kLanes + lane;
            if (lane < packed.laneCount[block]) PutLeaf(*into, of, packed.firstNode[block] + lane, slot);
            into->firstOfSlot.push_back(static_cast<int32_t>(into->ofSlot.size()));
        }
    if (division == SurfaceDivision::Patches) PackPatches(packed, *into);
    return into;
}

}  // namespace spheretree
