#pragma once

#include "Base/Task.h"
#include "SphereTree/SurfaceSamples.h"
#include "Spheres/DepthField.h"
#include "Spheres/Tight/MedialCentres.h"

#include <cstdint>
#include <vector>

namespace spheretree {

/// Spheres that hold all patches together, each some of those that it may hold.
struct SumProblem {
    const Patches* patches = nullptr;
    std::vector<std::vector<int32_t>> lists;  // of each sphere: the patches that it may hold
    double most = 0;                          // that a sphere may cost
};

struct SumTuning {
    int32_t steps = 150;
    double firstStep = 0.04, lastStep = 0.008;  // of the mean cost
    double firstSoft = 0.02, lastSoft = 0.01;   // of the same: how soft the least and the most are
};

/// Moves the centres so that the sum of what spheres cost falls, while each patch stays with one of those that may hold
/// it. `costs`: what they cost at the start. Returns what each is to cost then; some patch may cost a little more.
/// (LeastSum.cpp says how.)
std::vector<float> LeastSum(const DepthField& depth, const SumProblem& problem, const SumTuning& tuning,
                            std::vector<DeepCentre>& centres, const std::vector<float>& costs, const Host& host,
                            Task& task);

}  // namespace spheretree
