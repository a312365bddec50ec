#pragma once

#include "SphereTree/ConvexShape.h"

namespace spheretree {

/// A point and a shape. Outside, `distance` is at most the true one, and nearly it; inside it is minus the depth.
struct PointGap {
    double distance = 0;
    Vec3 closest;  // on the shape's surface
    Vec3 normal;   // unit, out of the shape, towards the point when that is outside
};

/// By formula for balls, boxes, capsules, cylinders and cones whose scale is even (a box may have any); by GJK and the
/// expanding polytope for the others, and for whoever is swept. `scale` is what the map has, along the shape's axes.
PointGap MeasurePoint(const PlacedShape& placed, const Vec3& scale, const Vec3& point);

/// A lower bound of the distance alone, 0 inside: cheaper where there is no formula.
double LeastDistance(const PlacedShape& placed, const Vec3& scale, const Vec3& point);

}  // namespace spheretree
