// Where the worst sphere of a level is as good as it gets: how all others come to cost less, too.
#include "Spheres/Tight/ProtrusionField.h"
#include "Tree/Tight/FitTightTree.h"
#include "Tree/Tight/LeastSum.h"
#include "Tree/Tight/TightLevel.h"

#include <algorithm>
#include <numeric>

namespace spheretree {

namespace {

double WorstOf(const std::vector<float>& costs) { return double(*std::max_element(costs.begin(), costs.end())); }

double SumOf(const std::vector<float>& costs) { return std::accumulate(costs.begin(), costs.end(), 0.0); }

}  // namespace

/// What each sphere costs for the patches that it has, or its leaves have: by level, from the first.
TightLevelSearch::CostsBySphere TightLevelSearch::CostsOfSpheres(const TightSpheres& leaves) const {
    CostsBySphere costs(levels_.size());
    for (size_t level = 1; level < levels_.size(); ++level)
        costs[level - 1].assign(levels_[level].centres.size(), 0.0f);
    costs.back().assign(leaves.centres.size(), 0.0f);
    const auto owned = patches_.ByOwner(leaves.centres.size(), false);
    std::vector<std::vector<float>> above(owned.size(), std::vector<float>(levels_.size(), 0.0f));
    host_.parallelFor(int64_t(owned.size()), [&](int64_t k) {
        const size_t leaf = size_t(k);
        for (const int32_t patch : owned[leaf]) {
            costs.back()[leaf] = std::max(costs.back()[leaf], float(CostOf(patch, leaves.centres[leaf])));
            size_t node = size_t(leaves.parents[leaf]);
            for (size_t level = levels_.size(); level-- > 1; node = size_t(levels_[level].parents[node]))
                above[leaf][level] = std::max(above[leaf][level], float(CostOf(patch, levels_[level].centres[node])));
        }
    });
    for (size_t leaf = 0; leaf < above.size(); ++leaf) {
        size_t node = size_t(leaves.parents[leaf]);
        for (size_t level = levels_.size(); level-- > 1; node = size_t(levels_[level].parents[node]))
            costs[level - 1][node] = std::max(costs[level - 1][node], above[leaf][level]);
    }
    return costs;
}

/// Each patch goes where it leaves most room, and the spheres are fitted to what they hold then: none comes to cost
/// more, most less, and those that others have room for altogether are gone.
void TightLevelSearch::ShareByRoom(TightSpheres& made) {
    ShareByRoom(made, {.most = CostsOfSpheres(made), .scale = {}});
}

/// The same where spheres may cost something else than they do.
void TightLevelSearch::ShareByRoom(TightSpheres& made, ChainRoom room) {
    if (!GoesOn()) return;
    for (const std::vector<float>& costs : room.most)
        room.scale.push_back(std::max(float(WorstOf(costs)), float(kLeastAllowed)));
    // Of a node's children, too, each patch is to go to the one with most room: as if all of them cost as much, and
    // those that cost less were less deep.
    TightSpheres alike = made;
    for (size_t i = 0; i < made.centres.size(); ++i)
        alike.centres[i].depth += double(room.most.back()[i] - room.scale.back());
    SetChildren(alike);
    std::fill(room.most.back().begin(), room.most.back().end(), room.scale.back());
    for (std::vector<float>& costs : room.most)
        for (float& cost : costs) cost += float(kLeastAllowed);  // for rounding
    const ChainChoices chains = ListChoices();
    if (GoesOn()) GiveTo(chains, RoomiestChains(chains, room, host_));
    if (GoesOn()) FitToOwned(made, levels_.size());
}

/// The spheres of a level move so that the sum of what they cost falls (LeastSum); all others stay, and none comes to
/// cost more. What is not better is undone.
void TightLevelSearch::LowerMean(TightSpheres& made, size_t level) {
    constexpr double kTakesLess = 0.995;  // than the worst costs: what is aimed at is missed by a little
    CostsBySphere costs = CostsOfSpheres(made);
    if (!GoesOn() || !(WorstOf(costs[level - 1]) > kLeastAllowed)) return;
    const CostsBySphere before = costs;
    const bool isLast = level == levels_.size();  // others have few spheres
    const std::vector<std::vector<DeepCentre>> places = CentresOfLevels(made);
    const std::vector<int32_t> owners = patches_.Owners();
    const SumProblem problem{&patches_.All(), ListHoldable(made, level, costs), kTakesLess * WorstOf(costs[level - 1])};
    std::vector<float>& own = costs[level - 1];
    own = LeastSum(bake_.depth, problem, {.steps = isLast ? tuning_.sumSteps : 2 * tuning_.sumSteps},
                   SpheresOf(level, made).centres, own, host_, task_);
    ShareByRoom(made, {.most = std::move(costs), .scale = {}, .forced = int32_t(level) - 1});
    if (!GoesOn() || IsBetter(CostsOfSpheres(made), before, level)) return;
    for (size_t i = 1; i <= levels_.size(); ++i) SpheresOf(i, made).centres = places[i - 1];
    patches_.SetOwners(owners);
    SetChildren(made);
}

/// Of the leaves; and of the level above them, where its centres count for as deep as they lie.
void TightLevelSearch::LowerMeans(TightSpheres& made) {
    const size_t last = levels_.size(), above = last - 1;
    const bool isByStandOff =
        !field_ || above > TightTree::kFieldLevels || levels_[above].fieldError < field_->LeastError();
    if (above >= 1 && isByStandOff) LowerMean(made, above);
    if (above >= 1 && GoesOn()) EmployIdle(made);
    if (GoesOn()) LowerMean(made, last);
}

/// A node that has nothing takes half of the leaves of a sibling, with what they hold, where it costs less for that
/// than the sibling did: of the costliest where that can be.
void TightLevelSearch::EmployIdle(TightSpheres& made) {
    TightSpheres& nodes = levels_.back();
    const std::vector<float> costs = CostsOfSpheres(made)[levels_.size() - 2];
    if (!GoesOn() || std::all_of(costs.begin(), costs.end(), [](float cost) { return cost > 0; })) return;
    const std::vector<Vec3> farthest = FarthestOfNodes(made);
    std::vector<int32_t> costliest(costs.size());
    std::iota(costliest.begin(), costliest.end(), 0);
    std::stable_sort(costliest.begin(), costliest.end(),
                     [&](int32_t a, int32_t b) { return costs[size_t(a)] > costs[size_t(b)]; });
    std::vector<uint8_t> isHelped(costs.size(), 0);
    for (size_t idle = 0; idle < costs.size(); ++idle) {
        if (costs[idle] > 0) continue;
        for (const int32_t sibling : costliest) {
            const size_t i = size_t(sibling);
            if (isHelped[i] || !(costs[i] > 0) || nodes.parents[i] != nodes.parents[idle] || !GoesOn()) continue;
            isHelped[i] = HandOnLeaves(made, sibling, int32_t(idle), farthest[i], double(costs[i]));
            if (isHelped[i]) break;
        }
    }
    if (std::none_of(isHelped.begin(), isHelped.end(), [](uint8_t one) { return one != 0; })) return;
    SortByParent(made);
    centres_.assign(NodeCount(), {});
    for (size_t i = 0; i < made.centres.size(); ++i) centres_[size_t(made.parents[i])].push_back(made.centres[i]);
    for (std::optional<TightSolver>& solver : solvers_) solver.reset();
    nodes.listedVersion = -1;
    if (GoesOn()) ListPatches();
    if (GoesOn()) SetUpSolvers(false);
    if (GoesOn()) FitToOwned(made, levels_.size());
}

/// Of each node: the point of its patches that is farthest from its centre.
std::vector<Vec3> TightLevelSearch::FarthestOfNodes(const TightSpheres& made) const {
    std::vector<Vec3> farthest;
    for (const DeepCentre& node : Nodes().centres) farthest.push_back(node.centre);
    const Patches& all = patches_.All();
    for (int32_t i = 0; i < int32_t(patches_.Count()); ++i) {
        const size_t node = size_t(made.parents[size_t(patches_.OwnerOf(i))]);
        const Vec3& centre = Nodes().centres[node].centre;
        for (const int32_t corner : all.patches[size_t(i)])
            if (LengthSquared(all.points[size_t(corner)] - centre) > LengthSquared(farthest[node] - centre))
                farthest[node] = all.points[size_t(corner)];
    }
    return farthest;
}

/// The half of a node's leaves that lies towards `place` gets another parent, if that costs less than `most` then.
bool TightLevelSearch::HandOnLeaves(TightSpheres& made, int32_t from, int32_t to, const Vec3& place, double most) {
    std::vector<int32_t> leaves;
    for (size_t i = 0; i < made.parents.size(); ++i)
        if (made.parents[i] == from) leaves.push_back(int32_t(i));
    const auto away = [&](int32_t leaf) { return Distance(made.centres[size_t(leaf)].centre, place); };
    std::stable_sort(leaves.begin(), leaves.end(), [&](int32_t a, int32_t b) { return away(a) < away(b); });
    leaves.resize((leaves.size() + 1) / 2);
    std::vector<int32_t> patches;
    for (int32_t i = 0; i < int32_t(patches_.Count()); ++i)
        if (std::find(leaves.begin(), leaves.end(), patches_.OwnerOf(i)) != leaves.end()) patches.push_back(i);
    if (patches.empty()) return false;
    const DeepCentre centre = LeastStandOff(bake_, patches_.All(), patches, made.centres[size_t(leaves[0])].centre);
    double cost = 0;
    for (const int32_t patch : patches) cost = std::max(cost, CostOf(patch, centre));
    if (!(cost < most)) return false;
    Exchange(made, leaves, from, to);
    levels_.back().centres[size_t(to)] = centre;
    return true;
}

/// The leaves go from one node to the other, and as many of those that it has go back: no node gets more than it may
/// have.
void TightLevelSearch::Exchange(TightSpheres& made, const std::vector<int32_t>& leaves, int32_t from, int32_t to) {
    size_t back = leaves.size();
    for (int32_t& parent : made.parents)
        if (parent == to && back > 0) parent = from, --back;
    for (const int32_t leaf : leaves) made.parents[size_t(leaf)] = to;
}

/// Leaves stand in the order of their parents.
void TightLevelSearch::SortByParent(TightSpheres& made) {
    std::vector<size_t> order(made.parents.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return made.parents[a] < made.parents[b]; });
    const auto sort = [&](auto& values) {
        auto sorted = values;
        for (size_t i = 0; i < sorted.size(); ++i) sorted[i] = values[order[i]];
        values = std::move(sorted);
    };
    sort(made.centres), sort(made.parents), sort(made.finished), sort(made.allowed), sort(made.parts);
    std::vector<int32_t> places(order.size());
    for (size_t i = 0; i < order.size(); ++i) places[order[i]] = int32_t(i);
    for (int32_t i = 0; i < int32_t(patches_.Count()); ++i) patches_.SetOwner(i, places[size_t(patches_.OwnerOf(i))]);
}

TightSpheres& TightLevelSearch::SpheresOf(size_t level, TightSpheres& made) {
    return level < levels_.size() ? levels_[level] : made;
}

std::vector<std::vector<DeepCentre>> TightLevelSearch::CentresOfLevels(const TightSpheres& made) const {
    std::vector<std::vector<DeepCentre>> centres;
    for (size_t level = 1; level < levels_.size(); ++level) centres.push_back(levels_[level].centres);
    centres.push_back(made.centres);
    return centres;
}

/// On the level itself the worst may cost a tenth of a per cent more.
bool TightLevelSearch::IsBetter(const CostsBySphere& now, const CostsBySphere& before, size_t level) const {
    constexpr double kMayRise = 1.001;
    for (size_t i = 0; i < now.size(); ++i)
        if (!(WorstOf(now[i]) <= WorstOf(before[i]) * (i + 1 == level ? kMayRise : 1) + kLeastAllowed)) return false;
    return SumOf(now[level - 1]) < SumOf(before[level - 1]);
}

/// Of each sphere of the level: the patches that it could hold where no sphere of another level may cost more than it
/// does.
std::vector<std::vector<int32_t>> TightLevelSearch::ListHoldable(const TightSpheres& made, size_t level,
                                                                 const CostsBySphere& costs) const {
    const bool isLast = level == levels_.size();
    const std::vector<int32_t> first = FirstOfNodes();
    std::vector<std::vector<int32_t>> below(NodeCount());  // of each node above leaves
    host_.parallelFor(int64_t(NodeCount()), [&](int64_t i) {
        const size_t node = size_t(i);
        const size_t end = node + 1 < NodeCount() ? size_t(first[node + 1]) : made.centres.size();
        const auto fits = [&](int32_t patch, size_t on, size_t sphere, const std::vector<DeepCentre>& centres) {
            return CostOf(patch, centres[sphere]) <= double(costs[on - 1][sphere]) + kLeastAllowed;
        };
        for (const int32_t patch : lists_[node]) {
            bool isHeld = patches_.IsActive(patch), hasLeaf = isLast;
            size_t above = node;
            for (size_t on = levels_.size(); isHeld && on-- > 1; above = size_t(levels_[on].parents[above]))
                isHeld = on == level || fits(patch, on, above, levels_[on].centres);
            for (size_t leaf = size_t(first[node]); isHeld && !hasLeaf && leaf < end; ++leaf)
                hasLeaf = fits(patch, levels_.size(), leaf, made.centres);
            if (isHeld && hasLeaf) below[node].push_back(patch);
        }
    });
    std::vector<std::vector<int32_t>> lists;
    if (isLast)
        for (const int32_t parent : made.parents) lists.push_back(below[size_t(parent)]);
    return isLast ? std::move(lists) : std::move(below);
}

}  // namespace spheretree
