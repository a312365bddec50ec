#include "Spheres/DivideRegion.h"
#include "Spheres/RegionSpheres.h"

#include <algorithm>

// [Bradshaw 2002] 7.1.5: Merge and Expand, the one with the lower worst error for each node. Expand distributes error
// best where the region is convex; Merge is the more general.
// Differs: both are refitted to their parts before they are compared, because the refit decides what the tree gets.

namespace spheretree {

namespace {

struct RefittedSet {
    SphereSet set;
    double worst = 0;
};

RefittedSet RefitToParts(const BakeContext& bake, const Region& region, SphereSet set) {
    RefittedSet refitted;
    for (const RegionPart& part : DivideRegion(bake, region, std::move(set), {})) {
        refitted.set.spheres.push_back(part.sphere);
        refitted.worst = std::max(refitted.worst, part.error);
    }
    return refitted;
}

}  // namespace

SphereSet FitCombined(const BakeContext& bake, const Region& region, int32_t count, uint64_t) {
    RegionSpheres medial = FindRegionSpheres(bake, region);
    RefittedSet expanded = RefitToParts(bake, region, ExpandRegionSpheres(bake, region, medial, count));
    RefittedSet merged = RefitToParts(bake, region, MergeRegionSpheres(bake, region, std::move(medial), count));
    return expanded.worst <= merged.worst ? std::move(expanded.set) : std::move(merged.set);
}

}  // namespace spheretree
