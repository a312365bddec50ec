#pragma once

// How far a tree's leaves reach in every direction, so that two bodies with a plane between them are told apart without
// a descent. Ours; no paper.
//
// Notation: for a direction p on the surface of the cube |p|∞ = 1, S(p) = max over leaves of c · p + r |p|. S is convex
// and S(t p) = t S(p), so between the corners of a square on the cube it lies nowhere above what interpolation between
// its corners says: a small table is a proof for all directions.

#include "SphereTree/PackedTree.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

/// Fills `support` from the leaves.
void PutSupport(PackedTree& packed);

/// No less than S(way), but for the rounding of a few float operations. The way is finite and not zero.
inline float SupportAlong(const float* table, const float* way) {
    constexpr int kCorners = kSupportCells + 1;
    const float size[3] = {std::fabs(way[0]), std::fabs(way[1]), std::fabs(way[2])};
    const int longer = size[1] > size[0] ? 1 : 0;
    const int axis = size[2] > size[longer] ? 2 : longer;
    const int second = axis == 0 ? 1 : 0, third = axis == 2 ? 1 : 2;
    const int face = 2 * axis + (way[axis] < 0 ? 1 : 0);
    const float half = 0.5f * kSupportCells, scale = half / size[axis];
    const float u = way[second] * scale + half, v = way[third] * scale + half;
    const int column = std::clamp(static_cast<int>(u), 0, kSupportCells - 1);
    const int row = std::clamp(static_cast<int>(v), 0, kSupportCells - 1);
    const float* corner = table + (face * kCorners + row) * kCorners + column;
    const float right = u - static_cast<float>(column), up = v - static_cast<float>(row);
    const float low = corner[0] + right * (corner[1] - corner[0]);
    const float high = corner[kCorners] + right * (corner[kCorners + 1] - corner[kCorners]);
    return size[axis] * (low + up * (high - low));
}

}  // namespace spheretree
