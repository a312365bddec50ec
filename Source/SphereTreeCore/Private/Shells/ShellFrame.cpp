#include "Shells/ShellFrame.h"

#include <algorithm>

namespace spheretree {

namespace {

constexpr double kStraight = 1e-7;    // an axis that leaves the line by less is taken to lie on it, its cone wider
constexpr double kNoTurn = 1e-7;      // a turn below this is taken for none, which only makes shells meet sooner
constexpr double kHalfTurn = 4e-5;    // and one so close to a half turn is made smaller by that, for the same reason
constexpr double kConcentric = 1e-9;  // of the larger radius

using ApproximateVector = std::array<Approximate, 3>;

ApproximateVector Between(const Vec3& from, const Vec3& to) {
    return {Approximate(to.x) - from.x, Approximate(to.y) - from.y, Approximate(to.z) - from.z};
}
ApproximateVector Exactly(const Vec3& a) { return {a.x, a.y, a.z}; }

Approximate Product(const ApproximateVector& a, const ApproximateVector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
ApproximateVector CrossProduct(const ApproximateVector& a, const ApproximateVector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// An axis almost on the line is put onto it, and the cone takes in what it leaves: cos(a + ε) ≥ cos a − ε.
void Straighten(ShellSide& side) {
    const double leaning = side.across.High() * 1.001;
    side.along = side.along.value > 0 ? 1.0 : -1.0;
    side.across = 0.0;
    side.cosine = std::max(-1.0, side.cosine.value - leaning);
}

ShellSide MakeSide(const Shell& shell, const Approximate& along, const Approximate& across) {
    ShellSide side;
    side.along = along;
    side.across = across;
    side.cosine = shell.cosine;
    side.inner = shell.inner;
    side.outer = shell.outer;
    if (!(across.value > kStraight)) Straighten(side);
    side.sine = Root((Approximate(1.0) - side.cosine) * (Approximate(1.0) + side.cosine));
    return side;
}

/// The azimuth between the two axes, or one a little smaller: arcs that meet under the true one meet under that.
void MeasureTurn(ShellFrame& frame, const ApproximateVector& a, const ApproximateVector& b) {
    frame.cosTurn = 1.0;
    if (frame.side[0].across.value == 0 || frame.side[1].across.value == 0) return;
    const Approximate both = frame.side[0].across * frame.side[1].across;
    const ApproximateVector cross = CrossProduct(a, b);
    const Approximate cosine = Product(a, b) / both, sine = Root(Product(cross, cross)) / both;
    if (cosine.value > 0 && sine.value < kNoTurn) return;
    frame.turned = true;
    frame.cosTurn = cosine;
    frame.sinTurn = sine;
    if (cosine.value < 0 && sine.High() < kHalfTurn) {
        frame.cosTurn = Approximate(-1 + kHalfTurn * kHalfTurn * 0.501, 1e-16);
        frame.sinTurn = Root((Approximate(1.0) - frame.cosTurn) * (Approximate(1.0) + frame.cosTurn));
    }
}

}  // namespace

ShellFrame MakeShellFrame(const Shell& a, const Shell& b) {
    ShellFrame frame;
    const ApproximateVector line = Between(a.centre, b.centre);
    frame.distance = Root(Product(line, line));
    if (!(frame.distance.value > kConcentric * std::max(a.outer, b.outer))) {
        frame.concentric = true;
        return frame;
    }
    ApproximateVector unit = line;
    for (Approximate& x : unit) x = x / frame.distance;
    const ApproximateVector axisA = Exactly(a.axis), axisB = Exactly(b.axis);
    const ApproximateVector crossA = CrossProduct(axisA, unit), crossB = CrossProduct(axisB, unit);
    frame.side[0] = MakeSide(a, Product(axisA, unit), Root(Product(crossA, crossA)));
    frame.side[1] = MakeSide(b, -Product(axisB, unit), Root(Product(crossB, crossB)));
    MeasureTurn(frame, crossA, crossB);
    return frame;
}

}  // namespace spheretree
