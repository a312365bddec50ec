#include "Spheres/StandOffSearch.h"

namespace spheretree {

namespace {
constexpr int32_t kHalvings = 10;  // the interval ends at a thousandth of the parent's stand-off
}

std::vector<Sphere> SearchStandOff(const Region& region, int32_t count,
                                   const std::function<std::vector<Sphere>(double standOff)>& trySpheres,
                                   const BakeContext& bake) {
    std::vector<Sphere> best{region.parent};
    double low = 0, high = region.parentError;
    for (int32_t step = 0; step < kHalvings && !bake.cancelled(); ++step) {
        const double middle = (low + high) / 2;
        std::vector<Sphere> spheres = trySpheres(middle);
        const bool enough = !spheres.empty() && int32_t(spheres.size()) <= count;
        (enough ? high : low) = middle;
        if (enough) best = std::move(spheres);
    }
    return best;
}

}  // namespace spheretree
