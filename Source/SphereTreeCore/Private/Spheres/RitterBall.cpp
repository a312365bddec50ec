// This work is based on: Jack Ritter. An Efficient Bounding Sphere. Graphics Gems, 1990.
#include "Spheres/RitterBall.h"

#include "Spheres/FarthestPoint.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {
/// The ball across the widest pair among the points that are extreme along the axes.
Sphere BallOfExtremes(std::span<const Vec3> points) {
    constexpr double Vec3::*axes[3] = {&Vec3::x, &Vec3::y, &Vec3::z};
    Sphere widest{points.front(), -1};
    for (double Vec3::*axis : axes) {
        const auto less = [axis](const Vec3& a, const Vec3& b) { return a.*axis < b.*axis; };
        const auto [low, high] = std::minmax_element(points.begin(), points.end(), less);
        const double radius = Distance(*low, *high) / 2;
        if (radius > widest.radius) widest = {(*low + *high) * 0.5, radius};
    }
    return widest;
}
}  // namespace

Sphere RitterBall(std::span<const Vec3> points) {
    if (points.empty()) return {};
    Sphere ball = BallOfExtremes(points);
    for (const Vec3& point : points) {
        const double distance = Distance(point, ball.centre);
        if (!(distance > ball.radius)) continue;
        const double radius = (ball.radius + distance) / 2;  // keeps the far side of the old ball, reaches the point
        ball.centre += (point - ball.centre) * ((distance - radius) / distance);
        ball.radius = radius;
    }
    // Rounding may have left a point outside; and the last centre may need less than the passes' radius.
    ball.radius = RadiusToReach(FarthestDistanceSquared(points, ball.centre));
    return ball;
}

}  // namespace spheretree
