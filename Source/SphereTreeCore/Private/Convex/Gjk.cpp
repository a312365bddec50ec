#include "SphereTree/Gjk.h"

#include "Convex/JohnsonSimplex.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

// Nearer to zero than this part of the simplex's size, a vector is rounding and nothing else.
constexpr double kNothing = 1e-14;

bool IsNothing(const Vec3& v, const JohnsonSimplex& simplex) {
    return !(LengthSquared(v) > kNothing * kNothing * simplex.LargestSquare());
}

struct Support {
    Vec3 p, q, w;
    Support(const PlacedShape& a, const PlacedShape& b, const Vec3& v)
        : p(SupportPoint(a, -v)), q(SupportPoint(b, v)), w(p - q) {}
    /// What rounding may make of v · w: bodies that touch are not proven apart by its last bit.
    double Rounding(const Vec3& v) const { return 0x1p-50 * SumOfAbs(v) * (SumOfAbs(p) + SumOfAbs(q)); }
    static double SumOfAbs(const Vec3& a) { return std::fabs(a.x) + std::fabs(a.y) + std::fabs(a.z); }
};

void TakePoints(const JohnsonSimplex& simplex, GjkDistance& found) {
    if (simplex.IsEmpty()) return;
    found.pointA = simplex.NearestOfA();
    found.pointB = simplex.NearestOfB();
}

GjkDistance Overlapping(const JohnsonSimplex& simplex, GjkDistance found, GjkStop stop) {
    TakePoints(simplex, found);
    found.pointA = found.pointB = (found.pointA + found.pointB) * 0.5;
    found.distance = 0;
    found.lowerBound = 0;
    found.axis = {};
    found.stop = stop;
    return found;
}

}  // namespace

// [Van den Bergen 1999] Algorithm 4.1 with all of 4.4.4. The first point is any of A − B: the support point along x.
GjkDistance MeasureGjk(const PlacedShape& a, const PlacedShape& b, const GjkOptions& options) {
    GjkDistance found;
    JohnsonSimplex simplex;
    Support first(a, b, {1, 0, 0});
    Vec3 v = first.w;
    found.pointA = first.p, found.pointB = first.q;
    if (!(LengthSquared(v) > 0)) return Overlapping(simplex, found, GjkStop::Touching);
    for (found.stop = GjkStop::Steps; found.steps < options.mostSteps;) {
        ++found.steps;
        const Support support(a, b, v);
        const double length = Length(v);
        const double reached = Dot(v, support.w) / length, proven = reached - support.Rounding(v) / length;
        if (found.steps == 1 || proven > found.lowerBound) {
            found.lowerBound = std::max(0.0, proven);
            found.axis = v;
        }
        if (length - reached <= options.relativeError * length) {
            found.stop = GjkStop::Near;
            break;
        }
        if (simplex.Holds(support.w)) {
            found.stop = GjkStop::SamePoint;
            break;
        }
        if (!simplex.Add(support.w, support.p, support.q)) {
            found.stop = GjkStop::NoSubset;
            break;
        }
        const Vec3 next = simplex.Nearest();
        const bool isInside = simplex.IsFull(), isTouching = IsNothing(next, simplex);
        if ((isInside || isTouching) && found.lowerBound > 0) {  // proven apart: rounding errs, not the proof
            found.stop = GjkStop::NoSubset;
            break;
        }
        if (isInside) return Overlapping(simplex, found, GjkStop::Inside);
        if (isTouching) return Overlapping(simplex, found, GjkStop::Touching);
        v = next;
        TakePoints(simplex, found);
    }
    found.distance = std::max(Length(v), found.lowerBound);
    return found;
}

GjkOverlap FindSeparatingAxis(const PlacedShape& a, const PlacedShape& b, const Vec3& axis, const GjkOptions& options) {
    GjkOverlap found;
    JohnsonSimplex simplex;
    Vec3 v = LengthSquared(axis) > 0 && IsFinite(axis) ? axis : Vec3{1, 0, 0};
    const auto overlapping = [&](GjkStop stop) {
        found.overlaps = true;
        found.stop = stop;
        if (!simplex.IsEmpty()) found.common = (simplex.NearestOfA() + simplex.NearestOfB()) * 0.5;
        return found;
    };
    while (found.steps < options.mostSteps) {
        ++found.steps;
        const Support support(a, b, v);
        if (Dot(v, support.w) > support.Rounding(v)) {
            found.axis = v;
            found.stop = GjkStop::Separated;
            return found;
        }
        // Rounding hides the rest: they are as near as doubles can tell, and who cannot be proven apart overlaps.
        if (simplex.Holds(support.w)) return overlapping(GjkStop::SamePoint);
        if (!simplex.Add(support.w, support.p, support.q)) return overlapping(GjkStop::NoSubset);
        if (simplex.IsFull()) return overlapping(GjkStop::Inside);
        v = simplex.Nearest();
        if (IsNothing(v, simplex)) return overlapping(GjkStop::Touching);
    }
    return overlapping(GjkStop::Steps);
}

}  // namespace spheretree
