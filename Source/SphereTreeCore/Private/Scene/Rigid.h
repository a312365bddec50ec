#pragma once

#include "SphereTree/Scene.h"
#include "SphereTree/Vec3.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

/// A rotation as three rows.
struct Rotation {
    Vec3 row[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

    Vec3 operator*(const Vec3& a) const { return {Dot(row[0], a), Dot(row[1], a), Dot(row[2], a)}; }
    Vec3 Back(const Vec3& a) const { return row[0] * a.x + row[1] * a.y + row[2] * a.z; }
    Vec3 Column(int i) const {
        return i == 0   ? Vec3{row[0].x, row[1].x, row[2].x}
               : i == 1 ? Vec3{row[0].y, row[1].y, row[2].y}
                        : Vec3{row[0].z, row[1].z, row[2].z};
    }
};

inline double LengthSquared(const Quat& q) { return q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w; }

inline Quat Normalized(const Quat& q) {
    const double s = 1 / std::sqrt(LengthSquared(q));
    return {q.x * s, q.y * s, q.z * s, q.w * s};
}

/// Of a unit quaternion.
inline Rotation ToRotation(const Quat& q) {
    Rotation r;
    r.row[0] = {1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y - q.z * q.w), 2 * (q.x * q.z + q.y * q.w)};
    r.row[1] = {2 * (q.x * q.y + q.z * q.w), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z - q.x * q.w)};
    r.row[2] = {2 * (q.x * q.z - q.y * q.w), 2 * (q.y * q.z + q.x * q.w), 1 - 2 * (q.x * q.x + q.y * q.y)};
    return r;
}

inline Quat Multiply(const Quat& a, const Quat& b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

/// The rotation by |turn| radians about turn.
inline Quat FromTurn(const Vec3& turn) {
    const double angle = Length(turn);
    if (!(angle > 1e-300)) return {};
    const Vec3 axis = turn * (std::sin(angle / 2) / angle);
    return {axis.x, axis.y, axis.z, std::cos(angle / 2)};
}

inline double LargestAbs(const Vec3& a) { return std::max(std::fabs(a.x), std::max(std::fabs(a.y), std::fabs(a.z))); }
inline double SmallestAbs(const Vec3& a) { return std::min(std::fabs(a.x), std::min(std::fabs(a.y), std::fabs(a.z))); }
inline Vec3 Scaled(const Vec3& a, const Vec3& s) { return {a.x * s.x, a.y * s.y, a.z * s.z}; }

}  // namespace spheretree
