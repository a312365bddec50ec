#pragma once

#include "Scene/SceneData.h"
#include "SphereTree/TrianglePair.h"

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

}  // namespace spheretree
