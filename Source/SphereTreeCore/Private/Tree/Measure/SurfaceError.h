#pragma once

#include "SphereTree/SurfaceQuery.h"
#include "SphereTree/Vec3.h"

#include <cstdint>

namespace spheretree {

/// A point that is outside the object, and how far.
struct SurfaceProtrusion {
    double distance = 0;
    Vec3 point;
};

/// How far a sphere sticks out: the largest distance from a point of its surface that is outside the object to the
/// object; 0 when none is. Without an inside, to the surface from everywhere. At least `directions` points are tried,
/// or proven not to matter, and the best few refined. What comes back was found at a point, so it is never too large.
SurfaceProtrusion FindSurfaceProtrusion(const SurfaceQuery& surface, bool hasInside, const Sphere& sphere,
                                        int32_t directions);

inline double MeasureSurfaceError(const SurfaceQuery& surface, bool hasInside, const Sphere& sphere,
                                  int32_t directions) {
    return FindSurfaceProtrusion(surface, hasInside, sphere, directions).distance;
}

}  // namespace spheretree
