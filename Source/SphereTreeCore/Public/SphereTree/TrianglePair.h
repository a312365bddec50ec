#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Vec3.h"

#include <array>

// Two triangles in space: whether they meet, how far they are apart, where they meet.
namespace spheretree {

using TriangleCorners = std::array<Vec3, 3>;

/// Whether two closed triangles have a point in common, touching included: the exact answer for the doubles given,
/// whatever their size between 1e-60 and 1e60, coplanar and without area too. Only of two that are both without area
/// it is told to rounding.
SPHERETREECORE_API bool TrianglesIntersect(const TriangleCorners& a, const TriangleCorners& b);

/// False only when some plane parts them by more than the margin: who must not miss a contact puts what rounding did to
/// the corners into it. With margin 0, the answer of TrianglesIntersect but for rounding. Twice as fast.
SPHERETREECORE_API bool TrianglesTouch(const TriangleCorners& a, const TriangleCorners& b, double margin);

/// The closest points of two triangles; where they intersect, a common point.
struct TriangleGap {
    double distance = 0;
    Vec3 pointA, pointB;
};
SPHERETREECORE_API TriangleGap MeasureTriangles(const TriangleCorners& a, const TriangleCorners& b);

/// The segment that two intersecting triangles share; a point twice when they only touch, or lie in one plane.
struct CommonSegment {
    Vec3 from, to;
};
SPHERETREECORE_API CommonSegment FindCommonSegment(const TriangleCorners& a, const TriangleCorners& b);

/// The point of a triangle closest to a point.
SPHERETREECORE_API Vec3 ClosestOnTriangle(const TriangleCorners& triangle, const Vec3& point);

}  // namespace spheretree
