#include "SphereTree/NormalCones.h"

#include "Base/Task.h"
#include "SphereTree/SphereTree.h"
#include "SphereTree/TriangleMesh.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

struct FacedTriangle {
    Vec3 a, b, c, areaNormal;  // the length of the normal is twice the area
};

FacedTriangle FaceOf(const TriangleMesh& mesh, const Triangle& t) {
    const Vec3 &a = mesh.vertices[static_cast<size_t>(t[0])], &b = mesh.vertices[static_cast<size_t>(t[1])],
               &c = mesh.vertices[static_cast<size_t>(t[2])];
    return {a, b, c, Cross(b - a, c - a)};
}

double SquaredToEdge(const Vec3& point, const Vec3& from, const Vec3& to) {
    const Vec3 edge = to - from;
    const double squared = LengthSquared(edge);
    const double along = squared > 0 ? std::clamp(Dot(point - from, edge) / squared, 0.0, 1.0) : 0;
    return LengthSquared(point - from - edge * along);
}

// Straight above or below the triangle, its plane counts; elsewhere the nearest edge.
double SquaredToTriangle(const Vec3& point, const FacedTriangle& face) {
    const Vec3& n = face.areaNormal;
    const auto isInside = [&](const Vec3& from, const Vec3& to) { return Dot(Cross(to - from, point - from), n) >= 0; };
    const double squared = LengthSquared(n);
    if (squared > 0 && isInside(face.a, face.b) && isInside(face.b, face.c) && isInside(face.c, face.a)) {
        const double height = Dot(point - face.a, n);
        return height * height / squared;
    }
    return std::min({SquaredToEdge(point, face.a, face.b), SquaredToEdge(point, face.b, face.c),
                     SquaredToEdge(point, face.c, face.a)});
}

// Calls f(node) for every node on a chain of balls from the root that meet the triangle.
template <typename F>
void ForEachNodeMeeting(const SphereTree& tree, const FacedTriangle& face, std::vector<int32_t>& stack, F f) {
    stack.assign(1, 0);
    while (!stack.empty()) {
        const int32_t index = stack.back();
        stack.pop_back();
        const TreeNode& node = tree.nodes[static_cast<size_t>(index)];
        const double radius = node.sphere.radius;
        if (!(SquaredToTriangle(node.sphere.centre, face) <= radius * radius)) continue;
        f(static_cast<size_t>(index));
        for (int32_t child = 0; child < node.childCount; ++child) stack.push_back(node.firstChild + child);
    }
}

}  // namespace

std::vector<NormalCone> MeasureNormalCones(const SphereTree& tree, const TriangleMesh& mesh, const Host& host) {
    constexpr size_t kTrianglesBetweenAsks = 1024;
    std::vector<NormalCone> cones(tree.nodes.size());
    if (tree.nodes.empty()) return cones;
    Task task(host, 2 * static_cast<double>(mesh.triangles.size() / kTrianglesBetweenAsks + 1));
    std::vector<int32_t> stack;
    const auto forEachFace = [&](const auto& visit) {
        for (size_t i = 0; i < mesh.triangles.size(); ++i) {
            if (i % kTrianglesBetweenAsks == 0 && !task.Advance()) return false;
            visit(FaceOf(mesh, mesh.triangles[i]));
        }
        return true;
    };
    const bool isSummed = forEachFace([&](const FacedTriangle& face) {
        ForEachNodeMeeting(tree, face, stack, [&](size_t node) { cones[node].axis += face.areaNormal; });
    });
    if (!isSummed) return std::vector<NormalCone>(tree.nodes.size());
    for (NormalCone& cone : cones) {
        cone.axis = Normalized(cone.axis);
        if (LengthSquared(cone.axis) > 0) cone.halfAngle = 0;
    }
    const bool isMeasured = forEachFace([&](const FacedTriangle& face) {
        const Vec3 normal = Normalized(face.areaNormal);
        if (!(LengthSquared(normal) > 0)) return;
        ForEachNodeMeeting(tree, face, stack, [&](size_t node) {
            const double cosine = std::clamp(Dot(normal, cones[node].axis), -1.0, 1.0);
            cones[node].halfAngle = std::max(cones[node].halfAngle, std::acos(cosine));
        });
    });
    return isMeasured ? cones : std::vector<NormalCone>(tree.nodes.size());
}

}  // namespace spheretree
