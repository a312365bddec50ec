#pragma once

#include <array>
#include <string>
#include <string_view>

namespace spheretree::tool {

/// What the best published tool reaches on a mesh of about 1,500 triangles (the sphere-tree thesis's own, as its author
/// published it; the best of its methods at each level, so no single tree of it has all three), measured by an
/// independent evaluator: the largest and the mean error of the spheres' surfaces, in bounding radii, branching 8. It
/// leaves 3 to 7 % of the surface uncovered at level 3.
struct AnchorLevel {
    double largest = 0, mean = 0;
};

struct AnchorTable {
    const char* object;  // how the names of its meshes begin
    std::array<AnchorLevel, 3> levels;
    std::array<double, 3> limits;  // below which no spheres can go, where that is known; else 0
};

inline constexpr std::array<AnchorTable, 7> kAnchorTables{{
    {"bunny", {{{0.265, 0.165}, {0.112, 0.057}, {0.055, 0.0156}}}, {}},
    {"dragon", {{{0.329, 0.251}, {0.140, 0.078}, {0.069, 0.0201}}}, {}},
    {"cube", {{{0.211, 0.211}, {0.096, 0.077}, {0.036, 0.0138}}}, {0.2113, 0, 0}},
    {"ellipsoid", {{{0.120, 0.112}, {0.0237, 0.0165}, {0.0138, 0.0043}}}, {}},
    {"sshape", {{{0.133, 0.126}, {0.0081, 0.0054}, {0.043, 0.0066}}}, {}},
    {"torus", {{{0.169, 0.163}, {0.0116, 0.0068}, {0.030, 0.0088}}}, {}},
    {"plate", {{{0.375, 0.346}, {0.132, 0.109}, {0.0415, 0.0262}}}, {0.296, 0.096, 0.027}},
}};

inline const AnchorTable* FindAnchorTable(std::string_view meshName) {
    std::string plain;
    for (const char c : meshName)
        if (c != '-' && c != '_') plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    for (const AnchorTable& table : kAnchorTables)
        if (plain.starts_with(table.object)) return &table;
    return nullptr;
}

}  // namespace spheretree::tool
