#include "Core/TestSupport.h"
#include "Tree/Measure/RayLengths.h"

#include "Base/Random.h"
#include "Scenes/FormulaMeshes.h"
#include "Scenes/Shapes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace spheretree {
namespace {

TEST(SphereIntervals, UniteAndCount) {
    const std::vector<Sphere> spheres{{{0, 0, 0}, 1}, {{0, 0, 1.5}, 1}, {{0, 0, 10}, 2}, {{5, 0, 0}, 1}};
    const Intervals once = SphereIntervals(spheres, 0, 0);
    ASSERT_EQ(once.size(), 2u);
    EXPECT_DOUBLE_EQ(once[0].low, -1);
    EXPECT_DOUBLE_EQ(once[0].high, 2.5);
    EXPECT_DOUBLE_EQ(TotalLength(once), 3.5 + 4);
    EXPECT_DOUBLE_EQ(TotalLength(SphereIntervals(spheres, 0, 0, 2)), 0.5);
    EXPECT_DOUBLE_EQ(TotalLength(SphereIntervals(spheres, 0, 0.6)), 1.5 + 1.6 + 2 * std::sqrt(4 - 0.36));
    EXPECT_TRUE(SphereIntervals(spheres, -3, 0).empty());
}

TEST(SharedLength, OfListsAndNothing) {
    const Intervals a{{0, 1}, {2, 3}, {4, 8}}, b{{0.5, 2.5}, {5, 6}, {7, 9}};
    EXPECT_DOUBLE_EQ(SharedLength(a, b), 0.5 + 0.5 + 1 + 1);
    EXPECT_DOUBLE_EQ(SharedLength(b, a), SharedLength(a, b));
    EXPECT_EQ(SharedLength(a, {}), 0);
}

TEST(ObjectIntervals, OfABox) {
    const SurfaceQuery surface = SurfaceOf(scenes::MakeBox({1, 2, 3}));
    const Box bounds{{-1, -2, -3}, {1, 2, 3}};
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
        const Intervals inside = ObjectIntervals(surface, bounds, random.Between(-1, 1), random.Between(-2, 2));
        ASSERT_EQ(inside.size(), 1u);
        EXPECT_NEAR(inside[0].low, -3, 1e-12);
        EXPECT_NEAR(inside[0].high, 3, 1e-12);
    }
    EXPECT_TRUE(ObjectIntervals(surface, bounds, 1.01, 0).empty());
}

// Along the box's own edges and diagonals, where rays meet edges and corners exactly.
TEST(ObjectIntervals, SurviveRaysThroughEdges) {
    const SurfaceQuery surface = SurfaceOf(scenes::MakeBox({1, 1, 1}));
    const Box bounds{{-1, -1, -1}, {1, 1, 1}};
    for (int i = -99; i < 100; ++i) {
        const double t = i / 100.0;
        EXPECT_NEAR(TotalLength(ObjectIntervals(surface, bounds, t, t)), 2, 1e-9) << t;
        EXPECT_NEAR(TotalLength(ObjectIntervals(surface, bounds, t, -t)), 2, 1e-9) << t;
    }
}

TEST(ObjectIntervals, SeeACavityAndAnOverlap) {
    TriangleMesh hollow = scenes::MakeBox({2, 2, 2}), cavity = scenes::MakeBox({1, 1, 1});
    scenes::TurnInsideOut(cavity);
    scenes::Append(hollow, cavity);
    EXPECT_NEAR(TotalLength(ObjectIntervals(SurfaceOf(hollow), {{-2, -2, -2}, {2, 2, 2}}, 0.3, 0.2)), 2, 1e-12);

    TriangleMesh pair = scenes::MakeBox({1, 1, 1}), other = scenes::MakeBox({1, 1, 1});
    scenes::Translate(other, {0, 0, 1.5});
    scenes::Append(pair, other);
    EXPECT_NEAR(TotalLength(ObjectIntervals(SurfaceOf(pair), {{-1, -1, -1}, {1, 1, 2.5}}, 0.3, 0.2)), 3.5, 1e-12);
}

}  // namespace
}  // namespace spheretree
