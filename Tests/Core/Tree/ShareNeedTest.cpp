#include "Base/Random.h"
#include "Tree/Tight/ShareNeed.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace spheretree {
namespace {

/// Patches along a line with nodes at even places; each patch may go to any node within `reach`.
PatchNeeds Line(int patches, int nodes, double reach, const std::vector<float>& need) {
    PatchNeeds needs;
    needs.nodeCount = size_t(nodes);
    needs.need = need;
    needs.first = {0};
    for (int patch = 0; patch < patches; ++patch) {
        for (int node = 0; node < nodes; ++node) {
            const double apart = std::abs((patch + 0.5) / patches - (node + 0.5) / nodes);
            if (apart <= reach) needs.takers.push_back({node, float(apart)});
        }
        needs.first.push_back(int32_t(needs.takers.size()));
    }
    return needs;
}

double LargestLoad(const PatchNeeds& needs, const std::vector<int32_t>& owners) {
    std::vector<double> loads(needs.nodeCount, 0.0);
    for (size_t i = 0; i < owners.size(); ++i)
        if (owners[i] >= 0) loads[size_t(owners[i])] += double(needs.need[i]);
    return *std::max_element(loads.begin(), loads.end());
}

TEST(ShareNeed, WhereAllHaveEnoughEachPatchGoesWhereItCostsLeast) {
    const PatchNeeds needs = Line(80, 4, 1, std::vector<float>(80, 1));
    const std::vector<int32_t> owners = ShareNeed(needs);
    for (size_t i = 0; i < owners.size(); ++i) EXPECT_EQ(owners[i], int32_t(i / 20)) << i;
}

TEST(ShareNeed, MostOfWhatANodeHasTooMuchGoesToOthers) {
    std::vector<float> need(400, 1);
    std::fill(need.begin(), need.begin() + 100, 5.0f);  // a quarter of the line needs five times as much
    const PatchNeeds needs = Line(400, 4, 1, need);
    constexpr double kShare = 800.0 / 4, kAtFirst = 500;
    EXPECT_LT(LargestLoad(needs, ShareNeed(needs)) - kShare, (kAtFirst - kShare) / 3);
}

TEST(ShareNeed, OnlyTakersTakeAndNeverWorseThanTheCheapest) {
    Random random(7);
    for (int trial = 0; trial < 200; ++trial) {
        std::vector<float> need(120);
        for (float& one : need) one = float(random.Between(0, 3));
        const PatchNeeds needs = Line(120, 1 + int(random.Below(9)), random.Between(0.01, 0.5), need);
        const std::vector<int32_t> owners = ShareNeed(needs);
        std::vector<int32_t> cheapest(owners.size(), -1);
        for (size_t patch = 0; patch < owners.size(); ++patch) {
            bool mayTake = needs.first[patch] == needs.first[patch + 1] && owners[patch] == -1;
            float least = 1e9f;
            for (int32_t i = needs.first[patch]; i < needs.first[patch + 1]; ++i) {
                const PatchNeeds::Taker& taker = needs.takers[size_t(i)];
                mayTake = mayTake || taker.node == owners[patch];
                if (taker.cost < least) least = taker.cost, cheapest[patch] = taker.node;
            }
            EXPECT_TRUE(mayTake) << trial << ", patch " << patch;
        }
        EXPECT_LE(LargestLoad(needs, owners), LargestLoad(needs, cheapest) * (1 + 1e-9)) << trial;
    }
}

}  // namespace
}  // namespace spheretree
