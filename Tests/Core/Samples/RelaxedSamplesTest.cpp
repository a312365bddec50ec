#include "Core/Samples/SampleChecks.h"
#include "SphereTree/SurfaceSamples.h"

#include "Scenes/Meshes.h"
#include "Scenes/Shapes.h"

#include <gtest/gtest.h>

#include <map>
#include <thread>

namespace spheretree {
namespace {

SampleOptions RelaxedOptions(int32_t count, uint64_t seed = 1, int32_t steps = 20) {
    return {.count = count, .layout = SampleLayout::Relaxed, .seed = seed, .relaxationSteps = steps};
}

SurfaceSamples Relaxed(const TriangleMesh& mesh, const SampleOptions& options, const Host& host = {}) {
    Result<SurfaceSamples> samples = SampleSurface(mesh, options, host);
    EXPECT_TRUE(samples) << samples.Sentence();
    return samples ? *samples : SurfaceSamples{};
}

TEST(RelaxedSamples, AsManyAsAskedForAndAllOnTheirTriangles) {
    for (const char* name :
         {"cube", "torus", "s-shape", "block", "plate", "spike", "open-hemisphere", "non-manifold-fan"}) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        for (const int32_t count : {1, 10, 3000}) {
            const SurfaceSamples samples = Relaxed(mesh, RelaxedOptions(count));
            ASSERT_GE(std::ssize(samples.points), count) << name;
            ASSERT_LE(std::ssize(samples.points), count + 1) << name;
            for (size_t i = 0; i < samples.points.size(); ++i) {
                ASSERT_LT(ExcessArea(mesh, samples.triangles[i], samples.points[i]), 1e-9) << name << ' ' << i;
                ASSERT_NEAR(Length(samples.normals[i]), 1, 1e-12) << name;
            }
        }
    }
}

// What relaxation is for: nearest neighbours end up about equally far apart.
TEST(RelaxedSamples, RelaxingEvensTheSpacing) {
    const TriangleMesh cube = scenes::MakeMesh("cube").mesh;
    for (const uint64_t seed : {1u, 2u, 3u}) {
        const Spread before = NearestDistances(Relaxed(cube, RelaxedOptions(2000, seed, 0)).points);
        const Spread some = NearestDistances(Relaxed(cube, RelaxedOptions(2000, seed, 5)).points);
        const Spread after = NearestDistances(Relaxed(cube, RelaxedOptions(2000, seed, 20)).points);
        EXPECT_GT(before.Relative(), 0.4);  // as random points are
        EXPECT_LT(some.Relative(), before.Relative());
        EXPECT_LT(after.Relative(), 0.5 * before.Relative());
        EXPECT_GT(after.mean, 1.3 * before.mean);
    }
}

// The whole cluster is filled: no corner is left bare, and edges have points of their own at about the same spacing.
TEST(RelaxedSamples, LeaveNoHole) {
    const TriangleMesh cube = scenes::MakeMesh("cube").mesh;
    const SurfaceSamples samples = Relaxed(cube, RelaxedOptions(2000));
    const double spacing = std::sqrt(AreaOf(cube) / 2000);
    for (const Vec3& point : MakePatches(cube, spacing).points) {
        double nearest = 1e300;
        for (const Vec3& sample : samples.points) nearest = std::min(nearest, LengthSquared(sample - point));
        ASSERT_LT(std::sqrt(nearest), 2 * spacing);
    }
}

TEST(RelaxedSamples, EdgesOfClustersHaveTheSameSpacing) {
    const TriangleMesh box = scenes::MakeBox({1, 1, 1});
    const SurfaceSamples samples = Relaxed(box, RelaxedOptions(3000));
    const auto isEdge = [](const Vec3& p) {
        return (std::abs(p.x) == 1) + (std::abs(p.y) == 1) + (std::abs(p.z) == 1) >= 2;
    };
    int onEdges = 0;
    for (size_t i = 0; i < samples.points.size(); ++i) {
        if (!isEdge(samples.points[i])) continue;
        ++onEdges;
        EXPECT_NEAR(std::abs(samples.normals[i].x) + std::abs(samples.normals[i].y) + std::abs(samples.normals[i].z),
                    std::sqrt(2), 1e-9);  // halfway between two faces
    }
    const double spacing = std::sqrt(24.0 / (3000 - onEdges));
    EXPECT_NEAR(onEdges, 24 / spacing, 2);
}

// Points fall where the area is: 3,000 points, faces of area 1 and 4.
TEST(RelaxedSamples, DensityIsTheSameOnEveryFace) {
    const TriangleMesh box = scenes::MakeBox({2, 1, 0.5});
    const SurfaceSamples samples = Relaxed(box, RelaxedOptions(6000));
    std::array<double, 3> counts{};
    for (size_t i = 0; i < samples.points.size(); ++i) {
        const Vec3& n = samples.normals[i];
        if (std::abs(n.x) > 0.9) ++counts[0];
        if (std::abs(n.y) > 0.9) ++counts[1];
        if (std::abs(n.z) > 0.9) ++counts[2];
    }
    const double inside = counts[0] + counts[1] + counts[2];
    const double area = 2 * (2 * 1) + 2 * (4 * 1) + 2 * (4 * 2);
    const std::array<double, 3> areas = {2 * 2.0 * 1, 2 * 4.0 * 1, 2 * 4.0 * 2};
    for (size_t i = 0; i < 3; ++i) {
        const double expected = inside * areas[i] / area;
        EXPECT_NEAR(counts[i], expected, 4 * std::sqrt(expected));
    }
}

// Equal for gcc, clang, debug, release.
TEST(RelaxedSamples, SameBytesEverywhere) {
    EXPECT_EQ(HashOf(Relaxed(scenes::MakeBox({1, 0.7, 0.3}), RelaxedOptions(1500)).points), 3472189504308570883u);
    EXPECT_EQ(HashOf(Relaxed(scenes::MakeIcosphere(2), RelaxedOptions(1500)).points), 1613052248457687342u);
}

TEST(RelaxedSamples, SameSeedSameBytesOnAnyNumberOfThreads) {
    const TriangleMesh mesh = scenes::MakeMesh("s-shape").mesh;
    Host threads;
    threads.parallelFor = [](int64_t count, const std::function<void(int64_t)>& body) {
        std::thread other([&] {
            for (int64_t i = count - 1; i >= 0; i -= 2) body(i);
        });
        for (int64_t i = count - 2; i >= 0; i -= 2) body(i);
        other.join();
    };
    const SurfaceSamples one = Relaxed(mesh, RelaxedOptions(2000)), two = Relaxed(mesh, RelaxedOptions(2000), threads);
    EXPECT_EQ(HashOf(one.points), HashOf(two.points));
    EXPECT_EQ(one.triangles, two.triangles);
    EXPECT_NE(HashOf(one.points), HashOf(Relaxed(mesh, RelaxedOptions(2000, 2)).points));
}

TEST(RelaxedSamples, ACancelledRunGivesNothing) {
    Host host;
    host.progress = [](double) { return false; };
    const Result<SurfaceSamples> samples = SampleSurface(scenes::MakeMesh("cube").mesh, RelaxedOptions(2000), host);
    ASSERT_FALSE(samples);
    EXPECT_EQ(samples.Sentence(), "Sampling was cancelled.");
}

TEST(RelaxedSamples, ProgressNeverFallsAndEndsAtOne) {
    Host host;
    double last = 0;
    bool fell = false;
    host.progress = [&](double fraction) {
        fell = fell || fraction < last;
        last = fraction;
        return true;
    };
    Relaxed(scenes::MakeIcosphere(3), RelaxedOptions(2000), host);
    EXPECT_FALSE(fell);
    EXPECT_EQ(last, 1);
}

}  // namespace
}  // namespace spheretree
