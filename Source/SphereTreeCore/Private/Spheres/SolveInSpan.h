#pragma once

#include "SphereTree/Vec3.h"

#include <array>

namespace spheretree {

/// In the span of the first `count` edges (0 to 3), the vector whose products with them are `products`.
/// Not finite, or far off, where the edges are (nearly) dependent: the caller judges it by what it is wanted for.
inline Vec3 SolveInSpan(const std::array<Vec3, 3>& edges, int count, const std::array<double, 3>& products) {
    if (count == 0) return {};
    if (count == 1) return edges[0] * (products[0] / LengthSquared(edges[0]));
    if (count == 2) {
        const Vec3 normal = Cross(edges[0], edges[1]);
        const Vec3 sum = Cross(edges[1], normal) * products[0] + Cross(normal, edges[0]) * products[1];
        return sum / LengthSquared(normal);
    }
    const Vec3 crossed = Cross(edges[1], edges[2]);
    const Vec3 sum =
        crossed * products[0] + Cross(edges[2], edges[0]) * products[1] + Cross(edges[0], edges[1]) * products[2];
    return sum / Dot(edges[0], crossed);
}

}  // namespace spheretree
