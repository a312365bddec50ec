#include "SphereTree/SphereTree.h"

#include <cmath>
#include <limits>

namespace spheretree {

namespace {

// Tests are written so that NaN fails them. Indices are widened before they are added: a hostile file may hold any.

std::string NodeName(int64_t index) { return "node " + std::to_string(index); }

bool IsSoundBall(const Sphere& sphere) {
    return IsFinite(sphere.centre) && std::isfinite(sphere.radius) && sphere.radius >= 0;
}

bool IsSoundCone(const NormalCone& cone) {
    const double length = Length(cone.axis);
    return (length == 0 || (length > 0.999 && length < 1.001)) && cone.halfAngle >= 0 && cone.halfAngle <= 4;
}

std::string FindTreeFault(const SphereTree& tree) {
    if (tree.nodes.empty()) return "The tree has no node.";
    if (tree.nodes.size() > static_cast<size_t>(std::numeric_limits<int32_t>::max()))
        return "The tree has more nodes than an index can name.";
    if (!(tree.branching >= 2 && tree.branching <= 8))
        return "The tree's branching is " + std::to_string(tree.branching) + "; it must be 2 to 8.";
    if (!(static_cast<int32_t>(tree.method) < kMethodCount)) return "The tree's method is none that exists.";
    if (tree.isSolid && !tree.hasInside) return "The tree covers an interior, but says that the object has none.";
    if (!tree.volumeSpheres.empty() && tree.volumeSpheres.size() != tree.nodes.size())
        return "The tree has " + std::to_string(tree.volumeSpheres.size()) + " minimum-volume spheres for " +
               std::to_string(tree.nodes.size()) + " nodes.";
    if (!tree.normalCones.empty() && tree.normalCones.size() != tree.nodes.size())
        return "The tree has " + std::to_string(tree.normalCones.size()) + " normal cones for " +
               std::to_string(tree.nodes.size()) + " nodes.";
    return "";
}

std::string FindNumberFault(const SphereTree& tree, int64_t index) {
    const TreeNode& node = tree.nodes[static_cast<size_t>(index)];
    if (!IsFinite(node.sphere.centre)) return "The centre of " + NodeName(index) + " is not finite.";
    if (!IsSoundBall(node.sphere)) return "The radius of " + NodeName(index) + " is negative or not finite.";
    if (!(node.error >= 0 && std::isfinite(node.error)))
        return "The error of " + NodeName(index) + " is negative or not finite.";
    if (!tree.volumeSpheres.empty() && !IsSoundBall(tree.volumeSpheres[static_cast<size_t>(index)]))
        return "The minimum-volume sphere of " + NodeName(index) + " is negative or not finite.";
    if (!tree.normalCones.empty() && !IsSoundCone(tree.normalCones[static_cast<size_t>(index)]))
        return "The normal cone of " + NodeName(index) + " has an axis that is not of length 1 or 0, or no angle.";
    return "";
}

std::string FindParentFault(const SphereTree& tree, int64_t index) {
    const TreeNode& node = tree.nodes[static_cast<size_t>(index)];
    if (index == 0)
        return node.parent == -1 && node.level == 0 ? ""
                                                    : "The first node is no root: its parent must be -1, its level 0.";
    if (!(node.parent >= 0 && node.parent < index))
        return "The parent of " + NodeName(index) + " is " + std::to_string(node.parent) +
               ", which does not come before it.";
    const TreeNode& parent = tree.nodes[static_cast<size_t>(node.parent)];
    if (int64_t{node.level} != int64_t{parent.level} + 1)
        return "The level of " + NodeName(index) + " is not one below its parent's.";
    if (node.level < tree.nodes[static_cast<size_t>(index - 1)].level)
        return "The nodes do not stand level by level: " + NodeName(index) + " is above the one before it.";
    const int64_t place = index - int64_t{parent.firstChild};
    if (!(place >= 0 && place < parent.childCount))
        return NodeName(node.parent) + " is the parent of " + NodeName(index) + ", but does not count it as a child.";
    return "";
}

std::string FindChildFault(const SphereTree& tree, int64_t index) {
    const TreeNode& node = tree.nodes[static_cast<size_t>(index)];
    if (!(node.childCount >= 0 && node.childCount <= tree.branching))
        return "The number of children of " + NodeName(index) + " is " + std::to_string(node.childCount) +
               "; it must be 0 to " + std::to_string(tree.branching) + ".";
    if (node.childCount == 0)
        return node.firstChild == -1 ? "" : "The leaf " + NodeName(index) + " names a first child.";
    const int64_t first = node.firstChild, end = first + node.childCount;
    if (!(first > index && end <= static_cast<int64_t>(tree.nodes.size())))
        return "The children of " + NodeName(index) + " do not stand after it and within the tree.";
    for (int64_t child = first; child < end; ++child)
        if (tree.nodes[static_cast<size_t>(child)].parent != index)
            return NodeName(child) + " is counted as a child of " + NodeName(index) + ", but names another parent.";
    return "";
}

}  // namespace

std::string FindStructureFault(const SphereTree& tree) {
    if (std::string fault = FindTreeFault(tree); !fault.empty()) return fault;
    for (int64_t index = 0; index < static_cast<int64_t>(tree.nodes.size()); ++index)
        for (const auto find : {FindNumberFault, FindParentFault, FindChildFault})
            if (std::string fault = find(tree, index); !fault.empty()) return fault;
    return FindTrianglesFault(tree);
}

}  // namespace spheretree
