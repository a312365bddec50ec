#pragma once

#include "SphereTree/Vec3.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>

namespace spheretree {

/// The core's only source of chance: the same seed gives the same values for every compiler, library and processor.
/// (The distributions of <random> are left to each library, so two of them turn one seed into two bakes.)
/// Only +, −, ·, / and √ are used, which IEEE 754 rounds in one way; no sine, no logarithm.
///
/// SplitMix64 [Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators"]: a counter in steps of the
/// golden ratio, scrambled. Plain data: a copy repeats the same future.
class Random {
public:
    explicit Random(uint64_t seed) : state_(seed) {}

    /// The generator of item `index` among many that share a seed: work spread over threads draws from one per item,
    /// so that its result does not depend on who worked on what.
    static Random OfItem(uint64_t seed, int64_t index) {
        return Random(Scramble(seed) + Scramble(~static_cast<uint64_t>(index)));
    }

    uint64_t Bits() { return Scramble(state_ += kStep); }

    /// In [0, 1), a multiple of 2^-53.
    double Uniform() { return static_cast<double>(Bits() >> 11) * 0x1p-53; }

    /// In [low, high); `high` itself only where rounding meets it.
    double Between(double low, double high) { return low + (high - low) * Uniform(); }

    /// In [0, count), every value equally likely. `count` is at least 1.
    int64_t Below(int64_t count) {
        assert(count > 0);
        if (!(count > 1)) return 0;
        const uint64_t last = static_cast<uint64_t>(count) - 1;
        const int unusedBits = std::countl_zero(last);
        uint64_t value = Bits() >> unusedBits;
        while (value > last) value = Bits() >> unusedBits;  // fewer than two draws on average, and no bias
        return static_cast<int64_t>(value);
    }

    /// A unit vector, uniform over the sphere: a point of the cube, refused until it lies in the ball.
    Vec3 Direction() {
        for (;;) {
            const double x = Between(-1, 1), y = Between(-1, 1), z = Between(-1, 1);
            const Vec3 point{x, y, z};
            const double squared = LengthSquared(point);
            if (squared <= 1 && squared > 1e-6) return point / std::sqrt(squared);
        }
    }

private:
    static constexpr uint64_t kStep = 0x9E3779B97F4A7C15;

    static uint64_t Scramble(uint64_t value) {
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
        value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
        return value ^ (value >> 31);
    }

    uint64_t state_;
};

}  // namespace spheretree
