#include "Base/Random.h"
#include "Core/Mesh/HandMeshes.h"
#include "Scenes/Meshes.h"
#include "SphereTree/TriangleMesh.h"

#include <gtest/gtest.h>

// What must hold of cleaning whatever the mesh: it rests after one go, counts add up, and what was sound stays as it
// was.
namespace spheretree {
namespace {

/// Random triangles between few lattice points: every kind of fault, often.
TriangleMesh MakeLatticeSoup(uint64_t seed) {
    Random random(seed);
    TriangleMesh mesh;
    const int64_t vertexCount = 3 + random.Below(20), triangleCount = 1 + random.Below(40);
    for (int64_t i = 0; i < vertexCount; ++i) {
        const double x = static_cast<double>(random.Below(3)), y = static_cast<double>(random.Below(3));
        const double z = static_cast<double>(random.Below(3));
        mesh.vertices.push_back({x, y, z});
    }
    for (int64_t i = 0; i < triangleCount; ++i) {
        Triangle t;
        for (int32_t& corner : t) corner = static_cast<int32_t>(random.Below(vertexCount));
        mesh.triangles.push_back(t);
    }
    return mesh;
}

CleanOptions OptionsOf(uint64_t bits) {
    CleanOptions options;
    options.fillHoles = bits & 1;
    options.repairOrientation = bits & 2;
    options.dropBackToBack = bits & 4;
    options.dropDuplicates = !(bits & 8);
    options.weldDistance = (bits & 16) ? -1 : (bits & 32) ? 0 : 1e-9;
    return options;
}

void ExpectCountsAddUp(const TriangleMesh& before, const CleanedMesh& after) {
    const CleanReport& r = after.report;
    EXPECT_EQ(static_cast<int64_t>(after.mesh.vertices.size()),
              static_cast<int64_t>(before.vertices.size()) - r.weldedVertices - r.droppedVertices + r.addedVertices);
    EXPECT_EQ(static_cast<int64_t>(after.mesh.triangles.size()),
              static_cast<int64_t>(before.triangles.size()) - r.droppedIndexFaults - r.droppedNonFinite -
                  r.droppedDegenerate - r.droppedDuplicates - r.droppedBackToBack + r.addedTriangles);
    EXPECT_GE(r.droppedVertices, 0);
    const bool changed = before.vertices != after.mesh.vertices || before.triangles != after.mesh.triangles;
    const bool said = !r.sentences.empty();
    EXPECT_TRUE(said || !changed) << "a change without a sentence";
}

void ExpectFitForLaterStages(const TriangleMesh& mesh) {
    const MeshReport r = CheckMesh(mesh);
    EXPECT_EQ(r.indexFaults + r.nonFiniteVertices + r.degenerateTriangles + r.unusedVertices, 0);
    EXPECT_GT(r.triangleCount, 0);
}

void ExpectAtRest(const CleanedMesh& once, const CleanOptions& options) {
    const Result<CleanedMesh> twice = CleanMesh(once.mesh, options);
    ASSERT_TRUE(twice);
    EXPECT_EQ(twice->mesh.vertices, once.mesh.vertices);
    EXPECT_EQ(twice->mesh.triangles, once.mesh.triangles);
    EXPECT_EQ(twice->report.filledHoles, 0);
    EXPECT_EQ(twice->report.flippedTriangles, 0);
}

TEST(CleanProperties, HoldOnTenThousandLatticeSoups) {
    int64_t cleanedCount = 0, filled = 0, mended = 0, flipped = 0;
    for (uint64_t seed = 0; seed < 10000 && !testing::Test::HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        const TriangleMesh soup = MakeLatticeSoup(seed);
        const CleanOptions options = OptionsOf(seed);
        const Result<CleanedMesh> cleaned = CleanMesh(soup, options);
        if (!cleaned) continue;
        ++cleanedCount;
        filled += cleaned->report.filledHoles;
        mended += cleaned->report.mendedSlivers;
        flipped += cleaned->report.flippedTriangles;
        ExpectCountsAddUp(soup, *cleaned);
        ExpectFitForLaterStages(cleaned->mesh);
        ExpectAtRest(*cleaned, options);
        EXPECT_TRUE(!options.dropDuplicates || CheckMesh(cleaned->mesh).duplicateTriangles == 0);
    }
    EXPECT_GT(cleanedCount, 9000);
    EXPECT_GT(filled, 1000);  // the soups do reach every step
    EXPECT_GT(mended, 100);
    EXPECT_GT(flipped, 1000);
}

TEST(CleanProperties, HoldOnRandomMeshes) {
    for (uint64_t seed = 0; seed < 500 && !testing::Test::HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        const TriangleMesh mesh = scenes::MakeRandomMesh(seed);
        const CleanOptions options = OptionsOf(seed);
        const Result<CleanedMesh> cleaned = CleanMesh(mesh, options);
        if (!cleaned) continue;
        ExpectCountsAddUp(mesh, *cleaned);
        ExpectFitForLaterStages(cleaned->mesh);
        ExpectAtRest(*cleaned, options);
    }
}

TEST(CleanProperties, AreaAndVolumeSurviveTearingAndShuffling) {
    for (const std::string& name : scenes::ClosedMeshNames()) {
        SCOPED_TRACE(name);
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        TriangleMesh torn = hand::TornApart(mesh);
        Random random(7);
        for (size_t i = torn.triangles.size(); i > 1; --i)
            std::swap(torn.triangles[i - 1],
                      torn.triangles[static_cast<size_t>(random.Below(static_cast<int64_t>(i)))]);
        for (Triangle& t : torn.triangles)
            if (random.Below(2) == 0) std::swap(t[0], t[1]);
        const Result<CleanedMesh> cleaned = CleanMesh(torn, {.repairOrientation = true});
        ASSERT_TRUE(cleaned);
        const MeshReport before = CheckMesh(mesh), after = CheckMesh(cleaned->mesh);
        EXPECT_NEAR(after.area, before.area, 1e-9 * before.area);
        EXPECT_NEAR(after.signedVolume, before.signedVolume, 1e-9 * std::abs(before.signedVolume));
        EXPECT_EQ(after.genus, before.genus);
        EXPECT_EQ(after.isClosed, before.isClosed);
        EXPECT_TRUE(after.isOriented);
    }
}

}  // namespace
}  // namespace spheretree
