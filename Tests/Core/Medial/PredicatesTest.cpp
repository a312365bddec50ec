#include "Medial/Predicates.h"

#include "Core/Medial/LatticePoints.h"

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <gtest/gtest.h>

// Referee: CGAL with rational numbers.
namespace spheretree {
namespace {

using medialtest::PointInCube;
using ExactKernel = CGAL::Exact_predicates_exact_constructions_kernel;

ExactKernel::Point_3 ToExact(const Vec3& p) { return {p.x, p.y, p.z}; }

int RefereeOrient(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    return CGAL::orientation(ToExact(a), ToExact(b), ToExact(c), ToExact(d));
}

int RefereeInSphere(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const Vec3& p) {
    return CGAL::side_of_oriented_sphere(ToExact(a), ToExact(b), ToExact(c), ToExact(d), ToExact(p));
}

Vec3 Nudged(const Vec3& p, Random& random) {
    const auto step = [&] { return static_cast<double>(random.Below(3) - 1) * 0x1p-52; };
    return {p.x + step(), p.y + step(), p.z + step()};
}

/// Both ways of evaluating must give the referee's sign.
void ExpectSameOrient(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const int expected = RefereeOrient(a, b, c, d);
    ASSERT_EQ(Orient3d(a, b, c, d), expected);
    ASSERT_EQ(exact::Orient3d(a, b, c, d), expected);
    ASSERT_EQ(Orient3d(b, a, c, d), -expected);
}

void ExpectSameInSphere(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const Vec3& p) {
    const int expected = RefereeInSphere(a, b, c, d, p);
    ASSERT_EQ(InSphere(a, b, c, d, p), expected);
    ASSERT_EQ(exact::InSphere(a, b, c, d, p), expected);
    ASSERT_EQ(InSphere(b, a, c, d, p), -expected);
}

TEST(Predicates, SignsOfSimpleFigures) {
    const Vec3 o{0, 0, 0}, x{0.5, 0, 0}, y{0, 0.5, 0}, z{0, 0, 0.5};
    EXPECT_EQ(Orient3d(o, x, y, z), 1);
    EXPECT_EQ(Orient3d(o, y, x, z), -1);
    EXPECT_EQ(Orient3d(o, x, y, {0.25, 0.75, 0}), 0);
    EXPECT_EQ(InSphere(o, x, y, z, {0.25, 0.25, 0.25}), 1);
    EXPECT_EQ(InSphere(o, x, y, z, {0.5, 0.5, 0.5}), 0);
    EXPECT_EQ(InSphere(o, x, y, z, {0.5, 0.5, 0.5 + 0x1p-52}), -1);
    EXPECT_EQ(InSphere(o, x, y, z, {0.5, 0.5, 0.5 - 0x1p-52}), 1);
}

TEST(Predicates, AgreeWithTheRefereeOnRandomPoints) {
    Random random(11);
    for (int i = 0; i < 5000; ++i) {
        const Vec3 a = PointInCube(random), b = PointInCube(random), c = PointInCube(random), d = PointInCube(random);
        ExpectSameOrient(a, b, c, d);
        ExpectSameInSphere(a, b, c, d, PointInCube(random));
    }
}

TEST(Predicates, AgreeWithTheRefereeOnNearlyCoplanarPoints) {
    Random random(12);
    int zeros = 0;
    for (int i = 0; i < 5000; ++i) {
        const Vec3 a = PointInCube(random), b = PointInCube(random), c = PointInCube(random);
        const double u = random.Uniform(), v = random.Uniform() * (1 - u);
        const Vec3 d = Nudged(SnapToLattice(a + (b - a) * u + (c - a) * v), random);
        ExpectSameOrient(a, b, c, d);
        const Vec3 e = SnapToLattice((a + b) / 2), f = SnapToLattice((a + c) / 2);
        ExpectSameOrient(a, e, f, Nudged(e, random));
        zeros += Orient3d(a, e, f, SnapToLattice((e + f) / 2)) == 0;
    }
    EXPECT_GT(zeros, 0);  // the hardest case did come up
}

TEST(Predicates, AgreeWithTheRefereeOnNearlyCosphericalPoints) {
    Random random(13);
    const std::vector<Vec3> sphere = medialtest::CosphericalPoints(1001);
    const auto any = [&] { return sphere[static_cast<size_t>(random.Below(static_cast<int64_t>(sphere.size())))]; };
    for (int i = 0; i < 5000; ++i) {
        const Vec3 a = any(), b = any(), c = any(), d = any(), e = any();
        ASSERT_EQ(InSphere(a, b, c, d, e), 0);
        ExpectSameInSphere(a, b, c, d, Nudged(e, random));
        ExpectSameInSphere(Nudged(a, random), Nudged(b, random), c, Nudged(d, random), e);
        const Vec3 f = SnapToLattice(random.Direction()), g = SnapToLattice(random.Direction());
        ExpectSameInSphere(f, g, SnapToLattice(random.Direction()), SnapToLattice(random.Direction()),
                           SnapToLattice(random.Direction()));
    }
}

TEST(Predicates, AgreeWithTheRefereeOnTinyAndHugeFigures) {
    Random random(14);
    for (const double size : {1.0, 1e-3, 1e-8, 1e-12, 0x1p-50})
        for (int i = 0; i < 500; ++i) {
            const Vec3 centre = PointInCube(random) * 0.5;
            const auto near = [&] { return SnapToLattice(centre + PointInCube(random) * (0.5 * size)); };
            const Vec3 a = near(), b = near(), c = near(), d = near();
            ExpectSameOrient(a, b, c, d);
            ExpectSameInSphere(a, b, c, d, near());
            ExpectSameInSphere(a, b, PointInCube(random), d, near());
        }
    const Vec3 low{-1, -1, -1}, high{1, 1, 1};  // the corners of the cube give the largest integers
    ExpectSameOrient(low, {1, -1, -1}, {-1, 1, -1}, high);
    ExpectSameInSphere(low, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}, high);
    ExpectSameInSphere(low, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, 1, 1 - 0x1p-52});
}

TEST(Predicates, CollinearMeansExactly) {
    const Vec3 a{-0.3, 0.1, 0.7}, d{0x1p-20, 0x1p-21, -0x1p-20};
    const Vec3 p = SnapToLattice(a), q = p + d, r = p + d * 5;
    EXPECT_TRUE(AreCollinear(p, q, r));
    EXPECT_TRUE(AreCollinear(p, p, r));
    EXPECT_FALSE(AreCollinear(p, q, r + Vec3{0, 0x1p-52, 0}));
}

TEST(Predicates, LatticeIsFinerThanItsPointsMove) {
    Random random(15);
    for (int i = 0; i < 1000; ++i) {
        const Vec3 p{random.Between(-1, 1), random.Between(-1, 1), random.Between(-1, 1)};
        const Vec3 snapped = SnapToLattice(p);
        ASSERT_TRUE(IsOnLattice(snapped));
        ASSERT_EQ(SnapToLattice(snapped), snapped);
        ASSERT_LE(std::abs(p.x - snapped.x), 0x1p-53);
    }
    EXPECT_FALSE(IsOnLattice({0x1p-53, 0, 0}));
    EXPECT_FALSE(IsOnLattice({1.5, 0, 0}));
}

TEST(Predicates, CircumcentreIsRightHoweverFlatTheTetrahedron) {
    Random random(16);
    for (const double flatness : {1.0, 1e-3, 1e-6, 1e-10, 0x1p-51})
        for (int i = 0; i < 300; ++i) {
            const Vec3 a = PointInCube(random), b = PointInCube(random), c = PointInCube(random);
            const double u = random.Uniform(), v = random.Uniform();
            Vec3 d = a + ((b - a) * u + (c - a) * v) * 0.5 + Normalized(Cross(b - a, c - a)) * (0.2 * flatness);
            d = SnapToLattice(d / std::max({1.0, std::abs(d.x), std::abs(d.y), std::abs(d.z)}));
            if (Orient3d(a, b, c, d) == 0) continue;
            const auto expected = CGAL::circumcenter(ToExact(a), ToExact(b), ToExact(c), ToExact(d));
            const Vec3 centre = Circumcentre(a, b, c, d);
            const auto toDouble = [](const ExactKernel::FT& value) { return CGAL::to_double(CGAL::exact(value)); };
            const Vec3 truth{toDouble(expected.x()), toDouble(expected.y()), toDouble(expected.z())};
            ASSERT_LE(Distance(centre, truth), 1e-11 * Distance(truth, a)) << flatness;
        }
}

}  // namespace
}  // namespace spheretree
