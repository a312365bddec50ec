#include "SphereTree/NormalCones.h"

#include "SphereTree/SphereTree.h"
#include "SphereTree/TriangleMesh.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

// Calls f(node) for every node on a chain of balls from the root that hold the point.
template <typename F>
void ForEachNodeHolding(const SphereTree& tree, const Vec3& point, std::vector<int32_t>& stack, F f) {
    stack.assign(1, 0);
    while (!stack.empty()) {
        const int32_t index = stack.back();
        stack.pop_back();
        const TreeNode& node = tree.nodes[static_cast<size_t>(index)];
        if (!(Distance(point, node.sphere.centre) <= node.sphere.radius)) continue;
        f(static_cast<size_t>(index));
        for (int32_t child = 0; child < node.childCount; ++child) stack.push_back(node.firstChild + child);
    }
}

struct FacedTriangle {
    Vec3 middle, areaNormal;  // the length of the normal is twice the area
};

FacedTriangle FaceOf(const TriangleMesh& mesh, const Triangle& t) {
    const Vec3 &a = mesh.vertices[static_cast<size_t>(t[0])], &b = mesh.vertices[static_cast<size_t>(t[1])],
               &c = mesh.vertices[static_cast<size_t>(t[2])];
    return {(a + b + c) / 3, Cross(b - a, c - a)};
}

}  // namespace

std::vector<NormalCone> MeasureNormalCones(const SphereTree& tree, const TriangleMesh& mesh) {
    std::vector<NormalCone> cones(tree.nodes.size());
    if (tree.nodes.empty()) return cones;
    std::vector<int32_t> stack;
    for (const Triangle& t : mesh.triangles) {
        const FacedTriangle face = FaceOf(mesh, t);
        ForEachNodeHolding(tree, face.middle, stack, [&](size_t node) { cones[node].axis += face.areaNormal; });
    }
    for (NormalCone& cone : cones) {
        cone.axis = Normalized(cone.axis);
        if (LengthSquared(cone.axis) > 0) cone.halfAngle = 0;
    }
    for (const Triangle& t : mesh.triangles) {
        const FacedTriangle face = FaceOf(mesh, t);
        const Vec3 normal = Normalized(face.areaNormal);
        if (!(LengthSquared(normal) > 0)) continue;
        ForEachNodeHolding(tree, face.middle, stack, [&](size_t node) {
            const double cosine = std::clamp(Dot(normal, cones[node].axis), -1.0, 1.0);
            cones[node].halfAngle = std::max(cones[node].halfAngle, std::acos(cosine));
        });
    }
    return cones;
}

}  // namespace spheretree
