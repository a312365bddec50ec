#pragma once

#include "SphereTree/BoxTree.h"
#include "SphereTree/Export.h"
#include "SphereTree/PackedTree.h"
#include "SphereTree/Result.h"
#include "SphereTree/SphereTree.h"

#include <memory>
#include <string>
#include <vector>

// A mesh that deforms, as a body of a scene: balls that grow with it for the traversal, and for the exact phase a tree
// of boxes, which refits in linear time, in the place of patches, which would have to be divided again.
// [Van den Bergen 1999] 5.2.5
namespace spheretree {

/// A sphere-tree ready to be shared, whose triangles are met through boxes. A sentence when the tree has no triangles,
/// or when the boxes are not of the same ones with their vertices in the same places.
SPHERETREECORE_API Result<std::shared_ptr<const PackedTree>> SharePackedTree(const SphereTree& tree,
                                                                             std::shared_ptr<const BoxTree> boxes);

/// One frame of it: Deform, Pack, Scene::SetTree. Bodies that share the mesh share what Pack returned; scenes that were
/// copied before keep the frame that they have.
struct DeformingMesh {
    SphereTree tree;
    BoxTree boxes;

    /// Of a tree with triangles.
    SPHERETREECORE_API static Result<DeformingMesh> Make(const SphereTree& tree);

    /// New places for the vertices of tree.leafTriangles: RefitTree and BoxTree::Refit. A sentence when they do not
    /// fit; all is then as it was.
    SPHERETREECORE_API std::string Deform(const std::vector<Vec3>& vertices);

    SPHERETREECORE_API Result<std::shared_ptr<const PackedTree>> Pack() const;
};

}  // namespace spheretree
