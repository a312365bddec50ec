#include "Shells/FitCentre.h"

#include "Base/Eigen.h"

#include <algorithm>
#include <numeric>

namespace spheretree {

namespace {

struct OctreeCell {
    int32_t first = 0, count = 0;
};

struct OctreeDivision {
    std::vector<Vec3> centroids;
    std::vector<int32_t> order, scratch;
    std::vector<OctreeCell> cells, done;

    explicit OctreeDivision(const TriangleCorners* triangles, int64_t count) {
        centroids.reserve(static_cast<size_t>(count));
        for (int64_t i = 0; i < count; ++i)
            centroids.push_back((triangles[i][0] + triangles[i][1] + triangles[i][2]) / 3);
        order.resize(centroids.size());
        std::iota(order.begin(), order.end(), 0);
        scratch.resize(order.size());
        cells.push_back({0, static_cast<int32_t>(count)});
    }

    const Vec3& At(int32_t place) const { return centroids[static_cast<size_t>(order[static_cast<size_t>(place)])]; }

    Vec3 MiddleOf(const OctreeCell& cell) const {
        Vec3 low = At(cell.first), high = low;
        for (int32_t i = cell.first; i < cell.first + cell.count; ++i) {
            const Vec3& p = At(i);
            low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        }
        return (low + high) * 0.5;
    }

    /// A tight box around the cell's points, cut in eight. False when all of them fall into one part.
    bool Divide(const OctreeCell& cell) {
        const Vec3 middle = MiddleOf(cell);
        const auto part = [&](int32_t place) {
            const Vec3& p = At(place);
            return static_cast<size_t>((p.x > middle.x) + 2 * (p.y > middle.y) + 4 * (p.z > middle.z));
        };
        int32_t starts[9] = {};
        for (int32_t i = cell.first; i < cell.first + cell.count; ++i) ++starts[part(i) + 1];
        if (std::any_of(starts, starts + 9, [&](int32_t n) { return n == cell.count; })) return false;
        std::partial_sum(starts, starts + 9, starts);
        int32_t next[8];
        std::copy(starts, starts + 8, next);
        for (int32_t i = cell.first; i < cell.first + cell.count; ++i)
            scratch[static_cast<size_t>(cell.first + next[part(i)]++)] = order[static_cast<size_t>(i)];
        std::copy(scratch.begin() + cell.first, scratch.begin() + cell.first + cell.count, order.begin() + cell.first);
        for (int k = 0; k < 8; ++k)
            if (starts[k + 1] > starts[k]) cells.push_back({cell.first + starts[k], starts[k + 1] - starts[k]});
        return true;
    }

    void Run(size_t wanted) {
        while (!cells.empty() && cells.size() + done.size() < wanted) {
            const auto fullest = std::max_element(
                cells.begin(), cells.end(), [](const OctreeCell& a, const OctreeCell& b) { return a.count < b.count; });
            const OctreeCell cell = *fullest;
            cells.erase(fullest);
            if (cell.count < 2 || !Divide(cell)) done.push_back(cell);
        }
        done.insert(done.end(), cells.begin(), cells.end());
    }
};

/// Rows are taken up one by one into a triangle of three, by Givens' rotations: sums run in one order on every machine.
struct RowReduction {
    double r[3][4] = {};  // the triangle, and the right side

    void Take(double row[4]) {
        for (int k = 0; k < 3; ++k) {
            const double length = std::sqrt(r[k][k] * r[k][k] + row[k] * row[k]);
            if (!(length > 0)) continue;
            const double cosine = r[k][k] / length, sine = row[k] / length;
            for (int i = k; i < 4; ++i) {
                const double before = r[k][i];
                r[k][i] = cosine * before + sine * row[i];
                row[i] = cosine * row[i] - sine * before;
            }
        }
    }
};

/// The shortest solution of the reduced system: singular values below the limit count as none.
struct SingularSolution {
    Vec3 shortest, thinnest;
    bool full = true;
};

SingularSolution SolveBySingularValues(const RowReduction& rows, double limit) {
    Eigen::Matrix3d triangle = Eigen::Matrix3d::Zero();
    for (int i = 0; i < 3; ++i)
        for (int k = i; k < 3; ++k) triangle(i, k) = rows.r[i][k];
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(triangle, Eigen::ComputeFullU | Eigen::ComputeFullV);
    SingularSolution solution;
    const auto direction = [&](int k) { return Vec3{svd.matrixV()(0, k), svd.matrixV()(1, k), svd.matrixV()(2, k)}; };
    for (int k = 0; k < 3; ++k) {
        const double value = svd.singularValues()(k);
        if (!(value > limit * svd.singularValues()(0))) {
            solution.full = false;
            continue;
        }
        double weight = 0;
        for (int i = 0; i < 3; ++i) weight += svd.matrixU()(i, k) * rows.r[i][3];
        solution.shortest += direction(k) * (weight / value);
    }
    solution.thinnest = Normalized(direction(2));
    return solution;
}

}  // namespace

std::vector<Vec3> ClusterMeans(const TriangleCorners* triangles, int64_t count, int32_t clusters) {
    std::vector<Vec3> points;
    OctreeDivision division(triangles, 3 * count > clusters ? count : 0);
    division.Run(static_cast<size_t>(clusters));
    if (division.done.size() < 4) {  // few triangles, or all in one place: their corners
        const int64_t few = std::min<int64_t>(count, clusters);
        for (int64_t i = 0; i < few; ++i) points.insert(points.end(), triangles[i].begin(), triangles[i].end());
        return points;
    }
    for (const OctreeCell& cell : division.done) {
        Vec3 sum;
        for (int32_t i = cell.first; i < cell.first + cell.count; ++i) sum += division.At(i);
        points.push_back(sum / cell.count);
    }
    return points;
}

// The paper's unknowns are the centre and d, four in all. Less the mean of all rows, d falls out, and the shortest
// solution is about the centre alone. Differs: it is the shortest step from the centre above, where the paper's is from
// the origin of coordinates, wherever that lies.
CentreFit FitCentre(const std::vector<Vec3>& points, const Vec3* above, double leastExtent) {
    CentreFit fit;
    const double count = static_cast<double>(points.size());
    for (const Vec3& p : points) fit.mean += p / count;
    for (const Vec3& p : points) fit.radius = std::max(fit.radius, Distance(p, fit.mean));
    fit.centre = above ? *above : fit.mean;
    fit.normal = {0, 0, 1};
    if (!(fit.radius > 0)) return fit;
    const double scale = 1 / fit.radius;
    // With x from the mean and c from the start, both in radii: x·c = (|x|² − mean of |x|²) / 2 − x·start.
    const Vec3 start = (fit.centre - fit.mean) * scale;
    double meanSquare = 0;
    for (const Vec3& p : points) meanSquare += LengthSquared((p - fit.mean) * scale) / count;
    RowReduction rows;
    for (const Vec3& p : points) {
        const Vec3 x = (p - fit.mean) * scale;
        double row[4] = {x.x, x.y, x.z, (LengthSquared(x) - meanSquare) / 2 - Dot(x, start)};
        rows.Take(row);
    }
    const SingularSolution solution = SolveBySingularValues(rows, leastExtent);
    fit.isDetermined = solution.full;
    fit.centre += solution.shortest * fit.radius;
    fit.normal = solution.thinnest;
    return fit;
}

}  // namespace spheretree
