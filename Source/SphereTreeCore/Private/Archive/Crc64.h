#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace spheretree {

/// CRC-64/XZ: polynomial of ECMA-182, reflected, started and ended with all ones. It finds every change that lies
/// within 64 bits in a row, so every changed byte. Goes on from the value of the bytes before; 0 to begin.
inline uint64_t Crc64(const uint8_t* bytes, size_t count, uint64_t before = 0) {
    constexpr auto kTable = [] {
        std::array<uint64_t, 256> table{};
        for (uint64_t byte = 0; byte < 256; ++byte) {
            uint64_t value = byte;
            for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) ? 0xC96C5795D7870F42 : 0);
            table[byte] = value;
        }
        return table;
    }();
    uint64_t value = ~before;
    for (size_t i = 0; i < count; ++i) value = kTable[(value ^ bytes[i]) & 255] ^ (value >> 8);
    return ~value;
}

}  // namespace spheretree
