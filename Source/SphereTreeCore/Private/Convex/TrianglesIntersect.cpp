// An edge of one meets the other, or they are apart: with signs that are always right, every case is decided. In the
// plane of a triangle the coordinate is dropped in which it has most area; what is left has the same doubles.

#include "Convex/ExactSigns.h"
#include "SphereTree/TrianglePair.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace spheretree {

namespace {

/// Drops one coordinate.
Flat Projected(const Vec3& p, int dropped) {
    return dropped == 0 ? Flat{p.y, p.z} : dropped == 1 ? Flat{p.z, p.x} : Flat{p.x, p.y};
}

/// A coordinate without which the triangle still has area; −1 when it has none at all.
int CoordinateToDrop(const TriangleCorners& t) {
    const Vec3 normal = Cross(t[1] - t[0], t[2] - t[0]);
    const double size[3] = {std::fabs(normal.x), std::fabs(normal.y), std::fabs(normal.z)};
    int order[3] = {0, 1, 2};
    std::sort(order, order + 3, [&](int i, int j) { return size[i] != size[j] ? size[i] > size[j] : i < j; });
    for (const int dropped : order)
        if (AreaSign(Projected(t[0], dropped), Projected(t[1], dropped), Projected(t[2], dropped)) != 0) return dropped;
    return -1;
}

bool IsBetween(const Flat& p, const Flat& a, const Flat& b) {
    return p.x >= std::min(a.x, b.x) && p.x <= std::max(a.x, b.x) && p.y >= std::min(a.y, b.y) &&
           p.y <= std::max(a.y, b.y);
}

bool FlatEdgesMeet(const Flat& p, const Flat& q, const Flat& a, const Flat& b) {
    const int sideA = AreaSign(p, q, a), sideB = AreaSign(p, q, b), sideP = AreaSign(a, b, p),
              sideQ = AreaSign(a, b, q);
    if (sideA * sideB < 0 && sideP * sideQ < 0) return true;
    return (sideA == 0 && IsBetween(a, p, q)) || (sideB == 0 && IsBetween(b, p, q)) ||
           (sideP == 0 && IsBetween(p, a, b)) || (sideQ == 0 && IsBetween(q, a, b));
}

bool AllOneSide(int a, int b, int c) { return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0); }

bool FlatEdgeMeets(const Flat& p, const Flat& q, const Flat& a, const Flat& b, const Flat& c) {
    if (AllOneSide(AreaSign(a, b, p), AreaSign(b, c, p), AreaSign(c, a, p))) return true;
    return FlatEdgesMeet(p, q, a, b) || FlatEdgesMeet(p, q, b, c) || FlatEdgesMeet(p, q, c, a);
}

struct Judged {
    const TriangleCorners& at;
    int dropped;  // −1: it has no area, only edges
};

bool EdgeMeets(const Vec3& p, const Vec3& q, int sideP, int sideQ, const Judged& t) {
    if (sideP * sideQ > 0) return false;
    const Vec3 &a = t.at[0], &b = t.at[1], &c = t.at[2];
    if (sideP != 0 || sideQ != 0)
        return AllOneSide(VolumeSign(p, q, a, b), VolumeSign(p, q, b, c), VolumeSign(p, q, c, a));
    return FlatEdgeMeets(Projected(p, t.dropped), Projected(q, t.dropped), Projected(a, t.dropped),
                         Projected(b, t.dropped), Projected(c, t.dropped));
}

/// Some edge of the one meets the other, which has area.
bool AnyEdgeMeets(const TriangleCorners& edges, const Judged& t) {
    int side[3];
    for (size_t i = 0; i < 3; ++i) side[i] = VolumeSign(t.at[0], t.at[1], t.at[2], edges[i]);
    for (size_t i = 0; i < 3; ++i)
        if (EdgeMeets(edges[i], edges[(i + 1) % 3], side[i], side[(i + 1) % 3], t)) return true;
    return false;
}

bool BoxesApart(const TriangleCorners& a, const TriangleCorners& b) {
    for (const auto member : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        const auto [lowA, highA] = std::minmax({a[0].*member, a[1].*member, a[2].*member});
        const auto [lowB, highB] = std::minmax({b[0].*member, b[1].*member, b[2].*member});
        if (lowA > highB || lowB > highA) return true;
    }
    return false;
}

/// What rounding may make of nothing, for two triangles without area.
constexpr double kNothingApart = 1e-15;

}  // namespace

bool TrianglesIntersect(const TriangleCorners& a, const TriangleCorners& b) {
    if (BoxesApart(a, b)) return false;
    const Judged first{a, CoordinateToDrop(a)}, second{b, CoordinateToDrop(b)};
    if (first.dropped < 0 && second.dropped < 0) {
        double size = 0;
        for (const TriangleCorners* t : {&a, &b})
            for (const Vec3& p : *t) size = std::max({size, std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
        return MeasureTriangles(a, b).distance <= kNothingApart * size;
    }
    return (second.dropped >= 0 && AnyEdgeMeets(a, second)) || (first.dropped >= 0 && AnyEdgeMeets(b, first));
}

}  // namespace spheretree
