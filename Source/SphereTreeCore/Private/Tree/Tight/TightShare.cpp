// At the end: which chain of spheres, from the first level to a leaf, answers for each patch.
#include "Base/InParts.h"
#include "Tree/Tight/FitTightTree.h"
#include "Tree/Tight/TightLevel.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace spheretree {

namespace {

bool IsWithinLimits(const float* costs, const std::vector<double>& limits) {
    return std::equal(limits.begin(), limits.end(), costs,
                      [](double limit, float cost) { return double(cost) <= limit; });
}

}  // namespace

/// Every chain that may hold each patch, in the order of the nodes above the leaves.
ChainChoices TightLevelSearch::ListChoices() {
    const std::vector<CostsByLevel> costs = ChainCostsOfAll();
    const std::vector<int32_t> firstLeaf = FirstOfNodes();
    std::vector<std::vector<int32_t>> owners(NodeCount());
    host_.parallelFor(int64_t(NodeCount()), [&](int64_t i) {
        if (solvers_[size_t(i)]) owners[size_t(i)] = solvers_[size_t(i)]->Owners();
    });
    ChainChoices chains;
    if (!GoesOn()) return chains;
    chains.spheres = ListChains(firstLeaf);
    chains.first.assign(size_t(patches_.Count()) + 1, 0);
    InParts(patches_.Count(), kPatchesAtOnce, host_, [&](int64_t begin, int64_t end) {
        ForOffered(begin, end, [&](size_t, size_t, size_t patch) { ++chains.first[patch + 1]; });
    });
    if (!GoesOn()) return chains;
    std::partial_sum(chains.first.begin(), chains.first.end(), chains.first.begin());
    chains.leaves.resize(size_t(chains.first.back()));
    chains.costs.resize(chains.leaves.size() * chains.LevelCount());
    InParts(patches_.Count(), kPatchesAtOnce, host_, [&](int64_t begin, int64_t end) {
        std::vector<int32_t> next(chains.first.begin() + begin, chains.first.begin() + end);
        ForOffered(begin, end, [&](size_t node, size_t i, size_t patch) {
            const size_t choice = size_t(next[patch - size_t(begin)]++);
            chains.leaves[choice] = firstLeaf[node] + owners[node][i];
            for (size_t level = 0; level < chains.LevelCount(); ++level)
                chains.costs[choice * chains.LevelCount() + level] = ValueOf(costs[node][level + 1], int64_t(i));
        });
    });
    return chains;
}

/// Of each leaf: the spheres of its chain, by level from the first.
std::vector<std::vector<int32_t>> TightLevelSearch::ListChains(const std::vector<int32_t>& firstLeaf) const {
    std::vector<std::vector<int32_t>> spheres(levels_.size());
    for (size_t node = 0; node < NodeCount(); ++node)
        for (size_t child = 0; solvers_[node] && child < solvers_[node]->Centres().size(); ++child) {
            spheres.back().push_back(firstLeaf[node] + int32_t(child));
            int32_t above = int32_t(node);
            for (size_t level = levels_.size(); level-- > 1; above = levels_[level].parents[size_t(above)])
                spheres[level - 1].push_back(above);
        }
    return spheres;
}

/// The least that the level (from 0, the first) can cost at most, where no chain may cost more than `limits`.
double TightLevelSearch::LeastWorst(const ChainChoices& chains, size_t level, const std::vector<double>& limits) const {
    std::vector<float> worst(size_t(patches_.Count() / kPatchesAtOnce) + 1, 0.0f);
    InParts(patches_.Count(), kPatchesAtOnce, host_, [&](int64_t begin, int64_t end) {
        for (size_t patch = size_t(begin); patch < size_t(end); ++patch) {
            float least = std::numeric_limits<float>::infinity();
            for (int32_t i = chains.first[patch]; i < chains.first[patch + 1]; ++i)
                if (IsWithinLimits(chains.CostsOf(i), limits)) least = std::min(least, chains.CostsOf(i)[level]);
            worst[size_t(begin / kPatchesAtOnce)] = std::max(worst[size_t(begin / kPatchesAtOnce)], least);
        }
    });
    return double(*std::max_element(worst.begin(), worst.end()));
}

/// The leaves decide which patches the spheres above them must hold. The levels above are made as tight as the leaves
/// allow, from the first down.
std::vector<double> TightLevelSearch::LimitsOf(const ChainChoices& chains, double worst) const {
    std::vector<double> limits(chains.LevelCount(), std::numeric_limits<double>::infinity());
    limits.back() = worst;
    for (size_t level = 0; level + 1 < limits.size(); ++level) limits[level] = LeastWorst(chains, level, limits);
    return limits;
}

/// The choice of each patch with the least valueOf(choice), of those within the limits. −1: none.
template <typename Value>
std::vector<int32_t> TightLevelSearch::ChooseLeast(const ChainChoices& chains, const std::vector<double>& limits,
                                                   Value valueOf) const {
    std::vector<int32_t> chosen(size_t(patches_.Count()), -1);
    InParts(patches_.Count(), kPatchesAtOnce, host_, [&](int64_t begin, int64_t end) {
        for (size_t patch = size_t(begin); patch < size_t(end); ++patch) {
            float least = std::numeric_limits<float>::infinity();
            for (int32_t i = chains.first[patch]; i < chains.first[patch + 1]; ++i) {
                if (!IsWithinLimits(chains.CostsOf(i), limits)) continue;
                if (const float value = valueOf(i); value < least) least = value, chosen[patch] = i;
            }
        }
    });
    return chosen;
}

void TightLevelSearch::GiveTo(const ChainChoices& chains, const std::vector<int32_t>& chosen) {
    for (size_t patch = 0; patch < chosen.size(); ++patch)
        if (chosen[patch] >= 0) patches_.SetOwner(int32_t(patch), chains.leaves[size_t(chosen[patch])]);
}

void TightLevelSearch::AssignToChains(TightSpheres& made, double worst) {
    if (!(worst > 0)) return;
    for (int32_t i = 0; i < tuning_.firstRefits && GoesOn(); ++i) TightenFirst(made, worst);
    if (GoesOn()) ShareAmongChains(worst);
    // Spheres that are fitted to what they hold have room for more, so that others can be relieved of it. No level
    // comes to cost more: a patch can stay where it is.
    for (int32_t i = 0; i < tuning_.refits && GoesOn(); ++i) {
        FitToOwned(made, levels_.size());
        if (GoesOn()) ShareAmongChains(Collect().Worst());
    }
    if (tuning_.sumSteps > 0 && GoesOn()) LowerMeans(made);
    for (int32_t i = 0; i < tuning_.sharesByRoom && GoesOn(); ++i) ShareByRoom(made);
    if (tuning_.sumSteps > 0 && levels_.size() > 1 && GoesOn()) EmployIdle(made);  // sharing may have idled one again
}

/// Spheres of the first level moved for the sake of those below. Each patch goes where it costs the first level least,
/// as far as leaves and levels between allow it, and the spheres are fitted to that. So the first level comes nearer
/// to what it was when it was alone, and no leaf has to give way.
void TightLevelSearch::TightenFirst(TightSpheres& made, double worst) {
    const ChainChoices chains = ListChoices();
    if (!GoesOn()) return;
    GiveTo(chains, ChooseLeast(chains, LimitsOf(chains, worst), [&](int32_t i) { return chains.CostsOf(i)[0]; }));
    if (GoesOn()) FitToOwned(made, 1);
}

/// `deepest`: the last level to fit.
void TightLevelSearch::FitToOwned(TightSpheres& made, size_t deepest) {
    levels_.push_back(std::move(made));
    FitCentres(bake_, patches_, levels_, deepest, host_, task_);
    made = std::move(levels_.back());
    levels_.pop_back();
    if (deepest == levels_.size()) SetChildren(made);
}

void TightLevelSearch::SetChildren(const TightSpheres& made) {
    std::vector<std::vector<DeepCentre>> children(NodeCount());
    for (size_t i = 0; i < made.centres.size(); ++i) children[size_t(made.parents[i])].push_back(made.centres[i]);
    host_.parallelFor(int64_t(NodeCount()), [&](int64_t i) {
        if (solvers_[size_t(i)]) solvers_[size_t(i)]->SetCentres(std::move(children[size_t(i)]));
    });
}

/// Within the limits, each patch goes down the chain that is best for it on all levels together, which lowers the
/// means.
void TightLevelSearch::ShareAmongChains(double worst) {
    if (!(worst > 0)) return;
    const ChainChoices chains = ListChoices();
    if (!GoesOn()) return;
    const std::vector<double> limits = LimitsOf(chains, worst);
    if (!GoesOn()) return;
    const size_t above = chains.LevelCount() - 1;  // how many levels are above the leaves
    GiveTo(chains, ChooseLeast(chains, limits, [&](int32_t i) {
               return ChainSum(chains.CostsOf(i), above > 0 ? size_t(chains.SphereOf(i, above - 1)) : 0, worst);
           }));
}

}  // namespace spheretree
