#pragma once

#include "SphereTree/TriangleMesh.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

// A place is where one or more vertices lie. A vertex's place is named by the lowest vertex there, itself included.
namespace spheretree {

/// Queries multiply up to four lengths, and the fourth power must stay within what a double holds with its digits:
/// coordinates beyond are as useless as infinities, triangles below have no area.
constexpr double kLargestCoordinate = 1e60, kSmallestTriangle = 1e-60;

inline bool IsUsable(const Vec3& p) {
    return std::abs(p.x) <= kLargestCoordinate && std::abs(p.y) <= kLargestCoordinate &&
           std::abs(p.z) <= kLargestCoordinate;
}
bool HasValidIndices(const Triangle& triangle, size_t vertexCount);

inline bool IsCollapsed(const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }
inline Triangle MapCorners(const Triangle& t, const std::vector<int32_t>& places) {
    return {places[static_cast<size_t>(t[0])], places[static_cast<size_t>(t[1])], places[static_cast<size_t>(t[2])]};
}

/// Whether the triangle has no area to speak of: less than 1e-12 of its longest edge squared. A measure of its shape
/// alone, so that cleaning a part of a mesh, or a scaled one, gives the same.
bool IsSliver(const Vec3& a, const Vec3& b, const Vec3& c);

/// Vertices at exactly the same position share a place.
std::vector<int32_t> ExactPlaces(const std::vector<Vec3>& vertices);

/// Every vertex, in order, joins the nearest earlier place within `distance` (ties: the lowest) or becomes a new one.
/// Places thus lie further apart than `distance`, and a second weld finds nothing. Vertices with `use[v] == 0` stand
/// alone. Linear time: places are kept in a hashed grid. Ends early when `goesOn` says no.
std::vector<int32_t> WeldedPlaces(
    const std::vector<Vec3>& vertices, const std::vector<char>& use, double distance,
    const std::function<bool()>& goesOn = [] { return true; });

/// For every triangle the lowest one with the same three corners, in the same direction or in any.
enum class Direction { Same, Any };
std::vector<int32_t> FirstWithSameCorners(const std::vector<Triangle>& triangles, Direction direction);

Box BoundsOf(const std::vector<Vec3>& vertices, const std::vector<char>& use);
inline Vec3 MiddleOf(const Box& box) { return box.low + (box.high - box.low) * 0.5; }

/// Six times the volume between a triangle and `origin`. Turning the triangle with TurnOver negates it exactly.
double SixVolumes(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& origin);
inline Triangle TurnOver(const Triangle& t) { return {t[0], t[2], t[1]}; }

}  // namespace spheretree
