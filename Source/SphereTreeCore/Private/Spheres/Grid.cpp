#include "Base/Eigen.h"
#include "Spheres/MinimumBall.h"
#include "Spheres/NelderMead.h"
#include "Spheres/SphereError.h"
#include "Spheres/SphereMethod.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

// [Bradshaw 2002] 3.3, Algorithms 1 and 2: a grid of cubes, free to turn and to move, each cube with the sphere around
// it. For a sphere size that shrinks by a tenth at a time, the grid is optimised so that few spheres hold most points
// (eq 3.1, f(x) = x²), each chosen sphere shrinks to the smallest ball around its points (7.1.5), and the set with the
// least worst stand-off stays.
// Differs: the search for turn and offset looks at no more than kPointsToSearch of the region's points, the final set
// at all of them; a size that needs too many spheres is tried twice more before the search ends, because the optimiser
// is a heuristic and the next size can succeed.
//
// Paper → code: P → points, G → cells, s → size, O and v → GridPlace, Count → counts, M → metric

namespace spheretree {

namespace {

constexpr double kShrink = 0.9;
constexpr size_t kPointsToSearch = 600;
constexpr int32_t kSearchEvaluations = 120;
constexpr int32_t kFailuresToEnd = 3;
constexpr int32_t kMostSizes = 40;

/// Three small angles about the starting axes and an offset in units of the cube's size.
using GridPlace = std::array<double, 6>;

struct GridFrame {
    std::array<Vec3, 3> axes;
    Vec3 origin;
};

GridFrame BoundingFrame(const std::vector<Vec3>& points, double& longestEdge) {
    Vec3 mean;
    for (const Vec3& point : points) mean += point;
    mean = mean / double(points.size());
    Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();
    for (const Vec3& point : points) {
        const Eigen::Vector3d offset = ToEigen(point - mean);
        covariance += offset * offset.transpose();
    }
    const Eigen::Matrix3d vectors = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(covariance).eigenvectors();
    GridFrame frame;
    for (int axis = 0; axis < 3; ++axis) frame.axes[size_t(axis)] = FromEigen(vectors.col(axis));
    longestEdge = 0;
    frame.origin = mean;
    for (const Vec3& axis : frame.axes) {
        double low = 0, high = 0;
        for (const Vec3& point : points) {
            const double along = Dot(point - mean, axis);
            low = std::min(low, along);
            high = std::max(high, along);
        }
        longestEdge = std::max(longestEdge, high - low);
        frame.origin += axis * ((low + high) / 2);
    }
    return frame;
}

std::array<Vec3, 3> Turned(const std::array<Vec3, 3>& axes, const GridPlace& place) {
    const Eigen::Matrix3d turn =
        (Eigen::AngleAxisd(place[0], Eigen::Vector3d::UnitX()) * Eigen::AngleAxisd(place[1], Eigen::Vector3d::UnitY()) *
         Eigen::AngleAxisd(place[2], Eigen::Vector3d::UnitZ()))
            .toRotationMatrix();
    std::array<Vec3, 3> turned;
    for (int row = 0; row < 3; ++row)
        turned[size_t(row)] = axes[0] * turn(row, 0) + axes[1] * turn(row, 1) + axes[2] * turn(row, 2);
    return turned;
}

struct GridCover {
    double metric = 0;
    std::vector<std::vector<int32_t>> parts;  // the points that each chosen sphere is needed for
};

/// Algorithm 2 on one grid: cubes ranked by the points that need their spheres.
class GridCounter {
public:
    GridCounter(const BakeContext& bake, const std::vector<Vec3>& points, const GridFrame& frame, double size)
        : bake_(bake), points_(points), frame_(frame), size_(size) {}

    GridCover Cover(const GridPlace& place) {
        Place(place);
        ListCells();
        GridCover cover;
        std::fill(covered_.begin(), covered_.end(), uint8_t{0});
        for (;;) {
            const auto best = std::max_element(counts_.begin(), counts_.end());
            if (best == counts_.end() || *best == 0 || bake_.cancelled()) return cover;
            cover.metric += double(*best) * double(*best);
            cover.parts.push_back(Take(int32_t(best - counts_.begin())));
        }
    }

private:
    void Place(const GridPlace& place) {
        axes_ = Turned(frame_.axes, place);
        origin_ = frame_.origin + (axes_[0] * place[3] + axes_[1] * place[4] + axes_[2] * place[5]) * size_;
        local_.resize(points_.size());
        low_ = {0, 0, 0};
        std::array<int32_t, 3> high{0, 0, 0};
        for (size_t i = 0; i < points_.size(); ++i) {
            const Vec3 offset = points_[i] - origin_;
            local_[i] = Vec3{Dot(offset, axes_[0]), Dot(offset, axes_[1]), Dot(offset, axes_[2])} / size_;
            const std::array<int32_t, 3> cell = CellAt(local_[i]);
            for (size_t axis = 0; axis < 3; ++axis) {
                low_[axis] = std::min(low_[axis], cell[axis] - 1);
                high[axis] = std::max(high[axis], cell[axis] + 1);
            }
        }
        for (size_t axis = 0; axis < 3; ++axis) extent_[axis] = high[axis] - low_[axis] + 1;
    }

    /// Cube i spans i − ½ … i + ½ along each axis, so that the first grid is centred on the region.
    static std::array<int32_t, 3> CellAt(const Vec3& local) {
        return {int32_t(std::floor(local.x + 0.5)), int32_t(std::floor(local.y + 0.5)),
                int32_t(std::floor(local.z + 0.5))};
    }

    /// For each point the cubes whose spheres hold it: its own, and those neighbours that reach so far.
    void ListCells() {
        counts_.assign(size_t(extent_[0]) * size_t(extent_[1]) * size_t(extent_[2]), 0);
        cellsOf_.resize(points_.size());
        covered_.resize(points_.size());
        constexpr size_t kBetweenAsks = 1 << 16;
        for (size_t i = 0; i < points_.size(); ++i) {
            if (i % kBetweenAsks == 0 && bake_.cancelled()) return;
            cellsOf_[i].clear();
            const std::array<int32_t, 3> own = CellAt(local_[i]);
            for (int32_t neighbour = 0; neighbour < 27; ++neighbour) {
                const std::array<int32_t, 3> cell{own[0] + neighbour % 3 - 1, own[1] + neighbour / 3 % 3 - 1,
                                                  own[2] + neighbour / 9 - 1};
                const Vec3 offset = local_[i] - Vec3{double(cell[0]), double(cell[1]), double(cell[2])};
                if (LengthSquared(offset) > 0.75) continue;
                cellsOf_[i].push_back(IndexOf(cell));
                ++counts_[size_t(cellsOf_[i].back())];
            }
        }
    }

    int32_t IndexOf(const std::array<int32_t, 3>& cell) const {
        return ((cell[2] - low_[2]) * extent_[1] + cell[1] - low_[1]) * extent_[0] + cell[0] - low_[0];
    }

    std::vector<int32_t> Take(int32_t taken) {
        std::vector<int32_t> part;
        for (size_t i = 0; i < points_.size(); ++i) {
            if (covered_[i] || std::find(cellsOf_[i].begin(), cellsOf_[i].end(), taken) == cellsOf_[i].end()) continue;
            covered_[i] = 1;
            part.push_back(int32_t(i));
            for (int32_t cell : cellsOf_[i]) --counts_[size_t(cell)];
        }
        return part;
    }

    const BakeContext& bake_;
    const std::vector<Vec3>& points_;
    const GridFrame& frame_;
    double size_;
    std::array<Vec3, 3> axes_;
    Vec3 origin_;
    std::array<int32_t, 3> low_{}, extent_{};
    std::vector<Vec3> local_;
    std::vector<std::vector<int32_t>> cellsOf_;
    std::vector<int32_t> counts_;
    std::vector<uint8_t> covered_;
};

std::vector<Vec3> EveryNth(const std::vector<Vec3>& points, size_t most) {
    const size_t step = (points.size() + most - 1) / most;
    std::vector<Vec3> chosen;
    for (size_t i = 0; i < points.size(); i += step) chosen.push_back(points[i]);
    return chosen;
}

/// The place of the grid that maximises the metric, from several offsets: half a cube matters more than a small turn.
GridPlace OptimisePlace(const BakeContext& bake, const std::vector<Vec3>& points, const GridFrame& frame, double size,
                        GridPlace best) {
    GridCounter counter(bake, points, frame, size);
    const auto minus = [&](const GridPlace& place) { return -counter.Cover(place).metric; };
    double bestValue = minus(best);
    for (int corner = 0; corner < 8; ++corner) {
        const GridPlace start{0, 0, 0, corner & 1 ? 0.5 : 0.0, corner & 2 ? 0.5 : 0.0, corner & 4 ? 0.5 : 0.0};
        if (const double value = minus(start); value < bestValue) bestValue = value, best = start;
    }
    return NelderMead<6>(minus, best, 0.2, {.mostEvaluations = kSearchEvaluations}).point;
}

}  // namespace

SphereSet FitGrid(const BakeContext& bake, const Region& region, int32_t count, uint64_t) {
    const std::vector<Vec3>& points = region.patches.points;
    double size = 0;
    const GridFrame frame = BoundingFrame(points, size);
    const std::vector<Vec3> few = EveryNth(points, kPointsToSearch);
    SphereSet best{{region.parent}, {}};
    double bestError = std::numeric_limits<double>::infinity();
    GridPlace place{};
    for (int32_t failures = 0, step = 0; failures < kFailuresToEnd && step < kMostSizes && !bake.cancelled(); ++step) {
        size *= kShrink;
        place = OptimisePlace(bake, few, frame, size, place);
        const GridCover cover = GridCounter(bake, points, frame, size).Cover(place);
        if (bake.cancelled()) break;
        if (int32_t(cover.parts.size()) > count) ++failures;
        if (int32_t(cover.parts.size()) > count || cover.parts.size() < 2) continue;  // one sphere divides nothing
        SphereSet set;
        double worst = 0;
        for (const std::vector<int32_t>& part : cover.parts) {
            set.spheres.push_back(MinimumBall(PointColumns(points, part)));
            worst = std::max(worst, StandOff(set.spheres.back(), bake.depth));
        }
        if (worst < bestError) bestError = worst, best = std::move(set);
    }
    return best;
}

}  // namespace spheretree
