#include "Shells/Sturm.h"

#include <algorithm>

namespace spheretree {

namespace {

enum class Known { Negative, Zero, Positive, Hidden };

Known SignOf(const Approximate& a) {
    if (a.SurelyPositive()) return Known::Positive;
    if (a.SurelyNegative()) return Known::Negative;
    return a.value == 0 && a.error == 0 ? Known::Zero : Known::Hidden;
}

struct SturmMember {
    Polynomial<5> p;
    int degree = 0;
};

/// The largest coefficient becomes 1: signs stay, and nothing overflows.
void Normalize(SturmMember& member) {
    double largest = 0;
    for (int i = 0; i <= member.degree; ++i)
        largest = std::max(largest, std::fabs(member.p[static_cast<size_t>(i)].value));
    if (!(largest > 0)) return;
    const double factor = std::exp2(-std::ilogb(largest));  // a power of two: no rounding
    for (Approximate& a : member.p) a = {a.value * factor, a.error * factor};
}

/// Drops leading zeros; false when the sign of the leading coefficient is hidden, or nothing is left.
bool Trim(SturmMember& member) {
    while (member.degree > 0 && SignOf(member.p[static_cast<size_t>(member.degree)]) == Known::Zero) --member.degree;
    const Known leading = SignOf(member.p[static_cast<size_t>(member.degree)]);
    return leading == Known::Positive || leading == Known::Negative;
}

/// −(a mod b): by one long division.
SturmMember NextMember(const SturmMember& a, const SturmMember& b) {
    SturmMember rest = a;
    for (int top = a.degree; top >= b.degree; --top) {
        const Approximate factor = rest.p[static_cast<size_t>(top)] / b.p[static_cast<size_t>(b.degree)];
        for (int i = 0; i < b.degree; ++i) {
            Approximate& target = rest.p[static_cast<size_t>(top - b.degree + i)];
            target = target - factor * b.p[static_cast<size_t>(i)];
        }
        rest.p[static_cast<size_t>(top)] = {};
    }
    rest.degree = b.degree - 1;
    for (Approximate& x : rest.p) x = -x;
    return rest;
}

struct Changes {
    int count = 0;
    Known last = Known::Zero;
    bool hidden = false;

    void Take(const Approximate& value) {
        const Known sign = SignOf(value);
        if (sign == Known::Hidden) hidden = true;
        if (sign == Known::Zero || sign == Known::Hidden) return;
        count += last != Known::Zero && sign != last;
        last = sign;
    }
};

/// The control points of a quartic over [−1, 1] in Bernstein's form: it never rises above the largest.
Polynomial<5> ControlPoints(const Polynomial<5>& a) {
    const Approximate half = 0.5, third{1.0 / 3, 0x1p-54};
    const Approximate even = a[0] - a[2] * third + a[4];
    return {a[0] - a[1] + a[2] - a[3] + a[4], a[0] - a[1] * half + a[3] * half - a[4], even,
            a[0] + a[1] * half - a[3] * half - a[4], a[0] + a[1] + a[2] + a[3] + a[4]};
}

bool AllBelowZero(const Polynomial<5>& points) {
    return std::all_of(points.begin(), points.end(), [](const Approximate& a) { return a.SurelyNegative(); });
}

/// De Casteljau's halves, while some part is neither surely below nor touched from above.
bool HalvesBelowZero(const Polynomial<5>& points, int depth) {
    if (AllBelowZero(points)) return true;
    if (depth == 0 || !points[0].SurelyNegative() || !points[4].SurelyNegative()) return false;
    Polynomial<5> left, right, row = points;
    const Approximate half = 0.5;
    for (size_t i = 0; i < 5; ++i) {
        left[i] = row[0];
        right[4 - i] = row[4 - i];
        for (size_t k = 0; k + i + 1 < 5; ++k) row[k] = (row[k] + row[k + 1]) * half;
    }
    return HalvesBelowZero(left, depth - 1) && HalvesBelowZero(right, depth - 1);
}

}  // namespace

int CountRoots(const Polynomial<5>& quartic) {
    SturmMember first{quartic, 4}, second;
    Normalize(first);
    if (!Trim(first)) return -1;
    second.degree = std::max(first.degree - 1, 0);
    for (int i = 1; i <= first.degree; ++i)
        second.p[static_cast<size_t>(i - 1)] = first.p[static_cast<size_t>(i)] * Approximate(i);
    Changes low, high;
    low.Take(AtEnd(first.p, false));
    high.Take(AtEnd(first.p, true));
    while (first.degree > 0) {
        Normalize(second);
        if (!Trim(second)) return -1;
        low.Take(AtEnd(second.p, false));
        high.Take(AtEnd(second.p, true));
        if (second.degree == 0) break;
        const SturmMember third = NextMember(first, second);
        first = second;
        second = third;
    }
    return low.hidden || high.hidden ? -1 : low.count - high.count;
}

bool SurelyBelowZero(const Polynomial<5>& quartic) {
    if (!AtEnd(quartic, false).SurelyNegative() || !AtEnd(quartic, true).SurelyNegative()) return false;
    const Polynomial<5> points = ControlPoints(quartic);  // settles most, for a few additions
    if (AllBelowZero(points)) return true;
    const int roots = CountRoots(quartic);
    if (roots >= 0) return roots == 0;
    constexpr int kHalvings = 10;  // where a sign of the sequence is hidden, and the quartic's is not
    return HalvesBelowZero(points, kHalvings);
}

}  // namespace spheretree
