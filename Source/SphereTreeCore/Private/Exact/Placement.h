#pragma once

#include "Scene/SceneData.h"
#include "SphereTree/TrianglePair.h"

#include <algorithm>
#include <memory>

namespace spheretree {

/// The triangles of two bodies in one frame: b's axes about b's position, world units, in double.
struct Placement {
    Vec3 row[3];  // a's mesh → that frame, its scale included
    Vec3 offset;
    Vec3 scaleB;
    Rotation back;  // that frame → the world, with `origin`
    Vec3 origin;
    double margin = 0;                    // what rounding did to a corner, generously
    bool turnsA = false, turnsB = false;  // a scale that mirrors turns the faces inside out

    Placement(const Body& a, const Body& b);

    Vec3 OfA(const Vec3& v) const { return Vec3{Dot(row[0], v), Dot(row[1], v), Dot(row[2], v)} + offset; }
    Vec3 OfB(const Vec3& v) const { return Scaled(v, scaleB); }
    TriangleCorners CornersA(const PackedTriangles& of, int32_t triangle) const;
    TriangleCorners CornersB(const PackedTriangles& of, int32_t triangle) const;
    Vec3 ToWorld(const Vec3& p) const { return origin + back * p; }
};

inline Placement::Placement(const Body& a, const Body& b)
    : offset(b.turn.Back(a.pose.position - b.pose.position)), scaleB(b.scale), back(b.turn), origin(b.pose.position) {
    for (int i = 0; i < 3; ++i) {
        const Vec3 axis = b.turn.Column(i);
        const Vec3 turned{Dot(axis, a.turn.Column(0)), Dot(axis, a.turn.Column(1)), Dot(axis, a.turn.Column(2))};
        row[i] = Scaled(turned, a.scale);
    }
    margin = 4 * (a.rounding + b.rounding);
    turnsA = a.scale.x * a.scale.y * a.scale.z < 0;
    turnsB = b.scale.x * b.scale.y * b.scale.z < 0;
}

inline TriangleCorners Placement::CornersA(const PackedTriangles& of, int32_t triangle) const {
    const Triangle& t = of.triangles[static_cast<size_t>(triangle)];
    const auto at = [&](int32_t v) { return OfA(of.vertices[static_cast<size_t>(v)]); };
    return {at(t[0]), at(t[1]), at(t[2])};
}

inline TriangleCorners Placement::CornersB(const PackedTriangles& of, int32_t triangle) const {
    const Triangle& t = of.triangles[static_cast<size_t>(triangle)];
    const auto at = [&](int32_t v) { return OfB(of.vertices[static_cast<size_t>(v)]); };
    return {at(t[0]), at(t[1]), at(t[2])};
}

/// A triangle of a tree in the world's axes, about the place of the other body: far from the origin nothing is lost.
inline TriangleCorners CornersBeside(const Body& tree, const Body& other, int32_t triangle) {
    const PackedTriangles& of = *tree.tree->triangles;
    const Triangle& t = of.triangles[static_cast<size_t>(triangle)];
    const Vec3 offset = tree.pose.position - other.pose.position;
    const auto at = [&](size_t k) {
        return offset + tree.turn * Scaled(of.vertices[static_cast<size_t>(t[k])], tree.scale);
    };
    return {at(0), at(1), at(2)};
}

/// A shape in the world's axes, about its own place.
inline PlacedShape PlacedAtHome(const Body& body) {
    PlacedShape placed{body.shape.get(), body.shapeMap, 0, {}};
    placed.map.offset = {};
    return placed;
}

/// A triangle as a shape that is filled anew for each.
struct TriangleShape {
    std::shared_ptr<ConvexHull> hull = std::make_shared<ConvexHull>();
    ConvexShape shape = ConvexShape::Hull(hull);

    TriangleShape() { hull->corners.resize(3); }
    PlacedShape Of(const TriangleCorners& corners) {
        std::copy(corners.begin(), corners.end(), hull->corners.begin());
        return {&shape, {}, 0, {}};
    }
};

}  // namespace spheretree
