#pragma once

// Eight floats at once. Three ways to say it, one meaning: every operation is a single IEEE rounding, so AVX, SSE and
// plain C++ give the same bits.
// Differs from the design's Eigen::Array<float, 8, 1>: a comparison must become a bit mask in one instruction, which
// Eigen has no word for.

#if defined(__AVX__)
#include <immintrin.h>
#elif defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif

namespace spheretree {

#if defined(__AVX__)

struct Eight {
    __m256 v;
    static Eight All(float a) { return {_mm256_set1_ps(a)}; }
    static Eight Load(const float* p) { return {_mm256_load_ps(p)}; }
    void Store(float* p) const { _mm256_store_ps(p, v); }
    friend Eight operator+(Eight a, Eight b) { return {_mm256_add_ps(a.v, b.v)}; }
    friend Eight operator-(Eight a, Eight b) { return {_mm256_sub_ps(a.v, b.v)}; }
    friend Eight operator*(Eight a, Eight b) { return {_mm256_mul_ps(a.v, b.v)}; }
    friend Eight Min(Eight a, Eight b) { return {_mm256_min_ps(a.v, b.v)}; }
    friend Eight Max(Eight a, Eight b) { return {_mm256_max_ps(a.v, b.v)}; }
    /// Bit i is set where a[i] ≤ b[i].
    friend unsigned LessOrEqual(Eight a, Eight b) {
        return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(a.v, b.v, _CMP_LE_OQ)));
    }
};
/// Bit i is set where p[i] is negative.
inline unsigned NegativeMask(const int* p) {
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_load_ps(reinterpret_cast<const float*>(p))));
}

#elif defined(__SSE2__) || defined(_M_X64)

struct Eight {
    __m128 low, high;
    static Eight All(float a) { return {_mm_set1_ps(a), _mm_set1_ps(a)}; }
    static Eight Load(const float* p) { return {_mm_load_ps(p), _mm_load_ps(p + 4)}; }
    void Store(float* p) const {
        _mm_store_ps(p, low);
        _mm_store_ps(p + 4, high);
    }
    friend Eight operator+(Eight a, Eight b) { return {_mm_add_ps(a.low, b.low), _mm_add_ps(a.high, b.high)}; }
    friend Eight operator-(Eight a, Eight b) { return {_mm_sub_ps(a.low, b.low), _mm_sub_ps(a.high, b.high)}; }
    friend Eight operator*(Eight a, Eight b) { return {_mm_mul_ps(a.low, b.low), _mm_mul_ps(a.high, b.high)}; }
    friend Eight Min(Eight a, Eight b) { return {_mm_min_ps(a.low, b.low), _mm_min_ps(a.high, b.high)}; }
    friend Eight Max(Eight a, Eight b) { return {_mm_max_ps(a.low, b.low), _mm_max_ps(a.high, b.high)}; }
    friend unsigned LessOrEqual(Eight a, Eight b) {
        const int low = _mm_movemask_ps(_mm_cmple_ps(a.low, b.low));
        return static_cast<unsigned>(low | _mm_movemask_ps(_mm_cmple_ps(a.high, b.high)) << 4);
    }
};
inline unsigned NegativeMask(const int* p) {
    const float* f = reinterpret_cast<const float*>(p);
    return static_cast<unsigned>(_mm_movemask_ps(_mm_load_ps(f)) | _mm_movemask_ps(_mm_load_ps(f + 4)) << 4);
}

#else

struct Eight {
    float v[8];
    template <typename F>
    static Eight Each(F f) {
        Eight result;
        for (int i = 0; i < 8; ++i) result.v[i] = f(i);
        return result;
    }
    static Eight All(float a) {
        return Each([&](int) { return a; });
    }
    static Eight Load(const float* p) {
        return Each([&](int i) { return p[i]; });
    }
    void Store(float* p) const {
        for (int i = 0; i < 8; ++i) p[i] = v[i];
    }
    friend Eight operator+(const Eight& a, const Eight& b) {
        return Each([&](int i) { return a.v[i] + b.v[i]; });
    }
    friend Eight operator-(const Eight& a, const Eight& b) {
        return Each([&](int i) { return a.v[i] - b.v[i]; });
    }
    friend Eight operator*(const Eight& a, const Eight& b) {
        return Each([&](int i) { return a.v[i] * b.v[i]; });
    }
    friend Eight Min(const Eight& a, const Eight& b) {
        return Each([&](int i) { return a.v[i] < b.v[i] ? a.v[i] : b.v[i]; });
    }
    friend Eight Max(const Eight& a, const Eight& b) {
        return Each([&](int i) { return a.v[i] > b.v[i] ? a.v[i] : b.v[i]; });
    }
    friend unsigned LessOrEqual(const Eight& a, const Eight& b) {
        unsigned mask = 0;
        for (int i = 0; i < 8; ++i) mask |= static_cast<unsigned>(a.v[i] <= b.v[i]) << i;
        return mask;
    }
};
inline unsigned NegativeMask(const int* p) {
    unsigned mask = 0;
    for (int i = 0; i < 8; ++i) mask |= static_cast<unsigned>(p[i] < 0) << i;
    return mask;
}

#endif

}  // namespace spheretree
