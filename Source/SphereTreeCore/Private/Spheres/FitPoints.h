#pragma once

#include "Spheres/RegionSpheres.h"

namespace spheretree {

/// The minimum ball around some of the region's points, with its stand-off.
PointedSphere FitPoints(const BakeContext& bake, const Region& region, std::vector<int32_t> points);

/// The minimum ball, or the old centre with the radius that the points need, whichever stands off less (5.3.2):
/// this keeps a sphere near the medial axis unless moving it helps.
PointedSphere FitPointsOrGrow(const BakeContext& bake, const Region& region, std::vector<int32_t> points,
                              const Vec3& oldCentre);

/// A set's spheres with the points each answers for, refitted to them; and back, without those that answer for none.
std::vector<PointedSphere> WithPoints(const BakeContext& bake, const Region& region, const SphereSet& set);
SphereSet WithoutPoints(const std::vector<PointedSphere>& spheres);

double WorstError(const std::vector<PointedSphere>& spheres);

}  // namespace spheretree
