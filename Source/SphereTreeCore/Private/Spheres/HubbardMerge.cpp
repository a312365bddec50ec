#include "Spheres/MergeSpheres.h"
#include "Spheres/RitterBall.h"
#include "Spheres/SphereError.h"

// [Bradshaw 2002] 4.3, after Hubbard: the medial spheres of a regular sampling, merged pair by pair. Ritter's ball,
// error as the distance from surface points along their normals to the sphere (eq 4.1, 4.2), neighbours only.

namespace spheretree {

SphereSet FitHubbardMerge(const BakeContext& bake, const Region& region, int32_t count, uint64_t) {
    const std::vector<Vec3>& points = region.patches.points;
    const std::vector<Vec3> normals = PointNormals(region.patches);
    MergeRules rules;
    rules.beneficialFirst = false;
    rules.allPairsFromTimes = 0;
    rules.fit = [&](std::vector<int32_t> indices) {
        std::vector<Vec3> chosen;
        for (int32_t index : indices) chosen.push_back(points[size_t(index)]);
        PointedSphere fitted;
        fitted.sphere = RitterBall(chosen);
        fitted.error = PointsToSphere(fitted.sphere, points, normals, indices);
        fitted.points = std::move(indices);
        return fitted;
    };
    SphereSet set;
    for (const PointedSphere& left : MergeSpheres(FindRegularRegionSpheres(bake, region), count, rules, bake.cancelled))
        set.spheres.push_back(left.sphere);
    return set;
}

}  // namespace spheretree
