#include "Scenes/Hosts.h"
#include "Scenes/Meshes.h"
#include "SphereTree/Archive.h"
#include "SphereTree/NormalCones.h"
#include "SphereTree/SphereTree.h"
#include "SphereTree/TreeMeasure.h"
#include "Tree/PruneTree.h"
#include "Tree/Tight/TightPatches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace spheretree {
namespace {

BakedTree BakeTight(const TriangleMesh& mesh, const Recipe& recipe, int threads = 2) {
    Result<BakedTree> baked = BuildTree(mesh, recipe, scenes::MakeThreadedHost(threads));
    EXPECT_TRUE(baked) << baked.Sentence();
    return baked ? *std::move(baked) : BakedTree{};
}

std::vector<double> WorstOfLevels(const SphereTree& tree, const TriangleMesh& mesh) {
    const MeasureOptions options{.directions = 2048, .raysPerLevel = 0, .areaSamples = 0, .raysPerFamily = 0};
    const Result<TreeMeasure> measure = MeasureTree(tree, mesh, options, scenes::MakeThreadedHost(2));
    EXPECT_TRUE(measure) << measure.Sentence();
    std::vector<double> worst;
    if (measure)
        for (const LevelMeasure& level : measure->levels) worst.push_back(level.error.largest);
    return worst;
}

TEST(TightTree, IsTighterThanTheThesisAtEveryLevel) {
    for (const char* name : {"bunny-1500", "cube"}) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        Recipe recipe = RecipeOf(Effort::Balanced);
        recipe.depth = 2;
        const std::vector<double> tight = WorstOfLevels(BakeTight(mesh, recipe).tree, mesh);
        recipe.method = Method::Combined;
        const std::vector<double> combined = WorstOfLevels(BakeTight(mesh, recipe).tree, mesh);
        ASSERT_EQ(tight.size(), 3u);
        ASSERT_EQ(combined.size(), 3u);
        EXPECT_LT(tight[1], combined[1] * 1.03) << name;  // a cube's first level has one best answer, and both have it
        EXPECT_LT(tight[2], combined[2]) << name;
    }
}

/// Without an inside a sphere may be much larger than its stand-off says; levels are found so, and must be held so.
TEST(TightTree, LevelsOfAnOpenMeshKeepTheirErrorsWhenOthersComeBelow) {
    for (const Effort effort : {Effort::Balanced, Effort::Tight}) {
        TriangleMesh mesh = scenes::MakeMesh("dragon-1500").mesh;
        mesh.triangles.resize(mesh.triangles.size() - 40);
        Recipe recipe = RecipeOf(effort);
        recipe.depth = 1;
        const BakedTree alone = BakeTight(mesh, recipe);
        EXPECT_FALSE(alone.tree.hasInside);
        recipe.depth = 2;
        const std::vector<double> above = WorstOfLevels(alone.tree, mesh);
        const std::vector<double> both = WorstOfLevels(BakeTight(mesh, recipe).tree, mesh);
        EXPECT_LT(both[1], above[1] * 1.15);
        EXPECT_LT(both[2], both[1]);
    }
}

/// An open surface has no inside for spheres to share out: some ended up with nothing, and a branch of the tree each.
TEST(TightTree, EverySphereOfAnOpenMeshHasSomethingToHold) {
    for (const char* name : {"open-hemisphere", "teapot"}) {
        Recipe recipe = RecipeOf(Effort::Balanced);
        recipe.depth = 1;
        const SphereTree tree = BakeTight(scenes::MakeMesh(name).mesh, recipe).tree;
        EXPECT_EQ(tree.nodes.size(), 9u) << name;
    }
}

/// Eight spheres on a cube have one best answer. They move when others come below, and must find back to it; a sphere
/// of the second level that reaches over a border can keep one of them from it.
TEST(TightTree, TheFirstLevelOfACubeIsTheBestThereIs) {
    constexpr double kBest = 0.21132;  // of the bounding radius: (√3 − 1) / (2 √3)
    const TriangleMesh mesh = scenes::MakeMesh("cube").mesh;
    Recipe recipe = RecipeOf(Effort::Balanced);
    int32_t there = 0;
    for (recipe.seed = 1; recipe.seed <= 4; ++recipe.seed) {
        const BakedTree baked = BakeTight(mesh, recipe);
        const double over = WorstOfLevels(baked.tree, mesh)[1] / (kBest * baked.tree.nodes[0].sphere.radius);
        EXPECT_LT(over, 1.02) << recipe.seed;
        there += over < 1.003;
    }
    EXPECT_GE(there, 3);
    recipe = RecipeOf(Effort::Tight);
    recipe.seed = 4;  // ends 0.1 % above it where the fits of its spheres are content too soon
    const BakedTree tight = BakeTight(mesh, recipe);
    EXPECT_LT(WorstOfLevels(tight.tree, mesh)[1], 1.0004 * kBest * tight.tree.nodes[0].sphere.radius);
}

/// A cylinder's first levels are nearly alike, and its second ones are not: from the first level that looks best alone
/// three seeds of five lead to a second of 0.118 of the bounding radius.
TEST(TightTree, TheSecondLevelSaysWhichFirstWasBest) {
    const TriangleMesh mesh = scenes::MakeMesh("cylinder").mesh;
    Recipe recipe = RecipeOf(Effort::Tight);
    recipe.depth = 2;
    for (const uint64_t seed : {1, 3, 5}) {
        recipe.seed = seed;
        const BakedTree baked = BakeTight(mesh, recipe);
        EXPECT_LT(WorstOfLevels(baked.tree, mesh)[2], 0.09 * baked.tree.nodes[0].sphere.radius) << seed;
    }
}

/// From one first level in ten follows a third where one branch has far too much to do. The one that looks best on this
/// cylinder until then ends with leaves of 0.0184 of the bounding radius, the next best with 0.0137.
TEST(TightTree, AnUnevenThirdLevelGetsAnotherFirst) {
    const TriangleMesh mesh = scenes::MakeMesh("cylinder").mesh;
    Recipe recipe = RecipeOf(Effort::Tight);
    recipe.seed = 6;
    const BakedTree baked = BakeTight(mesh, recipe);
    EXPECT_LT(WorstOfLevels(baked.tree, mesh)[3], 0.015 * baked.tree.nodes[0].sphere.radius);
}

/// Leaves of which it is only asked that none costs more than the worst all cost nearly that. On the cube the mean was
/// 0.0179 of the bounding radius before the sum was asked for (in balanced 0.0184).
TEST(TightTree, TheMeanOfTheLeavesIsWellBelowTheirWorst) {
    const TriangleMesh mesh = scenes::MakeMesh("cube").mesh;
    for (const Effort effort : {Effort::Balanced, Effort::Tight}) {
        const SphereTree tree = BakeTight(mesh, RecipeOf(effort)).tree;
        double sum = 0;
        int32_t count = 0;
        for (const TreeNode& node : tree.nodes)
            if (node.level == 3) sum += node.error, ++count;
        EXPECT_LT(sum / count, (effort == Effort::Tight ? 0.0175 : 0.0181) * tree.nodes[0].sphere.radius);
    }
}

/// Towards the end of a spike there is less and less to do, and several nodes of the second level ended with nothing,
/// though each could share in what another does.
TEST(TightTree, NoNodeIsLeftIdle) {
    for (const Effort effort : {Effort::Balanced, Effort::Tight}) {
        const SphereTree tree = BakeTight(scenes::MakeMesh("spike").mesh, RecipeOf(effort)).tree;
        const auto isOnSecond = [](const TreeNode& node) { return node.level == 2; };
        EXPECT_EQ(std::count_if(tree.nodes.begin(), tree.nodes.end(), isOnSecond), 64);
    }
}

/// In a thin wall around a cavity a sphere's depth hangs on the error that it is asked for: when the two chased each
/// other, one sphere around everything held it all until the error fell, the others ended with nothing to hold, and the
/// levels below were hardly tighter.
TEST(TightTree, LevelsOfAHollowBodyGetTighter) {
    const TriangleMesh mesh = scenes::MakeMesh("hollow-shell").mesh;
    Recipe recipe = RecipeOf(Effort::Balanced);
    for (recipe.seed = 1; recipe.seed <= 3; ++recipe.seed) {
        const std::vector<double> worst = WorstOfLevels(BakeTight(mesh, recipe).tree, mesh);
        EXPECT_LT(worst[2], worst[1] / 2) << recipe.seed;
        EXPECT_LT(worst[3], worst[2] / 2) << recipe.seed;
    }
}

/// Where two rings cross, one branch is crowded. The first level gives way for the second; when it took that back for
/// the third, the second lost a quarter.
TEST(TightTree, ALevelKeepsWhatItGave) {
    const TriangleMesh mesh = scenes::MakeMesh("interlocked-tori").mesh;
    Recipe recipe = RecipeOf(Effort::Tight);
    recipe.depth = 2;
    const std::vector<double> two = WorstOfLevels(BakeTight(mesh, recipe).tree, mesh);
    recipe.depth = 3;
    const std::vector<double> three = WorstOfLevels(BakeTight(mesh, recipe).tree, mesh);
    EXPECT_LT(three[2], two[2] * (1 + 2 * recipe.foresight));
}

TEST(TightTree, EffortIsWorthIt) {
    const TriangleMesh mesh = scenes::MakeMesh("dragon-1500").mesh;
    const std::vector<double> fast = WorstOfLevels(BakeTight(mesh, RecipeOf(Effort::Fast)).tree, mesh);
    const std::vector<double> balanced = WorstOfLevels(BakeTight(mesh, RecipeOf(Effort::Balanced)).tree, mesh);
    for (size_t level = 1; level < 4; ++level) EXPECT_LT(balanced[level], fast[level]) << level;
}

TEST(TightTree, ThreadsDoNotMatter) {
    for (const Effort effort : {Effort::Fast, Effort::Balanced, Effort::Tight}) {
        const TriangleMesh mesh = scenes::MakeMesh("bunny-1500").mesh;
        EXPECT_EQ(WriteArchive(BakeTight(mesh, RecipeOf(effort), 1).tree),
                  WriteArchive(BakeTight(mesh, RecipeOf(effort), 2).tree));
    }
}

/// The effort that does all it can too.
TEST(TightTree, ThreadsDoNotMatterForTheLastEffort) {
    const TriangleMesh mesh = scenes::MakeMesh("cone").mesh;
    Recipe recipe = RecipeOf(Effort::Tight);
    recipe.depth = 2;
    EXPECT_EQ(WriteArchive(BakeTight(mesh, recipe, 1).tree), WriteArchive(BakeTight(mesh, recipe, 2).tree));
}

// ---- cancelling

/// Asks every time that it can, because its clock never stands still; says no at the ask of that number.
struct AskingHost {
    int64_t asks = 0, stopAt = -1;
    double ticks = 0;
    Host host;

    explicit AskingHost(int64_t stop = -1) : stopAt(stop) {
        host.clockSeconds = [this] { return ticks += 1; };
        host.progress = [this](double) { return ++asks != stopAt; };
    }
};

TEST(CancelledBake, NoStepOfABakeIsLongerThanAFewThousandItems) {
    const TriangleMesh mesh = scenes::MakeIcosphere(6);  // 81,920 triangles
    AskingHost cleaning, cones;
    ASSERT_TRUE(CleanMesh(mesh, {}, cleaning.host));
    EXPECT_GT(cleaning.asks, int64_t(mesh.vertices.size() / 4096 + mesh.vertices.size() / 8192));
    SphereTree tree;
    tree.nodes.push_back({});
    tree.nodes[0].sphere = {{}, 1};
    MeasureNormalCones(tree, mesh, cones.host);
    EXPECT_GE(cones.asks, int64_t(2 * (mesh.triangles.size() / 1024)));
}

TEST(CancelledBake, CleaningEndsAtTheAskThatSaysNo) {
    const TriangleMesh mesh = scenes::MakeIcosphere(4);
    AskingHost whole;
    ASSERT_TRUE(CleanMesh(mesh, {.repairOrientation = true}, whole.host));
    for (int64_t stop = 1; stop < whole.asks; ++stop) {
        AskingHost host(stop);
        EXPECT_FALSE(CleanMesh(mesh, {.repairOrientation = true}, host.host)) << stop;
        EXPECT_EQ(host.asks, stop) << "nobody is asked again";
    }
}

TEST(CancelledBake, EveryMethodEndsAtTheAskThatSaysNo) {
    for (const char* name : {"cube", "open-hemisphere"}) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        for (int32_t method = 0; method < kMethodCount; ++method) {
            Recipe recipe = RecipeOf(Effort::Fast);
            recipe.method = Method(method);
            recipe.depth = 1;
            recipe.samplePoints = 300;
            if (recipe.method == Method::SolidOctree && std::string(name) != "cube") continue;  // needs an inside
            AskingHost whole;
            ASSERT_TRUE(BuildTree(mesh, recipe, whole.host)) << name << ' ' << MethodName(recipe.method);
            EXPECT_GT(whole.asks, 20) << MethodName(recipe.method);
            constexpr int64_t kStops = 16;
            for (int64_t i = 0; i < kStops; ++i) {
                AskingHost host(1 + whole.asks * i / kStops);
                EXPECT_FALSE(BuildTree(mesh, recipe, host.host)) << name << ' ' << MethodName(recipe.method);
                EXPECT_EQ(host.asks, host.stopAt)
                    << name << ' ' << MethodName(recipe.method) << ": nobody is asked again";
            }
        }
    }
}

/// All that Tight does between two asks can be the last that it does.
TEST(CancelledBake, TightEndsWhereverItIsStopped) {
    for (const char* name : {"block", "open-hemisphere"}) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        Recipe recipe = RecipeOf(Effort::Balanced);
        recipe.depth = 2;
        AskingHost whole;
        ASSERT_TRUE(BuildTree(mesh, recipe, whole.host));
        constexpr int64_t kStops = 20;
        for (int64_t i = 0; i < kStops; ++i) {
            AskingHost host(1 + whole.asks * i / kStops);
            EXPECT_FALSE(BuildTree(mesh, recipe, host.host)) << name << " " << i;
            EXPECT_EQ(host.asks, host.stopAt) << name << ": nobody is asked again";
        }
    }
}

/// What is done once all levels are there: fits, shares, the sum; all of it within the last eighth of the asks.
TEST(CancelledBake, TightEndsWhereverItIsStoppedInTheEnd) {
    for (const char* name : {"cube", "spike"}) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        const Recipe recipe = RecipeOf(Effort::Balanced);
        AskingHost whole;
        ASSERT_TRUE(BuildTree(mesh, recipe, whole.host));
        constexpr int64_t kStops = 16;
        for (int64_t i = 0; i < kStops; ++i) {
            AskingHost host(whole.asks - 1 - whole.asks * i / (8 * kStops));  // the last ask is told that all is done
            EXPECT_FALSE(BuildTree(mesh, recipe, host.host)) << name << " " << i;
            EXPECT_EQ(host.asks, host.stopAt) << name << ": nobody is asked again";
        }
    }
}

/// Spheres below the one around it would stick out as far, and a bumpy ball's would not.
TEST(TightTree, ABallIsOneSphere) {
    const TriangleMesh ball = scenes::MakeIcosphere(3);  // a coarser one has facets that smaller spheres fit better
    const BakedTree baked = BakeTight(ball, RecipeOf(Effort::Fast));
    EXPECT_EQ(baked.tree.nodes.size(), 1u);
    EXPECT_THAT(baked.sentences, testing::Contains(testing::HasSubstr("that is the tree")));
    EXPECT_EQ(FindFault(baked.tree, ball), "");
    EXPECT_EQ(BakeTight(ball, RecipeOf(Effort::Tight)).tree.nodes.size(), 1u) << "0.6 % less for a hundred spheres";
    Recipe outOfReach = RecipeOf(Effort::Fast);
    outOfReach.maxError = 1e-4, outOfReach.maxSpheres = 9;
    const std::vector<std::string> said = BakeTight(ball, outOfReach).sentences;
    EXPECT_EQ(std::count_if(said.begin(), said.end(),
                            [](const std::string& one) { return one.find("that is the tree") != one.npos; }),
              1);
    TriangleMesh bumpy = ball;
    bumpy.vertices[0] = bumpy.vertices[0] * 1.3;
    EXPECT_GT(BakeTight(bumpy, RecipeOf(Effort::Fast)).tree.nodes.size(), 8u);
}

TEST(TightTree, SaysHowLongEachStageTook) {
    const BakedTree baked = BakeTight(scenes::MakeMesh("cube").mesh, RecipeOf(Effort::Fast));
    std::vector<std::string> names;
    for (const BakeStage& stage : baked.stages) names.push_back(stage.name);
    EXPECT_THAT(names, testing::ElementsAre("mesh", "surface", "medial axis", "spheres", "errors", "proof"));
}

// ---- targets

TEST(Targets, TheErrorAskedForIsReached) {
    for (const char* name : {"cube", "open-hemisphere"}) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        Recipe rootOnly = RecipeOf(Effort::Fast);
        rootOnly.depth = 0;
        const double unit = BakeTight(mesh, rootOnly).tree.nodes[0].sphere.radius;
        size_t before = 0;
        for (const double part : {0.3, 0.1}) {
            Recipe recipe = RecipeOf(Effort::Fast);
            recipe.maxError = part * unit;
            const BakedTree baked = BakeTight(mesh, recipe);
            EXPECT_LE(WorstLeafError(baked.tree), recipe.maxError) << name << " " << part;
            EXPECT_EQ(FindFault(baked.tree, mesh), "");
            EXPECT_GT(baked.tree.nodes.size(), before) << "a smaller error needs more spheres";
            before = baked.tree.nodes.size();
        }
    }
}

/// These have parts that face inward: no ball fits into such a part, and candidates outside it are worth nothing. With
/// no others a flat piece was handed down level by level and never became smaller.
TEST(Targets, TheErrorIsReachedWhereAPartFacesInward) {
    for (const uint64_t seed : {1005, 1011, 1023}) {
        const TriangleMesh mesh = scenes::MakeRandomMesh(seed);
        Recipe recipe = RecipeOf(Effort::Balanced);
        recipe.seed = seed;
        Recipe rootOnly = recipe;
        rootOnly.depth = 0;
        recipe.maxError = 0.1 * BakeTight(mesh, rootOnly).tree.nodes[0].sphere.radius;
        const BakedTree baked = BakeTight(mesh, recipe);
        EXPECT_LE(WorstLeafError(baked.tree), recipe.maxError) << seed;
        EXPECT_EQ(FindFault(baked.tree, mesh), "") << seed;
    }
}

TEST(Targets, ALooseErrorNeedsOneSphere) {
    Recipe recipe = RecipeOf(Effort::Balanced);
    recipe.maxError = 100;
    EXPECT_EQ(BakeTight(scenes::MakeMesh("torus").mesh, recipe).tree.nodes.size(), 1u);
}

TEST(Targets, OtherMethodsStopAtTheirDepthAndSaySo) {
    Recipe recipe;
    recipe.method = Method::Octree;
    recipe.depth = 1;
    recipe.maxError = 1e-3;
    const BakedTree baked = BakeTight(scenes::MakeMesh("cube").mesh, recipe);
    EXPECT_THAT(baked.sentences, testing::Contains(testing::AllOf(testing::HasSubstr("was not reached"),
                                                                  testing::HasSubstr("allow more levels"))));
}

TEST(Targets, SpheresAreCounted) {
    const TriangleMesh mesh = scenes::MakeMesh("bunny-1500").mesh;
    double before = 1e9;
    for (const int32_t spheres : {1, 9, 60, 200, 585}) {
        Recipe recipe = RecipeOf(Effort::Fast);
        recipe.maxSpheres = spheres;
        const BakedTree baked = BakeTight(mesh, recipe);
        EXPECT_LE(int32_t(baked.tree.nodes.size()), spheres);
        EXPECT_GE(int32_t(baked.tree.nodes.size()), spheres - 100);  // the last families may not fit
        EXPECT_EQ(FindFault(baked.tree, mesh), "");
        EXPECT_LT(WorstLeafError(baked.tree), before);
        before = WorstLeafError(baked.tree);
    }
}

TEST(Targets, NonsenseGetsASentence) {
    const TriangleMesh mesh = scenes::MakeMesh("cube").mesh;
    Recipe recipe = RecipeOf(Effort::Fast);
    recipe.maxError = NAN;
    EXPECT_FALSE(BuildTree(mesh, recipe));
    recipe.maxError = 0, recipe.maxSpheres = -1;
    EXPECT_FALSE(BuildTree(mesh, recipe));
    recipe.maxSpheres = 0, recipe.effort = Effort(9);
    EXPECT_FALSE(BuildTree(mesh, recipe));
    recipe.effort = Effort::Fast, recipe.foresight = -1;
    EXPECT_FALSE(BuildTree(mesh, recipe));
}

// ---- pruning

TEST(PruneTree, KeepsTheTopOfTheTree) {
    const TriangleMesh mesh = scenes::MakeMesh("s-shape").mesh;
    Recipe recipe = RecipeOf(Effort::Fast);
    recipe.hybrid = true;
    const SphereTree tree = BakeTight(mesh, recipe).tree;
    const SphereTree pruned = PruneTree(tree, 0, 100);
    EXPECT_EQ(FindFault(pruned, mesh), "");
    EXPECT_EQ(pruned.volumeSpheres.size(), pruned.nodes.size());
    EXPECT_LE(pruned.nodes.size(), 100u);
    EXPECT_LT(WorstLeafError(pruned), tree.nodes[0].error);
    EXPECT_EQ(PruneTree(tree, 0, 0).nodes.size(), tree.nodes.size());
    EXPECT_EQ(PruneTree(tree, tree.nodes[0].error, 0).nodes.size(), 1u);
}

// ---- patches

Patches CubePatches() { return MakePatches(scenes::MakeMesh("cube").mesh); }

TEST(TightPatches, HalvesKeepTheirOwner) {
    TightPatches patches(CubePatches());
    for (int32_t i = 0; i < int32_t(patches.Count()); ++i) patches.SetOwner(i, i);
    const Patches before = patches.All();
    patches.Refine(500);
    ASSERT_GE(patches.Count(), 500);
    std::vector<double> areas(before.patches.size(), 0.0);
    const auto areaOf = [](const Patches& all, size_t i) {
        const Vec3& a = all.points[size_t(all.patches[i][0])];
        return Length(Cross(all.points[size_t(all.patches[i][1])] - a, all.points[size_t(all.patches[i][2])] - a)) / 2;
    };
    for (int32_t i = 0; i < int32_t(patches.Count()); ++i)
        areas[size_t(patches.OwnerOf(i))] += areaOf(patches.All(), size_t(i));
    for (size_t i = 0; i < areas.size(); ++i) EXPECT_NEAR(areas[i], areaOf(before, i), 1e-12);
}

TEST(TightPatches, OfAFineMeshOnlySomeTakePartUntilTheyMatter) {
    TightPatches patches(MakePatches(scenes::MakeIcosphere(5)));  // 20,480
    patches.Refine(1000);
    const auto countActive = [&] {
        int64_t count = 0;
        for (int32_t i = 0; i < int32_t(patches.Count()); ++i) count += patches.IsActive(i) ? 1 : 0;
        return count;
    };
    EXPECT_EQ(patches.Count(), 20480);
    EXPECT_LT(countActive(), 2000);
    EXPECT_GE(countActive(), 1000);
    std::vector<float> costs(size_t(patches.Count()), 0.0f);
    const int32_t sleeper = patches.IsActive(7) ? 8 : 7;
    costs[size_t(sleeper)] = 1;
    const int64_t before = countActive();
    patches.RefineCostly(costs, 0.5f, EnoughPatches(1));
    EXPECT_EQ(countActive(), before + 1);
}

/// On a tube nearly all are costly each time.
TEST(TightPatches, WhereThereAreEnoughOnlyTheCostliestAreCut) {
    TightPatches patches(MakePatches(scenes::MakeIcosphere(2)));
    const int64_t count = patches.Count();
    ASSERT_EQ(count, 320);
    for (int32_t i = 0; i < int32_t(count); ++i) patches.SetOwner(i, i);
    std::vector<float> costs;
    for (int64_t i = 0; i < count; ++i) costs.push_back(float(i * 7 % count));  // each once, in no order
    patches.RefineCostly(costs, 100, count + 20, true);
    EXPECT_EQ(patches.Count(), count + 20);
    std::vector<int32_t> halves(size_t(count), 0);
    for (const int32_t owner : patches.Owners()) ++halves[size_t(owner)];
    for (int32_t i = 0; i < int32_t(count); ++i) {
        if (costs[size_t(i)] < float(count - 20)) {
            EXPECT_EQ(halves[size_t(i)], 1) << i;
        }
    }
    const std::vector<float> all(size_t(patches.Count()), 1);
    patches.RefineCostly(all, 0.5f, count + 20, true);
    EXPECT_EQ(patches.Count(), count + 20) << "no room is left";
    patches.RefineCostly(all, 0.5f, count + 19, true);
    EXPECT_EQ(patches.Count(), count + 20) << "less than none neither";
}

TEST(TightPatches, AFewSpheresGetEnoughAndManyNoMoreThanTheyCanUse) {
    EXPECT_EQ(EnoughPatches(8), EnoughPatches(64));
    EXPECT_EQ(EnoughPatches(2048), 4 * EnoughPatches(512));
    EXPECT_LT(EnoughPatches(512), 512 * 1000);
}

}  // namespace
}  // namespace spheretree
