// All spheres of the tree move together (Tree/Tight/TreeDescent), and then every patch looks again for the chain of
// spheres that suits it best.
#include "Base/InParts.h"
#include "Tree/Tight/TightLevel.h"
#include "Tree/Tight/TreeDescent.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace spheretree {

namespace {

constexpr double kFarthestLook = 1.15;  // times what a level may cost: as far as a patch may look for a chain

double SixteenthPower(double value) {
    for (int32_t i = 0; i < 4; ++i) value *= value;
    return value;
}

}  // namespace

double TightLevelSearch::PartOfChain(double cost, double error) { return SixteenthPower(std::max(cost, 0.0) / error); }

/// Rough descents show which nodes have started badly; these are searched again, and then all move to the end. One that
/// still is far worse than the others gets another chance.
TightLevelSearch::Outlook TightLevelSearch::SearchAndDescend() {
    constexpr double kRoughEnd = 0.03;
    const double units = kDescentUnits / (tuning_.roughDescents + tuning_.descent.phases + 1);
    for (int32_t i = 0; i < tuning_.roughDescents && !task_.Cancelled(); ++i) {
        DescentTuning rough = tuning_.descent;
        rough.stepsPerPhase = tuning_.roughSteps, rough.phases = 1, rough.lastStep = kRoughEnd, rough.isRough = true;
        DescendTree(rough, units);
        ReplaceWorst();
    }
    const Outlook found = DescendTree(tuning_.descent, units * tuning_.descent.phases);
    if (!(found.worst > found.mean * std::min(tuning_.mostUneven, tuning_.descent.mostUnevenAtFirst))) return found;
    ReplaceWorst();
    DescentTuning last = tuning_.descent;
    last.phases = 2, last.mostUnevenAtFirst = std::numeric_limits<double>::infinity();
    return DescendTree(last, units);
}

void TightLevelSearch::ReplaceWorst() {
    if (!GoesOn()) return;
    SetUpSolvers(true);
    if (GoesOn()) SearchWorstAgain();
    for (size_t node = 0; node < NodeCount(); ++node)
        if (solvers_[node]) centres_[node] = solvers_[node]->Centres();
    for (std::optional<TightSolver>& solver : solvers_) solver.reset();
}

/// Returns what the leaves cost in the end.
TightLevelSearch::Outlook TightLevelSearch::DescendTree(const DescentTuning& tuning, double units) {
    TightSpheres leaves;
    for (size_t node = 0; node < NodeCount(); ++node)
        for (const DeepCentre& centre : centres_[node])
            leaves.centres.push_back(centre), leaves.parents.push_back(int32_t(node));
    if (leaves.centres.empty() || task_.Cancelled()) return {};
    levels_.push_back(std::move(leaves));
    TreeDescent descent(bake_, field_, patches_, levels_, host_, task_);
    descent.Run(tuning, share_ * units);
    leaves = std::move(levels_.back());
    levels_.pop_back();
    for (std::vector<DeepCentre>& children : centres_) children.clear();
    for (size_t i = 0; i < leaves.centres.size(); ++i) centres_[size_t(leaves.parents[i])].push_back(leaves.centres[i]);
    for (std::optional<TightSolver>& solver : solvers_) solver.reset();
    if (!GoesOn()) return {};
    if (IsRoot())
        ListPatches();
    else
        Settle(descent.Error());
    return {descent.Worst(), descent.Mean()};
}

/// What each patch that a node may have costs on each level of the chain that ends in it, the leaves' last.
TightLevelSearch::CostsByLevel TightLevelSearch::ChainCostsOf(size_t node) const {
    CostsByLevel costs(levels_.size() + 1);
    if (!solvers_[node]) return costs;
    costs.back() = solvers_[node]->LeastCosts();
    const PatchColumns& columns = solvers_[node]->Columns();
    for (size_t level = levels_.size(); level-- > 1; node = size_t(levels_[level].parents[node]))
        MeasureCosts(columns, levels_[level].centres[node], costs[level]);
    return costs;
}

std::vector<TightLevelSearch::CostsByLevel> TightLevelSearch::ChainCostsOfAll() const {
    std::vector<CostsByLevel> costs(NodeCount());
    host_.parallelFor(int64_t(NodeCount()), [&](int64_t i) { costs[size_t(i)] = ChainCostsOf(size_t(i)); });
    return costs;
}

/// The sum over the levels of a chain that goes down to the node and to a leaf below it. `costs`: from the first level.
float TightLevelSearch::ChainSum(const float* costs, size_t node, double leafError) const {
    double sum = PartOfChain(double(costs[levels_.size() - 1]), leafError);
    for (size_t level = levels_.size(); level-- > 1; node = size_t(levels_[level].parents[node]))
        sum += PartOfChain(double(costs[level - 1]), levels_[level].HeldBy(node));
    return float(sum);
}

void TightLevelSearch::AllowEach(const std::vector<double>& costs) {
    for (size_t level = 1; level < levels_.size(); ++level) {
        std::fill(levels_[level].allowed.begin(), levels_[level].allowed.end(), costs[level]);
        levels_[level].listedVersion = -1;
    }
}

/// Each patch to the chain that is best for it; what each level may cost is what that takes.
void TightLevelSearch::Settle(double leafError) {
    std::vector<double> worst(levels_.size(), kLeastAllowed);
    for (size_t level = 1; level < levels_.size(); ++level)
        worst[level] = kFarthestLook * levels_[level].error * (1 + std::max(levels_[level].slack, 0.0));
    AllowEach(worst);
    ListPatches();
    if (GoesOn()) SetUpSolvers(false);
    if (!GoesOn()) return;
    const std::vector<CostsByLevel> costs = ChainCostsOfAll();
    if (!GoesOn()) return;
    std::vector<float> least(size_t(patches_.Count()), std::numeric_limits<float>::infinity());
    InParts(patches_.Count(), kPatchesAtOnce, host_, [&](int64_t begin, int64_t end) {
        std::vector<float> chain(levels_.size());
        ForOffered(begin, end, [&](size_t node, size_t i, size_t patch) {
            for (size_t k = 0; k < chain.size(); ++k) chain[k] = ValueOf(costs[node][k + 1], int64_t(i));
            const float sum = ChainSum(chain.data(), node, leafError);
            if (sum < least[patch]) least[patch] = sum, patches_.SetOwner(int32_t(patch), int32_t(node));
        });
    });
    if (!GoesOn()) return;
    const std::vector<double> taken = WorstOfOwners();

    const bool isLess = std::equal(taken.begin(), taken.end(), worst.begin(), std::less_equal<>());
    AllowEach(taken);
    if (GoesOn()) isLess ? NarrowLists() : ListPatches();
    for (std::optional<TightSolver>& solver : solvers_) solver.reset();
}

/// What the patches cost the spheres that have them, and those above, at most on each level.
std::vector<double> TightLevelSearch::WorstOfOwners() const {
    std::vector<std::vector<double>> worst(size_t(patches_.Count() / kPatchesAtOnce) + 1,
                                           std::vector<double>(levels_.size(), kLeastAllowed));
    InParts(patches_.Count(), kPatchesAtOnce, host_, [&](int64_t begin, int64_t end) {
        std::vector<double>& here = worst[size_t(begin / kPatchesAtOnce)];
        for (int32_t patch = int32_t(begin); patch < int32_t(end); ++patch) {
            size_t above = size_t(patches_.OwnerOf(patch));
            for (size_t level = levels_.size(); level-- > 1; above = size_t(levels_[level].parents[above]))
                here[level] = std::max(here[level], CostOf(patch, levels_[level].centres[above]) + kLeastAllowed);
        }
    });
    for (const std::vector<double>& part : worst)
        for (size_t level = 0; level < part.size(); ++level) worst[0][level] = std::max(worst[0][level], part[level]);
    return std::move(worst[0]);
}

}  // namespace spheretree
