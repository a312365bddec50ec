#include "Core/Convex/ConvexPairs.h"

#include <gtest/gtest.h>

namespace spheretree {
namespace {

double HeightOver(const std::vector<Vec3>& points, const Vec3& direction) {
    double highest = Dot(points[0], direction);
    for (const Vec3& p : points) highest = std::max(highest, Dot(p, direction));
    return highest;
}

/// From every start, in many directions, the walk must find what asking all points finds.
void ExpectWalksToTheTop(const std::vector<Vec3>& points) {
    const auto hull = ConvexHull::Build(points);
    ASSERT_TRUE(hull) << hull.Sentence();
    const ConvexShape shape = ConvexShape::Hull(*hull);
    PlacedShape placed{&shape, {}};
    Random random(3);
    for (int i = 0; i < 200; ++i) {
        const Vec3 direction = i < 6 ? Vec3{i == 0   ? 1.0
                                            : i == 1 ? -1.0
                                                     : 0,
                                            i == 2   ? 1.0
                                            : i == 3 ? -1.0
                                                     : 0,
                                            i == 4   ? 1.0
                                            : i == 5 ? -1.0
                                                     : 0}
                                     : random.Direction();
        placed.lastCorner = static_cast<int32_t>(random.Below(static_cast<int64_t>((*hull)->corners.size())));
        const double top = HeightOver(points, direction);
        ASSERT_NEAR(Dot(SupportPoint(placed, direction), direction), top, 1e-12 * (1 + std::fabs(top)));
    }
}

TEST(ConvexHull, WalksUphillToTheFarthestPoint) {
    for (int64_t seed = 0; seed < 200; ++seed) {
        Random random = Random::OfItem(8, seed);
        std::vector<Vec3> points;
        for (int64_t i = 0, count = 4 + random.Below(200); i < count; ++i) points.push_back(random.Direction());
        ExpectWalksToTheTop(points);
    }
}

TEST(ConvexHull, OfLatticesHasCornersInFacesAndEdges) {
    std::vector<Vec3> points;
    for (int x = 0; x < 5; ++x)
        for (int y = 0; y < 5; ++y)
            for (int z = 0; z < 5; ++z) points.push_back({x * 1.0, y * 10.0, z * 1e-3});
    ExpectWalksToTheTop(points);
    EXPECT_LT((*ConvexHull::Build(points))->corners.size(), points.size()) << "what lies inside is no corner";
}

TEST(ConvexHull, OfFlatAndFewPointsAsksThemAll) {
    ExpectWalksToTheTop({{1, 2, 3}});
    ExpectWalksToTheTop({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}});
    ExpectWalksToTheTop({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}});
    ExpectWalksToTheTop({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.5, 0.5, 0}});
    ExpectWalksToTheTop({{0, 0, 0}, {1e9, 0, 0}, {0, 1e-9, 0}, {0, 0, 1}});
}

TEST(ConvexHull, OfNothingOrOfInfinityIsASentence) {
    EXPECT_FALSE(ConvexHull::Build({}));
    EXPECT_FALSE(ConvexHull::Build({{0, 0, 0}, {std::nan(""), 0, 0}}));
    EXPECT_FALSE(ConvexHull::Build({{0, 0, 0}, {HUGE_VAL, 0, 0}}));
}

}  // namespace
}  // namespace spheretree
