#include "Spheres/NelderMead.h"

#include "Base/Random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace spheretree {
namespace {

TEST(NelderMead, FindsTheBottomOfRosenbrocksValley) {
    const auto valley = [](const std::array<double, 2>& p) {
        return 100 * std::pow(p[1] - p[0] * p[0], 2) + std::pow(1 - p[0], 2);
    };
    const auto found = NelderMead<2>(valley, {-1.2, 1}, 0.5, {400, 1e-9, 1e-14});
    EXPECT_NEAR(found.point[0], 1, 1e-6);
    EXPECT_NEAR(found.point[1], 1, 1e-6);
    EXPECT_LT(found.evaluations, 250);
}

TEST(NelderMead, FindsTheMiddleOfTiltedQuadratics) {
    for (uint64_t seed = 0; seed < 50; ++seed) {
        Random random(seed);
        const Vec3 middle = random.Direction() * 3, a = random.Direction(), b = random.Direction(),
                   c = random.Direction();
        const auto bowl = [&](const std::array<double, 3>& p) {
            const Vec3 d = Vec3{p[0], p[1], p[2]} - middle;
            return 5 * Dot(a, d) * Dot(a, d) + 2 * Dot(b, d) * Dot(b, d) + Dot(c, d) * Dot(c, d) +
                   LengthSquared(d) / 10;
        };
        const auto found = NelderMead<3>(bowl, {0, 0, 0}, 1, {1000, 1e-10, 1e-16});
        EXPECT_NEAR(Distance({found.point[0], found.point[1], found.point[2]}, middle), 0, 1e-5) << seed;
    }
}

TEST(NelderMead, IsNeverWorseThanItsStartAndKeepsItsLimit) {
    const auto rising = [](const std::array<double, 2>& p) { return std::abs(p[0]) + std::abs(p[1]) + 3; };
    const auto found = NelderMead<2>(rising, {0, 0}, 1, {25, 0, 0});
    EXPECT_EQ(found.value, 3);
    EXPECT_EQ(found.point, (std::array<double, 2>{0, 0}));
    EXPECT_LE(found.evaluations, 25 + 4);  // the step that is under way is ended
}

TEST(NelderMead, StepsAwayFromWhatIsNoNumber) {
    const auto half = [](const std::array<double, 1>& p) { return p[0] < 0 ? std::nan("") : (p[0] - 2) * (p[0] - 2); };
    const auto found = NelderMead<1>(half, {0.1}, -1.0, {200, 1e-9, 1e-15});
    EXPECT_NEAR(found.point[0], 2, 1e-6);
}

TEST(NelderMead, RepeatsItselfToTheBit) {
    const auto bumpy = [](const std::array<double, 3>& p) {
        return std::abs(p[0] - 1) + std::abs(p[1]) * 2 + p[2] * p[2];
    };
    const auto a = NelderMead<3>(bumpy, {5, 5, 5}, 1), b = NelderMead<3>(bumpy, {5, 5, 5}, 1);
    EXPECT_EQ(a.point, b.point);
    EXPECT_EQ(a.evaluations, b.evaluations);
}

}  // namespace
}  // namespace spheretree
