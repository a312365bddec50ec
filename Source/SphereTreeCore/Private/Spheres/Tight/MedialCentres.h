#pragma once

#include "SphereTree/Host.h"
#include "Spheres/SphereMethod.h"

#include <cstdint>
#include <vector>

namespace spheretree {

/// A place for a sphere's centre, and how deep it lies.
struct DeepCentre {
    Vec3 centre;
    double depth = 0;
};

/// Centres of balls that touch the surface at up to `count` patches of the region, spread over it, and at a second
/// place: points of the medial axis. Where hardly a ball fits on the inner side, points of the surface.
std::vector<DeepCentre> FindMedialCentres(const BakeContext& bake, const Region& region, int32_t count,
                                          const Host& host = {});

}  // namespace spheretree
