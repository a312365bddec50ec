#pragma once

#include "SphereTree/SphereTree.h"

namespace spheretree {

/// The top of a tree: from the root on, the leaf that sticks out most gets its children, until none is above `maxError`
/// or the next would make more than `maxSpheres` (0: no limit). What is left covers all that the whole tree covers.
SphereTree PruneTree(const SphereTree& tree, double maxError, int32_t maxSpheres);

/// The largest error among the leaves.
double WorstLeafError(const SphereTree& tree);

}  // namespace spheretree
