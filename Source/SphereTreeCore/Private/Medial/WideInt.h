#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace spheretree {

/// A signed integer of N·64 bits in two's complement, lowest limb first. Only what the predicates need: sums of one
/// width, products whose width is the sum of the widths, signs. The caller sees to it that a sum fits its width.
/// Plain 64-bit arithmetic: not every compiler that builds this has a 128-bit type.
template <int N>
struct WideInt {
    std::array<uint64_t, N> limbs{};

    int Sign() const {
        if (limbs[N - 1] >> 63) return -1;
        for (const uint64_t limb : limbs)
            if (limb != 0) return 1;
        return 0;
    }

    friend WideInt operator+(const WideInt& a, const WideInt& b) {
        WideInt sum;
        uint64_t carry = 0;
        for (int i = 0; i < N; ++i) {
            const uint64_t partial = a.limbs[i] + carry;
            carry = partial < carry ? 1 : 0;
            sum.limbs[i] = partial + b.limbs[i];
            carry += sum.limbs[i] < partial ? 1 : 0;
        }
        return sum;
    }

    friend WideInt operator-(const WideInt& a, const WideInt& b) {
        WideInt difference;
        uint64_t borrow = 0;
        for (int i = 0; i < N; ++i) {
            const uint64_t partial = a.limbs[i] - b.limbs[i];
            const uint64_t next = a.limbs[i] < b.limbs[i] ? 1 : 0;
            difference.limbs[i] = partial - borrow;
            borrow = next + (partial < borrow ? 1 : 0);
        }
        return difference;
    }

    friend WideInt operator-(const WideInt& a) { return WideInt{} - a; }
};

inline WideInt<1> ToWide(int64_t value) { return WideInt<1>{{static_cast<uint64_t>(value)}}; }

namespace wide {

struct Product {
    uint64_t low, high;
};

inline Product Multiply(uint64_t a, uint64_t b) {
    const uint64_t mask = 0xFFFFFFFF;
    const uint64_t a0 = a & mask, a1 = a >> 32, b0 = b & mask, b1 = b >> 32;
    const uint64_t bottom = a0 * b0, cross = a1 * b0, other = a0 * b1;
    const uint64_t middle = (bottom >> 32) + (cross & mask) + other;  // at most 2^64 − 1: no carry is lost
    return {(middle << 32) | (bottom & mask), a1 * b1 + (cross >> 32) + (middle >> 32)};
}

/// The schoolbook product of magnitudes.
template <int A, int B>
WideInt<A + B> MultiplyMagnitudes(const WideInt<A>& a, const WideInt<B>& b) {
    WideInt<A + B> result;
    for (int i = 0; i < A; ++i) {
        uint64_t carry = 0;
        for (int j = 0; j < B; ++j) {
            Product product = Multiply(a.limbs[i], b.limbs[j]);
            product.low += carry;
            product.high += product.low < carry ? 1 : 0;
            uint64_t& limb = result.limbs[i + j];
            limb += product.low;
            carry = product.high + (limb < product.low ? 1 : 0);
        }
        result.limbs[i + B] = carry;
    }
    return result;
}

}  // namespace wide

template <int A, int B>
WideInt<A + B> operator*(const WideInt<A>& a, const WideInt<B>& b) {
    const bool negativeA = a.limbs[A - 1] >> 63, negativeB = b.limbs[B - 1] >> 63;
    const WideInt<A + B> magnitude = wide::MultiplyMagnitudes(negativeA ? -a : a, negativeB ? -b : b);
    return negativeA != negativeB ? -magnitude : magnitude;
}

/// The nearest double, or a neighbour of it, times 2^exponent.
template <int N>
double ToDouble(const WideInt<N>& value, int exponent) {
    const bool negative = value.limbs[N - 1] >> 63;
    const WideInt<N> magnitude = negative ? -value : value;
    double result = 0;
    for (int i = N - 1; i >= 0; --i) result += std::ldexp(static_cast<double>(magnitude.limbs[i]), 64 * i + exponent);
    return negative ? -result : result;
}

}  // namespace spheretree
