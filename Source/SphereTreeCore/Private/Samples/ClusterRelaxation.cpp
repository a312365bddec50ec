// One planar cluster, in the coordinates of its plane. See RelaxedSamples.cpp.
#include "Samples/ClusterRelaxation.h"

#include "Samples/SampleLayouts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace spheretree {

namespace {
constexpr double kRepulsionReach = 2;  // of the spacing: how far points feel one another
constexpr double kStrength = 0.35;     // of the spacing: how far a full push moves a point
constexpr double kLongestStep = 0.5;   // of the spacing
constexpr int kMostCrossings = 64;     // triangles that one step may cross

struct Flat {
    double x = 0, y = 0;
    friend Flat operator+(const Flat& a, const Flat& b) { return {a.x + b.x, a.y + b.y}; }
    friend Flat operator-(const Flat& a, const Flat& b) { return {a.x - b.x, a.y - b.y}; }
    friend Flat operator*(const Flat& a, double s) { return {a.x * s, a.y * s}; }
};
double FlatCross(const Flat& a, const Flat& b) { return a.x * b.y - a.y * b.x; }
double FlatDot(const Flat& a, const Flat& b) { return a.x * b.x + a.y * b.y; }
double FlatLength(const Flat& a) { return std::sqrt(FlatDot(a, a)); }

struct FlatPoint {
    Flat at;
    int32_t triangle = 0;
};

struct FlatEdge {
    Flat from, along, inward;  // unit
    double length = 0;
};

/// Squares of the plane, each with the points and the edges that may be felt in it.
class FlatGrid {
public:
    FlatGrid(double cell, const Flat& low, const Flat& high) : cell_(cell), low_(low) {
        constexpr double kMostSquares = 2048;  // along a side; beyond, the border squares take the rest
        width_ = static_cast<int32_t>(std::clamp((high.x - low.x) / cell + 1, 1.0, kMostSquares));
        height_ = static_cast<int32_t>(std::clamp((high.y - low.y) / cell + 1, 1.0, kMostSquares));
        edges_.resize(static_cast<size_t>(width_) * static_cast<size_t>(height_));
    }

    void AddEdge(int32_t index, const FlatEdge& edge, double margin) {
        const Flat to = edge.from + edge.along * edge.length;
        const auto [left, right] = std::minmax(edge.from.x, to.x);
        const auto [bottom, top] = std::minmax(edge.from.y, to.y);
        const int32_t lastX = Column(right + margin), lastY = Row(top + margin);
        for (int32_t y = Row(bottom - margin); y <= lastY; ++y) {
            for (int32_t x = Column(left - margin); x <= lastX; ++x) edges_[Index(x, y)].push_back(index);
        }
    }

    void SetPoints(const std::vector<FlatPoint>& points) {
        firsts_.assign(edges_.size() + 1, 0);
        for (const FlatPoint& point : points) ++firsts_[CellOf(point.at) + 1];
        for (size_t i = 1; i < firsts_.size(); ++i) firsts_[i] += firsts_[i - 1];
        std::vector<int32_t> next(firsts_.begin(), firsts_.end() - 1);
        points_.resize(points.size());
        for (size_t i = 0; i < points.size(); ++i) {
            points_[static_cast<size_t>(next[CellOf(points[i].at)]++)] = static_cast<int32_t>(i);
        }
    }

    const std::vector<int32_t>& EdgesNear(const Flat& at) const { return edges_[CellOf(at)]; }

    template <typename Visit>
    void PointsNear(const Flat& at, Visit visit) const {
        const int32_t column = Column(at.x), row = Row(at.y);
        for (int32_t y = std::max(row - 1, 0); y <= std::min(row + 1, height_ - 1); ++y) {
            const size_t first = Index(std::max(column - 1, 0), y), last = Index(std::min(column + 1, width_ - 1), y);
            for (int32_t i = firsts_[first]; i < firsts_[last + 1]; ++i) visit(points_[static_cast<size_t>(i)]);
        }
    }

private:
    int32_t Column(double x) const { return static_cast<int32_t>(std::clamp((x - low_.x) / cell_, 0.0, width_ - 1.0)); }
    int32_t Row(double y) const { return static_cast<int32_t>(std::clamp((y - low_.y) / cell_, 0.0, height_ - 1.0)); }
    size_t Index(int32_t x, int32_t y) const {
        return static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x);
    }
    size_t CellOf(const Flat& at) const { return Index(Column(at.x), Row(at.y)); }

    double cell_;
    Flat low_;
    int32_t width_ = 1, height_ = 1;
    std::vector<std::vector<int32_t>> edges_;
    std::vector<int32_t> firsts_, points_;
};

class ClusterPlane {
public:
    ClusterPlane(const TriangleMesh& mesh, const PlanarClusters& clusters, const PlanarCluster& cluster)
        : mesh_(mesh), clusters_(clusters), cluster_(cluster) {}

    Flat Flatten(const Vec3& point) const {
        const Vec3 offset = point - cluster_.origin;
        return {Dot(offset, cluster_.right), Dot(offset, cluster_.up)};
    }

    std::array<Flat, 3> Corners(int32_t triangle) const {
        const std::array<Vec3, 3> corners = CornersOf(mesh_, triangle);
        return {Flatten(corners[0]), Flatten(corners[1]), Flatten(corners[2])};
    }

    FlatEdge EdgeOf(const ClusterEdge& edge) const {
        const Flat from = Flatten(mesh_.vertices[static_cast<size_t>(edge.from)]);
        const Flat to = Flatten(mesh_.vertices[static_cast<size_t>(edge.to)]);
        const double length = FlatLength(to - from);
        const Flat along = length > 0 ? (to - from) * (1 / length) : Flat{};
        return {from, along, {-along.y, along.x}, length};
    }

    FlatPoint Walk(const FlatPoint& start, const Flat& target) const;
    SurfacePoint Lift(const FlatPoint& point) const;

private:
    const TriangleMesh& mesh_;
    const PlanarClusters& clusters_;
    const PlanarCluster& cluster_;
};

/// From triangle to triangle towards the target; stops short of the cluster's border.
FlatPoint ClusterPlane::Walk(const FlatPoint& start, const Flat& target) const {
    int32_t triangle = start.triangle, cameFrom = -1;
    for (int crossing = 0; crossing < kMostCrossings; ++crossing) {
        const std::array<Flat, 3> corners = Corners(triangle);
        const auto& neighbours = clusters_.neighbours[static_cast<size_t>(triangle)];
        double first = 1;
        size_t exit = 3;
        for (size_t i = 0; i < 3; ++i) {
            const Flat side = corners[(i + 1) % 3] - corners[i];
            const double before = FlatCross(side, start.at - corners[i]), after = FlatCross(side, target - corners[i]);
            if (!(after < 0) || (cameFrom >= 0 && neighbours[i] == cameFrom)) continue;
            const double t = before > 0 ? before / (before - after) : 0.0;
            if (t <= first) first = t, exit = i;
        }
        if (exit == 3) return {target, triangle};
        if (neighbours[exit] < 0) return {start.at + (target - start.at) * (first * 0.99), start.triangle};
        cameFrom = triangle;
        triangle = neighbours[exit];
    }
    return start;
}

/// Back onto the triangle itself: the cluster is a plane only to its tolerance, the mesh is exact.
SurfacePoint ClusterPlane::Lift(const FlatPoint& point) const {
    const std::array<Flat, 3> flat = Corners(point.triangle);
    const std::array<Vec3, 3> corners = CornersOf(mesh_, point.triangle);
    double weights[3], sum = 0;
    for (size_t i = 0; i < 3; ++i) {
        const Flat &b = flat[(i + 1) % 3], &c = flat[(i + 2) % 3];
        weights[i] = std::max(FlatCross(c - b, point.at - b), 0.0);
        sum += weights[i];
    }
    if (!(sum > 0)) return {corners[0], point.triangle};
    return {corners[0] * (weights[0] / sum) + corners[1] * (weights[1] / sum) + corners[2] * (weights[2] / sum),
            point.triangle};
}

class Relaxation {
public:
    Relaxation(const ClusterPlane& plane, const PlanarCluster& cluster, double spacing)
        : plane_(plane), spacing_(spacing), grid_(MakeGrid(cluster)) {
        for (const ClusterEdge& border : cluster.border) {
            const FlatEdge edge = plane.EdgeOf(border);
            if (!(edge.length > 0)) continue;
            grid_.AddEdge(static_cast<int32_t>(edges_.size()), edge, kRepulsionReach * spacing);
            edges_.push_back(edge);
        }
    }

    void Step(std::vector<FlatPoint>& points) {
        grid_.SetPoints(points);
        std::vector<FlatPoint> moved(points.size());
        for (size_t i = 0; i < points.size(); ++i) {
            Flat step = PushAt(points, i) * (kStrength * spacing_);
            const double length = FlatLength(step), longest = kLongestStep * spacing_;
            if (length > longest) step = step * (longest / length);
            moved[i] = plane_.Walk(points[i], points[i].at + step);
        }
        points.swap(moved);
    }

private:
    FlatGrid MakeGrid(const PlanarCluster& cluster) const {
        Flat low = plane_.Corners(cluster.triangles.front())[0], high = low;
        for (const int32_t triangle : cluster.triangles) {
            for (const Flat& corner : plane_.Corners(triangle)) {
                low = {std::min(low.x, corner.x), std::min(low.y, corner.y)};
                high = {std::max(high.x, corner.x), std::max(high.y, corner.y)};
            }
        }
        return FlatGrid(kRepulsionReach * spacing_, low, high);
    }

    Flat PushAt(const std::vector<FlatPoint>& points, size_t i) const {
        Flat push;
        grid_.PointsNear(points[i].at, [&](int32_t other) {
            if (static_cast<size_t>(other) != i) push = push + PushFrom(points, i, static_cast<size_t>(other));
        });
        for (const int32_t edge : grid_.EdgesNear(points[i].at)) {
            push = push + PushFromEdge(edges_[static_cast<size_t>(edge)], points[i].at);
        }
        return push;
    }

    Flat PushFrom(const std::vector<FlatPoint>& points, size_t i, size_t other) const {
        const Flat apart = points[i].at - points[other].at;
        const double distance = FlatLength(apart), reach = kRepulsionReach * spacing_;
        if (!(distance < reach)) return {};
        if (!(distance > 0)) return i < other ? Flat{1, 0} : Flat{-1, 0};  // in one place: any way, but not the same
        return apart * ((1 - distance / reach) / distance);
    }

    /// Two rows of points, one spacing apart: the edge's own, and the next beyond it. No further one can be felt.
    Flat PushFromEdge(const FlatEdge& edge, const Flat& at) const {
        const double along = FlatDot(at - edge.from, edge.along), inside = FlatDot(at - edge.from, edge.inward);
        if (inside < 0 || along < 0 || along > edge.length) return {};
        return edge.inward * (PushFromRow(inside) + PushFromRow(inside + spacing_));
    }

    double PushFromRow(double away) const {
        const double reach = kRepulsionReach * spacing_;
        double push = 0;
        for (int k = -1; k <= 1; ++k) {
            const double distance = std::max(FlatLength({away, k * spacing_}), 1e-9 * spacing_);
            if (distance < reach) push += (1 - distance / reach) * away / distance;
        }
        return push;
    }

    const ClusterPlane& plane_;
    double spacing_;
    FlatGrid grid_;
    std::vector<FlatEdge> edges_;
};
}  // namespace

void RelaxCluster(const TriangleMesh& mesh, const PlanarClusters& clusters, int64_t cluster, double spacing,
                  int32_t steps, std::vector<SurfacePoint>& points) {
    const PlanarCluster& chosen = clusters.clusters[static_cast<size_t>(cluster)];
    const ClusterPlane plane(mesh, clusters, chosen);
    Relaxation relaxation(plane, chosen, spacing);
    std::vector<FlatPoint> flat;
    for (const SurfacePoint& point : points) flat.push_back({plane.Flatten(point.position), point.triangle});
    for (int32_t step = 0; step < steps; ++step) relaxation.Step(flat);
    for (size_t i = 0; i < points.size(); ++i) points[i] = plane.Lift(flat[i]);
}

}  // namespace spheretree
