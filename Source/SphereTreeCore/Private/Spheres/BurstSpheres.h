#pragma once

#include "Spheres/RegionSpheres.h"

namespace spheretree {

/// Removes spheres until `count` are left; those around a removed one grow to cover what it leaves (Algorithm 5).
std::vector<PointedSphere> BurstSpheres(const BakeContext& bake, const Region& region,
                                        std::vector<PointedSphere> spheres, int32_t count);

}  // namespace spheretree
