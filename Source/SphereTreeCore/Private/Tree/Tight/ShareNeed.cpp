#include "Tree/Tight/ShareNeed.h"

#include "Base/InParts.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace spheretree {

namespace {

constexpr int32_t kRounds = 80;
constexpr double kFirstStep = 0.2, kLastStep = 0.01;  // of the largest cost, for a node that has twice its share
constexpr int64_t kSharedAtOnce = 4096;               // patches

/// Who has each patch, and what each node has to do then.
struct Shares {
    std::vector<int32_t> owners;
    std::vector<double> loads;

    double Most() const { return *std::max_element(loads.begin(), loads.end()); }
};

/// For a range of patches; the loads are those of the range.
void ChooseTakers(const PatchNeeds& needs, const std::vector<float>& prices, int64_t begin, int64_t end, Shares& shares,
                  double* loads) {
    for (size_t patch = size_t(begin); patch < size_t(end); ++patch) {
        float least = std::numeric_limits<float>::infinity();
        int32_t owner = -1;
        for (int32_t i = needs.first[patch]; i < needs.first[patch + 1]; ++i) {
            const PatchNeeds::Taker& taker = needs.takers[size_t(i)];
            const float cost = taker.cost + prices[size_t(taker.node)];
            if (cost < least) least = cost, owner = taker.node;
        }
        shares.owners[patch] = owner;
        if (owner >= 0) loads[owner] += double(needs.need[patch]);
    }
}

Shares Choose(const PatchNeeds& needs, const std::vector<float>& prices, const Host& host) {
    const int64_t count = int64_t(needs.need.size()), parts = (count + kSharedAtOnce - 1) / kSharedAtOnce;
    Shares shares{std::vector<int32_t>(needs.need.size()), std::vector<double>(needs.nodeCount, 0.0)};
    std::vector<double> loads(size_t(parts) * needs.nodeCount, 0.0);
    InParts(count, kSharedAtOnce, host, [&](int64_t begin, int64_t end) {
        ChooseTakers(needs, prices, begin, end, shares, loads.data() + size_t(begin / kSharedAtOnce) * needs.nodeCount);
    });
    for (size_t i = 0; i < loads.size(); ++i) shares.loads[i % needs.nodeCount] += loads[i];
    return shares;
}

}  // namespace

std::vector<int32_t> ShareNeed(const PatchNeeds& needs, const Host& host, const std::function<bool()>& cancelled) {
    std::vector<float> prices(needs.nodeCount, 0.0f);
    Shares best = Choose(needs, prices, host);
    std::vector<double> loads = best.loads;
    const double share = std::accumulate(loads.begin(), loads.end(), 0.0) / double(std::max<size_t>(loads.size(), 1));
    float scale = 0;
    for (const PatchNeeds::Taker& taker : needs.takers) scale = std::max(scale, taker.cost);
    if (!(share > 0) || !(scale > 0)) return std::move(best.owners);
    for (int32_t round = 0; round < kRounds && !cancelled(); ++round) {
        const double step = kFirstStep + (kLastStep - kFirstStep) * round / kRounds;
        for (size_t node = 0; node < prices.size(); ++node)
            prices[node] = std::clamp(prices[node] + float(step * (loads[node] / share - 1)) * scale, 0.0f, scale);
        Shares next = Choose(needs, prices, host);
        loads = next.loads;
        if (next.Most() < best.Most()) best = std::move(next);
    }
    return std::move(best.owners);
}

}  // namespace spheretree
