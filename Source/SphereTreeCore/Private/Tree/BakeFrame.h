#pragma once

#include "Base/Task.h"
#include "SphereTree/TriangleMesh.h"
#include "SphereTree/Vec3.h"

#include <array>

namespace spheretree {

/// The frame in which a bake works: the object's bounding ball becomes the unit ball, its principal axes the axes.
/// A mesh that is moved, turned or scaled gives the same numbers here, hence the same tree up to that motion.
struct BakeFrame {
    Vec3 origin;                                                    // of the mesh's frame, becomes 0
    double unit = 1;                                                // of the mesh, becomes 1
    std::array<Vec3, 3> axes{Vec3{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  // orthonormal, right-handed, in the mesh's frame

    Vec3 ToBake(const Vec3& point) const;
    Vec3 FromBake(const Vec3& point) const;
    /// In the mesh's frame, the radius grown by what rounding may have moved the centre.
    Sphere FromBake(const Sphere& sphere) const;
};

/// `principalAxes` asks for the object's own axes; an object whose moments do not tell them apart (a cube, a torus)
/// keeps the mesh's. `mesh` has at least one triangle and finite vertices, `ball` is the smallest around them.
BakeFrame FindBakeFrame(const TriangleMesh& mesh, const Sphere& ball, bool principalAxes, const Host& host, Task& task);

/// The mesh in the frame, its coordinates rounded to a grid of 2^-32: far below any tolerance, far above the rounding
/// that moved and scaled copies differ by.
TriangleMesh ToBake(const TriangleMesh& mesh, const BakeFrame& frame, const Host& host = {});

}  // namespace spheretree
