#include "Core/Spheres/MethodFixture.h"
#include "Spheres/BurstSpheres.h"
#include "Spheres/DivideRegion.h"
#include "Spheres/FitPoints.h"
#include "Spheres/MergeSpheres.h"
#include "Spheres/SphereError.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

// The invariants of each algorithm, on regions as the tree hands them out.
namespace spheretree {
namespace {

std::string TestName(std::string name) {
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

bool HoldsPoint(const std::vector<Sphere>& spheres, const Vec3& point, double slack = 1e-9) {
    return std::any_of(spheres.begin(), spheres.end(),
                       [&](const Sphere& s) { return Distance(s.centre, point) <= s.radius + slack; });
}

class EverySphereMethod : public testing::TestWithParam<std::tuple<int, std::string>> {};

TEST_P(EverySphereMethod, CoversTheRegionWithAtMostTheSpheresAskedFor) {
    const MethodFixture fixture(std::get<1>(GetParam()), Method(std::get<0>(GetParam())));
    const SphereSet set = FindMethod(fixture.recipe.method)->fit(fixture.bake, fixture.region, 8, 1);
    ASSERT_FALSE(set.spheres.empty());
    EXPECT_LE(set.spheres.size(), 8u);
    int64_t uncovered = 0;
    for (const Vec3& point : fixture.region.patches.points) uncovered += HoldsPoint(set.spheres, point) ? 0 : 1;
    if (fixture.recipe.method == Method::Octree || fixture.recipe.method == Method::SolidOctree) {
        EXPECT_LT(double(uncovered),
                  0.02 * double(fixture.region.patches.points.size()));  // corners of straddling patches
    } else if (fixture.recipe.method != Method::HubbardMerge) {          // which leaves gaps, as the thesis says (4.4)
        EXPECT_EQ(uncovered, 0);
    }
}

TEST_P(EverySphereMethod, IsPure) {
    const MethodFixture fixture(std::get<1>(GetParam()), Method(std::get<0>(GetParam())));
    const auto fit = [&] { return FindMethod(fixture.recipe.method)->fit(fixture.bake, fixture.region, 8, 1).spheres; };
    const std::vector<Sphere> once = fit(), again = fit();
    ASSERT_EQ(once.size(), again.size());
    for (size_t i = 0; i < once.size(); ++i) {
        EXPECT_EQ(once[i].centre, again[i].centre);
        EXPECT_EQ(once[i].radius, again[i].radius);
    }
}

INSTANTIATE_TEST_SUITE_P(Meshes, EverySphereMethod,
                         testing::Combine(testing::Range(0, kMethodCount),
                                          testing::Values("cube", "s-shape", "bunny-1500")),
                         [](const auto& instance) {
                             return TestName(std::string(MethodName(Method(std::get<0>(instance.param)))) + "_" +
                                             std::get<1>(instance.param));
                         });

/// Figure 5.14: all spheres of Expand stand off by the same amount.
TEST(Expand, SpreadsTheErrorEvenly) {
    const MethodFixture fixture("ellipsoid", Method::Expand);
    const SphereSet set = FitExpand(fixture.bake, fixture.region, 8, 1);
    ASSERT_GT(set.spheres.size(), 1u);
    const double standOff = StandOff(set.spheres[0], fixture.bake.depth);
    for (const Sphere& sphere : set.spheres) EXPECT_NEAR(StandOff(sphere, fixture.bake.depth), standOff, 1e-9);
}

TEST(Expand, BothRankingsCover) {
    for (const Selection selection : {Selection::MaxCover, Selection::MaxElim}) {
        MethodFixture fixture("torus", Method::Expand);
        fixture.recipe.selection = selection;
        const SphereSet set = FitExpand(fixture.bake, fixture.region, 8, 1);
        for (const Vec3& point : fixture.region.patches.points) ASSERT_TRUE(HoldsPoint(set.spheres, point));
    }
}

TEST(Merge, KeepsEveryPointAndReachesTheCount) {
    const MethodFixture fixture("bunny-1500", Method::Merge);
    RegionSpheres medial = FindRegionSpheres(fixture.bake, fixture.region);
    ASSERT_GT(medial.spheres.size(), 50u);
    MergeRules rules;
    rules.fit = [&](std::vector<int32_t> points) { return FitPoints(fixture.bake, fixture.region, std::move(points)); };
    for (const int32_t count : {50, 8, 1}) {
        const auto merged = MergeSpheres(medial, count, rules, [] { return false; });
        ASSERT_EQ(int32_t(merged.size()), count);
        std::set<int32_t> answered;
        for (const PointedSphere& sphere : merged) {
            for (int32_t point : sphere.points) {
                EXPECT_TRUE(answered.insert(point).second) << "two spheres answer for point " << point;
                if (count == 50) continue;  // some are medial spheres still, which need not hold all they answer for
                EXPECT_TRUE(HoldsPoint({sphere.sphere}, fixture.region.patches.points[size_t(point)]));
            }
        }
        EXPECT_EQ(answered.size(), fixture.region.patches.points.size());
    }
}

/// Merging makes one large sphere; bursting lets all around share the growth (figure 5.11).
TEST(Burst, KeepsEveryPointAndReachesTheCount) {
    const MethodFixture fixture("cube", Method::Burst);
    const RegionSpheres medial = FindRegionSpheres(fixture.bake, fixture.region);
    const auto left = BurstSpheres(fixture.bake, fixture.region, medial.spheres, 8);
    ASSERT_EQ(left.size(), 8u);
    std::set<int32_t> answered;
    for (const PointedSphere& sphere : left)
        for (int32_t point : sphere.points) {
            answered.insert(point);
            EXPECT_TRUE(HoldsPoint({sphere.sphere}, fixture.region.patches.points[size_t(point)]));
        }
    EXPECT_EQ(answered.size(), fixture.region.patches.points.size());
}

TEST(Optimise, NeverRaisesTheWorstOfItsMetric) {
    MethodFixture fixture("bunny-1500", Method::HubbardMerge);
    const SphereSet before = FitHubbardMerge(fixture.bake, fixture.region, 8, 1);
    const SphereSet after = OptimiseSpheres(fixture.bake, fixture.region, before);
    EXPECT_LT(WorstError(WithPoints(fixture.bake, fixture.region, after)),
              WorstError(WithPoints(fixture.bake, fixture.region, before)) + 1e-12);
    for (const Vec3& point : fixture.region.patches.points) ASSERT_TRUE(HoldsPoint(after.spheres, point));
}

/// Eq 6.2: without allowance nothing that matters may go; with a large one nearly everything.
TEST(Balance, TheAllowanceDecides) {
    MethodFixture fixture("ellipsoid", Method::Burst);
    const SphereSet set = FitBurst(fixture.bake, fixture.region, 8, 1);
    fixture.recipe.balanceOptions = {.divisor = 1e30, .constant = 0, .persistence = 1};
    EXPECT_GE(BalanceSpheres(fixture.bake, fixture.region, set).spheres.size(), 7u);
    fixture.recipe.balanceOptions = {.divisor = 1e30, .constant = 100, .persistence = 1};
    EXPECT_EQ(BalanceSpheres(fixture.bake, fixture.region, set).spheres.size(), 1u);
}

/// Each patch belongs to one part, whose sphere holds it wholly: the chain of promise 1 rests on this.
TEST(DivideRegion, EveryPatchHasOnePartThatHoldsIt) {
    for (const Refit refit : {Refit::None, Refit::MinimumVolume, Refit::MinimumError}) {
        const MethodFixture fixture("bunny-1500", Method::HubbardMerge);
        SphereSet set = FitHubbardMerge(fixture.bake, fixture.region, 8, 1);
        set.spheres.pop_back();  // leave a gap on purpose
        const auto parts = DivideRegion(fixture.bake, fixture.region, set, {.refit = refit});
        size_t patches = 0;
        for (const RegionPart& part : parts) {
            patches += part.region.patches.patches.size();
            for (const Vec3& point : part.region.patches.points)
                ASSERT_LE(LengthSquared(point - part.sphere.centre), part.sphere.radius * part.sphere.radius);
        }
        EXPECT_EQ(patches, fixture.region.patches.patches.size());
    }
}

}  // namespace
}  // namespace spheretree
