#include "Base/Random.h"
#include "Core/Surface/Referee.h"
#include "Scenes/Meshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace spheretree {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TriangleMesh OneTriangle() { return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}; }

void ExpectPlainDistances(const TriangleMesh& mesh, int64_t count, double tolerance) {
    const auto surface = SurfaceQuery::Build(mesh);
    ASSERT_TRUE(surface) << surface.Sentence();
    const double radius = referee::BoundingRadius(mesh);
    for (const Vec3& p : referee::MakePoints(mesh, count, 51)) {
        ASSERT_NEAR(surface->Distance(p), referee::DistanceToMesh(mesh, p), tolerance * radius);
    }
}

TEST(WildSurface, WithoutTrianglesGetsASentence) {
    const auto empty = SurfaceQuery::Build({});
    ASSERT_FALSE(empty);
    EXPECT_NE(empty.Sentence().find("no triangle"), std::string::npos);
    EXPECT_FALSE(SurfaceQuery::Build({{{0, 0, 0}}, {}}));
}

TEST(WildSurface, WithIndicesOutOfRangeGetsASentence) {
    for (const int32_t wrong : {-1, 3, std::numeric_limits<int32_t>::max(), std::numeric_limits<int32_t>::min()}) {
        TriangleMesh mesh = OneTriangle();
        mesh.triangles.push_back({0, wrong, 2});
        const auto surface = SurfaceQuery::Build(mesh);
        ASSERT_FALSE(surface);
        EXPECT_NE(surface.Sentence().find("Triangle 1 names vertex " + std::to_string(wrong)), std::string::npos);
    }
}

TEST(WildSurface, WithoutFiniteVerticesGetsASentence) {
    for (const double wrong : {std::nan(""), kInfinity, -kInfinity, 1e200}) {
        TriangleMesh mesh = OneTriangle();
        mesh.vertices[1].y = wrong;
        const auto surface = SurfaceQuery::Build(mesh);
        ASSERT_FALSE(surface);
        EXPECT_NE(surface.Sentence().find("Vertex 1"), std::string::npos);
        mesh.triangles = {{0, 2, 2}};  // a vertex that nobody uses harms nobody
        EXPECT_TRUE(SurfaceQuery::Build(mesh));
    }
}

TEST(WildSurface, OfOneAndTwoTrianglesIsRight) {
    ExpectPlainDistances(OneTriangle(), 5000, 1e-9);
    TriangleMesh two = OneTriangle();
    two.vertices.push_back({1, 1, 3});
    two.triangles.push_back({1, 3, 2});
    ExpectPlainDistances(two, 5000, 1e-9);
    const auto surface = SurfaceQuery::Build(two);
    EXPECT_FALSE(surface->IsClosed());
    EXPECT_FALSE(surface->IsInside({5, 5, 5}));
    EXPECT_EQ(surface->FirstHit({{0.2, 0.2, -1}, {0, 0, 1}}).triangle, 0);
}

class WildScale : public testing::TestWithParam<double> {};

TEST_P(WildScale, ChangesNothing) {
    const TriangleMesh plain = scenes::MakeMesh("torus").mesh;
    TriangleMesh scaled = plain;
    for (Vec3& p : scaled.vertices) p = p * GetParam();
    const auto one = SurfaceQuery::Build(plain), other = SurfaceQuery::Build(scaled);
    ASSERT_TRUE(other) << other.Sentence();
    const double radius = referee::BoundingRadius(plain);
    for (const Vec3& p : referee::MakePoints(plain, 5000, 52)) {
        ASSERT_NEAR(one->Distance(p), other->Distance(p * GetParam()) / GetParam(), 1e-9 * radius);
        if (one->Distance(p) < 1e-6 * radius) continue;
        ASSERT_NEAR(one->WindingNumber(p), other->WindingNumber(p * GetParam()), 1e-3);
        for (const auto test : {InsideTest::WindingNumber, InsideTest::ClosestFeature, InsideTest::VotingCrossings}) {
            ASSERT_EQ(one->IsInside(p, test), other->IsInside(p * GetParam(), test));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Every, WildScale, testing::Values(1e-50, 1e-9, 1e9, 1e50));

TEST(WildSurface, FarFromTheOriginKeepsWhatDoublesKeep) {
    TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    for (Vec3& p : mesh.vertices) p += Vec3{1e9, -1e9, 5e8};
    const auto surface = SurfaceQuery::Build(mesh);
    ASSERT_TRUE(surface) << surface.Sentence();
    const double radius = referee::BoundingRadius(mesh);
    for (const Vec3& p : referee::MakePoints(mesh, 5000, 53)) {
        const double expected = referee::DistanceToMesh(mesh, p);
        ASSERT_NEAR(surface->Distance(p), expected, 1e-6 * radius);  // a double at 1e9 has steps of 1e-7
        if (expected > 1e-3 * radius) {
            ASSERT_EQ(surface->IsInside(p), referee::WindingOfMesh(mesh, p) > 0.5);
        }
    }
}

TEST(WildSurface, OfPointsAndNeedlesStillTellsDistances) {
    Random random(54);
    TriangleMesh mesh;
    const auto vertex = [&mesh](const Vec3& p) {
        mesh.vertices.push_back(p);
        return static_cast<int32_t>(mesh.vertices.size() - 1);
    };
    for (int i = 0; i < 300; ++i) {
        const Vec3 a = random.Direction(), b = random.Direction(), c = a + (b - a) * random.Uniform();
        const double height = std::pow(10.0, random.Between(-18, -1));
        mesh.triangles.push_back({vertex(a), vertex(a), vertex(a)});
        mesh.triangles.push_back({vertex(a), vertex(b), vertex(a)});
        mesh.triangles.push_back({vertex(a), vertex(b), vertex(c)});
        mesh.triangles.push_back({vertex(a), vertex(b), vertex(c + random.Direction() * height)});
    }
    ExpectPlainDistances(mesh, 20'000, 1e-9);
    mesh.triangles = {{0, 1, 2}};
    ExpectPlainDistances(mesh, 100, 1e-9);
    EXPECT_FALSE(SurfaceQuery::Build(mesh)->IsClosed());
}

/// A needle's plane, judged in long double from the point's own coordinates.
TEST(WildSurface, NeedlesAreRightToRounding) {
    Random random(55);
    for (int i = 0; i < 2000; ++i) {
        const double height = std::pow(10.0, random.Between(-9, -2));
        const TriangleMesh mesh{{{-1, 0, 0}, {1, 0, 0}, {random.Between(-1, 1), height, 0}}, {{0, 1, 2}}};
        const double inside = random.Uniform() * 0.3;
        const double x = mesh.vertices[2].x * inside, lift = std::pow(10.0, random.Between(-9, 0));
        const auto surface = SurfaceQuery::Build(mesh);
        EXPECT_NEAR(surface->Distance({x, height * inside, lift}), lift, 1e-9);
    }
}

TEST(WildSurface, OfManyEqualTrianglesIsBuilt) {
    TriangleMesh mesh = OneTriangle();
    mesh.triangles.assign(20'000, {0, 1, 2});
    const auto surface = SurfaceQuery::Build(mesh);
    ASSERT_TRUE(surface);
    EXPECT_NEAR(surface->Distance({0.2, 0.2, 3}), 3, 1e-12);
    EXPECT_EQ(surface->CountCrossings({{0.2, 0.2, -1}, {0, 0, 1}}), 20'000);
}

TEST(WildSurface, WhoseTrianglesShrinkWithoutEndIsBuilt) {
    TriangleMesh mesh;
    double size = 1;
    for (int32_t i = 0; i < 900; ++i, size *= 0.6) {
        const Vec3 at{size, size, size};
        mesh.vertices.insert(mesh.vertices.end(), {at, at + Vec3{size / 9, 0, 0}, at + Vec3{0, size / 9, 0}});
        mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    ExpectPlainDistances(mesh, 5000, 1e-9);
}

TEST(WildSurface, OfAMillionTrianglesIsRight) {
    const auto surface = SurfaceQuery::Build(scenes::MakeIcosphere(8), referee::ParallelHost());
    ASSERT_TRUE(surface) << surface.Sentence();
    ASSERT_GE(surface->Mesh().triangles.size(), 1'000'000u);
    EXPECT_TRUE(surface->IsClosed());
    Random random(56);
    for (int i = 0; i < 2000; ++i) {
        const double length = random.Between(0, 3);
        const Vec3 p = random.Direction() * length;
        EXPECT_NEAR(surface->SignedDepth(p), 1 - length, 1e-5);  // the facets' sagitta
        EXPECT_NEAR(surface->WindingNumber(p), length < 1 ? 1 : 0, std::abs(length - 1) > 1e-4 ? 1e-3 : 1);
    }
}

TEST(WildSurface, AnswersWildPoints) {
    const auto surface = SurfaceQuery::Build(scenes::MakeIcosphere(2));
    for (const double wild : {std::nan(""), kInfinity, -kInfinity}) {
        EXPECT_EQ(surface->Closest({wild, 0, 0}).triangle, -1);
        EXPECT_TRUE(std::isinf(surface->Distance({0, wild, 0})));
        EXPECT_FALSE(surface->IsInside({0, 0, wild}));
        EXPECT_FALSE(surface->IsInside({0, 0, wild}, InsideTest::ClosestFeature));
        EXPECT_FALSE(surface->IsInside({0, 0, wild}, InsideTest::VotingCrossings));
        EXPECT_EQ(surface->WindingNumber({wild, 0, 0}), 0);
    }
    for (const double far : {1e5, 1e10, 1e20, 1e50, 1e140}) {
        EXPECT_NEAR(surface->Distance({far, 0, 0}) / far, 1 - 1 / far, 1e-12);
        EXPECT_FALSE(surface->IsInside({far, far, 0}));
    }
    EXPECT_EQ(surface->Closest({0, 0, 0}, -1).triangle, -1);
    EXPECT_EQ(surface->Closest({0, 0, 0}, std::nan("")).triangle, -1);
}

TEST(WildSurface, OfRandomMeshesIsRight) {
    for (uint64_t seed = 1; seed <= 30; ++seed) {
        const TriangleMesh mesh = scenes::MakeRandomMesh(seed);
        const auto surface = SurfaceQuery::Build(mesh);
        ASSERT_TRUE(surface) << surface.Sentence();
        const double radius = referee::BoundingRadius(mesh);
        for (const Vec3& p : referee::MakePoints(mesh, 300, seed)) {
            const double distance = referee::DistanceToMesh(mesh, p);
            ASSERT_NEAR(surface->Distance(p), distance, 1e-9 * radius) << "seed " << seed;
            if (distance < 1e-6 * radius) continue;
            const double winding = referee::WindingOfMesh(mesh, p);
            ASSERT_NEAR(surface->WindingNumber(p), winding, 1e-3) << "seed " << seed;
            if (std::abs(winding - 0.5) > 1e-3) {
                ASSERT_EQ(surface->IsInside(p), winding > 0.5) << "seed " << seed;
            }
        }
    }
}

}  // namespace
}  // namespace spheretree
