#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace spheretree {

/// A number and how far it may be from the true one: every operation adds what rounding can do. A sign is believed
/// only when the error cannot turn it, so whatever is decided with these numbers is decided for the true ones.
struct Approximate {
    double value = 0, error = 0;

    Approximate() = default;
    Approximate(double exact) : value(exact) {}
    Approximate(double v, double e) : value(v), error(e) {}

    bool SurelyPositive() const { return value > error; }
    bool SurelyNegative() const { return value < -error; }
    double Low() const { return value - error * kGrown; }
    double High() const { return value + error * kGrown; }

    // Twice the rounding of one operation; the factor covers the roundings of the error's own arithmetic.
    static constexpr double kRounding = 0x1p-52, kGrown = 1 + 0x1p-48;

    friend Approximate operator-(const Approximate& a) { return {-a.value, a.error}; }
    friend Approximate operator+(const Approximate& a, const Approximate& b) {
        const double sum = a.value + b.value;
        return {sum, (a.error + b.error + std::fabs(sum) * kRounding) * kGrown};
    }
    friend Approximate operator-(const Approximate& a, const Approximate& b) {
        const double difference = a.value - b.value;
        return {difference, (a.error + b.error + std::fabs(difference) * kRounding) * kGrown};
    }
    friend Approximate operator*(const Approximate& a, const Approximate& b) {
        const double product = a.value * b.value;
        const double spread = std::fabs(a.value) * b.error + std::fabs(b.value) * a.error + a.error * b.error;
        return {product, (spread + std::fabs(product) * kRounding) * kGrown};
    }
    /// By something that is surely not zero; anything else leaves nothing known.
    friend Approximate operator/(const Approximate& a, const Approximate& b) {
        const double least = std::fabs(b.value) - b.error;
        if (!(least > 0)) return {0, HUGE_VAL};
        const double quotient = a.value / b.value;
        const double spread = (a.error + std::fabs(quotient) * b.error) / least;
        return {quotient, (spread + std::fabs(quotient) * kRounding) * kGrown};
    }
};

/// Of something that is not negative, whatever its approximation says.
inline Approximate Root(const Approximate& a) {
    if (!(a.value > a.error)) {
        const double most = std::sqrt(std::fmax(0.0, a.value + a.error)) * (1 + 0x1p-50);
        return {most / 2, most / 2 * Approximate::kGrown};
    }
    const double root = std::sqrt(a.value);
    // The root moves by error / (root of the value + root of the least value), at most error / root.
    return {root, (a.error / root + root * Approximate::kRounding) * Approximate::kGrown};
}

/// A polynomial of one variable; coefficient i belongs to power i.
template <size_t Size>
using Polynomial = std::array<Approximate, Size>;

template <size_t SizeA, size_t SizeB>
Polynomial<SizeA + SizeB - 1> Multiply(const Polynomial<SizeA>& a, const Polynomial<SizeB>& b) {
    Polynomial<SizeA + SizeB - 1> product;
    for (size_t i = 0; i < SizeA; ++i)
        for (size_t k = 0; k < SizeB; ++k) product[i + k] = product[i + k] + a[i] * b[k];
    return product;
}

template <size_t Size>
Polynomial<Size> Scale(const Polynomial<Size>& a, const Approximate& factor) {
    Polynomial<Size> scaled;
    for (size_t i = 0; i < Size; ++i) scaled[i] = a[i] * factor;
    return scaled;
}

/// Of the longer length; what is missing counts as zero.
template <size_t SizeA, size_t SizeB>
Polynomial<std::max(SizeA, SizeB)> Add(const Polynomial<SizeA>& a, const Polynomial<SizeB>& b) {
    Polynomial<std::max(SizeA, SizeB)> sum;
    for (size_t i = 0; i < SizeA; ++i) sum[i] = a[i];
    for (size_t i = 0; i < SizeB; ++i) sum[i] = sum[i] + b[i];
    return sum;
}

/// At 1 or at −1.
template <size_t Size>
Approximate AtEnd(const Polynomial<Size>& a, bool high) {
    Approximate sum;
    for (size_t i = 0; i < Size; ++i) sum = high || i % 2 == 0 ? sum + a[i] : sum - a[i];
    return sum;
}

}  // namespace spheretree
