#include "Tree/Tight/TightLevel.h"

#include "Base/InParts.h"
#include "Base/Random.h"
#include "Spheres/DivideRegion.h"
#include "Spheres/MinimumBall.h"
#include "Tree/Tight/CornerSet.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace spheretree {

namespace {

constexpr float kNoOffer = std::numeric_limits<float>::max();
constexpr double kAmongTheWorst = 0.85;  // of the level's worst: nodes to search again
constexpr float kCostly = 0.7f;          // of the same: patches to cut

}  // namespace

double TightLevelSearch::Offers::Worst() const {
    return costs.empty() ? 0 : double(*std::max_element(costs.begin(), costs.end()));
}

TightLevelSearch::Outlook TightLevelSearch::Begin() {
    patches_.Refine(tuning_.patchesPerSphere * bake_.recipe->branching * int64_t(NodeCount()), host_);
    if (GoesOn()) ListPatches();
    if (GoesOn() && tuning_.sharesOut && !(bake_.targetError > 0)) ShareOut();
    if (GoesOn()) FindCentres();
    return GoesOn() && MovesTree() ? SearchAndDescend() : Outlook{};
}

/// Spheres that need no children stay where they are, and all others with them.
bool TightLevelSearch::MovesTree() const {
    if (!(tuning_.descent.phases > 0)) return false;
    return std::none_of(levels_.begin(), levels_.end(), [](const TightSpheres& spheres) {
        return std::any_of(spheres.finished.begin(), spheres.finished.end(), [](uint8_t one) { return one != 0; });
    });
}

std::vector<TightCentres> TightLevelSearch::Starts() {
    patches_.Refine(tuning_.patchesPerSphere * bake_.recipe->branching, host_);
    const Region region = RegionOf(patches_.ByOwner(1, true)[0]);
    return SolveTight(bake_, region, bake_.recipe->branching, SeedOf(0, 0), tuning_.search, host_);
}

std::optional<TightSpheres> TightLevelSearch::RunFrom(const std::vector<DeepCentre>& centres) {
    ListPatches();
    centres_.assign(1, centres);
    if (MovesTree()) DescendTree(tuning_.descent, kDescentUnits);
    return PolishFound();
}

std::optional<TightSpheres> TightLevelSearch::PolishFound() {
    if (GoesOn()) SetUpSolvers(true);
    if (GoesOn()) PolishTogether(tuning_.rounds, 4);
    if (GoesOn()) RefineAndPolish();
    const double worst = GoesOn() ? Recall() : 0;
    return GoesOn() ? Conclude(worst) : std::nullopt;
}

/// The last polish may have promised too much: what each centre is worth is asked once more.
std::optional<TightSpheres> TightLevelSearch::Conclude(double worst) {
    host_.parallelFor(int64_t(NodeCount()), [&](int64_t i) {
        if (solvers_[size_t(i)] && GoesOn()) solvers_[size_t(i)]->SetError(worst);
    });
    if (!GoesOn()) return std::nullopt;
    TightSpheres made = MakeAndAssign();
    if (!GoesOn()) return std::nullopt;
    return made;
}

/// From the root down: what a node may have is what its parent may have and what it can hold itself.
void TightLevelSearch::ListPatches() {
    levels_[0].lists.resize(1);
    levels_[0].lists[0].resize(size_t(patches_.Count()));
    std::iota(levels_[0].lists[0].begin(), levels_[0].lists[0].end(), 0);
    for (size_t level = 1; level < levels_.size(); ++level) {
        TightSpheres& spheres = levels_[level];
        const bool isLast = level + 1 == levels_.size();
        if (!isLast && spheres.listedVersion == patches_.Version()) continue;
        spheres.listedVersion = patches_.Version();
        spheres.lists.assign(spheres.centres.size(), {});
        host_.parallelFor(int64_t(spheres.centres.size()), [&](int64_t i) {
            if (!task_.Advance(0)) return;
            const double reach = ReachOf(level, size_t(i));
            if (!(reach > 0)) return;
            const Vec3 centre = spheres.centres[size_t(i)].centre;
            for (const int32_t patch : levels_[level - 1].lists[size_t(spheres.parents[size_t(i)])])
                if (IsWithin(patches_.All(), patch, centre, reach) || (patches_.OwnerOf(patch) == int32_t(i) && isLast))
                    spheres.lists[size_t(i)].push_back(patch);
        });
    }
}

/// When spheres may cost less than before, and no more than that has changed: the same from the lists that they have.
void TightLevelSearch::NarrowLists() {
    for (size_t level = 1; level < levels_.size(); ++level) {
        levels_[level].listedVersion = patches_.Version();
        host_.parallelFor(int64_t(levels_[level].centres.size()), [&](int64_t i) {
            if (!task_.Advance(0)) return;
            std::vector<int32_t>& list = levels_[level].lists[size_t(i)];
            size_t node = size_t(i);
            for (size_t up = level; up > 0; node = size_t(levels_[up--].parents[node])) {
                const Vec3 centre = levels_[up].centres[node].centre;
                const double reach = ReachOf(up, node);
                std::erase_if(list, [&](int32_t patch) {
                    return !(reach > 0) || !IsWithin(patches_.All(), patch, centre, reach);
                });
            }
        });
    }
}

Region TightLevelSearch::RegionOf(const std::vector<int32_t>& patches) const {
    const Patches& all = patches_.All();
    const CornerSet corners(all, patches);
    Region region;
    region.patches.points.reserve(size_t(corners.Count()));
    for (const int32_t corner : corners.List()) region.patches.points.push_back(all.points[size_t(corner)]);
    region.patches.patches.reserve(patches.size());
    for (const int32_t patch : patches) {
        auto renamed = all.patches[size_t(patch)];
        for (int32_t& corner : renamed) corner = corners.PlaceOf(corner);
        region.patches.patches.push_back(renamed);
    }
    region.patches.triangles = patches;
    region.parent = MinimumBall(region.patches.points);
    region.level = int32_t(levels_.size()) - 1;
    return region;
}

uint64_t TightLevelSearch::SeedOf(size_t node, uint64_t purpose) const {
    return Random::OfItem(bake_.recipe->seed + purpose, int64_t(levels_.size()) * 100'000'000 + int64_t(node)).Bits();
}

/// As many as are needed for the error that was asked for, where one level more reaches it.
std::vector<DeepCentre> TightLevelSearch::FewestCentres(const Region& region, uint64_t seed, TightCentres most) const {
    const double enough = FinishedAt();
    int32_t few = 1, many = int32_t(most.centres.size());
    while (few + 1 < many && most.worst <= enough && !task_.Cancelled()) {
        const int32_t middle = (few + many) / 2;
        TightCentres found = SolveTight(bake_, region, middle, seed, tuning_.search).front();
        if (found.worst <= enough)
            many = middle, most = std::move(found);
        else
            few = middle;
    }
    return std::move(most.centres);
}

double TightLevelSearch::CostOf(int32_t patch, const DeepCentre& centre) const {
    double reach = 0;
    for (const int32_t corner : patches_.All().patches[size_t(patch)])
        reach = std::max(reach, LengthSquared(patches_.All().points[size_t(corner)] - centre.centre));
    return std::sqrt(reach) - centre.depth;
}

std::vector<DeepCentre> TightLevelSearch::FindCentresOf(size_t node, const std::vector<int32_t>& owned) {
    if (owned.empty() || task_.Cancelled()) return {};
    if (Nodes().finished[node]) return {Nodes().centres[node]};
    const Region region = RegionOf(owned);
    const uint64_t seed = SeedOf(node, 0);
    std::vector<TightCentres> starts =
        SolveTight(bake_, region, bake_.recipe->branching, seed, tuning_.search, IsRoot() ? host_ : Host{});
    TightCentres found = std::move(starts.front());
    if (!(bake_.targetError > 0)) return std::move(found.centres);
    return FewestCentres(region, seed, std::move(found));
}

void TightLevelSearch::FindCentres() {
    const auto owned = patches_.ByOwner(NodeCount(), true);
    centres_.assign(NodeCount(), {});
    if (IsRoot()) {  // alone, so its starts run side by side
        centres_[0] = FindCentresOf(0, owned[0]);
        task_.Advance(kSearchUnits);
        return;
    }
    host_.parallelFor(int64_t(NodeCount()), [&](int64_t i) {
        centres_[size_t(i)] = FindCentresOf(size_t(i), owned[size_t(i)]);
        task_.Advance(kSearchUnits / double(NodeCount()));
    });
}

void TightLevelSearch::SetUpSolvers(bool activeOnly) {
    lists_.assign(NodeCount(), {});
    solvers_.resize(NodeCount());
    if (IsRoot()) return SetUpSolver(0, activeOnly, host_);  // alone, so its parts run side by side
    host_.parallelFor(int64_t(NodeCount()), [&](int64_t i) { SetUpSolver(size_t(i), activeOnly, Host{}); });
}

void TightLevelSearch::SetUpSolver(size_t node, bool activeOnly, const Host& host) {
    if (centres_[node].empty() || !task_.Advance(0)) return;
    if (solvers_[node]) centres_[node] = solvers_[node]->Centres();
    for (const int32_t patch : Nodes().lists[node])
        if (!activeOnly || patches_.IsActive(patch)) lists_[node].push_back(patch);
    solvers_[node].reset();
    if (lists_[node].empty()) return;
    solvers_[node].emplace(bake_, PatchColumns(patches_.All(), lists_[node], Nodes().centres[node].centre, host));
    solvers_[node]->SetCentres(centres_[node], host);
}

TightLevelSearch::Offers TightLevelSearch::Collect() const {
    Offers offers;
    offers.costs.assign(size_t(patches_.Count()), kNoOffer);
    offers.nodes.assign(size_t(patches_.Count()), -1);
    std::vector<PatchColumns::Values> least(NodeCount());
    host_.parallelFor(int64_t(NodeCount()), [&](int64_t i) {
        if (solvers_[size_t(i)]) least[size_t(i)] = solvers_[size_t(i)]->LeastCosts();
    });
    InParts(patches_.Count(), kPatchesAtOnce, host_, [&](int64_t begin, int64_t end) {
        ForOffered(begin, end, [&](size_t node, size_t i, size_t patch) {
            if (const float cost = ValueOf(least[node], int64_t(i)); cost < offers.costs[patch])
                offers.costs[patch] = cost, offers.nodes[patch] = int32_t(node);
        });
        for (size_t i = size_t(begin); i < size_t(end); ++i)  // one that nobody knows is not looked at
            if (offers.nodes[i] < 0) offers.costs[i] = -kNoOffer;
    });
    return offers;
}

/// Tells each node what the children of all others would do for its patches. For those that are its own it must not
/// count on anybody: another who counts on it in turn would let them go at the same time.
void TightLevelSearch::MeetOutside() {
    const Offers best = Collect();
    host_.parallelFor(int64_t(NodeCount()), [&](int64_t i) {
        const size_t node = size_t(i);
        if (!solvers_[node]) return;
        const std::vector<int32_t>& list = lists_[node];
        PatchColumns::Values outside(size_t(solvers_[node]->Columns().BlockCount()));
        for (size_t k = 0; k < outside.size() * PatchColumns::kLanes; ++k) {
            const size_t patch = size_t(list[std::min(k, list.size() - 1)]);
            outside[k / PatchColumns::kLanes].value[k % PatchColumns::kLanes] =
                best.nodes[patch] == int32_t(node) ? kNoOffer : best.costs[patch];
        }
        solvers_[node]->SetOutside(std::move(outside));
    });
}

void TightLevelSearch::PolishTogether(int32_t rounds, int32_t doublings) {
    const int32_t evaluations = tuning_.search.evaluations;
    const double left = 1 - kSearchUnits - (MovesTree() ? kDescentUnits : 0);
    const double units = left / (tuning_.rounds + tuning_.cuts * tuning_.roundsPerCut);
    for (int32_t round = 0; round < rounds && !task_.Cancelled(); ++round) {
        MeetOutside();
        double worst = 0;
        for (size_t node = 0; node < NodeCount(); ++node)
            if (solvers_[node] && !Nodes().finished[node]) worst = std::max(worst, solvers_[node]->WorstCost());
        if (!(worst > 0)) return;
        Remember(worst);
        const double step = round % 2 ? 0.05 : 0.15;
        host_.parallelFor(int64_t(NodeCount()), [&](int64_t i) {
            std::optional<TightSolver>& solver = solvers_[size_t(i)];
            if (solver && !Nodes().finished[size_t(i)] && !task_.Cancelled()) {
                solver->SetError(worst);
                solver->Polish(doublings, evaluations, step, worst);
            }
            task_.Advance(share_ * units / double(NodeCount()));
        });
    }
}

/// Nodes move side by side, each by what the others were before: a round can end worse than it began.
void TightLevelSearch::Remember(double worst) {
    if (!best_.empty() && !(worst < bestWorst_)) return;
    bestWorst_ = worst;
    best_.assign(NodeCount(), {});
    for (size_t node = 0; node < NodeCount(); ++node)
        if (solvers_[node]) best_[node] = solvers_[node]->Centres();
}

/// The best that was there; returns what it costs, by all patches.
double TightLevelSearch::Recall() {
    SetUpSolvers(false);
    if (!GoesOn()) return 0;
    double worst = Collect().Worst();
    if (!best_.empty() && !(worst < bestWorst_) && GoesOn()) {
        const auto recall = [&](size_t node, const Host& host) {
            if (solvers_[node] && !best_[node].empty()) solvers_[node]->SetCentres(std::move(best_[node]), host);
        };
        if (IsRoot())
            recall(0, host_);  // alone, so its parts run side by side
        else
            host_.parallelFor(int64_t(NodeCount()), [&](int64_t i) { recall(size_t(i), Host{}); });
        worst = Collect().Worst();
    }
    best_.clear();
    return worst;
}

void TightLevelSearch::RefineAndPolish() {
    for (int32_t cut = 0; cut < tuning_.cuts && !task_.Cancelled(); ++cut) {
        if (cut < tuning_.searchesAgain) SearchWorstAgain();
        SetUpSolvers(false);
        if (!GoesOn()) return;
        const Offers offers = Collect();
        if (!GoesOn()) return;
        patches_.RefineCostly(offers.costs, kCostly * float(offers.Worst()),
                              EnoughPatches(size_t(bake_.recipe->branching) * NodeCount()));
        if (GoesOn()) ListPatches();
        if (GoesOn()) SetUpSolvers(true);
        PolishTogether(tuning_.roundsPerCut, std::min(5 + cut, tuning_.doublings));
    }
}

/// A polish only goes downhill; a node whose patches have changed hands may have a better start by now.
void TightLevelSearch::SearchWorstAgain() {
    if (IsRoot() || bake_.targetError > 0 || task_.Cancelled()) return;
    const Offers offers = Collect();
    std::vector<float> worst(NodeCount(), 0.0f);
    std::vector<std::vector<int32_t>> owned(NodeCount());
    for (size_t i = 0; i < offers.costs.size(); ++i) {
        if (offers.nodes[i] < 0) continue;
        float& cost = worst[size_t(offers.nodes[i])];
        cost = std::max(cost, offers.costs[i]);
        owned[size_t(offers.nodes[i])].push_back(int32_t(i));
    }
    std::vector<size_t> order(NodeCount());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return worst[a] > worst[b]; });
    order.resize(std::min(order.size(), tuning_.mostSearchedAgain));
    const double limit = kAmongTheWorst * offers.Worst();
    host_.parallelFor(int64_t(order.size()), [&](int64_t i) {
        const size_t node = order[size_t(i)];
        if (!solvers_[node] || Nodes().finished[node] || double(worst[node]) < limit || task_.Cancelled()) return;
        TightCentres found =
            SolveTight(bake_, RegionOf(owned[node]), bake_.recipe->branching, SeedOf(node, 1), tuning_.searchAgain,
                       host_)  // few take long: whoever is done helps with their starts
                .front();
        if (found.worst < double(worst[node])) solvers_[node]->SetCentres(std::move(found.centres));
    });
}

}  // namespace spheretree
