#include "Base/Random.h"
#include "Convex/ExactSigns.h"
#include "Core/Convex/TriangleReferee.h"
#include "SphereTree/Gjk.h"

#include <gtest/gtest.h>

#include <cmath>

namespace spheretree {
namespace {

#ifdef NDEBUG
constexpr int64_t kTrianglePairs = 100'000;
#else
constexpr int64_t kTrianglePairs = 5'000;
#endif

enum class Kind { Random, Coplanar, Lattice, SharedEdge, SharedCorner, CornerOnFace, Sliver, Count };

Vec3 RandomPoint(Random& random) { return {random.Between(-1, 1), random.Between(-1, 1), random.Between(-1, 1)}; }

// Small whole numbers: everything that can coincide does.
Vec3 LatticePoint(Random& random) {
    const auto at = [&] { return static_cast<double>(random.Below(5)) - 2; };
    return {at(), at(), at()};
}

TriangleCorners RandomTriangle(Random& random) {
    return {RandomPoint(random), RandomPoint(random), RandomPoint(random)};
}

Vec3 OnFace(const TriangleCorners& t, Random& random) {
    const double u = random.Uniform(), v = random.Uniform() * (1 - u);
    return t[0] * u + t[1] * v + t[2] * (1 - u - v);  // but for rounding, which the exact answer must see
}

struct TriangleCase {
    TriangleCorners a, b;
};

TriangleCase MakeCase(Kind kind, int64_t index) {
    Random random = Random::OfItem(11 + static_cast<uint64_t>(kind), index);
    TriangleCase made{RandomTriangle(random), RandomTriangle(random)};
    switch (kind) {
        case Kind::Coplanar:
            for (TriangleCorners* t : {&made.a, &made.b})
                for (Vec3& p : *t) p.z = 0.25;
            break;
        case Kind::Lattice:
            for (TriangleCorners* t : {&made.a, &made.b})
                for (Vec3& p : *t) p = LatticePoint(random);
            break;
        case Kind::SharedEdge:
            made.b[1] = made.a[2], made.b[0] = made.a[1];
            break;
        case Kind::SharedCorner:
            made.b[2] = made.a[0];
            break;
        case Kind::CornerOnFace:
            made.b[0] = OnFace(made.a, random);
            break;
        case Kind::Sliver:
            made.a[2] = made.a[0] + (made.a[1] - made.a[0]) * 0.5 + RandomPoint(random) * 1e-15;
            made.b[2] = made.b[0] + (made.b[1] - made.b[0]) * 0.3 + RandomPoint(random) * 1e-14;
            if (index % 2) made.b[0] = OnFace(made.a, random);
            break;
        default:
            break;
    }
    return made;
}

TEST(TrianglePair, ExactlyAsExactArithmeticSays) {
    for (int kind = 0; kind < static_cast<int>(Kind::Count); ++kind) {
        int64_t judged = 0, meet = 0;
        for (int64_t i = 0; i < kTrianglePairs; ++i) {
            const TriangleCase c = MakeCase(static_cast<Kind>(kind), i);
            if (!HasArea(c.a) || !HasArea(c.b)) continue;
            const bool truth = ExactlyIntersect(c.a, c.b);
            ASSERT_EQ(TrianglesIntersect(c.a, c.b), truth) << "kind " << kind << ", case " << i;
            ASSERT_EQ(TrianglesIntersect(c.b, c.a), truth) << "kind " << kind << ", case " << i;
            ++judged, meet += truth;
        }
        EXPECT_GT(judged, kTrianglePairs / 2) << kind;
        EXPECT_GT(meet, judged / 100) << kind;
        if (kind != static_cast<int>(Kind::SharedEdge) && kind != static_cast<int>(Kind::SharedCorner)) {
            EXPECT_LT(meet, judged) << kind;
        }
    }
}

// Who must not miss a contact asks with a margin: whoever truly meets is never told apart, and whoever is farther apart
// than a few margins always is.
TEST(TrianglePair, WithAMarginNothingIsMissed) {
    constexpr double kMargin = 1e-12;
    for (int kind = 0; kind < static_cast<int>(Kind::Count); ++kind)
        for (int64_t i = 0; i < kTrianglePairs / 2; ++i) {
            const TriangleCase c = MakeCase(static_cast<Kind>(kind), i);
            const bool touch = TrianglesTouch(c.a, c.b, kMargin);
            const double distance = MeasureTriangles(c.a, c.b).distance;
            if (HasArea(c.a) && HasArea(c.b) && ExactlyIntersect(c.a, c.b)) {
                ASSERT_TRUE(touch) << "kind " << kind << ", case " << i;
            } else if (kind != static_cast<int>(Kind::Sliver) && distance > 1e-9) {
                ASSERT_FALSE(touch) << "kind " << kind << ", case " << i << ", distance " << distance;
            }
        }
}

ConvexShape AsHull(const TriangleCorners& t) { return ConvexShape::Hull(*ConvexHull::Build({t[0], t[1], t[2]})); }

// GJK shares no line with the closest features of triangles.
TEST(TrianglePair, DistancesAsGjkSays) {
    int64_t apart = 0;
    for (int kind = 0; kind < static_cast<int>(Kind::Count); ++kind)
        for (int64_t i = 0; i < kTrianglePairs / 20; ++i) {
            const TriangleCase c = MakeCase(static_cast<Kind>(kind), i);
            const ConvexShape a = AsHull(c.a), b = AsHull(c.b);
            const GjkDistance truth = MeasureGjk({&a, {}}, {&b, {}});
            const TriangleGap gap = MeasureTriangles(c.a, c.b);
            ASSERT_NEAR(gap.distance, truth.distance, 1e-9) << "kind " << kind << ", case " << i;
            ASSERT_NEAR(gap.distance, Distance(gap.pointA, gap.pointB), 1e-12);
            ASSERT_LE(Distance(ClosestOnTriangle(c.a, gap.pointA), gap.pointA), 1e-9);
            ASSERT_LE(Distance(ClosestOnTriangle(c.b, gap.pointB), gap.pointB), 1e-9);
            apart += gap.distance > 0;
        }
    EXPECT_GT(apart, kTrianglePairs / 20);
}

TEST(TrianglePair, TheCommonSegmentLiesInBoth) {
    int64_t met = 0;
    for (int64_t i = 0; i < kTrianglePairs; ++i) {
        const TriangleCase c = MakeCase(i % 2 ? Kind::Random : Kind::CornerOnFace, i);
        if (!TrianglesIntersect(c.a, c.b)) continue;
        ++met;
        const CommonSegment common = FindCommonSegment(c.a, c.b);
        for (const Vec3& p : {common.from, common.to}) {
            ASSERT_LE(Distance(ClosestOnTriangle(c.a, p), p), 1e-9) << i;
            ASSERT_LE(Distance(ClosestOnTriangle(c.b, p), p), 1e-9) << i;
        }
    }
    EXPECT_GT(met, kTrianglePairs / 20);
}

TEST(TrianglePair, WithoutAreaIsAnswered) {
    const TriangleCorners face{Vec3{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const TriangleCorners point{Vec3{0.25, 0.25, 0}, {0.25, 0.25, 0}, {0.25, 0.25, 0}};
    const TriangleCorners needle{Vec3{0.25, 0.25, -1}, {0.25, 0.25, 1}, {0.25, 0.25, 0}};
    const TriangleCorners aside{Vec3{2, 2, -1}, {2, 2, 1}, {2, 2, 0}};
    EXPECT_TRUE(TrianglesIntersect(face, point));
    EXPECT_TRUE(TrianglesIntersect(needle, face));
    EXPECT_TRUE(TrianglesIntersect(needle, point));
    EXPECT_FALSE(TrianglesIntersect(aside, face));
    EXPECT_FALSE(TrianglesIntersect(aside, needle));
    EXPECT_TRUE(TrianglesTouch(needle, face, 0));
    EXPECT_DOUBLE_EQ(MeasureTriangles(aside, face).distance, std::sqrt(4.5));
}

TEST(ExactSigns, SeeTheLastBit) {
    const double tiny = 0x1p-50;
    EXPECT_EQ(VolumeSign({1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1.0 / 3, 1.0 / 3, 1.0 / 3}), -1);  // 3 · (1/3) < 1
    EXPECT_EQ(VolumeSign({1e30, 0, 0}, {0, 1, 0}, {0, 0, 1e-30}, {1e30, tiny, -tiny * 1e-30}), 0);
    EXPECT_EQ(AreaSign({0, 0}, {1e20, 1e20}, {1, 1 + 0x1p-52}), 1);
    EXPECT_EQ(AreaSign({0.1, 0.1}, {0.2, 0.2}, {0.3, 0.3}), 0);
}

}  // namespace
}  // namespace spheretree
