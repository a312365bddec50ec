#pragma once

#include "Spheres/RegionSpheres.h"

namespace spheretree {

/// Algorithm 9 on spheres that already answer for points.
std::vector<PointedSphere> OptimisePointed(const BakeContext& bake, const Region& region,
                                           std::vector<PointedSphere> spheres);

}  // namespace spheretree
