#pragma once

#include "SphereTree/SurfaceSamples.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace spheretree {

inline Vec3 CornerOf(const TriangleMesh& mesh, int32_t triangle, size_t corner) {
    return mesh.vertices[static_cast<size_t>(mesh.triangles[static_cast<size_t>(triangle)][corner])];
}

inline double AreaOf(const Vec3& a, const Vec3& b, const Vec3& c) { return Length(Cross(b - a, c - a)) / 2; }

inline double AreaOf(const TriangleMesh& mesh, int32_t triangle) {
    return AreaOf(CornerOf(mesh, triangle, 0), CornerOf(mesh, triangle, 1), CornerOf(mesh, triangle, 2));
}

inline double AreaOf(const TriangleMesh& mesh) {
    double area = 0;
    for (size_t i = 0; i < mesh.triangles.size(); ++i) area += AreaOf(mesh, static_cast<int32_t>(i));
    return area;
}

/// How much more area the three triangles from the point to the sides have than the triangle: 0 exactly when the point
/// lies in it, whatever the direction in which it does not.
inline double ExcessArea(const TriangleMesh& mesh, int32_t triangle, const Vec3& point) {
    const Vec3 a = CornerOf(mesh, triangle, 0), b = CornerOf(mesh, triangle, 1), c = CornerOf(mesh, triangle, 2);
    return AreaOf(point, a, b) + AreaOf(point, b, c) + AreaOf(point, c, a) - AreaOf(a, b, c);
}

inline double NearestOther(const std::vector<Vec3>& points, size_t i) {
    double nearest = std::numeric_limits<double>::infinity();
    for (size_t j = 0; j < points.size(); ++j) {
        if (j != i) nearest = std::min(nearest, LengthSquared(points[j] - points[i]));
    }
    return std::sqrt(nearest);
}

struct Spread {
    double mean = 0, deviation = 0;
    double Relative() const { return deviation / mean; }
};

inline Spread SpreadOf(const std::vector<double>& values) {
    Spread spread;
    for (const double value : values) spread.mean += value / static_cast<double>(values.size());
    for (const double value : values) {
        spread.deviation += (value - spread.mean) * (value - spread.mean) / static_cast<double>(values.size());
    }
    spread.deviation = std::sqrt(spread.deviation);
    return spread;
}

inline Spread NearestDistances(const std::vector<Vec3>& points) {
    std::vector<double> distances;
    for (size_t i = 0; i < points.size(); ++i) distances.push_back(NearestOther(points, i));
    return SpreadOf(distances);
}

/// One number for all the bytes.
inline uint64_t HashOf(const std::vector<Vec3>& points) {
    uint64_t hash = 0xCBF29CE484222325;
    const auto mix = [&](double value) { hash = (hash ^ std::bit_cast<uint64_t>(value)) * 0x100000001B3; };
    for (const Vec3& point : points) mix(point.x), mix(point.y), mix(point.z);
    return hash;
}

}  // namespace spheretree
