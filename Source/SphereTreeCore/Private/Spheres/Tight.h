#pragma once

#include "SphereTree/Host.h"
#include "Spheres/SphereMethod.h"
#include "Spheres/Tight/MedialCentres.h"

#include <vector>

namespace spheretree {

/// How much a search for centres may do.
struct TightEffort {
    int32_t candidates = 300;  // points of the medial axis
    int32_t starts = 2;        // covers found, each polished
    int32_t swaps = 60;        // per cover and error
    int32_t evaluations = 50;  // per centre and step of a polish
    double close = 0;          // of the error: where the greedy choice ends (CoverOptions)
    double finished = 1;       // the part of the starts that is polished to the end, the best of them; 0: none
};

/// Centres for a region and the worst stand-off that they leave.
struct TightCentres {
    std::vector<DeepCentre> centres;
    double worst = 0;
};

/// Ours: at most `count` centres for the region, such that the worst stand-off is small when each patch goes to the
/// centre that it costs least (DESIGN.md, the end of "The core"). Of each start what came of it, the best first;
/// the starts run side by side where the host can.
std::vector<TightCentres> SolveTight(const BakeContext& bake, const Region& region, int32_t count, uint64_t seed,
                                     const TightEffort& effort = {}, const Host& host = {});

}  // namespace spheretree
