#include "Core/Samples/SampleChecks.h"
#include "SphereTree/SurfaceSamples.h"

#include "Base/Random.h"
#include "Scenes/Meshes.h"
#include "Scenes/Shapes.h"

#include <gtest/gtest.h>

#include <set>

namespace spheretree {
namespace {

Vec3 PatchCorner(const Patches& patches, size_t patch, size_t corner) {
    return patches.points[static_cast<size_t>(patches.patches[patch][corner])];
}

double LongestEdgeOf(const Patches& patches, size_t patch) {
    double longest = 0;
    for (size_t i = 0; i < 3; ++i) {
        longest = std::max(longest, Distance(PatchCorner(patches, patch, i), PatchCorner(patches, patch, (i + 1) % 3)));
    }
    return longest;
}

/// Areas add up, corners lie in their triangles, all face as their triangles do: then, since no two of one triangle can
/// overlap without the sum being too large, the patches of a triangle are that triangle.
void ExpectPatchesAreTheMesh(const Patches& patches, const TriangleMesh& mesh, const std::string& name) {
    std::vector<double> areas(mesh.triangles.size(), 0.0);
    ASSERT_EQ(patches.patches.size(), patches.triangles.size());
    for (size_t i = 0; i < patches.patches.size(); ++i) {
        const int32_t triangle = patches.triangles[i];
        const double whole = AreaOf(mesh, triangle);
        const Vec3 a = PatchCorner(patches, i, 0), b = PatchCorner(patches, i, 1), c = PatchCorner(patches, i, 2);
        areas[static_cast<size_t>(triangle)] += AreaOf(a, b, c);
        for (const Vec3& corner : {a, b, c})
            ASSERT_LT(ExcessArea(mesh, triangle, corner), 1e-9 * whole + 1e-15) << name;
        const Vec3 origin = CornerOf(mesh, triangle, 0);
        const Vec3 normal = Cross(CornerOf(mesh, triangle, 1) - origin, CornerOf(mesh, triangle, 2) - origin);
        ASSERT_GE(Dot(normal, Cross(b - a, c - a)), 0) << name;
    }
    for (size_t i = 0; i < areas.size(); ++i) {
        const double whole = AreaOf(mesh, static_cast<int32_t>(i));
        ASSERT_NEAR(areas[i], whole, 1e-9 * whole + 1e-15) << name << " triangle " << i;
    }
}

TEST(Patches, WithoutALimitAreTheTriangles) {
    const TriangleMesh mesh = scenes::MakeBox({1, 2, 3});
    const Patches patches = MakePatches(mesh);
    EXPECT_EQ(patches.points, mesh.vertices);
    EXPECT_EQ(patches.patches, mesh.triangles);
    for (size_t i = 0; i < patches.triangles.size(); ++i) EXPECT_EQ(patches.triangles[i], static_cast<int32_t>(i));
}

TEST(Patches, NoEdgeIsLongerThanAskedForAndNothingIsLost) {
    for (const char* name : {"cube", "torus", "spike", "plate", "open-hemisphere", "non-manifold-fan"}) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        const double size = std::sqrt(AreaOf(mesh) / 3000);
        const Patches patches = MakePatches(mesh, size);
        for (size_t i = 0; i < patches.patches.size(); ++i)
            ASSERT_LE(LongestEdgeOf(patches, i), size * (1 + 1e-15)) << name;
        ExpectPatchesAreTheMesh(patches, mesh, name);
    }
}

TEST(Patches, TheCubeSharesEveryMidpoint) {
    TriangleMesh cube = scenes::MakeBox({1, 1, 1});
    const Patches patches = MakePatches(cube, 0.75);  // halvings of a right isosceles triangle: legs 2 → 0.5
    std::set<std::array<double, 3>> places;
    for (const Vec3& p : patches.points) places.insert({p.x, p.y, p.z});
    EXPECT_EQ(places.size(), patches.points.size());
    // Every patch is a right isosceles triangle of hypotenuse √0.5.
    EXPECT_EQ(patches.patches.size(), 24 / (0.5 * 0.5 / 2));
    ExpectPatchesAreTheMesh(patches, cube, "cube");
}

TEST(Patches, GrowToExactlySoMany) {
    for (const char* name : {"spike", "torus"}) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        for (const int64_t count : {3000, 10000, 100000}) {
            const Patches patches = RefinePatchesTo(MakePatches(mesh), count);
            EXPECT_EQ(std::ssize(patches.patches), count);
            ExpectPatchesAreTheMesh(patches, mesh, name);
        }
        EXPECT_EQ(RefinePatchesTo(MakePatches(mesh), 1).patches, mesh.triangles);
    }
}

// One patch more means one cut more: it falls on a patch whose longest edge is within 7 % of the longest there is.
TEST(Patches, TheLargestAreCutFirst) {
    const TriangleMesh mesh = scenes::MakeMesh("spike").mesh;
    for (int64_t count = 3000; count < 9000; count += 97) {
        const Patches before = RefinePatchesTo(MakePatches(mesh), count),
                      after = RefinePatchesTo(MakePatches(mesh), count + 1);
        double longest = 0, cut = -1;
        for (size_t i = 0; i < before.patches.size(); ++i) {
            longest = std::max(longest, LongestEdgeOf(before, i));
            if (before.patches[i] != after.patches[i]) cut = LongestEdgeOf(before, i);
        }
        ASSERT_GT(cut, longest * 0.93);
    }
}

TEST(Patches, RefiningGoesOnFromWhatIsThere) {
    const TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    const Patches coarse = RefinePatchesTo(MakePatches(mesh), 5000);
    const Patches fine = RefinePatchesTo(coarse, 20000);
    EXPECT_GE(fine.patches.size(), 20000u);
    for (size_t i = 0; i < coarse.points.size(); ++i) ASSERT_EQ(coarse.points[i], fine.points[i]);
    ExpectPatchesAreTheMesh(fine, mesh, "torus");
}

TEST(Patches, StopAtTheMostAllowed) {
    const TriangleMesh mesh = scenes::MakeBox({1, 1, 1});
    EXPECT_EQ(MakePatches(mesh, 1e-6, 4000).patches.size(), 4000u);
    EXPECT_EQ(MakePatches(mesh, 0, 4000).patches.size(), 4000u);
}

TEST(Patches, PointsAreFewBecauseTheyAreShared) {
    const TriangleMesh mesh = scenes::MakeIcosphere(3);
    const Patches patches = RefinePatchesTo(MakePatches(mesh), 100000);
    EXPECT_LT(patches.points.size(), patches.patches.size() * 6 / 10);  // Euler: half, and a little for what hangs
}

// Corners one unit in the last place apart: no double lies between, so nothing can be cut, and nothing hangs.
TEST(Patches, EndWhereDoublesEnd) {
    const double next = std::nextafter(1.0, 2.0);
    const TriangleMesh mesh{{{1, 1, 1}, {next, 1, 1}, {1, next, 1}}, {{0, 1, 2}}};
    const Patches patches = RefinePatchesTo(MakePatches(mesh), 1000);
    EXPECT_LT(patches.patches.size(), 10u);
}

TEST(Patches, DegenerateTrianglesAreCutAndFaultyOnesLeftOut) {
    const double nan = std::nan("");
    const TriangleMesh mesh{{{0, 0, 0}, {8, 0, 0}, {4, 0, 0}, {nan, 0, 0}},
                            {{0, 1, 2}, {0, 0, 0}, {0, 1, 3}, {0, 1, 9}, {-1, 1, 2}}};
    const Patches patches = MakePatches(mesh, 1);
    for (size_t i = 0; i < patches.patches.size(); ++i) EXPECT_LE(LongestEdgeOf(patches, i), 1);
    const std::set<int32_t> sources(patches.triangles.begin(), patches.triangles.end());
    EXPECT_EQ(sources, (std::set<int32_t>{0, 1}));
    EXPECT_TRUE(MakePatches({}).patches.empty());
    EXPECT_TRUE(RefinePatchesTo({}, 100).patches.empty());
}

// Equal for gcc, clang, debug, release.
TEST(Patches, SameBytesEverywhere) {
    const Patches patches = RefinePatchesTo(MakePatches(scenes::MakeBox({1, 0.7, 0.3})), 12345);
    EXPECT_EQ(HashOf(patches.points), 7625296370222971743u);
}

}  // namespace
}  // namespace spheretree
