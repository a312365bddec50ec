#include "SphereTree/DeformingMesh.h"

#include "Scene/PackTriangles.h"
#include "SphereTree/RefitTree.h"

#include <utility>

namespace spheretree {

namespace {
const char* const kNoTriangles = "Boxes hold the triangles of a tree, and this one has none: bake it with them.";
}  // namespace

Result<std::shared_ptr<const PackedTree>> SharePackedTree(const SphereTree& tree,
                                                          std::shared_ptr<const BoxTree> boxes) {
    const LeafTriangles& of = tree.leafTriangles;
    if (of.IsEmpty()) return Error{kNoTriangles};
    if (!boxes || boxes->nodes.empty()) return Error{"There are no boxes to pack."};
    if (boxes->mesh.triangles != of.triangles || boxes->mesh.vertices != of.vertices)
        return Error{"The boxes are of other triangles than the tree, or of the same ones in other places."};
    Result<PackedTree> packed = PackTreeWith(tree, SurfaceDivision::Elsewhere);
    if (!packed) return Error{packed.Sentence()};
    packed->boxes = std::move(boxes);
    return std::shared_ptr<const PackedTree>(std::make_shared<PackedTree>(std::move(*packed)));
}

Result<DeformingMesh> DeformingMesh::Make(const SphereTree& tree) {
    if (tree.leafTriangles.IsEmpty()) return Error{kNoTriangles};
    Result<BoxTree> boxes = BoxTree::Build({tree.leafTriangles.vertices, tree.leafTriangles.triangles});
    if (!boxes) return Error{boxes.Sentence()};
    return DeformingMesh{tree, std::move(*boxes)};
}

std::string DeformingMesh::Deform(const std::vector<Vec3>& vertices) {
    if (std::string fault = RefitTree(tree, vertices); !fault.empty()) return fault;
    return boxes.Refit(vertices);  // which asks for no more than RefitTree did
}

Result<std::shared_ptr<const PackedTree>> DeformingMesh::Pack() const {
    return SharePackedTree(tree, std::make_shared<const BoxTree>(boxes));
}

}  // namespace spheretree
