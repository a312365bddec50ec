#include "Tree/Tight/ShareNeed.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace spheretree {

namespace {

constexpr int32_t kRounds = 80;
constexpr double kFirstStep = 0.2, kLastStep = 0.01;  // of the largest cost, for a node that has twice its share

std::vector<int32_t> Choose(const PatchNeeds& needs, const std::vector<float>& prices) {
    std::vector<int32_t> owners(needs.need.size(), -1);
    for (size_t patch = 0; patch < owners.size(); ++patch) {
        float least = std::numeric_limits<float>::infinity();
        for (int32_t i = needs.first[patch]; i < needs.first[patch + 1]; ++i) {
            const PatchNeeds::Taker& taker = needs.takers[size_t(i)];
            const float cost = taker.cost + prices[size_t(taker.node)];
            if (cost < least) least = cost, owners[patch] = taker.node;
        }
    }
    return owners;
}

std::vector<double> Loads(const PatchNeeds& needs, const std::vector<int32_t>& owners) {
    std::vector<double> loads(needs.nodeCount, 0.0);
    for (size_t patch = 0; patch < owners.size(); ++patch)
        if (owners[patch] >= 0) loads[size_t(owners[patch])] += double(needs.need[patch]);
    return loads;
}

}  // namespace

std::vector<int32_t> ShareNeed(const PatchNeeds& needs) {
    std::vector<float> prices(needs.nodeCount, 0.0f);
    std::vector<int32_t> owners = Choose(needs, prices), best = owners;
    std::vector<double> loads = Loads(needs, owners);
    const double share = std::accumulate(loads.begin(), loads.end(), 0.0) / double(std::max<size_t>(loads.size(), 1));
    float scale = 0;
    for (const PatchNeeds::Taker& taker : needs.takers) scale = std::max(scale, taker.cost);
    if (!(share > 0) || !(scale > 0)) return owners;
    double least = *std::max_element(loads.begin(), loads.end());
    for (int32_t round = 0; round < kRounds; ++round) {
        const double step = kFirstStep + (kLastStep - kFirstStep) * round / kRounds;
        for (size_t node = 0; node < prices.size(); ++node)
            prices[node] = std::clamp(prices[node] + float(step * (loads[node] / share - 1)) * scale, 0.0f, scale);
        owners = Choose(needs, prices);
        loads = Loads(needs, owners);
        const double most = *std::max_element(loads.begin(), loads.end());
        if (most < least) least = most, best = owners;
    }
    return best;
}

}  // namespace spheretree
