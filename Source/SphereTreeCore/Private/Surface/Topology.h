#pragma once

#include "Base/Task.h"
#include "SphereTree/SurfaceQuery.h"

#include <vector>

namespace spheretree {

/// How triangles hang together, vertices in the same place taken as one.
struct Topology {
    std::vector<int32_t> places;    // vertex → the first vertex in the same place
    std::vector<int32_t> firstFan;  // place → where its fan begins in `fans`; the next one's beginning is its end
    std::vector<int32_t> fans;      // the triangles around each place, collapsed ones left out
    bool isClosed = false;          // CheckMesh's word: every edge of exactly two triangles
    bool hasBoundary = true;        // as a chain: some edge is run through more often one way than the other
};

/// False when cancelled.
bool MakeTopology(const TriangleMesh& mesh, const Host& host, Task& task, Topology& out);

/// The normal, of any length, by whose sign a point is inside or outside at a closest point on that feature.
Vec3 Pseudonormal(const TriangleMesh& mesh, const Topology& topology, int32_t triangle, Feature feature);

}  // namespace spheretree
