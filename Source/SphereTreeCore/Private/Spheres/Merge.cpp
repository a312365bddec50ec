#include "Spheres/FitPoints.h"
#include "Spheres/MergeSpheres.h"

// [Bradshaw 2002] 5.3.1: as Hubbard's, with the exact minimum ball, error measured from the sphere to the surface,
// neighbours for every sphere, beneficial merges first, and all pairs when few are left.

namespace spheretree {

SphereSet MergeRegionSpheres(const BakeContext& bake, const Region& region, RegionSpheres medial, int32_t count) {
    MergeRules rules;
    rules.fit = [&](std::vector<int32_t> indices) { return FitPoints(bake, region, std::move(indices)); };
    SphereSet set;
    for (const PointedSphere& left : MergeSpheres(std::move(medial), count, rules, bake.cancelled))
        set.spheres.push_back(left.sphere);
    return set;
}

SphereSet FitMerge(const BakeContext& bake, const Region& region, int32_t count, uint64_t) {
    return MergeRegionSpheres(bake, region, FindRegionSpheres(bake, region), count);
}

}  // namespace spheretree
