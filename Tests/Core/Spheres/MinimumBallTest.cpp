#include "Core/TestSupport.h"
#include "Spheres/MinimumBall.h"

#include "Base/Random.h"
#include "Spheres/RitterBall.h"

#include "Scenes/Meshes.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace spheretree {
namespace {

/// No centre can be named more exactly than its coordinates are spaced.
double RoundingOf(const Sphere& ball) { return 4e-16 * (Length(ball.centre) + ball.radius); }

double ReachOf(const Vec3& centre, const std::vector<Sphere>& balls) {
    double reach = 0;
    for (const Sphere& ball : balls) reach = std::max(reach, Distance(ball.centre, centre) + ball.radius);
    return reach;
}

/// The least value of a convex function between two bounds.
template <typename Function>
double LeastBetween(double low, double high, Function function) {
    constexpr double kGolden = 0.6180339887498949;
    double a = high - kGolden * (high - low), b = low + kGolden * (high - low);
    double atA = function(a), atB = function(b);
    while (high - low > 1e-11) {
        if (atA < atB) {
            high = b, b = a, atB = atA;
            atA = function(a = high - kGolden * (high - low));
        } else {
            low = a, a = b, atA = atB;
            atB = function(b = low + kGolden * (high - low));
        }
    }
    return std::min(atA, atB);
}

/// The referee: the reach is a convex function of the centre, so searches nested along the axes find its minimum.
/// Slow, and no algebra in common with what it judges. For balls whose centres lie within 2 of the origin.
double SmallestReachBySearch(const std::vector<Sphere>& balls) {
    return LeastBetween(-2, 2, [&](double x) {
        return LeastBetween(-2, 2, [&](double y) {
            return LeastBetween(-2, 2, [&](double z) { return ReachOf({x, y, z}, balls); });
        });
    });
}

double SmallestReachBySearch(const std::vector<Vec3>& points) {
    std::vector<Sphere> balls;
    for (const Vec3& point : points) balls.push_back({point, 0});
    return SmallestReachBySearch(balls);
}

/// The optimum's mark: the centre is a mixture of the points on the boundary. How far the nearest mixture is from it,
/// in radii, found by moving weight from the point that helps least to the one that helps most.
double DistanceFromHullOfBoundary(const Sphere& ball, const std::vector<Vec3>& points) {
    std::vector<Vec3> boundary;
    const double touching = ball.radius * (1 - 1e-9) - RoundingOf(ball);
    for (const Vec3& p : points) {
        if (Distance(p, ball.centre) >= touching) boundary.push_back((p - ball.centre) / ball.radius);
    }
    if (boundary.empty()) return std::numeric_limits<double>::infinity();
    std::vector<double> weights(boundary.size(), 0.0);
    weights[0] = 1;
    Vec3 mixture = boundary[0];
    for (int round = 0; round < 20000 && Length(mixture) > 1e-7; ++round) {
        size_t most = 0, least = boundary.size();
        for (size_t i = 0; i < boundary.size(); ++i) {
            if (Dot(boundary[i], mixture) < Dot(boundary[most], mixture)) most = i;
            if (weights[i] == 0) continue;
            if (least == boundary.size() || Dot(boundary[i], mixture) > Dot(boundary[least], mixture)) least = i;
        }
        const Vec3 along = boundary[most] - boundary[least];
        if (!(LengthSquared(along) > 0)) break;
        const double amount = std::clamp(-Dot(mixture, along) / LengthSquared(along), 0.0, weights[least]);
        weights[most] += amount;
        weights[least] = amount == weights[least] ? 0 : weights[least] - amount;
        mixture += along * amount;
    }
    return std::max(Length(mixture) - RoundingOf(ball) / ball.radius, 0.0);
}

std::vector<Vec3> RandomPoints(uint64_t seed, int count, const std::function<Vec3(Random&)>& draw) {
    Random random(seed);
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) points.push_back(draw(random));
    return points;
}

TEST(MinimumBall, KnownBalls) {
    const std::vector<Vec3> none, one = {{3, 4, 5}}, twice = {{3, 4, 5}, {3, 4, 5}}, pair = {{0, 0, 0}, {2, 0, 0}};
    EXPECT_EQ(MinimumBall(none).radius, 0);
    EXPECT_EQ(MinimumBall(one).centre, (Vec3{3, 4, 5}));
    EXPECT_EQ(MinimumBall(one).radius, 0);
    EXPECT_EQ(MinimumBall(twice).radius, 0);
    EXPECT_EQ(MinimumBall(pair).centre, (Vec3{1, 0, 0}));
    EXPECT_EQ(MinimumBall(pair).radius, 1);
    const std::vector<Vec3> equilateral = {{1, 0, 0}, {-0.5, std::sqrt(0.75), 0}, {-0.5, -std::sqrt(0.75), 0}};
    EXPECT_NEAR(MinimumBall(equilateral).radius, 1, 1e-15);
    const std::vector<Vec3> obtuse = {{-1, 0, 0}, {1, 0, 0}, {0, 0.5, 0}};  // the longest side's middle
    EXPECT_EQ(MinimumBall(obtuse).radius, 1);
    const std::vector<Vec3> tetrahedron = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    EXPECT_NEAR(MinimumBall(tetrahedron).radius, std::sqrt(3), 1e-15);
}

TEST(MinimumBall, OfACubesCorners) {
    std::vector<Vec3> corners;
    for (int i = 0; i < 8; ++i) corners.push_back({i & 1 ? 3.0 : 1.0, i & 2 ? 3.0 : 1.0, i & 4 ? 3.0 : 1.0});
    const Sphere ball = MinimumBall(corners);
    EXPECT_NEAR(Distance(ball.centre, {2, 2, 2}), 0, 1e-15);
    EXPECT_NEAR(ball.radius, std::sqrt(3), 1e-15);
    EXPECT_TRUE(ContainsAll(ball, corners));
}

TEST(MinimumBall, OfAnIcosphereIsTheSphere) {
    const TriangleMesh mesh = scenes::MakeIcosphere(5);  // 10,242 points, all on one sphere
    const Sphere ball = MinimumBall(mesh.vertices);
    EXPECT_NEAR(Length(ball.centre), 0, 1e-14);
    EXPECT_NEAR(ball.radius, 1, 1e-14);
    EXPECT_TRUE(ContainsAll(ball, mesh.vertices));
}

TEST(MinimumBall, AgreesWithTheSearchOnSmallSets) {
    for (uint64_t seed = 0; seed < 60; ++seed) {
        const int count = 2 + static_cast<int>(seed % 12);
        const std::vector<Vec3> points = RandomPoints(seed, count, [](Random& r) {
            return Vec3{r.Between(-1, 1), r.Between(-1, 1), r.Between(-1, 1)};
        });
        const Sphere ball = MinimumBall(points);
        EXPECT_TRUE(ContainsAll(ball, points)) << seed;
        EXPECT_NEAR(ball.radius, SmallestReachBySearch(points), 1e-9) << seed;
    }
}

struct Cloud {
    const char* name;
    std::function<Vec3(Random&)> draw;
};

std::vector<Cloud> Clouds() {
    const auto integer = [](Random& r, int64_t below) { return static_cast<double>(r.Below(below)); };
    return {
        {"volume",
         [](Random& r) {
             return Vec3{r.Uniform(), r.Uniform(), r.Uniform()};
         }},
        {"lattice",
         [=](Random& r) {
             return Vec3{integer(r, 4), integer(r, 4), integer(r, 4)};
         }},
        {"plane",
         [](Random& r) {
             return Vec3{r.Uniform(), r.Uniform(), 0.25};
         }},
        {"tilted plane",
         [](Random& r) {
             const double a = r.Uniform(), b = r.Uniform();
             return Vec3{a, b, a + b};
         }},
        {"line",
         [](Random& r) {
             const double a = r.Uniform();
             return Vec3{a, 2 * a, -a};
         }},
        {"sphere", [](Random& r) { return r.Direction(); }},
        {"near sphere",
         [](Random& r) {
             const Vec3 direction = r.Direction();  // drawn first, whatever order a compiler prefers
             return direction * r.Between(1 - 1e-9, 1);
         }},
        {"circle",
         [](Random& r) {
             const Vec3 d = r.Direction();
             return Normalized(Vec3{d.x, d.y, 0});
         }},
        {"needle",
         [](Random& r) {
             return Vec3{r.Uniform(), 1e-9 * r.Uniform(), 1e-12 * r.Uniform()};
         }},
        {"far away",
         [](Random& r) {
             return Vec3{1e6 + r.Uniform(), r.Uniform() - 1e6, r.Uniform()};
         }},
        {"two heaps",
         [](Random& r) {
             const Vec3 direction = r.Direction();
             return direction * 1e-7 + Vec3{r.Below(2) ? 1.0 : -1.0, 0, 0};
         }},
        {"few places",
         [=](Random& r) {
             return Vec3{integer(r, 2), integer(r, 2), 0};
         }},
    };
}

// Contains all, is never larger than Ritter's, and has its centre in the hull of the points it touches: the smallest.
TEST(MinimumBall, IsTheSmallestOnEveryKindOfCloud) {
    for (const Cloud& cloud : Clouds()) {
        for (const int count : {1, 2, 3, 4, 5, 8, 23, 24, 25, 100, 3000}) {
            for (uint64_t seed = 0; seed < 8; ++seed) {
                const std::vector<Vec3> points = RandomPoints(seed, count, cloud.draw);
                const Sphere ball = MinimumBall(points);
                ASSERT_TRUE(ContainsAll(ball, points)) << cloud.name << ' ' << count << ' ' << seed;
                ASSERT_LE(ball.radius, RitterBall(points).radius + RoundingOf(ball)) << cloud.name << ' ' << count;
                if (ball.radius > 0) {
                    ASSERT_LT(DistanceFromHullOfBoundary(ball, points), 1e-6)
                        << cloud.name << ' ' << count << ' ' << seed;
                }
            }
        }
    }
}

TEST(MinimumBall, OfAHundredThousand) {
    for (const Cloud& cloud : Clouds()) {
        const std::vector<Vec3> points = RandomPoints(5, 100000, cloud.draw);
        const Sphere ball = MinimumBall(points);
        EXPECT_TRUE(ContainsAll(ball, points)) << cloud.name;
        EXPECT_LT(DistanceFromHullOfBoundary(ball, points), 1e-6) << cloud.name;
    }
}

TEST(MinimumBall, DoesNotDependOnTheFormOfTheList) {
    const std::vector<Vec3> points = RandomPoints(3, 20, Clouds().front().draw);
    const Sphere few = MinimumBall(points), columns = MinimumBall(PointColumns(points));
    EXPECT_EQ(few.centre, columns.centre);
    EXPECT_EQ(few.radius, columns.radius);
}

// One number over balls of every kind: equal for gcc, clang, debug, release.
TEST(MinimumBall, SameBytesEverywhere) {
    uint64_t hash = 0xCBF29CE484222325;
    const auto mix = [&](double value) { hash = (hash ^ std::bit_cast<uint64_t>(value)) * 0x100000001B3; };
    for (const Cloud& cloud : Clouds()) {
        for (const int count : {4, 20, 500}) {
            const std::vector<Vec3> points = RandomPoints(31, count, cloud.draw);
            const Sphere smallest = MinimumBall(points), ritter = RitterBall(points);
            for (const Sphere& ball : {smallest, ritter, MinimumBallOfBalls(std::vector<Sphere>{smallest, ritter})}) {
                mix(ball.centre.x), mix(ball.centre.y), mix(ball.centre.z), mix(ball.radius);
            }
        }
    }
    EXPECT_EQ(hash, 16526450699176735428u);
}

TEST(MinimumBallOfBalls, KnownBalls) {
    EXPECT_EQ(MinimumBallOfBalls({}).radius, 0);
    const std::vector<Sphere> one = {{{1, 2, 3}, 4}}, inner = {{{0, 0, 0}, 5}, {{1, 0, 0}, 2}};
    EXPECT_NEAR(MinimumBallOfBalls(one).radius, 4, 1e-14);
    EXPECT_NEAR(MinimumBallOfBalls(inner).radius, 5, 1e-14);
    EXPECT_EQ(MinimumBallOfBalls(inner).centre, (Vec3{0, 0, 0}));
    const std::vector<Sphere> pair = {{{0, 0, 0}, 1}, {{6, 0, 0}, 2}};  // from −1 to 8
    EXPECT_NEAR(MinimumBallOfBalls(pair).radius, 4.5, 1e-14);
    EXPECT_NEAR(MinimumBallOfBalls(pair).centre.x, 3.5, 1e-14);
}

TEST(MinimumBallOfBalls, AgreesWithTheSearch) {
    for (uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        std::vector<Sphere> balls;
        for (uint64_t i = 0; i < 1 + seed % 10; ++i)
            balls.push_back({random.Direction() * random.Uniform(), random.Uniform()});
        if (seed % 3 == 0) balls.push_back(balls.front());
        const Sphere ball = MinimumBallOfBalls(balls);
        EXPECT_GE(ball.radius, ReachOf(ball.centre, balls)) << seed;
        EXPECT_NEAR(ball.radius, SmallestReachBySearch(balls), 1e-9) << seed;
    }
}

TEST(RitterBall, ContainsAllAndIsNotMuchLarger) {
    for (const Cloud& cloud : Clouds()) {
        for (const int count : {1, 2, 5, 100, 3000}) {
            const std::vector<Vec3> points = RandomPoints(17, count, cloud.draw);
            const Sphere ball = RitterBall(points);
            EXPECT_TRUE(ContainsAll(ball, points)) << cloud.name;
            EXPECT_LE(ball.radius, 1.25 * MinimumBall(points).radius) << cloud.name;
        }
    }
    EXPECT_EQ(RitterBall({}).radius, 0);
}

// The case that shows why everything else uses the exact ball: an equilateral triangle.
TEST(RitterBall, IsLooserThanTheSmallest) {
    const std::vector<Vec3> points = {{0, 1, 0}, {-std::sqrt(0.75), -0.5, 0}, {std::sqrt(0.75), -0.5, 0}};
    EXPECT_GT(RitterBall(points).radius, 1.02 * MinimumBall(points).radius);
}

}  // namespace
}  // namespace spheretree
