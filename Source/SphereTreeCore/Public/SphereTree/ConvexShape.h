#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Result.h"
#include "SphereTree/Vec3.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace spheretree {

/// The hull of points, with the edges between its corners: from a corner, the farthest in a direction is found by
/// walking uphill. [Van den Bergen 1999] 4.4.2
struct ConvexHull {
    std::vector<Vec3> corners;
    std::vector<int32_t> firstNeighbour;  // one more than corners; empty: too flat for edges, all corners are asked
    std::vector<int32_t> neighbours;
    std::array<int32_t, 6> extremes{};  // farthest along x, −x, y, −y, z, −z

    /// Points inside, or at one place, are left out. An error for none, or for one that is not finite.
    SPHERETREECORE_API static Result<std::shared_ptr<const ConvexHull>> Build(const std::vector<Vec3>& points);
};

enum class ShapeKind : uint8_t {
    Sphere,    // radius
    Box,       // half
    Capsule,   // radius, about a segment of half.y up and down
    Cylinder,  // radius, half.y up and down
    Cone,      // radius of the base at −half.y, apex at half.y
    Hull       // hull
};

/// A convex shape in a frame of its own: centred at the origin, its axis along y.
struct ConvexShape {
    ShapeKind kind = ShapeKind::Sphere;
    Vec3 half;
    double radius = 0;
    std::shared_ptr<const ConvexHull> hull;

    static ConvexShape Sphere(double radius) { return {ShapeKind::Sphere, {}, radius, nullptr}; }
    static ConvexShape Box(const Vec3& half) { return {ShapeKind::Box, half, 0, nullptr}; }
    static ConvexShape Capsule(double radius, double halfHeight) {
        return {ShapeKind::Capsule, {0, halfHeight, 0}, radius, nullptr};
    }
    static ConvexShape Cylinder(double radius, double halfHeight) {
        return {ShapeKind::Cylinder, {0, halfHeight, 0}, radius, nullptr};
    }
    static ConvexShape Cone(double radius, double halfHeight) {
        return {ShapeKind::Cone, {0, halfHeight, 0}, radius, nullptr};
    }
    static ConvexShape Hull(std::shared_ptr<const ConvexHull> hull) {
        return {ShapeKind::Hull, {}, 0, std::move(hull)};
    }
};

/// x → linear · x + offset: a pose, a scale, a shear; nothing needs its inverse.
struct AffineMap {
    std::array<Vec3, 3> row{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
    Vec3 offset;

    Vec3 Turn(const Vec3& a) const { return {Dot(row[0], a), Dot(row[1], a), Dot(row[2], a)}; }
    Vec3 TurnBack(const Vec3& a) const { return row[0] * a.x + row[1] * a.y + row[2] * a.z; }  // by the transpose
    Vec3 operator()(const Vec3& a) const { return Turn(a) + offset; }
};

/// A shape somewhere. `lastCorner` is where the last walk over a hull ended: the next one starts there.
struct PlacedShape {
    const ConvexShape* shape = nullptr;
    AffineMap map;
    mutable int32_t lastCorner = 0;
    Vec3 sweep{};  // all that the shape passes when it moves so far: one more support mapping, of a segment
};

/// Empty when the shape's numbers make sense (sizes from 0 on, finite; a hull has corners); else what is wrong.
SPHERETREECORE_API std::string FindShapeFault(const ConvexShape& shape);

/// The radius of a ball about the shape's own origin that holds it, for a scale along its own axes.
SPHERETREECORE_API double BoundingRadius(const ConvexShape& shape, const Vec3& scale);

/// A point of the shape that no other is farther than in that direction (which need not be a unit vector).
SPHERETREECORE_API Vec3 SupportPoint(const PlacedShape& placed, const Vec3& direction);

}  // namespace spheretree
