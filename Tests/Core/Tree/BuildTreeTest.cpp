#include "Base/Random.h"
#include "Scenes/Hosts.h"
#include "Scenes/Meshes.h"
#include "SphereTree/Archive.h"
#include "SphereTree/SphereTree.h"
#include "SphereTree/SurfaceQuery.h"
#include "SphereTree/TreeMeasure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>

namespace spheretree {
namespace {

using testing::HasSubstr;

SphereTree Bake(const TriangleMesh& mesh, const Recipe& recipe, int threads = 2) {
    Result<BakedTree> baked = BuildTree(mesh, recipe, scenes::MakeThreadedHost(threads));
    EXPECT_TRUE(baked) << baked.Sentence();
    return baked ? baked->tree : SphereTree{};
}

Recipe QuickRecipe(Method method, int32_t depth = 2) {
    Recipe recipe;
    recipe.method = method;
    recipe.depth = depth;
    recipe.samplePoints = 1500;
    recipe.initialMedialSpheres = 200;
    recipe.hubbardMedialSpheres = 600;
    recipe.regionMedialSpheres = 40;
    return recipe;
}

std::vector<double> WorstPerLevel(const SphereTree& tree) {
    std::vector<double> worst(size_t(tree.LevelCount()), 0.0);
    for (const TreeNode& node : tree.nodes) worst[size_t(node.level)] = std::max(worst[size_t(node.level)], node.error);
    return worst;
}

std::string SafeName(std::string name) {
    for (char& c : name)
        if (c == '-') c = '_';
    return name;
}

/// Every method on every closed and every rough mesh gives a proven tree of the shape that was asked for.
class EveryMethod : public testing::TestWithParam<std::tuple<int, std::string>> {};

TEST_P(EveryMethod, GivesAProvenTree) {
    const Method method = Method(std::get<0>(GetParam()));
    const scenes::NamedMesh named = scenes::MakeMesh(std::get<1>(GetParam()));
    Result<BakedTree> baked = BuildTree(named.mesh, QuickRecipe(method), scenes::MakeThreadedHost(2));
    if (method == Method::SolidOctree && !named.isClosed) {
        ASSERT_FALSE(baked);
        EXPECT_THAT(baked.Sentence(), HasSubstr("closed"));
        return;
    }
    ASSERT_TRUE(baked) << baked.Sentence();
    const SphereTree& tree = baked->tree;
    EXPECT_EQ(FindFault(tree, named.mesh), "");
    EXPECT_LE(tree.LevelCount(), 3);
    EXPECT_EQ(tree.hasInside, named.isClosed);
    for (const TreeNode& node : tree.nodes) {
        EXPECT_LE(node.childCount, 8);
        EXPECT_GE(node.error, 0);
        EXPECT_LE(node.error, 2 * node.sphere.radius * 1.02 + 1e-9);
    }
}

std::vector<std::string> BakeMeshNames() {
    std::vector<std::string> names = scenes::ClosedMeshNames();
    for (const char* rough : {"open-hemisphere", "self-intersecting-pair", "non-manifold-fan", "teapot"})
        names.push_back(rough);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Meshes, EveryMethod,
                         testing::Combine(testing::Range(0, kMethodCount), testing::ValuesIn(BakeMeshNames())),
                         [](const auto& instance) {
                             return SafeName(std::string(MethodName(Method(std::get<0>(instance.param)))) + "_" +
                                             std::get<1>(instance.param));
                         });

// ---- known answers

TEST(BuildTree, OneSphereFitsAnIcosphere) {
    const SphereTree tree = Bake(scenes::MakeIcosphere(4), QuickRecipe(Method::Merge, 0));
    ASSERT_EQ(tree.nodes.size(), 1u);
    EXPECT_NEAR(tree.nodes[0].sphere.radius, 1, 1e-5);
    EXPECT_NEAR(Length(tree.nodes[0].sphere.centre), 0, 1e-6);
    EXPECT_LT(tree.nodes[0].error, 0.003);  // the sagitta of its faces
}

TEST(BuildTree, TheOctreeOfACube) {
    const SphereTree tree = Bake(scenes::MakeMesh("cube").mesh, QuickRecipe(Method::Octree));
    ASSERT_EQ(tree.nodes[0].childCount, 8);
    const double half = CheckMesh(scenes::MakeMesh("cube").mesh).bounds.high.x;
    for (int child = 1; child <= 8; ++child) {
        const Sphere& sphere = tree.nodes[size_t(child)].sphere;
        for (double coordinate : {sphere.centre.x, sphere.centre.y, sphere.centre.z})
            EXPECT_NEAR(std::abs(coordinate), half / 2, 1e-9);
        EXPECT_NEAR(sphere.radius, half / 2 * std::sqrt(3.0),
                    0.05 * half);  // around the octant; a little more where patches straddle
    }
    for (int child = 1; child <= 8; ++child) EXPECT_EQ(tree.nodes[size_t(child)].childCount, 7);  // one lies inside
}

/// Figure 5.12: eight spheres, one per corner. 0.2113 is the least worst error that eight spheres can have on a cube.
TEST(BuildTree, EightSpheresOnACube) {
    Recipe recipe;
    recipe.depth = 1;
    for (const Method method : {Method::Burst, Method::Combined}) {
        recipe.method = method;
        const SphereTree tree = Bake(scenes::MakeMesh("cube").mesh, recipe);
        ASSERT_EQ(tree.nodes.size(), 9u);
        std::array<int, 8> perOctant{};
        for (size_t i = 1; i < 9; ++i) {
            const Vec3& c = tree.nodes[i].sphere.centre;
            ++perOctant[size_t((c.x > 0) + 2 * (c.y > 0) + 4 * (c.z > 0))];
        }
        EXPECT_THAT(perOctant, testing::Each(1)) << MethodName(method);
    }
    const SphereTree tree = Bake(scenes::MakeMesh("cube").mesh, recipe);
    EXPECT_LT(WorstPerLevel(tree)[1] / tree.nodes[0].sphere.radius, 0.2113 * 1.02);
}

TEST(BuildTree, HollowShellKeepsItsCavityInTheRootsError) {
    const SphereTree tree = Bake(scenes::MakeMesh("hollow-shell").mesh, QuickRecipe(Method::Merge, 1));
    double inner = 1e9;
    for (const Vec3& vertex : scenes::MakeMesh("hollow-shell").mesh.vertices) inner = std::min(inner, Length(vertex));
    EXPECT_NEAR(tree.nodes[0].error, inner, 0.02 * inner);
}

// ---- what every bake must hold

TEST(BuildTree, DeeperLevelsAreTighter) {
    for (const char* name : {"bunny-1500", "torus", "plate"}) {
        const std::vector<double> worst =
            WorstPerLevel(Bake(scenes::MakeMesh(name).mesh, QuickRecipe(Method::Combined)));
        ASSERT_EQ(worst.size(), 3u);
        EXPECT_LT(worst[1], worst[0]) << name;
        EXPECT_LT(worst[2], worst[1]) << name;
    }
}

/// Promise 2 on whole trees, by the referee that shares no code with the certificate.
TEST(BuildTree, CertifiedErrorsHoldAgainstTheReferee) {
    for (const char* name : {"bunny-1500", "s-shape", "open-hemisphere", "hollow-shell"}) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        const SphereTree tree = Bake(mesh, QuickRecipe(Method::Combined));
        const MeasureOptions options{.directions = 2048, .raysPerLevel = 0, .areaSamples = 0, .raysPerFamily = 0};
        const Result<TreeMeasure> measure = MeasureTree(tree, mesh, options, scenes::MakeThreadedHost(2));
        ASSERT_TRUE(measure) << measure.Sentence();
        for (size_t i = 0; i < tree.nodes.size(); ++i)
            ASSERT_GE(tree.nodes[i].error, measure->nodeErrors[i] - 1e-9) << name << " node " << i;
    }
}

/// At most max(5 %, 0.002 of the bounding radius) above what 100,000 samples in the ball find.
TEST(BuildTree, CertifiedErrorsAreTight) {
    const TriangleMesh mesh = scenes::MakeMesh("bunny-1500").mesh;
    const SphereTree tree = Bake(mesh, QuickRecipe(Method::Combined, 1));
    const Result<SurfaceQuery> query = SurfaceQuery::Build(mesh);
    ASSERT_TRUE(query);
    const double bounding = tree.nodes[0].sphere.radius;
    for (size_t i = 0; i < tree.nodes.size(); ++i) {
        const TreeNode& node = tree.nodes[i];
        Random random(i + 1);
        double sampled = 0;
        for (int sample = 0; sample < 100'000; ++sample) {
            const double reach = sample % 2 ? 1.0 : std::cbrt(random.Uniform());
            const Vec3 point = node.sphere.centre + random.Direction() * (reach * node.sphere.radius);
            if (query->Distance(point) > sampled && !query->IsInside(point)) sampled = query->Distance(point);
        }
        EXPECT_GE(node.error, sampled) << "node " << i;
        EXPECT_LE(node.error, std::max(sampled * 1.05, sampled + 0.002 * bounding)) << "node " << i;
    }
}

TEST(BuildTree, BranchingAndDepthAreKept) {
    for (const int32_t branching : {2, 3, 5}) {
        Recipe recipe = QuickRecipe(Method::Merge, 3);
        recipe.branching = branching;
        const SphereTree tree = Bake(scenes::MakeMesh("ellipsoid").mesh, recipe);
        EXPECT_EQ(tree.LevelCount(), 4);
        for (const TreeNode& node : tree.nodes) EXPECT_LE(node.childCount, branching);
    }
}

TEST(BuildTree, HybridKeepsBothSpheres) {
    Recipe recipe = QuickRecipe(Method::Grid);
    recipe.hybrid = true;
    const TriangleMesh mesh = scenes::MakeMesh("bunny-1500").mesh;
    SphereTree tree = Bake(mesh, recipe);
    ASSERT_EQ(tree.volumeSpheres.size(), tree.nodes.size());
    for (size_t i = 0; i < tree.nodes.size(); ++i)
        EXPECT_LE(tree.volumeSpheres[i].radius, tree.nodes[i].sphere.radius * (1 + 1e-9));
    for (size_t i = 0; i < tree.nodes.size(); ++i) tree.nodes[i].sphere = tree.volumeSpheres[i];
    EXPECT_EQ(FindFault(tree, mesh), "");  // the smallest spheres are a proven tree of their own
}

TEST(BuildTree, OptimiserNeverMakesTheFirstLevelWorseOnAverage) {
    Recipe recipe = QuickRecipe(Method::HubbardMerge, 1);
    const TriangleMesh mesh = scenes::MakeMesh("bunny-1500").mesh;
    const double plain = WorstPerLevel(Bake(mesh, recipe))[1];
    recipe.optimise = true;
    EXPECT_LT(WorstPerLevel(Bake(mesh, recipe))[1], plain);
}

TEST(BuildTree, BalanceRemovesSpheresAndKeepsTheErrorClose) {
    Recipe recipe = QuickRecipe(Method::Burst, 2);
    const TriangleMesh mesh = scenes::MakeMesh("ellipsoid").mesh;
    const SphereTree plain = Bake(mesh, recipe);
    recipe.balance = true;
    recipe.balanceOptions = {.divisor = 1e30, .constant = 0.05, .persistence = 1};
    const SphereTree balanced = Bake(mesh, recipe);
    EXPECT_LT(balanced.nodes.size(), plain.nodes.size());
    EXPECT_LT(WorstPerLevel(balanced)[1], WorstPerLevel(plain)[1] * 1.25);
}

// ---- the user's first complaint: frame and unit

struct Motion {
    Vec3 shift;
    double scale = 1;
    Vec3 axis{0, 0, 1};
    double angle = 0;

    Vec3 Move(const Vec3& p) const {  // Rodrigues' rotation
        const Vec3 k = Normalized(axis);
        const Vec3 turned =
            p * std::cos(angle) + Cross(k, p) * std::sin(angle) + k * (Dot(k, p) * (1 - std::cos(angle)));
        return turned * scale + shift;
    }
};

class MovedCopies : public testing::TestWithParam<Motion> {};

TEST_P(MovedCopies, GiveTheSameTree) {
    const Motion& motion = GetParam();
    const TriangleMesh mesh = scenes::MakeMesh("bunny-1500").mesh;
    TriangleMesh moved = mesh;
    for (Vec3& vertex : moved.vertices) vertex = motion.Move(vertex);
    const SphereTree tree = Bake(mesh, QuickRecipe(Method::Merge)), copy = Bake(moved, QuickRecipe(Method::Merge));
    ASSERT_EQ(tree.nodes.size(), copy.nodes.size());
    for (size_t i = 0; i < tree.nodes.size(); ++i) {
        const Sphere &a = tree.nodes[i].sphere, &b = copy.nodes[i].sphere;
        ASSERT_LT(Distance(motion.Move(a.centre), b.centre), 1e-6 * motion.scale) << "node " << i;
        ASSERT_NEAR(a.radius * motion.scale, b.radius, 1e-6 * motion.scale) << "node " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Motions, MovedCopies,
                         testing::Values(Motion{{10, -7, 3}}, Motion{{0, 0, 0}, 1e-5}, Motion{{0, 0, 0}, 1e5},
                                         Motion{{0, 0, 0}, 1, {1, 2, 3}, 0.7},
                                         Motion{{-300, 20, 5}, 37.5, {-1, 0.3, 0.2}, 2.1}));

// ---- the same bytes

TEST(BuildTree, ThreadsDoNotMatter) {
    for (const Method method : {Method::Combined, Method::Spawn, Method::Grid}) {
        const TriangleMesh mesh = scenes::MakeMesh("s-shape").mesh;
        EXPECT_EQ(WriteArchive(Bake(mesh, QuickRecipe(method), 1)), WriteArchive(Bake(mesh, QuickRecipe(method), 2)))
            << MethodName(method);
    }
}

// ---- bad input is an answer

TEST(WildBake, NonsenseRecipesGetASentence) {
    const TriangleMesh mesh = scenes::MakeMesh("cube").mesh;
    std::vector<Recipe> recipes(8);
    recipes[0].branching = 1;
    recipes[1].branching = 9;
    recipes[2].depth = -1;
    recipes[3].samplePoints = 0;
    recipes[4].regionErrorFraction = NAN;
    recipes[5].balanceOptions.divisor = 0;
    recipes[6].method = Method(200);
    recipes[7].method = Method::Octree, recipes[7].branching = 4;
    for (size_t i = 0; i < recipes.size(); ++i) {
        const Result<BakedTree> baked = BuildTree(mesh, recipes[i]);
        ASSERT_FALSE(baked) << i;
        EXPECT_THAT(baked.Sentence(), testing::EndsWith(".")) << i;
    }
}

TEST(WildBake, MeshesWithoutASurface) {
    EXPECT_FALSE(BuildTree({}));
    EXPECT_FALSE(BuildTree({{{NAN, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}));
    EXPECT_FALSE(BuildTree({{{0, 0, 0}, {1, 0, 0}}, {{0, 1, 7}}}));
}

TEST(WildBake, OneAndTwoTriangles) {
    const TriangleMesh one{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
    const TriangleMesh two{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2}, {0, 2, 3}}};
    for (int method = 0; method < kMethodCount; ++method) {
        if (Method(method) == Method::SolidOctree) continue;
        EXPECT_EQ(FindFault(Bake(one, QuickRecipe(Method(method))), one), "") << MethodName(Method(method));
        EXPECT_EQ(FindFault(Bake(two, QuickRecipe(Method(method))), two), "") << MethodName(Method(method));
    }
}

TEST(WildBake, RandomMeshesGiveAProvenTreeOrASentence) {
    for (uint64_t seed = 1; seed <= 24; ++seed) {
        const TriangleMesh mesh = scenes::MakeRandomMesh(seed);
        const Method method = seed % 3 ? Method::Combined : Method::Spawn;
        const Result<BakedTree> baked = BuildTree(mesh, QuickRecipe(method), scenes::MakeThreadedHost(2));
        if (baked)
            EXPECT_EQ(FindFault(baked->tree, mesh), "") << "seed " << seed;
        else
            EXPECT_THAT(baked.Sentence(), testing::EndsWith(".")) << "seed " << seed;
    }
}

TEST(WildBake, ACancelledBakeReturnsNothing) {
    for (const int stopAt : {1, 2, 5, 9, 20}) {
        int calls = 0;
        double last = 0;
        Host host;
        host.progress = [&](double fraction) {
            EXPECT_GE(fraction, last);
            last = fraction;
            return ++calls < stopAt;
        };
        const Result<BakedTree> baked =
            BuildTree(scenes::MakeMesh("bunny-1500").mesh, QuickRecipe(Method::Combined), host);
        ASSERT_FALSE(baked) << stopAt;
        EXPECT_THAT(baked.Sentence(), HasSubstr("cancelled"));
        EXPECT_EQ(calls, stopAt);
    }
}

TEST(WildBake, ProgressGrowsToOne) {
    double last = 0;
    Host host;
    host.progress = [&](double fraction) {
        EXPECT_GE(fraction, last);
        last = fraction;
        return true;
    };
    ASSERT_TRUE(BuildTree(scenes::MakeMesh("cube").mesh, QuickRecipe(Method::Burst), host));
    EXPECT_EQ(last, 1);
}

}  // namespace
}  // namespace spheretree
