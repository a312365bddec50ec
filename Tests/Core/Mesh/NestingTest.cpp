#include "Core/Mesh/HandMeshes.h"
#include "SphereTree/TriangleMesh.h"

#include <gtest/gtest.h>

namespace spheretree {
namespace {

using namespace hand;

/// The volume of each closed shell, outermost first, after repair.
double RepairedVolume(const TriangleMesh& mesh) {
    const Result<CleanedMesh> cleaned = CleanMesh(mesh, {.repairOrientation = true});
    return CheckMesh(cleaned->mesh).signedVolume;
}

TEST(Nesting, EveryDirectionOfThreeNestedCubesEndsTheSame) {
    const double expected = 27 * 27 * 27 - 9 * 9 * 9 + 27;  // solid, cavity, solid within
    for (int32_t mask = 0; mask < 8; ++mask) {
        TriangleMesh mesh;
        double side = 27, low = 0;
        for (int32_t shell = 0; shell < 3; ++shell, side /= 3, low += side) {
            const TriangleMesh cube = Cube(side, {low, low, low});
            Append(mesh, (mask >> shell) & 1 ? InsideOut(cube) : cube);
        }
        EXPECT_NEAR(RepairedVolume(mesh), expected, 1e-9) << mask;
    }
}

TEST(Nesting, CavityIsLeftAlone) {
    TriangleMesh mesh = Cube(4);
    Append(mesh, InsideOut(Cube(1, {1, 1, 1})));
    const Result<CleanedMesh> cleaned = CleanMesh(mesh, {.repairOrientation = true});
    EXPECT_EQ(cleaned->report.flippedTriangles, 0);
    EXPECT_DOUBLE_EQ(CheckMesh(cleaned->mesh).signedVolume, 63);
    EXPECT_EQ(CheckMesh(cleaned->mesh).inwardComponents, 1);
}

TEST(Nesting, WholeMeshWithCavityInsideOut) {
    TriangleMesh mesh = Cube(4);
    Append(mesh, InsideOut(Cube(1, {1, 1, 1})));
    const Result<CleanedMesh> cleaned = CleanMesh(InsideOut(mesh));
    EXPECT_TRUE(cleaned->report.turnedInsideOut);
    EXPECT_DOUBLE_EQ(CheckMesh(cleaned->mesh).signedVolume, 63);
}

TEST(Nesting, CubesThatCutThroughOneAnotherAreBothSolid) {
    TriangleMesh mesh = Cube(4);
    Append(mesh, InsideOut(Cube(3, {2, 2, 2})));
    EXPECT_DOUBLE_EQ(RepairedVolume(mesh), 64 + 27);
    TriangleMesh limb = Cube(4);  // a long box whose end lies within
    TriangleMesh box = Cube(1, {1.5, 1.5, 3});
    for (Vec3& v : box.vertices) v.z = v.z > 3.5 ? 30 : v.z;
    Append(limb, box);
    EXPECT_DOUBLE_EQ(RepairedVolume(limb), 64 + 27);
}

TEST(Nesting, SideBySideAndAHundredPebblesInACave) {
    TriangleMesh beside = Cube();
    Append(beside, InsideOut(Cube(1, {5, 0, 0})));
    EXPECT_DOUBLE_EQ(RepairedVolume(beside), 2);

    TriangleMesh cave = Cube(100);
    Append(cave, Cube(50, {25, 25, 25}));
    for (int32_t i = 0; i < 100; ++i) {
        const int32_t column = i % 10, row = i / 10;
        const TriangleMesh pebble = Cube(1, {30.0 + 4 * column, 30.0 + 4 * row, 50});
        Append(cave, i % 2 == 0 ? pebble : InsideOut(pebble));
    }
    EXPECT_NEAR(RepairedVolume(cave), 1e6 - 125000 + 100, 1e-6);
}

}  // namespace
}  // namespace spheretree
