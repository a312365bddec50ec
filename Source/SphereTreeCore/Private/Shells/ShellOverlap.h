#pragma once

#include "SphereTree/Shell.h"

namespace spheretree {

/// The nearest point of the shell; the point itself when it lies within.
Vec3 NearestPoint(const Shell& shell, const Vec3& point);

/// The square of the distance to the shell's farthest point, to some roundings of (|point − centre| + outer)².
double FarthestSquared(const Shell& shell, const Vec3& point);

/// Overlap(a, b) by signs alone, without any quick verdict before.
bool ShellsMeet(const Shell& a, const Shell& b);

/// Overlap(a, b), for those who keep the balls around the shells. With a yes, two points of the shells are known that
/// are this far apart: 0 but for roundings, or where only signs say that the shells meet.
bool OverlapWithBalls(const Shell& a, const Sphere& ballA, const Shell& b, const Sphere& ballB, double& gap);

}  // namespace spheretree
