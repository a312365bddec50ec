#pragma once

// Eight floats at once. Three ways to say it, one meaning: every operation is a single IEEE rounding, so AVX, SSE and
// plain C++ give the same bits.
// Differs from the design's Eigen::Array<float, 8, 1>: a comparison must become a bit mask in one instruction, which
// Eigen has no word for.

#include <bit>
#include <cstdint>
#include <limits>

#if defined(__AVX__)
#include <immintrin.h>
#elif defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif

namespace spheretree {

/// Asks for a cache line before it is needed.
inline void Prefetch(const void* address) {
#if defined(__SSE2__) || defined(_M_X64)
    _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
#else
    (void)address;
#endif
}

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
    /// Bit i is set unless a[i] > b[i]: what is not a number counts as an overlap.
    friend unsigned NotAbove(Eight a, Eight b) {
        return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(a.v, b.v, _CMP_NGT_UQ)));
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
    friend unsigned NotAbove(Eight a, Eight b) {
        const int low = _mm_movemask_ps(_mm_cmpngt_ps(a.low, b.low));
        return static_cast<unsigned>(low | _mm_movemask_ps(_mm_cmpngt_ps(a.high, b.high)) << 4);
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
    friend unsigned NotAbove(const Eight& a, const Eight& b) {
        unsigned mask = 0;
        for (int i = 0; i < 8; ++i) mask |= static_cast<unsigned>(!(a.v[i] > b.v[i])) << i;
        return mask;
    }
};
inline unsigned NegativeMask(const int* p) {
    unsigned mask = 0;
    for (int i = 0; i < 8; ++i) mask |= static_cast<unsigned>(p[i] < 0) << i;
    return mask;
}

#endif

#if defined(__AVX2__)

/// The lowest value's lane; of equals the lower lane.
inline int LowestLane(Eight a) {
    __m256 low = _mm256_min_ps(a.v, _mm256_permute2f128_ps(a.v, a.v, 1));
    low = _mm256_min_ps(low, _mm256_shuffle_ps(low, low, 0x4E));
    low = _mm256_min_ps(low, _mm256_shuffle_ps(low, low, 0xB1));
    const int equal = _mm256_movemask_ps(_mm256_cmp_ps(a.v, low, _CMP_EQ_OQ));
    return std::countr_zero(static_cast<unsigned>(equal) | 0x80u);
}

inline float LowestOf(Eight a) {
    const __m128 low = _mm_min_ps(_mm256_castps256_ps128(a.v), _mm256_extractf128_ps(a.v, 1));
    const __m128 pair = _mm_min_ps(low, _mm_movehl_ps(low, low));
    return _mm_cvtss_f32(_mm_min_ss(pair, _mm_shuffle_ps(pair, pair, 1)));
}

/// Where a is not above b, for eight rows: row i is byte i.
struct EightRows {
    __m256i row[8];
    void Put(int i, Eight a, Eight b) { row[i] = _mm256_castps_si256(_mm256_cmp_ps(a.v, b.v, _CMP_NGT_UQ)); }
    uint64_t Bits() const { return uint64_t{Half(4)} << 32 | Half(0); }

private:
    // Four rows become bytes, by halves of each in turn; then the halves stand together again.
    uint32_t Half(int first) const {
        const __m256i bytes = _mm256_packs_epi16(_mm256_packs_epi32(row[first], row[first + 1]),
                                                 _mm256_packs_epi32(row[first + 2], row[first + 3]));
        const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
        return static_cast<uint32_t>(_mm256_movemask_epi8(_mm256_permutevar8x32_epi32(bytes, order)));
    }
};

/// The values of the lanes of the mask, others elsewhere.
inline Eight OfLanes(unsigned mask, Eight values, Eight others) {
    const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    const __m256i set = _mm256_and_si256(_mm256_set1_epi32(static_cast<int>(mask)), bits);
    return {_mm256_blendv_ps(others.v, values.v, _mm256_castsi256_ps(_mm256_cmpeq_epi32(set, bits)))};
}

#else

inline int LowestLane(Eight a) {
    alignas(32) float v[8];
    a.Store(v);
    int lowest = 0;
    for (int lane = 1; lane < 8; ++lane)
        if (v[lane] < v[lowest]) lowest = lane;
    return lowest;
}

inline float LowestOf(Eight a) {
    alignas(32) float v[8];
    a.Store(v);
    float lowest = v[0];
    for (int lane = 1; lane < 8; ++lane)
        if (v[lane] < lowest) lowest = v[lane];
    return lowest;
}

struct EightRows {
    uint64_t bits = 0;
    void Put(int i, Eight a, Eight b) { bits |= uint64_t{NotAbove(a, b)} << (8 * i); }
    uint64_t Bits() const { return bits; }
};

inline Eight OfLanes(unsigned mask, Eight values, Eight others) {
    alignas(32) float v[8], w[8];
    values.Store(v);
    others.Store(w);
    for (int lane = 0; lane < 8; ++lane)
        if (!(mask >> lane & 1)) v[lane] = w[lane];
    return Eight::Load(v);
}

#endif

/// Bit i is set where a[i] < b[i].
inline unsigned Below(Eight a, Eight b) { return ~NotAbove(b, a) & 0xFF; }

// Four floats, in the same spirit.
#if defined(__SSE2__) || defined(_M_X64)

struct Four {
    __m128 v;
    static Four All(float a) { return {_mm_set1_ps(a)}; }
    static Four Load(const float* p) { return {_mm_load_ps(p)}; }
    static Four Last(float a) { return {_mm_shuffle_ps(_mm_set_ss(a), _mm_set_ss(a), 0x15)}; }  // 0, 0, 0, a
    void Store(float* p) const { _mm_store_ps(p, v); }
    friend Four operator+(Four a, Four b) { return {_mm_add_ps(a.v, b.v)}; }
    friend Four operator*(Four a, Four b) { return {_mm_mul_ps(a.v, b.v)}; }
};

/// Columns of a 3 × 3 matrix become its rows.
inline void Transpose(Four& a, Four& b, Four& c) {
    __m128 none = _mm_setzero_ps();
    _MM_TRANSPOSE4_PS(a.v, b.v, c.v, none);
}

#else

struct Four {
    float v[4];
    static Four All(float a) { return {{a, a, a, a}}; }
    static Four Load(const float* p) { return {{p[0], p[1], p[2], p[3]}}; }
    static Four Last(float a) { return {{0, 0, 0, a}}; }
    void Store(float* p) const {
        for (int i = 0; i < 4; ++i) p[i] = v[i];
    }
    friend Four operator+(const Four& a, const Four& b) {
        return {{a.v[0] + b.v[0], a.v[1] + b.v[1], a.v[2] + b.v[2], a.v[3] + b.v[3]}};
    }
    friend Four operator*(const Four& a, const Four& b) {
        return {{a.v[0] * b.v[0], a.v[1] * b.v[1], a.v[2] * b.v[2], a.v[3] * b.v[3]}};
    }
};

inline void Transpose(Four& a, Four& b, Four& c) {
    const Four x{{a.v[0], b.v[0], c.v[0], 0}}, y{{a.v[1], b.v[1], c.v[1], 0}}, z{{a.v[2], b.v[2], c.v[2], 0}};
    a = x;
    b = y;
    c = z;
}

#endif

}  // namespace spheretree
