// Which sphere answers for each patch, once the centres of a level are found.
#include "Tree/Tight/TreeDescent.h"

#include <algorithm>

namespace spheretree {

namespace {

constexpr double kNoErrorAtAll = 1e-9;  // of the bounding radius: children could not be tighter

/// Without those that have nothing to do.
double MeanOfBusy(const std::vector<double>& costs) {
    double sum = 0;
    int64_t count = 0;
    for (const double cost : costs)
        if (cost > 0) sum += cost, ++count;
    return sum / double(std::max<int64_t>(count, 1));
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
    made.mean = std::max(MeanOfBusy(own), kLeastAllowed);
    made.parts = PartsOf(own, made.error);
    // Until it is known whether the next level has need of it: along a tube, where this one is finer by far, it has
    // not.
    constexpr double kFinerByFar = 10;
    made.held = IsRoot() || levels_.back().error > kFinerByFar * made.error ? 1 : 0;
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

}  // namespace spheretree
