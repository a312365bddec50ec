#include "SphereTree/TrianglePair.h"

#include "Convex/NearestOnFace.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spheretree {

namespace {

struct Reach {
    double low, high;
    Reach(const TriangleCorners& t, const Vec3& axis) {
        const double a = Dot(t[0], axis), b = Dot(t[1], axis), c = Dot(t[2], axis);
        low = std::min(a, std::min(b, c));
        high = std::max(a, std::max(b, c));
    }
};

/// By more than the margin. An axis without length parts nothing.
bool Parts(const Vec3& axis, const TriangleCorners& a, const TriangleCorners& b, double margin) {
    const Reach ra(a, axis), rb(b, axis);
    const double gap = std::max(ra.low - rb.high, rb.low - ra.high);
    if (!(gap > 0)) return false;
    return gap * gap > margin * margin * LengthSquared(axis);
}

struct Edges {
    Vec3 edge[3], normal;
    explicit Edges(const TriangleCorners& t)
        : edge{t[1] - t[0], t[2] - t[1], t[0] - t[2]}, normal(Cross(edge[0], edge[1])) {}
    /// A needle's normal is rounding, and parts nothing.
    bool IsThin() const { return !(LengthSquared(normal) > 1e-12 * LengthSquared(edge[0]) * LengthSquared(edge[1])); }
    bool HasArea() const { return LengthSquared(normal) > 1e-24 * LengthSquared(edge[0]) * LengthSquared(edge[1]); }
};

/// In or near one plane, the edges' cross products say little: the normals within the plane take their place.
bool PartsInPlane(const Edges& ea, const Edges& eb, const TriangleCorners& a, const TriangleCorners& b, double margin) {
    for (const Vec3& edge : ea.edge)
        if (Parts(Cross(ea.normal, edge), a, b, margin)) return true;
    for (const Vec3& edge : eb.edge)
        if (Parts(Cross(eb.normal, edge), a, b, margin)) return true;
    return false;
}

TriangleGap ClosestEdges(const TriangleCorners& a, size_t i, const TriangleCorners& b, size_t k) {
    const Vec3 &p = a[i], &q = b[k];
    const Vec3 u = a[(i + 1) % 3] - p, v = b[(k + 1) % 3] - q, w = p - q;
    const double uu = Dot(u, u), uv = Dot(u, v), vv = Dot(v, v), uw = Dot(u, w), vw = Dot(v, w);
    const double square = uu * vv - uv * uv;
    double s = square > 0 ? std::clamp((uv * vw - vv * uw) / square, 0.0, 1.0) : 0;
    const double t = vv > 0 ? std::clamp((uv * s + vw) / vv, 0.0, 1.0) : 0;
    s = uu > 0 ? std::clamp((uv * t - uw) / uu, 0.0, 1.0) : 0;
    TriangleGap gap{0, p + u * s, q + v * t};
    gap.distance = Distance(gap.pointA, gap.pointB);
    return gap;
}

void TakeNearer(TriangleGap& best, const TriangleGap& other) {
    if (other.distance < best.distance) best = other;
}

TriangleGap ClosestFeatures(const TriangleCorners& a, const TriangleCorners& b) {
    TriangleGap best{std::numeric_limits<double>::infinity(), {}, {}};
    for (size_t i = 0; i < 3; ++i)
        for (size_t k = 0; k < 3; ++k) TakeNearer(best, ClosestEdges(a, i, b, k));
    for (const Vec3& corner : a) {
        const Vec3 onB = ClosestOnTriangle(b, corner);
        TakeNearer(best, {Distance(corner, onB), corner, onB});
    }
    for (const Vec3& corner : b) {
        const Vec3 onA = ClosestOnTriangle(a, corner);
        TakeNearer(best, {Distance(corner, onA), onA, corner});
    }
    return best;
}

/// Where the edges of one cross the plane of the other, as the stretch of a line; empty when they do not.
struct Crossing {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    Vec3 from, to;

    Crossing(const TriangleCorners& t, const TriangleCorners& plane, const Vec3& normal, const Vec3& line) {
        double height[3];
        for (size_t i = 0; i < 3; ++i) height[i] = Dot(t[i] - plane[0], normal);
        for (size_t i = 0; i < 3; ++i) {
            const size_t k = (i + 1) % 3;
            if (height[i] == 0) Take(t[i], line);
            if ((height[i] < 0) != (height[k] < 0))
                Take(t[i] + (t[k] - t[i]) * (height[i] / (height[i] - height[k])), line);
        }
    }
    void Take(const Vec3& p, const Vec3& line) {
        const double along = Dot(p, line);
        if (along < low) low = along, from = p;
        if (along > high) high = along, to = p;
    }
};

/// Whether an edge of the one passes through the face of the other; then the gap is none.
bool FindPassing(const TriangleCorners& edges, const TriangleCorners& t, TriangleGap& gap) {
    const Edges of(t);
    double height[3];
    for (size_t i = 0; i < 3; ++i) height[i] = Dot(edges[i] - t[0], of.normal);
    for (size_t i = 0; i < 3; ++i) {
        const size_t k = (i + 1) % 3;
        if ((height[i] < 0) == (height[k] < 0)) continue;
        const Vec3 p = edges[i] + (edges[k] - edges[i]) * (height[i] / (height[i] - height[k]));
        const auto isInside = [&](size_t e) { return Dot(Cross(of.edge[e], p - t[e]), of.normal) >= 0; };
        if (!isInside(0) || !isInside(1) || !isInside(2)) continue;
        gap = {0, p, p};
        return true;
    }
    return false;
}

}  // namespace

Vec3 ClosestOnTriangle(const TriangleCorners& t, const Vec3& point) {
    const FaceWeights weights = NearestOnFace(t[0] - point, t[1] - point, t[2] - point);
    Vec3 best = t[0] * weights[0] + t[1] * weights[1] + t[2] * weights[2];
    if (!Edges(t).IsThin()) return best;
    for (size_t i = 0; i < 3; ++i) {  // a needle's face is rounding: its edges are asked too
        const Vec3 &a = t[i], &b = t[(i + 1) % 3];
        const FaceWeights along = NearestOnEdge(a - point, b - point);
        const Vec3 other = a * along[0] + b * along[1];
        if (LengthSquared(other - point) < LengthSquared(best - point)) best = other;
    }
    return best;
}

// Eleven axes part any two triangles that are apart and not in one plane: two normals, nine pairs of edges; the six
// normals within the planes for those that are. Each axis is asked how far both triangles reach along it, also along
// its own normal: of a needle, that is rounding, and an axis may point anywhere as long as the reach is measured.
bool TrianglesTouch(const TriangleCorners& a, const TriangleCorners& b, double margin) {
    const Edges ea(a), eb(b);
    if (Parts(ea.normal, a, b, margin) || Parts(eb.normal, a, b, margin)) return false;
    if (!ea.HasArea() || !eb.HasArea()) return MeasureTriangles(a, b).distance <= margin;
    for (const Vec3& p : ea.edge)
        for (const Vec3& q : eb.edge)
            if (Parts(Cross(p, q), a, b, margin)) return false;
    const double sine = LengthSquared(Cross(ea.normal, eb.normal));
    if (sine > 1e-6 * LengthSquared(ea.normal) * LengthSquared(eb.normal)) return true;
    return !PartsInPlane(ea, eb, a, b, margin);
}

TriangleGap MeasureTriangles(const TriangleCorners& a, const TriangleCorners& b) {
    TriangleGap gap = ClosestFeatures(a, b);
    // Closest features cannot tell that an edge passes through a face: its ends are what they measure.
    if (gap.distance > 0 && !FindPassing(a, b, gap)) FindPassing(b, a, gap);
    return gap;
}

CommonSegment FindCommonSegment(const TriangleCorners& a, const TriangleCorners& b) {
    const Edges ea(a), eb(b);
    const Vec3 line = Cross(ea.normal, eb.normal);
    if (LengthSquared(line) > 1e-24 * LengthSquared(ea.normal) * LengthSquared(eb.normal)) {
        const Crossing ofA(a, b, eb.normal, line), ofB(b, a, ea.normal, line);
        if (std::max(ofA.low, ofB.low) <= std::min(ofA.high, ofB.high))
            return {ofA.low >= ofB.low ? ofA.from : ofB.from, ofA.high <= ofB.high ? ofA.to : ofB.to};
    }
    const TriangleGap gap = ClosestFeatures(a, b);
    const Vec3 middle = (gap.pointA + gap.pointB) * 0.5;
    return {middle, middle};
}

}  // namespace spheretree
