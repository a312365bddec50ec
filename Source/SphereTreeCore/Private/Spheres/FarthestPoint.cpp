#include "Spheres/FarthestPoint.h"

#include "Base/Eigen.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spheretree {

namespace {
using Lanes = Eigen::Array<double, PointColumns::kLanes, 1>;
constexpr int64_t kBlock = 128;  // points between two looks at whether the maximum has moved

Lanes SquaresAt(const PointColumns& points, int64_t i, const Vec3& centre) {
    const Lanes dx = Eigen::Map<const Lanes>(points.X() + i) - centre.x;
    const Lanes dy = Eigen::Map<const Lanes>(points.Y() + i) - centre.y;
    const Lanes dz = Eigen::Map<const Lanes>(points.Z() + i) - centre.z;
    return dx * dx + dy * dy + dz * dz;
}

double LargestSquare(const PointColumns& points, int64_t begin, int64_t end, const Vec3& centre) {
    Lanes largest = Lanes::Zero();
    for (int64_t i = begin; i < end; i += PointColumns::kLanes) largest = largest.max(SquaresAt(points, i, centre));
    return largest.maxCoeff();
}
}  // namespace

template <typename Pick>
void PointColumns::Fill(int64_t count, Pick pick) {
    count_ = count;
    padded_ = (count + kLanes - 1) / kLanes * kLanes;
    columns_.resize(static_cast<size_t>(3 * padded_));
    double *x = columns_.data(), *y = x + padded_, *z = y + padded_;
    for (int64_t i = 0; i < padded_; ++i) {
        const Vec3 point = pick(std::min(i, count - 1));
        x[i] = point.x, y[i] = point.y, z[i] = point.z;
    }
}

void PointColumns::Assign(std::span<const Vec3> points) {
    Fill(static_cast<int64_t>(points.size()), [&](int64_t i) { return points[static_cast<size_t>(i)]; });
}

void PointColumns::Assign(std::span<const Vec3> points, std::span<const int32_t> indices) {
    Fill(static_cast<int64_t>(indices.size()),
         [&](int64_t i) { return points[static_cast<size_t>(indices[static_cast<size_t>(i)])]; });
}

double FarthestDistanceSquared(const PointColumns& points, const Vec3& centre) {
    return LargestSquare(points, 0, points.PaddedCount(), centre);
}

double FarthestDistanceSquared(std::span<const Vec3> points, const Vec3& centre) {
    double largest = 0;
    for (const Vec3& point : points) largest = std::max(largest, LengthSquared(point - centre));
    return largest;
}

Farthest FarthestPoint(const PointColumns& points, const Vec3& centre) {
    Farthest farthest{-1, -1};
    int64_t block = 0;
    for (int64_t begin = 0; begin < points.PaddedCount(); begin += kBlock) {
        const double largest = LargestSquare(points, begin, std::min(begin + kBlock, points.PaddedCount()), centre);
        if (!(largest > farthest.distanceSquared)) continue;
        farthest.distanceSquared = largest;
        block = begin;
    }
    for (int64_t i = block; i < std::min(block + kBlock, points.Count()); ++i) {
        if (LengthSquared(points[i] - centre) == farthest.distanceSquared) return {i, farthest.distanceSquared};
    }
    return {};
}

Farthest FarthestPoint(std::span<const Vec3> points, const Vec3& centre) {
    Farthest farthest{-1, -1};
    for (size_t i = 0; i < points.size(); ++i) {
        const double square = LengthSquared(points[i] - centre);
        if (square > farthest.distanceSquared) farthest = {static_cast<int64_t>(i), square};
    }
    return farthest.index < 0 ? Farthest{} : farthest;
}

double RadiusToReach(double distanceSquared) {
    double radius = std::sqrt(distanceSquared);
    while (radius * radius < distanceSquared) radius = std::nextafter(radius, std::numeric_limits<double>::infinity());
    return radius;
}

}  // namespace spheretree
