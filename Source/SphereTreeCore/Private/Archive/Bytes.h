#pragma once

#include "SphereTree/Vec3.h"

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace spheretree {

// Numbers to bytes and back, little-endian by shifts: the machine's own order never shows.

inline void PutU64(std::vector<uint8_t>& bytes, uint64_t value, int byteCount = 8) {
    for (int i = 0; i < byteCount; ++i) bytes.push_back(static_cast<uint8_t>(value >> (8 * i)));
}
inline void PutU32(std::vector<uint8_t>& bytes, uint32_t value) { PutU64(bytes, value, 4); }
inline void PutI32(std::vector<uint8_t>& bytes, int32_t value) { PutU32(bytes, static_cast<uint32_t>(value)); }
inline void PutDouble(std::vector<uint8_t>& bytes, double value) { PutU64(bytes, std::bit_cast<uint64_t>(value)); }

inline uint64_t GetU64(const uint8_t* bytes, int byteCount = 8) {
    uint64_t value = 0;
    for (int i = 0; i < byteCount; ++i) value |= static_cast<uint64_t>(bytes[i]) << (8 * i);
    return value;
}

/// Takes numbers from bytes one after the other. Whoever makes one has checked that there are enough.
class ByteCursor {
public:
    ByteCursor(const uint8_t* bytes, size_t count) : next_(bytes), left_(count) {}

    uint32_t U32() { return static_cast<uint32_t>(GetU64(Take(4), 4)); }
    int32_t I32() { return static_cast<int32_t>(U32()); }
    uint64_t U64() { return GetU64(Take(8)); }
    double Double() { return std::bit_cast<double>(U64()); }

private:
    const uint8_t* Take(size_t count) {
        assert(count <= left_);
        const uint8_t* taken = next_;
        next_ += count;
        left_ -= count;
        return taken;
    }

    const uint8_t* next_;
    size_t left_;
};

inline void PutVec3(std::vector<uint8_t>& bytes, const Vec3& a) {
    PutDouble(bytes, a.x);
    PutDouble(bytes, a.y);
    PutDouble(bytes, a.z);
}
inline Vec3 GetVec3(ByteCursor& cursor) {
    Vec3 a;
    a.x = cursor.Double();
    a.y = cursor.Double();
    a.z = cursor.Double();
    return a;
}

}  // namespace spheretree
