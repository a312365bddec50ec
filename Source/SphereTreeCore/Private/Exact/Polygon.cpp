#include "SphereTree/Polygon.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace spheretree {

namespace {

constexpr double kFlatEnough = 1e-6, kParallelPlanes = 1e-12;
double Vec3::*const kCoordinates[3] = {&Vec3::x, &Vec3::y, &Vec3::z};

int ClosestAxis(const Vec3& v) {
    const double x = std::fabs(v.x), y = std::fabs(v.y), z = std::fabs(v.z);
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

double HeightOver(const Polygon& plane, const Vec3& p) { return Dot(plane.normal, p) + plane.offset; }

/// Where the boundary crosses the other's plane, sorted along the axis closest to the line of both planes: each two in
/// turn are the ends of a segment. A corner on the plane counts as above it, so that their number is even.
struct Crossings {
    std::vector<std::pair<double, Vec3>> ends;

    Crossings(const Polygon& of, const Polygon& plane, int axis) {
        const size_t count = of.corners.size();
        double last = HeightOver(plane, of.corners[count - 1]);
        for (size_t i = 0; i < count; ++i) {
            const Vec3 &p = of.corners[(i + count - 1) % count], &q = of.corners[i];
            const double height = HeightOver(plane, q);
            if ((last < 0) != (height < 0)) {
                const Vec3 x = p + (q - p) * (last / (last - height));
                ends.emplace_back(x.*kCoordinates[axis], x);
            }
            last = height;
        }
        std::sort(ends.begin(), ends.end(), [](const auto& s, const auto& t) { return s.first < t.first; });
    }
};

/// Algorithms 3.1 and 3.2: f(from, to) for each common segment, until it says that this is enough.
template <typename F>
void MergeSegments(const Polygon& a, const Polygon& b, F f) {
    const Vec3 line = Cross(a.normal, b.normal);
    if (!(LengthSquared(line) > kParallelPlanes)) return;
    const int axis = ClosestAxis(line);
    const Crossings ofA(a, b, axis);
    if (ofA.ends.empty()) return;
    const Crossings ofB(b, a, axis);
    const auto &s = ofA.ends, &t = ofB.ends;
    for (size_t i = 0, k = 0; i + 1 < s.size() && k + 1 < t.size();) {
        if (s[i + 1].first < t[k].first) {
            i += 2;
        } else if (t[k + 1].first < s[i].first) {
            k += 2;
        } else {
            const auto& from = s[i].first > t[k].first ? s[i] : t[k];
            const auto& to = s[i + 1].first < t[k + 1].first ? s[i + 1] : t[k + 1];
            if (!f(from.second, to.second)) return;
            (s[i + 1].first < t[k + 1].first ? i : k) += 2;
        }
    }
}

}  // namespace

Result<Polygon> Polygon::Make(std::vector<Vec3> corners) {
    if (corners.size() < 3) return Error{"A polygon needs at least three corners."};
    for (const Vec3& p : corners)
        if (!IsFinite(p)) return Error{"A corner of the polygon is not finite."};
    Polygon polygon;
    Vec3 middle;
    for (const Vec3& p : corners) middle += p / static_cast<double>(corners.size());
    double size = 0;
    for (size_t i = 0; i < corners.size(); ++i) {  // twice the area, as a sum over the edges
        polygon.normal += Cross(corners[i] - middle, corners[(i + 1) % corners.size()] - middle);
        size = std::max(size, Distance(corners[i], middle));
    }
    if (!(Length(polygon.normal) > 1e-12 * size * size)) return Error{"The polygon has no area."};
    polygon.normal = Normalized(polygon.normal);
    polygon.offset = -Dot(polygon.normal, middle);
    for (const Vec3& p : corners)
        if (!(std::fabs(HeightOver(polygon, p)) <= kFlatEnough * size)) return Error{"The polygon is not flat."};
    polygon.corners = std::move(corners);
    return polygon;
}

bool PolygonsIntersect(const Polygon& a, const Polygon& b) {
    bool found = false;
    MergeSegments(a, b, [&](const Vec3&, const Vec3&) {
        found = true;
        return false;
    });
    return found;
}

std::vector<CommonSegment> IntersectPolygons(const Polygon& a, const Polygon& b) {
    std::vector<CommonSegment> segments;
    MergeSegments(a, b, [&](const Vec3& from, const Vec3& to) {
        segments.push_back({from, to});
        return true;
    });
    return segments;
}

bool IsInPolygon(const Polygon& polygon, const Vec3& point) {
    const int dropped = ClosestAxis(polygon.normal);
    const auto u = kCoordinates[(dropped + 1) % 3], v = kCoordinates[(dropped + 2) % 3];
    bool isInside = false;
    const size_t count = polygon.corners.size();
    for (size_t i = 0; i < count; ++i) {
        const Vec3 &p = polygon.corners[i], &q = polygon.corners[(i + 1) % count];
        if ((p.*v > point.*v) == (q.*v > point.*v)) continue;
        const double at = p.*u + (q.*u - p.*u) * ((point.*v - p.*v) / (q.*v - p.*v));
        isInside ^= point.*u < at;
    }
    return isInside;
}

}  // namespace spheretree
