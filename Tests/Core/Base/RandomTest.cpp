#include "Base/Random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

namespace spheretree {
namespace {

// The published values of SplitMix64 for this seed, so that a change of the generator cannot pass unseen:
// every baked tree depends on it.
TEST(Random, GivesSplitMixsPublishedValues) {
    Random random(1234567);
    EXPECT_EQ(random.Bits(), 6457827717110365317u);
    EXPECT_EQ(random.Bits(), 3203168211198807973u);
    EXPECT_EQ(random.Bits(), 9817491932198370423u);
}

TEST(Random, SameSeedSameFutureAndACopyRepeatsIt) {
    Random a(5), b(5), other(6);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(a.Bits(), b.Bits());
    Random copy = a;
    EXPECT_EQ(a.Bits(), copy.Bits());
    EXPECT_NE(a.Bits(), other.Bits());
}

// One number over a million draws of every kind: equal for gcc, clang, debug, release and the sanitizers.
TEST(Random, DrawsTheSameBitsEverywhere) {
    Random random(2024);
    uint64_t hash = 0;
    const auto mix = [&](double value) { hash = (hash ^ std::bit_cast<uint64_t>(value)) * 0x100000001B3; };
    for (int i = 0; i < 200000; ++i) {
        const Vec3 direction = random.Direction();
        mix(direction.x), mix(direction.y), mix(direction.z);
        mix(random.Between(-3, 8));
        mix(static_cast<double>(random.Below(1000003)));
    }
    EXPECT_EQ(hash, 0xC66978C1EF84ED5Eu);
}

TEST(Random, UniformFillsTheUnitIntervalEvenly) {
    Random random(11);
    std::array<int, 20> bins{};
    constexpr int kDraws = 200000;
    for (int i = 0; i < kDraws; ++i) {
        const double value = random.Uniform();
        ASSERT_GE(value, 0.0);
        ASSERT_LT(value, 1.0);
        ++bins[static_cast<size_t>(value * 20)];
    }
    double chiSquared = 0;
    for (const int bin : bins) chiSquared += (bin - kDraws / 20.0) * (bin - kDraws / 20.0) / (kDraws / 20.0);
    EXPECT_LT(chiSquared, 43.8);  // 19 degrees of freedom, one in a thousand; the seed is fixed
}

TEST(Random, BetweenStaysInItsRange) {
    Random random(12);
    for (int i = 0; i < 10000; ++i) {
        const double value = random.Between(-5, -4);
        ASSERT_GE(value, -5.0);
        ASSERT_LT(value, -4.0);
    }
    EXPECT_EQ(random.Between(3, 3), 3.0);
}

TEST(Random, BelowReachesEveryValueWithoutBias) {
    for (const int64_t count : {2, 3, 7, 10, 64}) {
        Random random(13);
        std::vector<int> bins(static_cast<size_t>(count));
        const int draws = 20000 * static_cast<int>(count);
        for (int i = 0; i < draws; ++i) ++bins[static_cast<size_t>(random.Below(count))];
        for (const int bin : bins) EXPECT_NEAR(bin, 20000, 5 * std::sqrt(20000.0)) << count;
    }
}

// Two thirds of 2^63: a plain remainder of 63 bits would favour the lower half by two to one.
TEST(Random, BelowHasNoBiasForHugeCounts) {
    Random random(14);
    const int64_t count = static_cast<int64_t>((uint64_t{1} << 63) / 3 * 2);
    int lower = 0;
    for (int i = 0; i < 100000; ++i) {
        const int64_t value = random.Below(count);
        ASSERT_GE(value, 0);
        ASSERT_LT(value, count);
        lower += value < count / 2;
    }
    EXPECT_NEAR(lower, 50000, 800);
}

TEST(Random, BelowOneIsZeroAndCostsNoDraw) {
    Random random(15), untouched(15);
    EXPECT_EQ(random.Below(1), 0);
    EXPECT_EQ(random.Bits(), untouched.Bits());
}

TEST(Random, DirectionIsOfUnitLengthAndPrefersNone) {
    Random random(16);
    Vec3 sum;
    std::array<double, 3> squares{};
    constexpr int kDraws = 100000;
    for (int i = 0; i < kDraws; ++i) {
        const Vec3 d = random.Direction();
        ASSERT_NEAR(Length(d), 1.0, 1e-15);
        sum += d;
        squares[0] += d.x * d.x, squares[1] += d.y * d.y, squares[2] += d.z * d.z;
    }
    EXPECT_LT(Length(sum) / kDraws, 4 / std::sqrt(kDraws));
    for (const double square : squares) EXPECT_NEAR(square / kDraws, 1.0 / 3, 0.005);
}

TEST(Random, ItemsOfOneSeedDrawApart) {
    std::set<uint64_t> first;
    for (uint64_t seed = 0; seed < 10; ++seed)
        for (int64_t item = 0; item < 10000; ++item) first.insert(Random::OfItem(seed, item).Bits());
    EXPECT_EQ(first.size(), 100000u);
    EXPECT_EQ(Random::OfItem(3, 4).Bits(), Random::OfItem(3, 4).Bits());
}

}  // namespace
}  // namespace spheretree
