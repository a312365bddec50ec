#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Host.h"
#include "SphereTree/Vec3.h"

#include <vector>

namespace spheretree {

struct SphereTree;
struct TriangleMesh;

/// Which way the surface in a node faces: the mean normal of its triangles by area, and the largest angle between it
/// and any of them. A contact's normal is kept within it: two balls that have passed each other's centre would
/// otherwise push the wrong way.
struct NormalCone {
    Vec3 axis;             // unit, outwards; zero where no triangle meets the node
    double halfAngle = 4;  // radians; above π: nothing is known
};

/// One per node of the tree. A triangle counts for every node whose ball it meets, as its ancestors' do.
/// BuildTree has done it, with the mesh's faces turned outwards. Nothing is known of what a cancel left out.
SPHERETREECORE_API std::vector<NormalCone> MeasureNormalCones(const SphereTree& tree, const TriangleMesh& mesh,
                                                              const Host& host = {});

}  // namespace spheretree
