#pragma once

// Four and eight numbers side by side. Eigen's arrays do the arithmetic as well, but have no mask that a search can
// branch on in the versions 3.3 and 3.4 share; the fallback of plain arrays gives the same bits (IEEE, no contraction).

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#if defined(__AVX__)
#include <immintrin.h>
#define SPHERETREE_WIDE_AVX 1
#else
#define SPHERETREE_WIDE_AVX 0
#endif

namespace spheretree::wide {

/// What WithTag writes.
inline constexpr uint32_t kTagBits = 7;
inline uint32_t TagOf(float tagged) { return std::bit_cast<uint32_t>(tagged) & kTagBits; }

/// Asks for the memory of a value that will be read soon.
template <typename T>
inline void Prefetch([[maybe_unused]] const T& value) {
#if SPHERETREE_WIDE_AVX
    constexpr size_t kCacheLine = 64;
    const auto* bytes = reinterpret_cast<const char*>(&value);
    for (size_t i = 0; i < sizeof(T); i += kCacheLine) _mm_prefetch(bytes + i, _MM_HINT_T0);
#endif
}

#if SPHERETREE_WIDE_AVX

struct Float8 {
    __m256 v;
    Float8() = default;
    explicit Float8(__m256 a) : v(a) {}
    explicit Float8(float a) : v(_mm256_set1_ps(a)) {}
    explicit Float8(const float* aligned) : v(_mm256_load_ps(aligned)) {}
    void Store(float* aligned) const { _mm256_store_ps(aligned, v); }
    friend Float8 operator+(Float8 a, Float8 b) { return Float8(_mm256_add_ps(a.v, b.v)); }
    friend Float8 operator-(Float8 a, Float8 b) { return Float8(_mm256_sub_ps(a.v, b.v)); }
    friend Float8 operator*(Float8 a, Float8 b) { return Float8(_mm256_mul_ps(a.v, b.v)); }
    friend Float8 operator/(Float8 a, Float8 b) { return Float8(_mm256_div_ps(a.v, b.v)); }
    friend Float8 Sqrt(Float8 a) { return Float8(_mm256_sqrt_ps(a.v)); }
    friend Float8 Max(Float8 a, Float8 b) { return Float8(_mm256_max_ps(a.v, b.v)); }
    friend Float8 Min(Float8 a, Float8 b) { return Float8(_mm256_min_ps(a.v, b.v)); }
    /// Bit i says whether a[i] < b[i].
    friend uint32_t LessMask(Float8 a, Float8 b) {
        return static_cast<uint32_t>(_mm256_movemask_ps(_mm256_cmp_ps(a.v, b.v, _CMP_LT_OQ)));
    }
    /// The value where a[i] < b[i], elsewhere zero.
    friend Float8 WhereLess(Float8 a, Float8 b, Float8 value) {
        return Float8(_mm256_and_ps(_mm256_cmp_ps(a.v, b.v, _CMP_LT_OQ), value.v));
    }
    /// The same but for the last three bits, which say `tag`: what is least also says who it was.
    friend Float8 WithTag(Float8 a, uint32_t tag) {
        const __m256 kept = _mm256_castsi256_ps(_mm256_set1_epi32(static_cast<int32_t>(~kTagBits)));
        const __m256 tags = _mm256_castsi256_ps(_mm256_set1_epi32(static_cast<int32_t>(tag)));
        return Float8(_mm256_or_ps(_mm256_and_ps(a.v, kept), tags));
    }
};

struct Double4 {
    __m256d v;
    Double4() = default;
    explicit Double4(__m256d a) : v(a) {}
    explicit Double4(double a) : v(_mm256_set1_pd(a)) {}
    explicit Double4(const double* aligned) : v(_mm256_load_pd(aligned)) {}
    void Store(double* aligned) const { _mm256_store_pd(aligned, v); }
    friend Double4 operator+(Double4 a, Double4 b) { return Double4(_mm256_add_pd(a.v, b.v)); }
    friend Double4 operator-(Double4 a, Double4 b) { return Double4(_mm256_sub_pd(a.v, b.v)); }
    friend Double4 operator*(Double4 a, Double4 b) { return Double4(_mm256_mul_pd(a.v, b.v)); }
    friend Double4 operator/(Double4 a, Double4 b) { return Double4(_mm256_div_pd(a.v, b.v)); }
    friend Double4 Max(Double4 a, Double4 b) { return Double4(_mm256_max_pd(a.v, b.v)); }
    friend Double4 Min(Double4 a, Double4 b) { return Double4(_mm256_min_pd(a.v, b.v)); }
    friend Double4 Sqrt(Double4 a) { return Double4(_mm256_sqrt_pd(a.v)); }
};

struct Mask4 {
    __m256d v;
    friend Mask4 operator&(Mask4 a, Mask4 b) { return {_mm256_and_pd(a.v, b.v)}; }
    friend Mask4 operator|(Mask4 a, Mask4 b) { return {_mm256_or_pd(a.v, b.v)}; }
    uint32_t Bits() const { return static_cast<uint32_t>(_mm256_movemask_pd(v)); }
};
inline Mask4 Less(Double4 a, Double4 b) { return {_mm256_cmp_pd(a.v, b.v, _CMP_LT_OQ)}; }
inline Mask4 LessEqual(Double4 a, Double4 b) { return {_mm256_cmp_pd(a.v, b.v, _CMP_LE_OQ)}; }
inline Double4 Select(Mask4 mask, Double4 yes, Double4 no) { return Double4(_mm256_blendv_pd(no.v, yes.v, mask.v)); }

struct Float4 {
    __m128 v;
    Float4() = default;
    explicit Float4(__m128 a) : v(a) {}
    explicit Float4(float a) : v(_mm_set1_ps(a)) {}
    explicit Float4(const float* aligned) : v(_mm_load_ps(aligned)) {}
    void Store(float* aligned) const { _mm_store_ps(aligned, v); }
    friend Float4 operator+(Float4 a, Float4 b) { return Float4(_mm_add_ps(a.v, b.v)); }
    friend Float4 operator-(Float4 a, Float4 b) { return Float4(_mm_sub_ps(a.v, b.v)); }
    friend Float4 operator*(Float4 a, Float4 b) { return Float4(_mm_mul_ps(a.v, b.v)); }
    friend Float4 Max(Float4 a, Float4 b) { return Float4(_mm_max_ps(a.v, b.v)); }
    friend Float4 Min(Float4 a, Float4 b) { return Float4(_mm_min_ps(a.v, b.v)); }
    /// Towards zero, as a cast does.
    void StoreTruncated(int32_t* aligned) const {
        _mm_store_si128(reinterpret_cast<__m128i*>(aligned), _mm_cvttps_epi32(v));
    }
};

#else

template <typename Real, int N>
struct alignas(sizeof(Real) * N) Lanes {
    Real v[N];
    Lanes() = default;
    explicit Lanes(Real a) {
        for (Real& lane : v) lane = a;
    }
    explicit Lanes(const Real* a) {
        for (int i = 0; i < N; ++i) v[i] = a[i];
    }
    void Store(Real* out) const {
        for (int i = 0; i < N; ++i) out[i] = v[i];
    }
    void StoreTruncated(int32_t* out) const {
        for (int i = 0; i < N; ++i) out[i] = static_cast<int32_t>(v[i]);
    }

    template <typename F>
    static Lanes Each(const Lanes& a, const Lanes& b, F f) {
        Lanes r;
        for (int i = 0; i < N; ++i) r.v[i] = f(a.v[i], b.v[i]);
        return r;
    }
    friend Lanes operator+(const Lanes& a, const Lanes& b) {
        return Each(a, b, [](Real x, Real y) { return x + y; });
    }
    friend Lanes operator-(const Lanes& a, const Lanes& b) {
        return Each(a, b, [](Real x, Real y) { return x - y; });
    }
    friend Lanes operator*(const Lanes& a, const Lanes& b) {
        return Each(a, b, [](Real x, Real y) { return x * y; });
    }
    friend Lanes operator/(const Lanes& a, const Lanes& b) {
        return Each(a, b, [](Real x, Real y) { return x / y; });
    }
    friend Lanes Max(const Lanes& a, const Lanes& b) {
        return Each(a, b, [](Real x, Real y) { return x > y ? x : y; });
    }
    friend Lanes Min(const Lanes& a, const Lanes& b) {
        return Each(a, b, [](Real x, Real y) { return x < y ? x : y; });
    }
    friend Lanes Sqrt(const Lanes& a) {
        return Each(a, a, [](Real x, Real) { return std::sqrt(x); });
    }
    friend uint32_t LessMask(const Lanes& a, const Lanes& b) {
        uint32_t bits = 0;
        for (int i = 0; i < N; ++i) bits |= static_cast<uint32_t>(a.v[i] < b.v[i]) << i;
        return bits;
    }
    friend Lanes WhereLess(const Lanes& a, const Lanes& b, const Lanes& value) {
        Lanes r;
        for (int i = 0; i < N; ++i) r.v[i] = a.v[i] < b.v[i] ? value.v[i] : Real(0);
        return r;
    }
    friend Lanes WithTag(const Lanes& a, uint32_t tag) requires std::is_same_v<Real, float> {
        Lanes r;
        for (int i = 0; i < N; ++i) r.v[i] = std::bit_cast<float>((std::bit_cast<uint32_t>(a.v[i]) & ~kTagBits) | tag);
        return r;
    }
};
using Float8 = Lanes<float, 8>;
using Double4 = Lanes<double, 4>;
using Float4 = Lanes<float, 4>;

struct Mask4 {
    bool v[4];
    friend Mask4 operator&(Mask4 a, Mask4 b) {
        return {{a.v[0] && b.v[0], a.v[1] && b.v[1], a.v[2] && b.v[2], a.v[3] && b.v[3]}};
    }
    friend Mask4 operator|(Mask4 a, Mask4 b) {
        return {{a.v[0] || b.v[0], a.v[1] || b.v[1], a.v[2] || b.v[2], a.v[3] || b.v[3]}};
    }
    uint32_t Bits() const { return v[0] * 1u | v[1] * 2u | v[2] * 4u | v[3] * 8u; }
};
inline Mask4 Less(const Double4& a, const Double4& b) {
    return {{a.v[0] < b.v[0], a.v[1] < b.v[1], a.v[2] < b.v[2], a.v[3] < b.v[3]}};
}
inline Mask4 LessEqual(const Double4& a, const Double4& b) {
    return {{a.v[0] <= b.v[0], a.v[1] <= b.v[1], a.v[2] <= b.v[2], a.v[3] <= b.v[3]}};
}
inline Double4 Select(const Mask4& mask, const Double4& yes, const Double4& no) {
    Double4 r;
    for (int i = 0; i < 4; ++i) r.v[i] = mask.v[i] ? yes.v[i] : no.v[i];
    return r;
}

#endif

struct Double4x3 {
    Double4 x, y, z;
    Double4x3() = default;
    Double4x3(const Double4& a, const Double4& b, const Double4& c) : x(a), y(b), z(c) {}
    explicit Double4x3(const double (&rows)[3][4]) : x(rows[0]), y(rows[1]), z(rows[2]) {}
    friend Double4x3 operator+(const Double4x3& a, const Double4x3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend Double4x3 operator-(const Double4x3& a, const Double4x3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Double4x3 operator*(const Double4x3& a, const Double4& s) { return {a.x * s, a.y * s, a.z * s}; }
    friend Double4 Dot(const Double4x3& a, const Double4x3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
    friend Double4x3 Cross(const Double4x3& a, const Double4x3& b) {
        return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    }
};
inline Double4x3 Select(const Mask4& mask, const Double4x3& yes, const Double4x3& no) {
    return {Select(mask, yes.x, no.x), Select(mask, yes.y, no.y), Select(mask, yes.z, no.z)};
}

}  // namespace spheretree::wide
