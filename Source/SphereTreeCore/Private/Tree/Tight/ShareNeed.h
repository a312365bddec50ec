#pragma once

#include "SphereTree/Host.h"

#include <cstdint>
#include <vector>

namespace spheretree {

/// Which nodes may have each patch, and how many spheres below them the patch will need.
struct PatchNeeds {
    struct Taker {
        int32_t node = 0;
        float cost = 0;  // of the patch for that node
    };

    size_t nodeCount = 0;
    std::vector<int32_t> first;  // patch i may go to takers[first[i]] up to takers[first[i + 1]]
    std::vector<Taker> takers;
    std::vector<float> need;  // of each patch, in spheres
};

/// Gives each patch to one of its takers (−1: it has none) so that no node answers for much more than the others: nodes
/// that have too much ask a price, and patches go where cost and price together are least. So each node's part stays in
/// one piece, and where there is enough for everybody each patch goes where it costs least.
/// One that is cancelled ends with the best so far.
std::vector<int32_t> ShareNeed(
    const PatchNeeds& needs, const Host& host = {}, const std::function<bool()>& cancelled = [] { return false; });

}  // namespace spheretree
