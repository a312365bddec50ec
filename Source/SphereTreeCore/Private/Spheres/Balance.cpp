#include "Spheres/BurstSpheres.h"
#include "Spheres/FitPoints.h"
#include "Spheres/Optimise.h"

#include <cmath>

namespace spheretree {

// [Bradshaw 2002] 6.3, Algorithm 11 with eq 6.2: spheres that contribute little are burst, as long as the error stays
// within what the saved work allows.
SphereSet BalanceSpheres(const BakeContext& bake, const Region& region, SphereSet set) {
    if (set.spheres.empty()) return set;
    const BalanceOptions& options = bake.recipe->balanceOptions;
    const auto optimised = [&](std::vector<PointedSphere> spheres) {
        return OptimisePointed(bake, region, std::move(spheres));
    };
    std::vector<PointedSphere> kept = optimised(WithPoints(bake, region, set));
    const double startError = WorstError(kept);
    const int32_t original = int32_t(kept.size());
    for (int32_t count = original - 1; count >= 1 && !bake.cancelled(); --count) {
        const int32_t removed = original - count;
        const double share =
            double(removed) / (options.divisor * original) * std::pow(options.persistence, removed - 1);
        const double allowed = startError * (1 + share + options.constant);
        std::vector<PointedSphere> fewer = BurstSpheres(bake, region, kept, count);
        if (WorstError(fewer) >= allowed) fewer = optimised(std::move(fewer));
        if (WorstError(fewer) >= allowed) break;
        kept = std::move(fewer);
    }
    if (int32_t(kept.size()) < original) kept = optimised(std::move(kept));
    return WithoutPoints(kept);
}

}  // namespace spheretree
