#include "Core/TestSupport.h"
#include "Tree/Measure/SurfaceError.h"

#include "Base/Random.h"
#include "Scenes/FormulaMeshes.h"
#include "Scenes/Meshes.h"
#include "Scenes/Shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace spheretree {
namespace {

constexpr int32_t kDirections = 2048;

TEST(SurfaceError, OfBallsAroundACube) {
    const SurfaceQuery cube = SurfaceOf(scenes::MakeBox({0.5, 0.5, 0.5}));
    const double corner = std::sqrt(0.75);
    EXPECT_NEAR(MeasureSurfaceError(cube, true, {{0, 0, 0}, corner}, kDirections), corner - 0.5, 1e-8);
    EXPECT_NEAR(MeasureSurfaceError(cube, true, {{0.1, 0.2, 0.05}, 1}, kDirections), 0.7, 1e-8);
    EXPECT_NEAR(MeasureSurfaceError(cube, true, {{5, 0, 0}, 0.25}, kDirections), 4.75, 1e-8) << "far outside";
    EXPECT_EQ(MeasureSurfaceError(cube, true, {{0.1, 0, 0}, 0.39}, kDirections), 0) << "wholly inside";
    EXPECT_NEAR(MeasureSurfaceError(cube, true, {{0.1, 0, 0}, 0.41}, kDirections), 0.01, 1e-8) << "a small cap";
    EXPECT_NEAR(MeasureSurfaceError(cube, true, {{0, 0, 2}, 0}, kDirections), 1.5, 1e-12) << "a point";
}

TEST(SurfaceError, WithoutAnInsideIsToTheSurface) {
    TriangleMesh triangle;
    triangle.vertices = {{-10, -10, 0}, {10, -10, 0}, {0, 10, 0}};
    triangle.triangles = {{0, 1, 2}};
    EXPECT_NEAR(MeasureSurfaceError(SurfaceOf(triangle), false, {{0.2, 0.1, 0.5}, 2}, kDirections), 2.5, 1e-8);
    const SurfaceQuery cube = SurfaceOf(scenes::MakeBox({0.5, 0.5, 0.5}));
    EXPECT_NEAR(MeasureSurfaceError(cube, false, {{0, 0, 0}, 0.1}, kDirections), 0.5 - 0.1 / std::sqrt(3), 1e-6)
        << "towards a corner";
}

// A cap of the ball looks through the shell into the cavity: the surface is what counts here, not the whole ball.
TEST(SurfaceError, LooksIntoACavity) {
    TriangleMesh shell = scenes::MakeIcosphere(3), cavity = scenes::MakeIcosphere(3);
    scenes::Scale(shell, {2, 2, 2});
    scenes::TurnInsideOut(cavity);
    scenes::Append(shell, cavity);
    const SurfaceQuery surface = SurfaceOf(shell);
    EXPECT_NEAR(MeasureSurfaceError(surface, true, {{1.2, 0, 0}, 0.7}, kDirections), 0.5, 0.02);
    EXPECT_NEAR(MeasureSurfaceError(surface, true, {{0, 0, 0}, 2}, kDirections), 0, 0.05) << "hidden from the surface";
}

// Against brute force: nothing larger may exist, and what was found must exist.
TEST(SurfaceError, IsNeverBelowManyRandomPoints) {
    Random random(11);
    for (const char* name : {"torus", "s-shape", "spike", "cone"}) {
        const SurfaceQuery surface = SurfaceOf(scenes::MakeMesh(name).mesh);
        const Sphere around = surface.BoundingSphere();
        for (int i = 0; i < 6; ++i) {
            const Sphere ball{around.centre + random.Direction() * (around.radius * random.Uniform()),
                              around.radius * random.Between(0.05, 0.8)};
            double brute = 0;
            for (int k = 0; k < 20000; ++k)
                brute = std::max(brute, -surface.SignedDepth(ball.centre + random.Direction() * ball.radius));
            const double measured = MeasureSurfaceError(surface, true, ball, kDirections);
            EXPECT_GE(measured, brute * (1 - 1e-6)) << name << " " << i;
            EXPECT_LE(measured, brute + 0.02 * ball.radius) << name << " " << i;
        }
    }
}

}  // namespace
}  // namespace spheretree
