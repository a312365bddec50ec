#pragma once

#include "SphereTree/SurfaceQuery.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

// One face for all who answer questions to a surface, so that one loop measures them all.
namespace spheretree::bench {

struct SurfacePeer {
    virtual ~SurfacePeer() = default;
    virtual double Distance(const Vec3& point) const = 0;
    virtual double FirstHit(const Vec3& origin, const Vec3& direction) const = 0;  // infinity when there is none
};

/// Embree 3: float vertices, medium quality, built on `threads` threads. Closest points by rtcPointQuery with the usual
/// callback: the exact distance to the triangle, the radius shrunk to it.
std::unique_ptr<SurfacePeer> BuildEmbree(const TriangleMesh& mesh, int threads);

/// CGAL's AABB tree, Simple_cartesian<double>, with its hints for distances.
std::unique_ptr<SurfacePeer> BuildCgal(const TriangleMesh& mesh);

/// The thesis's own structure, see SeadsGrid.cpp.
std::unique_ptr<SurfacePeer> BuildSeads(const TriangleMesh& mesh, double cellsPerTriangle);

}  // namespace spheretree::bench
