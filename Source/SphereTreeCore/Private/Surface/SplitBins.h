#pragma once

#include "Surface/Hierarchy.h"
#include "Surface/Wide.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

namespace spheretree {

// What a split of triangles by the surface area heuristic looks at (Surface/HierarchyBuild.cpp).

constexpr int32_t kMostBins = 16;

struct FloatBounds {
    wide::Float4 low, high;  // left as they are: thousands of bins are made and not all used

    static FloatBounds Nothing() {
        return {wide::Float4(std::numeric_limits<float>::infinity()),
                wide::Float4(-std::numeric_limits<float>::infinity())};
    }
    void Add(const FloatBounds& b) {
        low = Min(low, b.low);
        high = Max(high, b.high);
    }
    void AddPoint(wide::Float4 p) {
        low = Min(low, p);
        high = Max(high, p);
    }
    float HalfArea() const {
        alignas(16) float d[4];
        (high - low).Store(d);
        return d[0] * d[1] + d[1] * d[2] + d[2] * d[0];
    }
};

/// A triangle's padded box; the fourth lanes carry the triangle's index.
struct alignas(16) TriangleBox {
    float low[4], high[4];

    TriangleBox() {}  // leaves all open, as WideNode does
    int32_t Triangle() const { return std::bit_cast<int32_t>(low[3]); }
    FloatBounds Box() const { return {wide::Float4(low), wide::Float4(high)}; }
    wide::Float4 TwiceMiddle() const { return wide::Float4(low) + wide::Float4(high); }
};

struct BoxRange {
    int32_t first = 0, count = 0;
    FloatBounds box;
    float measure = 0;  // how much splitting it promises to gain
};

struct BinSplit {
    int32_t axis = -1, bin = 0;
    float cost = std::numeric_limits<float>::infinity();
};

/// Maps twice a middle to a bin per axis. Needs no clamp: the factor is smaller than the count by more than rounding.
struct Binning {
    alignas(16) float origin[4], factor[4];
    int32_t bins;

    Binning(const FloatBounds& middles, int32_t count) : bins(std::min(kMostBins, 4 + count / 16)) {
        middles.low.Store(origin);
        (middles.high - middles.low).Store(factor);
        for (float& f : factor) f = f > 0 ? static_cast<float>(bins) * 0.999999f / f : 0.0f;
        factor[3] = 0;
    }
    void BinsOf(const TriangleBox& t, int32_t* out) const {
        ((t.TwiceMiddle() - wide::Float4(origin)) * wide::Float4(factor)).StoreTruncated(out);
    }
    /// The same arithmetic for one axis.
    bool IsBelow(const TriangleBox& t, const BinSplit& split) const {
        const int32_t a = split.axis;
        return ((t.low[a] + t.high[a]) - origin[a]) * factor[a] < static_cast<float>(split.bin);
    }
};

struct BoxBin {
    FloatBounds box;
    int32_t count;

    void Add(const FloatBounds& b) {
        box.Add(b);
        ++count;
    }
};

struct BinTable {
    BoxBin of[3][kMostBins];  // axis; of each only the first binning.bins are used

    void Fill(const Binning& binning, const TriangleBox* begin, const TriangleBox* end) {
        for (auto& axis : of) std::fill(axis, axis + binning.bins, BoxBin{FloatBounds::Nothing(), 0});
        for (const TriangleBox* t = begin; t < end; ++t) {
            alignas(16) int32_t bin[4];
            binning.BinsOf(*t, bin);
            const FloatBounds box = t->Box();
            for (int a = 0; a < 3; ++a) of[a][bin[a]].Add(box);
        }
    }
    void Add(const BinTable& other, const Binning& binning) {
        for (int a = 0; a < 3; ++a) {
            for (int32_t i = 0; i < binning.bins; ++i) {
                of[a][i].box.Add(other.of[a][i].box);
                of[a][i].count += other.of[a][i].count;
            }
        }
    }
    int32_t CountBelow(int32_t axis, int32_t bin) const {
        int32_t count = 0;
        for (int32_t i = 0; i < bin; ++i) count += of[axis][i].count;
        return count;
    }
};

inline float BlocksForCount(int32_t count) {
    const int32_t blocks = (count + kBlockSize - 1) / kBlockSize;
    return static_cast<float>(blocks);
}

inline void FindSplitOnAxis(const BoxBin* bins, int32_t binCount, int32_t axis, BinSplit& best) {
    float rightCost[kMostBins];
    FloatBounds right = FloatBounds::Nothing();
    int32_t count = 0;
    for (int32_t i = binCount - 1; i > 0; --i) {
        right.Add(bins[i].box);
        count += bins[i].count;
        rightCost[i] = count > 0 ? right.HalfArea() * BlocksForCount(count) : -1;
    }
    FloatBounds left = FloatBounds::Nothing();
    count = 0;
    for (int32_t i = 1; i < binCount; ++i) {
        left.Add(bins[i - 1].box);
        count += bins[i - 1].count;
        if (count == 0 || rightCost[i] < 0) continue;
        const float cost = left.HalfArea() * BlocksForCount(count) + rightCost[i];
        if (cost < best.cost) best = {axis, i, cost};
    }
}

}  // namespace spheretree
