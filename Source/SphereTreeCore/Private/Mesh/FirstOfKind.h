#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

namespace spheretree {

/// Mixes a word into a hash. Only speed depends on it: every table below answers the same for any hash.
inline uint64_t MixHash(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
    return hash ^ (hash >> 29);
}

/// The bits of a number, with −0 read as 0, so that equal numbers have equal bits.
inline uint64_t BitsOf(double value) {
    value += 0.0;
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

/// For every i in [0, count) the lowest j with equal(i, j): an open-addressing table of what was seen first.
template <typename Hash, typename Equal>
std::vector<int32_t> FirstOfKind(int32_t count, const Hash& hash, const Equal& equal) {
    size_t slotCount = 16;
    while (slotCount < 2 * static_cast<size_t>(count)) slotCount *= 2;
    std::vector<int32_t> slots(slotCount, -1), first(static_cast<size_t>(count));
    for (int32_t i = 0; i < count; ++i) {
        size_t slot = static_cast<size_t>(hash(i)) & (slotCount - 1);
        while (slots[slot] >= 0 && !equal(i, slots[slot])) slot = (slot + 1) & (slotCount - 1);
        if (slots[slot] < 0) slots[slot] = i;
        first[static_cast<size_t>(i)] = slots[slot];
    }
    return first;
}

}  // namespace spheretree
