#pragma once

#include "SphereTree/Result.h"
#include "SphereTree/SphereTree.h"

#include <cstdint>
#include <string>
#include <vector>

namespace spheretree::tool {

// Numbers are written so that reading them gives the same doubles.

/// The .sph text of the thesis's toolkit: `levels branch`, then `x y z r importance` for every place of the complete
/// tree, level by level; r is −1 and the rest 0 where the tree has no node. An error when that many places make no
/// file.
Result<std::string> SphText(const SphereTree& tree);

/// `level parent x y z r error` per node; the parent is a line number from 0, −1 for the root.
std::string LinesText(const SphereTree& tree);

/// Each sphere of each chosen level (its own and the leaves above it) as an icosphere of 20·4^subdivisions triangles,
/// one object per level, one group per node.
std::string ObjText(const SphereTree& tree, const std::vector<int32_t>& levels, int32_t subdivisions);

}  // namespace spheretree::tool
