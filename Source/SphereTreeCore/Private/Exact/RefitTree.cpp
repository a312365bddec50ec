#include "SphereTree/RefitTree.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

constexpr double kMargin = 1e-12;  // of the radius and of the place: what rounding may do

/// The ball about the middle of the box of its triangles: a leaf names each by a piece, but holds all of it from now
/// on.
Sphere BallOfLeaf(const LeafTriangles& of, size_t node) {
    Vec3 low, high;
    bool isFirst = true;
    const auto forEachCorner = [&](auto f) {
        for (int32_t i = of.firstOfNode[node]; i < of.firstOfNode[node + 1]; ++i)
            for (const int32_t v : of.triangles[static_cast<size_t>(of.ofNode[static_cast<size_t>(i)])])
                f(of.vertices[static_cast<size_t>(v)]);
    };
    forEachCorner([&](const Vec3& p) {
        if (isFirst) low = high = p;
        isFirst = false;
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    });
    Sphere ball{(low + high) * 0.5, 0};
    forEachCorner([&](const Vec3& p) { ball.radius = std::max(ball.radius, Distance(p, ball.centre)); });
    return ball;
}

/// The smallest ball around two.
Sphere BallAroundBoth(const Sphere& a, const Sphere& b) {
    const double apart = Distance(a.centre, b.centre);
    if (apart + b.radius <= a.radius) return a;
    if (apart + a.radius <= b.radius) return b;
    const double radius = (apart + a.radius + b.radius) * 0.5;
    return {a.centre + (b.centre - a.centre) * ((radius - a.radius) / apart), radius};
}

bool HasTriangles(const LeafTriangles& of, size_t node) { return of.firstOfNode[node + 1] > of.firstOfNode[node]; }

/// Of its children; those that hold nothing do not count.
bool BallOfChildren(const SphereTree& tree, const std::vector<uint8_t>& holds, size_t node, Sphere& ball) {
    bool any = false;
    const TreeNode& parent = tree.nodes[node];
    for (int32_t child = parent.firstChild; child < parent.firstChild + parent.childCount; ++child) {
        if (!holds[static_cast<size_t>(child)]) continue;
        const Sphere& other = tree.nodes[static_cast<size_t>(child)].sphere;
        ball = any ? BallAroundBoth(ball, other) : other;
        any = true;
    }
    return any;
}

}  // namespace

std::string RefitTree(SphereTree& tree, const std::vector<Vec3>& vertices) {
    LeafTriangles& of = tree.leafTriangles;
    if (of.IsEmpty()) return "Only a tree with triangles can be refitted: bake it with them.";
    if (vertices.size() != of.vertices.size()) return "There must be as many vertices as the tree's triangles have.";
    for (const Vec3& v : vertices)
        if (!(Length(v) < 1e100)) return "A vertex is not finite.";
    of.vertices = vertices;
    std::vector<uint8_t> holds(tree.nodes.size(), 0);
    for (size_t i = tree.nodes.size(); i-- > 0;) {  // children before their parents
        TreeNode& node = tree.nodes[i];
        Sphere ball;
        holds[i] = node.childCount == 0 ? HasTriangles(of, i) : BallOfChildren(tree, holds, i, ball);
        if (node.childCount == 0 && holds[i]) ball = BallOfLeaf(of, i);
        if (!holds[i]) ball = {vertices.front(), 0};  // of nothing: out of the way, on the surface
        ball.radius = ball.radius * (1 + kMargin) + Length(ball.centre) * kMargin;
        node.sphere = ball;
        node.error = 2 * ball.radius;  // each ball has a point of the surface
    }
    tree.normalCones.clear();
    tree.volumeSpheres.clear();
    tree.isSolid = false;  // the inside was not followed
    return "";
}

}  // namespace spheretree
