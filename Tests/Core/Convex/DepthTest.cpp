#include "Convex/PointShape.h"
#include "Core/Convex/ConvexPairs.h"

#include <gtest/gtest.h>

namespace spheretree {
namespace {

#ifdef NDEBUG
constexpr int64_t kDepthPairs = 30'000;
#else
constexpr int64_t kDepthPairs = 1'000;
#endif

JudgedShape AnyShape(Random& random) { return PlaceShape(RandomShape(random), random.Between(0.5, 2), random); }

// What it says is proven: moved so far they are apart, and in no direction does less suffice.
TEST(Depth, LiesBetweenItsBounds) {
    int64_t overlapping = 0, sharp = 0;
    for (int64_t i = 0; i < kDepthPairs; ++i) {
        Random random = Random::OfItem(21, i);
        const JudgedShape a = AnyShape(random);
        JudgedShape b = AnyShape(random);
        b.map.offset = random.Direction() * random.Between(0, 1.5);
        const GjkDepth found = MeasureDepth(a.Placed(), b.Placed());
        const double size = a.size + b.size;
        if (!found.overlaps) {
            ASSERT_GE(MeasureGjk(a.Placed(), b.Placed()).distance, -1e-10) << i;
            continue;
        }
        ++overlapping;
        sharp += found.depth - found.lowerBound <= 1e-5 * size;
        ASSERT_LE(found.lowerBound, found.depth + 1e-12 * size) << i;
        ASSERT_NEAR(Length(found.normal), 1, 1e-9) << i;
        const auto reach = [&](const Vec3& n) { return a.Reach(n) + b.Reach(-n); };  // moved so far, a plane parts them
        ASSERT_NEAR(reach(found.normal), found.depth, 1e-9 * size) << i;
        for (int k = 0; k < 20; ++k) ASSERT_GE(reach(random.Direction()), found.lowerBound - 1e-9 * size) << i;
    }
    EXPECT_GT(overlapping, kDepthPairs / 3);
    EXPECT_GT(sharp, overlapping * 98 / 100);
}

TEST(Depth, AgreesWithFormulas) {
    for (int64_t i = 0; i < kDepthPairs / 10; ++i) {
        Random random = Random::OfItem(22, i);
        const double r = random.Between(0.2, 2), s = random.Between(0.2, 2), apart = random.Between(0.1, 0.9) * (r + s);
        const ConvexShape ball = ConvexShape::Sphere(r), other = ConvexShape::Sphere(s);
        PlacedShape a{&ball, {}}, b{&other, {}};
        b.map.offset = random.Direction() * apart;
        const GjkDepth found = MeasureDepth(a, b);
        ASSERT_TRUE(found.overlaps);
        ASSERT_NEAR(found.depth, r + s - apart, 2e-3 * (r + s)) << i;
        ASSERT_LE(found.lowerBound, r + s - apart + 1e-12);
        const ConvexShape box = ConvexShape::Box({1, 2, 3}), cube = ConvexShape::Box({1, 1, 1});
        const Vec3 at{random.Between(0.5, 1.9), random.Between(-0.5, 0.5), random.Between(-0.5, 0.5)};
        PlacedShape c{&box, {}}, d{&cube, {}};
        d.map.offset = at;
        const GjkDepth boxes = MeasureDepth(c, d);
        ASSERT_NEAR(boxes.depth, 2 - at.x, 1e-9);
        ASSERT_NEAR(boxes.normal.x, 1, 1e-9);
    }
}

TEST(Depth, OfFlatAndSingleBodiesIsAnswered) {
    const ConvexShape point = ConvexShape::Sphere(0), card = ConvexShape::Box({1, 0, 1});
    EXPECT_TRUE(MeasureDepth({&point, {}}, {&point, {}}).overlaps);
    EXPECT_EQ(MeasureDepth({&card, {}}, {&card, {}}).depth, 0);
    PlacedShape away{&point, {}};
    away.map.offset = {0, 1, 0};
    EXPECT_FALSE(MeasureDepth({&card, {}}, away).overlaps);
    EXPECT_FALSE(MeasureDepth({&point, {}}, away).overlaps);
}

// The formulas against GJK and the polytope, which share nothing with them.
TEST(PointShape, FormulasAgreeWithTheIteration) {
    int64_t inside = 0;
    for (int64_t i = 0; i < kDepthPairs; ++i) {
        Random random = Random::OfItem(23, i);
        ConvexShape shape = RandomShape(random);
        JudgedShape judged = PlaceShape(shape, 1, random);
        if (shape.kind != ShapeKind::Box) {
            const double even = random.Between(0.3, 3);
            judged.scale = {even, i % 2 ? even : -even, even};
            for (size_t k = 0; k < 3; ++k) judged.map.row[k] = Scaled(judged.turn.row[k], judged.scale);
        }
        judged.map.offset = random.Direction();
        const Vec3 point = judged.map.offset + random.Direction() * random.Between(0, 3);
        const PointGap gap = MeasurePoint(judged.Placed(), judged.scale, point);
        const ConvexShape dot = ConvexShape::Sphere(0);
        PlacedShape at{&dot, {}};
        at.map.offset = point;
        ASSERT_NEAR(Length(gap.normal), 1, 1e-6) << i;
        ASSERT_NEAR(Distance(gap.closest, point), std::fabs(gap.distance), 1e-6) << i;
        if (gap.distance > 0) {
            ASSERT_NEAR(gap.distance, MeasureGjk(judged.Placed(), at).distance, 1e-7) << i;
            ASSERT_LE(LeastDistance(judged.Placed(), judged.scale, point), gap.distance + 1e-12) << i;
        } else {
            ++inside;
            ASSERT_NEAR(-gap.distance, MeasureDepth(judged.Placed(), at).depth, 5e-3) << i;
        }
    }
    EXPECT_GT(inside, kDepthPairs / 50);
}

}  // namespace
}  // namespace spheretree
