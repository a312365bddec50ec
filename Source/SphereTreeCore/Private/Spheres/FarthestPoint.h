#pragma once

#include "SphereTree/Vec3.h"

#include <cstdint>
#include <span>
#include <vector>

// The largest distance from a centre to points: the hottest loop of a bake, so it is written once.
// A maximum does not depend on the order in which it is taken, and squares are not contracted: the answer is the same
// to the bit for every vector width. Of equally far points the lowest index wins.
namespace spheretree {

/// Points as three columns, so that a vector register holds the same coordinate of several points.
/// Padded with copies of the last point to a multiple of kLanes: loops have no remainder.
class PointColumns {
public:
    static constexpr int64_t kLanes = 8;

    PointColumns() = default;
    explicit PointColumns(std::span<const Vec3> points) { Assign(points); }
    /// The points that `indices` names, in that order.
    PointColumns(std::span<const Vec3> points, std::span<const int32_t> indices) { Assign(points, indices); }

    void Assign(std::span<const Vec3> points);
    void Assign(std::span<const Vec3> points, std::span<const int32_t> indices);

    int64_t Count() const { return count_; }
    bool IsEmpty() const { return count_ == 0; }
    Vec3 operator[](int64_t i) const { return {X()[i], Y()[i], Z()[i]}; }

    int64_t PaddedCount() const { return padded_; }
    const double* X() const { return columns_.data(); }
    const double* Y() const { return columns_.data() + padded_; }
    const double* Z() const { return columns_.data() + 2 * padded_; }

private:
    template <typename Pick>
    void Fill(int64_t count, Pick pick);

    std::vector<double> columns_;
    int64_t count_ = 0, padded_ = 0;
};

struct Farthest {
    int64_t index = -1;  // −1 where there is no point
    double distanceSquared = 0;
};

double FarthestDistanceSquared(const PointColumns& points, const Vec3& centre);
double FarthestDistanceSquared(std::span<const Vec3> points, const Vec3& centre);
Farthest FarthestPoint(const PointColumns& points, const Vec3& centre);
Farthest FarthestPoint(std::span<const Vec3> points, const Vec3& centre);

/// A radius that is surely enough: the distance, one unit in the last place up, so that LengthSquared(p − c) ≤ r² holds
/// in doubles as well.
double RadiusToReach(double distanceSquared);

/// The ball around `centre` that contains the points.
inline Sphere BallAround(const PointColumns& points, const Vec3& centre) {
    return {centre, RadiusToReach(FarthestDistanceSquared(points, centre))};
}

}  // namespace spheretree
