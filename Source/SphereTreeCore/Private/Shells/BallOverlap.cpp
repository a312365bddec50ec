// Balls against shells and boxes, and around shells: seen in the half-plane of the shell's axis and the ball's centre,
// a shell is a piece of a ring.

#include "Shells/ShellOverlap.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

constexpr double kRelativeSlack = 1e-14;  // more than all roundings of a test

double SineOf(const Shell& shell) { return std::sqrt(std::max(0.0, (1 - shell.cosine) * (1 + shell.cosine))); }

}  // namespace

double VolumeOf(const Shell& shell) {
    const double r1 = shell.inner, r2 = shell.outer;
    const double cubes = (r2 - r1) * (r2 * r2 + r1 * r2 + r1 * r1);
    constexpr double kTwoPiThirds = 2.0943951023931953;
    return kTwoPiThirds * cubes * (1 - shell.cosine);
}

double VolumeOf(const OrientedBox& box) { return 8 * box.half.x * box.half.y * box.half.z; }

Sphere BallAround(const Shell& shell) {
    if (!(shell.cosine > 0)) return {shell.centre, shell.outer * (1 + kRelativeSlack)};
    // Its corners in the half-plane, and the top of the outer arc.
    const double sine = SineOf(shell), low = shell.inner * shell.cosine;
    const double height = (low + shell.outer) / 2;
    const auto reach = [&](double radius) { return std::hypot(radius * sine, radius * shell.cosine - height); };
    const double radius = std::max({reach(shell.inner), reach(shell.outer), shell.outer - height});
    return {shell.centre + shell.axis * height, radius + kRelativeSlack * (shell.outer + Length(shell.centre))};
}

Vec3 NearestPoint(const Shell& shell, const Vec3& point) {
    const Vec3 p = point - shell.centre;
    const double square = LengthSquared(p), length = std::sqrt(square), along = Dot(shell.axis, p);
    if (along >= shell.cosine * length) {
        if (length >= shell.inner && length <= shell.outer) return point;
        const double radius = std::clamp(length, shell.inner, shell.outer);
        return shell.centre + (length > 0 ? p * (radius / length) : shell.axis * radius);
    }
    Vec3 side = p - shell.axis * along;
    const double across = Length(side), sine = SineOf(shell);
    const double foot = std::clamp(along * shell.cosine + across * sine, shell.inner, shell.outer);
    side = across > 0 ? side / across  // straight behind, any way out will do
                      : Normalized(Cross(shell.axis, std::fabs(shell.axis.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
    return shell.centre + shell.axis * (foot * shell.cosine) + side * (foot * sine);
}

double DistanceTo(const Shell& shell, const Vec3& point) {
    const Vec3 p = point - shell.centre;
    const double length = Length(p), along = Dot(shell.axis, p);
    if (along >= shell.cosine * length) return std::max({shell.inner - length, length - shell.outer, 0.0});
    const double across = Length(Cross(shell.axis, p)), sine = SineOf(shell);
    const double foot = std::clamp(along * shell.cosine + across * sine, shell.inner, shell.outer);
    const double x = along - foot * shell.cosine, y = across - foot * sine;
    return std::sqrt(x * x + y * y);
}

double FarthestSquared(const Shell& shell, const Vec3& point) {
    const Vec3 p = point - shell.centre;
    const double square = LengthSquared(p), length = std::sqrt(square), along = Dot(shell.axis, p);
    // The direction of the cone that looks away most: |p| · cos(angle to the axis + half-angle), straight back at best.
    double least = -length;
    if (-along < shell.cosine * length) least = along * shell.cosine - Length(Cross(shell.axis, p)) * SineOf(shell);
    const auto reach = [&](double radius) { return square + radius * (radius - 2 * least); };
    return std::max({0.0, reach(shell.inner), reach(shell.outer)});
}

bool Overlap(const Shell& shell, const Sphere& ball) {
    const double slack = kRelativeSlack * (Distance(shell.centre, ball.centre) + shell.outer);
    return !(DistanceTo(shell, ball.centre) > ball.radius + slack);
}

bool Overlap(const Sphere& a, const Sphere& b) {
    const double reach = (a.radius + b.radius) * (1 + kRelativeSlack);
    return !(LengthSquared(a.centre - b.centre) > reach * reach);
}

}  // namespace spheretree
