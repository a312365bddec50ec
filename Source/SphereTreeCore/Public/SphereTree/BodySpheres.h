#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Host.h"
#include "SphereTree/NormalCones.h"
#include "SphereTree/Result.h"
#include "SphereTree/SphereTree.h"
#include "SphereTree/TriangleMesh.h"
#include "SphereTree/Vec3.h"

#include <cstdint>
#include <vector>

namespace spheretree {

/// Where the spheres of a body came from.
enum class SphereSource : uint8_t {
    Level,    // a level of a tree, with the leaves above it: they cover the mesh
    Grown,    // from triangle centres inwards, [Navarro Newball 2008] figure 1f–i: they need not cover it
    Vertices  // one at every vertex, for bodies that change their shape
};

/// A body as spheres without a hierarchy: the paper's M_s.
struct BodySpheres {
    SphereSource source = SphereSource::Level;
    int32_t level = 0;               // Level: which
    std::vector<Sphere> spheres;     // in the mesh's own frame and unit
    std::vector<double> errors;      // per sphere: certified, how far it sticks out of the object
    std::vector<NormalCone> cones;   // per sphere, or none
    std::vector<int32_t> originals;  // per sphere: the node, triangle or vertex that it came from
    bool coversMesh = false;         // what touches the mesh touches a sphere
};

/// The spheres of a level and the leaves above it. A level deeper than the tree gives its leaves.
SPHERETREECORE_API Result<BodySpheres> SpheresOfLevel(const SphereTree& tree, int32_t level);

struct GrowOptions {
    double step = 0.01;           // the paper's δt, of the length of the line that the centre moves along
    double longest = 0.101;       // the paper's last T
    double largestRadius = 0.02;  // the threshold, of the mesh's bounding radius; focuses on narrow regions
    bool certify = true;          // measure each sphere's error; without it the diameter stands for it
};

/// [Navarro Newball 2008] figure 1f–i: from the middle of each triangle inwards, until a second, a third and a fourth
/// triangle's middle are reached or the threshold radius is. The mesh is cleaned first.
SPHERETREECORE_API Result<BodySpheres> GrowSpheres(const TriangleMesh& mesh, const GrowOptions& options = {},
                                                   const Host& host = {});

/// One sphere of that radius at every vertex; its error is the radius.
SPHERETREECORE_API Result<BodySpheres> VertexSpheres(const TriangleMesh& mesh, double radius);

/// The same for the same spheres, and for no others: tells whether a table was made from these.
SPHERETREECORE_API uint64_t FingerprintOf(const BodySpheres& body);

}  // namespace spheretree
