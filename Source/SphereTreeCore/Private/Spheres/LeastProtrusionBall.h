#pragma once

#include "SphereTree/Vec3.h"
#include "Spheres/CertifiedError.h"
#include "Spheres/DepthField.h"
#include "Spheres/FarthestPoint.h"

#include <cstdint>
#include <span>

namespace spheretree {

struct LeastProtrusionOptions {
    int32_t looks = 0;  // at other balls than the starts
    CertifyOptions certify{};
};

struct ProtrusionBall {
    Sphere ball;
    ErrorBounds error;
};

/// The ball that covers the points and sticks out least: MinimumErrorBall's question, but of what really sticks out
/// instead of the stand-off, which says more where the surface is hollow. Never worse than the balls around `starts`,
/// of which there must be one; a local minimum.
ProtrusionBall LeastProtrusionBall(const PointColumns& points, const DepthField& field, std::span<const Vec3> starts,
                                   const LeastProtrusionOptions& options);

}  // namespace spheretree
