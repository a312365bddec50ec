// A convex shape on a height field: the boxes of the cells below its own box, by GJK. [Bradshaw 2002] 8.3.2, with a
// shape in the place of a sphere.

#include "SphereTree/Gjk.h"
#include "Traverse/Frames.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spheretree {

namespace {

constexpr int32_t kMostCellsAcross = 8;

/// The shape and its way in the ground's frame.
PlacedShape OnGround(const Body& shape, const Body& ground) {
    PlacedShape placed{shape.shape.get(), {}, 0, ground.turn.Back(shape.drift)};
    for (int i = 0; i < 3; ++i) {
        const Vec3 axis = ground.turn.Column(i);
        placed.map.row[static_cast<size_t>(i)] =
            shape.shapeMap.row[0] * axis.x + shape.shapeMap.row[1] * axis.y + shape.shapeMap.row[2] * axis.z;
    }
    placed.map.offset = ground.turn.Back(shape.pose.position - ground.pose.position);
    return placed;
}

struct CellRange {
    int32_t first, last;
    CellRange(double low, double high, double cell, int32_t count)
        : first(CellAt(low, cell, count)), last(CellAt(high, cell, count)) {}
    static int32_t CellAt(double at, double cell, int32_t count) {
        const double index = std::floor(at / cell);
        return index <= 0 ? 0 : index >= count - 1 ? count - 1 : static_cast<int32_t>(index);
    }
};

/// The level at which the shape covers few cells.
int32_t LevelFor(const HeightGrid& grid, double across) {
    int32_t level = 0;
    while (static_cast<size_t>(level) + 1 < grid.levels.size() &&
           across > (kMostCellsAcross - 1) * grid.levels[static_cast<size_t>(level)].cell)
        ++level;
    return level;
}

bool MeetsCell(const PlacedShape& placed, const Vec3& low, const Vec3& high, double pad) {
    const ConvexShape box = ConvexShape::Box((high - low) * 0.5);
    PlacedShape cell{&box, {}, 0, {}};
    cell.map.offset = (low + high) * 0.5;
    const GjkOverlap found = FindSeparatingAxis(placed, cell, {0, 0, 1});
    if (found.overlaps) return true;
    return !(SeparationAlong(placed, cell, found.axis) > pad) && !(MeasureGjk(placed, cell).lowerBound > pad);
}

}  // namespace

HeightHit TestGroundShape(const Body& shape, const Body& ground) {
    const HeightGrid& grid = *ground.ground;
    const PlacedShape placed = OnGround(shape, ground);
    const double pad = shape.spin + 4 * (shape.rounding + ground.rounding);
    const auto reach = [&](const Vec3& n) { return Dot(SupportPoint(placed, n), n) + pad; };
    const double left = -reach({-1, 0, 0}), right = reach({1, 0, 0}), near = -reach({0, -1, 0}), far = reach({0, 1, 0});
    HeightHit hit;
    hit.level = LevelFor(grid, std::max(right - left, far - near));
    hit.gap = std::numeric_limits<double>::infinity();
    const HeightGrid::Level& level = grid.levels[static_cast<size_t>(hit.level)];
    const CellRange columns(left, right, level.cell, level.columns), rows(near, far, level.cell, level.rows);
    const Vec3 lowest = SupportPoint(placed, {0, 0, -1});
    for (int32_t row = rows.first; row <= rows.last; ++row)
        for (int32_t column = columns.first; column <= columns.last; ++column) {
            const size_t at =
                static_cast<size_t>(row) * static_cast<size_t>(level.columns) + static_cast<size_t>(column);
            const double top = level.high[at];
            const Vec3 low{column * level.cell, row * level.cell, grid.bottom};
            const Vec3 high{std::min((column + 1) * level.cell, grid.width),
                            std::min((row + 1) * level.cell, grid.depth), top};
            if (lowest.z - pad - top >= hit.gap || !MeetsCell(placed, low, high, pad)) continue;
            hit.overlaps = true;
            hit.gap = lowest.z - pad - top;  // how far it must be lifted
            hit.error = top - level.low[at];
            hit.closest = {std::clamp(lowest.x, low.x, high.x), std::clamp(lowest.y, low.y, high.y), top};
        }
    return hit;
}

}  // namespace spheretree
