#pragma once

#include "SphereTree/SurfaceQuery.h"
#include "Surface/Hierarchy.h"

namespace spheretree {

// Rays in local coordinates. A closed surface has no gap for a ray: see RaySearch.cpp.

RayHit SearchFirstHit(const Hierarchy& hierarchy, const Ray& ray);
/// In no order.
void SearchAllHits(const Hierarchy& hierarchy, const Ray& ray, std::vector<RayHit>& out);
int32_t CountHits(const Hierarchy& hierarchy, const Ray& ray);

/// Leaving less entering crossings along the segment: where the surface has no boundary, exactly the winding number
/// at `from` less that at `to`.
int32_t SignedCrossings(const Hierarchy& hierarchy, const Vec3& from, const Vec3& to);

}  // namespace spheretree
