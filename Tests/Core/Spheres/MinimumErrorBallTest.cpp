#include "Core/TestSupport.h"
#include "Spheres/MinimumErrorBall.h"

#include "Base/Random.h"
#include "SphereTree/SurfaceSamples.h"
#include "Spheres/MinimumBall.h"
#include "Spheres/NelderMead.h"

#include "Scenes/Meshes.h"
#include "Scenes/Shapes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace spheretree {
namespace {

std::vector<Vec3> FaceOfCube(int steps) {  // of the cube from −1 to 1, the face z = 1
    std::vector<Vec3> points;
    for (int i = 0; i <= steps; ++i) {
        for (int j = 0; j <= steps; ++j) points.push_back({-1 + 2.0 * i / steps, -1 + 2.0 * j / steps, 1});
    }
    return points;
}

// Figure 5.13: the points all lie on one side. The smallest ball sits half outside, e = √2; moved in by t it is
// √(2 + t²) − t, and the middle of the cube, t = 1, is as deep as a centre can lie: e = √3 − 1.
TEST(MinimumErrorBall, OfACubesFaceSitsInTheMiddleOfTheCube) {
    const SurfaceQuery cube = SurfaceOf(scenes::MakeBox({1, 1, 1}));
    const std::vector<Vec3> face = FaceOfCube(10);
    const ErrorBall found = MinimumErrorBall(face, DepthField{&cube, true});
    EXPECT_NEAR(MinimumBall(face).radius, std::sqrt(2), 1e-12);
    EXPECT_NEAR(found.error, std::sqrt(3) - 1, 2e-3);
    EXPECT_NEAR(Length(found.ball.centre), 0, 0.05);
    EXPECT_TRUE(ContainsAll(found.ball, face));
}

// Half a face of a box that is deep: going in by t costs √(R² + t²) and gains t, until the sides are nearer than the
// face. R² = 1 + 1/4, and the sides x = ±1, y = 1, y = −1 leave depth at most 1 at y = 0: the centre moves off the
// middle of its points. The exact optimum is found by Nelder and Mead's method, many times over.
TEST(MinimumErrorBall, OfHalfACubesFace) {
    const SurfaceQuery cube = SurfaceOf(scenes::MakeBox({1, 1, 1}));
    std::vector<Vec3> half;
    for (const Vec3& p : FaceOfCube(10)) {
        if (p.y >= 0) half.push_back(p);
    }
    const auto error = [&](const std::array<double, 3>& c) {
        const Vec3 centre{c[0], c[1], c[2]};
        double radius = 0;
        for (const Vec3& p : half) radius = std::max(radius, Distance(p, centre));
        return radius - std::min({1 - std::abs(c[0]), 1 - std::abs(c[1]), 1 - std::abs(c[2])});
    };
    double exact = 1e300;
    Random random(1);
    for (int i = 0; i < 200; ++i) {
        const std::array<double, 3> start = {random.Between(-0.3, 0.3), random.Between(-0.3, 0.7),
                                             random.Between(-0.3, 0.7)};
        exact = std::min(exact, NelderMead<3>(error, start, 0.1, {600, 1e-9, 1e-12}).value);
    }
    const ErrorBall found = MinimumErrorBall(half, DepthField{&cube, true});
    EXPECT_GE(found.error, exact - 1e-9);
    EXPECT_LE(found.error, exact + 3e-3);
}

TEST(MinimumErrorBall, OfAnIcosphereIsTheSphere) {
    const TriangleMesh mesh = scenes::MakeIcosphere(4);
    const SurfaceQuery query = SurfaceOf(mesh);
    const ErrorBall found = MinimumErrorBall(mesh.vertices, DepthField{&query, true});
    EXPECT_NEAR(Length(found.ball.centre), 0, 1e-3);
    EXPECT_NEAR(found.ball.radius, 1, 1e-3);
    EXPECT_LT(found.error, 0.01);
}

struct Effort {
    double worstLoss = 0, meanLoss = 0;
    double queries = 0;
    int regions = 0;
};

/// Regions as a bake has them: the samples within a ball. How much larger the error is than the best of many long runs
/// from many starts, in parts of the region's own radius.
Effort MeasureEffort(const SurfaceQuery& query, bool hasInside, const std::vector<Vec3>& samples, uint64_t seed) {
    const DepthField field{&query, hasInside};
    Effort effort;
    Random random(seed);
    for (int i = 0; i < 12; ++i) {
        const Vec3 middle = samples[static_cast<size_t>(random.Below(std::ssize(samples)))];
        const double size = random.Between(0.1, 0.6);
        std::vector<Vec3> region;
        for (const Vec3& p : samples) {
            if (Distance(p, middle) < size) region.push_back(p);
        }
        const PointColumns columns(region);
        const Sphere smallest = MinimumBall(columns);
        const ErrorBall found = MinimumErrorBall(columns, field);
        EXPECT_TRUE(ContainsAll(found.ball, region));
        EXPECT_LE(found.error, smallest.radius - field.At(smallest.centre) + 1e-12);
        EXPECT_NEAR(found.error, found.ball.radius - field.At(found.ball.centre), 1e-12);
        EXPECT_LE(found.depthQueries, 60);
        double best = found.error;
        const auto error = [&](const std::array<double, 3>& c) {
            const Vec3 centre{c[0], c[1], c[2]};
            return std::sqrt(FarthestDistanceSquared(columns, centre)) - field.At(centre);
        };
        const Vec3 from = found.ball.centre;
        for (const double step : {0.3, 0.03, -0.1}) {
            const auto longRun =
                NelderMead<3>(error, {from.x, from.y, from.z}, step * smallest.radius, {400, 1e-6, 1e-9});
            best = std::min(best, longRun.value);
        }
        const double loss = (found.error - best) / smallest.radius;
        effort.worstLoss = std::max(effort.worstLoss, loss);
        effort.meanLoss += loss;
        effort.queries += found.depthQueries;
        ++effort.regions;
    }
    effort.meanLoss /= effort.regions;
    effort.queries /= effort.regions;
    return effort;
}

TEST(MinimumErrorBall, IsNearTheBestThatLongRunsFindWithFewQueries) {
    for (const char* name : {"cube", "ellipsoid", "torus", "s-shape", "block", "spike", "hollow-shell"}) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        SampleOptions options;
        options.count = 2000;
        const Effort effort = MeasureEffort(SurfaceOf(mesh), true, SampleSurface(mesh, options)->points, 3);
        EXPECT_LT(effort.meanLoss, 0.003) << name;
        EXPECT_LT(effort.worstLoss, 0.03) << name;
        EXPECT_LT(effort.queries, 20) << name;
    }
}

TEST(MinimumErrorBall, OnAnOpenMeshHasOnlyDistance) {
    const TriangleMesh mesh = scenes::MakeMesh("open-hemisphere").mesh;
    SampleOptions options;
    options.count = 1000;
    const Effort effort = MeasureEffort(SurfaceOf(mesh), false, SampleSurface(mesh, options)->points, 4);
    EXPECT_LT(effort.meanLoss, 0.003);
}

TEST(MinimumErrorBall, IsNeverWorseThanAHint) {
    const TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    const SurfaceQuery query = SurfaceOf(mesh);
    const DepthField field{&query, true};
    Random random(5);
    for (int i = 0; i < 50; ++i) {
        const std::vector<Vec3> points(mesh.vertices.begin() + i, mesh.vertices.begin() + i + 40);
        const Vec3 hint = random.Direction();
        const double error = std::sqrt(FarthestDistanceSquared(points, hint)) - field.At(hint);
        EXPECT_LE(MinimumErrorBall(points, field, {&hint, 1}).error, error + 1e-12);
    }
}

// Where a narrow block stands on a wide one, a centre just under the ledge has no way down that starts at once, and a
// much better place a little further in.
TEST(MinimumErrorBall, LooksForASecondValley) {
    const TriangleMesh block = scenes::MakeMesh("block").mesh;
    const SurfaceQuery query = SurfaceOf(block);
    const DepthField field{&query, true};
    MinimumErrorOptions once;
    once.lookAround = 0;
    SampleOptions options;
    options.count = 2000;
    const std::vector<Vec3> samples = SampleSurface(block, options)->points;
    double saved = 0;
    Random random(3);
    for (int i = 0; i < 30; ++i) {
        const Vec3 middle = samples[static_cast<size_t>(random.Below(std::ssize(samples)))];
        const double size = random.Between(0.1, 0.6);
        std::vector<Vec3> region;
        for (const Vec3& p : samples) {
            if (Distance(p, middle) < size) region.push_back(p);
        }
        const ErrorBall one = MinimumErrorBall(region, field, {}, once), two = MinimumErrorBall(region, field);
        EXPECT_LE(two.error, one.error);
        EXPECT_GT(two.depthQueries, one.depthQueries);
        saved = std::max(saved, one.error - two.error);
    }
    EXPECT_GT(saved, 0.02);
}

TEST(MinimumErrorBall, OfOnePointOrNone) {
    const SurfaceQuery cube = SurfaceOf(scenes::MakeBox({1, 1, 1}));
    const DepthField field{&cube, true};
    EXPECT_EQ(MinimumErrorBall(std::vector<Vec3>{}, field).ball.radius, 0);
    const std::vector<Vec3> one(3, Vec3{1, 0.2, 0.3});
    const ErrorBall found = MinimumErrorBall(one, field);
    EXPECT_TRUE(ContainsAll(found.ball, one));
    EXPECT_NEAR(found.error, 0, 1e-12);
}

}  // namespace
}  // namespace spheretree
