#pragma once

#include "SphereTree/SphereTree.h"
#include "Tree/Tight/TightLevel.h"

namespace spheretree {

/// The tree of the spheres that were found, each fitted to the patches that its leaves ended up with; `whole`
/// is the root's. In the bake's frame, without errors.
SphereTree FitTightTree(const BakeContext& bake, const TightPatches& patches, const std::vector<TightSpheres>& levels,
                        const Sphere& whole, const Host& host, Task& task);

}  // namespace spheretree
