// [Krishnan 1998] 6: overlap of two shells.
//
// A point is known by its distances ρ0, ρ1 from the two centres, which name a circle about the line of centres, and by
// its azimuth there. Each cone cuts an arc out of that circle (the paper's circle and two half-planes, figure 5). Two
// shells meet when some circle within both ranges of radii has arcs that meet:
//   * on a sphere of an extreme radius the circles are numbered by s, the other radius. Arcs that meet for some s stop
//     to do so at an end of s (a circle of two given radii), where two ends of arcs fall together (the sign of a
//     quartic in s: Sturm), or where an arc shrinks to a point (the rims: signs of quadratics);
//   * otherwise no extreme radius is involved (figure 6). Then each cone stands open across the line, and its arc is
//     widest at one angle; if arcs meet anywhere they meet where both are widest, which is one circle.
//
// Differs: the paper leaves out the details; all that follows is derived here. Every sign is decided with its error
// (Shells/Approximate.h): "apart" is said only when it is certain.

#include "Shells/ShellOverlap.h"

#include "Shells/ShellFrame.h"
#include "Shells/Sturm.h"

#include <algorithm>

namespace spheretree {

namespace {

constexpr double kAxisSlack = 0x1p-48;  // an axis is of unit length only to the last bits

/// What decides about one circle: its radius squared, and for each side how much of the radius its half-plane asks for
/// (times `across`).
struct CircleSigns {
    Approximate heightSquared;
    Approximate asked[2];
};

bool SurelyEmpty(const ShellSide& side, const Approximate& asked, const Approximate& heightSquared) {
    return asked.SurelyPositive() && (asked * asked - side.across * side.across * heightSquared).SurelyPositive();
}

/// The circle test: [Krishnan 1998] eq 8, without roots. With half-widths w of the arcs, cos w = q / h, they miss each
/// other when w0 + w1 < Δ, that is when q0 + q1 > 0, q0 q1 > h² cos Δ and the lines do not cross within the circle.
bool SurelyMissed(const ShellFrame& frame, const CircleSigns& circle) {
    const Approximate& h2 = circle.heightSquared;
    if (h2.SurelyNegative()) return true;
    for (int i : {0, 1})
        if (SurelyEmpty(frame.side[i], circle.asked[i], h2)) return true;
    if (!frame.turned) return false;
    const Approximate q0 = circle.asked[0] / frame.side[0].across, q1 = circle.asked[1] / frame.side[1].across;
    if (!(q0 + q1).SurelyPositive() || !(q0 * q1 - h2 * frame.cosTurn).SurelyPositive()) return false;
    const Approximate crossing =
        h2 * frame.sinTurn * frame.sinTurn - (q0 * q0 + q1 * q1 - q0 * q1 * frame.cosTurn * 2.0);
    return crossing.SurelyNegative();
}

struct Interval {
    double low = 0, high = -1;
    bool Empty() const { return !(low <= high); }
};

/// The distances from the other centre of the points that side's cap has on its sphere of radius r, within the other's
/// radii. Rounded outward.
Interval FindRange(const ShellSide& side, const ShellSide& other, const Approximate& d, double r) {
    const Approximate tilt = side.across * side.sine, level = side.along * side.cosine;
    const bool towards = !(side.along - side.cosine).SurelyNegative();
    const bool away = !(-side.along - side.cosine).SurelyNegative();
    const Approximate highest = towards ? Approximate(1.0) : level + tilt;
    const Approximate lowest = away ? Approximate(-1.0) : level - tilt;
    const Approximate gap = Approximate(r) - d, sum = Approximate(r) + d, twice = d * (2 * r);
    const Approximate least = gap * gap + twice * (Approximate(1.0) - highest);
    const Approximate most = sum * sum - twice * (Approximate(1.0) + lowest);
    const double margin = kAxisSlack * (d.High() * r);
    Interval range;
    range.low = std::max(other.inner, std::sqrt(std::max(0.0, least.Low() - margin)) * (1 - kAxisSlack));
    range.high = std::min(other.outer, std::sqrt(std::max(0.0, most.High() + margin)) * (1 + kAxisSlack));
    return range;
}

/// k·r − c·u with u the part along the line, r − u and r + u given exactly: no difference of large numbers is left.
Polynomial<3> Asked(const ShellSide& side, const Polynomial<2>& r, const Polynomial<3>& less,
                    const Polynomial<3>& more) {
    if (side.along.value > 0) return Add(Scale(r, side.cosine - side.along), Scale(less, side.along));
    return Add(Scale(r, side.cosine + side.along), Scale(more, -side.along));
}

/// The circles of a sphere, as polynomials in t from −1 to 1, s = middle + t · half.
struct SphereSigns {
    Polynomial<5> heightSquared;
    Polynomial<3> asked[2];
};

SphereSigns MakeSigns(const ShellFrame& frame, int on, double r, const Interval& range) {
    const double middle = range.low + (range.high - range.low) / 2;
    const double half = std::max(middle - range.low, range.high - middle) * (1 + 0x1p-50);
    const Approximate& d = frame.distance;
    const Approximate gap = Approximate(r) - d, sum = Approximate(r) + d, m = middle;
    const Approximate once = Approximate(1.0) / (d * 2.0);
    const Polynomial<2> a{m - gap, half}, b{m + gap, half}, c{sum - m, -half}, e{sum + m, half};
    // r − u and r + u on this side, s − u' and s + u' on the other, as products of differences.
    const Polynomial<3> less = Scale(Multiply(a, b), once), more = Scale(Multiply(c, e), once);
    const Polynomial<3> otherLess = Scale(Multiply(c, b), once), otherMore = Scale(Multiply(a, e), once);
    SphereSigns signs;
    signs.heightSquared = Multiply(less, more);
    signs.asked[on] = Asked(frame.side[on], {Approximate(r), Approximate(0.0)}, less, more);
    signs.asked[1 - on] = Asked(frame.side[1 - on], {m, Approximate(half)}, otherLess, otherMore);
    return signs;
}

/// No two arcs have a common end for any s: the lines cross within the circle where
/// h² sin² Δ − (q0² + q1² − 2 q0 q1 cos Δ) is not negative, a quartic in s.
bool EndsSurelyApart(const ShellFrame& frame, const SphereSigns& signs) {
    if (!frame.turned) return true;
    const Polynomial<3> q0 = Scale(signs.asked[0], Approximate(1.0) / frame.side[0].across);
    const Polynomial<3> q1 = Scale(signs.asked[1], Approximate(1.0) / frame.side[1].across);
    const Polynomial<5> crossing =
        Add(Scale(signs.heightSquared, frame.sinTurn * frame.sinTurn),
            Add(Scale(Add(Multiply(q0, q0), Multiply(q1, q1)), -1.0), Scale(Multiply(q0, q1), frame.cosTurn * 2.0)));
    return SurelyBelowZero(crossing);
}

/// One side's sphere of radius r against the other shell, but for its rims.
bool SphereSurelyMissed(const ShellFrame& frame, int on, double r) {
    const Interval range = FindRange(frame.side[on], frame.side[1 - on], frame.distance, r);
    if (range.Empty()) return true;
    const SphereSigns signs = MakeSigns(frame, on, r, range);
    for (const bool high : {false, true}) {
        const CircleSigns circle{AtEnd(signs.heightSquared, high),
                                 {AtEnd(signs.asked[0], high), AtEnd(signs.asked[1], high)}};
        if (!SurelyMissed(frame, circle)) return false;
    }
    return EndsSurelyApart(frame, signs);
}

/// A ray from a side's centre along its cone, in the plane of its axis and the line.
struct Rim {
    Approximate along, across;
};

bool PointSurelyOutside(const ShellFrame& frame, const ShellSide& other, const Rim& rim, double rho) {
    const Approximate gap = Approximate(rho) - frame.distance;
    const Approximate square = gap * gap + frame.distance * (2 * rho) * (Approximate(1.0) - rim.along);
    if ((square - Approximate(other.inner) * other.inner).SurelyNegative()) return true;
    if ((square - Approximate(other.outer) * other.outer).SurelyPositive()) return true;
    const Approximate u = frame.distance - rim.along * rho;
    const Approximate height = other.across * frame.cosTurn * rim.across * rho;
    return (other.along * u + height - other.cosine * Root(square)).SurelyNegative();
}

/// Where a line may be at least zero, rounded outward.
Interval ClipByLine(Interval range, const Approximate& start, const Approximate& slope) {
    if (!slope.SurelyPositive() && !slope.SurelyNegative()) {
        const Approximate low = start + slope * range.low, high = start + slope * range.high;
        return low.SurelyNegative() && high.SurelyNegative() ? Interval{} : range;
    }
    const Approximate zero = -start / slope;
    if (slope.value > 0)
        range.low = std::max(range.low, zero.Low());
    else
        range.high = std::min(range.high, zero.High());
    return range;
}

/// Whether the rim, as long as it belongs to its shell, never pierces the other's sphere of radius r within its cone.
/// The distance from the other centre is a parabola in ρ, open upward: it has no zero in a range when both ends are
/// below, or when both are above and the vertex lies outside or above.
bool RimSurelyMisses(const ShellFrame& frame, const ShellSide& side, const ShellSide& other, const Rim& rim, double r) {
    const Approximate& d = frame.distance;
    const Approximate start = other.along * d - other.cosine * r;
    const Approximate slope = other.across * frame.cosTurn * rim.across - other.along * rim.along;
    const Interval range = ClipByLine({side.inner, side.outer}, start, slope);
    if (range.Empty()) return true;
    const auto parabola = [&](double rho) {
        const Approximate gap = Approximate(rho) - d;
        return gap * gap + d * (2 * rho) * (Approximate(1.0) - rim.along) - Approximate(r) * r;
    };
    const Approximate low = parabola(range.low), high = parabola(range.high);
    if (low.SurelyNegative() && high.SurelyNegative()) return true;
    if (!low.SurelyPositive() || !high.SurelyPositive()) return false;
    const Approximate vertex = d * rim.along, height = d * rim.across;
    return vertex.High() < range.low || vertex.Low() > range.high ||
           (height * height - Approximate(r) * r).SurelyPositive();
}

/// Both rims of one side: where its arcs shrink to points.
bool RimsSurelyMiss(const ShellFrame& frame, int on) {
    const ShellSide &side = frame.side[on], &other = frame.side[1 - on];
    const Approximate slack(0, kAxisSlack);
    const Approximate level = side.along * side.cosine + slack, tilt = side.across * side.sine;
    const Approximate rise = side.across * side.cosine + slack, lean = side.along * side.sine;
    for (const Rim& rim : {Rim{level - tilt, rise + lean}, Rim{level + tilt, rise - lean}}) {
        for (const double rho : {side.inner, side.outer})
            if (!PointSurelyOutside(frame, other, rim, rho)) return false;
        for (const double r : {other.inner, other.outer})
            if (!RimSurelyMisses(frame, side, other, rim, r)) return false;
    }
    return true;
}

/// The angle at which a cone that stands open across the line has its widest arc, and the sine and cosine of half that
/// arc. The angle's cosine is along / cosine, the arc's sine is sine / across.
struct Widest {
    Approximate cosine, sine, arcCosine, arcSine;
};

bool FindWidest(const ShellSide& side, Widest& widest) {
    if (!side.cosine.SurelyPositive() || !side.across.SurelyPositive()) return false;
    const Approximate away = (side.cosine - side.along) * (side.cosine + side.along) + Approximate(0, kAxisSlack);
    if (away.SurelyNegative()) return false;  // the cone holds the line itself
    widest.cosine = side.along / side.cosine;
    widest.sine = Root(away) / side.cosine;
    widest.arcSine = side.sine / side.across;
    widest.arcCosine = Root(away) / side.across;  // across² − sine² = cosine² − along²
    return true;
}

/// Figure 6: no extreme radius is involved.
bool CrossedConesSurelyMiss(const ShellFrame& frame) {
    Widest a, b;
    if (!FindWidest(frame.side[0], a) || !FindWidest(frame.side[1], b)) return true;
    const Approximate third = a.sine * b.cosine + a.cosine * b.sine;  // sine of the angle at the common point
    if (third.High() <= 0) return true;
    const Approximate lengths[2] = {frame.distance * b.sine, frame.distance * a.sine};
    for (int i : {0, 1}) {
        if ((lengths[i] - third * frame.side[i].inner).SurelyNegative()) return true;
        if ((lengths[i] - third * frame.side[i].outer).SurelyPositive()) return true;
    }
    return frame.turned && (a.arcCosine * b.arcCosine - a.arcSine * b.arcSine - frame.cosTurn).SurelyPositive();
}

/// Centres in one place, or as good as: radii, and directions where the distance of the centres cannot turn them.
bool ConcentricMeet(const Shell& a, const Shell& b, double distance) {
    const double low = std::max(a.inner, b.inner), high = std::min(a.outer, b.outer);
    if (low > high + distance * 1.001) return false;
    const double turned = distance / std::max(low - distance, 1e-300);
    if (!(turned < 1e-6)) return true;
    const double sineA = std::sqrt(std::max(0.0, 1 - a.cosine * a.cosine));
    const double sineB = std::sqrt(std::max(0.0, 1 - b.cosine * b.cosine));
    const double angle = std::atan2(Length(Cross(a.axis, b.axis)), Dot(a.axis, b.axis));
    return angle <= std::atan2(sineA, a.cosine) + std::atan2(sineB, b.cosine) + 2 * turned + 1e-7;
}

bool RadiiSurelyApart(const ShellFrame& frame) {
    const ShellSide &a = frame.side[0], &b = frame.side[1];
    const Approximate& d = frame.distance;
    return (d - Approximate(a.outer) - b.outer).SurelyPositive() ||
           (Approximate(a.inner) - d - b.outer).SurelyPositive() ||
           (Approximate(b.inner) - d - a.outer).SurelyPositive();
}

/// Seen from a's centre alone, b's points are all too near or too far. Settles most neighbours that are apart.
bool RadiiSurelyMiss(const Shell& a, const Shell& b) {
    constexpr double kSlack = 1e-14;
    const double reach = Distance(a.centre, b.centre) + a.outer + b.outer;
    return DistanceTo(b, a.centre) > a.outer + kSlack * reach ||
           FarthestSquared(b, a.centre) + kSlack * reach * reach < a.inner * a.inner;
}

/// A few steps from one shell to the nearest point of the other, in turn. Settles most that meet: a yes needs no proof.
/// `gap` is the least distance on the way.
bool CommonPointIsNear(const Shell& a, const Shell& b, const Vec3& start, double& gap) {
    constexpr int kSteps = 4;
    Vec3 onB = NearestPoint(b, start);
    const double close = 1e-15 * (a.outer + b.outer);
    double square = HUGE_VAL;
    for (int i = 0; i < kSteps && square > close * close; ++i) {
        const Vec3 onA = NearestPoint(a, onB);
        square = std::min(square, LengthSquared(onA - onB));
        if (square <= close * close) break;
        onB = NearestPoint(b, onA);
        square = std::min(square, LengthSquared(onA - onB));
    }
    gap = std::sqrt(square);
    return square <= close * close;
}

}  // namespace

bool ShellsMeet(const Shell& a, const Shell& b) {
    const ShellFrame frame = MakeShellFrame(a, b);
    if (frame.concentric) return ConcentricMeet(a, b, frame.distance.High());
    if (RadiiSurelyApart(frame)) return false;
    for (const int on : {0, 1})
        for (const double r : {frame.side[on].outer, frame.side[on].inner})
            if (!SphereSurelyMissed(frame, on, r)) return true;
    return !RimsSurelyMiss(frame, 0) || !RimsSurelyMiss(frame, 1) || !CrossedConesSurelyMiss(frame);
}

bool OverlapWithBalls(const Shell& a, const Sphere& ballA, const Shell& b, const Sphere& ballB, double& gap) {
    if (!Overlap(ballA, ballB) || RadiiSurelyMiss(a, b) || RadiiSurelyMiss(b, a)) return false;
    return CommonPointIsNear(a, b, ballA.centre, gap) || ShellsMeet(a, b);
}

bool Overlap(const Shell& a, const Shell& b) {
    double gap = 0;
    return OverlapWithBalls(a, BallAround(a), b, BallAround(b), gap);
}

}  // namespace spheretree
