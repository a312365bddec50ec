#pragma once

#include "SphereTree/TrianglePair.h"
#include "SphereTree/Vec3.h"

#include <array>
#include <cstdint>
#include <vector>

namespace spheretree {

/// A part of the space between two concentric spheres: all points p with inner ≤ |p − centre| ≤ outer and
/// axis · (p − centre) ≥ cosine · |p − centre|. [Krishnan 1998] 4, eq 2
struct Shell {
    Vec3 centre;
    Vec3 axis{0, 0, 1};  // of unit length
    double inner = 0, outer = 0;
    double cosine = -1;  // of the half-angle; −1: all directions

    double Thickness() const { return outer - inner; }
};

/// A box that may stand in any direction.
struct OrientedBox {
    Vec3 centre;
    std::array<Vec3, 3> axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};  // of unit length, at right angles
    Vec3 half;
};

struct ShellFitOptions {
    int32_t clusters = 100;   // points that the centre is fitted to [Krishnan 1998] 4.1
    double flatReach = 1000;  // a centre stands no farther away than this, in radii of the part
    double flatGain = 1;      // a flat disc is taken where it has so many times less volume
    bool tightAxis = true;    // towards the middle of the part, if that makes the cone narrower
};

/// A fitted shell and the point that limits its angle: where the tree is cut.
struct FittedShell {
    Shell shell;
    Vec3 limit;
};

/// A shell that contains every point of every triangle, all roundings included. At least one triangle.
/// `above` is the centre of the part that this one is cut from: what the triangles leave open of the centre follows it.
/// [Krishnan 1998] 4.1–4.5
SPHERETREECORE_API FittedShell FitShell(const TriangleCorners* triangles, int64_t count,
                                        const ShellFitOptions& options = {}, const Vec3* above = nullptr);

/// A box along the principal axes of the surface, around all triangles; and a ball around their box.
/// [Gottschalk 1996]
SPHERETREECORE_API OrientedBox FitBox(const TriangleCorners* triangles, int64_t count);
SPHERETREECORE_API Sphere FitBall(const TriangleCorners* triangles, int64_t count);

SPHERETREECORE_API double VolumeOf(const Shell& shell);
SPHERETREECORE_API double VolumeOf(const OrientedBox& box);

/// The smallest ball about a point of the axis that contains the shell.
SPHERETREECORE_API Sphere BallAround(const Shell& shell);

/// How far a point lies from the shell; 0 inside.
SPHERETREECORE_API double DistanceTo(const Shell& shell, const Vec3& point);

/// Whether two volumes have a point in common. Exact up to rounding, and rounding never says no to a true yes.
/// [Krishnan 1998] 6; [Gottschalk 1996] for boxes.
SPHERETREECORE_API bool Overlap(const Shell& a, const Shell& b);
SPHERETREECORE_API bool Overlap(const Shell& shell, const Sphere& ball);
SPHERETREECORE_API bool Overlap(const OrientedBox& a, const OrientedBox& b);
SPHERETREECORE_API bool Overlap(const OrientedBox& box, const Sphere& ball);
SPHERETREECORE_API bool Overlap(const Sphere& a, const Sphere& b);

}  // namespace spheretree
