#pragma once

#include "Spheres/DivideRegion.h"

#include <vector>

namespace spheretree {

/// Ours: `count` centres and an assignment of the region's patches that make the worst error small (DESIGN.md, the end
/// of "The core"). Takes the place of a method's fit and the division after it, because it decides both together.
std::vector<RegionPart> DivideTight(const BakeContext& bake, const Region& region, int32_t count, uint64_t seed);

}  // namespace spheretree
