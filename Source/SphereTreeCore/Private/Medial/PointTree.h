#pragma once

#include "SphereTree/Vec3.h"

#include <cstdint>
#include <vector>

namespace spheretree {

/// Points, and which of them lie in a ball. Sorted along a Hilbert curve, with boxes around each eight, and around each
/// eight of those, and so on: quick to build, and the same everywhere.
class PointTree {
public:
    explicit PointTree(const std::vector<Vec3>& points);

    int32_t Size() const { return static_cast<int32_t>(points_.size()); }
    const Vec3& At(int32_t index) const { return points_[static_cast<size_t>(index)]; }  // in the order of the curve

    /// True where Distance(point, centre) ≤ radius: the one meaning of "covered" in this stage.
    static bool Contains(const Sphere& ball, const Vec3& point) { return Distance(ball.centre, point) <= ball.radius; }

    /// Appends the points inside, rising.
    void Inside(const Sphere& ball, std::vector<int32_t>& out) const;
    bool AnyInside(const Sphere& ball) const;

private:
    template <typename Visit>
    bool Search(const Sphere& ball, size_t level, int32_t index, const Visit& visit) const;

    std::vector<Vec3> points_;
    std::vector<std::vector<Box>> levels_;  // from groups of eight points up to one box
};

}  // namespace spheretree
