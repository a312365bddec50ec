#pragma once

#include "Spheres/SphereMethod.h"

#include <cstdint>
#include <vector>

namespace spheretree {

/// A sphere of a set that is being reduced, and the region's points it answers for. Every point has one answerer.
struct PointedSphere {
    Sphere sphere;
    double error = 0;             // stand-off, unless the method measures otherwise
    std::vector<int32_t> points;  // indices into the region's points, rising
};

/// The medial spheres from which a region's reduction starts, with their neighbours in the Voronoi diagram.
struct RegionSpheres {
    std::vector<PointedSphere> spheres;
    std::vector<std::vector<int32_t>> neighbours;  // rising, symmetric
};

/// At least recipe.regionMedialSpheres (recipe.initialMedialSpheres for the whole object) spheres that together cover
/// the region's points, refined until the worst stands off recipe.regionErrorFraction of the parent (thesis 6.1).
RegionSpheres FindRegionSpheres(const BakeContext& bake, const Region& region);

/// Hubbard's: from the one regular medial axis, never refined; those spheres that answer for a point of the region.
RegionSpheres FindRegularRegionSpheres(const BakeContext& bake, const Region& region);

/// Gives each point to the sphere that holds it best: the one with the least error that contains it, or, where none
/// does, the one that is closest to covering it (eq 5.2). Spheres without points are dropped, unless `keepAll`.
void AnswerForPoints(const BakeContext& bake, const Region& region, RegionSpheres& set, bool keepAll = false);

/// Merge and Expand from medial spheres that were found before, so that Combined finds them once.
SphereSet MergeRegionSpheres(const BakeContext& bake, const Region& region, RegionSpheres medial, int32_t count);
SphereSet ExpandRegionSpheres(const BakeContext& bake, const Region& region, const RegionSpheres& medial,
                              int32_t count);

/// The unit normal at each point, the mean of the patches that meet there by area.
std::vector<Vec3> PointNormals(const Patches& patches);

}  // namespace spheretree
