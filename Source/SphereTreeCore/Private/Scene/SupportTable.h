#pragma once

// How far a tree's leaves reach in every direction, so that two bodies with a plane between them are told apart without
// a descent. Ours; no paper.
//
// Notation: for a direction p, S(p) = max over leaves of c · p + r |p|. S is convex and S(t p) = t S(p), so if p is a
// sum of directions d with weights that are not negative, S(p) lies nowhere above the same sum of S(d): a small table
// is a proof for all directions. The directions are the octahedron |x| + |y| + |z| = K, each of its faces divided into
// K² triangles. What is interpolated between the three corners of a triangle is linear in p, and so it is g · p for
// some point g: that is all that the table holds, and g is also about where the leaf lies that reaches farthest.

#include "SphereTree/PackedTree.h"

#include <cmath>
#include <cstddef>

namespace spheretree {

/// Fills `support` from the leaves.
void PutSupport(PackedTree& packed);

/// Where row and column of a face's triangles stand; of a square cell the triangle at the origin's side is the lower.
inline size_t SupportCell(int octant, int row, int column, int upper) {
    return static_cast<size_t>(octant * kSupportCells * kSupportCells + row * (2 * kSupportCells - row) + 2 * column +
                               upper);
}

/// The point g for a way: g · way is no less than S(way), but for the rounding of a few float operations. Without a
/// branch: nobody can foretell where a way leads. One that is zero or not finite gets any point.
inline const ReachPoint& SupportToward(const ReachPoint* table, const float* way) {
    constexpr float kInside = kSupportCells * (1 - 1e-6f);  // rounding leads out of no face
    const float x = std::fabs(way[0]), y = std::fabs(way[1]);
    const float scale = kInside / ((x + y) + std::fabs(way[2]));
    const float right = x * scale, up = y * scale;
    const int column = static_cast<int>(right < kSupportCells ? right : 0.0f);
    const int row = static_cast<int>(up < kSupportCells ? up : 0.0f);
    const float beyond = (right - static_cast<float>(column)) + (up - static_cast<float>(row));
    const int octant =
        static_cast<int>(way[0] < 0) | static_cast<int>(way[1] < 0) << 1 | static_cast<int>(way[2] < 0) << 2;
    return table[SupportCell(octant, row, column, static_cast<int>(beyond > 1))];
}

}  // namespace spheretree
