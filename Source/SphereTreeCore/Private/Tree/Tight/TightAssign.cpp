// Which sphere answers for each patch, once the centres of a level are found; at the end, which chain of spheres.
#include "Base/InParts.h"
#include "Tree/Tight/FitTightTree.h"
#include "Tree/Tight/TreeDescent.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace spheretree {

namespace {

constexpr double kNoErrorAtAll = 1e-9;  // of the bounding radius: children could not be tighter

bool IsWithinLimits(const float* costs, const std::vector<double>& limits) {
    return std::equal(limits.begin(), limits.end(), costs,
                      [](double limit, float cost) { return double(cost) <= limit; });
}

}  // namespace

std::vector<int32_t> TightLevelSearch::FirstOfNodes() const {
    std::vector<int32_t> first(NodeCount(), 0);
    for (size_t node = 1; node < NodeCount(); ++node)
        first[node] = first[node - 1] + (solvers_[node - 1] ? int32_t(solvers_[node - 1]->Centres().size()) : 0);
    return first;
}

TightSpheres TightLevelSearch::MakeAndAssign() {
    TightSpheres made;
    for (size_t node = 0; node < NodeCount(); ++node) {
        if (!solvers_[node]) continue;
        for (const DeepCentre& centre : solvers_[node]->Centres()) {
            made.centres.push_back(centre);
            made.parents.push_back(int32_t(node));
            made.finished.push_back(Nodes().finished[node]);
        }
    }
    made.allowed.assign(made.centres.size(), 0.0);
    Assign(made);
    return made;
}

void TightLevelSearch::Assign(TightSpheres& made) {
    const Offers offers = Collect();
    if (!GoesOn()) return;
    const std::vector<int32_t> first = FirstOfNodes();
    host_.parallelFor(int64_t(NodeCount()), [&](int64_t k) {
        const size_t node = size_t(k);
        if (!solvers_[node]) return;
        const std::vector<int32_t> owners = solvers_[node]->Owners();
        for (size_t i = 0; i < owners.size(); ++i)  // a patch has one node with the best offer, which alone writes
            if (offers.nodes[size_t(lists_[node][i])] == int32_t(node))
                patches_.SetOwner(lists_[node][i], first[node] + owners[i]);
    });
    if (!GoesOn()) return;
    Limit(made, offers);
    if (!GoesOn()) return;
    if (int32_t(levels_.size()) == bake_.recipe->depth && !(bake_.targetError > 0))
        AssignToChains(made, offers.Worst());
}

/// Leaves that need help fill every sphere above them up to what its level may cost; where all are filled, the mean is
/// the worst. Spheres that came out cheaper keep some of that.
std::vector<double> TightLevelSearch::PartsOf(const std::vector<double>& costs, double error) const {
    constexpr double kAsMuch = 0.97;  // of the worst: where all are alike, as on a cube, nothing is held back
    std::vector<double> parts;
    for (const double cost : costs)
        parts.push_back(cost > 0 && cost < kAsMuch * error ? 1 - tuning_.keptBelowWorst * (1 - cost / error) : 1);
    return parts;
}

/// What each sphere may cost at most from now on, and which need no children.
void TightLevelSearch::Limit(TightSpheres& made, const Offers& offers) const {
    constexpr double kNothing = -1;  // one that has no patch yet may get some: it is not finished
    std::vector<double> own(made.centres.size(), kNothing);
    double worst = 0;
    for (int32_t i = 0; i < int32_t(patches_.Count()); ++i) {
        const size_t owner = size_t(patches_.OwnerOf(i));
        own[owner] = std::max({own[owner], double(offers.costs[size_t(i)]), 0.0});
        worst = std::max(worst, own[owner]);
    }
    made.error = std::max(worst, kLeastAllowed);
    made.parts = PartsOf(own, made.error);
    made.slack = SlackFor({.level = levels_.size(), .isOpen = !bake_.depth.hasInside}, bake_.recipe->foresight);
    const double trade = IsRoot() ? 0 : bake_.recipe->foresight;
    const double allowed = worst * (1 + trade);
    const double enough = std::max(FinishedAt(), kNoErrorAtAll);
    for (size_t i = 0; i < own.size(); ++i) {
        // A centre may count for deeper than it lies at the level's error, but not at none.
        if (own[i] != kNothing && own[i] <= enough &&
            own[i] + made.centres[i].depth - bake_.depth.At(made.centres[i].centre) <= enough)
            made.finished[i] = 1;
        made.allowed[i] = made.finished[i] ? std::max(enough, own[i]) : allowed;
        made.allowed[i] += kLeastAllowed;
    }
}

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

/// The choice of each patch with the least valueOf(costs), of those within the limits. −1: none.
template <typename Value>
std::vector<int32_t> TightLevelSearch::ChooseLeast(const ChainChoices& chains, const std::vector<double>& limits,
                                                   Value valueOf) const {
    std::vector<int32_t> chosen(size_t(patches_.Count()), -1);
    InParts(patches_.Count(), kPatchesAtOnce, host_, [&](int64_t begin, int64_t end) {
        for (size_t patch = size_t(begin); patch < size_t(end); ++patch) {
            float least = std::numeric_limits<float>::infinity();
            for (int32_t i = chains.first[patch]; i < chains.first[patch + 1]; ++i) {
                if (!IsWithinLimits(chains.CostsOf(i), limits)) continue;
                if (const float value = valueOf(chains.CostsOf(i)); value < least) least = value, chosen[patch] = i;
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
}

/// Spheres of the first level moved for the sake of those below. Each patch goes where it costs the first level least,
/// as far as leaves and levels between allow it, and the spheres are fitted to that. So the first level comes nearer
/// to what it was when it was alone, and no leaf has to give way.
void TightLevelSearch::TightenFirst(TightSpheres& made, double worst) {
    const ChainChoices chains = ListChoices();
    if (!GoesOn()) return;
    GiveTo(chains, ChooseLeast(chains, LimitsOf(chains, worst), [](const float* costs) { return costs[0]; }));
    if (GoesOn()) FitToOwned(made, 1);
}

/// `deepest`: the last level to fit.
void TightLevelSearch::FitToOwned(TightSpheres& made, size_t deepest) {
    levels_.push_back(std::move(made));
    FitCentres(bake_, patches_, levels_, deepest, host_, task_);
    made = std::move(levels_.back());
    levels_.pop_back();
    if (deepest < levels_.size()) return;
    std::vector<std::vector<DeepCentre>> children(NodeCount());
    for (size_t i = 0; i < made.centres.size(); ++i) children[size_t(made.parents[i])].push_back(made.centres[i]);
    host_.parallelFor(int64_t(NodeCount()), [&](int64_t i) {
        if (solvers_[size_t(i)]) solvers_[size_t(i)]->SetCentres(std::move(children[size_t(i)]));
    });
}

/// Within the limits, each patch goes down the chain that is best for it on all levels together, which lowers the
/// means, and spheres that cost much hand on what others have room for.
void TightLevelSearch::ShareAmongChains(double worst) {
    if (!(worst > 0)) return;
    const ChainChoices chains = ListChoices();
    if (!GoesOn()) return;
    const std::vector<double> limits = LimitsOf(chains, worst);
    if (!GoesOn()) return;
    std::vector<int32_t> chosen =
        ChooseLeast(chains, limits, [&](const float* costs) { return ChainSum(costs, worst); });
    RelieveSpheres(chains, chosen, bake_.cancelled);
    GiveTo(chains, chosen);
}

}  // namespace spheretree
