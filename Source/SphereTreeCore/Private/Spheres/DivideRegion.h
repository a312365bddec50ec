#pragma once

#include "Spheres/SphereMethod.h"

#include <vector>

namespace spheretree {

/// A child-to-be: its sphere and the part of its parent's region that it answers for.
struct RegionPart {
    Sphere sphere;
    double error = 0;     // of the sphere, where it was refitted for error
    Sphere volumeSphere;  // the smallest ball around the part (Hybrid)
    Region region;
};

struct DivideOptions {
    Refit refit = Refit::MinimumError;
    int32_t rounds = 8;  // of dividing and refitting at most (figure 6.1, b–d)
};

/// Shares a region out among spheres, so that every patch belongs to exactly one that holds it wholly. From this the
/// chain of promise 1 follows: a part's patches are held by its sphere and, as part of the parent's, by all above.
/// [Bradshaw 2002] 6.1, figure 6.1, Algorithm 8. Differs: patches are shared out where the thesis shares out points;
/// spheres that leave gaps are grown, the one that has to grow least for each patch; division and refit alternate until
/// the worst sphere no longer gains, and only then are the planes moved for even parts.
std::vector<RegionPart> DivideRegion(const BakeContext& bake, const Region& region, SphereSet set,
                                     const DivideOptions& options);

/// The chosen patches and interior cells with only the points they use.
Region SelectPart(const Region& region, const std::vector<int32_t>& patches, const std::vector<int32_t>& cells);

}  // namespace spheretree
