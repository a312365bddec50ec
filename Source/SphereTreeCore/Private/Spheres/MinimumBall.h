#pragma once

#include "SphereTree/Vec3.h"
#include "Spheres/FarthestPoint.h"

#include <span>

namespace spheretree {

/// The smallest ball that contains the points: the exact optimum to rounding, and every point inside it as doubles
/// count (LengthSquared(p − c) ≤ r²). Any number of points in any position; radius 0 at the origin for none.
Sphere MinimumBall(std::span<const Vec3> points);
Sphere MinimumBall(const PointColumns& points);

/// The smallest ball that contains the balls. Radii must not be negative.
Sphere MinimumBallOfBalls(std::span<const Sphere> balls);

}  // namespace spheretree
