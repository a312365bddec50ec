// What the next level will need, before it is there. A quick search for each node's children says how hard pressed they
// would be; patches then go to nodes that can take them (Tree/Tight/ShareNeed).
#include "Tree/Tight/TightLevel.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spheretree {

/// A patch needs as many spheres as are near it. Spheres that a quick search finds for each node's patches say how many
/// that are: the number that reaches an error grows as the error of few falls.
void TightLevelSearch::ShareOut() {
    constexpr TightEffort kQuick{
        .candidates = 60, .starts = 1, .swaps = 10, .evaluations = 12, .close = 0.03, .finished = 0};
    const auto owned = patches_.ByOwner(NodeCount(), true);
    std::vector<float> need(size_t(patches_.Count()), 0.0f);
    host_.parallelFor(int64_t(NodeCount()), [&](int64_t k) {
        const size_t node = size_t(k);
        if (owned[node].empty() || task_.Cancelled()) return;
        const Region region = RegionOf(owned[node]);
        TightSolver solver(bake_, PatchColumns(region.patches, region.parent.centre));
        solver.SetCentres(SolveTight(bake_, region, bake_.recipe->branching, SeedOf(node, 2), kQuick).front().centres);
        MeasureNeed(solver, owned[node], need);
    });
    if (!GoesOn()) return;
    const PatchNeeds needs = Takers(std::move(need));
    if (!GoesOn()) return;
    const std::vector<int32_t> owners = ShareNeed(needs, host_, bake_.cancelled);
    for (int32_t i = 0; i < int32_t(owners.size()); ++i)
        if (owners[size_t(i)] >= 0) patches_.SetOwner(i, owners[size_t(i)]);
}

/// A sphere's need is spread over the patches that it has, by their area.
void TightLevelSearch::MeasureNeed(const TightSolver& solver, const std::vector<int32_t>& list,
                                   std::vector<float>& need) const {
    constexpr double kExponent = 1.5;
    const std::vector<int32_t> spheres = solver.Owners();
    const PatchColumns::Values costs = solver.LeastCosts();
    std::vector<double> errors(solver.Centres().size(), 0.0), areas(errors.size(), 0.0);
    for (size_t i = 0; i < list.size(); ++i) {
        double& error = errors[size_t(spheres[i])];
        error = std::max(error, double(ValueOf(costs, int64_t(i))));
        areas[size_t(spheres[i])] += patches_.AreaOf(list[i]);
    }
    for (size_t i = 0; i < list.size(); ++i) {
        const size_t sphere = size_t(spheres[i]);
        if (areas[sphere] > 0)
            need[size_t(list[i])] =
                float(std::pow(errors[sphere], kExponent) * patches_.AreaOf(list[i]) / areas[sphere]);
    }
}

/// Who may have each active patch.
PatchNeeds TightLevelSearch::Takers(std::vector<float> need) const {
    PatchNeeds needs;
    needs.nodeCount = NodeCount();
    needs.need = std::move(need);
    needs.first.assign(size_t(patches_.Count()) + 1, 0);
    for (const std::vector<int32_t>& list : Nodes().lists)
        for (const int32_t patch : list) needs.first[size_t(patch) + 1] += patches_.IsActive(patch);
    std::partial_sum(needs.first.begin(), needs.first.end(), needs.first.begin());
    needs.takers.resize(size_t(needs.first.back()));
    std::vector<int32_t> next(needs.first.begin(), needs.first.end() - 1);
    for (size_t node = 0; node < NodeCount(); ++node)
        for (const int32_t patch : Nodes().lists[node])
            if (patches_.IsActive(patch))
                needs.takers[size_t(next[size_t(patch)]++)] = {
                    int32_t(node), float(std::max(CostOf(patch, Nodes().centres[node]), 0.0))};
    return needs;
}

}  // namespace spheretree
