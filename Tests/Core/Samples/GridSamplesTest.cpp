#include "Core/Samples/SampleChecks.h"
#include "SphereTree/SurfaceSamples.h"

#include "Scenes/Meshes.h"
#include "Scenes/Shapes.h"

#include <gtest/gtest.h>

#include <map>

namespace spheretree {
namespace {

const std::vector<std::string> kFormulaMeshes = {"cube",  "ellipsoid",    "torus",           "s-shape",         "plate",
                                                 "spike", "hollow-shell", "open-hemisphere", "non-manifold-fan"};

SurfaceSamples Sample(const TriangleMesh& mesh, int32_t count, SampleLayout layout = SampleLayout::Grid) {
    SampleOptions options;
    options.count = count;
    options.layout = layout;
    Result<SurfaceSamples> samples = SampleSurface(mesh, options);
    EXPECT_TRUE(samples) << samples.Sentence();
    return samples ? *samples : SurfaceSamples{};
}

TEST(GridSamples, OneForATriangleIsItsCentroid) {
    const TriangleMesh mesh{{{0, 0, 0}, {3, 0, 0}, {0, 6, 3}}, {{0, 1, 2}}};
    const SurfaceSamples samples = Sample(mesh, 1);
    ASSERT_EQ(samples.points.size(), 1u);
    EXPECT_NEAR(Distance(samples.points[0], {1, 2, 1}), 0, 1e-12);
    EXPECT_NEAR(Distance(samples.normals[0], Normalized(Cross({3, 0, 0}, {0, 6, 3}))), 0, 1e-12);
    EXPECT_EQ(samples.triangles[0], 0);
}

TEST(GridSamples, AsManyAsAskedForOnTheSurfaceWithItsNormals) {
    for (const std::string& name : kFormulaMeshes) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        for (const int32_t count : {1, 7, 500, 5000}) {
            const SurfaceSamples samples = Sample(mesh, count);
            ASSERT_GE(std::ssize(samples.points), count) << name;
            ASSERT_EQ(samples.normals.size(), samples.points.size());
            ASSERT_EQ(samples.triangles.size(), samples.points.size());
            for (size_t i = 0; i < samples.points.size(); ++i) {
                const double scale = LengthSquared(CornerOf(mesh, samples.triangles[i], 0)) + 1;
                ASSERT_LT(ExcessArea(mesh, samples.triangles[i], samples.points[i]), 1e-12 * scale) << name;
                const Vec3 a = CornerOf(mesh, samples.triangles[i], 0);
                const Vec3 normal =
                    Cross(CornerOf(mesh, samples.triangles[i], 1) - a, CornerOf(mesh, samples.triangles[i], 2) - a);
                ASSERT_NEAR(Dot(Normalized(normal), samples.normals[i]), 1, 1e-9) << name;
            }
        }
    }
}

// Every triangle's number is its share to within one: what the rows and the curve through space are for.
TEST(GridSamples, EveryTriangleGetsItsShareToWithinOne) {
    for (const std::string& name : kFormulaMeshes) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        const double perArea = 20000 / AreaOf(mesh);
        std::map<int32_t, int32_t> counts;
        for (const int32_t triangle : Sample(mesh, 20000).triangles) ++counts[triangle];
        for (size_t i = 0; i < mesh.triangles.size(); ++i) {
            const int32_t triangle = static_cast<int32_t>(i);
            EXPECT_NEAR(counts[triangle], AreaOf(mesh, triangle) * perArea, 1 + 1e-6) << name << ' ' << i;
        }
    }
}

// 20,480 triangles and 500 points: each eighth of the ball still gets its eighth.
TEST(GridSamples, FewPointsOnAFineMeshAreSpreadOverAllOfIt) {
    const SurfaceSamples samples = Sample(scenes::MakeIcosphere(5), 500);
    EXPECT_EQ(samples.points.size(), 500u);
    std::array<int, 8> octants{};
    for (const Vec3& p : samples.points) ++octants[(p.x > 0) + 2 * (p.y > 0) + 4 * (p.z > 0)];
    for (const int count : octants) EXPECT_NEAR(count, 500 / 8.0, 8);
    EXPECT_LT(NearestDistances(samples.points).Relative(), 0.45);  // random points: 0.52
}

// No hole in the cover: every point of a fine subdivision has a sample within two spacings.
TEST(GridSamples, LeaveNoHole) {
    for (const char* name : {"cube", "torus", "s-shape"}) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        const SurfaceSamples samples = Sample(mesh, 2000);
        const double spacing = std::sqrt(AreaOf(mesh) / 2000);
        const Patches patches = MakePatches(mesh, spacing / 2);
        for (const Vec3& point : patches.points) {
            double nearest = 1e300;
            for (const Vec3& sample : samples.points) nearest = std::min(nearest, LengthSquared(sample - point));
            ASSERT_LT(std::sqrt(nearest), 2 * spacing) << name;
        }
    }
}

// A sliver 1000 long and 0.001 high: the raster of the thesis would miss it.
TEST(GridSamples, ASliverGetsItsPointsAlongItsLength) {
    const TriangleMesh mesh{{{0, 0, 0}, {1000, 0, 0}, {400, 0.001, 0}}, {{0, 1, 2}}};
    const SurfaceSamples samples = Sample(mesh, 100);
    EXPECT_EQ(samples.points.size(), 100u);
    const Spread spread = NearestDistances(samples.points);
    EXPECT_NEAR(spread.mean, 1000 * (1 - 1.0 / 3) / 100, 0.5);
}

TEST(GridSamples, FollowTheMeshWhenItIsMovedAndScaled) {
    const TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    TriangleMesh moved = mesh;
    for (Vec3& vertex : moved.vertices) vertex = vertex * 1024 + Vec3{4096, -8192, 512};
    const SurfaceSamples samples = Sample(mesh, 3000), after = Sample(moved, 3000);
    ASSERT_EQ(samples.points.size(), after.points.size());
    EXPECT_EQ(samples.triangles, after.triangles);
    for (size_t i = 0; i < samples.points.size(); ++i) {
        ASSERT_NEAR(Distance(samples.points[i] * 1024 + Vec3{4096, -8192, 512}, after.points[i]), 0, 1e-8);
    }
}

// Equal for gcc, clang, debug, release.
TEST(GridSamples, SameBytesEverywhere) {
    EXPECT_EQ(HashOf(Sample(scenes::MakeIcosphere(3), 3000).points), 10817274332357092779u);
    EXPECT_EQ(HashOf(Sample(scenes::MakeIcosphere(3), 300).points), 12479859028391228476u);
}

TEST(GridSamples, SameSeedSameBytesOtherSeedOtherPoints) {
    const TriangleMesh mesh = scenes::MakeIcosphere(4);
    SampleOptions options;
    options.count = 777;
    const uint64_t hash = HashOf(SampleSurface(mesh, options)->points);
    EXPECT_EQ(hash, HashOf(SampleSurface(mesh, options)->points));
    options.seed = 2;
    EXPECT_NE(hash, HashOf(SampleSurface(mesh, options)->points));
}

}  // namespace
}  // namespace spheretree
