#pragma once

#include "SphereTree/Vec3.h"

// Signs that are always right, for any doubles whose sizes lie between 1e-60 and 1e60: a quick test first, and the
// exact sum of all products when that cannot decide. (Medial/Predicates.h is faster, on its lattice.)
namespace spheretree {

/// The sign of det(b − a, c − a, d − a): on which side of the plane through a, b, c the point d lies; 0 on it.
int VolumeSign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

struct Flat {
    double x = 0, y = 0;
};

/// The sign of the area of (a, b, c) in the plane; 0 when they lie on one line.
int AreaSign(const Flat& a, const Flat& b, const Flat& c);

}  // namespace spheretree
