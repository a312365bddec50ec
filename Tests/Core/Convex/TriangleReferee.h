#pragma once

#include "SphereTree/TrianglePair.h"

namespace spheretree {

/// CGAL's word, in exact arithmetic. Both triangles must have area.
bool ExactlyIntersect(const TriangleCorners& a, const TriangleCorners& b);
bool HasArea(const TriangleCorners& t);

}  // namespace spheretree
