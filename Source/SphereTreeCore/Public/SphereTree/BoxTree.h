#pragma once

#include "SphereTree/ConvexShape.h"
#include "SphereTree/Export.h"
#include "SphereTree/Result.h"
#include "SphereTree/Scene.h"
#include "SphereTree/TriangleMesh.h"

#include <cstdint>
#include <string>
#include <vector>

// A binary tree of boxes over the triangles of a mesh, aligned with the mesh's own axes: for meshes that deform, where
// a sphere-tree would have to be baked again. [Van den Bergen 1999] 5.2.4, 5.2.5
namespace spheretree {

struct BoxNode {
    Vec3 centre, half;
    int32_t first = -1;     // child; the second stands after it. −1 for a leaf
    int32_t triangle = -1;  // of a leaf
};

/// Children stand after their parents, so that one pass from the end refits all. One triangle per leaf.
struct BoxTree {
    TriangleMesh mesh;
    std::vector<BoxNode> nodes;
    std::vector<int32_t> refitOrder;  // the leaves, then the others from the last to the first: no branch to foretell

    /// Splits the longest side of each box in the middle, triangles by the middle of their own stretch; where all fall
    /// to one side, by their number. An error when there is no triangle, or a number is not finite.
    SPHERETREECORE_API static Result<BoxTree> Build(const TriangleMesh& mesh);

    /// The same triangles with their vertices elsewhere: every box anew, in one pass. A sentence when there are not as
    /// many vertices, or one is not finite; the tree is then as it was.
    SPHERETREECORE_API std::string Refit(const std::vector<Vec3>& vertices);

    /// Empty when every triangle is in one leaf and every box holds what is below it.
    SPHERETREECORE_API std::string FindFault() const;
};

/// How two boxes are tested: on all fifteen axes that may part them, or on the six of their faces. The second says
/// about 6 % more overlaps than there are, for less than half of the work.
enum class BoxTest : uint8_t { All, FacesOnly };

struct BoxTreeOptions {
    BoxTest test = BoxTest::FacesOnly;
    bool all = false;  // every pair of triangles; otherwise the first that is found
};

struct BoxTreeHit {
    int32_t triangleA, triangleB;
};

struct BoxTreeResult {
    std::vector<BoxTreeHit> hits;
    int64_t boxTests = 0, triangleTests = 0;  // Nb, Np
    int64_t boxOverlaps = 0;                  // of the box tests, those that found one
    int64_t partedByEdges = 0;                // those that faces alone would have taken for one; BoxTest::All only
};

/// Two trees in two poses. The relative rotation is made once, since all boxes of a tree have the same axes; of two
/// inner nodes the larger opens.
SPHERETREECORE_API BoxTreeResult IntersectBoxTrees(const BoxTree& a, const Pose& poseA, const BoxTree& b,
                                                   const Pose& poseB, const BoxTreeOptions& options = {});

struct ConvexHits {
    std::vector<int32_t> triangles;
    Vec3 axis;   // the last that parted a triangle from the shape: where the next frame may start
    Vec3 point;  // common to the first triangle and the shape
    int64_t boxTests = 0, triangleTests = 0, steps = 0;  // of GJK
};

/// A convex shape against a tree, in the tree's frame: boxes against the shape's box, triangles by GJK, each starting
/// from the axis that parted its neighbour. 6.3.4. `placed` is relative to the tree.
SPHERETREECORE_API ConvexHits IntersectConvex(const BoxTree& tree, const PlacedShape& placed, bool all,
                                              const Vec3& axis = {1, 0, 0}, bool seeded = true);

}  // namespace spheretree
