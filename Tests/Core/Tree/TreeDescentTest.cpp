#include "Base/Random.h"
#include "Core/Spheres/MethodFixture.h"
#include "Scenes/Hosts.h"
#include "Spheres/CertifiedError.h"
#include "Spheres/Tight/MedialCentres.h"
#include "Surface/Wide.h"
#include "Tree/Tight/ChainCosts.h"
#include "Tree/Tight/CornerSet.h"
#include "Tree/Tight/FitTightTree.h"
#include "Tree/Tight/TreeDescent.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace spheretree {
namespace {

TEST(CornerSet, IsTheSortedListWithoutRepeats) {
    Random random(7);
    for (const int64_t points : {1, 63, 64, 65, 500}) {
        Patches patches;
        patches.points.resize(size_t(points));
        for (int i = 0; i < 90; ++i)
            patches.patches.push_back(
                {int32_t(random.Below(points)), int32_t(random.Below(points)), int32_t(random.Below(points))});
        std::vector<int32_t> chosen, expected;
        for (int32_t i = 0; i < 90; i += 1 + int32_t(random.Below(4))) {
            chosen.push_back(i);
            for (const int32_t corner : patches.patches[size_t(i)]) expected.push_back(corner);
        }
        std::sort(expected.begin(), expected.end());
        expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
        const CornerSet corners(patches, chosen);
        EXPECT_EQ(corners.List(), expected) << points;
        EXPECT_EQ(corners.Count(), int32_t(expected.size())) << points;
        for (size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(corners.PlaceOf(expected[i]), int32_t(i)) << points;
    }
}

TEST(WideTags, TheLeastSaysWhoItWas) {
    alignas(32) const float costs[3][8] = {
        {3, 1, 2, -1, 0.5f, 7, 8, 9}, {1, 3, 2.5f, -2, 0.25f, 6, 9, 9.5f}, {2, 2, 1, 0, 0.75f, 5, 7, 8.5f}};
    wide::Float8 least = WithTag(wide::Float8(costs[0]), 0);
    for (uint32_t i = 1; i < 3; ++i) least = Min(least, WithTag(wide::Float8(costs[i]), i));
    alignas(32) float out[8];
    least.Store(out);
    for (size_t lane = 0; lane < 8; ++lane) {
        size_t best = 0;
        for (size_t i = 1; i < 3; ++i)
            if (costs[i][lane] < costs[best][lane]) best = i;
        EXPECT_EQ(wide::TagOf(out[lane]), best) << lane;
        EXPECT_NEAR(out[lane], costs[best][lane], 1e-6f * std::abs(costs[best][lane])) << lane;
    }
}

/// A tree of two levels whose centres lie on the medial axis: four nodes of three leaves each.
std::vector<TightSpheres> TwoLevels(const MethodFixture& fixture) {
    std::vector<TightSpheres> levels(3);
    levels[0].centres = {{fixture.region.parent.centre, 0}};
    levels[0].parents = {-1};
    const std::vector<DeepCentre> nodes = FindMedialCentres(fixture.bake, fixture.region, 4);
    const std::vector<DeepCentre> leaves = FindMedialCentres(fixture.bake, fixture.region, 60);
    std::vector<std::vector<DeepCentre>> children(nodes.size());
    for (const DeepCentre& leaf : leaves) {
        const auto near = std::min_element(nodes.begin(), nodes.end(), [&](const DeepCentre& a, const DeepCentre& b) {
            return Distance(a.centre, leaf.centre) < Distance(b.centre, leaf.centre);
        });
        auto& of = children[size_t(near - nodes.begin())];
        if (of.size() < 3) of.push_back(leaf);
    }
    for (size_t i = 0; i < nodes.size(); ++i) {
        levels[1].centres.push_back(nodes[i]);
        levels[1].parents.push_back(0);
        for (const DeepCentre& leaf : children[i])
            levels[2].centres.push_back(leaf), levels[2].parents.push_back(int32_t(i));
    }
    return levels;
}

double CostOf(const Vec3& point, const DeepCentre& sphere) { return Distance(point, sphere.centre) - sphere.depth; }

/// What the patches below each sphere cost it at most, on all levels.
std::vector<std::vector<double>> WorstCosts(const TightPatches& patches, const std::vector<TightSpheres>& levels) {
    std::vector<std::vector<double>> worst(levels.size());
    for (size_t level = 1; level < levels.size(); ++level) worst[level].assign(levels[level].centres.size(), -1.0);
    for (int32_t patch = 0; patch < int32_t(patches.Count()); ++patch) {
        size_t sphere = size_t(patches.OwnerOf(patch));
        for (size_t level = levels.size(); --level > 0; sphere = size_t(levels[level].parents[sphere]))
            for (const int32_t corner : patches.All().patches[size_t(patch)]) {
                double& cost = worst[level][sphere];
                cost = std::max(cost, CostOf(patches.All().points[size_t(corner)], levels[level].centres[sphere]));
            }
    }
    return worst;
}

/// Spheres move to what they hold, never away from it, and what they promise is true.
TEST(FitCentres, NoSphereComesToCostMore) {
    for (const char* name : {"bunny-1500", "torus", "open-hemisphere"}) {
        const MethodFixture fixture(name, Method::Tight);
        std::vector<TightSpheres> levels = TwoLevels(fixture);
        TightPatches patches(fixture.region.patches);
        for (int32_t patch = 0; patch < int32_t(patches.Count()); ++patch) {
            const Vec3& corner = patches.All().points[size_t(patches.All().patches[size_t(patch)][0])];
            const std::vector<DeepCentre>& leaves = levels[2].centres;
            const auto least = std::min_element(
                leaves.begin(), leaves.end(),
                [&](const DeepCentre& a, const DeepCentre& b) { return CostOf(corner, a) < CostOf(corner, b); });
            patches.SetOwner(patch, int32_t(least - leaves.begin()));
        }
        levels[1].centres[0].depth += 1;  // as where the surface is hollow, only more so
        const Vec3 deep = levels[1].centres[0].centre;
        const std::vector<std::vector<double>> before = WorstCosts(patches, levels);
        const Host host = scenes::MakeThreadedHost(2);
        Task task(host, 1);
        FitCentres(fixture.bake, patches, levels, 2, host, task);
        const std::vector<std::vector<double>> after = WorstCosts(patches, levels);
        int32_t better = 0;
        for (size_t level = 1; level < 3; ++level)
            for (size_t i = 0; i < after[level].size(); ++i) {
                EXPECT_LE(after[level][i], before[level][i] + 1e-12) << name << " level " << level << " " << i;
                better += after[level][i] < 0.9 * before[level][i];
                if ((level == 1 && i == 0) || after[level][i] < 0) continue;
                const DeepCentre& centre = levels[level].centres[i];
                const Sphere ball{centre.centre, centre.depth + after[level][i]};
                EXPECT_LE(CertifyError(fixture.bake.depth, ball).lower, after[level][i] + 1e-9) << name;
                if (level == 1) continue;
                EXPECT_LE(centre.depth, fixture.bake.depth.At(centre.centre) + 1e-9) << name;
            }
        EXPECT_EQ(levels[1].centres[0].centre, deep) << "nothing is better than what it counts for";
        EXPECT_GT(better, 3) << name;
    }
}

/// Every chain of every point by hand; every branch may have every point, and spheres above leaves may cost unlike
/// parts of their level's error.
TEST(ChainCosts, AgreeWithBruteForce) {
    for (const char* name : {"bunny-1500", "torus", "cube"}) {
        const MethodFixture fixture(name, Method::Tight);
        std::vector<TightSpheres> levels = TwoLevels(fixture);
        for (size_t i = 0; i < levels[1].centres.size(); ++i) levels[1].parts.push_back(1 - 0.1 * double(i));
        const std::vector<double> errors{0, 0.9, 0.5};
        ChainCosts costs(levels);
        costs.SetPoints(fixture.region.patches.points);
        costs.List(errors, 1e9, scenes::MakeThreadedHost(2));
        costs.Evaluate(errors, {.leaves = 0.68f, .above = 0.68f}, scenes::MakeThreadedHost(2));
        std::vector<std::vector<double>> worst{{}, std::vector<double>(4, 0.0), std::vector<double>(12, 0.0)};
        worst[2].resize(levels[2].centres.size(), 0.0);
        for (int32_t i = 0; i < int32_t(costs.Points().size()); ++i) {
            const Vec3& point = costs.Points()[size_t(i)];
            double least = std::numeric_limits<double>::infinity();
            const auto sumOf = [&](size_t leaf) {
                const size_t above = size_t(levels[2].parents[leaf]);
                const DeepCentre& node = levels[1].centres[above];
                const auto part = [](double cost, double error) {
                    return std::pow(std::min(std::max(cost, 0.0) / error, 8.0), 32);
                };
                return part(CostOf(point, node), errors[1] * levels[1].parts[above]) +
                       part(CostOf(point, levels[2].centres[leaf]), errors[2]);
            };
            for (size_t leaf = 0; leaf < levels[2].centres.size(); ++leaf) least = std::min(least, sumOf(leaf));
            const size_t found = size_t(costs.LeafOf(i).leaf);
            EXPECT_NEAR(double(costs.LeafOf(i).cost), CostOf(point, levels[2].centres[found]), 1e-5) << name << i;
            EXPECT_LT(sumOf(found), least * 1.01 + 1e-30) << name << " point " << i;
            worst[2][found] = std::max(worst[2][found], CostOf(point, levels[2].centres[found]));
            const size_t node = size_t(levels[2].parents[found]);
            worst[1][node] = std::max(worst[1][node], CostOf(point, levels[1].centres[node]));
        }
        for (size_t level = 1; level < 3; ++level)
            for (size_t i = 0; i < levels[level].centres.size(); ++i)
                EXPECT_NEAR(double(costs.Worst()[level][i]), worst[level][i], 1e-4) << name << level << " " << i;
    }
}

/// Spheres of the first level that are cheaper than its worst are told to keep most of that.
TEST(TightLevel, SpheresBelowTheWorstKeepSomeOfIt) {
    const MethodFixture fixture("bunny-1500", Method::Tight);
    const Sphere& whole = fixture.region.parent;
    TightSpheres root;
    root.centres = {{whole.centre, fixture.bake.depth.At(whole.centre)}};
    root.parents = {-1}, root.allowed = {4}, root.finished = {0};
    TightTree tree{TightPatches(fixture.region.patches), {root}};
    TightTuning tuning;
    tuning.first = {.search = {.candidates = 60, .starts = 1}, .rounds = 1, .cuts = 0, .keptBelowWorst = 0.5};
    const Host host;
    Task task(host, 1);
    const std::optional<TightSpheres> found = TightLevelSearch(fixture.bake, tuning, tree, host, task).Run();
    ASSERT_TRUE(found);
    const std::vector<double> costs = WorstCosts(tree.patches, {root, *found})[1];
    const double worst = *std::max_element(costs.begin(), costs.end());
    ASSERT_EQ(found->parts.size(), costs.size());
    int32_t cheaper = 0;
    for (size_t i = 0; i < costs.size(); ++i) {
        const bool isCheaper = costs[i] < 0.97 * worst;
        cheaper += isCheaper;
        EXPECT_NEAR(found->PartOf(i), isCheaper ? (1 + costs[i] / worst) / 2 : 1, 1e-5) << i;
    }
    EXPECT_GT(cheaper, 1);
}

/// With little slack a point goes to a branch that holds it where there is one, and somewhere where there is none.
TEST(ChainCosts, GiveNoPointToABranchOutOfReach) {
    const MethodFixture fixture("torus", Method::Tight);
    const std::vector<TightSpheres> levels = TwoLevels(fixture);
    const std::vector<double> errors{0, 0.6, 0.5};
    ChainCosts costs(levels);
    costs.SetPoints(fixture.region.patches.points);
    costs.List(errors, 1.1, {});
    costs.Evaluate(errors, {.leaves = 0.68f, .above = 0.68f}, {});
    int32_t held = 0;
    for (int32_t i = 0; i < int32_t(costs.Points().size()); ++i) {
        const Vec3& point = costs.Points()[size_t(i)];
        const auto isHeldBy = [&](const DeepCentre& node) { return CostOf(point, node) <= 1.1 * errors[1] + 1e-6; };
        const size_t node = size_t(levels[2].parents[size_t(costs.LeafOf(i).leaf)]);
        if (!std::any_of(levels[1].centres.begin(), levels[1].centres.end(), isHeldBy)) continue;
        EXPECT_TRUE(isHeldBy(levels[1].centres[node])) << i;
        ++held;
    }
    EXPECT_GT(held, 100);
    EXPECT_LT(held, int32_t(costs.Points().size())) << "some points are out of every node's reach";
}

/// What is costly is never forgotten, however the spheres were the step before.
TEST(ChainCosts, TheWorstPointsAreAmongTheCostlyOnes) {
    const MethodFixture fixture("bunny-1500", Method::Tight);
    std::vector<TightSpheres> levels = TwoLevels(fixture);
    const std::vector<double> errors{0, 0.9, 0.5};
    ChainCosts costs(levels);
    costs.SetPoints(fixture.region.patches.points);
    costs.List(errors, 2, {});
    for (int32_t step = 0; step < 4; ++step) {
        costs.Evaluate(errors, {.leaves = 0.68f, .above = 0.68f}, {});
        std::vector<float> seen(levels[2].centres.size(), 0.0f);
        for (size_t branch = 0; branch < costs.BranchCount(); ++branch)
            for (const ChainCosts::Visit& visit : costs.Costly(branch))
                if (visit.has) seen[size_t(visit.leaf)] = std::max(seen[size_t(visit.leaf)], visit.leafCost);
        for (size_t leaf = 0; leaf < seen.size(); ++leaf) EXPECT_EQ(seen[leaf], costs.Worst()[2][leaf]) << step;
        for (DeepCentre& leaf : levels[2].centres) leaf.depth += 0.02;
    }
}

struct Descended {
    double before = 0, after = 0, above = 0;
    std::vector<DeepCentre> leaves;
};

double WorstOfLeaves(const std::vector<TightSpheres>& levels, const std::vector<Vec3>& points) {
    double worst = 0;
    for (const Vec3& point : points) {
        double least = std::numeric_limits<double>::infinity();
        for (const DeepCentre& leaf : levels.back().centres) least = std::min(least, CostOf(point, leaf));
        worst = std::max(worst, least);
    }
    return worst;
}

/// `allowed`: what the level above the leaves may cost.
Descended Descend(const MethodFixture& fixture, std::vector<TightSpheres> levels, double allowed, int32_t threads = 1) {
    Descended result;
    const std::vector<Vec3> points = fixture.region.patches.points;
    result.before = WorstOfLeaves(levels, points);
    TightPatches patches(fixture.region.patches);
    const Host host = scenes::MakeThreadedHost(threads);
    Task task(host, 1);
    levels[1].error = allowed;
    TreeDescent descent(fixture.bake, nullptr, patches, levels, host, task);
    descent.Run({.phases = 2, .stepsPerPhase = 60, .firstStep = 0.2}, 1);
    result.after = WorstOfLeaves(levels, points);
    result.leaves = levels.back().centres;
    for (const Vec3& point : points) {
        double least = std::numeric_limits<double>::infinity();
        for (const DeepCentre& node : levels[1].centres) least = std::min(least, CostOf(point, node));
        result.above = std::max(result.above, least);
    }
    EXPECT_GT(patches.Count(), int64_t(fixture.region.patches.patches.size())) << "costly patches are cut";
    for (const DeepCentre& leaf : result.leaves)
        EXPECT_NEAR(leaf.depth, fixture.bake.depth.At(leaf.centre), 1e-9) << "what they promise is asked at the end";
    return result;
}

/// A torus, and centres along its ring.
struct Ring {
    MethodFixture fixture{"torus", Method::Tight};
    std::vector<DeepCentre> candidates = FindMedialCentres(fixture.bake, fixture.region, 64);
    std::vector<TightSpheres> levels = std::vector<TightSpheres>(2);

    Ring() {
        levels[0].centres = {{fixture.region.parent.centre, 0}};
        levels[0].parents = {-1};
    }
    void AddLeaf(const DeepCentre& centre) {
        levels[1].centres.push_back(centre);
        levels[1].parents.push_back(0);
    }
};

/// Around a ring every sphere leans on its neighbours: all at once get where one at a time does not.
TEST(TreeDescent, EvensOutARing) {
    Ring ring;
    for (size_t i = 1; i < 17; i += 2) ring.AddLeaf(ring.candidates[4 * i]);
    const Descended found = Descend(ring.fixture, ring.levels, 0);
    EXPECT_LT(found.after, 0.8 * found.before);
    std::vector<double> angles;
    for (const DeepCentre& leaf : found.leaves) angles.push_back(std::atan2(leaf.centre.y, leaf.centre.x));
    std::sort(angles.begin(), angles.end());
    constexpr double kTurn = 2 * 3.14159265358979323846;
    for (size_t i = 0; i < angles.size(); ++i) {
        const double next = i + 1 < angles.size() ? angles[i + 1] : angles[0] + kTurn;
        EXPECT_NEAR(next - angles[i], kTurn / 8, 0.2 * kTurn / 8) << i;
    }
}

/// One in the hole has nothing to hold, and nothing that would pull it out of there.
TEST(TreeDescent, AnIdleSphereOfTheFirstLevelGoesToHelp) {
    Ring ring;
    for (size_t i = 1; i < 15; i += 2) ring.AddLeaf(ring.candidates[4 * i]);
    ring.AddLeaf({Vec3{}, ring.fixture.bake.depth.At({})});
    const Descended found = Descend(ring.fixture, ring.levels, 0);
    std::vector<int32_t> held(8, 0);
    for (const Vec3& point : ring.fixture.region.patches.points) {
        const auto least = std::min_element(
            found.leaves.begin(), found.leaves.end(),
            [&](const DeepCentre& a, const DeepCentre& b) { return CostOf(point, a) < CostOf(point, b); });
        ++held[size_t(least - found.leaves.begin())];
    }
    for (size_t i = 0; i < held.size(); ++i) EXPECT_GT(held[i], 20) << i;
}

/// A level gives way only where its leaves are pressed unequally and the next level is a usual step finer; where one
/// branch is crowded, however fine the next level is.
TEST(TreeDescent, ALevelGivesWayWhereThatHelps) {
    constexpr double kForesight = 0.08, kEven = 1.1, kUneven = 1.3, kCrowded = 2, kUsualDrop = 3.5;
    const auto slack = [](size_t level, double imbalance, double drop) {
        return SlackFor({.level = level, .imbalance = imbalance, .drop = drop}, kForesight);
    };
    for (const size_t level : {size_t{1}, size_t{2}}) {
        EXPECT_NEAR(slack(level, kUneven, kUsualDrop), 2 * kForesight, 1e-12) << level;
        EXPECT_LE(slack(level, kEven, kUsualDrop), 0) << level;
        EXPECT_LE(slack(level, kUneven, 2), 0) << "hardly finer, " << level;
        EXPECT_LE(slack(level, kUneven, 20), 0) << "finer by far, " << level;
        EXPECT_NEAR(slack(level, kCrowded, 20), 2 * kForesight, 1e-12) << "crowded, " << level;
    }
}

TEST(TreeDescent, TheFirstLevelIsHeldTightly) {
    constexpr double kForesight = 0.08, kEven = 1.1, kUneven = 1.3, kUsualDrop = 3.5, kLargeDrop = 5;
    const auto slack = [](const SlackNeed& need) { return SlackFor(need, kForesight); };
    const SlackNeed usual{.imbalance = kEven, .drop = kUsualDrop};
    EXPECT_LT(slack(usual), 0);
    EXPECT_LT(slack({.imbalance = kEven, .drop = 20}), slack(usual));
    EXPECT_LT(slack({.imbalance = kEven, .drop = kUsualDrop, .isOpen = true}), slack(usual));
    EXPECT_EQ(slack({.level = 2, .imbalance = kEven, .drop = kUsualDrop, .isOpen = true}), 0);
    // Where the second is much finer already, the first gives it less; the second gives the third what it did.
    EXPECT_LT(slack({.imbalance = kUneven, .drop = kLargeDrop}), kForesight);
    EXPECT_NEAR(slack({.level = 2, .imbalance = kUneven, .drop = kLargeDrop}), 2 * kForesight, 1e-12);
}

/// As along a tube: the second is finer by far than the first, and the third hardly finer than it.
TEST(TreeDescent, TheSecondLevelOfATubeIsHeldTightly) {
    constexpr double kForesight = 0.08, kEven = 1.1, kByFar = 20;
    EXPECT_LT(SlackFor({.level = 2, .imbalance = kEven, .drop = 2, .above = kByFar}, kForesight), -0.05);
    EXPECT_EQ(SlackFor({.level = 2, .imbalance = kEven, .drop = 2}, kForesight), 0) << "on an open surface, too";
    EXPECT_EQ(SlackFor({.level = 2, .imbalance = kEven}, kForesight), 0) << "until it is known";
}

/// Cheap spheres stay so on the first level unless a branch is crowded, on the second along a tube.
TEST(TreeDescent, WhatCheapSpheresLeaveIsHeldWhereNobodyNeedsIt) {
    constexpr double kEven = 1.1, kCrowded = 1.7, kHardlyFiner = 2, kFiner = 3.5, kByFar = 20;
    EXPECT_EQ(HeldFor({.level = 1, .imbalance = kEven}), 1);
    EXPECT_EQ(HeldFor({.level = 1, .imbalance = kCrowded}), 0);
    EXPECT_EQ(HeldFor({.level = 2, .imbalance = kEven, .drop = kFiner, .above = kByFar}), 0);
    EXPECT_EQ(HeldFor({.level = 2, .imbalance = kCrowded, .drop = kHardlyFiner}), 0);
    EXPECT_EQ(HeldFor({.level = 2, .imbalance = kCrowded, .drop = kHardlyFiner, .above = kByFar}), 1);
    TightSpheres spheres;
    spheres.parts = {1, 0.6};
    EXPECT_EQ(spheres.PartOf(1), 0.6);
    spheres.held = 0.5;
    EXPECT_DOUBLE_EQ(spheres.PartOf(1), 0.8);
    EXPECT_EQ(spheres.PartOf(0), 1);
}

/// One leaf that starts far from its points must not make all others take it for the measure of their steps.
TEST(TreeDescent, OneBadStartDoesNotSpoilTheOthers) {
    Ring ring;
    // A part of it has no leaves: those at its ends cost many times what the others do.
    for (const DeepCentre& one : ring.candidates)
        if (std::abs(std::atan2(one.centre.y, one.centre.x)) > 0.25) ring.AddLeaf(one);
    const std::vector<Vec3>& points = ring.fixture.region.patches.points;
    TightSpheres all;
    all.centres = ring.candidates;
    const double bad = WorstOfLeaves(ring.levels, points);
    ASSERT_GT(bad, 4 * WorstOfLeaves({ring.levels[0], all}, points));
    const std::vector<DeepCentre> before = ring.levels[1].centres;
    const Host host;
    Task task(host, 1);
    TightPatches patches(ring.fixture.region.patches);
    constexpr double kStep = 0.08;
    TreeDescent(ring.fixture.bake, nullptr, patches, ring.levels, host, task)
        .Run({.phases = 1, .stepsPerPhase = 1, .firstStep = kStep}, 1);
    for (size_t i = 0; i < before.size(); ++i)
        EXPECT_LT(Distance(ring.levels[1].centres[i].centre, before[i].centre), 0.7 * kStep * bad) << i;
}

/// The leaves get better, and the nodes above them stay within what they may cost.
TEST(TreeDescent, LowersTheLeavesAndHoldsTheLevelAbove) {
    for (const char* name : {"bunny-1500", "s-shape"}) {
        const MethodFixture fixture(name, Method::Tight);
        const std::vector<TightSpheres> levels = TwoLevels(fixture);
        const double allowed = WorstOfLeaves({levels[0], levels[1]}, fixture.region.patches.points);
        const Descended found = Descend(fixture, levels, allowed);
        EXPECT_LT(found.after, 0.9 * found.before) << name;
        EXPECT_LT(found.above, 1.1 * allowed) << name;
    }
}

TEST(TreeDescent, ThreadsDoNotMatter) {
    const MethodFixture fixture("bunny-1500", Method::Tight);
    const std::vector<TightSpheres> levels = TwoLevels(fixture);
    const Descended one = Descend(fixture, levels, 0.9, 1), two = Descend(fixture, levels, 0.9, 2);
    for (size_t i = 0; i < one.leaves.size(); ++i) EXPECT_EQ(one.leaves[i].centre, two.leaves[i].centre) << i;
}

/// A sheet has no inside: spheres stay near it, and nothing breaks.
TEST(TreeDescent, WorksWithoutAnInside) {
    const MethodFixture fixture("open-hemisphere", Method::Tight);
    const Descended found = Descend(fixture, TwoLevels(fixture), 1);
    EXPECT_LT(found.after, found.before);
}

TEST(TreeDescent, StopsWhenToldTo) {
    const MethodFixture fixture("cube", Method::Tight);
    std::vector<TightSpheres> levels = TwoLevels(fixture);
    const std::vector<DeepCentre> before = levels[2].centres;
    TightPatches patches(fixture.region.patches);
    Host host;
    host.progress = [](double) { return false; };
    host.clockSeconds = [seconds = 0.0]() mutable { return seconds += 1; };
    Task task(host, 1);
    levels[1].error = 1;
    TreeDescent(fixture.bake, nullptr, patches, levels, host, task).Run({.phases = 3}, 1);
    EXPECT_TRUE(task.Cancelled());
    for (size_t i = 0; i < before.size(); ++i) EXPECT_EQ(levels[2].centres[i].centre, before[i].centre);
}

}  // namespace
}  // namespace spheretree
