// Ours. Choose k centres and an assignment of patches that make the worst error small.
//   1. Candidates: points of the medial axis near the region (Tight/MedialCentres).
//   2. A cover by k of them at the least stand-off (Tight/CoverSearch), from several starts.
//   3. A soft maximum of the stand-offs, polished one centre at a time, harder and harder (Tight/TightSolver).
#include "Spheres/Tight.h"

#include "Spheres/FarthestPoint.h"
#include "Spheres/Tight/CoverSearch.h"
#include "Spheres/Tight/TightSolver.h"

#include <algorithm>
#include <iterator>

namespace spheretree {

namespace {

constexpr double kChance = 0.7;  // in what a candidate seems worth, for every start but the first

void PolishFromAfar(TightSolver& solver, int32_t evaluations) {
    constexpr double kSteps[] = {0.3, 0.3, 0.2, 0.2, 0.1, 0.1, 0.05, 0.05};
    constexpr int32_t kDoublings[] = {3, 3, 4, 4, 5, 5, 6, 6};
    for (size_t i = 0; i < std::size(kSteps); ++i) solver.Polish(kDoublings[i], evaluations, kSteps[i]);
}

}  // namespace

std::vector<TightCentres> SolveTight(const BakeContext& bake, const Region& region, int32_t count, uint64_t seed,
                                     const TightEffort& effort, const Host& host) {
    const PatchColumns columns(region.patches, region.parent.centre);
    const std::vector<DeepCentre> candidates = FindMedialCentres(bake, region, effort.candidates, host);
    CoverCosts costs(candidates.size());
    for (size_t i = 0; i < candidates.size(); ++i) MeasureCosts(columns, candidates[i], costs[i]);
    std::vector<TightCentres> found(size_t(std::max(effort.starts, 1)));
    host.parallelFor(int64_t(found.size()), [&](int64_t start) {
        Random random = Random::OfItem(seed, start);
        const CoverOptions cover{.swaps = effort.swaps, .chance = start == 0 ? 0 : kChance};
        std::vector<DeepCentre> centres;
        for (const int32_t index : SearchCover(costs, columns.Count(), count, random, bake.cancelled, cover))
            centres.push_back(candidates[size_t(index)]);
        if (centres.empty()) centres.push_back({region.parent.centre, bake.depth.At(region.parent.centre)});
        TightSolver solver(bake, columns);
        solver.SetCentres(std::move(centres));
        PolishFromAfar(solver, effort.evaluations);
        found[size_t(start)] = {solver.Centres(), solver.WorstCost()};
    });
    std::stable_sort(found.begin(), found.end(),
                     [](const TightCentres& a, const TightCentres& b) { return a.worst < b.worst; });
    return found;
}

SphereSet FitTight(const BakeContext& bake, const Region& region, int32_t count, uint64_t seed) {
    TightSolver solver(bake, PatchColumns(region.patches, region.parent.centre));
    solver.SetCentres(SolveTight(bake, region, count, seed).front().centres);
    std::vector<Sphere> spheres;
    for (const DeepCentre& centre : solver.Centres()) spheres.push_back({centre.centre, 0});
    const std::vector<int32_t> owners = solver.Owners();
    for (size_t patch = 0; patch < owners.size(); ++patch) {
        Sphere& sphere = spheres[size_t(owners[patch])];
        for (const int32_t corner : region.patches.patches[patch]) {
            const Vec3& point = region.patches.points[size_t(corner)];
            sphere.radius = std::max(sphere.radius, RadiusToReach(LengthSquared(point - sphere.centre)));
        }
    }
    std::erase_if(spheres, [](const Sphere& sphere) { return !(sphere.radius > 0); });
    return {std::move(spheres), {}};
}

}  // namespace spheretree
