#pragma once

#include "SphereTree/SurfaceQuery.h"

#include <vector>

namespace spheretree {

/// How triangles hang together, vertices in the same place taken as one.
struct Topology {
    std::vector<int32_t> place;      // vertex → the first vertex in the same place
    std::vector<Vec3> vertexNormals; // by place; angle-weighted pseudonormals, of any length
    std::vector<Vec3> edgeNormals;   // by triangle·3 + edge; sums of the adjacent unit normals
    bool isClosed = false;           // CheckMesh's word: every edge of exactly two triangles
    bool hasBoundary = true;         // as a chain: some edge is run through more often one way than the other
};

Topology MakeTopology(const TriangleMesh& mesh);

/// The normal by whose sign a point is inside or outside, at a closest point on that feature.
Vec3 Pseudonormal(const TriangleMesh& mesh, const Topology& topology, int32_t triangle, Feature feature);

}  // namespace spheretree
