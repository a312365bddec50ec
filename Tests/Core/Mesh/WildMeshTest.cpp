#include "Base/Random.h"
#include "Core/Mesh/HandMeshes.h"
#include "Scenes/Meshes.h"
#include "SphereTree/TriangleMesh.h"

#include <gtest/gtest.h>

#include <bit>

// Input that no modelling program would write.
namespace spheretree {
namespace {

using namespace hand;

CleanOptions AllOfIt() {
    CleanOptions options;
    options.fillHoles = options.repairOrientation = options.dropBackToBack = true;
    return options;
}

TEST(WildMesh, NoOneTwoTriangles) {
    const MeshReport none = CheckMesh({});
    EXPECT_EQ(none.triangleCount, 0);
    EXPECT_FALSE(none.isClosed);
    EXPECT_EQ(none.genus, -1);
    EXPECT_EQ(none.components, 0);
    EXPECT_EQ(none.bounds.low, (Vec3{}));
    EXPECT_FALSE(CleanMesh({}, AllOfIt()));

    const TriangleMesh one{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
    EXPECT_EQ(CheckMesh(one).boundaryEdges, 3);
    EXPECT_EQ(CleanMesh(one, AllOfIt())->mesh.triangles.size(), 1u);

    const TriangleMesh pillow{one.vertices, {{0, 1, 2}, {0, 2, 1}}};
    EXPECT_TRUE(CheckMesh(pillow).isClosed);
    EXPECT_EQ(CheckMesh(pillow).genus, 0);
    EXPECT_EQ(CleanMesh(pillow)->mesh.triangles.size(), 2u);
    EXPECT_FALSE(CleanMesh(pillow)->report.turnedInsideOut);
    EXPECT_FALSE(CleanMesh(pillow, AllOfIt()));
}

TEST(WildMesh, VerticesWithoutTriangles) {
    const TriangleMesh points{{{0, 0, 0}, {1, 1, 1}}, {}};
    EXPECT_EQ(CheckMesh(points).unusedVertices, 2);
    EXPECT_FALSE(CleanMesh(points));
}

TEST(WildMesh, EveryScaleGivesTheSameAnswer) {
    const TriangleMesh base = TornApart(scenes::MakeIcosphere(2));
    for (const double scale : {1e-58, 1e-33, 1e-9, 1.0, 1e9, 1e33, 1e59}) {
        SCOPED_TRACE(scale);
        const TriangleMesh mesh = Scaled(base, scale);
        const MeshReport r = CheckMesh(mesh);
        EXPECT_TRUE(r.isClosed && r.isManifold && r.isOriented);
        EXPECT_EQ(r.degenerateTriangles, 0);
        const Result<CleanedMesh> cleaned = CleanMesh(mesh, AllOfIt());
        ASSERT_TRUE(cleaned);
        EXPECT_EQ(cleaned->mesh.vertices.size(), 162u);
        EXPECT_EQ(cleaned->mesh.triangles.size(), 320u);
        EXPECT_TRUE(std::isfinite(CheckMesh(cleaned->mesh).signedVolume));
    }
}

TEST(WildMesh, TooSmallForDoublesIsNoMesh) {
    const TriangleMesh mesh = Scaled(Cube(), 1e-70);
    EXPECT_EQ(CheckMesh(mesh).degenerateTriangles, 12);
    EXPECT_FALSE(CleanMesh(mesh));
    EXPECT_EQ(CheckMesh(Scaled(Cube(), 1e70)).nonFiniteTriangles, 12);
    EXPECT_FALSE(CleanMesh(Scaled(Cube(), 1e70)));
}

TEST(WildMesh, FarAwayAndTiny) {
    const TriangleMesh mesh = Scaled(Cube(), 1e-3, {1e9, 1e9, -1e9});
    const MeshReport r = CheckMesh(mesh);  // the grid of doubles out there is 1e-7 wide
    EXPECT_TRUE(r.isClosed);
    EXPECT_NEAR(r.signedVolume, 1e-9, 1e-12);
}

TEST(WildMesh, MillionTriangles) {
    const TriangleMesh sphere = scenes::MakeIcosphere(8);
    ASSERT_EQ(sphere.triangles.size(), 1310720u);
    const MeshReport r = CheckMesh(sphere);
    EXPECT_TRUE(r.isClosed && r.isManifold && r.isOriented);
    EXPECT_EQ(r.genus, 0);
    EXPECT_NEAR(r.signedVolume, 4.0 / 3 * 3.14159265358979, 1e-4);
    const Result<CleanedMesh> cleaned = CleanMesh(sphere, AllOfIt());
    ASSERT_TRUE(cleaned);
    EXPECT_EQ(cleaned->mesh.triangles, sphere.triangles);
}

TEST(WildMesh, ManyNanVerticesTakeNoLonger) {
    TriangleMesh mesh = Cube();
    mesh.vertices.resize(300000, {std::numeric_limits<double>::quiet_NaN(), 0, 0});
    for (int32_t i = 8; i + 2 < 300000; ++i) mesh.triangles.push_back({i, i + 1, i + 2});
    EXPECT_EQ(CheckMesh(mesh).nonFiniteVertices, 300000 - 8);
    EXPECT_EQ(CleanMesh(mesh, AllOfIt())->mesh.triangles.size(), 12u);
}

TEST(WildMesh, OneVertexOfManyTriangles) {
    TriangleMesh mesh;  // a cone of 200,000 sides over a circle that is not closed
    mesh.vertices.push_back({0, 0, 1});
    constexpr int32_t sides = 200000;
    for (int32_t i = 0; i <= sides; ++i) mesh.vertices.push_back({std::cos(i * 3e-5), std::sin(i * 3e-5), 0});
    for (int32_t i = 1; i <= sides; ++i) mesh.triangles.push_back({0, i, i + 1});
    EXPECT_EQ(CheckMesh(mesh).boundaryEdges, sides + 2);
    CleanOptions options = AllOfIt();
    options.largestHoleEdges = 1 << 30;
    EXPECT_TRUE(CheckMesh(CleanMesh(mesh, options)->mesh).isClosed);
}

TEST(WildMesh, AllTrianglesOnOneEdge) {
    TriangleMesh mesh;
    mesh.vertices = {{0, 0, 0}, {0, 0, 1}};
    for (int32_t i = 0; i < 50000; ++i) {
        mesh.vertices.push_back({std::cos(i * 1e-4), std::sin(i * 1e-4), 0});
        mesh.triangles.push_back({0, 1, i + 2});
    }
    const MeshReport r = CheckMesh(mesh);
    EXPECT_EQ(r.nonManifoldEdges, 1);
    EXPECT_EQ(r.components, 1);
    EXPECT_TRUE(CleanMesh(mesh, AllOfIt()));
}

TEST(WildMesh, EverythingInOnePlaceOrOneLine) {
    TriangleMesh mesh;
    for (int32_t i = 0; i < 3000; ++i) mesh.vertices.push_back({1, 2, 3});
    for (int32_t i = 0; i + 2 < 3000; ++i) mesh.triangles.push_back({i, i + 1, i + 2});
    EXPECT_EQ(CheckMesh(mesh).degenerateTriangles, 2998);
    EXPECT_FALSE(CleanMesh(mesh, AllOfIt()));
    for (int32_t i = 0; i < 3000; ++i) mesh.vertices[static_cast<size_t>(i)].x = i * 0.1;
    EXPECT_EQ(CheckMesh(mesh).degenerateTriangles, 2998);
    EXPECT_FALSE(CleanMesh(mesh, AllOfIt()));
}

TEST(WildMesh, WeldDistancesOfEveryKind) {
    const TriangleMesh mesh = scenes::MakeIcosphere(3);
    constexpr double inf = std::numeric_limits<double>::infinity();
    for (const double weld :
         {0.0, -0.0, 1e-300, 1e-17, 1e-9, 0.05, 0.5, 1e30, inf, -inf, std::numeric_limits<double>::quiet_NaN()}) {
        SCOPED_TRACE(weld);
        CleanOptions options = AllOfIt();
        options.weldDistance = weld;
        const Result<CleanedMesh> cleaned = CleanMesh(mesh, options);
        EXPECT_EQ(static_cast<bool>(cleaned), !(weld > 1.2));
    }
}

TEST(WildMesh, RandomBitsAsCoordinatesAndIndices) {
    for (uint64_t seed = 0; seed < 3000; ++seed) {
        Random random(seed);
        TriangleMesh mesh;
        for (int64_t i = random.Below(20); i > 0; --i) {
            const double x = std::bit_cast<double>(random.Bits()), y = random.Between(-1, 1);
            const double z = std::bit_cast<double>(random.Bits() & random.Bits());
            mesh.vertices.push_back({x, y, z});
        }
        for (int64_t i = random.Below(40); i > 0; --i) {
            Triangle t;
            for (int32_t& corner : t)
                corner =
                    random.Below(8) == 0 ? static_cast<int32_t>(random.Bits()) : static_cast<int32_t>(random.Below(20));
            mesh.triangles.push_back(t);
        }
        const MeshReport before = CheckMesh(mesh);
        EXPECT_EQ(before.triangleCount, static_cast<int64_t>(mesh.triangles.size()));
        const Result<CleanedMesh> cleaned = CleanMesh(mesh, AllOfIt());
        if (!cleaned) continue;
        const MeshReport after = CheckMesh(cleaned->mesh);
        EXPECT_EQ(after.indexFaults + after.nonFiniteVertices + after.degenerateTriangles + after.unusedVertices, 0)
            << seed;
    }
}

}  // namespace
}  // namespace spheretree
