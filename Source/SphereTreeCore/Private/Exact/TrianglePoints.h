#pragma once

#include "Exact/Placement.h"
#include "SphereTree/Contact.h"
#include "SphereTree/Traversal.h"

#include <algorithm>
#include <limits>
#include <vector>

// The points of contacts whose triangles are known.
namespace spheretree {

struct PairNormals {
    Vec3 a, b;  // unit, outwards; zero without area
    PairNormals(const TriangleCorners& ta, const TriangleCorners& tb, const Placement& placement)
        : a(Normalized(Cross(ta[1] - ta[0], ta[2] - ta[0])) * (placement.turnsA ? -1.0 : 1.0)),
          b(Normalized(Cross(tb[1] - tb[0], tb[2] - tb[0])) * (placement.turnsB ? -1.0 : 1.0)) {}
};

/// How far b must move along the direction until the two triangles are apart.
inline double OverlapAlong(const Vec3& direction, const TriangleCorners& a, const TriangleCorners& b) {
    double high = -std::numeric_limits<double>::infinity(), low = -high;
    for (const Vec3& p : a) high = std::max(high, Dot(p, direction));
    for (const Vec3& p : b) low = std::min(low, Dot(p, direction));
    return high - low;
}

inline void TakeNormal(ContactPoint& point, const TriangleCorners& a, const TriangleCorners& b,
                       const Placement& placement) {
    const PairNormals normals(a, b, placement);
    point.depth = std::numeric_limits<double>::infinity();
    for (const Vec3& direction : {normals.a, -normals.b, Normalized(normals.a - normals.b)}) {
        if (!(LengthSquared(direction) > 0.5)) continue;
        const double depth = OverlapAlong(direction, a, b);
        if (depth < point.depth) point.depth = depth, point.normal = direction;
    }
    if (point.depth < std::numeric_limits<double>::infinity()) return;
    point.depth = 0;  // both are without area
    point.normal = {0, 0, 1};
}

inline uint64_t ExactPointId(uint64_t pair, int32_t triangleA, int32_t triangleB) {
    const uint64_t names =
        static_cast<uint64_t>(static_cast<uint32_t>(triangleA)) << 32 | static_cast<uint32_t>(triangleB);
    uint64_t id = (names ^ (pair + 1) * 0xD1B54A32D192ED03) * 0xBF58476D1CE4E5B9;
    return id ^ (id >> 31);
}

/// Where two triangles touch, both in the placement's frame.
inline void PlaceTriangles(ContactPoint& point, const TriangleCorners& a, const TriangleCorners& b,
                           const Placement& placement) {
    const CommonSegment common = FindCommonSegment(a, b);
    TakeNormal(point, a, b, placement);
    point.normal = placement.back * point.normal;
    point.position = placement.ToWorld((common.from + common.to) * 0.5);
}

/// For each contact that somebody knows better, its points anew; `room` keeps the memory. `add(i, contact)` tells of
/// pair i: it appends points to `room`, or is false where the contact keeps those that it has.
template <typename Add>
void ReplacePoints(const Traversal& traversal, const Scene::Data& scene, std::vector<ContactPoint>& room, Contacts& out,
                   Add add) {
    room.clear();
    size_t next = 0;  // contacts stand in the order of the pairs
    for (size_t i = 0; i < traversal.pairs.size() && next < out.contacts.size(); ++i) {
        Contact& contact = out.contacts[next];
        const TraversalPair& pair = traversal.pairs[i];
        if (!(contact.a == scene.HandleOf(pair.body[0]) && contact.b == scene.HandleOf(pair.body[1]))) continue;
        ++next;
        const auto first = static_cast<int32_t>(room.size());
        if (!add(i, contact))
            room.insert(room.end(), out.points.begin() + contact.firstPoint,
                        out.points.begin() + contact.firstPoint + contact.pointCount);
        contact.firstPoint = first;
        contact.pointCount = static_cast<int32_t>(room.size()) - first;
    }
    out.points.swap(room);
}

}  // namespace spheretree
