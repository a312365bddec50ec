#include "Convex/PointShape.h"

#include "SphereTree/Gjk.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace spheretree {

namespace {

/// Across the axis and along it: what a shape of revolution looks like from the side.
struct SidePoint {
    double across, along;
};

struct SideGap {
    double distance;
    SidePoint closest, normal;
};

SideGap ToSideBall(const SidePoint& p, double radius) {
    const double length = std::hypot(p.across, p.along);
    const SidePoint n = length > 0 ? SidePoint{p.across / length, p.along / length} : SidePoint{1, 0};
    return {length - radius, {n.across * radius, n.along * radius}, n};
}

SideGap Moved(SideGap gap, double along) {
    gap.closest.along += along;
    return gap;
}

SideGap ToCapsule(const SidePoint& p, double radius, double half) {
    const double on = std::clamp(p.along, -half, half);
    return Moved(ToSideBall({p.across, p.along - on}, radius), on);
}

SideGap ToCylinder(const SidePoint& p, double radius, double half) {
    const double side = p.across - radius, end = std::fabs(p.along) - half, sign = p.along < 0 ? -1 : 1;
    if (side > 0 && end > 0) {
        const double length = std::hypot(side, end);
        return {length, {radius, sign * half}, {side / length, sign * end / length}};
    }
    if (side > end) return {side, {radius, p.along}, {1, 0}};
    return {end, {p.across, sign * half}, {0, sign}};
}

SideGap ToSideEdge(const SidePoint& p, const SidePoint& a, const SidePoint& b, const SidePoint& outward) {
    const double dx = b.across - a.across, dy = b.along - a.along, square = dx * dx + dy * dy;
    const double t =
        square > 0 ? std::clamp(((p.across - a.across) * dx + (p.along - a.along) * dy) / square, 0.0, 1.0) : 0;
    const SidePoint on{a.across + dx * t, a.along + dy * t};
    const double length = std::hypot(p.across - on.across, p.along - on.along);
    if (!(length > 0)) return {0, on, outward};
    return {length, on, {(p.across - on.across) / length, (p.along - on.along) / length}};
}

SideGap ToCone(const SidePoint& p, double radius, double half) {
    const SidePoint apex{0, half}, rim{radius, -half}, base{0, -half};
    const double slope = std::hypot(radius, 2 * half);
    const SidePoint out = slope > 0 ? SidePoint{2 * half / slope, radius / slope} : SidePoint{1, 0};
    const SideGap side = ToSideEdge(p, apex, rim, out), below = ToSideEdge(p, base, rim, {0, -1});
    SideGap gap = side.distance <= below.distance ? side : below;
    const bool isInside = p.along >= -half && (p.along - half) * out.along + p.across * out.across <= 0;
    if (!isInside) return gap;
    gap.distance = -gap.distance;
    gap.normal = side.distance <= below.distance ? out : SidePoint{0, -1};
    return gap;
}

SideGap ToRevolved(const ConvexShape& shape, const SidePoint& p) {
    switch (shape.kind) {
        case ShapeKind::Capsule:
            return ToCapsule(p, shape.radius, shape.half.y);
        case ShapeKind::Cylinder:
            return ToCylinder(p, shape.radius, shape.half.y);
        case ShapeKind::Cone:
            return ToCone(p, shape.radius, shape.half.y);
        default:
            return ToSideBall(p, shape.radius);
    }
}

PointGap ToBox(const Vec3& half, const Vec3& p) {
    const Vec3 inside{std::clamp(p.x, -half.x, half.x), std::clamp(p.y, -half.y, half.y),
                      std::clamp(p.z, -half.z, half.z)};
    const Vec3 away = p - inside;
    const double length = Length(away);
    if (length > 0) return {length, inside, away / length};
    PointGap gap{-half.x + std::fabs(p.x), p, {}};
    double Vec3::*nearest = &Vec3::x;
    for (const auto axis : {&Vec3::y, &Vec3::z})
        if (std::fabs(p.*axis) - half.*axis > gap.distance)
            gap.distance = std::fabs(p.*axis) - half.*axis, nearest = axis;
    gap.normal.*nearest = p.*nearest < 0 ? -1 : 1;
    gap.closest.*nearest = gap.normal.*nearest * half.*nearest;
    return gap;
}

/// In the shape's own frame, for an even scale of 1.
PointGap InOwnFrame(const ConvexShape& shape, const Vec3& p) {
    const double across = std::hypot(p.x, p.z);
    const double cosine = across > 0 ? p.x / across : 1, sine = across > 0 ? p.z / across : 0;
    const SideGap gap = ToRevolved(shape, {across, p.y});
    const auto back = [&](const SidePoint& s) { return Vec3{s.across * cosine, s.along, s.across * sine}; };
    return {gap.distance, back(gap.closest), back(gap.normal)};
}

bool HasFormula(const PlacedShape& placed, const Vec3& scale) {
    if (placed.shape->kind == ShapeKind::Hull || !(placed.sweep == Vec3{})) return false;
    if (!(scale.x != 0 && scale.y != 0 && scale.z != 0)) return false;
    const Vec3 by{std::fabs(scale.x), std::fabs(scale.y), std::fabs(scale.z)};
    return placed.shape->kind == ShapeKind::Box || (by.x == by.y && by.y == by.z);
}

PointGap ByFormula(const PlacedShape& placed, const Vec3& scale, const Vec3& point) {
    const Vec3 turned = placed.map.TurnBack(point - placed.map.offset);  // scale² · p
    const ConvexShape& shape = *placed.shape;
    PointGap gap;
    if (shape.kind == ShapeKind::Box) {
        const Vec3 p{turned.x / scale.x, turned.y / scale.y, turned.z / scale.z};
        gap = ToBox(
            {shape.half.x * std::fabs(scale.x), shape.half.y * std::fabs(scale.y), shape.half.z * std::fabs(scale.z)},
            p);
        const auto turn = [&](const Vec3& v) { return placed.map.Turn({v.x / scale.x, v.y / scale.y, v.z / scale.z}); };
        return {gap.distance, turn(gap.closest) + placed.map.offset, turn(gap.normal)};
    }
    const double size = std::fabs(scale.x);
    gap = InOwnFrame(shape, turned / (size * size));
    return {gap.distance * size, placed.map(gap.closest), placed.map.Turn(gap.normal) / size};
}

ConvexShape PointShapeOf() { return ConvexShape::Sphere(0); }

}  // namespace

PointGap MeasurePoint(const PlacedShape& placed, const Vec3& scale, const Vec3& point) {
    if (HasFormula(placed, scale)) return ByFormula(placed, scale, point);
    const ConvexShape dot = PointShapeOf();
    PlacedShape at{&dot, {}};
    at.map.offset = point;
    const GjkDistance apart = MeasureGjk(placed, at);
    if (apart.distance > 0) return {apart.distance, apart.pointA, Normalized(point - apart.pointA)};
    const GjkDepth depth = MeasureDepth(placed, at);
    return {-depth.depth, point + depth.normal * depth.depth, depth.normal};
}

double LeastDistance(const PlacedShape& placed, const Vec3& scale, const Vec3& point) {
    if (HasFormula(placed, scale)) return std::max(0.0, ByFormula(placed, scale, point).distance);
    const ConvexShape dot = PointShapeOf();
    PlacedShape at{&dot, {}};
    at.map.offset = point;
    return MeasureGjk(placed, at, {1e-3, 64}).lowerBound;
}

}  // namespace spheretree
