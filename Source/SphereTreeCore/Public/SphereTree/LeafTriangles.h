#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Host.h"
#include "SphereTree/TriangleMesh.h"
#include "SphereTree/Vec3.h"

#include <cstdint>
#include <string>
#include <vector>

namespace spheretree {

struct SphereTree;

/// The triangles of each leaf's region [Bradshaw 2002] 8.3.7: with them an approximate contact can become an exact one.
/// The mesh once, and numbers per leaf.
///
/// Promise: every point of every triangle lies in a chain root → leaf of balls whose leaf names the triangle. So where
/// two triangles meet, two leaves overlap that name them.
struct LeafTriangles {
    std::vector<Vec3> vertices;
    std::vector<Triangle> triangles;   // sound ones, in the mesh's order, facing outwards where there is an outside
    std::vector<int32_t> firstOfNode;  // one more than the tree has nodes; inner nodes name none
    std::vector<int32_t> ofNode;       // triangles, node by node

    bool IsEmpty() const { return triangles.empty(); }
};

/// Gives the leaves their triangles. The mesh is the one that the tree was baked from. A sentence when some piece of it
/// is covered by no chain; the tree is then as it was. Independent of the number of threads.
SPHERETREECORE_API std::string AttachTriangles(SphereTree& tree, const TriangleMesh& mesh, const Host& host = {});

/// Empty when lists, numbers and vertices are sound. (FindStructureFault asks it.)
SPHERETREECORE_API std::string FindTrianglesFault(const SphereTree& tree);

}  // namespace spheretree
