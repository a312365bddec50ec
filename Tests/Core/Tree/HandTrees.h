#pragma once

#include "SphereTree/SphereTree.h"

#include <vector>

namespace spheretree {

// Trees made by hand, whose figures are known.

inline SphereTree MakeRootTree(const Sphere& root, bool hasInside) {
    SphereTree tree;
    tree.hasInside = hasInside;
    tree.nodes.push_back({root, 0, -1, -1, 0, 0});
    return tree;
}

/// A root and its children.
inline SphereTree MakeFamilyTree(const Sphere& root, const std::vector<Sphere>& children, bool hasInside) {
    SphereTree tree = MakeRootTree(root, hasInside);
    tree.nodes[0].firstChild = 1;
    tree.nodes[0].childCount = static_cast<int32_t>(children.size());
    for (const Sphere& child : children) tree.nodes.push_back({child, 0, 0, -1, 0, 1});
    return tree;
}

}  // namespace spheretree
