// [Shewchuk 1997] "Adaptive precision floating-point arithmetic and fast robust geometric predicates": sums of doubles
// that do not overlap, grown one by one. Differs: one filter, then all products at once; the second stage is rare.

#include "Convex/ExactSigns.h"

#include <array>
#include <cmath>

namespace spheretree {

namespace {

constexpr double kVolumeFilter = 8 * 0x1p-53, kAreaFilter = 4 * 0x1p-53;  // 7 + 56ε and 3 + 16ε roundings

int SignOfDouble(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

/// A number as a sum of doubles, the smallest first, none overlapping the next.
class ExactSum {
public:
    void Add(double value) {
        size_t kept = 0;
        for (size_t i = 0; i < count_; ++i) {
            const double part = parts_[i], sum = value + part, back = sum - value;
            const double lost = (value - (sum - back)) + (part - back);
            if (lost != 0) parts_[kept++] = lost;
            value = sum;
        }
        if (value != 0) parts_[kept++] = value;
        count_ = kept;
    }
    void AddProduct(double a, double b) {
        const double product = a * b;
        Add(product);
        Add(std::fma(a, b, -product));
    }
    void AddProduct(double a, double b, double c) {
        const double product = a * b;
        AddProduct(product, c);
        AddProduct(std::fma(a, b, -product), c);
    }
    int Sign() const { return count_ == 0 ? 0 : SignOfDouble(parts_[count_ - 1]); }

private:
    std::array<double, 200> parts_;
    size_t count_ = 0;
};

/// a − b as two doubles.
struct Difference {
    double part[2];
    Difference(double a, double b) {
        part[0] = a - b;
        const double back = part[0] - a;
        part[1] = (a - (part[0] - back)) - (b + back);
    }
};

void AddTriples(ExactSum& sum, const Difference& a, const Difference& b, const Difference& c, double sign) {
    for (const double x : a.part)
        for (const double y : b.part)
            for (const double z : c.part) sum.AddProduct(sign * x, y, z);
}

int ExactVolumeSign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const Difference bx(b.x, a.x), by(b.y, a.y), bz(b.z, a.z), cx(c.x, a.x), cy(c.y, a.y), cz(c.z, a.z), dx(d.x, a.x),
        dy(d.y, a.y), dz(d.z, a.z);
    ExactSum sum;
    AddTriples(sum, bx, cy, dz, 1);
    AddTriples(sum, bx, cz, dy, -1);
    AddTriples(sum, by, cz, dx, 1);
    AddTriples(sum, by, cx, dz, -1);
    AddTriples(sum, bz, cx, dy, 1);
    AddTriples(sum, bz, cy, dx, -1);
    return sum.Sign();
}

int ExactAreaSign(const Flat& a, const Flat& b, const Flat& c) {
    const Difference bx(b.x, a.x), by(b.y, a.y), cx(c.x, a.x), cy(c.y, a.y);
    ExactSum sum;
    for (const double x : bx.part)
        for (const double y : cy.part) sum.AddProduct(x, y);
    for (const double y : by.part)
        for (const double x : cx.part) sum.AddProduct(-y, x);
    return sum.Sign();
}

}  // namespace

int VolumeSign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const Vec3 u = b - a, v = c - a, w = d - a;
    const double xy = u.x * v.y, yx = u.y * v.x, yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z;
    const double volume = (yz - zy) * w.x + (zx - xz) * w.y + (xy - yx) * w.z;
    const double most = (std::fabs(yz) + std::fabs(zy)) * std::fabs(w.x) +
                        (std::fabs(zx) + std::fabs(xz)) * std::fabs(w.y) +
                        (std::fabs(xy) + std::fabs(yx)) * std::fabs(w.z);
    if (std::fabs(volume) > kVolumeFilter * most) return SignOfDouble(volume);
    return most > 0 ? ExactVolumeSign(a, b, c, d) : 0;
}

int AreaSign(const Flat& a, const Flat& b, const Flat& c) {
    const double left = (b.x - a.x) * (c.y - a.y), right = (b.y - a.y) * (c.x - a.x);
    if (std::fabs(left - right) > kAreaFilter * (std::fabs(left) + std::fabs(right))) return SignOfDouble(left - right);
    return std::fabs(left) + std::fabs(right) > 0 ? ExactAreaSign(a, b, c) : 0;
}

}  // namespace spheretree
