#include "Core/Mesh/HandMeshes.h"
#include "SphereTree/TriangleMesh.h"

#include <gtest/gtest.h>

namespace spheretree {
namespace {

using namespace hand;

TEST(CheckMesh, TetrahedronIsSoundInEveryCount) {
    const MeshReport r = CheckMesh(Tetrahedron());
    EXPECT_EQ(r.vertexCount, 4);
    EXPECT_EQ(r.triangleCount, 4);
    EXPECT_EQ(r.indexFaults + r.nonFiniteVertices + r.nonFiniteTriangles + r.unusedVertices + r.duplicateVertices, 0);
    EXPECT_EQ(r.degenerateTriangles + r.duplicateTriangles + r.backToBackTriangles, 0);
    EXPECT_EQ(r.boundaryEdges + r.nonManifoldEdges + r.flippedEdges + r.nonManifoldVertices, 0);
    EXPECT_EQ(r.components, 1);
    EXPECT_EQ(r.closedComponents, 1);
    EXPECT_EQ(r.inwardComponents, 0);
    EXPECT_TRUE(r.isClosed && r.isManifold && r.isOriented);
    EXPECT_EQ(r.genus, 0);
    EXPECT_NEAR(r.signedVolume, 1.0 / 6, 1e-15);
    EXPECT_NEAR(r.area, 1.5 + std::sqrt(3.0) / 2, 1e-15);
    EXPECT_EQ(r.bounds.low, (Vec3{0, 0, 0}));
    EXPECT_EQ(r.bounds.high, (Vec3{1, 1, 1}));
}

TEST(CheckMesh, InsideOutCubeHasNegativeVolume) {
    const MeshReport r = CheckMesh(InsideOut(Cube(2)));
    EXPECT_DOUBLE_EQ(r.signedVolume, -8);
    EXPECT_EQ(r.inwardComponents, 1);
    EXPECT_TRUE(r.isClosed && r.isOriented);
}

TEST(CheckMesh, TornTrianglesAreOneSurface) {
    const MeshReport r = CheckMesh(TornApart(Cube()));
    EXPECT_EQ(r.vertexCount, 36);
    EXPECT_EQ(r.duplicateVertices, 28);
    EXPECT_TRUE(r.isClosed && r.isManifold && r.isOriented);
    EXPECT_EQ(r.genus, 0);
}

TEST(CheckMesh, MinusZeroIsZero) {
    TriangleMesh mesh = TornApart(Tetrahedron());
    for (size_t i = 0; i < mesh.vertices.size(); i += 2)
        mesh.vertices[i] = mesh.vertices[i] * 1.0 + Vec3{-0.0, -0.0, -0.0};
    mesh.vertices[0].x = -0.0;
    EXPECT_TRUE(CheckMesh(mesh).isClosed);
}

TEST(CheckMesh, GenusOfTorusAndOfTwo) {
    EXPECT_EQ(CheckMesh(Torus(8, 6)).genus, 1);
    TriangleMesh two = Torus(8, 6);
    Append(two, Scaled(Torus(5, 5), 1, {10, 0, 0}));
    const MeshReport r = CheckMesh(two);
    EXPECT_EQ(r.genus, 2);
    EXPECT_EQ(r.components, 2);
    EXPECT_EQ(r.closedComponents, 2);
}

TEST(CheckMesh, SheetIsOpenAndHasNoGenus) {
    const MeshReport r = CheckMesh(Sheet(3));
    EXPECT_EQ(r.boundaryEdges, 12);
    EXPECT_FALSE(r.isClosed);
    EXPECT_TRUE(r.isManifold && r.isOriented);
    EXPECT_EQ(r.genus, -1);
    EXPECT_EQ(r.closedComponents, 0);
    EXPECT_DOUBLE_EQ(r.area, 9);
}

TEST(CheckMesh, OneTurnedTriangleFlipsThreeEdges) {
    TriangleMesh mesh = Cube();
    mesh.triangles[4] = {mesh.triangles[4][0], mesh.triangles[4][2], mesh.triangles[4][1]};
    const MeshReport r = CheckMesh(mesh);
    EXPECT_EQ(r.flippedEdges, 3);
    EXPECT_FALSE(r.isOriented);
    EXPECT_TRUE(r.isClosed && r.isManifold);
    EXPECT_EQ(r.genus, -1);
    EXPECT_EQ(r.inwardComponents, 0);
}

TEST(CheckMesh, FanOfThreeAtOneEdge) {
    const MeshReport r =
        CheckMesh({{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {-1, -1, 0}}, {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}}});
    EXPECT_EQ(r.nonManifoldEdges, 1);
    EXPECT_EQ(r.boundaryEdges, 6);
    EXPECT_EQ(r.nonManifoldVertices, 2);
    EXPECT_EQ(r.components, 1);
    EXPECT_FALSE(r.isManifold);
}

TEST(CheckMesh, CubesThatTouchInACornerOrAnEdge) {
    TriangleMesh corner = Cube();
    Append(corner, Cube(1, {1, 1, 1}));
    const MeshReport r = CheckMesh(corner);
    EXPECT_EQ(r.nonManifoldVertices, 1);
    EXPECT_EQ(r.nonManifoldEdges, 0);
    EXPECT_EQ(r.components, 2);
    EXPECT_TRUE(r.isClosed);
    EXPECT_FALSE(r.isManifold);
    EXPECT_EQ(r.genus, -1);

    TriangleMesh edge = Cube();
    Append(edge, Cube(1, {1, 1, 0}));
    const MeshReport e = CheckMesh(edge);
    EXPECT_EQ(e.nonManifoldEdges, 1);
    EXPECT_EQ(e.components, 1);
    EXPECT_EQ(e.closedComponents, 0);
    EXPECT_FALSE(e.isClosed);
}

TEST(CheckMesh, DuplicatesAndBackToBackAreToldApart) {
    TriangleMesh mesh = Tetrahedron();
    mesh.triangles.push_back({2, 1, 0});  // as the first, begun at another corner
    mesh.triangles.push_back({0, 1, 2});  // against it
    const MeshReport r = CheckMesh(mesh);
    EXPECT_EQ(r.duplicateTriangles, 1);
    EXPECT_EQ(r.backToBackTriangles, 1);
    EXPECT_EQ(r.nonManifoldEdges, 3);
}

TEST(CheckMesh, DegenerateOfBothKinds) {
    TriangleMesh mesh = Tetrahedron();
    mesh.vertices.push_back({0.5, 0, 0});
    mesh.triangles.push_back({0, 0, 1});  // collapsed: no part of the surface
    mesh.triangles.push_back({0, 1, 4});  // in a line: has edges, has no area
    const MeshReport r = CheckMesh(mesh);
    EXPECT_EQ(r.degenerateTriangles, 2);
    EXPECT_EQ(r.nonManifoldEdges, 1);
    EXPECT_EQ(r.boundaryEdges, 2);
    EXPECT_EQ(r.unusedVertices, 0);
}

TEST(CheckMesh, SliverKeepsTheMeshClosed) {
    TriangleMesh mesh = Tetrahedron();  // its first triangle cut in two at the middle of edge 0–1, the other side not
    mesh.vertices.push_back({0.5, 0, 0});
    mesh.triangles[0] = {0, 2, 4};
    mesh.triangles.push_back({4, 2, 1});
    mesh.triangles.push_back({0, 4, 1});
    const MeshReport r = CheckMesh(mesh);
    EXPECT_EQ(r.degenerateTriangles, 1);
    EXPECT_TRUE(r.isClosed && r.isManifold && r.isOriented);
    EXPECT_EQ(r.genus, 0);
}

TEST(CheckMesh, MoebiusBandCannotBeOriented) {
    const MeshReport r = CheckMesh(MoebiusBand());
    EXPECT_EQ(r.flippedEdges, 1);
    EXPECT_EQ(r.boundaryEdges, 10);
    EXPECT_TRUE(r.isManifold);
    EXPECT_FALSE(r.isOriented);
}

TEST(CheckMesh, BrokenTrianglesAreCountedAndLeftOut) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    TriangleMesh mesh = Tetrahedron();
    mesh.vertices.push_back({nan, 0, 0});
    mesh.vertices.push_back({0, -inf, 0});
    mesh.vertices.push_back({1e61, 0, 0});
    mesh.vertices.push_back({7, 7, 7});
    mesh.triangles.push_back({0, 1, 4});
    mesh.triangles.push_back({5, 1, 2});
    mesh.triangles.push_back({6, 1, 2});
    mesh.triangles.push_back({0, 1, 8});
    mesh.triangles.push_back({0, 1, -1});
    const MeshReport r = CheckMesh(mesh);
    EXPECT_EQ(r.nonFiniteVertices, 3);
    EXPECT_EQ(r.nonFiniteTriangles, 3);
    EXPECT_EQ(r.indexFaults, 2);
    EXPECT_EQ(r.unusedVertices, 1);
    EXPECT_TRUE(r.isClosed);
    EXPECT_EQ(r.bounds.high, (Vec3{1, 1, 1}));
    EXPECT_NEAR(r.signedVolume, 1.0 / 6, 1e-15);
}

TEST(CheckMesh, FarFromTheOriginKeepsItsVolume) {
    const MeshReport r = CheckMesh(Cube(1, {1e9, -1e9, 1e9}));
    EXPECT_NEAR(r.signedVolume, 1, 1e-12);
    EXPECT_NEAR(r.area, 6, 1e-12);
}

}  // namespace
}  // namespace spheretree
