#pragma once

#include "Base/Random.h"
#include "Scene/Rigid.h"
#include "SphereTree/Gjk.h"

#include <algorithm>
#include <cmath>
#include <vector>

// Seeded convex shapes with a referee that knows nothing of GJK: membership by closed forms, the farthest point by
// asking all corners.
namespace spheretree {

/// A shape with everything that a referee needs of it.
struct JudgedShape {
    ConvexShape shape;
    AffineMap map;
    Rotation turn;
    Vec3 scale{1, 1, 1};
    double size = 0;  // no point is farther from map.offset

    PlacedShape Placed() const { return {&shape, map}; }
    /// How far outside a point is, in the shape's own frame, as a part of its own size; at most 0 inside.
    double Outside(const Vec3& point) const;
    /// The largest v · x over the shape.
    double Reach(const Vec3& v) const;
};

inline double JudgedShape::Outside(const Vec3& point) const {
    const Vec3 back = turn.Back(point - map.offset);
    const Vec3 p{back.x / scale.x, back.y / scale.y, back.z / scale.z};
    const double across = std::sqrt(p.x * p.x + p.z * p.z);
    const double own = std::max({shape.radius, shape.half.x, shape.half.y, shape.half.z, 1e-300});
    switch (shape.kind) {
        case ShapeKind::Sphere:
            return (Length(p) - shape.radius) / own;
        case ShapeKind::Box:
            return std::max(
                       {std::fabs(p.x) - shape.half.x, std::fabs(p.y) - shape.half.y, std::fabs(p.z) - shape.half.z}) /
                   own;
        case ShapeKind::Capsule:
            return (Length(p - Vec3{0, std::clamp(p.y, -shape.half.y, shape.half.y), 0}) - shape.radius) / own;
        case ShapeKind::Cylinder:
            return std::max(across - shape.radius, std::fabs(p.y) - shape.half.y) / own;
        case ShapeKind::Cone:
            return std::max(across - shape.radius * (shape.half.y - p.y) / (2 * shape.half.y), -shape.half.y - p.y) /
                   own;
        case ShapeKind::Hull:
            return 0;  // judged by its reach alone
    }
    return 0;
}

inline double JudgedShape::Reach(const Vec3& v) const {
    const Vec3 own = map.TurnBack(v);
    const double across = std::sqrt(own.x * own.x + own.z * own.z);
    double reach = 0;
    switch (shape.kind) {
        case ShapeKind::Sphere:
            reach = Length(own) * shape.radius;
            break;
        case ShapeKind::Box:
            reach = std::fabs(own.x) * shape.half.x + std::fabs(own.y) * shape.half.y + std::fabs(own.z) * shape.half.z;
            break;
        case ShapeKind::Capsule:
            reach = std::fabs(own.y) * shape.half.y + Length(own) * shape.radius;
            break;
        case ShapeKind::Cylinder:
            reach = std::fabs(own.y) * shape.half.y + across * shape.radius;
            break;
        case ShapeKind::Cone:
            reach = std::max(own.y * shape.half.y, across * shape.radius - own.y * shape.half.y);
            break;
        case ShapeKind::Hull:
            reach = Dot(own, shape.hull->corners[0]);
            for (const Vec3& corner : shape.hull->corners) reach = std::max(reach, Dot(own, corner));
            break;
    }
    return reach + Dot(v, map.offset);
}

inline ConvexShape RandomShape(Random& random) {
    const double a = random.Between(0.05, 1), b = random.Between(0.05, 1), c = random.Between(0.05, 1);
    switch (random.Below(6)) {
        case 0:
            return ConvexShape::Sphere(a);
        case 1:
            return ConvexShape::Box({a, b, c});
        case 2:
            return ConvexShape::Capsule(a, b);
        case 3:
            return ConvexShape::Cylinder(a, b);
        case 4:
            return ConvexShape::Cone(a, b);
        default: {
            std::vector<Vec3> points;
            const int64_t count = 1 + random.Below(40), flat = random.Below(4);  // points, needles, cards, stones
            for (int64_t i = 0; i < count; ++i) {
                const Vec3 p = random.Direction() * random.Between(0.3, 1);
                points.push_back({p.x, flat > 0 ? p.y : 0, flat > 1 ? p.z : 0});
            }
            return ConvexShape::Hull(*ConvexHull::Build(points));
        }
    }
}

/// Somewhere, turned, stretched unevenly, `size` large.
inline JudgedShape PlaceShape(const ConvexShape& shape, double size, Random& random) {
    JudgedShape judged{shape, {}, ToRotation(FromTurn(random.Direction() * random.Between(0, 3.1))), {}, 0};
    judged.scale = Vec3{random.Between(0.5, 1), random.Between(0.5, 1), random.Between(0.5, 1)} * size;
    for (size_t i = 0; i < 3; ++i) judged.map.row[i] = Scaled(judged.turn.row[i], judged.scale);
    judged.size = 2.5 * size;
    return judged;
}

}  // namespace spheretree
