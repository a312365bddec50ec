// All spheres of the tree move together (Tree/Tight/TreeDescent), and then every patch looks again for the chain of
// spheres that suits it best.
#include "Tree/Tight/TightLevel.h"
#include "Tree/Tight/TreeDescent.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spheretree {

namespace {

constexpr double kFarthestLook = 1.15;  // times a level's error: as far as a patch may look for a chain

double SixteenthPower(double value) {
    for (int32_t i = 0; i < 4; ++i) value *= value;
    return value;
}

}  // namespace

double TightLevelSearch::PartOfChain(double cost, double error) { return SixteenthPower(std::max(cost, 0.0) / error); }

/// Where the leaves below a level's spheres have about the same to do, nothing is gained when the level gives way; then
/// the first, which everything else hangs on, is held tightly.
double TightLevelSearch::SlackFor(size_t level, double imbalance) const {
    constexpr double kEqual = 1.15, kUnequal = 1.4, kTightly = 0.02;
    const double part = std::clamp((imbalance - kEqual) / (kUnequal - kEqual), 0.0, 1.0);
    return 2 * bake_.recipe->foresight * part - (level == 1 ? kTightly * (1 - part) : 0);
}

/// Rough descents show which nodes have started badly; these are searched again, and then all move to the end.
void TightLevelSearch::SearchAndDescend() {
    constexpr double kRoughEnd = 0.03;
    const double units = kDescentUnits / (tuning_.roughDescents + tuning_.descent.phases);
    for (int32_t i = 0; i < tuning_.roughDescents && !task_.Cancelled(); ++i) {
        DescentTuning rough = tuning_.descent;
        rough.phases = 1, rough.lastStep = kRoughEnd, rough.lastCuts = 0;
        DescendTree(rough, units);
        SetUpSolvers(true);
        SearchWorstAgain();
        TakeFromSolvers();
    }
    DescendTree(tuning_.descent, units * tuning_.descent.phases);
}

void TightLevelSearch::TakeFromSolvers() {
    for (size_t node = 0; node < NodeCount(); ++node)
        if (solvers_[node]) centres_[node] = solvers_[node]->Centres();
    for (std::optional<TightSolver>& solver : solvers_) solver.reset();
}

void TightLevelSearch::DescendTree(const DescentTuning& tuning, double units) {
    TightSpheres leaves;
    for (size_t node = 0; node < NodeCount(); ++node)
        for (const DeepCentre& centre : centres_[node])
            leaves.centres.push_back(centre), leaves.parents.push_back(int32_t(node));
    if (leaves.centres.empty() || task_.Cancelled()) return;
    std::vector<double> errors{0};
    for (size_t level = 1; level < levels_.size(); ++level)
        errors.push_back(levels_[level].error * (1 + levels_[level].slack));
    levels_.push_back(std::move(leaves));
    TreeDescent descent(bake_, field_, patches_, levels_, std::move(errors), host_, task_);
    descent.Run(tuning, share_ * units);
    for (size_t level = 1; level + 1 < levels_.size(); ++level)
        levels_[level].slack = SlackFor(level, descent.ImbalanceOf(level));
    leaves = std::move(levels_.back());
    levels_.pop_back();
    for (std::vector<DeepCentre>& children : centres_) children.clear();
    for (size_t i = 0; i < leaves.centres.size(); ++i) centres_[size_t(leaves.parents[i])].push_back(leaves.centres[i]);
    for (std::optional<TightSolver>& solver : solvers_) solver.reset();
    if (IsRoot())
        ListPatches();
    else
        Settle(descent.Worst());
}

/// What each patch that a node may have would cost with the chain that ends in it.
std::vector<float> TightLevelSearch::ChainSums(size_t node, double leafError) const {
    std::vector<float> sums(lists_[node].size(), 0.0f);
    if (!solvers_[node]) return sums;
    const auto add = [&](const PatchColumns::Values& costs, double error) {
        for (size_t i = 0; i < sums.size(); ++i)
            sums[i] += float(PartOfChain(double(ValueOf(costs, int64_t(i))), error));
    };
    add(solvers_[node]->LeastCosts(), leafError);
    PatchColumns::Values costs;
    const PatchColumns& columns = solvers_[node]->Columns();
    for (size_t level = levels_.size(); level-- > 1; node = size_t(levels_[level].parents[node])) {
        MeasureCosts(columns, levels_[level].centres[node], costs);
        add(costs, levels_[level].Held());
    }
    return sums;
}

void TightLevelSearch::AllowEach(const std::vector<double>& costs) {
    for (size_t level = 1; level < levels_.size(); ++level) {
        std::fill(levels_[level].allowed.begin(), levels_[level].allowed.end(), costs[level]);
        levels_[level].listedVersion = -1;
    }
    ListPatches();
}

/// Each patch to the chain that is best for it; what each level may cost is what that takes.
void TightLevelSearch::Settle(double leafError) {
    std::vector<double> worst(levels_.size(), kLeastAllowed);
    for (size_t level = 1; level < levels_.size(); ++level) worst[level] = kFarthestLook * levels_[level].error;
    AllowEach(worst);
    SetUpSolvers(false);
    std::vector<std::vector<float>> sums(NodeCount());
    host_.parallelFor(int64_t(NodeCount()), [&](int64_t i) { sums[size_t(i)] = ChainSums(size_t(i), leafError); });
    if (task_.Cancelled()) return;
    std::vector<float> least(size_t(patches_.Count()), std::numeric_limits<float>::infinity());
    for (size_t node = 0; node < NodeCount(); ++node)
        for (size_t i = 0; solvers_[node] && i < sums[node].size(); ++i) {
            const int32_t patch = lists_[node][i];
            if (sums[node][i] < least[size_t(patch)])
                least[size_t(patch)] = sums[node][i], patches_.SetOwner(patch, int32_t(node));
        }
    std::fill(worst.begin(), worst.end(), kLeastAllowed);
    for (int32_t patch = 0; patch < int32_t(patches_.Count()); ++patch) {
        size_t above = size_t(patches_.OwnerOf(patch));
        for (size_t level = levels_.size(); level-- > 1; above = size_t(levels_[level].parents[above]))
            worst[level] = std::max(worst[level], CostOf(patch, levels_[level].centres[above]) + kLeastAllowed);
    }
    AllowEach(worst);
    for (std::optional<TightSolver>& solver : solvers_) solver.reset();
}

}  // namespace spheretree
