#include "Surface/SignGrid.h"
#include "Mesh/EdgeTable.h"
#include "Surface/RaySearch.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

// [Bradshaw 2002] A.3 keeps a grid of cells known to be inside or outside. Differs: one winding number is computed per
// connected set of untouched cells, not one test per cell, and touched cells do not fall back to the full test.

namespace spheretree {

namespace {
constexpr double kCellsPerTriangle = 4;
constexpr double kFewestCells = 4096, kMostCells = 2e6;
constexpr double kMargin = 1e-9;  // a triangle touches the cells it comes this near to

struct LaneBox {
    double low[3], high[3];
};

LaneBox BoxOf(const TriangleBlock& block, int lane) {
    LaneBox box;
    for (int a = 0; a < 3; ++a) {
        const double p = block.corner[0][a][lane], q = block.corner[1][a][lane], r = block.corner[2][a][lane];
        box.low[a] = std::min(std::min(p, q), r) - kMargin;
        box.high[a] = std::max(std::max(p, q), r) + kMargin;
    }
    return box;
}

/// The untouched cells, row by row in runs of neighbours; runs that touch across rows and layers belong together.
class CellRuns {
public:
    struct Run {
        int32_t begin, end;  // cells
    };

    CellRuns(const std::vector<uint8_t>& touched, const int32_t (&count)[3])
        : runs_(FindRuns(touched, count, firstOfRow_)), sets_(Count()) {
        const int32_t rows = count[1] * count[2];
        for (int32_t row = 0; row < rows; ++row) {
            if (row % count[1] > 0) JoinRows(row - 1, row, count[0]);
            if (row >= count[1]) JoinRows(row - count[1], row, count[0] * count[1]);
        }
    }

    int64_t Count() const { return static_cast<int64_t>(runs_.size()); }
    const Run& operator[](int64_t i) const { return runs_[static_cast<size_t>(i)]; }
    /// The first of all runs that belong together with this one.
    int64_t FirstJoined(int64_t i) { return sets_.Find(i); }

private:
    static std::vector<Run> FindRuns(const std::vector<uint8_t>& touched, const int32_t (&count)[3],
                                     std::vector<int64_t>& firstOfRow) {
        std::vector<Run> runs;
        const auto cells = static_cast<int32_t>(touched.size());
        for (int32_t row = 0; row < cells; row += count[0]) {
            firstOfRow.push_back(static_cast<int64_t>(runs.size()));
            for (int32_t cell = row; cell < row + count[0]; ++cell) {
                if (touched[static_cast<size_t>(cell)]) continue;
                const bool goesOn = cell > row && !touched[static_cast<size_t>(cell) - 1];
                if (!goesOn) runs.push_back({cell, cell});
                runs.back().end = cell + 1;
            }
        }
        firstOfRow.push_back(static_cast<int64_t>(runs.size()));
        return runs;
    }

    /// Cells of the second row lie `shift` behind their neighbours in the first.
    void JoinRows(int32_t first, int32_t second, int32_t shift) {
        int64_t i = firstOfRow_[static_cast<size_t>(first)], j = firstOfRow_[static_cast<size_t>(second)];
        const int64_t iEnd = firstOfRow_[static_cast<size_t>(first) + 1];
        const int64_t jEnd = firstOfRow_[static_cast<size_t>(second) + 1];
        while (i < iEnd && j < jEnd) {
            const Run a = (*this)[i], b{(*this)[j].begin - shift, (*this)[j].end - shift};
            if (a.begin < b.end && b.begin < a.end) sets_.Join(i, j);
            a.end < b.end ? ++i : ++j;
        }
    }

    std::vector<int64_t> firstOfRow_;
    std::vector<Run> runs_;
    DisjointSets sets_;
};

}  // namespace

void SignGrid::Lay(const Hierarchy& hierarchy) {
    const WideNode& root = hierarchy.nodes[0];
    double low[3], extent[3];
    for (int a = 0; a < 3; ++a) {
        low[a] = *std::min_element(root.low[a], root.low[a] + root.used);
        extent[a] = *std::max_element(root.high[a], root.high[a] + root.used) - low[a];
    }
    const double wanted = std::clamp(kCellsPerTriangle * kBlockSize * static_cast<double>(hierarchy.blocks.size()),
                                     kFewestCells, kMostCells);
    const double longest = std::max(std::max(extent[0], extent[1]), extent[2]);
    const auto atLeast = [&](double e) { return std::max(e, longest / 64); };  // a plate is not cut finer than this
    size_ = std::cbrt(atLeast(extent[0]) * atLeast(extent[1]) * atLeast(extent[2]) / wanted);
    inverseSize_ = 1 / size_;
    for (int a = 0; a < 3; ++a) count_[a] = static_cast<int32_t>(extent[a] * inverseSize_) + 3;
    low_ = Vec3{low[0], low[1], low[2]} - Vec3{size_, size_, size_};  // a free cell all around
}

Vec3 SignGrid::MiddleOf(int32_t cell) const {
    const int32_t x = cell % count_[0], y = cell / count_[0] % count_[1], z = cell / count_[0] / count_[1];
    return low_ + Vec3{x + 0.5, y + 0.5, z + 0.5} * size_;
}

template <typename Visit>
void SignGrid::VisitNeighbours(int32_t cell, const Visit& visit) const {
    const int32_t x = cell % count_[0], y = cell / count_[0] % count_[1], z = cell / count_[0] / count_[1];
    if (x > 0) visit(cell - 1);
    if (x + 1 < count_[0]) visit(cell + 1);
    if (y > 0) visit(cell - count_[0]);
    if (y + 1 < count_[1]) visit(cell + count_[0]);
    if (z > 0) visit(cell - count_[0] * count_[1]);
    if (z + 1 < count_[2]) visit(cell + count_[0] * count_[1]);
}

void SignGrid::MarkTouched(const TriangleBlock& block, int lane) {
    const LaneBox box = BoxOf(block, lane);
    const double low[3] = {low_.x, low_.y, low_.z};
    int32_t from[3], to[3];
    for (int a = 0; a < 3; ++a) {
        from[a] = std::clamp(static_cast<int32_t>((box.low[a] - low[a]) * inverseSize_), 0, count_[a] - 1);
        to[a] = std::clamp(static_cast<int32_t>((box.high[a] - low[a]) * inverseSize_), 0, count_[a] - 1);
    }
    const Vec3 n{block.normal[0][lane], block.normal[1][lane], block.normal[2][lane]};
    const Vec3 corner{block.corner[0][0][lane], block.corner[0][1][lane], block.corner[0][2][lane]};
    const double reach = (std::abs(n.x) + std::abs(n.y) + std::abs(n.z)) * size_ / 2 * (1 + kMargin) + 1e-6;
    for (int32_t z = from[2]; z <= to[2]; ++z) {
        for (int32_t y = from[1]; y <= to[1]; ++y) {
            const Vec3 rowStart = low_ + Vec3{0.5, y + 0.5, z + 0.5} * size_ - corner;
            const double rowHeight = Dot(n, rowStart);
            for (int32_t x = from[0]; x <= to[0]; ++x) {
                if (std::abs(rowHeight + n.x * x * size_) > reach) continue;
                std::atomic_ref<uint8_t>(touched_[static_cast<size_t>(CellAt(x, y, z))])
                    .store(1, std::memory_order_relaxed);
            }
        }
    }
}

void SignGrid::FillComponents(const Hierarchy& hierarchy, const std::vector<WideMoments>& moments, const Task& task) {
    CellRuns runs(touched_, count_);
    std::vector<int32_t> windings(static_cast<size_t>(runs.Count()));
    for (int64_t i = 0; i < runs.Count() && !task.Cancelled(); ++i) {
        const auto [begin, end] = runs[i];
        const int64_t first = runs.FirstJoined(i);
        // Cell 0 is outside, where the winding number is 0. The others' sum differs from a whole number by 1e-4.
        const double sum = first < i || begin == 0 ? 0 : SumWinding(hierarchy, moments, MiddleOf(begin));
        const auto winding = first < i ? windings[static_cast<size_t>(first)] : static_cast<int32_t>(std::lround(sum));
        windings[static_cast<size_t>(i)] = winding;
        for (int32_t cell = begin; cell < end; ++cell) {
            reference_[static_cast<size_t>(cell)] = cell;
            winding_[static_cast<size_t>(cell)] = winding;
        }
    }
}

/// Breadth first from the untouched cells into the touched ones.
void SignGrid::ReferTouched() {
    std::vector<int32_t> wave, next;
    for (int32_t cell = 0; cell < static_cast<int32_t>(reference_.size()); ++cell) {
        if (!touched_[static_cast<size_t>(cell)]) continue;
        int32_t found = kUnknown;
        VisitNeighbours(cell, [&](int32_t neighbour) {
            if (found == kUnknown && !touched_[static_cast<size_t>(neighbour)]) found = neighbour;
        });
        if (found == kUnknown) continue;
        reference_[static_cast<size_t>(cell)] = found;
        wave.push_back(cell);
    }
    for (; !wave.empty(); wave.swap(next), next.clear()) {
        for (const int32_t cell : wave) {
            VisitNeighbours(cell, [&](int32_t neighbour) {
                auto& reference = reference_[static_cast<size_t>(neighbour)];
                if (reference != kUnknown) return;
                reference = reference_[static_cast<size_t>(cell)];
                next.push_back(neighbour);
            });
        }
    }
}

bool SignGrid::Build(const Hierarchy& hierarchy, const std::vector<WideMoments>& moments, const Host& host,
                     Task& task) {
    Lay(hierarchy);
    const size_t cells =
        static_cast<size_t>(count_[0]) * static_cast<size_t>(count_[1]) * static_cast<size_t>(count_[2]);
    touched_.assign(cells, 0);
    reference_.assign(cells, kUnknown);
    winding_.assign(cells, 0);
    const auto blocks = static_cast<int64_t>(hierarchy.blocks.size());
    constexpr int64_t kChunk = 256;
    host.parallelFor((blocks + kChunk - 1) / kChunk, [&](int64_t chunk) {
        if (!task.Advance(static_cast<double>(kChunk))) return;
        const int64_t end = std::min((chunk + 1) * kChunk, blocks);
        for (int64_t i = chunk * kChunk; i < end; ++i) {
            const TriangleBlock& block = hierarchy.blocks[static_cast<size_t>(i)];
            for (int lane = 0; lane < block.count; ++lane) MarkTouched(block, lane);
        }
    });
    if (!task.Advance(0)) return false;
    FillComponents(hierarchy, moments, task);
    if (!task.Advance(0)) return false;
    ReferTouched();
    touched_ = {};
    return !task.Cancelled();
}

int32_t SignGrid::Winding(const Hierarchy& hierarchy, const Vec3& point) const {
    const double p[3] = {(point.x - low_.x) * inverseSize_, (point.y - low_.y) * inverseSize_,
                         (point.z - low_.z) * inverseSize_};
    int32_t at[3];
    for (int a = 0; a < 3; ++a) {
        if (!(p[a] >= 0 && p[a] < count_[a])) return 0;  // outside, or NaN
        at[a] = static_cast<int32_t>(p[a]);
    }
    const int32_t cell = CellAt(at[0], at[1], at[2]);
    const int32_t reference = reference_[static_cast<size_t>(cell)];
    const int32_t winding = winding_[static_cast<size_t>(reference)];
    if (reference == cell) return winding;
    return winding + SignedCrossings(hierarchy, point, MiddleOf(reference));
}

}  // namespace spheretree
