// [Van den Bergen 1999] 5.2.4: the separating-axes test of [Gottschalk 1996] on boxes whose relative axes are always
// the same, and its light form.

#include "Exact/BoxOverlap.h"
#include "Exact/Placement.h"
#include "Scene/Rigid.h"
#include "SphereTree/BoxTree.h"
#include "SphereTree/Gjk.h"
#include "SphereTree/TrianglePair.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

constexpr double kParallel = 1e-12;  // widens the test where axes are nearly parallel and their product is rounding

/// b's frame seen from a's: the rotation, its absolute values, and the way to b's origin.
struct Relative {
    BoxAxes<double> axes;
    Vec3 offset;

    Relative(const Pose& a, const Pose& b) {
        const Rotation turnA = ToRotation(Normalized(a.rotation)), turnB = ToRotation(Normalized(b.rotation));
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k) {
                axes.r[i][k] = Dot(turnA.Column(i), turnB.Column(k));
                axes.abs[i][k] = std::fabs(axes.r[i][k]) + kParallel;
            }
        offset = turnA.Back(b.position - a.position);
    }
    Vec3 operator()(const Vec3& p) const {
        const auto& r = axes.r;
        return {r[0][0] * p.x + r[0][1] * p.y + r[0][2] * p.z + offset.x,
                r[1][0] * p.x + r[1][1] * p.y + r[1][2] * p.z + offset.y,
                r[2][0] * p.x + r[2][1] * p.y + r[2][2] * p.z + offset.z};
    }
};

double VolumeOf(const BoxNode& node) { return node.half.x * node.half.y * node.half.z; }

TriangleCorners CornersOf(const TriangleMesh& mesh, int32_t triangle) {
    const Triangle& t = mesh.triangles[static_cast<size_t>(triangle)];
    return {mesh.vertices[static_cast<size_t>(t[0])], mesh.vertices[static_cast<size_t>(t[1])],
            mesh.vertices[static_cast<size_t>(t[2])]};
}

struct BoxDescent {
    const BoxTree &a, &b;
    Relative relative;
    BoxTreeOptions options;
    double margin;
    BoxTreeResult result;

    bool Overlap(const BoxNode& one, const BoxNode& two) {
        ++result.boxTests;
        const Vec3 way = relative(two.centre) - one.centre;
        const double t[3] = {way.x, way.y, way.z}, ha[3] = {one.half.x, one.half.y, one.half.z},
                     hb[3] = {two.half.x, two.half.y, two.half.z};
        if (FacesPart(ha, hb, relative.axes, t)) return false;
        if (options.test == BoxTest::All && EdgesPart(ha, hb, relative.axes, t)) {
            ++result.partedByEdges;
            return false;
        }
        ++result.boxOverlaps;
        return true;
    }
    void TestTriangles(int32_t one, int32_t two) {
        ++result.triangleTests;
        TriangleCorners other = CornersOf(b.mesh, two);
        for (Vec3& corner : other) corner = relative(corner);
        if (TrianglesTouch(CornersOf(a.mesh, one), other, margin)) result.hits.push_back({one, two});
    }
    void Run() {
        std::vector<std::pair<int32_t, int32_t>> waiting{{0, 0}};
        while (!waiting.empty() && (options.all || result.hits.empty())) {
            const auto [i, k] = waiting.back();
            waiting.pop_back();
            const BoxNode &one = a.nodes[static_cast<size_t>(i)], &two = b.nodes[static_cast<size_t>(k)];
            if (!Overlap(one, two)) continue;
            if (one.first < 0 && two.first < 0) {
                TestTriangles(one.triangle, two.triangle);
            } else if (two.first < 0 || (one.first >= 0 && VolumeOf(one) >= VolumeOf(two))) {
                waiting.emplace_back(one.first + 1, k);
                waiting.emplace_back(one.first, k);
            } else {
                waiting.emplace_back(i, two.first + 1);
                waiting.emplace_back(i, two.first);
            }
        }
    }
};

/// The shape's box, aligned with the tree.
BoxNode BoxAround(const PlacedShape& placed) {
    BoxNode box;
    for (const auto axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        Vec3 direction;
        direction.*axis = 1;
        const double high = SupportPoint(placed, direction).*axis, low = SupportPoint(placed, -direction).*axis;
        box.centre.*axis = (low + high) * 0.5;
        box.half.*axis = (high - low) * 0.5 + 1e-14 * (std::fabs(low) + std::fabs(high));
    }
    return box;
}

bool AlignedOverlap(const BoxNode& a, const BoxNode& b) {
    return std::fabs(a.centre.x - b.centre.x) <= a.half.x + b.half.x &&
           std::fabs(a.centre.y - b.centre.y) <= a.half.y + b.half.y &&
           std::fabs(a.centre.z - b.centre.z) <= a.half.z + b.half.z;
}

}  // namespace

BoxTreeResult IntersectBoxTrees(const BoxTree& a, const Pose& poseA, const BoxTree& b, const Pose& poseB,
                                const BoxTreeOptions& options) {
    BoxDescent descent{a, b, Relative(poseA, poseB), options, 0, {}};
    const BoxNode &rootA = a.nodes.front(), &rootB = b.nodes.front();
    descent.margin = 1e-15 * (LargestAbs(rootA.centre) + LargestAbs(rootA.half) + LargestAbs(rootB.centre) +
                              LargestAbs(rootB.half) + LargestAbs(descent.relative.offset));
    descent.Run();
    return std::move(descent.result);
}

ConvexHits IntersectConvex(const BoxTree& tree, const PlacedShape& placed, bool all, const Vec3& axis, bool seeded) {
    ConvexHits found;
    found.axis = axis;
    const BoxNode query = BoxAround(placed);
    TriangleShape triangle;
    std::vector<int32_t> waiting{0};
    while (!waiting.empty() && (all || found.triangles.empty())) {
        const BoxNode& node = tree.nodes[static_cast<size_t>(waiting.back())];
        waiting.pop_back();
        ++found.boxTests;
        if (!AlignedOverlap(query, node)) continue;
        if (node.first >= 0) {
            waiting.push_back(node.first + 1);
            waiting.push_back(node.first);
            continue;
        }
        ++found.triangleTests;
        const PlacedShape other = triangle.Of(CornersOf(tree.mesh, node.triangle));
        const GjkOverlap overlap = FindSeparatingAxis(placed, other, seeded ? found.axis : Vec3{1, 0, 0});
        found.steps += overlap.steps;
        if (!overlap.overlaps) {
            found.axis = overlap.axis;
            continue;
        }
        if (found.triangles.empty()) found.point = overlap.common;
        found.triangles.push_back(node.triangle);
    }
    return found;
}

}  // namespace spheretree
