#pragma once

#include "Base/Task.h"
#include "SphereTree/SphereTree.h"
#include "Spheres/SphereMethod.h"

#include <vector>

namespace spheretree {

/// [Bradshaw 2002] 6.1, Algorithm 8, level by level: the nodes of a level are independent of one another, so they are
/// built side by side, and the result does not depend on the number of threads. The tree is in the bake's frame and
/// has no errors yet. Empty when the task was cancelled; `task` advances by recipe.depth units.
SphereTree BuildLevels(const BakeContext& bake, Region whole, const Host& host, Task& task);

/// The same for Tight, which sees the tree as a whole: when a level has been found, all spheres so far move together.
SphereTree BuildTightLevels(const BakeContext& bake, const Region& whole, const Host& host, Task& task);

}  // namespace spheretree
