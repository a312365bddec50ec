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

/// Rows are taken up one by one into a triangle of four, by Givens' rotations: sums run in one order on every machine.
struct RowReduction {
    double r[4][5] = {};  // the triangle, and the right side

    void Take(double row[5]) {
        for (int k = 0; k < 4; ++k) {
            const double length = std::sqrt(r[k][k] * r[k][k] + row[k] * row[k]);
            if (!(length > 0)) continue;
            const double cosine = r[k][k] / length, sine = row[k] / length;
            for (int i = k; i < 5; ++i) {
                const double above = r[k][i];
                r[k][i] = cosine * above + sine * row[i];
                row[i] = cosine * row[i] - sine * above;
            }
        }
    }
};

/// The shortest solution of the reduced system: singular values that are only rounding count as none.
bool SolveBySingularValues(const RowReduction& rows, double solution[4]) {
    Eigen::Matrix4d triangle = Eigen::Matrix4d::Zero();
    for (int i = 0; i < 4; ++i)
        for (int k = i; k < 4; ++k) triangle(i, k) = rows.r[i][k];
    const Eigen::JacobiSVD<Eigen::Matrix4d> svd(triangle, Eigen::ComputeFullU | Eigen::ComputeFullV);
    constexpr double kRank = 1e-9;
    bool full = true;
    for (int i = 0; i < 4; ++i) solution[i] = 0;
    for (int k = 0; k < 4; ++k) {
        const double value = svd.singularValues()(k);
        if (!(value > kRank * svd.singularValues()(0))) {
            full = false;
            continue;
        }
        double weight = 0;
        for (int i = 0; i < 4; ++i) weight += svd.matrixU()(i, k) * rows.r[i][4];
        for (int i = 0; i < 4; ++i) solution[i] += svd.matrixV()(i, k) * (weight / value);
    }
    return full;
}

Vec3 ThinnestDirection(const std::vector<Vec3>& points, const Vec3& mean, double scale) {
    double m[6] = {};
    for (const Vec3& point : points) {
        const Vec3 p = (point - mean) * scale;
        const double terms[6] = {p.x * p.x, p.x * p.y, p.x * p.z, p.y * p.y, p.y * p.z, p.z * p.z};
        for (int i = 0; i < 6; ++i) m[i] += terms[i];
    }
    Eigen::Matrix3d moments;
    moments << m[0], m[1], m[2], m[1], m[3], m[4], m[2], m[4], m[5];
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(moments);
    const Eigen::Vector3d thinnest = solver.eigenvectors().col(0);
    return Normalized(Vec3{thinnest(0), thinnest(1), thinnest(2)});
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

CentreFit FitCentre(const std::vector<Vec3>& points) {
    CentreFit fit;
    for (const Vec3& p : points) fit.mean += p / static_cast<double>(points.size());
    for (const Vec3& p : points) fit.radius = std::max(fit.radius, Distance(p, fit.mean));
    fit.centre = fit.mean;
    fit.normal = {0, 0, 1};
    fit.isFlat = true;
    if (!(fit.radius > 0)) return fit;
    const double scale = 1 / fit.radius;
    RowReduction rows;
    for (const Vec3& point : points) {
        const Vec3 p = (point - fit.mean) * scale;
        double row[5] = {p.x, p.y, p.z, 1, LengthSquared(p) / 2};
        rows.Take(row);
    }
    double solution[4];
    fit.isFlat = !SolveBySingularValues(rows, solution);
    fit.centre = fit.mean + Vec3{solution[0], solution[1], solution[2]} * fit.radius;
    fit.normal = ThinnestDirection(points, fit.mean, scale);
    return fit;
}

}  // namespace spheretree
