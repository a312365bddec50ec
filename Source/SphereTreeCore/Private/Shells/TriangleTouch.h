#pragma once

#include "SphereTree/Shell.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

/// False only when some plane parts the triangles by more than the margin.
inline bool ShellTrianglesTouch(const TriangleCorners& a, const TriangleCorners& b, double margin) {
    const Vec3 origin = a[0];
    const Vec3 p[3] = {{}, a[1] - origin, a[2] - origin}, q[3] = {b[0] - origin, b[1] - origin, b[2] - origin};
    const Vec3 edgesA[3] = {p[1], p[2] - p[1], -p[2]}, edgesB[3] = {q[1] - q[0], q[2] - q[1], q[0] - q[2]};
    const auto parts = [&](const Vec3& way) {
        const double x[3] = {0, Dot(way, p[1]), Dot(way, p[2])},
                     y[3] = {Dot(way, q[0]), Dot(way, q[1]), Dot(way, q[2])};
        const double gap = std::max(*std::min_element(y, y + 3) - *std::max_element(x, x + 3),
                                    *std::min_element(x, x + 3) - *std::max_element(y, y + 3));
        return gap > 0 && gap * gap > margin * margin * LengthSquared(way);
    };
    const Vec3 normalA = Cross(edgesA[0], edgesA[1]), normalB = Cross(edgesB[0], edgesB[1]);
    if (parts(normalA) || parts(normalB)) return false;
    for (const Vec3& e : edgesA)
        for (const Vec3& f : edgesB)
            if (parts(Cross(e, f))) return false;
    for (const Vec3& e : edgesA)  // in one plane
        if (parts(Cross(normalA, e))) return false;
    for (const Vec3& f : edgesB)
        if (parts(Cross(normalB, f))) return false;
    return true;
}

}  // namespace spheretree
