#pragma once

#include "SphereTree/Scene.h"

#include <cstdint>
#include <vector>

namespace spheretree {

/// A ground of boxes: one per cell of the height field, and coarser ones over 2×2, 4×4 … cells for large spheres.
/// [Bradshaw 2002] 8.3.2: a sphere is projected onto the ground plane to find the boxes to test.
struct HeightGrid {
    struct Level {
        int32_t columns = 0, rows = 0;
        double cell = 1;               // width
        std::vector<float> low, high;  // of the heights in each cell
    };
    std::vector<Level> levels;  // finest first
    double bottom = 0;
    double width = 0, depth = 0;
    float lowest = 0, highest = 0;
};

struct HeightHit {
    bool overlaps = false;
    double error = 0;  // how far the box of that gap may stick out above the ground
    double gap = 0;    // least distance from centre to box, minus the radius
    Vec3 closest;      // on that box
    int32_t level = 0;
};

Result<HeightGrid> MakeHeightGrid(const HeightFieldDescription& field);

/// A ball in the grid's own frame against the boxes, at the finest level of which it covers at most 8 × 8 cells.
HeightHit TestHeightGrid(const HeightGrid& grid, const Vec3& centre, double radius);

}  // namespace spheretree
