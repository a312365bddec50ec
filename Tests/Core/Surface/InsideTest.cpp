#include "Core/Surface/Referee.h"
#include "Core/TestSupport.h"
#include "Scenes/Meshes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace spheretree {
namespace {

constexpr double kTooNear = 1e-6;  // of the bounding radius: nearer, a point may be taken for either

struct Judged {
    double exact, hierarchical, depth;
    bool byWinding, byFeature, byVotes;
};

class InsideOf : public testing::TestWithParam<std::string> {
protected:
    InsideOf()
        : mesh(scenes::MakeMesh(GetParam()).mesh),
          surface(*SurfaceQuery::Build(mesh, referee::ParallelHost())),
          radius(referee::BoundingRadius(mesh)) {}

    std::vector<Judged> JudgeAll(const std::vector<Vec3>& points) const {
        std::vector<Judged> judged(points.size());
        referee::InParallel(static_cast<int64_t>(points.size()), [&](int64_t i) {
            const Vec3& p = points[static_cast<size_t>(i)];
            judged[static_cast<size_t>(i)] = {referee::WindingOfMesh(mesh, p),
                                              surface.WindingNumber(p),
                                              surface.SignedDepth(p),
                                              surface.IsInside(p),
                                              surface.IsInside(p, InsideTest::ClosestFeature),
                                              surface.IsInside(p, InsideTest::VotingCrossings)};
        });
        return judged;
    }

    const TriangleMesh mesh;
    const SurfaceQuery surface;
    const double radius;
};

class InsideOfClosed : public InsideOf {};

TEST_P(InsideOfClosed, AllTestsAgreeWithTheSumOfSolidAngles) {
    ASSERT_TRUE(surface.IsClosed());
    const std::vector<Vec3> points = referee::MakePoints(mesh, referee::kPoints, 21);
    const std::vector<Judged> judged = JudgeAll(points);
    const bool crossed = referee::IntersectsItself(mesh, surface);  // then only the winding number means something
    int64_t inside = 0, tooNear = 0;
    for (size_t k = 0; k < points.size(); ++k) {
        const Judged& j = judged[k];
        if (std::abs(j.depth) <= kTooNear * radius) {
            ++tooNear;
            continue;
        }
        const bool expected = j.exact > 0.5;
        inside += expected;
        ASSERT_EQ(j.byWinding, expected) << "point " << k;
        ASSERT_TRUE(crossed || j.byFeature == expected) << "point " << k;
        ASSERT_TRUE(crossed || j.byVotes == expected) << "point " << k;
        ASSERT_EQ(j.depth > 0, expected) << "point " << k;
        ASSERT_NEAR(j.hierarchical, j.exact, 1e-3) << "point " << k;
    }
    EXPECT_GT(inside, referee::kPoints / 100);
    EXPECT_LT(tooNear, referee::kPoints / 2);
}

INSTANTIATE_TEST_SUITE_P(Every, InsideOfClosed, testing::ValuesIn(scenes::ClosedMeshNames()), MeshTestName);

class InsideOfRough : public InsideOf {};

TEST_P(InsideOfRough, WindingNumberAgreesWithTheSumOfSolidAngles) {
    const std::vector<Vec3> points = referee::MakePoints(mesh, referee::kPoints, 22);
    const std::vector<Judged> judged = JudgeAll(points);
    for (size_t k = 0; k < points.size(); ++k) {
        const Judged& j = judged[k];
        if (std::abs(j.depth) <= kTooNear * radius) continue;
        ASSERT_NEAR(j.hierarchical, j.exact, 1e-3) << "point " << k;
        if (std::abs(j.exact - 0.5) > 1e-3) {
            ASSERT_EQ(j.byWinding, j.exact > 0.5) << "point " << k;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Every, InsideOfRough, testing::ValuesIn(scenes::RoughMeshNames()), MeshTestName);

class InsideOfLarge : public InsideOf {};

TEST_P(InsideOfLarge, WindingNumberAgreesWithTheSumOfSolidAngles) {
    const int64_t count = 30'000'000 / static_cast<int64_t>(mesh.triangles.size());
    const std::vector<Vec3> points = referee::MakePoints(mesh, count, 23);
    const std::vector<Judged> judged = JudgeAll(points);
    for (size_t k = 0; k < points.size(); ++k) {
        if (std::abs(judged[k].depth) <= kTooNear * radius) continue;
        ASSERT_NEAR(judged[k].hierarchical, judged[k].exact, 1e-3) << "point " << k;
    }
}

/// The shortcuts by which IsInside avoids the sum, against the sum's hierarchy, which the test above has judged.
TEST_P(InsideOfLarge, SidesFollowTheWindingNumber) {
    const std::vector<Vec3> points = referee::MakePoints(mesh, referee::kPoints, 24);
    std::vector<double> winding, depth;
    ASSERT_TRUE(surface.WindingNumber(points, winding, referee::ParallelHost()));
    ASSERT_TRUE(surface.SignedDepth(points, depth, referee::ParallelHost()));
    for (size_t k = 0; k < points.size(); ++k) {
        if (std::abs(depth[k]) <= kTooNear * radius || std::abs(winding[k] - 0.5) < 2e-3) continue;
        ASSERT_EQ(depth[k] > 0, winding[k] > 0.5) << "point " << k << " winding " << winding[k];
    }
}

INSTANTIATE_TEST_SUITE_P(Every, InsideOfLarge, testing::ValuesIn(scenes::LargeMeshNames()), MeshTestName);

TEST(Surface, IsClosedWhereCheckMeshSaysSo) {
    for (const std::string& name : scenes::AllMeshNames()) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        EXPECT_EQ(SurfaceQuery::Build(mesh)->IsClosed(), CheckMesh(mesh).isClosed) << name;
    }
}

TEST(Surface, ExactWindingNumberIsThePlainSum) {
    const TriangleMesh mesh = scenes::MakeMesh("open-hemisphere").mesh;
    const auto surface = SurfaceQuery::Build(mesh);
    for (const Vec3& p : referee::MakePoints(mesh, 1000, 25)) {
        if (surface->Distance(p) > 1e-6) {
            EXPECT_NEAR(surface->ExactWindingNumber(p), referee::WindingOfMesh(mesh, p), 1e-9);
        }
    }
}

TEST(Surface, OverlapOfTwoBodiesHasWindingNumberTwo) {
    TriangleMesh mesh = scenes::MakeIcosphere(3);
    const auto count = static_cast<int32_t>(mesh.vertices.size());
    const TriangleMesh one = mesh;
    for (const Vec3& p : one.vertices) mesh.vertices.push_back(p + Vec3{1, 0, 0});
    for (const Triangle& t : one.triangles) mesh.triangles.push_back({t[0] + count, t[1] + count, t[2] + count});
    const auto surface = SurfaceQuery::Build(mesh);
    EXPECT_NEAR(surface->WindingNumber({0.5, 0, 0}), 2, 1e-3);
    EXPECT_TRUE(surface->IsInside({0.5, 0, 0}));
    EXPECT_FALSE(surface->IsInside({0.5, 0, 0}, InsideTest::VotingCrossings));  // even: why it is not the default
}

}  // namespace
}  // namespace spheretree
