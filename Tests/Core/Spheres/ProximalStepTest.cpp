#include "Spheres/ProximalStep.h"

#include "Base/Random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace spheretree {
namespace {

double Largest(const std::vector<LinearCut>& cuts, const Vec3& z) {
    double largest = -1e300;
    for (const LinearCut& cut : cuts) largest = std::max(largest, cut.value + Dot(cut.gradient, z));
    return largest;
}

TEST(ProximalStep, OneCutEachGoesDownhillByTheReach) {
    const std::vector<LinearCut> a = {{1, {1, 0, 0}}}, b = {{2, {0, 1, 0}}};
    const ProximalResult found = ProximalStep(a, b, 0.5);
    EXPECT_NEAR(Distance(found.step, {-0.5, -0.5, 0}), 0, 1e-12);
    EXPECT_NEAR(found.value, 3 - 1, 1e-12);
}

TEST(ProximalStep, StopsWhereTwoCutsCross) {
    const std::vector<LinearCut> a = {{0, {1, 0, 0}}, {0, {-1, 0, 0}}}, b = {{0, {0, 0, 0}}};
    EXPECT_NEAR(Length(ProximalStep(a, b, 10).step), 0, 1e-9);
}

// The problem is convex: no point of a shrinking cloud around the answer is better.
TEST(ProximalStep, NothingNearbyIsBetter) {
    for (uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        std::vector<LinearCut> a, b;
        for (uint64_t i = 0; i < 1 + seed % 12; ++i) a.push_back({random.Between(0.9, 1), random.Direction()});
        for (uint64_t i = 0; i < 1 + seed % 7; ++i) b.push_back({random.Between(-0.5, -0.4), random.Direction()});
        const double t = random.Between(0.2, 2);
        const auto whole = [&](const Vec3& z) { return Largest(a, z) + Largest(b, z) + LengthSquared(z) / (2 * t); };
        const ProximalResult found = ProximalStep(a, b, t);
        EXPECT_NEAR(found.value, Largest(a, found.step) + Largest(b, found.step), 1e-12);
        double best = whole(found.step);
        for (double step = 1; step > 1e-9; step /= 2) {
            for (int i = 0; i < 30; ++i) best = std::min(best, whole(found.step + random.Direction() * step));
        }
        EXPECT_GT(best, whole(found.step) - 1e-12) << seed;
    }
}

}  // namespace
}  // namespace spheretree
