#include "Tree/Measure/Miser.h"

#include <gtest/gtest.h>

#include <cmath>

namespace spheretree {
namespace {

// A quarter disc in one corner, and a plane: rough and calm at once.
TwoValues DiscAndPlane(double x, double y) { return {x * x + y * y < 0.25 ? 1.0 : 0.0, x + 2 * y}; }
constexpr double kDisc = 3.14159265358979323846 / 16, kPlane = 1.5;

TEST(Miser, IsExactForAConstant) {
    Random random(1);
    const MeanPair pair = IntegrateMiser([](double, double) { return TwoValues{3, -2}; }, {1, 2, 4, 7}, 1000, random);
    EXPECT_NEAR(pair.mean[0], 3, 1e-14);
    EXPECT_NEAR(pair.mean[1], -2, 1e-14);
    EXPECT_NEAR(pair.variance[0], 0, 1e-28);
}

TEST(Miser, MeetsClosedFormsWithAnHonestStandardError) {
    double squares[2] = {}, variances[2] = {};
    int outside = 0;
    constexpr int kRuns = 400;
    for (int run = 0; run < kRuns; ++run) {
        Random random(static_cast<uint64_t>(run));
        const MeanPair pair = IntegrateMiser(DiscAndPlane, {0, 0, 1, 1}, 2000, random);
        const double misses[2] = {pair.mean[0] - kDisc, pair.mean[1] - kPlane};
        for (int i = 0; i < 2; ++i) {
            squares[i] += misses[i] * misses[i] / kRuns;
            variances[i] += pair.variance[static_cast<size_t>(i)] / kRuns;
        }
        if (std::abs(misses[0]) > 2 * std::sqrt(pair.variance[0])) ++outside;
    }
    for (int i = 0; i < 2; ++i) {
        EXPECT_GT(squares[i], 0.7 * variances[i]) << i;
        EXPECT_LT(squares[i], 1.4 * variances[i]) << i;
    }
    EXPECT_LT(outside, kRuns / 10) << "beyond two standard errors: about one in twenty";
}

// Plain Monte Carlo has variance p(1−p)/n here; strata that follow the rim must do far better.
TEST(Miser, BeatsPlainSampling) {
    Random random(5);
    const MeanPair pair = IntegrateMiser(DiscAndPlane, {0, 0, 1, 1}, 4000, random);
    EXPECT_LT(pair.variance[0], 0.3 * kDisc * (1 - kDisc) / 4000);
}

TEST(Miser, AsksNoMoreThanItIsGiven) {
    for (const int64_t points : {2, 10, 63, 64, 100, 1000, 20000}) {
        int64_t asked = 0;
        Random random(3);
        (void)IntegrateMiser(
            [&](double x, double y) {
                ++asked;
                return DiscAndPlane(x, y);
            },
            {0, 0, 1, 1}, points, random);
        EXPECT_EQ(asked, points);
    }
}

}  // namespace
}  // namespace spheretree
