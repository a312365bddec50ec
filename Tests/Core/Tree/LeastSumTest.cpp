#include "Core/Spheres/MethodFixture.h"
#include "Scenes/Hosts.h"
#include "Spheres/FarthestPoint.h"
#include "Tree/Tight/CentreMotion.h"
#include "Tree/Tight/LeastSum.h"
#include "Tree/Tight/Surroundings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spheretree {
namespace {

/// Centres on the medial axis; each patch is with the one that it costs least.
struct Spheres {
    MethodFixture fixture;
    Patches patches;
    std::vector<DeepCentre> centres;
    std::vector<float> costs;
    std::vector<int32_t> owners;

    Spheres(const char* mesh, int32_t count)
        : fixture(mesh, Method::Tight), patches(RefinePatchesTo(fixture.region.patches, 4000)) {
        centres = FindMedialCentres(fixture.bake, fixture.region, count);
        costs.assign(centres.size(), 0.0f);
        for (size_t i = 0; i < patches.patches.size(); ++i) {
            size_t owner = 0;
            for (size_t k = 1; k < centres.size(); ++k)
                if (CostOf(i, k) < CostOf(i, owner)) owner = k;
            owners.push_back(int32_t(owner));
            costs[owner] = std::max(costs[owner], float(CostOf(i, owner)));
        }
    }

    double CostOf(size_t patch, size_t sphere) const {
        double farthest = 0;
        for (const int32_t corner : patches.patches[patch])
            farthest = std::max(farthest, Distance(patches.points[size_t(corner)], centres[sphere].centre));
        return farthest - centres[sphere].depth;
    }

    double Worst() const { return double(*std::max_element(costs.begin(), costs.end())); }

    SumProblem Problem() const {
        SumProblem problem{&patches, {}, Worst()};
        std::vector<int32_t> all(patches.patches.size());
        std::iota(all.begin(), all.end(), 0);
        problem.lists.assign(centres.size(), all);
        return problem;
    }

    /// What the patch that is farthest from a place in any sphere would cost more than the best is to cost.
    double MostMissing(const SumProblem& problem, const std::vector<float>& most) const {
        std::vector<double> least(patches.patches.size(), 1e9);
        for (size_t k = 0; k < centres.size(); ++k)
            for (const int32_t patch : problem.lists[k])
                least[size_t(patch)] = std::min(least[size_t(patch)], CostOf(size_t(patch), k) - double(most[k]));
        return *std::max_element(least.begin(), least.end());
    }
};

double SumOf(const std::vector<float>& costs) { return std::accumulate(costs.begin(), costs.end(), 0.0); }

TEST(LeastSum, SpheresCostLessAndHoldEveryPatch) {
    for (const char* mesh : {"torus", "block", "open-hemisphere"}) {
        Spheres spheres(mesh, 60);
        const SumProblem problem = spheres.Problem();
        const double before = SumOf(spheres.costs), mean = before / double(spheres.costs.size());
        const Host host;
        Task task(host, 1);
        const std::vector<float> most =
            LeastSum(spheres.fixture.bake.depth, problem, {}, spheres.centres, spheres.costs, host, task);
        EXPECT_LT(SumOf(most), 0.8 * before) << mesh;
        EXPECT_LT(spheres.MostMissing(problem, most), 0.1 * mean) << mesh;
        for (size_t i = 0; i < most.size(); ++i) {
            EXPECT_LE(double(most[i]), problem.most * 1.0001) << mesh << ' ' << i;
            EXPECT_NEAR(spheres.centres[i].depth, spheres.fixture.bake.depth.At(spheres.centres[i].centre), 1e-9)
                << mesh << ' ' << i << ": what was guessed on the way is asked in the end";
        }
    }
}

/// Each sphere may hold only what it holds: there is nothing to hand on, and no sphere lets go of a patch.
TEST(LeastSum, WhatNobodyElseMayHoldStays) {
    Spheres spheres("block", 40);
    SumProblem problem{&spheres.patches, {}, spheres.Worst()};
    problem.lists.resize(spheres.centres.size());
    for (size_t i = 0; i < spheres.owners.size(); ++i) problem.lists[size_t(spheres.owners[i])].push_back(int32_t(i));
    const double mean = SumOf(spheres.costs) / double(spheres.costs.size());
    const Host host;
    Task task(host, 1);
    const std::vector<float> most =
        LeastSum(spheres.fixture.bake.depth, problem, {}, spheres.centres, spheres.costs, host, task);
    EXPECT_LT(spheres.MostMissing(problem, most), 0.1 * mean);
}

TEST(LeastSum, ThreadsDoNotMatter) {
    Spheres one("bunny-1500", 50), two("bunny-1500", 50);
    const Host host;
    Task task(host, 1);
    const std::vector<float> alone =
        LeastSum(one.fixture.bake.depth, one.Problem(), {.steps = 40}, one.centres, one.costs, host, task);
    const std::vector<float> together = LeastSum(two.fixture.bake.depth, two.Problem(), {.steps = 40}, two.centres,
                                                 two.costs, scenes::MakeThreadedHost(2), task);
    EXPECT_EQ(alone, together);
    for (size_t i = 0; i < one.centres.size(); ++i) {
        EXPECT_EQ(one.centres[i].centre, two.centres[i].centre);
        EXPECT_EQ(one.centres[i].depth, two.centres[i].depth);
    }
}

TEST(LeastSum, NothingToDoIsDone) {
    const Spheres spheres("cube", 4);
    const Host host;
    Task task(host, 1);
    std::vector<DeepCentre> none;
    EXPECT_TRUE(LeastSum(spheres.fixture.bake.depth, {&spheres.patches, {}, 1}, {}, none, {}, host, task).empty());
    Spheres perfect("cube", 4);
    std::fill(perfect.costs.begin(), perfect.costs.end(), 0.0f);
    const std::vector<DeepCentre> before = perfect.centres;
    const std::vector<float> costs =
        LeastSum(perfect.fixture.bake.depth, perfect.Problem(), {}, perfect.centres, perfect.costs, host, task);
    EXPECT_EQ(SumOf(costs), 0);
    for (size_t i = 0; i < before.size(); ++i) EXPECT_EQ(perfect.centres[i].centre, before[i].centre);
}

/// Pulled one way all the time a centre goes a full step each time; pulled to and fro it comes to rest.
TEST(CentreMotion, GoesAsFarAsItsPullIsSteady) {
    CentreMotion steady, torn;
    Vec3 far, near;
    for (int32_t step = 0; step < 60; ++step) {
        far += steady.Follow({3, 0, 0}, step, 0.1);
        near += torn.Follow({step % 2 == 0 ? 3.0 : -3.0, 0, 0}, step, 0.1);
    }
    EXPECT_NEAR(far.x, 6, 0.1);
    EXPECT_LT(Length(near), 0.3);
}

/// What is remembered bounds the depth from above; where it was asked, it is the depth.
TEST(Surroundings, GuessesAreNeverTooSmallInside) {
    const MethodFixture fixture("bunny-1500", Method::Tight);
    const DepthField& depth = fixture.bake.depth;
    for (const DeepCentre& start : FindMedialCentres(fixture.bake, fixture.region, 20)) {
        Surroundings around;
        DeepCentre centre = start;
        for (int32_t step = 0; step < 10; ++step) {
            around.Take(around.Look(depth, centre.centre), centre);
            EXPECT_NEAR(centre.depth, depth.At(centre.centre), 1e-12);
            EXPECT_NEAR(around.GuessDepth(centre.centre), centre.depth, 1e-9);
            centre.centre += Vec3{0.003, -0.002, 0.001};
            if (around.isInside && depth.At(centre.centre) > 0) {
                EXPECT_GE(around.GuessDepth(centre.centre), depth.At(centre.centre) - 1e-12);
            }
        }
    }
}

}  // namespace
}  // namespace spheretree
