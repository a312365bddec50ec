#pragma once

#include "SphereTree/SurfaceQuery.h"
#include "Surface/Hierarchy.h"

#include <span>

namespace spheretree {

/// A triangle by its place in the hierarchy, and the squared distance to it. All in local coordinates.
struct ClosestTriangle {
    double squaredDistance;  // before the search: only triangles nearer than this count
    int32_t block = -1, lane = 0;
};

/// Finds the triangle nearest to `point`; leaves `best` as it is when none is nearer than it says. One whose squared
/// distance is at most `enoughSquare` will do, too. `first`: blocks to look at first.
void SearchClosest(const Hierarchy& hierarchy, const Vec3& point, ClosestTriangle& best, double enoughSquare = -1,
                   std::span<const int32_t> first = {});

struct PointOnTriangle {
    Vec3 point;
    Feature feature = Feature::Face;
};

/// The point of that triangle nearest to `point`, and what it lies on.
PointOnTriangle ClosestOnLane(const TriangleBlock& block, int32_t lane, const Vec3& point);

}  // namespace spheretree
