#include "Spheres/RegionSpheres.h"
#include "Spheres/SphereError.h"

#include <algorithm>

// [Bradshaw 2002] 7.1.5: Merge and Expand, the one with the lower worst error for each node. Expand distributes error
// best where the region is convex; Merge is the more general.

namespace spheretree {

namespace {
double WorstProtrusion(const BakeContext& bake, const SphereSet& set) {
    double worst = 0;
    for (const Sphere& sphere : set.spheres)
        worst = std::max(worst, FindProtrusion(sphere, bake.depth, 320).distance);
    return worst;
}
}  // namespace

SphereSet FitCombined(const BakeContext& bake, const Region& region, int32_t count, uint64_t) {
    RegionSpheres medial = FindRegionSpheres(bake, region);
    SphereSet expanded = ExpandRegionSpheres(bake, region, medial, count);
    SphereSet merged = MergeRegionSpheres(bake, region, std::move(medial), count);
    if (merged.spheres.empty()) return expanded;
    if (expanded.spheres.empty()) return merged;
    return WorstProtrusion(bake, expanded) <= WorstProtrusion(bake, merged) ? expanded : merged;
}

}  // namespace spheretree
