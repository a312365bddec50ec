// Ours. Choose k centres and an assignment of patches that make the worst error small.
//   1. Candidates: points of the medial axis near the region (Tight/MedialCentres).
//   2. A cover by k of them at the least stand-off (Tight/CoverSearch), from several starts.
//   3. A soft maximum of the stand-offs, polished one centre at a time, harder and harder (Tight/TightSolver).
//   4. Patches that still cost most are cut finer, and polished again.
//   5. Each part gets the ball that sticks out least.
#include "Spheres/Tight.h"

#include "Spheres/CertifiedError.h"
#include "Spheres/FarthestPoint.h"
#include "Spheres/MinimumBall.h"
#include "Spheres/MinimumErrorBall.h"
#include "Spheres/Tight/CoverSearch.h"
#include "Spheres/Tight/TightSolver.h"

#include <algorithm>
#include <limits>

namespace spheretree {

namespace {

class TightDivision {
public:
    TightDivision(const BakeContext& bake, const Region& region, int32_t count, uint64_t seed)
        : bake_(bake), region_(region), count_(count), random_(seed) {}

    std::vector<RegionPart> Run() {
        TightSolver solver(bake_, region_.patches, region_.parent.centre);
        double best = std::numeric_limits<double>::infinity();
        std::vector<DeepCentre> bestCentres;
        const std::vector<DeepCentre> candidates = Candidates();
        CoverCosts costs(candidates.size());
        for (size_t i = 0; i < candidates.size(); ++i) MeasureCosts(solver.Columns(), candidates[i], costs[i]);
        const int32_t starts = region_.level == 0 ? 6 : region_.level == 1 ? 3 : 2;
        for (int32_t start = 0; start < starts && !bake_.cancelled(); ++start) {
            std::vector<DeepCentre> centres;
            for (const int32_t index : SearchCover(costs, solver.Columns().Count(), count_, random_))
                centres.push_back(candidates[size_t(index)]);
            if (centres.empty()) break;
            solver.SetCentres(std::move(centres));
            PolishAll(solver);
            if (const double worst = solver.WorstCost(); worst < best) best = worst, bestCentres = solver.Centres();
        }
        if (bestCentres.empty()) bestCentres.push_back({region_.parent.centre, bake_.depth.At(region_.parent.centre)});
        solver.SetCentres(std::move(bestCentres));
        Region finer = region_;
        for (int round = 0; round < 3; ++round) {
            finer = CutCostly(std::move(finer), solver);
            solver.SetPatches(finer.patches);
            solver.Polish(5, 60, 0.05);
            solver.Polish(6, 60, 0.03);
        }
        return MakeParts(finer, solver);
    }

private:
    std::vector<DeepCentre> Candidates() const {
        return FindMedialCentres(bake_, region_, region_.level == 0 ? 800 : 300);
    }

    void PolishAll(TightSolver& solver) const {
        constexpr double kSteps[] = {0.3, 0.3, 0.2, 0.2, 0.1, 0.1, 0.05, 0.05};
        constexpr int32_t kDoublings[] = {3, 3, 4, 4, 5, 5, 6, 6};
        for (size_t i = 0; i < 8; ++i) solver.Polish(kDoublings[i], 50, kSteps[i]);
    }

    /// Patches near the worst are what keeps spheres large: those that straddle the border of two, above all.
    Region CutCostly(Region region, const TightSolver& solver) const {
        constexpr float kCostly = 0.7f;
        const PatchColumns::Values least = solver.LeastCosts();
        const float limit = kCostly * float(solver.WorstCost());
        std::vector<int32_t> costly, cheap;
        for (int64_t i = 0; i < solver.Columns().Count(); ++i)
            (ValueOf(least, i) > limit ? costly : cheap).push_back(int32_t(i));
        Region cut = SelectPart(region, costly, {});
        cut.patches = RefinePatchesTo(std::move(cut.patches), 2 * int64_t(costly.size()));
        const Region rest = SelectPart(region, cheap, {});
        const int32_t shift = int32_t(cut.patches.points.size());
        cut.patches.points.insert(cut.patches.points.end(), rest.patches.points.begin(), rest.patches.points.end());
        for (auto corners : rest.patches.patches) {
            for (int32_t& corner : corners) corner += shift;
            cut.patches.patches.push_back(corners);
        }
        cut.patches.triangles.insert(cut.patches.triangles.end(), rest.patches.triangles.begin(),
                                     rest.patches.triangles.end());
        region.patches = std::move(cut.patches);
        return region;
    }

    double ErrorOf(const Sphere& ball) const {
        return CertifyError(bake_.depth, ball, {.relativeGap = 0.03, .absoluteGap = 1e-3, .evaluationLimit = 1000})
            .upper;
    }

    std::vector<RegionPart> MakeParts(const Region& region, const TightSolver& solver) const {
        const std::vector<int32_t> owners = solver.Owners();
        std::vector<std::vector<int32_t>> patches(solver.Centres().size());
        for (size_t i = 0; i < owners.size(); ++i) patches[size_t(owners[i])].push_back(int32_t(i));
        std::vector<RegionPart> parts;
        for (size_t i = 0; i < patches.size(); ++i) {
            if (patches[i].empty()) continue;
            RegionPart part;
            part.region = SelectPart(region, patches[i], {});
            const PointColumns points(part.region.patches.points);
            const Sphere kept = BallAround(points, solver.Centres()[i].centre);
            const Sphere refit = MinimumErrorBall(points, bake_.depth, {&kept.centre, 1}).ball;
            const double keptError = ErrorOf(kept), refitError = ErrorOf(refit);
            part.sphere = refitError < keptError ? refit : kept;
            part.error = std::min(refitError, keptError);
            if (bake_.recipe->hybrid) part.volumeSphere = MinimumBall(points);
            part.region.parent = part.sphere;
            part.region.level = region.level + 1;
            parts.push_back(std::move(part));
        }
        return parts;
    }

    const BakeContext& bake_;
    const Region& region_;
    int32_t count_;
    Random random_;
};

}  // namespace

std::vector<RegionPart> DivideTight(const BakeContext& bake, const Region& region, int32_t count, uint64_t seed) {
    return TightDivision(bake, region, count, seed).Run();
}

SphereSet FitTight(const BakeContext& bake, const Region& region, int32_t count, uint64_t seed) {
    SphereSet set;
    for (const RegionPart& part : DivideTight(bake, region, count, seed)) set.spheres.push_back(part.sphere);
    return set;
}

}  // namespace spheretree
