#include "Scene/PackTriangles.h"

#include "Spheres/MinimumBall.h"

#include <algorithm>
#include <numeric>

namespace spheretree {

namespace {

/// The smallest ball around a triangle: about its longest edge, or through all corners where no angle is blunt.
Sphere BallAround(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3* corner[3] = {&a, &b, &c};
    size_t longest = 0;  // the corner across from the longest edge
    double length = -1;
    for (size_t i = 0; i < 3; ++i) {
        const double squared = LengthSquared(*corner[(i + 1) % 3] - *corner[(i + 2) % 3]);
        if (squared > length) length = squared, longest = i;
    }
    const Vec3 &apex = *corner[longest], &p = *corner[(longest + 1) % 3], &q = *corner[(longest + 2) % 3];
    Vec3 centre = (p + q) * 0.5;
    const Vec3 u = p - apex, v = q - apex, normal = Cross(u, v);
    const double square = LengthSquared(normal);
    if (Dot(u, v) > 0 && square > 0)
        centre = apex + (Cross(normal, u) * LengthSquared(v) + Cross(v, normal) * LengthSquared(u)) / (2 * square);
    const double far = std::max({Distance(centre, a), Distance(centre, b), Distance(centre, c)});
    return {centre, far * (1 + 1e-14)};
}

/// One vertex of each connected piece of the surface, the first of it.
std::vector<int32_t> FirstOfPieces(const LeafTriangles& of) {
    std::vector<int32_t> leader(of.vertices.size());
    std::iota(leader.begin(), leader.end(), 0);
    const auto find = [&](int32_t v) {
        while (leader[static_cast<size_t>(v)] != v) {
            int32_t& above = leader[static_cast<size_t>(v)];
            v = above = leader[static_cast<size_t>(above)];
        }
        return v;
    };
    for (const Triangle& t : of.triangles)
        for (const int32_t corner : {t[1], t[2]}) {
            const int32_t a = find(t[0]), b = find(corner);
            leader[static_cast<size_t>(std::max(a, b))] = std::min(a, b);
        }
    std::vector<int32_t> first;
    for (int32_t v = 0; v < static_cast<int32_t>(leader.size()); ++v)
        if (leader[static_cast<size_t>(v)] == v) first.push_back(v);
    return first;
}

void PutLeaf(PackedTree& packed, PackedTriangles& into, const LeafTriangles& of, int32_t node) {
    const auto place = static_cast<size_t>(node);
    const int32_t first = of.firstOfNode[place], end = of.firstOfNode[place + 1];
    for (int32_t i = first; i < end; ++i) {
        const int lane = (i - first) % kLanes;
        if (lane == 0) into.blocks.push_back(EmptyBlock());
        const int32_t name = of.ofNode[static_cast<size_t>(i)];
        const Triangle& t = of.triangles[static_cast<size_t>(name)];
        const auto at = [&](size_t corner) -> const Vec3& { return of.vertices[static_cast<size_t>(t[corner])]; };
        PutBall(packed, into.blocks.back(), lane, BallAround(at(0), at(1), at(2)), 0);
        into.blocks.back().child[lane] = name;
    }
}

/// A leaf's ball may be large and lie within the body; its triangles lie at the surface.
void PutPatch(PackedTree& packed, PackedBlock& block, int lane, const LeafTriangles& of, int32_t node) {
    const auto place = static_cast<size_t>(node);
    std::vector<Vec3> corners;
    for (int32_t i = of.firstOfNode[place]; i < of.firstOfNode[place + 1]; ++i)
        for (const int32_t v : of.triangles[static_cast<size_t>(of.ofNode[static_cast<size_t>(i)])])
            corners.push_back(of.vertices[static_cast<size_t>(v)]);
    if (corners.empty()) return;
    Sphere ball = MinimumBall(corners);
    for (const Vec3& p : corners) ball.radius = std::max(ball.radius, Distance(p, ball.centre) * (1 + 1e-14));
    PutBall(packed, block, lane, ball, 0);
}

}  // namespace

std::shared_ptr<const PackedTriangles> PackTriangles(PackedTree& packed, const LeafTriangles& of) {
    auto into = std::make_shared<PackedTriangles>();
    into->vertices = of.vertices;
    into->triangles = of.triangles;
    into->pieces = FirstOfPieces(of);
    into->firstBlock.assign(1, 0);
    for (size_t block = 0; block < packed.laneCount.size(); ++block)
        for (int lane = 0; lane < kLanes; ++lane) {
            if (lane == 0) into->patches.push_back(EmptyBlock());
            if (lane < packed.laneCount[block]) {
                PutLeaf(packed, *into, of, packed.firstNode[block] + lane);
                PutPatch(packed, into->patches.back(), lane, of, packed.firstNode[block] + lane);
            }
            into->firstBlock.push_back(static_cast<int32_t>(into->blocks.size()));
        }
    return into;
}

}  // namespace spheretree
