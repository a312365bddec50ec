#pragma once

#include "Spheres/SphereMethod.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace spheretree {

/// The least stand-off for which `trySpheres` covers the region with at most `count` spheres, by halving the interval
/// between nothing and the parent's own (thesis 5.3.3); `trySpheres` returns an empty set where it needs more.
/// The parent alone when no stand-off below its own succeeds.
std::vector<Sphere> SearchStandOff(const Region& region, int32_t count,
                                   const std::function<std::vector<Sphere>(double standOff)>& trySpheres,
                                   const BakeContext& bake);

}  // namespace spheretree
