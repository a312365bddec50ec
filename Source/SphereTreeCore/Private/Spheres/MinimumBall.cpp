// This work is based on:
// Jiří Matoušek, Micha Sharir, Emo Welzl. A Subexponential Bound for Linear Programming. 1996 (LP-type problems).
// Bernd Gärtner. Fast and Robust Smallest Enclosing Balls. 1999 (pivot on the farthest point).
// Kaspar Fischer, Bernd Gärtner. The Smallest Enclosing Ball of Balls. 2004 (the ball tangent to a support).
//
// A ball is held up by at most four support points. The farthest point that is outside joins them; of the five, the
// best support is found by trying every subset with the newcomer in it, and the radius rises each time.
// Differs from all three: a candidate is judged by the radius that it really needs around the five, never by whether
// its equations were well conditioned. A degenerate subset (duplicate, collinear, coplanar) gives a poor centre at
// worst and loses; no tolerance decides. Points are balls of radius 0.
#include "Spheres/MinimumBall.h"

#include "Spheres/SolveInSpan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace spheretree {

namespace {
constexpr int kMostSupports = 4;
constexpr int kMostPivots = 1000;  // never seen above 40; a guard, since the radius rises by rounding at least

struct BallSupport {
    std::array<Sphere, kMostSupports + 1> balls;
    int count = 0;
};

double RadiusAround(const BallSupport& support, const Vec3& centre) {
    double radius = 0;
    for (int i = 0; i < support.count; ++i) {
        const Sphere& ball = support.balls[static_cast<size_t>(i)];
        radius = std::max(radius, Distance(ball.centre, centre) + ball.radius);
    }
    return radius;
}

/// Centres of the balls that touch all of `chosen` from outside and lie in their span, relative to the first.
/// |z| = R − r0 and |z − edge| = R − r give z = a + R·b, and a quadratic for R.
struct TangentCentres {
    std::array<Vec3, 2> centres;
    int count = 0;
};

TangentCentres FindTangentCentres(const std::array<Sphere, kMostSupports>& chosen, int count) {
    if (count == 1) return {{chosen[0].centre, {}}, 1};
    std::array<Vec3, 3> edges;
    std::array<double, 3> constants{}, slopes{};
    bool equalRadii = true;
    for (int i = 1; i < count; ++i) {
        const size_t k = static_cast<size_t>(i);
        const double r0 = chosen[0].radius, r = chosen[k].radius;
        edges[k - 1] = chosen[k].centre - chosen[0].centre;
        constants[k - 1] = (LengthSquared(edges[k - 1]) + r0 * r0 - r * r) / 2;
        slopes[k - 1] = r - r0;
        equalRadii = equalRadii && r == r0;
    }
    const Vec3 a = SolveInSpan(edges, count - 1, constants);
    if (equalRadii) return {{chosen[0].centre + a, {}}, 1};
    const Vec3 b = SolveInSpan(edges, count - 1, slopes);
    // |a + R b|² = (R − r0)²
    const double r0 = chosen[0].radius;
    const double p = LengthSquared(b) - 1, q = Dot(a, b) + r0, s = LengthSquared(a) - r0 * r0;
    const double root = std::sqrt(std::max(q * q - p * s, 0.0));
    const double t = q > 0 ? -q - root : -q + root;
    return {{chosen[0].centre + a + b * (t / p), chosen[0].centre + a + b * (s / t)}, 2};
}

struct SupportChoice {
    Vec3 centre;
    double radius = std::numeric_limits<double>::infinity();
    unsigned subset = 0;
};

/// The best of all subsets that contain the newest ball, which lies outside the former best.
SupportChoice ChooseSupport(const BallSupport& support) {
    SupportChoice best;
    const int newest = support.count - 1;
    for (unsigned others = 0; others < (1u << newest); ++others) {
        std::array<Sphere, kMostSupports> chosen;
        int count = 0;
        chosen[static_cast<size_t>(count++)] = support.balls[static_cast<size_t>(newest)];
        for (int i = 0; i < newest && count <= kMostSupports; ++i) {
            if ((others >> i & 1u) == 0) continue;
            if (count < kMostSupports) chosen[static_cast<size_t>(count)] = support.balls[static_cast<size_t>(i)];
            ++count;
        }
        if (count > kMostSupports) continue;
        const TangentCentres tangent = FindTangentCentres(chosen, count);
        for (int i = 0; i < tangent.count; ++i) {
            const Vec3& centre = tangent.centres[static_cast<size_t>(i)];
            if (!IsFinite(centre)) continue;
            const double radius = RadiusAround(support, centre);
            if (radius < best.radius) best = {centre, radius, others | 1u << newest};
        }
    }
    return best;
}

void KeepSubset(BallSupport& support, unsigned subset) {
    int kept = 0;
    for (int i = 0; i < support.count; ++i) {
        if (subset >> i & 1u) support.balls[static_cast<size_t>(kept++)] = support.balls[static_cast<size_t>(i)];
    }
    support.count = kept;
}

struct FarBall {
    Sphere ball;
    double reach;  // from the centre asked about to the ball's far side
};

/// `findFarthest(centre)` returns the ball that reaches farthest. The result's radius is its reach at the best centre.
template <typename FindFarthest>
Sphere PivotToMinimum(const Sphere& first, FindFarthest findFarthest) {
    BallSupport support;
    support.balls[0] = first;
    support.count = 1;
    SupportChoice held{first.centre, first.radius, 1};
    Sphere best{first.centre, std::numeric_limits<double>::infinity()};
    for (int pivot = 0; pivot < kMostPivots; ++pivot) {
        const FarBall far = findFarthest(held.centre);
        if (far.reach < best.radius) best = {held.centre, far.reach};
        if (!(far.reach > held.radius)) break;
        support.balls[static_cast<size_t>(support.count++)] = far.ball;
        const SupportChoice next = ChooseSupport(support);
        if (!(next.radius > held.radius)) break;  // only rounding is left
        KeepSubset(support, next.subset);
        held = next;
    }
    return best;
}

template <typename Points>
Sphere MinimumBallOf(const Points& points, const Vec3& first) {
    const Vec3 start = points[static_cast<size_t>(FarthestPoint(points, first).index)];
    Sphere ball = PivotToMinimum({start, 0}, [&](const Vec3& centre) {
        const Farthest farthest = FarthestPoint(points, centre);
        return FarBall{{points[static_cast<size_t>(farthest.index)], 0}, std::sqrt(farthest.distanceSquared)};
    });
    ball.radius = RadiusToReach(FarthestDistanceSquared(points, ball.centre));
    return ball;
}
}  // namespace

Sphere MinimumBall(const PointColumns& points) {
    return points.IsEmpty() ? Sphere{} : MinimumBallOf(points, points[0]);
}

Sphere MinimumBall(std::span<const Vec3> points) {
    constexpr size_t kFewPoints = 24;  // below, turning them into columns costs more than it saves
    if (points.empty()) return {};
    return points.size() <= kFewPoints ? MinimumBallOf(points, points.front()) : MinimumBall(PointColumns(points));
}

Sphere MinimumBallOfBalls(std::span<const Sphere> balls) {
    if (balls.empty()) return {};
    const auto findFarthest = [balls](const Vec3& centre) {
        FarBall far{balls.front(), -1};
        for (const Sphere& ball : balls) {
            const double reach = Distance(ball.centre, centre) + ball.radius;
            if (reach > far.reach) far = {ball, reach};
        }
        return far;
    };
    Sphere ball = PivotToMinimum(findFarthest(balls.front().centre).ball, findFarthest);
    // A distance and a sum, each rounded to nearest: two units in the last place make up for both.
    for (int i = 0; i < 2; ++i) ball.radius = std::nextafter(ball.radius, std::numeric_limits<double>::infinity());
    return ball;
}

}  // namespace spheretree
