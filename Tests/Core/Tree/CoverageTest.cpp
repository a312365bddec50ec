#include "Core/Tree/HandTrees.h"
#include "Scenes/Hosts.h"
#include "Scenes/Meshes.h"
#include "SphereTree/SphereTree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

// Promise 1. Whatever breaks it must be found: these tests plant the faults.
namespace spheretree {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TriangleMesh OneTriangle() { return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}; }

SphereTree BakeBunny() {
    Recipe recipe;
    recipe.method = Method::Merge;
    recipe.depth = 2;
    Result<BakedTree> baked = BuildTree(scenes::MakeMesh("bunny-1500").mesh, recipe, scenes::MakeThreadedHost(2));
    EXPECT_TRUE(baked) << baked.Sentence();
    return baked ? baked->tree : SphereTree{};
}

TEST(Coverage, OneBallAroundATriangle) {
    EXPECT_EQ(FindFault(MakeRootTree({{0.5, 0.5, 0}, 0.7072}, false), OneTriangle()), "");
}

TEST(Coverage, ABallThatIsAHairTooSmall) {
    EXPECT_THAT(FindFault(MakeRootTree({{0.5, 0.5, 0}, 0.7071}, false), OneTriangle()), HasSubstr("Triangle 0"));
}

/// Every corner is covered, and so is every edge's middle; only whole triangles show the hole.
TEST(Coverage, AHoleThatNoCornerSees) {
    const double r = 0.29;
    const std::vector<Sphere> children{{{0, 0, 0}, r},   {{1, 0, 0}, r},   {{0, 1, 0}, r},
                                       {{0.5, 0, 0}, r}, {{0, 0.5, 0}, r}, {{0.5, 0.5, 0}, r}};
    const SphereTree tree = MakeFamilyTree({{0.5, 0.5, 0}, 0.8}, children, false);
    EXPECT_THAT(FindFault(tree, OneTriangle()), HasSubstr("no child of node 0"));
}

TEST(Coverage, TheSameBallsALittleLarger) {
    const double r = 0.36;
    const std::vector<Sphere> children{{{0, 0, 0}, r},   {{1, 0, 0}, r},   {{0, 1, 0}, r},
                                       {{0.5, 0, 0}, r}, {{0, 0.5, 0}, r}, {{0.5, 0.5, 0}, r}};
    EXPECT_EQ(FindFault(MakeFamilyTree({{0.5, 0.5, 0}, 0.8}, children, false), OneTriangle()), "");
}

/// Level 1 and level 2 both cover the triangle, but the leaf that holds one half hangs under the ball that holds the
/// other: a traversal that prunes the one never sees the other.
TEST(Coverage, CoveredLevelsWithoutAChain) {
    SphereTree tree = MakeFamilyTree({{0.5, 0.5, 0}, 0.8}, {{{0.15, 0.5, 0}, 0.55}, {{0.7, 0.2, 0}, 0.55}}, false);
    ASSERT_EQ(FindFault(tree, OneTriangle()), "");
    for (int32_t parent : {1, 2}) {
        tree.nodes[size_t(parent)].firstChild = int32_t(tree.nodes.size());
        tree.nodes[size_t(parent)].childCount = 1;
        tree.nodes.push_back({tree.nodes[size_t(3 - parent)].sphere, 0, parent, -1, 0, 2});  // the other's ball
    }
    EXPECT_THAT(FindFault(tree, OneTriangle()), Not(IsEmpty()));
    std::swap(tree.nodes[3].sphere, tree.nodes[4].sphere);
    EXPECT_EQ(FindFault(tree, OneTriangle()), "");
}

TEST(Coverage, ANeedleIsCutAlongItsLength) {
    const TriangleMesh needle{{{0, 0, 0}, {1000, 0, 0}, {1000, 1e-3, 0}}, {{0, 1, 2}}};
    std::vector<Sphere> beads;
    for (int i = 0; i < 8; ++i) beads.push_back({{125.0 * i + 62.5, 0, 0}, 62.6});
    EXPECT_EQ(FindFault(MakeFamilyTree({{500, 0, 0}, 501}, beads, false), needle), "");
    beads.erase(beads.begin() + 3);
    EXPECT_THAT(FindFault(MakeFamilyTree({{500, 0, 0}, 501}, beads, false), needle), Not(IsEmpty()));
}

TEST(Coverage, ABakedTreeIsProven) {
    const SphereTree tree = BakeBunny();
    EXPECT_EQ(FindFault(tree, scenes::MakeMesh("bunny-1500").mesh), "");
}

/// Siblings overlap, so not every sphere is needed everywhere; but a level whose spheres all shrink by a fiftieth
/// opens, and of single spheres that shrink to a third most are missed.
TEST(Coverage, ShrunkenSpheresAreFound) {
    const SphereTree tree = BakeBunny();
    const TriangleMesh mesh = scenes::MakeMesh("bunny-1500").mesh;
    for (int32_t level = 0; level < tree.LevelCount(); ++level) {
        SphereTree broken = tree;
        for (TreeNode& node : broken.nodes)
            if (node.level == level) node.sphere.radius *= 0.98;
        EXPECT_NE(FindFault(broken, mesh), "") << "level " << level;
    }
    size_t found = 0;
    for (size_t node = 0; node < tree.nodes.size(); ++node) {
        SphereTree broken = tree;
        broken.nodes[node].sphere.radius /= 3;
        found += FindFault(broken, mesh).empty() ? 0 : 1;
    }
    EXPECT_GE(found, tree.nodes.size() * 3 / 4);
}

TEST(Coverage, AMovedTreeIsFound) {
    SphereTree tree = BakeBunny();
    for (TreeNode& node : tree.nodes) node.sphere.centre.y += 0.05;
    EXPECT_NE(FindFault(tree, scenes::MakeMesh("bunny-1500").mesh), "");
}

TEST(Coverage, TrianglesWithoutAPlaceAreLeftOut) {
    TriangleMesh mesh = OneTriangle();
    mesh.vertices.push_back({NAN, 0, 0});
    mesh.triangles.push_back({0, 1, 3});
    mesh.triangles.push_back({0, 1, 99});
    EXPECT_EQ(FindFault(MakeRootTree({{0.5, 0.5, 0}, 0.7072}, false), mesh), "");
}

TEST(Coverage, CancelIsNotProof) {
    Host host;
    host.progress = [](double) { return false; };
    EXPECT_THAT(FindFault(BakeBunny(), scenes::MakeMesh("bunny-1500").mesh, host), HasSubstr("cancelled"));
}

SphereTree BakeSolid(std::string_view name, Method method) {
    Recipe recipe;
    recipe.method = method;
    recipe.depth = 2;
    recipe.solid = true;
    Result<BakedTree> baked = BuildTree(scenes::MakeMesh(name).mesh, recipe, scenes::MakeThreadedHost(2));
    EXPECT_TRUE(baked) << baked.Sentence();
    return baked ? baked->tree : SphereTree{};
}

TEST(SolidCoverage, TheInteriorIsProvenToo) {
    for (const Method method : {Method::SolidOctree, Method::Merge}) {
        const SphereTree tree = BakeSolid("cube", method);
        ASSERT_TRUE(tree.isSolid);
        EXPECT_EQ(FindFault(tree, scenes::MakeMesh("cube").mesh), "");
    }
}

/// An octree of the surface alone is hollow at its leaves, and must not pass for a solid one.
TEST(SolidCoverage, AHollowTreeIsFound) {
    Recipe recipe;
    recipe.method = Method::Octree;
    Result<BakedTree> baked = BuildTree(scenes::MakeMesh("cube").mesh, recipe, scenes::MakeThreadedHost(2));
    ASSERT_TRUE(baked);
    ASSERT_FALSE(baked->tree.isSolid);
    baked->tree.isSolid = true;
    EXPECT_THAT(FindFault(baked->tree, scenes::MakeMesh("cube").mesh), HasSubstr("interior"));
}

TEST(SolidCoverage, AnOpenMeshHasNoInterior) {
    Recipe recipe;
    recipe.solid = true;
    const Result<BakedTree> baked = BuildTree(scenes::MakeMesh("open-hemisphere").mesh, recipe);
    ASSERT_FALSE(baked);
    EXPECT_THAT(baked.Sentence(), HasSubstr("closed mesh"));
}

}  // namespace
}  // namespace spheretree
