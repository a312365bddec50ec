#pragma once

#include "SphereTree/SurfaceQuery.h"
#include "SphereTree/Vec3.h"

#include <cmath>
#include <limits>

namespace spheretree {

/// How deep a centre lies: positive inside, minus the distance outside. A mesh without an inside has only distance.
struct DepthField {
    const SurfaceQuery* surface = nullptr;
    bool hasInside = true;

    double At(const Vec3& point) const { return hasInside ? surface->SignedDepth(point) : -surface->Distance(point); }

    /// The same, sooner, where the depth of a place near by is known: it bounds how far the surface is, and where none
    /// lies between the two, both are on the same side.
    double Near(const Vec3& point, const Vec3& known, double knownDepth, SurfaceQuery::Whereabouts& near) const {
        constexpr double kRounding = 1e-9;  // of the bound, and of the bake's unit
        const double apart = Distance(point, known), bound = std::abs(knownDepth) + apart;
        const double distance = surface->Distance(point, bound * (1 + kRounding) + kRounding, 0, &near);
        const bool isSame = apart < std::abs(knownDepth);
        const bool isInside = hasInside && (isSame ? knownDepth > 0 : surface->IsInside(point));
        return isInside ? distance : -distance;
    }

    /// Minus the depth where that is above `enough`; elsewhere something between the two, sooner.
    double HeightAbove(const Vec3& point, double enough, SurfaceQuery::Whereabouts& near) const {
        const double distance = surface->Distance(point, std::numeric_limits<double>::infinity(), enough, &near);
        if (distance <= enough || !hasInside) return distance;
        return surface->IsInside(point) ? -distance : distance;
    }
};

}  // namespace spheretree
