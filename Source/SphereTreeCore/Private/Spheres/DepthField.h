#pragma once

#include "SphereTree/SurfaceQuery.h"
#include "SphereTree/Vec3.h"

namespace spheretree {

/// How deep a centre lies: positive inside, minus the distance outside. A mesh without an inside has only distance.
struct DepthField {
    const SurfaceQuery* surface = nullptr;
    bool hasInside = true;

    double At(const Vec3& point) const { return hasInside ? surface->SignedDepth(point) : -surface->Distance(point); }
};

}  // namespace spheretree
