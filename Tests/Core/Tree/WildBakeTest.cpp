#include "Scenes/Hosts.h"
#include "Scenes/Meshes.h"
#include "SphereTree/SphereTree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

// Bad input is an answer: unions of primitives, dented, opened, inside out. Runs under the sanitizers too.
namespace spheretree {
namespace {

/// 25 in each of eight cases; under the sanitizers five, unless SPHERETREE_ALL_RANDOM_MESHES is set.
int MeshesPerCase() {
#if defined(__SANITIZE_ADDRESS__)
    return std::getenv("SPHERETREE_ALL_RANDOM_MESHES") ? 25 : 5;
#else
    return 25;
#endif
}

/// A tree that fails its proof gives a sentence too, which is none that anybody should have to read.
auto IsAboutTheMesh() {
    return testing::AllOf(testing::EndsWith("."), testing::Not(testing::HasSubstr("an error of ours")));
}

/// Mostly quick and shallow; one in eight as users bake, with all that comes after the last level.
Recipe RecipeFor(uint64_t seed) {
    Recipe recipe = RecipeOf(seed % 8 != 0 ? Effort::Fast : seed % 40 == 0 ? Effort::Tight : Effort::Balanced);
    recipe.depth = seed % 8 == 0 ? 3 : seed % 5 == 0 ? 2 : 1;
    recipe.seed = seed;
    return recipe;
}

class RandomMeshes : public testing::TestWithParam<int> {};

TEST_P(RandomMeshes, GiveAProvenTreeOrASentence) {
    for (int i = 0; i < MeshesPerCase(); ++i) {
        const uint64_t seed = uint64_t(GetParam() * 25 + i) + 1000;
        const TriangleMesh mesh = scenes::MakeRandomMesh(seed);
        const Result<BakedTree> baked = BuildTree(mesh, RecipeFor(seed), scenes::MakeThreadedHost(2));
        if (baked)
            EXPECT_EQ(FindFault(baked->tree, mesh), "") << "seed " << seed;
        else
            EXPECT_THAT(baked.Sentence(), IsAboutTheMesh()) << "seed " << seed;
    }
}

INSTANTIATE_TEST_SUITE_P(TwoHundred, RandomMeshes, testing::Range(0, 8));

/// A node that was left with nothing but had leaves of its own got four more from its sibling: twelve children.
TEST(WildBakes, AnIdleNodeThatIsEmployedHasNoMoreChildrenThanItMay) {
    for (const uint64_t seed : {1022, 1036}) {
        const TriangleMesh mesh = scenes::MakeRandomMesh(seed);
        Recipe recipe = RecipeOf(Effort::Balanced);
        recipe.seed = seed;
        const Result<BakedTree> baked = BuildTree(mesh, recipe, scenes::MakeThreadedHost(2));
        ASSERT_TRUE(baked) << seed << ": " << baked.Sentence();
        EXPECT_EQ(FindFault(baked->tree, mesh), "") << seed;
    }
}

/// Sentences, not trees without end: a plate as thin as nothing cannot be had to any error.
TEST(WildTargets, AnErrorBeyondReachIsToldSo) {
    Recipe recipe = RecipeOf(Effort::Fast);
    recipe.maxError = 1e-4;
    recipe.maxSpheres = 100;
    const TriangleMesh mesh = scenes::MakeMesh("plate").mesh;
    const Result<BakedTree> baked = BuildTree(mesh, recipe, scenes::MakeThreadedHost(2));
    ASSERT_TRUE(baked) << baked.Sentence();
    EXPECT_LE(baked->tree.nodes.size(), 100u);
    EXPECT_THAT(baked->sentences, testing::Contains(testing::AllOf(testing::HasSubstr("was not reached"),
                                                                   testing::HasSubstr("allow more spheres"))));
}

/// Foliage and scaffolding: thousands of parts that nothing joins.
TEST(WildBakes, ThousandsOfComponents) {
    TriangleMesh mesh;
    for (int32_t i = 0; i < 3000; ++i) {
        const int32_t column = i % 15, row = i / 15 % 20, layer = i / 300;
        const Vec3 corner{double(column), double(row), double(layer)};
        const int32_t first = int32_t(mesh.vertices.size());
        for (const Vec3& offset : {Vec3{0, 0, 0}, Vec3{0.3, 0, 0}, Vec3{0, 0.3, 0.1}, Vec3{0.1, 0.1, 0.3}})
            mesh.vertices.push_back(corner + offset);
        for (const Triangle& side : {Triangle{0, 2, 1}, Triangle{0, 1, 3}, Triangle{1, 2, 3}, Triangle{2, 0, 3}})
            mesh.triangles.push_back({side[0] + first, side[1] + first, side[2] + first});
    }
    Recipe recipe = RecipeOf(Effort::Fast);
    recipe.depth = 2;
    const Result<BakedTree> baked = BuildTree(mesh, recipe, scenes::MakeThreadedHost(2));
    ASSERT_TRUE(baked) << baked.Sentence();
    EXPECT_EQ(FindFault(baked->tree, mesh), "");
    EXPECT_EQ(baked->tree.LevelCount(), 3);
}

}  // namespace
}  // namespace spheretree
