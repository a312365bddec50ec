#pragma once

#include <cmath>

namespace spheretree {

/// A point or a direction, in the mesh's own unit and axes.
struct Vec3 {
    double x = 0, y = 0, z = 0;

    friend constexpr Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend constexpr Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend constexpr Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
    friend constexpr Vec3 operator*(const Vec3& a, double s) { return {a.x * s, a.y * s, a.z * s}; }
    friend constexpr Vec3 operator*(double s, const Vec3& a) { return a * s; }
    friend constexpr Vec3 operator/(const Vec3& a, double s) { return {a.x / s, a.y / s, a.z / s}; }
    constexpr Vec3& operator+=(const Vec3& b) { return *this = *this + b; }
    constexpr Vec3& operator-=(const Vec3& b) { return *this = *this - b; }
    constexpr Vec3& operator*=(double s) { return *this = *this * s; }
    friend constexpr bool operator==(const Vec3& a, const Vec3& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
};

constexpr double Dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 Cross(const Vec3& a, const Vec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
constexpr double LengthSquared(const Vec3& a) { return Dot(a, a); }
inline double Length(const Vec3& a) { return std::sqrt(Dot(a, a)); }
inline double Distance(const Vec3& a, const Vec3& b) { return Length(a - b); }

/// The unit vector along `a`; zero when `a` has no direction.
inline Vec3 Normalized(const Vec3& a) {
    const double length = Length(a);
    return length > 0 ? a / length : Vec3{};
}
inline bool IsFinite(const Vec3& a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }

struct Sphere {
    Vec3 centre;
    double radius = 0;
};

struct Box {
    Vec3 low, high;
};

}  // namespace spheretree
