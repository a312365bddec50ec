#pragma once

#include "SphereTree/SphereTree.h"
#include "Tree/Tight/TightLevel.h"

namespace spheretree {

/// The centre that stands off least around patches, found from `start`. There is at least one patch.
DeepCentre LeastStandOff(const BakeContext& bake, const Patches& patches, const std::vector<int32_t>& chosen,
                         const Vec3& start);

/// Moves the centre of each sphere, down to the level `deepest`, to where it stands off least around the patches that
/// its leaves have (on the first level: to where it sticks out least), where that is less than it costs now. (A centre
/// may count for deeper than it lies; then it mostly stays.)
void FitCentres(const BakeContext& bake, const TightPatches& patches, std::vector<TightSpheres>& levels, size_t deepest,
                const Host& host, Task& task);

/// The tree of the spheres that were found, each fitted to the patches that its leaves ended up with; `whole`
/// is the root's. In the bake's frame, without errors.
SphereTree FitTightTree(const BakeContext& bake, const TightPatches& patches, const std::vector<TightSpheres>& levels,
                        const Sphere& whole, const Host& host, Task& task);

}  // namespace spheretree
