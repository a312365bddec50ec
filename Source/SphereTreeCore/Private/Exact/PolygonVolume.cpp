// [Van den Bergen 1999] 3.3: plane, corners, edges, and a point of plane and volume in the polygon.

#include "Base/Random.h"
#include "Convex/ExactSigns.h"
#include "SphereTree/Polygon.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

double SquaredToSegment(const Vec3& point, const Vec3& from, const Vec3& to) {
    const Vec3 along = to - from;
    const double square = LengthSquared(along);
    const double t = square > 0 ? std::clamp(Dot(point - from, along) / square, 0.0, 1.0) : 0;
    return LengthSquared(from + along * t - point);
}

/// A bit per face of the box that the point lies beyond.
uint32_t OutcodeOf(const Vec3& p, const Box& box) {
    return (p.x < box.low.x ? 1u : 0u) | (p.x > box.high.x ? 2u : 0u) | (p.y < box.low.y ? 4u : 0u) |
           (p.y > box.high.y ? 8u : 0u) | (p.z < box.low.z ? 16u : 0u) | (p.z > box.high.z ? 32u : 0u);
}

/// Where an edge crosses the face of one bit, as a part of the edge.
double CrossingOf(const Vec3& p, const Vec3& q, const Box& box, int bit) {
    double Vec3::*const axis = bit < 2 ? &Vec3::x : bit < 4 ? &Vec3::y : &Vec3::z;
    const double face = (bit % 2 ? box.high : box.low).*axis;
    return (face - p.*axis) / (q.*axis - p.*axis);
}

/// Both ends are outside, beyond no face together: the bits of the first are where the edge enters, those of the second
/// where it leaves.
bool EdgeMeetsBox(const Vec3& p, const Vec3& q, uint32_t codeP, uint32_t codeQ, const Box& box) {
    double enters = 0, leaves = 1;
    for (int bit = 0; bit < 6; ++bit) {
        if (codeP >> bit & 1) enters = std::max(enters, CrossingOf(p, q, box, bit));
        if (codeQ >> bit & 1) leaves = std::min(leaves, CrossingOf(p, q, box, bit));
    }
    return enters <= leaves;
}

enum class RayCross { No, Yes, Degenerate, Through };  // Through: the start lies in the triangle

RayCross CrossTriangle(const Vec3& from, const Vec3& to, const Vec3& a, const Vec3& b, const Vec3& c) {
    const int start = VolumeSign(a, b, c, from), end = VolumeSign(a, b, c, to);
    if (start * end > 0) return RayCross::No;
    const int ab = VolumeSign(from, to, a, b), bc = VolumeSign(from, to, b, c), ca = VolumeSign(from, to, c, a);
    const bool isBeside = (ab > 0 || bc > 0 || ca > 0) && (ab < 0 || bc < 0 || ca < 0);
    if (isBeside) return RayCross::No;
    if (ab == 0 || bc == 0 || ca == 0 || end == 0) return RayCross::Degenerate;
    return start == 0 ? RayCross::Through : RayCross::Yes;
}

constexpr int kMostRays = 64;

}  // namespace

bool PolygonMeetsSphere(const Polygon& polygon, const Sphere& sphere) {
    const double height = Dot(polygon.normal, sphere.centre) + polygon.offset;
    const double square = sphere.radius * sphere.radius;
    if (!(height * height <= square)) return false;
    for (const Vec3& corner : polygon.corners)
        if (LengthSquared(corner - sphere.centre) <= square) return true;
    const size_t count = polygon.corners.size();
    for (size_t i = 0; i < count; ++i)
        if (SquaredToSegment(sphere.centre, polygon.corners[i], polygon.corners[(i + 1) % count]) <= square)
            return true;
    return IsInPolygon(polygon, sphere.centre - polygon.normal * height);
}

bool PolygonMeetsBox(const Polygon& polygon, const Box& box) {
    const Vec3 centre = (box.low + box.high) * 0.5, half = (box.high - box.low) * 0.5, &n = polygon.normal;
    const double height = Dot(n, centre) + polygon.offset;
    const double reach = std::fabs(n.x) * half.x + std::fabs(n.y) * half.y + std::fabs(n.z) * half.z;
    if (!(std::fabs(height) <= reach)) return false;
    uint32_t common = 63;
    std::vector<uint32_t> codes;
    for (const Vec3& corner : polygon.corners) {
        codes.push_back(OutcodeOf(corner, box));
        if (codes.back() == 0) return true;
        common &= codes.back();
    }
    if (common != 0) return false;  // all beyond one face
    const size_t count = polygon.corners.size();
    for (size_t i = 0; i < count; ++i) {
        const size_t next = (i + 1) % count;
        if (!(codes[i] & codes[next]) &&
            EdgeMeetsBox(polygon.corners[i], polygon.corners[next], codes[i], codes[next], box))
            return true;
    }
    const Vec3 diagonal{std::copysign(half.x, n.x), std::copysign(half.y, n.y), std::copysign(half.z, n.z)};
    return reach > 0 && IsInPolygon(polygon, centre - diagonal * (height / reach));
}

bool IsInPolyhedron(const TriangleMesh& mesh, const Vec3& point, uint64_t seed) {
    double far = 0;
    for (const Vec3& v : mesh.vertices) far = std::max(far, Distance(v, point));
    Random random(seed);
    for (int ray = 0; ray < kMostRays; ++ray) {
        const Vec3 to = point + random.Direction() * (2 * far + 1);
        bool isInside = false, isDegenerate = false;
        for (const Triangle& t : mesh.triangles) {
            const auto at = [&](size_t k) -> const Vec3& { return mesh.vertices[static_cast<size_t>(t[k])]; };
            const RayCross cross = CrossTriangle(point, to, at(0), at(1), at(2));
            if (cross == RayCross::Through) return true;
            if (cross == RayCross::Degenerate) isDegenerate = true;
            isInside ^= cross == RayCross::Yes;
        }
        if (!isDegenerate) return isInside;
    }
    return true;  // every ray met an edge at its very start: the point lies on one
}

}  // namespace spheretree
