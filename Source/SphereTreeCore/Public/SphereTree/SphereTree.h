#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Host.h"
#include "SphereTree/LeafTriangles.h"
#include "SphereTree/NormalCones.h"
#include "SphereTree/Recipe.h"
#include "SphereTree/Result.h"
#include "SphereTree/TriangleMesh.h"
#include "SphereTree/Vec3.h"

#include <cstdint>
#include <string>
#include <vector>

namespace spheretree {

struct TreeNode {
    Sphere sphere;  // in the mesh's own frame and unit
    double error =
        0;  // certified: no point of the ball that is outside the object is farther from the object than this
    int32_t parent = -1;
    int32_t firstChild = -1;  // the children stand side by side
    int32_t childCount = 0;
    int32_t level = 0;  // the root's is 0
};

/// A hierarchy of spheres. Nodes stand level by level, so a child comes after its parent.
///
/// Promise 1: for every point of every triangle there is a chain root → leaf of spheres that all contain it.
/// Promise 2: `error` is an upper bound over the whole ball, not only over its surface.
struct SphereTree {
    std::vector<TreeNode> nodes;
    std::vector<Sphere> volumeSpheres;    // Hybrid: the smallest sphere of each node's region; empty otherwise
    std::vector<NormalCone> normalCones;  // which way each node's surface faces; empty when nobody measured it
    LeafTriangles leafTriangles;          // for exact contacts; empty when nobody wanted them
    int32_t branching = 8;
    Method method = Method::Combined;
    bool isSolid = false;    // the chain exists for interior points too
    bool hasInside = false;  // errors are measured to the solid; false: an open mesh, to its surface

    int32_t LevelCount() const { return nodes.empty() ? 0 : nodes.back().level + 1; }
};

/// A step of a bake and how long it took, by the host's clock.
struct BakeStage {
    const char* name = "";
    double seconds = 0;
};

/// What a bake has to say, for people: repairs of the mesh, fallbacks, what was reached.
struct BakedTree {
    SphereTree tree;
    std::vector<std::string> sentences;
    std::vector<BakeStage> stages;
};

/// Mesh → tree: the generic construction of the thesis (6.1, Algorithm 8) with the recipe's method, then the proof of
/// promise 1 and the certificates of promise 2. Independent of the number of threads. An error when the mesh has no
/// sound triangle, when the recipe makes no sense, or when the host cancels; nothing half-made is ever returned.
SPHERETREECORE_API Result<BakedTree> BuildTree(const TriangleMesh& mesh, const Recipe& recipe = {},
                                               const Host& host = {});

/// Empty when the tree is sound: its structure, and promise 1 proven on whole triangles (and on the interior, for a
/// solid tree). Otherwise a sentence that names the node, the triangle and the piece that no chain covers.
SPHERETREECORE_API std::string FindFault(const SphereTree& tree, const TriangleMesh& mesh, const Host& host = {});

/// Empty when the links, levels and numbers of the tree are sound, whatever it was made from.
SPHERETREECORE_API std::string FindStructureFault(const SphereTree& tree);

}  // namespace spheretree
