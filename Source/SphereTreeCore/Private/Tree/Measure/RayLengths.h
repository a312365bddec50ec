#pragma once

#include "SphereTree/SurfaceQuery.h"
#include "SphereTree/Vec3.h"

#include <vector>

namespace spheretree {

// The line through (x, y) along z, and how much of it lies in what. Exact up to rounding: the mean-sample integration
// [Bradshaw 2002, 7.1.1, figure 7.4(b)] leaves only two of three dimensions to chance.

struct Interval {
    double low = 0, high = 0;
};
/// Apart from one another, in rising order.
using Intervals = std::vector<Interval>;

double TotalLength(const Intervals& intervals);
double SharedLength(const Intervals& a, const Intervals& b);

/// Where the line is in at least `depth` of the spheres.
Intervals SphereIntervals(const std::vector<Sphere>& spheres, double x, double y, int depth = 1);

/// Where the line is inside the surface. `bounds` is a box around it.
Intervals ObjectIntervals(const SurfaceQuery& surface, const Box& bounds, double x, double y);

}  // namespace spheretree
