#include "Shells/ConeProof.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

/// Whether an edge stays out of the cone about −axis that a wide cone leaves out: κ²|p|² ≥ (A·p)² wherever A·p < 0. Its
/// ends are known to; so only a lowest point between them can tell.
bool EdgeStaysIn(const Shell& shell, const Vec3& from, const Vec3& to) {
    const Vec3 p = from - shell.centre, e = to - from;
    const double kappa2 = shell.cosine * shell.cosine, m = Dot(shell.axis, p), n = Dot(shell.axis, e);
    const double a = kappa2 * LengthSquared(e) - n * n, b = kappa2 * Dot(p, e) - m * n;
    const double c = kappa2 * LengthSquared(p) - m * m;
    if (!(a > 0) || !(b < 0 && -b < a)) return true;  // no lowest point within: the ends decide
    const double lowest = -b / a;
    if (m + n * lowest > 1e-12 * (std::fabs(m) + std::fabs(n))) return true;  // on the other side
    const double far2 = std::max(LengthSquared(p), LengthSquared(to - shell.centre));
    const double slack = 1e-14 * (kappa2 * far2 + std::max(m * m, (m + n) * (m + n)));
    return c + b * lowest >= slack;
}

bool AxisBackMeets(const Shell& shell, const TriangleCorners& t) {
    const Vec3 a = t[0] - shell.centre, b = t[1] - shell.centre, c = t[2] - shell.centre, way = -shell.axis;
    const double u = Dot(way, Cross(b, c)), v = Dot(way, Cross(c, a)), w = Dot(way, Cross(a, b));
    const double slack = 1e-14 * std::max({LengthSquared(a), LengthSquared(b), LengthSquared(c)});
    const bool inside = (u >= -slack && v >= -slack && w >= -slack) || (u <= slack && v <= slack && w <= slack);
    return inside && (Dot(way, a) > 0 || Dot(way, b) > 0 || Dot(way, c) > 0);
}

}  // namespace

bool StaysInCone(const Shell& shell, const TriangleCorners& t) {
    if (shell.cosine <= -1) return true;
    for (const Vec3& v : t) {
        const Vec3 p = v - shell.centre;
        if (!(Dot(shell.axis, p) - shell.cosine * Length(p) >= 0x1p-51 * Length(p))) return false;
    }
    if (shell.cosine >= 0) return true;
    for (size_t k = 0; k < 3; ++k)
        if (!EdgeStaysIn(shell, t[k], t[(k + 1) % 3])) return false;
    return !AxisBackMeets(shell, t);
}

}  // namespace spheretree
