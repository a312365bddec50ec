#include "Core/TestSupport.h"
#include "Spheres/LeastProtrusionBall.h"

#include "Base/Random.h"
#include "SphereTree/SurfaceSamples.h"
#include "Spheres/MinimumErrorBall.h"

#include "Scenes/Meshes.h"
#include "Scenes/Shapes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string_view>

namespace spheretree {
namespace {

constexpr CertifyOptions kClosely{.relativeGap = 0.005, .absoluteGap = 1e-5, .evaluationLimit = 20000};

/// Around all of a cube there is one best ball. The nearer a start is to it, the less there is to find.
TEST(LeastProtrusionBall, OfACubeIsInItsMiddle) {
    const SurfaceQuery cube = SurfaceOf(scenes::MakeBox({1, 1, 1}));
    std::vector<Vec3> corners;
    for (const double x : {-1.0, 1.0})
        for (const double y : {-1.0, 1.0})
            for (const double z : {-1.0, 1.0}) corners.push_back({x, y, z});
    const std::array<Vec3, 1> start{Vec3{0.1, 0.05, -0.08}};
    const ProtrusionBall found =
        LeastProtrusionBall(PointColumns(corners), {&cube, true}, start, {.looks = 30, .certify = kClosely});
    EXPECT_NEAR(found.error.upper, std::sqrt(3) - 1, 0.01);
    EXPECT_NEAR(Length(found.ball.centre), 0, 0.01);
}

/// Parts of real surfaces, by a sampled point and what is near it: never worse than a start, of which one stands off
/// least; and on bodies with folds better in most cases. (Along a tube what stands off least sticks out least.)
TEST(LeastProtrusionBall, SticksOutLessThanItsStarts) {
    constexpr int32_t kParts = 12;
    for (const char* name : {"bunny-1500", "dragon-1500", "torus"}) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        const SurfaceQuery surface = SurfaceOf(mesh);
        const DepthField field{&surface, true};
        const Result<SurfaceSamples> samples = SampleSurface(mesh, {.count = 2000});
        ASSERT_TRUE(samples);
        int32_t better = 0;
        for (int32_t part = 0; part < kParts; ++part) {
            Random random = Random::OfItem(7, part);
            const Vec3 middle = samples->points[size_t(random.Below(int64_t(samples->points.size())))];
            std::vector<Vec3> near;
            for (const Vec3& point : samples->points)
                if (Distance(point, middle) < 0.5) near.push_back(point);
            const PointColumns points{std::span<const Vec3>(near)};
            const std::array starts{middle, MinimumErrorBall(points, field).ball.centre};
            const ProtrusionBall found = LeastProtrusionBall(points, field, starts, {.looks = 8, .certify = kClosely});
            EXPECT_TRUE(ContainsAll(found.ball, near));
            EXPECT_EQ(found.error.upper, CertifyError(field, found.ball, kClosely).upper);
            double least = std::numeric_limits<double>::infinity();
            for (const Vec3& start : starts)
                least = std::min(least, CertifyError(field, BallAround(points, start), kClosely).upper);
            EXPECT_LE(found.error.upper, least) << name << ' ' << part;
            better += found.error.upper < 0.99 * least;
        }
        EXPECT_GE(better, std::string_view(name) == "torus" ? 0 : kParts / 2) << name;
    }
}

TEST(LeastProtrusionBall, WithoutALookIsTheBestOfItsStarts) {
    const SurfaceQuery cube = SurfaceOf(scenes::MakeBox({1, 1, 1}));
    const std::vector<Vec3> points{{1, 1, 1}, {-1, -1, -1}};
    const std::array starts{Vec3{0.2, 0, 0}, Vec3{0.1, 0, 0}, Vec3{0, 0, 0.3}};
    const ProtrusionBall found =
        LeastProtrusionBall(PointColumns(points), {&cube, true}, starts, {.certify = kClosely});
    EXPECT_EQ(found.ball.centre, starts[1]);
}

}  // namespace
}  // namespace spheretree
