#pragma once

#include "SphereTree/SurfaceSamples.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace spheretree {

/// The corners of some patches, each once and in order: a bit for each point of the surface, since lists of corners are
/// made for every sphere again and again, and sorting them takes far longer.
class CornerSet {
public:
    CornerSet(const Patches& patches, const std::vector<int32_t>& chosen) : bits_(patches.points.size() / 64 + 1, 0) {
        for (const int32_t patch : chosen)
            for (const int32_t corner : patches.patches[size_t(patch)])
                bits_[size_t(corner) / 64] |= uint64_t{1} << (corner % 64);
        before_.reserve(bits_.size());
        for (const uint64_t word : bits_) before_.push_back(count_), count_ += std::popcount(word);
    }

    int32_t Count() const { return count_; }

    std::vector<int32_t> List() const {
        std::vector<int32_t> corners;
        corners.reserve(size_t(count_));
        for (size_t word = 0; word < bits_.size(); ++word)
            for (uint64_t left = bits_[word]; left != 0; left &= left - 1)
                corners.push_back(int32_t(64 * word) + std::countr_zero(left));
        return corners;
    }

    /// The place of one of them in the list.
    int32_t PlaceOf(int32_t corner) const {
        const uint64_t lower = bits_[size_t(corner) / 64] & ((uint64_t{1} << (corner % 64)) - 1);
        return before_[size_t(corner) / 64] + std::popcount(lower);
    }

private:
    std::vector<uint64_t> bits_;
    std::vector<int32_t> before_;  // how many stand in the words before
    int32_t count_ = 0;
};

}  // namespace spheretree
