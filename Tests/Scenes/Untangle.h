#pragma once

#include "SphereTree/TriangleMesh.h"

namespace spheretree::scenes {

/// The largest piece of a mesh without boundary, with every edge and vertex where the surface touches itself cut apart.
/// Pairs of triangles back to back go; each side of a cut bounds its own solid, and the copies of a vertex are pulled a
/// little into it. A sound mesh comes back with the same triangles. Nearly always a closed 2-manifold comes out, but
/// two fans may still share both ends of an edge: ask CheckMesh. Throws std::runtime_error when some edge is run
/// through more often one way than the other.
TriangleMesh Untangle(const TriangleMesh& mesh);

}  // namespace spheretree::scenes
