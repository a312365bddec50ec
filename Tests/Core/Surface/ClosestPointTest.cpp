#include "Core/Surface/Referee.h"
#include "Core/TestSupport.h"
#include "Scenes/Meshes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

namespace spheretree {
namespace {

constexpr double kTolerance = 1e-9;  // of the bounding radius

class ClosestPointOn : public testing::TestWithParam<std::string> {
protected:
    ClosestPointOn()
        : mesh(scenes::MakeMesh(GetParam()).mesh),
          surface(*SurfaceQuery::Build(mesh, referee::ParallelHost())),
          radius(referee::BoundingRadius(mesh)) {}

    /// How many points to judge by all triangles: fewer on large meshes, which CGAL judges with all of them.
    int64_t CountForLoops() const {
        const auto triangles = static_cast<int64_t>(mesh.triangles.size());
        return triangles <= 4000 ? referee::kPoints : 60'000'000 / triangles;
    }

    const TriangleMesh mesh;
    const SurfaceQuery surface;
    const double radius;
};

TEST_P(ClosestPointOn, IsAsFarAsCgalSays) {
    const referee::Cgal cgal(mesh);
    const std::vector<Vec3> points = referee::MakePoints(mesh, referee::kPoints, 11);
    std::vector<double> difference(points.size());
    referee::InParallel(referee::kPoints, [&](int64_t i) {
        const auto k = static_cast<size_t>(i);
        difference[k] = surface.Distance(points[k]) - cgal.Distance(points[k]);
    });
    for (size_t k = 0; k < points.size(); ++k) {
        ASSERT_LE(std::abs(difference[k]), kTolerance * radius) << "point " << k;
    }
}

TEST_P(ClosestPointOn, IsAsFarAsTheNearestOfAllTriangles) {
    const int64_t count = CountForLoops();
    const std::vector<Vec3> points = referee::MakePoints(mesh, count, 12);
    const referee::PlainDistance plain(mesh);
    std::vector<double> difference(points.size());
    referee::InParallel(count, [&](int64_t i) {
        const auto k = static_cast<size_t>(i);
        difference[k] = surface.Distance(points[k]) - plain.To(points[k]);
    });
    for (size_t k = 0; k < points.size(); ++k) {
        ASSERT_LE(std::abs(difference[k]), kTolerance * radius) << "point " << k;
    }
}

/// How far `p` lies from what the feature names.
double DistanceToFeature(const TriangleMesh& mesh, const ClosestPoint& c) {
    const Triangle& t = mesh.triangles[static_cast<size_t>(c.triangle)];
    const auto corner = [&](int i) { return mesh.vertices[static_cast<size_t>(t[static_cast<size_t>(i % 3)])]; };
    const int number = static_cast<int>(c.feature);
    if (c.feature == Feature::Face) return referee::DistanceToTriangle(c.point, corner(0), corner(1), corner(2));
    const int first = number - static_cast<int>(c.feature < Feature::Vertex0 ? Feature::Edge0 : Feature::Vertex0);
    const int second = c.feature < Feature::Vertex0 ? first + 1 : first;
    return referee::DistanceToTriangle(c.point, corner(first), corner(second), corner(second));
}

TEST_P(ClosestPointOn, LiesOnItsFeatureAtItsDistance) {
    const std::vector<Vec3> points = referee::MakePoints(mesh, referee::kPoints, 13);
    std::vector<ClosestPoint> closest;
    ASSERT_TRUE(surface.Closest(points, closest, referee::ParallelHost()));
    for (size_t k = 0; k < points.size(); ++k) {
        const ClosestPoint& c = closest[k];
        ASSERT_GE(c.triangle, 0);
        ASSERT_EQ(c.distance, surface.Distance(points[k]));
        ASSERT_LE(std::abs(Distance(c.point, points[k]) - c.distance), kTolerance * radius) << "point " << k;
        ASSERT_LE(DistanceToFeature(mesh, c), kTolerance * radius) << "point " << k;
    }
}

TEST_P(ClosestPointOn, IsFoundWithinItsDistanceAndNotWithinLess) {
    const std::vector<Vec3> points = referee::MakePoints(mesh, 2000, 14);
    for (const Vec3& p : points) {
        const double distance = surface.Distance(p);
        ASSERT_EQ(surface.Distance(p, distance * (1 + 1e-12)), distance);
        if (!(distance > 1e-12 * radius)) continue;
        ASSERT_EQ(surface.Closest(p, distance * (1 - 1e-9)).triangle, -1);
        ASSERT_TRUE(std::isinf(surface.Distance(p, distance / 2)));
    }
}

/// Those who look for what is far away need not be told how near the rest is.
TEST_P(ClosestPointOn, NearerThanEnoughIsAllThatIsSaidThere) {
    const std::vector<Vec3> points = referee::MakePoints(mesh, 2000, 15);
    constexpr double kAnyDistance = std::numeric_limits<double>::infinity();
    int32_t coarser = 0;
    for (const Vec3& p : points) {
        const double distance = surface.Distance(p);
        for (const double part : {0.5, 1 - 1e-9})
            ASSERT_EQ(surface.Distance(p, kAnyDistance, part * distance), distance);
        for (const double enough : {distance, 1.3 * distance, 3 * distance, radius}) {
            const double said = surface.Distance(p, kAnyDistance, enough);
            ASSERT_GE(said, distance);
            ASSERT_LE(said, std::max(enough, distance));
            coarser += said > distance;
        }
    }
    EXPECT_TRUE(coarser > 0 || mesh.triangles.size() < 100) << "it never stops sooner";
}

/// Where the surface was near before is where a search begins, not where it ends.
TEST_P(ClosestPointOn, WhatWasNearBeforeChangesNoDistance) {
    constexpr double kAnyDistance = std::numeric_limits<double>::infinity();
    SurfaceQuery::Whereabouts near;
    for (const Vec3& p : referee::MakePoints(mesh, 2000, 16)) {
        const double distance = surface.Distance(p);
        ASSERT_EQ(surface.Distance(p, kAnyDistance, 0, &near), distance);
        ASSERT_EQ(surface.Distance(p, distance * (1 + 1e-9), 0, &near), distance);
        ASSERT_EQ(surface.Distance(p, distance / 2, 0, &near), distance > 0 ? kAnyDistance : 0);
        ASSERT_LE(surface.Distance(p, kAnyDistance, 1.3 * distance, &near), 1.3 * distance);
    }
}

TEST(Whereabouts, RememberTheLastTwo) {
    SurfaceQuery::Whereabouts near;
    EXPECT_TRUE(near.Blocks().empty());
    for (const int32_t block : {7, 7, 4}) near.Remember(block);
    EXPECT_THAT(near.Blocks(), testing::ElementsAre(4, 7));
    near.Remember(7);
    EXPECT_THAT(near.Blocks(), testing::ElementsAre(7, 4));
    near.Remember(9);
    EXPECT_THAT(near.Blocks(), testing::ElementsAre(9, 7));
}

INSTANTIATE_TEST_SUITE_P(Every, ClosestPointOn, testing::ValuesIn(scenes::AllMeshNames()), MeshTestName);

}  // namespace
}  // namespace spheretree
