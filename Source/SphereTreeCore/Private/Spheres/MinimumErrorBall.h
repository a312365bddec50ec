#pragma once

#include "SphereTree/Vec3.h"
#include "Spheres/DepthField.h"
#include "Spheres/FarthestPoint.h"

#include <cstdint>
#include <span>

namespace spheretree {

struct MinimumErrorOptions {
    int32_t mostDepthQueries = 60;
    double tolerance = 1e-3;  // of the minimum ball's radius: ends when the next step promises less than this
    double lookAround = 0.5;  // of the same: how far away a second valley is looked for; 0 saves about ten queries
};

struct ErrorBall {
    Sphere ball;       // contains every point, as MinimumBall does
    double error = 0;  // its stand-off: radius − depth of the centre, eq 5.1
    int32_t depthQueries = 0;
};

/// The ball that covers the points and stands off the surface least: e(c) = max|p − c| − depth(c), over the centre c.
/// [Bradshaw 2002] figure 5.13 and 6.1. Never worse than the minimum ball, nor than a ball around any of the `hints`
/// (a former centre, a medial vertex). A local minimum: the field has one per bulge of the object.
ErrorBall MinimumErrorBall(const PointColumns& points, const DepthField& field, std::span<const Vec3> hints = {},
                           const MinimumErrorOptions& options = {});
ErrorBall MinimumErrorBall(std::span<const Vec3> points, const DepthField& field, std::span<const Vec3> hints = {},
                           const MinimumErrorOptions& options = {});

}  // namespace spheretree
