#pragma once

#include "Base/Random.h"
#include "SphereTree/Shell.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

// Seeded pairs of shells, and a referee that knows nothing of circles and quartics: it walks from many points of either
// shell to the nearest point of one and of the other in turn, until it stands in both or can come no closer.
namespace spheretree::shelltest {

/// Sanitizers, whose builds keep their assertions, are ten times slower: they are asked less.
#ifdef NDEBUG
inline constexpr bool kIsOptimised = true;
#else
inline constexpr bool kIsOptimised = false;
#endif
inline constexpr int64_t Cases(int64_t usual) { return kIsOptimised ? usual : usual / 8; }

inline Vec3 AnyAcross(const Vec3& axis) {
    const Vec3 other = std::fabs(axis.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    return Normalized(Cross(axis, other));
}

/// The nearest point of the shell; the point itself when it lies within.
inline Vec3 NearestIn(const Shell& shell, const Vec3& point) {
    const Vec3 p = point - shell.centre;
    const double length = Length(p), along = Dot(p, shell.axis);
    if (along >= shell.cosine * length) {
        const double radius = std::clamp(length, shell.inner, shell.outer);
        return shell.centre + (length > 0 ? p * (radius / length) : shell.axis * radius);
    }
    Vec3 across = Normalized(p - shell.axis * along);
    if (across == Vec3{}) across = AnyAcross(shell.axis);
    const double sine = std::sqrt(std::max(0.0, 1 - shell.cosine * shell.cosine));
    const Vec3 ray = shell.axis * shell.cosine + across * sine;
    return shell.centre + ray * std::clamp(Dot(p, ray), shell.inner, shell.outer);
}

inline bool IsIn(const Shell& shell, const Vec3& point) {
    const Vec3 p = point - shell.centre;
    const double length = Length(p);
    return length >= shell.inner && length <= shell.outer && Dot(p, shell.axis) >= shell.cosine * length;
}

/// A point of the shell: anywhere, or on one of its boundaries; its outward normal there where it has one.
struct ShellPoint {
    Vec3 point, normal;
};
inline ShellPoint RandomPoint(const Shell& shell, Random& random) {
    const Vec3 u = AnyAcross(shell.axis), v = Cross(shell.axis, u);
    const double turn = random.Between(0, 2 * 3.141592653589793);
    const Vec3 across = u * std::cos(turn) + v * std::sin(turn);
    const int64_t place = random.Below(5);  // outer, inner, side, anywhere, anywhere
    const double cosine = place == 2 ? shell.cosine : random.Between(shell.cosine, 1);
    const double sine = std::sqrt(std::max(0.0, 1 - cosine * cosine));
    const double radius = place == 0   ? shell.outer
                          : place == 1 ? shell.inner
                                       : random.Between(shell.inner, shell.outer);
    const Vec3 way = shell.axis * cosine + across * sine;
    const Vec3 normal = place == 0   ? way
                        : place == 1 ? -way
                        : place == 2 ? across * cosine - shell.axis * sine
                                     : random.Direction();
    return {shell.centre + way * radius, normal};
}

/// Zero when a common point was found, up to rounding; otherwise how close it came.
inline double RefereeGap(const Shell& a, const Shell& b, Random& random, int starts, int steps) {
    double best = HUGE_VAL;
    for (int i = 0; i < starts; ++i) {
        Vec3 p = NearestIn(b, RandomPoint(i % 2 ? b : a, random).point);
        double before = HUGE_VAL;
        for (int k = 0; k < steps; ++k) {
            const Vec3 q = NearestIn(a, p);
            p = NearestIn(b, q);
            const double gap = Distance(p, q);
            best = std::min(best, gap);
            if (gap < 1e-13 || gap > before * 0.99999) break;
            before = gap;
        }
        if (best < 1e-13) return 0;
    }
    return best;
}

inline Shell RandomShell(Random& random) {
    Shell shell;
    shell.centre = random.Direction() * random.Uniform();
    shell.axis = random.Direction();
    shell.outer = std::exp2(random.Between(-6, 0));
    const double thin = std::exp2(random.Between(-16, 0));  // as a part of the radius
    shell.inner = random.Below(8) == 0 ? 0 : shell.outer * (1 - thin);
    const double angle =
        random.Below(3) == 0 ? std::exp2(random.Between(-10, 0)) : random.Between(0, 3.141592653589793);
    shell.cosine = std::cos(angle);
    return shell;
}

struct ShellPair {
    Shell a, b;
};

/// All sizes, angles from 0 to 180°, thin to thick. A third anywhere; two thirds with a point of one close to a point
/// of the other, half of those with boundaries that face each other, so that they may be apart by a hair.
inline ShellPair RandomPair(int64_t index) {
    Random random = Random::OfItem(2024, index);
    ShellPair pair{RandomShell(random), RandomShell(random)};
    const int64_t kind = index % 3;
    if (kind == 0) return pair;
    const ShellPoint onA = RandomPoint(pair.a, random);
    if (kind == 2) {  // turn b so that its normal looks against a's
        const ShellPoint onB = RandomPoint(pair.b, random);
        const Vec3 mirror = Normalized(onB.normal + onA.normal);
        const auto reflect = [&](const Vec3& v) { return v - mirror * (2 * Dot(v, mirror)); };
        pair.b.axis = Normalized(reflect(pair.b.axis));
        pair.b.centre = onA.point + onA.normal * std::exp2(random.Between(-24, 0)) - reflect(onB.point - pair.b.centre);
    } else {
        const ShellPoint onB = RandomPoint(pair.b, random);
        pair.b.centre += onA.point - onB.point + random.Direction() * std::exp2(random.Between(-24, 0));
    }
    return pair;
}

}  // namespace spheretree::shelltest
