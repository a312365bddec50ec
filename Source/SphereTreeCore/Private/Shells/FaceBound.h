#pragma once

#include "SphereTree/Shell.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace spheretree {

/// No point of the triangle is closer to the point than this: it lies beyond a plane at that distance, which its three
/// corners show. One plane for each feature that may be nearest: face, edges, corners. Roundings are taken off.
inline double FaceBound(const Vec3& point, const TriangleCorners& t) {
    const std::array<Vec3, 3> p{t[0] - point, t[1] - point, t[2] - point};
    double best = 0;
    const auto tryWay = [&](const Vec3& way) {
        const double square = LengthSquared(way);
        if (!(square > 0)) return;
        const double x = Dot(way, p[0]), y = Dot(way, p[1]), z = Dot(way, p[2]);
        const double least = x > 0 ? std::min({x, y, z}) : std::min({-x, -y, -z});
        best = std::max(best, least / std::sqrt(square));
    };
    tryWay(Cross(p[1] - p[0], p[2] - p[0]));
    for (size_t i = 0; i < 3; ++i) {
        const Vec3 &a = p[i], edge = p[(i + 1) % 3] - a;
        const double length2 = LengthSquared(edge);
        tryWay(a);
        if (length2 > 0) tryWay(a - edge * (Dot(a, edge) / length2));
    }
    const double reach = std::sqrt(std::max({LengthSquared(p[0]), LengthSquared(p[1]), LengthSquared(p[2])}));
    return std::max(0.0, best - 0x1p-50 * reach);
}

}  // namespace spheretree
