#pragma once

#include "SphereTree/Vec3.h"

// The signs on which a Delaunay structure stands, always right.
//
// They are defined on a lattice: coordinates are whole multiples of 2^-52 between -1 and 1. A point of any mesh gets
// there by the shift and scale that take the mesh into the unit ball (MedialAxis does that) and by rounding to the
// lattice, which costs no more than rounding a double near 1. What this buys: differences of coordinates are exact in
// double, nothing overflows or underflows, and when the quick test cannot decide, the exact value is a short integer
// (272 bits), ten times cheaper than expansions of doubles. Grids, cubes and spheres, where the quick test never
// decides, stay fast.
namespace spheretree {

/// The nearest point of the lattice. The point must lie in the cube [-1, 1]^3.
Vec3 SnapToLattice(const Vec3& point);
bool IsOnLattice(const Vec3& point);

/// The sign of the volume of (a, b, c, d), i.e. of det(b−a, c−a, d−a); 0 when the four are coplanar.
int Orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// For Orient3d(a, b, c, d) > 0: 1 when `point` is inside their sphere, -1 outside, 0 on it. The reverse for < 0.
int InSphere(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const Vec3& point);

/// Exactly on one line, equal points included.
bool AreCollinear(const Vec3& a, const Vec3& b, const Vec3& c);

/// The centre of the sphere through four points that are not coplanar, right to 1e-11 of its distance from them,
/// however flat the tetrahedron is.
Vec3 Circumcentre(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// The same signs with no quick test before them. For tests and measurements.
namespace exact {
int Orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
int InSphere(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const Vec3& point);
}  // namespace exact

}  // namespace spheretree
