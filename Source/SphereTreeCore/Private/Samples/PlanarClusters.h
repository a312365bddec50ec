#pragma once

#include "SphereTree/TriangleMesh.h"
#include "SphereTree/Vec3.h"

#include <array>
#include <cstdint>
#include <vector>

namespace spheretree {

/// An edge where a cluster ends: at another cluster, at the mesh's boundary, or where three or more triangles meet.
struct ClusterEdge {
    int32_t from = 0, to = 0;          // vertices, as the triangle runs
    int32_t triangle = 0, other = -1;  // the triangles on both sides; −1 where there is none
};

/// Triangles that lie in one plane and hang together by their edges ([Bradshaw 2002] 4.1.1).
struct PlanarCluster {
    Vec3 origin, right, up;  // the plane's axes, unit; right × up is the normal
    std::vector<int32_t> triangles;
    std::vector<ClusterEdge> border;
};

struct PlanarClusters {
    std::vector<PlanarCluster> clusters;
    std::vector<int32_t> clusterOf;                  // of each triangle
    std::vector<std::array<int32_t, 3>> neighbours;  // across edge i, within the cluster; −1 at its border
};

/// `flatness` is how far from the plane a corner may lie, as a part of the mesh's extent.
PlanarClusters FindPlanarClusters(const TriangleMesh& mesh, const std::vector<double>& areas, double flatness = 1e-7);

}  // namespace spheretree
