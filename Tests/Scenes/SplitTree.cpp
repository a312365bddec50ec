#include "Scenes/SplitTree.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace spheretree::scenes {
namespace {

using Part = std::vector<int32_t>;  // triangles

Vec3 MiddleOf(const TriangleMesh& mesh, int32_t triangle) {
    const Triangle& t = mesh.triangles[static_cast<size_t>(triangle)];
    return (mesh.vertices[static_cast<size_t>(t[0])] + mesh.vertices[static_cast<size_t>(t[1])] +
            mesh.vertices[static_cast<size_t>(t[2])]) /
           3;
}

double Along(const Vec3& a, int axis) { return axis == 0 ? a.x : axis == 1 ? a.y : a.z; }

int LongestAxis(const TriangleMesh& mesh, const Part& part) {
    double best = -1;
    int longest = 0;
    for (int axis = 0; axis < 3; ++axis) {
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (const int32_t triangle : part) {
            low = std::min(low, Along(MiddleOf(mesh, triangle), axis));
            high = std::max(high, Along(MiddleOf(mesh, triangle), axis));
        }
        if (high - low > best) {
            best = high - low;
            longest = axis;
        }
    }
    return longest;
}

// Halves the part along its longest side, so many times.
void Split(const TriangleMesh& mesh, const Part& part, int times, std::vector<Part>& out) {
    if (times == 0 || part.size() < 2) {
        if (!part.empty()) out.push_back(part);
        return;
    }
    const int axis = LongestAxis(mesh, part);
    Part low = part, high;
    std::sort(low.begin(), low.end(), [&](int32_t a, int32_t b) {
        const double u = Along(MiddleOf(mesh, a), axis), v = Along(MiddleOf(mesh, b), axis);
        return u != v ? u < v : a < b;
    });
    for (size_t i = low.size() / 2; i < low.size(); ++i) high.push_back(low[i]);
    low.resize(low.size() / 2);
    Split(mesh, low, times - 1, out);
    Split(mesh, high, times - 1, out);
}

std::vector<Vec3> CornersOf(const TriangleMesh& mesh, const Part& part) {
    std::vector<Vec3> corners;
    for (const int32_t triangle : part)
        for (const int32_t vertex : mesh.triangles[static_cast<size_t>(triangle)])
            corners.push_back(mesh.vertices[static_cast<size_t>(vertex)]);
    return corners;
}

// [Badoiu, Clarkson 2003] Steps towards the farthest point, ever shorter.
Sphere BallAround(const std::vector<Vec3>& points) {
    Vec3 centre = points[0];
    const auto farthest = [&] {
        return *std::max_element(points.begin(), points.end(), [&](const Vec3& a, const Vec3& b) {
            return Distance(a, centre) < Distance(b, centre);
        });
    };
    for (int step = 1; step < 60; ++step) centre += (farthest() - centre) / (step + 1.0);
    return {centre, Distance(farthest(), centre) * (1 + 1e-12)};
}

// Any point of the ball lies within its diameter's part to any surface point: radius + distance(centre, that point).
double ErrorBound(const Sphere& ball, const std::vector<Vec3>& points) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const Vec3& point : points) nearest = std::min(nearest, Distance(point, ball.centre));
    return ball.radius + nearest;
}

}  // namespace

SphereTree MakeSplitTree(const TriangleMesh& mesh, int32_t depth) {
    SphereTree tree;
    tree.method = Method::Octree;
    std::vector<Part> parts(1);
    parts[0].resize(mesh.triangles.size());
    std::iota(parts[0].begin(), parts[0].end(), 0);
    const auto add = [&](const Part& part, int32_t parent, int32_t level) {
        const std::vector<Vec3> corners = CornersOf(mesh, part);
        TreeNode node;
        node.sphere = BallAround(corners);
        node.error = ErrorBound(node.sphere, corners);
        node.parent = parent;
        node.level = level;
        tree.nodes.push_back(node);
    };
    add(parts[0], -1, 0);
    for (size_t i = 0; i < tree.nodes.size(); ++i) {
        if (tree.nodes[i].level == depth || parts[i].size() < 2) continue;
        std::vector<Part> children;
        Split(mesh, parts[i], 3, children);
        tree.nodes[i].firstChild = static_cast<int32_t>(tree.nodes.size());
        tree.nodes[i].childCount = static_cast<int32_t>(children.size());
        for (Part& child : children) {
            add(child, static_cast<int32_t>(i), tree.nodes[i].level + 1);
            parts.push_back(std::move(child));
        }
    }
    return tree;
}

}  // namespace spheretree::scenes
