#include "Spheres/FarthestPoint.h"

#include "Base/Random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace spheretree {
namespace {

std::vector<Vec3> Scattered(uint64_t seed, int64_t count) {
    Random random(seed);
    std::vector<Vec3> points;
    for (int64_t i = 0; i < count; ++i) points.push_back({random.Uniform(), random.Uniform(), random.Uniform()});
    return points;
}

// Every remainder of every block, to the bit.
TEST(FarthestPoint, ColumnsAndListsAgreeToTheBit) {
    for (int64_t count = 1; count < 600; ++count) {
        const std::vector<Vec3> points = Scattered(static_cast<uint64_t>(count), count);
        const PointColumns columns(points);
        ASSERT_EQ(columns.Count(), count);
        const Vec3 centre{0.4, 0.5, 0.6};
        const Farthest a = FarthestPoint(points, centre), b = FarthestPoint(columns, centre);
        ASSERT_EQ(a.index, b.index);
        ASSERT_EQ(a.distanceSquared, b.distanceSquared);
        ASSERT_EQ(a.distanceSquared, FarthestDistanceSquared(columns, centre));
        ASSERT_EQ(a.distanceSquared, FarthestDistanceSquared(points, centre));
        for (const Vec3& p : points) ASSERT_LE(LengthSquared(p - centre), a.distanceSquared);
        ASSERT_EQ(LengthSquared(points[static_cast<size_t>(a.index)] - centre), a.distanceSquared);
    }
}

TEST(FarthestPoint, OfEquallyFarTheFirst) {
    std::vector<Vec3> points(500, Vec3{1, 0, 0});
    points[3] = points[77] = points[300] = points[499] = {0, 2, 0};
    EXPECT_EQ(FarthestPoint(points, {}).index, 3);
    EXPECT_EQ(FarthestPoint(PointColumns(points), {}).index, 3);
    points[3] = {1, 0, 0};
    EXPECT_EQ(FarthestPoint(PointColumns(points), {}).index, 77);
}

TEST(FarthestPoint, OfNoneThereIsNone) {
    EXPECT_EQ(FarthestPoint(std::vector<Vec3>{}, {}).index, -1);
    EXPECT_EQ(FarthestPoint(PointColumns(), {}).index, -1);
    EXPECT_EQ(FarthestDistanceSquared(PointColumns(), {}), 0);
}

TEST(FarthestPoint, AllInTheCentreIsTheFirst) {
    const std::vector<Vec3> points(20, Vec3{1, 2, 3});
    EXPECT_EQ(FarthestPoint(PointColumns(points), {1, 2, 3}).index, 0);
    EXPECT_EQ(FarthestPoint(PointColumns(points), {1, 2, 3}).distanceSquared, 0);
}

TEST(PointColumns, TakeTheIndicesNamed) {
    const std::vector<Vec3> points = Scattered(1, 50);
    const std::vector<int32_t> indices = {7, 7, 3, 49, 0};
    const PointColumns columns(points, indices);
    ASSERT_EQ(columns.Count(), 5);
    for (size_t i = 0; i < indices.size(); ++i) {
        EXPECT_EQ(columns[static_cast<int64_t>(i)], points[static_cast<size_t>(indices[i])]);
    }
}

TEST(RadiusToReach, IsEnoughAndHardlyMore) {
    Random random(8);
    for (int i = 0; i < 100000; ++i) {
        const double square = random.Uniform() * (i % 3 == 0 ? 1e-200 : i % 3 == 1 ? 1.0 : 1e200);
        const double radius = RadiusToReach(square);
        ASSERT_GE(radius * radius, square);
        ASSERT_LE(radius, std::sqrt(square) * (1 + 3e-16));
    }
    EXPECT_EQ(RadiusToReach(0), 0);
    EXPECT_EQ(RadiusToReach(4), 2);
}

}  // namespace
}  // namespace spheretree
