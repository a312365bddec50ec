#include "Base/Random.h"
#include "Tree/Tight/RoomiestChains.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace spheretree {
namespace {

/// A tree of `branching` nodes with as many leaves each.
ChainChoices TwoLevelsOf(int32_t branching) {
    ChainChoices chains;
    chains.first = {0};
    chains.spheres.resize(2);
    for (int32_t leaf = 0; leaf < branching * branching; ++leaf) {
        chains.spheres[0].push_back(leaf / branching);
        chains.spheres[1].push_back(leaf);
    }
    return chains;
}

void AddChoice(ChainChoices& chains, int32_t leaf, float nodesCost, float leafsCost) {
    chains.leaves.push_back(leaf);
    chains.costs.insert(chains.costs.end(), {nodesCost, leafsCost});
}

using CostsByLevel = std::vector<std::vector<float>>;

CostsByLevel WorstOf(const ChainChoices& chains, const std::vector<int32_t>& chosen) {
    CostsByLevel worst(chains.spheres.size());
    for (size_t level = 0; level < worst.size(); ++level) {
        worst[level].assign(chains.spheres[1].size(), 0.0f);
        for (const int32_t one : chosen) {
            if (one < 0) continue;
            float& most = worst[level][size_t(chains.SphereOf(one, level))];
            most = std::max(most, chains.CostsOf(one)[level]);
        }
    }
    return worst;
}

/// The first node's costly patch leaves more room in the second; the other costly one would overfill it.
TEST(RoomiestChains, TakeWhatTheyHaveRoomFor) {
    ChainChoices chains = TwoLevelsOf(2);
    struct Choice {
        int32_t leaf;
        float nodesCost, leafsCost;
    };
    const auto patch = [&](std::initializer_list<Choice> choices) {
        for (const Choice& one : choices) AddChoice(chains, one.leaf, one.nodesCost, one.leafsCost);
        chains.first.push_back(int32_t(chains.leaves.size()));
    };
    patch({{0, 9, 3}, {2, 5, 3}});
    patch({{1, 8, 3}, {3, 6.5, 3}});
    patch({{0, 4, 4}});
    patch({{2, 6, 4}});
    patch({{3, 6.5, 4}});
    patch({});
    const CostsByLevel most = WorstOf(chains, {0, 2, 4, 5, 6, -1});
    EXPECT_EQ(RoomiestChains(chains, {most, {9, 4}}), (std::vector<int32_t>{1, 3, 4, 5, 6, -1}));
    CostsByLevel less = most;
    less[0][1] = 6.4f;
    EXPECT_EQ(RoomiestChains(chains, {less, {9, 4}}), (std::vector<int32_t>{1, 2, 4, 5, -1, -1}));
}

/// A patch for which nobody has room goes where a sphere of the forced level misses least, where all others have room.
TEST(RoomiestChains, WhatHasNoRoomGoesWhereLeastIsMissing) {
    ChainChoices chains = TwoLevelsOf(2);
    AddChoice(chains, 0, 5, 9);
    AddChoice(chains, 1, 7, 6);  // its node is overfull
    AddChoice(chains, 2, 5, 8);
    chains.first.push_back(int32_t(chains.leaves.size()));
    const CostsByLevel most{{6, 6}, {4, 4, 4, 4}};
    EXPECT_EQ(RoomiestChains(chains, {most, {6, 4}}), (std::vector<int32_t>{-1}));
    EXPECT_EQ(RoomiestChains(chains, {most, {6, 4}, 1}), (std::vector<int32_t>{2}));
    const CostsByLevel leaves{{4, 6.5f}, {9, 9, 9, 9}};  // now a node misses least
    EXPECT_EQ(RoomiestChains(chains, {leaves, {6, 9}, 0}), (std::vector<int32_t>{2}));
    const CostsByLevel both{{4, 4}, {4, 4, 4, 4}};
    EXPECT_EQ(RoomiestChains(chains, {both, {4, 4}, 1}), (std::vector<int32_t>{-1}));
}

TEST(RoomiestChains, NoSphereGetsWorseAndManyGetBetter) {
    Random random(11);
    double before = 0, after = 0;
    for (int32_t round = 0; round < 50; ++round) {
        ChainChoices chains = TwoLevelsOf(4);
        std::vector<int32_t> chosen;
        for (int32_t patch = 0; patch < 300; ++patch) {
            const int32_t count = int32_t(random.Below(5));
            for (int32_t i = 0; i < count; ++i)
                AddChoice(chains, int32_t(random.Below(16)), float(random.Uniform()), float(random.Uniform()));
            chosen.push_back(count > 0 ? chains.first.back() + int32_t(random.Below(count)) : -1);
            chains.first.push_back(int32_t(chains.leaves.size()));
        }
        const CostsByLevel most = WorstOf(chains, chosen);
        const std::vector<int32_t> roomiest = RoomiestChains(chains, {most, {1, 1}});
        const CostsByLevel costs = WorstOf(chains, roomiest);
        for (size_t patch = 0; patch < chosen.size(); ++patch) {
            const bool hasNone = chains.first[patch] == chains.first[patch + 1];
            EXPECT_EQ(hasNone, roomiest[patch] < 0);
            if (hasNone) continue;
            EXPECT_GE(roomiest[patch], chains.first[patch]);
            EXPECT_LT(roomiest[patch], chains.first[patch + 1]);
        }
        for (size_t level = 0; level < 2; ++level)
            for (size_t i = 0; i < most[level].size(); ++i) {
                EXPECT_LE(costs[level][i], most[level][i]) << round << " " << level << " " << i;
                before += double(most[level][i]), after += double(costs[level][i]);
            }
    }
    EXPECT_LT(after, 0.95 * before);
}

}  // namespace
}  // namespace spheretree
