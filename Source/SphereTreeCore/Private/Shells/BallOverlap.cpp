// Balls against shells and boxes, and around shells: seen in the half-plane of the shell's axis and the ball's centre,
// a shell is a piece of a ring.

#include "SphereTree/Shell.h"

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

double DistanceTo(const Shell& shell, const Vec3& point) {
    const Vec3 p = point - shell.centre;
    const double length = Length(p), along = Dot(shell.axis, p);
    if (along >= shell.cosine * length) return std::max({shell.inner - length, length - shell.outer, 0.0});
    const double across = Length(Cross(shell.axis, p)), sine = SineOf(shell);
    const double foot = std::clamp(along * shell.cosine + across * sine, shell.inner, shell.outer);
    return std::hypot(along - foot * shell.cosine, across - foot * sine);
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
