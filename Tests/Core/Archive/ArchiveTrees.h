#pragma once

#include "SphereTree/SphereTree.h"

#include <bit>
#include <cstdint>
#include <limits>

namespace spheretree {

// Trees made by hand, for tests of bytes and links: they cover nothing.

/// A root, `branching` children, and `branching` children of each of the first `parents` of those.
inline SphereTree MakeHandTree(int32_t branching, int32_t parents) {
    SphereTree tree;
    tree.branching = branching;
    tree.method = Method::Grid;
    tree.hasInside = true;
    tree.nodes.push_back({{{0.1, -0.25, 1.0 / 3}, 1.75}, 0.5, -1, 1, branching, 0});
    for (int32_t i = 0; i < branching; ++i) {
        const bool isParent = i < parents;
        tree.nodes.push_back({{{1.0 / (i + 1), 0.1 * i, -3.7e-5}, 0.3 + 0.01 * i},
                              1e-3 / (i + 3),
                              0,
                              isParent ? 1 + branching * (i + 1) : -1,
                              isParent ? branching : 0,
                              1});
    }
    for (int32_t i = 0; i < branching * parents; ++i)
        tree.nodes.push_back({{{0.01 * i, 1e5 + i, -1e-300}, 0.125}, 0, 1 + i / branching, -1, 0, 2});
    return tree;
}

/// The tree that Golden/version1.sphtree holds: hybrid and solid, with numbers that a careless writer would change.
inline SphereTree MakeGoldenTree() {
    SphereTree tree = MakeHandTree(2, 1);
    tree.method = Method::Spawn;
    tree.isSolid = true;
    tree.nodes[0].sphere.centre.x = -0.0;
    tree.nodes[1].sphere.centre.y = std::numeric_limits<double>::denorm_min();
    tree.nodes[2].error = std::numeric_limits<double>::max();
    for (const TreeNode& node : tree.nodes)
        tree.volumeSpheres.push_back({node.sphere.centre * 0.5, node.sphere.radius * 0.75});
    return tree;
}

/// With a cone for each node.
inline SphereTree MakeFacedTree() {
    SphereTree tree = MakeHandTree(3, 2);
    for (size_t i = 0; i < tree.nodes.size(); ++i)
        tree.normalCones.push_back({i % 3 ? Vec3{0.6, -0.0, -0.8} : Vec3{}, i % 3 ? 0.1 * static_cast<double>(i) : 4});
    return tree;
}

inline bool SameBits(double a, double b) { return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b); }
inline bool SameBits(const Sphere& a, const Sphere& b) {
    return SameBits(a.centre.x, b.centre.x) && SameBits(a.centre.y, b.centre.y) && SameBits(a.centre.z, b.centre.z) &&
           SameBits(a.radius, b.radius);
}
inline bool SameBits(const TreeNode& a, const TreeNode& b) {
    return SameBits(a.sphere, b.sphere) && SameBits(a.error, b.error) && a.parent == b.parent &&
           a.firstChild == b.firstChild && a.childCount == b.childCount && a.level == b.level;
}

inline bool SameBits(const SphereTree& a, const SphereTree& b) {
    if (a.nodes.size() != b.nodes.size() || a.volumeSpheres.size() != b.volumeSpheres.size()) return false;
    if (a.normalCones.size() != b.normalCones.size()) return false;
    for (size_t i = 0; i < a.normalCones.size(); ++i) {
        const NormalCone &first = a.normalCones[i], &second = b.normalCones[i];
        if (!SameBits(Sphere{first.axis, first.halfAngle}, Sphere{second.axis, second.halfAngle})) return false;
    }
    for (size_t i = 0; i < a.nodes.size(); ++i)
        if (!SameBits(a.nodes[i], b.nodes[i])) return false;
    for (size_t i = 0; i < a.volumeSpheres.size(); ++i)
        if (!SameBits(a.volumeSpheres[i], b.volumeSpheres[i])) return false;
    return a.branching == b.branching && a.method == b.method && a.isSolid == b.isSolid && a.hasInside == b.hasInside;
}

}  // namespace spheretree
