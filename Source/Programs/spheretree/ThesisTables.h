#pragma once

#include <array>
#include <string>
#include <string_view>

namespace spheretree::tool {

/// How many times smaller the error became, against a reference method: worst and root mean square, levels 1 to 3.
struct ImprovementRow {
    const char* reference;
    const char* method;
    std::array<double, 6> factors;  // level 1 max, rms, level 2 max, rms, level 3 max, rms
};

struct ThesisTable {
    const char* object;  // how the names of its meshes begin
    const char* title;
    std::array<ImprovementRow, 5> rows;
};

/// The printed numbers of tables 7.2 to 7.5: [Bradshaw 2002] Gareth Bradshaw, "Bounding volume hierarchies for
/// level-of-detail collision handling", PhD thesis, Trinity College Dublin, section 7.1.5. About 1,500 triangles,
/// branching 8, 5,000 surface points, 2,500 medial spheres for Hubbard's method, 500 and 100 per region for the others.
inline constexpr std::array<ThesisTable, 4> kThesisTables{{
    {"bunny",
     "table 7.2",
     {{{"Hubbard", "Merge", {1.56, 1.32, 1.30, 1.36, 2.47, 3.44}},
       {"Hubbard", "Expand", {1.61, 1.25, 1.59, 1.46, 3.44, 4.03}},
       {"Hubbard", "Combined", {1.60, 1.24, 1.72, 1.49, 4.48, 4.24}},
       {"Octree", "Grid", {1.80, 2.44, 2.85, 2.75, 3.23, 3.60}},
       {"Octree", "Hybrid", {2.98, 4.33, 4.89, 6.40, 7.58, 14.00}}}}},
    {"dragon",
     "table 7.3",
     {{{"Hubbard", "Merge", {1.59, 1.35, 1.75, 1.34, 2.30, 2.58}},
       {"Hubbard", "Expand", {1.50, 1.21, 1.70, 1.22, 2.40, 2.38}},
       {"Hubbard", "Combined", {1.58, 1.35, 2.08, 1.30, 2.49, 2.60}},
       {"Octree", "Grid", {3.31, 3.86, 3.40, 5.20, 4.18, 6.43}},
       {"Octree", "Hybrid", {3.97, 4.44, 4.75, 7.16, 6.18, 13.43}}}}},
    {"sshape",
     "table 7.4",
     {{{"Hubbard", "Merge", {1.35, 1.34, 1.11, 1.53, 3.43, 4.30}},
       {"Hubbard", "Expand", {1.73, 1.42, 1.56, 1.59, 5.74, 3.99}},
       {"Hubbard", "Combined", {1.58, 1.39, 1.60, 1.86, 6.86, 6.07}},
       {"Octree", "Grid", {6.84, 7.01, 6.02, 7.50, 5.23, 6.57}},
       {"Octree", "Hybrid", {8.57, 7.95, 11.96, 14.63, 10.23, 27.80}}}}},
    {"ellipsoid",
     "table 7.5",
     {{{"Hubbard", "Merge", {1.21, 1.19, 2.59, 1.83, 10.31, 5.18}},
       {"Hubbard", "Expand", {1.64, 1.40, 2.93, 1.94, 11.76, 4.98}},
       {"Hubbard", "Combined", {1.54, 1.35, 2.65, 1.94, 11.65, 5.16}},
       {"Octree", "Grid", {3.84, 4.96, 4.21, 4.33, 5.12, 5.26}},
       {"Octree", "Hybrid", {4.83, 5.63, 12.30, 13.43, 6.88, 31.87}}}}},
}};

/// The table of the object that a mesh's name begins with ("S-Shape_1500" is sshape); null when there is none.
inline const ThesisTable* FindThesisTable(std::string_view meshName) {
    std::string plain;
    for (const char c : meshName)
        if (c != '-' && c != '_') plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    for (const ThesisTable& table : kThesisTables)
        if (plain.starts_with(table.object)) return &table;
    return nullptr;
}

}  // namespace spheretree::tool
