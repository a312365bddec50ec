#include "Core/Convex/TriangleReferee.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Intersections_3/Triangle_3_Triangle_3.h>

namespace spheretree {

namespace {
using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

Kernel::Triangle_3 ToCgal(const TriangleCorners& t) {
    const auto at = [](const Vec3& p) { return Kernel::Point_3(p.x, p.y, p.z); };
    return {at(t[0]), at(t[1]), at(t[2])};
}
}  // namespace

bool ExactlyIntersect(const TriangleCorners& a, const TriangleCorners& b) {
    return CGAL::do_intersect(ToCgal(a), ToCgal(b));
}

bool HasArea(const TriangleCorners& t) { return !ToCgal(t).is_degenerate(); }

}  // namespace spheretree
