#include "Scenes/Untangle.h"

#include "Scenes/Meshes.h"
#include "Scenes/Shapes.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace spheretree::scenes {
namespace {

// Equal places become one vertex, as in a file from a decimator.
TriangleMesh Weld(const TriangleMesh& mesh) {
    CleanOptions options;
    options.dropDuplicates = false;
    return CleanMesh(mesh, options)->mesh;
}

void ExpectSound(const TriangleMesh& mesh, int64_t triangles, int64_t genus) {
    const MeshReport report = CheckMesh(mesh);
    EXPECT_TRUE(report.isClosed && report.isManifold && report.isOriented);
    EXPECT_EQ(report.triangleCount, triangles);
    EXPECT_EQ(report.genus, genus);
    EXPECT_EQ(report.components, 1);
}

TEST(Untangle, LeavesASoundMeshAlone) {
    const TriangleMesh mesh = MakeMesh("torus").mesh;
    const TriangleMesh untangled = Untangle(mesh);
    ExpectSound(untangled, 1520, 1);
    EXPECT_NEAR(CheckMesh(untangled).signedVolume, CheckMesh(mesh).signedVolume, 1e-12);
}

TEST(Untangle, RemovesTrianglesBackToBack) {
    TriangleMesh mesh = MakeMesh("icosphere").mesh;
    const auto tip = static_cast<int32_t>(mesh.vertices.size());
    mesh.vertices.push_back({2, 2, 2});
    const auto [a, b, c] = mesh.triangles.front();
    mesh.triangles.push_back({a, b, tip});
    mesh.triangles.push_back({b, a, tip});
    ASSERT_FALSE(CheckMesh(mesh).isManifold);
    ExpectSound(Untangle(mesh), 1280, 0);
}

TEST(Untangle, CutsBoxesApartThatShareAnEdge) {
    TriangleMesh mesh = MakeBox({1, 1, 1}), other = MakeBox({1, 1, 1});
    Translate(other, {2, 2, 0});
    Append(mesh, other);
    mesh = Weld(mesh);
    ASSERT_EQ(CheckMesh(mesh).nonManifoldEdges, 1);
    const TriangleMesh untangled = Untangle(mesh);
    ExpectSound(untangled, 12, 0);
    const double volume = CheckMesh(untangled).signedVolume;
    EXPECT_LT(volume, 8);  // the two copies of the edge were pulled into the box
    EXPECT_GT(volume, 7);
}

// Two prisms on one base whose top edges meet: one piece before and after.
TEST(Untangle, CutsApartWhereASurfaceTouchesItself) {
    const auto makePinched = [] {
        // A profile in the xy plane, extruded along z.
        const Vec3 profile[] = {{-2, 0, 0}, {2, 0, 0},  {2, 2, 0}, {0, 2, 0},
                                {1, 1, 0},  {-1, 1, 0}, {0, 2, 0}, {-2, 2, 0}};
        const Triangle faces[] = {{0, 1, 5}, {5, 1, 4}, {1, 2, 4}, {4, 2, 3}, {0, 5, 7}, {7, 5, 6}};
        TriangleMesh mesh;
        for (const double z : {0.0, 1.0}) {
            for (const Vec3& corner : profile) mesh.vertices.push_back(corner + Vec3{0, 0, z});
        }
        for (const auto& [a, b, c] : faces) {
            mesh.triangles.push_back({a, c, b});
            mesh.triangles.push_back({a + 8, b + 8, c + 8});
        }
        for (int32_t i = 0; i < 8; ++i) {
            const int32_t j = (i + 1) % 8;
            mesh.triangles.push_back({i, j, j + 8});
            mesh.triangles.push_back({i, j + 8, i + 8});
        }
        return mesh;
    };
    const TriangleMesh mesh = Weld(makePinched());
    ASSERT_EQ(CheckMesh(mesh).nonManifoldEdges, 1);
    ExpectSound(Untangle(mesh), static_cast<int64_t>(mesh.triangles.size()), 0);
}

TEST(Untangle, RefusesAnOpenMesh) { EXPECT_THROW(Untangle(MakeMesh("open-hemisphere").mesh), std::runtime_error); }

TEST(Untangle, RefusesWhatEnclosesNothing) {
    TriangleMesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.triangles = {{0, 1, 2}, {0, 2, 1}};
    EXPECT_THROW(Untangle(mesh), std::runtime_error);
}

}  // namespace
}  // namespace spheretree::scenes
