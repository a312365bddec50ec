// The surface divided by itself, and what floats say of it: patches hold their triangles, and nobody who touches is
// lost to a test of floats, however large, small or far away the bodies are.

#include "Core/Exact/TouchingPairs.h"

#include <cmath>

namespace spheretree {
namespace {

Vec3 Packed(const PackedTree& tree, const Vec3& p) { return (p - tree.origin) / tree.unit; }

bool Holds(const PatchBlock& block, int lane, const Vec3& p) {
    const double rounding = 1e-12;  // of doubles; floats would show
    const Vec3 centre{block.x[lane], block.y[lane], block.z[lane]},
        normal{block.normalX[lane], block.normalY[lane], block.normalZ[lane]};
    return Distance(p, centre) <= block.radius[lane] + rounding && Length(normal) <= 1 &&
           std::fabs(Dot(normal, p) - block.middle[lane]) <= block.half[lane] + rounding;
}

/// All triangles below a patch, each of which must lie within it.
std::vector<int32_t> Below(const PackedTree& tree, int32_t slot, int32_t depth = 0) {
    const PackedTriangles& of = *tree.triangles;
    const PatchBlock& block = of.patches.at(static_cast<size_t>(slot / kLanes));
    const int32_t child = block.child[slot % kLanes];
    std::vector<int32_t> names;
    if (child < 0) {
        const CornerBlock& last = of.corners.at(static_cast<size_t>(~child));
        for (int lane = 0; lane < of.cornerLanes.at(static_cast<size_t>(~child)); ++lane) {
            const int32_t name = last.patch.child[lane];
            names.push_back(name);
            for (const int32_t v : of.triangles.at(static_cast<size_t>(name)))
                EXPECT_TRUE(Holds(last.patch, lane, Packed(tree, of.vertices[static_cast<size_t>(v)]))) << name;
        }
    } else {
        EXPECT_LT(depth, 12);
        for (int lane = 0; lane < of.patchLanes.at(static_cast<size_t>(child)) && depth < 12; ++lane) {
            const std::vector<int32_t> part = Below(tree, child * kLanes + lane, depth + 1);
            names.insert(names.end(), part.begin(), part.end());
        }
    }
    for (const int32_t name : names)
        for (const int32_t v : of.triangles[static_cast<size_t>(name)])
            EXPECT_TRUE(Holds(block, slot % kLanes, Packed(tree, of.vertices[static_cast<size_t>(v)]))) << name;
    return names;
}

TEST(Patches, HoldEveryTriangleOnce) {
    for (const char* name : {"torus", "spike", "open-hemisphere", "cube", "teapot"}) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        const TreePointer tree = MakeExactTree(mesh, 2);
        std::vector<int32_t> names = Below(*tree, 0);
        std::sort(names.begin(), names.end());
        ASSERT_EQ(names.size(), tree->triangles->triangles.size()) << name;
        for (size_t i = 0; i < names.size(); ++i) ASSERT_EQ(names[i], static_cast<int32_t>(i)) << name;
        EXPECT_LE(tree->triangles->corners.size(), names.size() / 6 + 1) << "blocks are nearly full";
    }
}

TEST(Patches, NameALeafOfEachTriangle) {
    const TreePointer tree = MakeExactTree(scenes::MakeMesh("torus").mesh);
    const PackedTriangles& of = *tree->triangles;
    for (size_t t = 0; t < of.triangles.size(); ++t) {
        const auto slot = static_cast<size_t>(of.leafOf[t]);
        const auto first = of.ofSlot.begin() + of.firstOfSlot[slot], end = of.ofSlot.begin() + of.firstOfSlot[slot + 1];
        EXPECT_NE(std::find(first, end, static_cast<int32_t>(t)), end) << t;
    }
}

TEST(Patches, LoseNobodyAtAnySizeAndPlace) {
    const TreePointer cube = MakeExactTree(scenes::MakeMesh("cube").mesh, 1),
                      ball = MakeExactTree(scenes::MakeIcosphere(1), 2);
    int64_t touching = 0;
    for (int64_t i = 0; i < 1000; ++i) {
        Random random = Random::OfItem(15, i);
        const double sizeA = std::pow(10.0, random.Between(-3, 3)),
                     sizeB = sizeA * std::pow(10.0, random.Between(-3, 3)), far = std::pow(10.0, random.Between(0, 7));
        Pose a = RandomPose(random, sizeA * far), b = RandomPose(random, 1);
        // On the surface of the one stands the surface of the other, or nearly so.
        b.position = a.position + random.Direction() * ((sizeA + sizeB) * random.Between(0.4, 1.1));
        const double uneven = i % 3 == 0 ? random.Between(0.3, 1) : 1;
        ExpectAllFound(cube, ball, {a, {sizeA, sizeA, sizeA}}, {b, {sizeB, sizeB * uneven, sizeB}}, touching);
    }
    EXPECT_GT(touching, 2000);
}

// Face on face, edge on edge, corner on corner: no float may say that these are apart.
TEST(Patches, LoseNobodyWhoJustTouches) {
    const TriangleMesh mesh = scenes::MakeMesh("cube").mesh;
    const TreePointer cube = MakeExactTree(mesh, 1);
    const double side = CheckMesh(mesh).bounds.high.z - CheckMesh(mesh).bounds.low.z;
    int64_t touching = 0;
    for (int x = -2; x <= 2; ++x)
        for (int y = -2; y <= 2; ++y)
            for (int z = -2; z <= 2; ++z) {
                const Pose b{Vec3{0.5 * x, 0.5 * y, 0.5 * z} * side, {}};
                ExpectAllFound(cube, cube, {{}, {1, 1, 1}}, {b, {1, 1, 1}}, touching);
            }
    EXPECT_GT(touching, 1000);
}

}  // namespace
}  // namespace spheretree
