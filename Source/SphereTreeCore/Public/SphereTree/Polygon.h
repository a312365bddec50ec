#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Result.h"
#include "SphereTree/TriangleMesh.h"
#include "SphereTree/TrianglePair.h"
#include "SphereTree/Vec3.h"

#include <cstdint>
#include <vector>

// Polygons of any number of corners, convex or not. [Van den Bergen 1999] chapter 3
namespace spheretree {

/// Simple and flat: its boundary does not meet itself. The plane is normal · x + offset = 0.
struct Polygon {
    std::vector<Vec3> corners;
    Vec3 normal;  // unit; counter-clockwise seen from its tip
    double offset = 0;

    /// An error for fewer than three corners, for one that is not finite, for none of area, and for corners that lie
    /// off the plane by more than a millionth of the polygon's size.
    SPHERETREECORE_API static Result<Polygon> Make(std::vector<Vec3> corners);
};

/// Whether two polygons intersect. Where planes are parallel the answer is no, as if they lay a hair apart (3.2.2): two
/// closed surfaces that touch there intersect elsewhere too. Clip, sort, merge: Algorithm 3.1.
SPHERETREECORE_API bool PolygonsIntersect(const Polygon& a, const Polygon& b);

/// All segments that they share, in order along their planes' common line. Algorithm 3.2.
SPHERETREECORE_API std::vector<CommonSegment> IntersectPolygons(const Polygon& a, const Polygon& b);

/// The crossings test, in the polygon's plane: where the point is seen along the axis closest to the normal.
SPHERETREECORE_API bool IsInPolygon(const Polygon& polygon, const Vec3& point);

/// 3.3.1: plane, corners, edges, and the centre's foot.
SPHERETREECORE_API bool PolygonMeetsSphere(const Polygon& polygon, const Sphere& sphere);

/// 3.3.2: plane, outcodes, edges clipped by the bits of their ends' outcodes, and the diagonal that is steepest.
SPHERETREECORE_API bool PolygonMeetsBox(const Polygon& polygon, const Box& box);

/// Whether a point lies inside a closed mesh: crossings of a ray, which is drawn again when it meets an edge or a
/// corner (3.1.2). Decided with exact signs; a point of the surface counts as inside.
SPHERETREECORE_API bool IsInPolyhedron(const TriangleMesh& mesh, const Vec3& point, uint64_t seed = 1);

}  // namespace spheretree
