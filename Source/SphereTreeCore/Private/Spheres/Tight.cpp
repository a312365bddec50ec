// Ours. Choose k centres and an assignment of patches that make the worst error small.
//   1. Candidates: points of the medial axis near the region (Tight/MedialCentres).
//   2. A cover by k of them at the least stand-off (Tight/CoverSearch), from several starts.
//   3. A soft maximum of the stand-offs, polished one centre at a time, harder and harder (Tight/TightSolver).
#include "Spheres/Tight.h"

#include "Spheres/FarthestPoint.h"
#include "Spheres/Tight/CoverSearch.h"
#include "Spheres/Tight/TightSolver.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace spheretree {

namespace {

constexpr double kChance = 0.7;  // in what a candidate seems worth, for every start but the first

struct PolishStep {
    int32_t doublings;
    double size;
};
/// From afar, and near by.
constexpr PolishStep kRough[] = {{3, 0.3}, {3, 0.3}, {4, 0.2}, {4, 0.2}};
constexpr PolishStep kFine[] = {{5, 0.1}, {5, 0.1}, {6, 0.05}, {6, 0.05}};

void SortByWorst(std::vector<TightCentres>& found) {
    std::stable_sort(found.begin(), found.end(),
                     [](const TightCentres& a, const TightCentres& b) { return a.worst < b.worst; });
}

/// The search for a region: rough starts, of which the better ones are polished to the end.
class TightStarts {
public:
    TightStarts(const BakeContext& bake, const Region& region, const TightEffort& effort, const Host& host)
        : bake_(bake),
          effort_(effort),
          parent_(region.parent.centre),
          columns_(region.patches, parent_),
          candidates_(FindMedialCentres(bake, region, effort.candidates, host)),
          costs_(candidates_.size()) {
        for (size_t i = 0; i < candidates_.size(); ++i) MeasureCosts(columns_, candidates_[i], costs_[i]);
    }

    TightCentres Start(int64_t number, int32_t count, uint64_t seed) const {
        Random random = Random::OfItem(seed, number);
        const CoverOptions cover{.swaps = effort_.swaps, .close = effort_.close, .chance = number == 0 ? 0 : kChance};
        std::vector<DeepCentre> centres;
        for (const int32_t index : SearchCover(costs_, columns_.Count(), count, random, bake_.cancelled, cover))
            centres.push_back(candidates_[size_t(index)]);
        if (centres.empty()) centres.push_back({parent_, bake_.depth.At(parent_)});
        return Polish(std::move(centres), kRough);
    }

    TightCentres Finish(TightCentres rough) const { return Polish(std::move(rough.centres), kFine); }

private:
    TightCentres Polish(std::vector<DeepCentre> centres, std::span<const PolishStep> steps) const {
        TightSolver solver(bake_, columns_);
        solver.SetCentres(std::move(centres));
        for (const PolishStep& step : steps) solver.Polish(step.doublings, effort_.evaluations, step.size);
        return {solver.Centres(), solver.WorstCost()};
    }

    const BakeContext& bake_;
    const TightEffort& effort_;
    Vec3 parent_;
    PatchColumns columns_;
    std::vector<DeepCentre> candidates_;
    CoverCosts costs_;
};

}  // namespace

std::vector<TightCentres> SolveTight(const BakeContext& bake, const Region& region, int32_t count, uint64_t seed,
                                     const TightEffort& effort, const Host& host) {
    const TightStarts starts(bake, region, effort, host);
    std::vector<TightCentres> found(size_t(std::max(effort.starts, 1)));
    host.parallelFor(int64_t(found.size()), [&](int64_t i) { found[size_t(i)] = starts.Start(i, count, seed); });
    SortByWorst(found);
    if (!(effort.finished > 0)) return found;
    found.resize(std::max<size_t>(size_t(std::lround(effort.finished * double(found.size()))), 1));
    host.parallelFor(int64_t(found.size()),
                     [&](int64_t i) { found[size_t(i)] = starts.Finish(std::move(found[size_t(i)])); });
    SortByWorst(found);
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
