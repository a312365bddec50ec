#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace spheretree {

/// Two spheres that can meet, and in how many sampled cells.
struct PairCount {
    int32_t a = 0, b = 0;
    int64_t overlaps = 0;  // cells at whose middle they overlap
    int64_t always = 0;    // cells all over which they do (with what may be lost)

    friend bool operator<(const PairCount& x, const PairCount& y) { return x.b != y.b ? x.b < y.b : x.a < y.a; }
};

/// T_c while it grows: additions are gathered and counted together now and then, so memory follows the number of
/// different pairs.
class PairTally {
public:
    void Add(const PairCount& pair) {
        pending_.push_back(pair);
        if (pending_.size() > kMostPending + counted_.size()) Settle();
    }
    void Merge(PairTally& other) {
        for (const PairCount& pair : other.Settled()) Add(pair);
    }
    /// All pairs, sorted by b, then a.
    std::vector<PairCount>& Settled() {
        Settle();
        return counted_;
    }

private:
    static constexpr size_t kMostPending = 1 << 16;

    void Settle() {
        if (pending_.empty()) return;
        counted_.insert(counted_.end(), pending_.begin(), pending_.end());
        pending_.clear();
        std::sort(counted_.begin(), counted_.end());
        size_t kept = 0;
        for (size_t i = 1; i < counted_.size(); ++i) {
            PairCount& last = counted_[kept];
            if (counted_[i].a == last.a && counted_[i].b == last.b) {
                last.overlaps += counted_[i].overlaps;
                last.always += counted_[i].always;
            } else {
                counted_[++kept] = counted_[i];
            }
        }
        counted_.resize(kept + 1);
    }

    std::vector<PairCount> counted_, pending_;
};

}  // namespace spheretree
