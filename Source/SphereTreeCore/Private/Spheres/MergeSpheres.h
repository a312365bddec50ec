#pragma once

#include "Spheres/RegionSpheres.h"

#include <functional>

namespace spheretree {

struct MergeRules {
    /// The sphere around points, and its error: what distinguishes Hubbard's merge from the thesis's.
    std::function<PointedSphere(std::vector<int32_t> points)> fit;
    bool beneficialFirst = true;    // merges that improve the worst sphere go before all others (5.3.1)
    int32_t allPairsFromTimes = 3;  // at this many times the target every pair may merge; 0 never (5.3.1)
};

/// Merges pairs until `count` spheres are left, each time the pair whose sphere has the least error.
/// [Bradshaw 2002] 4.3 and 5.3.1. Differs: equal errors resolve by lower index, so a bake is reproducible.
std::vector<PointedSphere> MergeSpheres(RegionSpheres set, int32_t count, const MergeRules& rules,
                                        const std::function<bool()>& cancelled);

}  // namespace spheretree
