#include "Samples/PlanarClusters.h"

#include "Core/Samples/SampleChecks.h"
#include "Samples/SampleLayouts.h"
#include "Scenes/Meshes.h"
#include "Scenes/Shapes.h"

#include <gtest/gtest.h>

namespace spheretree {
namespace {

PlanarClusters ClustersOf(const TriangleMesh& mesh) { return FindPlanarClusters(mesh, MeasureTriangles(mesh).areas); }

TEST(PlanarClusters, AFinelyMeshedCubeHasSix) {
    const TriangleMesh cube = scenes::MakeMesh("cube").mesh;
    const PlanarClusters found = ClustersOf(cube);
    EXPECT_EQ(found.clusters.size(), 6u);
    double border = 0, edge = 0;
    for (const PlanarCluster& cluster : found.clusters) {
        for (const ClusterEdge& e : cluster.border) {
            border += Distance(cube.vertices[static_cast<size_t>(e.from)], cube.vertices[static_cast<size_t>(e.to)]);
            EXPECT_GE(e.other, 0);
        }
    }
    edge = std::sqrt(AreaOf(cube) / 6);
    EXPECT_NEAR(border, 24 * edge, 1e-9);
}

TEST(PlanarClusters, ACurvedSurfaceHasAsManyAsTriangles) {
    const TriangleMesh ball = scenes::MakeIcosphere(3);
    const PlanarClusters found = ClustersOf(ball);
    EXPECT_EQ(found.clusters.size(), ball.triangles.size());
    for (const auto& neighbours : found.neighbours) EXPECT_EQ(neighbours, (std::array<int32_t, 3>{-1, -1, -1}));
}

TEST(PlanarClusters, EveryTriangleIsInOneAndNeighboursAreMutual) {
    for (const char* name : {"block", "plate", "s-shape", "non-manifold-fan", "cylinder"}) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        const PlanarClusters found = ClustersOf(mesh);
        std::vector<int> seen(mesh.triangles.size(), 0);
        for (size_t c = 0; c < found.clusters.size(); ++c) {
            for (const int32_t triangle : found.clusters[c].triangles) {
                ++seen[static_cast<size_t>(triangle)];
                EXPECT_EQ(found.clusterOf[static_cast<size_t>(triangle)], static_cast<int32_t>(c));
            }
        }
        for (const int count : seen) EXPECT_EQ(count, 1) << name;
        for (size_t t = 0; t < found.neighbours.size(); ++t) {
            for (const int32_t other : found.neighbours[t]) {
                if (other < 0) continue;
                const auto& back = found.neighbours[static_cast<size_t>(other)];
                EXPECT_NE(std::find(back.begin(), back.end(), static_cast<int32_t>(t)), back.end()) << name;
                EXPECT_EQ(found.clusterOf[t], found.clusterOf[static_cast<size_t>(other)]);
            }
        }
    }
}

// Two triangles folded back to back lie in one plane and are two sides all the same.
TEST(PlanarClusters, AFoldIsNotFlat) {
    const TriangleMesh folded{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.2, 0.8, 0}}, {{0, 1, 2}, {1, 0, 3}}};
    EXPECT_EQ(ClustersOf(folded).clusters.size(), 2u);
}

}  // namespace
}  // namespace spheretree
