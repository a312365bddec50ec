#pragma once

#include "Base/Random.h"
#include "Spheres/Tight/PatchColumns.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace spheretree {

struct CoverOptions {
    int32_t swaps = 60;  // tried at each error before it is given up
    double step = 0.03;  // by which the error is lowered after each success
    double close = 0;    // of the error at which the greedy choice ends; 0: a thousandth of the unit
    double chance = 0;   // of a candidate's worth, drawn at random: for different starts
};

/// What each candidate would stick out by if it had to hold each patch; one row per candidate.
using CoverCosts = std::vector<PatchColumns::Values>;

/// At most `count` candidates that hold every patch with as small a worst cost as the search finds. When `cancelled`
/// says so, it ends with what it has.
std::vector<int32_t> SearchCover(const CoverCosts& costs, int64_t patchCount, int32_t count, Random& random,
                                 const std::function<bool()>& cancelled, const CoverOptions& options = {});

}  // namespace spheretree
