#include "SphereTree/ConvexShape.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

double SignOf(double x) { return x < 0 ? -1 : 1; }

/// On the circle of that radius about y, farthest along the direction; its middle when all of it is as far.
Vec3 OnCircle(const Vec3& direction, double radius, double y) {
    const double across = std::sqrt(direction.x * direction.x + direction.z * direction.z);
    if (!(across > 0)) return {0, y, 0};
    return {direction.x * (radius / across), y, direction.z * (radius / across)};
}

Vec3 OnSphere(const Vec3& direction, double radius) {
    const double length = Length(direction);
    return length > 0 ? direction * (radius / length) : Vec3{radius, 0, 0};
}

/// The apex, where the direction is steeper than the side's normal.
Vec3 OnCone(const Vec3& direction, double radius, double half) {
    const double side = std::sqrt(radius * radius + 4 * half * half);
    if (direction.y * side > Length(direction) * radius) return {0, half, 0};
    return OnCircle(direction, radius, -half);
}

int32_t FarthestOfAll(const ConvexHull& hull, const Vec3& direction) {
    int32_t best = 0;
    for (size_t i = 1; i < hull.corners.size(); ++i)
        if (Dot(hull.corners[i], direction) > Dot(hull.corners[static_cast<size_t>(best)], direction))
            best = static_cast<int32_t>(i);
    return best;
}

double HeightOf(const ConvexHull& hull, int32_t corner, const Vec3& direction) {
    return Dot(hull.corners[static_cast<size_t>(corner)], direction);
}

/// Uphill along edges, until no neighbour is higher.
int32_t ClimbFrom(const ConvexHull& hull, const Vec3& direction, int32_t at) {
    double height = HeightOf(hull, at, direction);
    for (int32_t from = -1; from != at;) {
        from = at;
        const auto place = static_cast<size_t>(from);
        for (int32_t i = hull.firstNeighbour[place]; i < hull.firstNeighbour[place + 1]; ++i) {
            const int32_t neighbour = hull.neighbours[static_cast<size_t>(i)];
            const double there = HeightOf(hull, neighbour, direction);
            if (there > height) height = there, at = neighbour;
        }
    }
    return at;
}

/// For a convex hull that is the top, or the midst of a face that lies level: the top too, or the very bottom. There,
/// one of the extremes is higher, and leads up.
int32_t ClimbHull(const ConvexHull& hull, const Vec3& direction, int32_t start) {
    if (hull.firstNeighbour.empty()) return FarthestOfAll(hull, direction);
    const bool isCorner = start >= 0 && start < static_cast<int32_t>(hull.corners.size());
    const int32_t at = ClimbFrom(hull, direction, isCorner ? start : 0);
    for (const int32_t extreme : hull.extremes)
        if (HeightOf(hull, extreme, direction) > HeightOf(hull, at, direction))
            return ClimbFrom(hull, direction, extreme);
    return at;
}

Vec3 OnHull(const PlacedShape& placed, const Vec3& direction) {
    const ConvexHull& hull = *placed.shape->hull;
    placed.lastCorner = ClimbHull(hull, direction, placed.lastCorner);
    return hull.corners[static_cast<size_t>(placed.lastCorner)];
}

Vec3 InOwnFrame(const PlacedShape& placed, const Vec3& v) {
    const ConvexShape& shape = *placed.shape;
    switch (shape.kind) {
        case ShapeKind::Sphere:
            return OnSphere(v, shape.radius);
        case ShapeKind::Box:
            return {SignOf(v.x) * shape.half.x, SignOf(v.y) * shape.half.y, SignOf(v.z) * shape.half.z};
        case ShapeKind::Capsule:
            return Vec3{0, SignOf(v.y) * shape.half.y, 0} + OnSphere(v, shape.radius);
        case ShapeKind::Cylinder:
            return OnCircle(v, shape.radius, SignOf(v.y) * shape.half.y);
        case ShapeKind::Cone:
            return OnCone(v, shape.radius, shape.half.y);
        case ShapeKind::Hull:
            return OnHull(placed, v);
    }
    return {};
}

}  // namespace

// [Van den Bergen 1999] 4.4.2, Theorem 4.7: the image's support point is the image of the support point along Bᵀv.
Vec3 SupportPoint(const PlacedShape& placed, const Vec3& direction) {
    const Vec3 point = placed.map(InOwnFrame(placed, placed.map.TurnBack(direction)));
    return Dot(placed.sweep, direction) > 0 ? point + placed.sweep : point;
}

std::string FindShapeFault(const ConvexShape& shape) {
    if (static_cast<int>(shape.kind) > static_cast<int>(ShapeKind::Hull)) return "The shape is of no kind that exists.";
    const auto isSize = [](double x) { return x >= 0 && x < 1e12; };
    if (!isSize(shape.radius) || !isSize(shape.half.x) || !isSize(shape.half.y) || !isSize(shape.half.z))
        return "A shape's radius and half sizes must be numbers from 0 on.";
    if (shape.kind == ShapeKind::Hull && (!shape.hull || shape.hull->corners.empty()))
        return "A hull needs corners: build it with ConvexHull::Build.";
    return "";
}

double BoundingRadius(const ConvexShape& shape, const Vec3& scale) {
    const Vec3 by{std::fabs(scale.x), std::fabs(scale.y), std::fabs(scale.z)};
    const double across = std::max(by.x, by.z), largest = std::max(across, by.y);
    const auto far = [](double x, double y, double z) { return std::sqrt(x * x + y * y + z * z); };
    double radius = shape.radius * largest;
    switch (shape.kind) {
        case ShapeKind::Sphere:
            break;
        case ShapeKind::Box:
            radius = far(shape.half.x * by.x, shape.half.y * by.y, shape.half.z * by.z);
            break;
        case ShapeKind::Capsule:
            radius += shape.half.y * by.y;
            break;
        case ShapeKind::Cylinder:
        case ShapeKind::Cone:
            radius = far(shape.radius * across, shape.half.y * by.y, 0);
            break;
        case ShapeKind::Hull:
            radius = 0;
            for (const Vec3& c : shape.hull->corners)
                radius = std::max(radius, far(c.x * by.x, c.y * by.y, c.z * by.z));
            break;
    }
    return radius * (1 + 1e-14);
}

}  // namespace spheretree
