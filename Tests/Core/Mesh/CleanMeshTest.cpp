#include "Core/Mesh/HandMeshes.h"
#include "Scenes/Meshes.h"
#include "SphereTree/TriangleMesh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spheretree {
namespace {

using namespace hand;
using testing::ElementsAre;

CleanOptions Repairing() {
    CleanOptions options;
    options.fillHoles = options.repairOrientation = true;
    return options;
}

TEST(CleanMesh, ChangesNothingOnASoundMesh) {
    const TriangleMesh cube = Cube();
    const Result<CleanedMesh> cleaned = CleanMesh(cube, Repairing());
    ASSERT_TRUE(cleaned);
    EXPECT_EQ(cleaned->mesh.vertices, cube.vertices);
    EXPECT_EQ(cleaned->mesh.triangles, cube.triangles);
    EXPECT_TRUE(cleaned->report.sentences.empty());
}

TEST(CleanMesh, WeldsTornTriangles) {
    const Result<CleanedMesh> cleaned = CleanMesh(TornApart(Cube()));
    EXPECT_EQ(cleaned->mesh.vertices.size(), 8u);
    EXPECT_EQ(cleaned->report.weldedVertices, 28);
    EXPECT_THAT(cleaned->report.sentences, ElementsAre("28 vertices were welded to others within the weld distance."));
}

TEST(CleanMesh, WeldDistanceIsAShareOfTheRadius) {
    TriangleMesh mesh = TornApart(Scaled(Cube(), 1000));
    const double radius = 1000 * std::sqrt(3.0) / 2;
    for (size_t v = 0; v < mesh.vertices.size(); ++v) mesh.vertices[v].x += v % 2 == 0 ? 1e-4 * radius : 0;
    EXPECT_EQ(CleanMesh(mesh, {.weldDistance = 1.01e-4})->mesh.vertices.size(), 8u);
    EXPECT_GT(CleanMesh(mesh, {.weldDistance = 0.98e-4})->mesh.vertices.size(), 8u);
    EXPECT_EQ(CleanMesh(mesh, {.weldDistance = -1})->report.weldedVertices, 0);
    EXPECT_EQ(CleanMesh(mesh, {.weldDistance = -1})->mesh.vertices.size(), 36u);
}

TEST(CleanMesh, ZeroWeldsEqualPositionsOnly) {
    TriangleMesh mesh = TornApart(Cube());
    mesh.vertices[0].x += 1e-15;
    const Result<CleanedMesh> cleaned = CleanMesh(mesh, {.weldDistance = 0});
    EXPECT_EQ(cleaned->mesh.vertices.size(), 9u);
}

TEST(CleanMesh, DropsWhatIsBrokenAndSaysSo) {
    TriangleMesh mesh = Tetrahedron();
    mesh.vertices.push_back({std::numeric_limits<double>::quiet_NaN(), 0, 0});
    mesh.vertices.push_back({5, 5, 5});
    mesh.triangles.push_back({0, 1, 4});
    mesh.triangles.push_back({0, 1, 77});
    mesh.triangles.push_back({3, 3, 1});
    mesh.triangles.push_back({2, 1, 0});
    const Result<CleanedMesh> cleaned = CleanMesh(mesh);
    EXPECT_EQ(cleaned->report.droppedNonFinite, 1);
    EXPECT_EQ(cleaned->report.droppedIndexFaults, 1);
    EXPECT_EQ(cleaned->report.droppedDegenerate, 1);
    EXPECT_EQ(cleaned->report.droppedDuplicates, 1);
    EXPECT_EQ(cleaned->report.droppedVertices, 2);
    EXPECT_THAT(
        cleaned->report.sentences,
        ElementsAre("1 triangle named a vertex that does not exist and was dropped.",
                    "1 triangle with a corner that is not finite was dropped.", "1 triangle without area was dropped.",
                    "1 triangle with the same corners as an earlier one was dropped.",
                    "2 vertices that no triangle uses were dropped."));
    EXPECT_TRUE(CheckMesh(cleaned->mesh).isClosed);
}

TEST(CleanMesh, SheetOfTwoSidesStaysUnlessAsked) {
    TriangleMesh mesh = Cube();
    Append(mesh, {{{1, 1, 1}, {1, 1, 0}, {2, 2, 0}}, {{0, 1, 2}, {0, 2, 1}}});
    EXPECT_EQ(CleanMesh(mesh)->mesh.triangles.size(), 14u);
    const Result<CleanedMesh> cleaned = CleanMesh(mesh, {.dropBackToBack = true});
    EXPECT_EQ(cleaned->report.droppedBackToBack, 2);
    EXPECT_TRUE(CheckMesh(cleaned->mesh).isClosed);
    EXPECT_EQ(cleaned->mesh.vertices.size(), 8u);
}

TEST(CleanMesh, OfThreeOnTheSameCornersOneStays) {
    TriangleMesh mesh = Cube();
    const Triangle t = mesh.triangles[3];
    mesh.triangles.push_back({t[0], t[2], t[1]});
    mesh.triangles.push_back(t);
    const Result<CleanedMesh> cleaned = CleanMesh(mesh, {.dropBackToBack = true});
    EXPECT_EQ(cleaned->mesh.triangles.size(), 12u);
    EXPECT_TRUE(CheckMesh(cleaned->mesh).isClosed);
}

TEST(CleanMesh, SliverIsMergedAndTheMeshStaysClosed) {
    TriangleMesh mesh = Tetrahedron();
    mesh.vertices.push_back({0.5, 0, 0});
    mesh.triangles[0] = {0, 2, 4};
    mesh.triangles.push_back({4, 2, 1});
    mesh.triangles.push_back({0, 4, 1});
    const Result<CleanedMesh> cleaned = CleanMesh(mesh);
    EXPECT_EQ(cleaned->report.mendedSlivers, 1);
    EXPECT_EQ(cleaned->report.droppedDegenerate, 0);
    const MeshReport r = CheckMesh(cleaned->mesh);
    EXPECT_EQ(r.degenerateTriangles, 0);
    EXPECT_EQ(r.triangleCount, 6);
    EXPECT_TRUE(r.isClosed && r.isManifold && r.isOriented);
    EXPECT_NEAR(r.signedVolume, 1.0 / 6, 1e-15);
    EXPECT_NEAR(r.area, CheckMesh(Tetrahedron()).area, 1e-14);
}

TEST(CleanMesh, FillsTheHoleOfACube) {
    TriangleMesh mesh = Cube();
    mesh.triangles.erase(mesh.triangles.begin(), mesh.triangles.begin() + 2);
    EXPECT_FALSE(CheckMesh(CleanMesh(mesh)->mesh).isClosed);
    const Result<CleanedMesh> cleaned = CleanMesh(mesh, Repairing());
    EXPECT_EQ(cleaned->report.filledHoles, 1);
    EXPECT_EQ(cleaned->report.addedTriangles, 4);
    EXPECT_EQ(cleaned->report.addedVertices, 1);
    EXPECT_THAT(cleaned->report.sentences, ElementsAre("1 hole was filled with 4 triangles."));
    const MeshReport r = CheckMesh(cleaned->mesh);
    EXPECT_TRUE(r.isClosed && r.isManifold && r.isOriented);
    EXPECT_NEAR(r.signedVolume, 1, 1e-15);
}

TEST(CleanMesh, OneMissingTriangleNeedsNoNewVertex) {
    TriangleMesh mesh = Cube();
    mesh.triangles.erase(mesh.triangles.begin() + 7);
    const Result<CleanedMesh> cleaned = CleanMesh(mesh, {.fillHoles = true});
    EXPECT_EQ(cleaned->report.addedTriangles, 1);
    EXPECT_EQ(cleaned->report.addedVertices, 0);
    EXPECT_TRUE(CheckMesh(cleaned->mesh).isClosed);
    EXPECT_DOUBLE_EQ(CheckMesh(cleaned->mesh).signedVolume, 1);
}

TEST(CleanMesh, LongHolesStayOpenAndALoneTriangleIsNoHole) {
    TriangleMesh mesh = Cube();
    mesh.triangles.erase(mesh.triangles.begin(), mesh.triangles.begin() + 2);
    CleanOptions options = Repairing();
    options.largestHoleEdges = 3;
    const Result<CleanedMesh> cleaned = CleanMesh(mesh, options);
    EXPECT_EQ(cleaned->report.filledHoles, 0);
    EXPECT_EQ(cleaned->report.unfilledHoles, 1);
    const Result<CleanedMesh> lone = CleanMesh({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}, Repairing());
    EXPECT_EQ(lone->mesh.triangles.size(), 1u);
    EXPECT_EQ(lone->report.unfilledHoles, 1);
}

TEST(CleanMesh, HolesThatShareAVertexAreFilledApart) {
    TriangleMesh mesh = Sheet(4);  // a box's lid: two cells that touch in a corner are missing
    mesh.triangles.erase(mesh.triangles.begin() + 2 * (2 * 4 + 2), mesh.triangles.begin() + 2 * (2 * 4 + 2) + 2);
    mesh.triangles.erase(mesh.triangles.begin() + 2 * (1 * 4 + 1), mesh.triangles.begin() + 2 * (1 * 4 + 1) + 2);
    for (Vec3& v : mesh.vertices) v.z = (v.x - 2) * (v.x - 2) + (v.y - 2) * (v.y - 2);
    const Result<CleanedMesh> cleaned = CleanMesh(mesh, {.fillHoles = true});
    EXPECT_EQ(cleaned->report.filledHoles, 3);  // both, and the rim
    const MeshReport r = CheckMesh(cleaned->mesh);
    EXPECT_TRUE(r.isClosed && r.isManifold && r.isOriented);
}

TEST(CleanMesh, CrackInALineIsClosed) {
    TriangleMesh mesh = Tetrahedron();  // one side has a vertex in the edge, the other has not: no sliver between
    mesh.vertices.push_back({0.5, 0, 0});
    mesh.triangles[0] = {0, 2, 4};
    mesh.triangles.push_back({4, 2, 1});
    const Result<CleanedMesh> cleaned = CleanMesh(mesh, {.fillHoles = true});
    EXPECT_EQ(cleaned->report.filledHoles, 1);
    const MeshReport r = CheckMesh(cleaned->mesh);
    EXPECT_TRUE(r.isClosed && r.isManifold && r.isOriented);
    EXPECT_EQ(r.degenerateTriangles, 0);
    EXPECT_NEAR(r.signedVolume, 1.0 / 6, 1e-15);
}

TEST(CleanMesh, TurnedTrianglesAreTurnedBack) {
    TriangleMesh mesh = Cube();
    for (const size_t t : {1u, 4u, 9u})
        mesh.triangles[t] = {mesh.triangles[t][0], mesh.triangles[t][2], mesh.triangles[t][1]};
    const Result<CleanedMesh> cleaned = CleanMesh(mesh, {.repairOrientation = true});
    EXPECT_EQ(cleaned->report.flippedTriangles, 3);
    EXPECT_FALSE(cleaned->report.turnedInsideOut);
    EXPECT_EQ(cleaned->mesh.triangles, Cube().triangles);
}

TEST(CleanMesh, InsideOutMeshIsTurnedWithoutBeingAsked) {
    const Result<CleanedMesh> cleaned = CleanMesh(InsideOut(Cube()));
    EXPECT_TRUE(cleaned->report.turnedInsideOut);
    EXPECT_EQ(cleaned->report.flippedTriangles, 12);
    EXPECT_THAT(cleaned->report.sentences,
                ElementsAre("The mesh enclosed a negative volume and was turned inside out."));
    EXPECT_EQ(cleaned->mesh.triangles, Cube().triangles);
    EXPECT_TRUE(CleanMesh(InsideOut(Cube()), Repairing())->report.turnedInsideOut);
}

TEST(CleanMesh, OpenMeshIsNotTurned) {
    TriangleMesh mesh = InsideOut(Cube());
    mesh.triangles.pop_back();
    EXPECT_FALSE(CleanMesh(mesh)->report.turnedInsideOut);
    EXPECT_EQ(CleanMesh(mesh)->report.flippedTriangles, 0);
    EXPECT_TRUE(CleanMesh(mesh, Repairing())->report.turnedInsideOut);
}

TEST(CleanMesh, WorksOnUnweldedVerticesToo) {
    TriangleMesh mesh = TornApart(Cube());
    mesh.triangles.pop_back();
    mesh.triangles[2] = {mesh.triangles[2][0], mesh.triangles[2][2], mesh.triangles[2][1]};
    CleanOptions options = Repairing();
    options.weldDistance = -1;
    const Result<CleanedMesh> cleaned = CleanMesh(mesh, options);
    EXPECT_EQ(cleaned->report.filledHoles, 1);
    EXPECT_EQ(cleaned->report.flippedTriangles, 1);
    const MeshReport r = CheckMesh(cleaned->mesh);
    EXPECT_TRUE(r.isClosed && r.isOriented);
    EXPECT_DOUBLE_EQ(r.signedVolume, 1);
}

TEST(CleanMesh, NothingLeftIsASentence) {
    EXPECT_EQ(CleanMesh({}).Sentence(), "The mesh has no triangle with an area: nothing is left of its 0 triangles.");
    EXPECT_EQ(CleanMesh({{{1, 1, 1}}, {{0, 0, 0}}}).Sentence(),
              "The mesh has no triangle with an area: nothing is left of its 1 triangle.");
}

TEST(CleanMesh, BunnyWithHolesCutIntoItIsClosedAgain) {
    const TriangleMesh bunny = scenes::MakeMesh("bunny").mesh;
    TriangleMesh cut = bunny;
    for (const size_t v : {100u, 700u, 1200u, 1600u}) {
        const Vec3 centre = bunny.vertices[v];
        const auto isNear = [&](int32_t i) { return Distance(bunny.vertices[static_cast<size_t>(i)], centre) < 0.5; };
        std::erase_if(cut.triangles, [&](const Triangle& t) { return std::any_of(t.begin(), t.end(), isNear); });
    }
    ASSERT_FALSE(CheckMesh(cut).isClosed);
    const Result<CleanedMesh> cleaned = CleanMesh(cut, Repairing());
    const MeshReport r = CheckMesh(cleaned->mesh);
    EXPECT_GE(cleaned->report.filledHoles, 4);
    EXPECT_EQ(cleaned->report.unfilledHoles, 0);
    EXPECT_TRUE(r.isClosed && r.isOriented);
    EXPECT_NEAR(r.signedVolume, CheckMesh(bunny).signedVolume, 0.05 * CheckMesh(bunny).signedVolume);
}

}  // namespace
}  // namespace spheretree
