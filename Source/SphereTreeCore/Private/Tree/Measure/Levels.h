#pragma once

#include "SphereTree/SphereTree.h"

#include <cstdint>
#include <vector>

namespace spheretree {

/// The nodes of a level and the leaves above it: together they cover what the tree covers.
inline std::vector<int32_t> NodesOfLevel(const SphereTree& tree, int32_t level) {
    std::vector<int32_t> nodes;
    for (int32_t i = 0; i < static_cast<int32_t>(tree.nodes.size()); ++i) {
        const TreeNode& node = tree.nodes[static_cast<size_t>(i)];
        if (node.level == level || (node.level < level && node.childCount == 0)) nodes.push_back(i);
    }
    return nodes;
}

inline std::vector<Sphere> SpheresOf(const SphereTree& tree, const std::vector<int32_t>& nodes) {
    std::vector<Sphere> spheres;
    for (const int32_t node : nodes) spheres.push_back(tree.nodes[static_cast<size_t>(node)].sphere);
    return spheres;
}

}  // namespace spheretree
