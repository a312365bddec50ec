#include "Medial/Predicates.h"

#include "Medial/WideInt.h"

#include <algorithm>
#include <cassert>

// Each determinant is written once, as a template, and evaluated twice: in doubles with a bound on the rounding error
// (the semi-static filter: the bound uses the largest entry of each column), and in integers when the bound is no help.
namespace spheretree {
namespace {

constexpr double kLattice = 0x1p52;
constexpr double kHalfUlp = 0x1p-53;

// Roundings on the longest path of a term, counted with room to spare, times the number of terms of the determinant.
// Orient3d: 5 roundings, 6 terms. InSphere: 13 roundings, 24 terms. The entries themselves are exact.
constexpr double kOrientBound = 6 * 6 * kHalfUlp;
constexpr double kInSphereBound = 16 * 24 * kHalfUlp;
constexpr double kBoundRounding = 1 + 0x1p-40;  // the bound is itself a rounded product

template <typename T>
struct Row {
    T x, y, z;
};
using DoubleRow = Row<double>;
using WideRow = Row<WideInt<1>>;

DoubleRow DifferenceRow(const Vec3& a, const Vec3& origin) { return {a.x - origin.x, a.y - origin.y, a.z - origin.z}; }

WideInt<1> LatticeSteps(double exactDifference) { return ToWide(static_cast<int64_t>(exactDifference * kLattice)); }

WideRow ToWideRow(const DoubleRow& row) { return {LatticeSteps(row.x), LatticeSteps(row.y), LatticeSteps(row.z)}; }

template <typename T>
auto MinorXY(const Row<T>& a, const Row<T>& b) {
    return a.x * b.y - b.x * a.y;
}

template <typename T>
auto Determinant3(const Row<T>& a, const Row<T>& b, const Row<T>& c) {
    return MinorXY(a, b) * c.z - MinorXY(a, c) * b.z + MinorXY(b, c) * a.z;
}

template <typename T>
auto Lift(const Row<T>& a) {
    return a.x * a.x + a.y * a.y + a.z * a.z;
}

/// Laplace's expansion of the 4×4 determinant with rows (x, y, z, lift) over the columns (x, y) and (z, lift), with the
/// sign that makes a point inside positive.
template <typename T>
auto SphereDeterminant(const Row<T>& a, const Row<T>& b, const Row<T>& c, const Row<T>& d) {
    const auto la = Lift(a), lb = Lift(b), lc = Lift(c), ld = Lift(d);
    const auto minorZL = [](const Row<T>& p, const auto& lp, const Row<T>& q, const auto& lq) {
        return p.z * lq - q.z * lp;
    };
    return MinorXY(a, b) * minorZL(d, ld, c, lc) + MinorXY(a, c) * minorZL(b, lb, d, ld) +
           MinorXY(a, d) * minorZL(c, lc, b, lb) + MinorXY(b, c) * minorZL(d, ld, a, la) +
           MinorXY(b, d) * minorZL(a, la, c, lc) + MinorXY(c, d) * minorZL(b, lb, a, la);
}

double LargestOf(double a, double b, double c) { return std::max(std::max(std::abs(a), std::abs(b)), std::abs(c)); }

double LargestOf(double a, double b, double c, double d) { return std::max(LargestOf(a, b, c), std::abs(d)); }

int SignOf(double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

int ExactOrient(const DoubleRow& u, const DoubleRow& v, const DoubleRow& w) {
    return Determinant3(ToWideRow(u), ToWideRow(v), ToWideRow(w)).Sign();
}

int ExactInSphere(const DoubleRow& a, const DoubleRow& b, const DoubleRow& c, const DoubleRow& d) {
    return SphereDeterminant(ToWideRow(a), ToWideRow(b), ToWideRow(c), ToWideRow(d)).Sign();
}

/// Numerators and denominator of the circumcentre relative to the common origin of the rows, by Cramer's rule on
/// 2·row·x = lift; the factor 2 is left to the caller.
template <typename T>
struct Cramer {
    decltype(Lift(Row<T>{}) * MinorXY(Row<T>{}, Row<T>{})) x, y, z;
    decltype(Determinant3(Row<T>{}, Row<T>{}, Row<T>{})) determinant;
};

template <typename T>
Cramer<T> SolveCentre(const Row<T>& u, const Row<T>& v, const Row<T>& w) {
    const auto lu = Lift(u), lv = Lift(v), lw = Lift(w);
    const auto along = [&](T Row<T>::*p, T Row<T>::*q) {
        return lu * (v.*p * w.*q - w.*p * v.*q) + lv * (w.*p * u.*q - u.*p * w.*q) + lw * (u.*p * v.*q - v.*p * u.*q);
    };
    return {along(&Row<T>::y, &Row<T>::z), along(&Row<T>::z, &Row<T>::x), along(&Row<T>::x, &Row<T>::y),
            Determinant3(u, v, w)};
}

Vec3 ExactCentreOffset(const DoubleRow& u, const DoubleRow& v, const DoubleRow& w) {
    const auto solution = SolveCentre(ToWideRow(u), ToWideRow(v), ToWideRow(w));
    const double denominator = 2 * ToDouble(solution.determinant, -156);  // three factors of 2^-52
    return Vec3{ToDouble(solution.x, -208), ToDouble(solution.y, -208), ToDouble(solution.z, -208)} / denominator;
}

}  // namespace

Vec3 SnapToLattice(const Vec3& point) {
    assert(std::abs(point.x) <= 1 && std::abs(point.y) <= 1 && std::abs(point.z) <= 1);
    const auto snap = [](double value) { return std::round(value * kLattice) / kLattice + 0.0; };
    return {snap(point.x), snap(point.y), snap(point.z)};
}

bool IsOnLattice(const Vec3& point) {
    const auto isOn = [](double v) { return std::abs(v) <= 1 && std::round(v * kLattice) == v * kLattice; };
    return isOn(point.x) && isOn(point.y) && isOn(point.z);
}

int Orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const DoubleRow u = DifferenceRow(b, a), v = DifferenceRow(c, a), w = DifferenceRow(d, a);
    const double determinant = Determinant3(u, v, w);
    const double bound =
        kOrientBound * kBoundRounding * LargestOf(u.x, v.x, w.x) * LargestOf(u.y, v.y, w.y) * LargestOf(u.z, v.z, w.z);
    return std::abs(determinant) > bound ? SignOf(determinant) : ExactOrient(u, v, w);
}

int InSphere(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const Vec3& point) {
    const DoubleRow p = DifferenceRow(a, point), q = DifferenceRow(b, point), r = DifferenceRow(c, point),
                    s = DifferenceRow(d, point);
    const double determinant = SphereDeterminant(p, q, r, s);
    const double largestX = LargestOf(p.x, q.x, r.x, s.x), largestY = LargestOf(p.y, q.y, r.y, s.y),
                 largestZ = LargestOf(p.z, q.z, r.z, s.z);
    const double largestLift = largestX * largestX + largestY * largestY + largestZ * largestZ;
    const double bound = kInSphereBound * kBoundRounding * largestX * largestY * largestZ * largestLift;
    return std::abs(determinant) > bound ? SignOf(determinant) : ExactInSphere(p, q, r, s);
}

bool AreCollinear(const Vec3& a, const Vec3& b, const Vec3& c) {
    const WideRow u = ToWideRow(DifferenceRow(b, a)), v = ToWideRow(DifferenceRow(c, a));
    return MinorXY(u, v).Sign() == 0 && (u.y * v.z - v.y * u.z).Sign() == 0 && (u.z * v.x - v.z * u.x).Sign() == 0;
}

Vec3 Circumcentre(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const DoubleRow u = DifferenceRow(b, a), v = DifferenceRow(c, a), w = DifferenceRow(d, a);
    const auto solution = SolveCentre(u, v, w);
    const double largest = std::max(std::max(Lift(u), Lift(v)), Lift(w));
    // A flat tetrahedron cancels in every entry: there doubles lose the digits that integers keep.
    const bool isFlat = std::abs(solution.determinant) < 1e-3 * largest * std::sqrt(largest);
    const Vec3 offset =
        isFlat ? ExactCentreOffset(u, v, w) : Vec3{solution.x, solution.y, solution.z} / (2 * solution.determinant);
    return a + offset;
}

namespace exact {

int Orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    return ExactOrient(DifferenceRow(b, a), DifferenceRow(c, a), DifferenceRow(d, a));
}

int InSphere(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const Vec3& point) {
    return ExactInSphere(DifferenceRow(a, point), DifferenceRow(b, point), DifferenceRow(c, point),
                         DifferenceRow(d, point));
}

}  // namespace exact

}  // namespace spheretree
