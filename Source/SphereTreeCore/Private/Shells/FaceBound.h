#pragma once

#include "Exact/NearestOnFace.h"
#include "SphereTree/Shell.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

/// No point of the triangle is closer to the point than this: it lies beyond a plane at that distance, which its three
/// corners show. The best of a few planes; roundings are taken off.
inline double FaceBound(const Vec3& point, const TriangleCorners& t) {
    const Vec3 a = t[0] - point, b = t[1] - point, c = t[2] - point;
    const FaceWeights w = NearestOnFace(a, b, c);
    const Vec3 normal = Cross(b - a, c - a), nearest = a * w[0] + b * w[1] + c * w[2];
    double best = 0;
    for (const Vec3& way : {nearest, Dot(normal, a) < 0 ? -normal : normal}) {
        const Vec3 unit = Normalized(way);
        best = std::max(best, std::min({Dot(unit, a), Dot(unit, b), Dot(unit, c)}));
    }
    const double reach = std::sqrt(std::max({LengthSquared(a), LengthSquared(b), LengthSquared(c)}));
    return std::max(0.0, best - 0x1p-50 * reach);
}

}  // namespace spheretree
