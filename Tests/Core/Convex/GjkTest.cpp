#include "Core/Convex/ConvexPairs.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>

namespace spheretree {
namespace {

#ifdef NDEBUG
constexpr int64_t kPairs = 1'000'000;
#else
constexpr int64_t kPairs = 20'000;  // sanitizers and assertions
#endif

struct JudgedPair {
    JudgedShape a, b;
    double size;  // of both with what lies between
};

/// Sizes up to a million times apart; clear apart, in near contact, overlapping, one inside the other.
JudgedPair RandomPair(int64_t index) {
    Random random = Random::OfItem(5, index);
    const double ratio = std::pow(10.0, random.Between(-6, 6) * static_cast<double>(random.Below(2)));
    static const std::vector<ConvexShape> pool = [] {
        std::vector<ConvexShape> shapes;
        for (int64_t i = 0; i < 3000; ++i) {
            Random dice = Random::OfItem(4, i);
            shapes.push_back(RandomShape(dice));
        }
        return shapes;
    }();
    const auto any = [&]() -> const ConvexShape& { return pool[static_cast<size_t>(random.Below(3000))]; };
    JudgedPair pair{PlaceShape(any(), 1, random), PlaceShape(any(), ratio, random), 0};
    const Vec3 direction = random.Direction();
    const double touching = pair.a.Reach(direction) + pair.b.Reach(-direction);  // then planes touch
    const double gap = random.Below(3) == 0
                           ? random.Between(-1, 1) * touching
                           : touching * std::pow(10.0, random.Between(-9, 1)) * (random.Below(4) == 0 ? -1 : 1);
    pair.b.map.offset = direction * (touching + gap);
    pair.size = pair.a.size + pair.b.size + Length(pair.b.map.offset);
    return pair;
}

/// How much more than `distance` the axis proves, as a lower bound of the true distance.
double ProvenBy(const JudgedPair& pair, const Vec3& axis) {
    const Vec3 v = axis / Length(axis);
    return -(pair.a.Reach(-v) + pair.b.Reach(v));
}

// The answer carries its own proof: two points that far apart, and a slab that thick between the shapes.
TEST(Gjk, DistancesAreProvenByTheirPointsAndAxes) {
    std::array<int64_t, 7> stops{};
    int64_t apart = 0, steps = 0;
    for (int64_t i = 0; i < kPairs; ++i) {
        const JudgedPair pair = RandomPair(i);
        const GjkDistance found = MeasureGjk(pair.a.Placed(), pair.b.Placed());
        const double rounding = 1e-10 * pair.size;
        ++stops[static_cast<size_t>(found.stop)];
        steps += found.steps;
        ASSERT_TRUE(IsFinite(found.pointA) && IsFinite(found.pointB) && found.distance >= 0) << "pair " << i;
        ASSERT_LE(pair.a.Outside(found.pointA) * pair.a.size, rounding + 1e-9 * pair.a.size) << "pair " << i;
        ASSERT_LE(pair.b.Outside(found.pointB) * pair.b.size, rounding + 1e-9 * pair.b.size) << "pair " << i;
        if (!(found.distance > 0)) continue;
        ++apart;
        ASSERT_NEAR(Distance(found.pointA, found.pointB), found.distance, 1e-9 * found.distance + rounding);
        // To a millionth; of distances under a ten-thousandth of the bodies' size, to as much of the size.
        ASSERT_GE(ProvenBy(pair, found.axis), found.distance - std::max(1e-6 * found.distance, 1e-10 * pair.size))
            << "pair " << i << ", stop " << static_cast<int>(found.stop);
        ASSERT_LE(found.lowerBound, found.distance + rounding);
    }
    EXPECT_GT(apart, kPairs / 4);
    EXPECT_LT(apart, kPairs * 9 / 10);
    EXPECT_EQ(stops[static_cast<size_t>(GjkStop::Steps)], 0) << "somebody ran out of steps";
    std::printf("    %.2f steps; near %lld, touching %lld, no subset %lld, same point %lld, inside %lld\n",
                static_cast<double>(steps) / static_cast<double>(kPairs), static_cast<long long>(stops[0]),
                static_cast<long long>(stops[1]), static_cast<long long>(stops[2]), static_cast<long long>(stops[3]),
                static_cast<long long>(stops[5]));
}

TEST(Gjk, AxesSeparateAndOverlapsAreReal) {
    int64_t apart = 0;
    for (int64_t i = 0; i < kPairs / 4; ++i) {
        const JudgedPair pair = RandomPair(i);
        const GjkOverlap found = FindSeparatingAxis(pair.a.Placed(), pair.b.Placed());
        const double rounding = 1e-10 * pair.size;
        ASSERT_NE(found.stop, GjkStop::Steps) << "pair " << i;
        if (!found.overlaps) {
            ++apart;
            ASSERT_GE(ProvenBy(pair, found.axis), -rounding) << "pair " << i;
        } else if (found.stop == GjkStop::Inside) {
            ASSERT_LE(pair.a.Outside(found.common) * pair.a.size, rounding + 1e-9 * pair.size) << "pair " << i;
            ASSERT_LE(pair.b.Outside(found.common) * pair.b.size, rounding + 1e-9 * pair.size) << "pair " << i;
        }
    }
    EXPECT_GT(apart, kPairs / 16);
    EXPECT_LT(apart, kPairs / 4 * 9 / 10);
}

TEST(Gjk, SpheresAndBoxesAgreeWithTheirFormulas) {
    for (int64_t i = 0; i < kPairs / 10; ++i) {
        Random random = Random::OfItem(6, i);
        const double r = random.Between(0.1, 2), s = random.Between(0.1, 2);
        const ConvexShape ball = ConvexShape::Sphere(r), other = ConvexShape::Sphere(s);
        const ConvexShape box =
            ConvexShape::Box({random.Between(0.1, 2), random.Between(0.1, 2), random.Between(0.1, 2)});
        PlacedShape a{&ball, {}}, b{&other, {}}, c{&box, {}};
        const Vec3 at = random.Direction() * random.Between(0, 8);
        b.map.offset = c.map.offset = at;
        EXPECT_NEAR(MeasureGjk(a, b).distance, std::max(0.0, Length(at) - r - s), 1e-7 * Length(at));
        const Vec3 gap{std::max(0.0, std::fabs(at.x) - box.half.x), std::max(0.0, std::fabs(at.y) - box.half.y),
                       std::max(0.0, std::fabs(at.z) - box.half.z)};
        EXPECT_NEAR(MeasureGjk(a, c).distance, std::max(0.0, Length(gap) - r), 1e-7 * Length(at));
    }
}

TEST(Gjk, TouchingBoxesTouch) {
    const ConvexShape box = ConvexShape::Box({1, 1, 1});
    PlacedShape a{&box, {}}, b{&box, {}};
    for (const Vec3& offset : {Vec3{2, 0, 0}, Vec3{2, 0.5, 0.25}, Vec3{2, 2, 0}, Vec3{2, 2, 2}}) {
        b.map.offset = offset;
        EXPECT_LE(MeasureGjk(a, b).distance, 1e-12);
        EXPECT_TRUE(FindSeparatingAxis(a, b).overlaps);
    }
    b.map.offset = {};
    EXPECT_EQ(MeasureGjk(a, b).distance, 0);  // the same body
}

TEST(Gjk, PointsAndOddAxesAreAnswered) {
    const ConvexShape point = ConvexShape::Sphere(0), flat = ConvexShape::Box({1, 0, 1});
    PlacedShape a{&point, {}}, b{&flat, {}};
    EXPECT_EQ(MeasureGjk(a, a).distance, 0);
    EXPECT_TRUE(FindSeparatingAxis(a, b, {}).overlaps);
    a.map.offset = {0, 3, 0};
    EXPECT_DOUBLE_EQ(MeasureGjk(a, b).distance, 3);
    EXPECT_FALSE(FindSeparatingAxis(a, b, {std::nan(""), 0, 0}).overlaps);
    a.map.row = {};  // everything in one place
    EXPECT_DOUBLE_EQ(MeasureGjk(a, b).distance, 3);
}

// 4.4.3: with the last frame's axis, nearly every question ends after its first step.
TEST(Gjk, LastFramesAxisSavesSteps) {
    Random random(7);
    std::vector<JudgedShape> bodies;
    std::vector<Vec3> velocities;
    for (int i = 0; i < 20; ++i) {
        bodies.push_back(PlaceShape(RandomShape(random), 0.5, random));
        bodies.back().map.offset = {random.Between(-4, 4), random.Between(-4, 4), random.Between(-4, 4)};
        velocities.push_back(random.Direction() * 0.02);
    }
    std::vector<Vec3> axes(400, Vec3{1, 0, 0});
    int64_t fresh = 0, kept = 0;
    for (int frame = 0; frame < 200; ++frame) {
        for (size_t i = 0; i < bodies.size(); ++i) {
            for (const auto member : {&Vec3::x, &Vec3::y, &Vec3::z})
                if (std::fabs(bodies[i].map.offset.*member) > 4) velocities[i].*member *= -1;
            bodies[i].map.offset += velocities[i];
        }
        for (size_t i = 0; i < bodies.size(); ++i)
            for (size_t j = 0; j < i; ++j) {
                const PlacedShape a = bodies[i].Placed(), b = bodies[j].Placed();
                Vec3& axis = axes[i * 20 + j];
                const GjkOverlap first = FindSeparatingAxis(a, b), again = FindSeparatingAxis(a, b, axis);
                ASSERT_EQ(first.overlaps, again.overlaps);
                fresh += first.steps, kept += again.steps;
                if (!again.overlaps) axis = again.axis;
            }
    }
    std::printf("    %.2f times fewer steps\n", static_cast<double>(fresh) / static_cast<double>(kept));
    EXPECT_GT(fresh, kept * 3 / 2);
}

}  // namespace
}  // namespace spheretree
