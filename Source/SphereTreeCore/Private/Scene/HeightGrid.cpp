#include "Scene/HeightGrid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spheretree {

namespace {

constexpr int32_t kMostCellsAcross = 8;

HeightGrid::Level FinestLevel(const HeightFieldDescription& field) {
    HeightGrid::Level level{field.columns - 1, field.rows - 1, field.spacing, {}, {}};
    for (int32_t row = 0; row < level.rows; ++row)
        for (int32_t column = 0; column < level.columns; ++column) {
            const size_t at =
                static_cast<size_t>(row) * static_cast<size_t>(field.columns) + static_cast<size_t>(column);
            const size_t next = at + static_cast<size_t>(field.columns);
            const auto [low, high] =
                std::minmax({field.heights[at], field.heights[at + 1], field.heights[next], field.heights[next + 1]});
            level.low.push_back(low);
            level.high.push_back(high);
        }
    return level;
}

HeightGrid::Level CoarserLevel(const HeightGrid::Level& fine) {
    HeightGrid::Level level{(fine.columns + 1) / 2, (fine.rows + 1) / 2, fine.cell * 2, {}, {}};
    const size_t count = static_cast<size_t>(level.columns) * static_cast<size_t>(level.rows);
    level.low.assign(count, std::numeric_limits<float>::infinity());
    level.high.assign(count, -std::numeric_limits<float>::infinity());
    for (int32_t row = 0; row < fine.rows; ++row)
        for (int32_t column = 0; column < fine.columns; ++column) {
            const size_t from =
                static_cast<size_t>(row) * static_cast<size_t>(fine.columns) + static_cast<size_t>(column);
            const size_t to =
                static_cast<size_t>(row / 2) * static_cast<size_t>(level.columns) + static_cast<size_t>(column / 2);
            level.low[to] = std::min(level.low[to], fine.low[from]);
            level.high[to] = std::max(level.high[to], fine.high[from]);
        }
    return level;
}

int32_t CellOf(double at, double cell, int32_t count) {
    const double index = std::floor(at / cell);
    return index <= 0 ? 0 : index >= count - 1 ? count - 1 : static_cast<int32_t>(index);
}

double Clamped(double value, double low, double high) { return value < low ? low : value > high ? high : value; }

}  // namespace

Result<HeightGrid> MakeHeightGrid(const HeightFieldDescription& field) {
    if (field.columns < 2 || field.rows < 2)
        return Error{"A height field needs at least 2 columns and 2 rows of heights."};
    if (static_cast<int64_t>(field.heights.size()) != static_cast<int64_t>(field.columns) * field.rows)
        return Error{"The height field must have columns · rows heights."};
    if (!(field.spacing > 0 && field.spacing < 1e12)) return Error{"The spacing of a height field must be positive."};
    for (const float height : field.heights)
        if (!(std::fabs(height) < 1e12f)) return Error{"The height field has a height that is not finite."};
    if (!(field.bottom < *std::min_element(field.heights.begin(), field.heights.end())))
        return Error{"The bottom of a height field must lie below its heights."};
    HeightGrid grid;
    grid.bottom = field.bottom;
    grid.width = (field.columns - 1) * field.spacing;
    grid.depth = (field.rows - 1) * field.spacing;
    grid.levels.push_back(FinestLevel(field));
    while (grid.levels.back().columns > 1 || grid.levels.back().rows > 1)
        grid.levels.push_back(CoarserLevel(grid.levels.back()));
    grid.lowest = grid.levels.back().low[0];
    grid.highest = grid.levels.back().high[0];
    return grid;
}

HeightHit TestHeightGrid(const HeightGrid& grid, const Vec3& centre, double radius) {
    HeightHit hit;
    hit.gap = std::numeric_limits<double>::infinity();
    const size_t last = grid.levels.size() - 1;
    while (static_cast<size_t>(hit.level) < last &&
           2 * radius > (kMostCellsAcross - 1) * grid.levels[static_cast<size_t>(hit.level)].cell)
        ++hit.level;
    const HeightGrid::Level& level = grid.levels[static_cast<size_t>(hit.level)];
    const int32_t lastColumn = CellOf(centre.x + radius, level.cell, level.columns);
    const int32_t lastRow = CellOf(centre.y + radius, level.cell, level.rows);
    for (int32_t row = CellOf(centre.y - radius, level.cell, level.rows); row <= lastRow; ++row)
        for (int32_t column = CellOf(centre.x - radius, level.cell, level.columns); column <= lastColumn; ++column) {
            const size_t at =
                static_cast<size_t>(row) * static_cast<size_t>(level.columns) + static_cast<size_t>(column);
            const double right = std::min((column + 1) * level.cell, grid.width);
            const double far = std::min((row + 1) * level.cell, grid.depth);
            const Vec3 closest{Clamped(centre.x, column * level.cell, right), Clamped(centre.y, row * level.cell, far),
                               Clamped(centre.z, grid.bottom, level.high[at])};
            const double gap = Distance(centre, closest) - radius;
            if (!(gap <= 0)) continue;
            hit.overlaps = true;
            if (gap < hit.gap) {
                hit.error = static_cast<double>(level.high[at]) - level.low[at];
                hit.gap = gap;
                hit.closest = closest;
            }
        }
    return hit;
}

}  // namespace spheretree
