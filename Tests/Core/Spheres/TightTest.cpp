#include "Core/Spheres/MethodFixture.h"
#include "Spheres/DivideRegion.h"
#include "Spheres/SphereError.h"
#include "Spheres/Tight.h"
#include "Spheres/Tight/CoverSearch.h"
#include "Spheres/Tight/DepthModel.h"
#include "Spheres/Tight/ProtrusionField.h"
#include "Spheres/Tight/SoftMaximum.h"
#include "Spheres/Tight/TightSolver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace spheretree {
namespace {

const std::function<bool()> kGoOn = [] { return false; };

TEST(PatchColumns, ReachTheFarthestCorner) {
    const MethodFixture fixture("s-shape", Method::Tight);
    const Patches& patches = fixture.region.patches;
    const PatchColumns columns(patches, fixture.region.parent.centre);
    const Vec3 centre{0.3, -0.2, 0.1};
    PatchColumns::Values reaches;
    columns.MeasureReaches(centre, reaches);
    for (size_t i = 0; i < patches.patches.size(); ++i) {
        double farthest = 0;
        for (const int32_t corner : patches.patches[i])
            farthest = std::max(farthest, Distance(patches.points[size_t(corner)], centre));
        ASSERT_NEAR(double(ValueOf(reaches, int64_t(i))), farthest, 1e-5) << "patch " << i;
    }
}

/// A point of a cube's medial axis is as far from its second nearest face as from the nearest.
TEST(MedialCentres, OfACubeHaveTwoNearestFaces) {
    const MethodFixture fixture("cube", Method::Tight);
    double half = 0;
    for (const Vec3& point : fixture.region.patches.points) half = std::max(half, point.x);
    const std::vector<DeepCentre> centres = FindMedialCentres(fixture.bake, fixture.region, 100);
    ASSERT_EQ(centres.size(), 100u);
    for (size_t i = 0; i < centres.size(); i += 2) {  // the others follow a smooth surface that is no cube
        const Vec3& c = centres[i].centre;
        std::array<double, 3> distances{half - std::abs(c.x), half - std::abs(c.y), half - std::abs(c.z)};
        std::sort(distances.begin(), distances.end());
        EXPECT_NEAR(centres[i].depth, distances[0], 1e-9);
        EXPECT_NEAR(distances[0], distances[1], 0.01 * half);
    }
}

/// Of a faceted tube those along smooth normals lie near the circle inside it.
TEST(MedialCentres, OfATorusLieNearItsCircle) {
    const MethodFixture fixture("torus", Method::Tight);
    double innermost = 1e9, outermost = 0;
    for (const Vec3& point : fixture.region.patches.points) {
        innermost = std::min(innermost, std::hypot(point.x, point.y));
        outermost = std::max(outermost, std::hypot(point.x, point.y));
    }
    const double middle = (innermost + outermost) / 2, tube = (outermost - innermost) / 2;
    const std::vector<DeepCentre> centres = FindMedialCentres(fixture.bake, fixture.region, 100);
    for (size_t i = 1; i < centres.size(); i += 2) {
        const Vec3& c = centres[i].centre;
        EXPECT_LT(std::hypot(std::hypot(c.x, c.y) - middle, c.z), 0.2 * tube);
        EXPECT_GT(centres[i].depth, 0.75 * tube);
    }
}

/// Points on a line, candidates at every place: the cost is the distance, the best that k can do is known.
CoverCosts LineCosts(int patches, int candidates) {
    CoverCosts costs(static_cast<size_t>(candidates), PatchColumns::Values(size_t(patches) / 8));
    for (int c = 0; c < candidates; ++c)
        for (int p = 0; p < patches; ++p)
            costs[size_t(c)][size_t(p / 8)].value[p % 8] =
                float(std::abs((p + 0.5) / patches - (c + 0.5) / candidates));
    return costs;
}

TEST(CoverSearch, FindsTheBestOnALine) {
    const CoverCosts costs = LineCosts(160, 160);
    for (const int32_t count : {1, 2, 4, 5}) {
        Random random(3);
        const std::vector<int32_t> chosen = SearchCover(costs, 160, count, random, kGoOn);
        ASSERT_EQ(int32_t(chosen.size()), count);
        double worst = 0;
        for (int p = 0; p < 160; ++p) {
            double least = 1;
            for (const int32_t c : chosen) least = std::min(least, double(ValueOf(costs[size_t(c)], p)));
            worst = std::max(worst, least);
        }
        EXPECT_LT(worst, 0.5 / count * 1.1) << count;  // no cover can be better than 0.5 / count
    }
}

TEST(CoverSearch, StopsWhenToldTo) {
    Random random(1);
    EXPECT_TRUE(SearchCover(LineCosts(80, 40), 80, 3, random, [] { return true; }).empty());
}

/// On a convex body a sphere sticks out by its stand-off; the field must not promise more room than there is.
TEST(ProtrusionField, GivesAConvexBodyNoExtraDepth) {
    const MethodFixture fixture("ellipsoid", Method::Tight);
    const ProtrusionField field(fixture.bake.depth, 1.6, 64);
    for (const DeepCentre& centre : FindMedialCentres(fixture.bake, fixture.region, 20))
        EXPECT_NEAR(field.EffectiveDepth(centre.centre, centre.depth, 0.2), centre.depth, 0.05);
}

TEST(ProtrusionField, KeepsWhatItPromises) {
    for (const char* name : {"bunny-1500", "s-shape", "torus"}) {
        const MethodFixture fixture(name, Method::Tight);
        const ProtrusionField field(fixture.bake.depth, 2, 80);
        double gained = 0;
        for (const DeepCentre& centre : FindMedialCentres(fixture.bake, fixture.region, 40)) {
            const double error = 0.3;
            const double depth = field.EffectiveDepth(centre.centre, centre.depth, error);
            EXPECT_GT(depth, centre.depth - 0.03) << name;  // the grid rounds
            EXPECT_LT(FindProtrusion({centre.centre, depth + error}, fixture.bake.depth).distance, error + 0.05)
                << name;
            gained = std::max(gained, depth - centre.depth);
        }
        if (std::string(name) == "bunny-1500") {  // which is hollow between the ears
            EXPECT_GT(gained, 0.02);
        }
    }
}

/// The same by questions to the surface: what is promised holds without a grid's rounding, and each stop is a point
/// that keeps every sphere from growing over it.
TEST(ProtrusionField, ConfirmsByAskingTheSurface) {
    constexpr double kError = 0.3;
    for (const char* name : {"bunny-1500", "s-shape", "torus"}) {
        const MethodFixture fixture(name, Method::Tight);
        const DepthField& depth = fixture.bake.depth;
        const ProtrusionField field(depth, 2, 80);
        for (const DeepCentre& centre : FindMedialCentres(fixture.bake, fixture.region, 40)) {
            std::vector<Vec3> stops;
            const double confirmed =
                field.ConfirmedDepth(centre.centre, centre.depth, kError, ProtrusionField::Precision::Fine, stops);
            ASSERT_FALSE(stops.empty());
            EXPECT_GE(confirmed, centre.depth) << name;
            EXPECT_LT(FindProtrusion({centre.centre, confirmed + kError}, depth).distance, kError + 0.02) << name;
            for (const Vec3& stop : stops) {
                EXPECT_NEAR(-depth.At(stop), kError, 0.02 * kError) << name;
                EXPECT_GE(Distance(stop, centre.centre), confirmed + kError - 0.01) << name;
            }
        }
    }
}

/// Never less room than there is: every stop of one ball is a stop of every other.
TEST(DepthModel, PromisesNoLessThanTheSurfaceGives) {
    const MethodFixture fixture("bunny-1500", Method::Tight);
    const SurfaceQuery& surface = *fixture.bake.depth.surface;
    const std::vector<DeepCentre> centres = FindMedialCentres(fixture.bake, fixture.region, 40);
    DepthModel model;
    EXPECT_TRUE(model.IsEmpty());
    for (const DeepCentre& centre : centres) {
        model.Add(surface.Closest(centre.centre).point);
        EXPECT_NEAR(model.LargestRadius(centre.centre), surface.Distance(centre.centre), 1e-12);  // it was asked there
        for (const DeepCentre& other : centres)
            EXPECT_GE(model.LargestRadius(other.centre), surface.Distance(other.centre) - 1e-12);
    }
    model.Clear();
    EXPECT_TRUE(model.IsEmpty());
}

/// Away from the one stop that is near; from two at the same distance, along the way that leaves both; from none, not
/// at all.
TEST(DepthModel, ShowsTheWayOut) {
    DepthModel model;
    EXPECT_EQ(Length(model.WayOut({}, 1, 4)), 0.0);
    model.Add({1, 0, 0});
    EXPECT_LT(Distance(model.WayOut({}, 1, 4), {-1, 0, 0}), 1e-12);
    model.Add({0, 1, 0});
    EXPECT_LT(Distance(model.WayOut({}, 1, 4), {-0.5, -0.5, 0}), 1e-12);
    model.Add({0, 0, 5});  // far off: it has no say
    EXPECT_LT(Distance(model.WayOut({}, 1, 4), {-0.5, -0.5, 0}), 1e-12);
    model.Add({-1.1, 0, 0});  // a little farther than the first: it holds back, the less the harder the maximum is
    EXPECT_GT(model.WayOut({}, 1, 2).x, model.WayOut({}, 1, 5).x);
}

/// A sphere that promises too much is lowered until it sticks out by the error along many directions.
TEST(CheckDepth, LeavesNoPromiseThatDoesNotHold) {
    const MethodFixture fixture("bunny-1500", Method::Tight);
    constexpr double kError = 0.2;
    for (DeepCentre centre : FindMedialCentres(fixture.bake, fixture.region, 10)) {
        const double depth = centre.depth;
        centre.depth += 0.3;
        DepthModel model;
        CheckDepth(fixture.bake.depth, kError, centre, model);
        EXPECT_LT(centre.depth, depth + 0.3);
        EXPECT_GE(centre.depth, depth - 1e-9) << "a stand-off is always kept";
    }
}

/// However far the centre moves, and wherever the line between what is looked at and what is only summed is drawn.
TEST(SoftMaximum, IsTheSumOverAllPatches) {
    const MethodFixture fixture("bunny-1500", Method::Tight);
    const Patches& patches = fixture.region.patches;
    const PatchColumns columns(patches, fixture.region.parent.centre);
    const std::vector<DeepCentre> centres = FindMedialCentres(fixture.bake, fixture.region, 2);
    PatchColumns::Values own, others;
    MeasureCosts(columns, centres[0], own);
    MeasureCosts(columns, centres[1], others);
    const double worst = 0.5;
    Random random(3);
    for (const double margin : {0.0, 0.05, 0.2, 10.0}) {
        SoftMaximum soft(columns, others, {centres[0], own, margin}, worst, 3);
        ASSERT_FALSE(soft.IsEmpty());
        for (int32_t i = 0; i < 40; ++i) {
            const double far = i < 20 ? 0.03 : 0.4;
            const Vec3 centre = centres[0].centre + Vec3{random.Between(-far, far), random.Between(-far, far), 0};
            const double depth = centres[0].depth + random.Between(-far, far);
            double sum = 0;
            for (size_t k = 0; k < patches.patches.size(); ++k) {
                const double other = double(ValueOf(others, int64_t(k)));
                if (!(other > SoftMaximum::kSilent * worst)) continue;
                double reach = 0;
                for (const int32_t corner : patches.patches[k])
                    reach = std::max(reach, Distance(patches.points[size_t(corner)], centre));
                sum += std::pow(std::max(std::min(reach - depth, other), 0.0) / worst, 8);
            }
            EXPECT_NEAR(soft.At(centre, depth), sum, 1e-3 * sum + 1e-3) << margin << " " << i;
        }
    }
}

/// A polish never makes the soft maximum worse; harder and harder, it lowers the worst.
TEST(TightSolver, PolishingLowersTheWorst) {
    const MethodFixture fixture("bunny-1500", Method::Tight);
    TightSolver solver(fixture.bake, PatchColumns(fixture.region.patches, fixture.region.parent.centre));
    std::vector<DeepCentre> centres = FindMedialCentres(fixture.bake, fixture.region, 8);
    solver.SetCentres(centres);
    const double before = solver.WorstCost();
    for (const int32_t doublings : {3, 4, 5, 6}) solver.Polish(doublings, 50, 0.2);
    EXPECT_LT(solver.WorstCost(), 0.8 * before);
    ASSERT_EQ(solver.Centres().size(), 8u);
    for (const DeepCentre& centre : solver.Centres())
        EXPECT_NEAR(centre.depth, fixture.bake.depth.At(centre.centre), 1e-9);
}

/// What others do better has no say: with everything done outside, no centre moves.
TEST(TightSolver, LeavesToOthersWhatTheyDoBetter) {
    const MethodFixture fixture("cube", Method::Tight);
    TightSolver solver(fixture.bake, PatchColumns(fixture.region.patches, fixture.region.parent.centre));
    solver.SetCentres(FindMedialCentres(fixture.bake, fixture.region, 4));
    const std::vector<DeepCentre> before = solver.Centres();
    PatchColumns::Values outside = solver.LeastCosts();
    for (PatchColumns::Lanes& lanes : outside)
        for (float& value : lanes.value) value = 0;
    solver.SetOutside(std::move(outside));
    solver.Polish(4, 50, 0.2, 1);
    for (size_t i = 0; i < before.size(); ++i) EXPECT_EQ(solver.Centres()[i].centre, before[i].centre);
}

TEST(SolveTight, ReturnsItsStartsBestFirst) {
    const MethodFixture fixture("torus", Method::Tight);
    const auto found = SolveTight(fixture.bake, fixture.region, 8, 5, {.candidates = 100, .starts = 3});
    ASSERT_EQ(found.size(), 3u);
    EXPECT_LE(found[0].worst, found[1].worst);
    EXPECT_LE(found[1].worst, found[2].worst);
}

/// Of a part of the starts that is finished only the best come back, and never fewer than one; without any, all do.
TEST(SolveTight, FinishesThePartThatItIsToldTo) {
    const MethodFixture fixture("cube", Method::Tight);
    const auto countFor = [&](double finished) {
        return SolveTight(fixture.bake, fixture.region, 4, 1, {.candidates = 60, .starts = 4, .finished = finished})
            .size();
    };
    EXPECT_EQ(countFor(1), 4u);
    EXPECT_EQ(countFor(0.5), 2u);
    EXPECT_EQ(countFor(0.01), 1u);
    EXPECT_EQ(countFor(0), 4u);
}

/// What is known of a place near by saves questions, never an answer.
TEST(DepthField, NearAPlaceThatIsKnownItIsTheSame) {
    for (const char* name : {"bunny-1500", "hollow-shell", "open-hemisphere"}) {
        const MethodFixture fixture(name, Method::Tight);
        const DepthField& depth = fixture.bake.depth;
        Random random(5);
        SurfaceQuery::Whereabouts near;
        for (int32_t i = 0; i < 2000; ++i) {
            const auto within = [&](double size) {
                return Vec3{random.Between(-size, size), random.Between(-size, size), random.Between(-size, size)};
            };
            const bool isOnSurface = i % 4 == 0;
            const Vec3 anywhere = within(1.2), known = isOnSurface ? depth.surface->Closest(anywhere).point : anywhere;
            const Vec3 point = i % 8 == 0 ? known : known + within(random.Between(0, 0.3));
            EXPECT_EQ(depth.Near(point, known, depth.At(known), near), depth.At(point)) << name << " " << i;
        }
    }
}

/// A search for the highest point loses none that is higher than what it has.
TEST(DepthField, WhatIsHigherThanEnoughIsSaidExactly) {
    for (const char* name : {"bunny-1500", "hollow-shell", "open-hemisphere"}) {
        const MethodFixture fixture(name, Method::Tight);
        const DepthField& depth = fixture.bake.depth;
        Random random(6);
        SurfaceQuery::Whereabouts near;
        for (int32_t i = 0; i < 2000; ++i) {
            const Vec3 point{random.Between(-1.2, 1.2), random.Between(-1.2, 1.2), random.Between(-1.2, 1.2)};
            const double height = -depth.At(point), enough = random.Between(-0.2, 0.6);
            const double said = depth.HeightAbove(point, enough, near);
            if (height > enough)
                EXPECT_EQ(said, height) << name << " " << i;
            else
                EXPECT_TRUE(said >= height && said <= enough) << name << " " << i;
        }
    }
}

/// A search that was cut short may leave hundreds of spheres: nobody waits while a region is divided among them.
TEST(DivideRegion, OfACancelledBakeThereAreNoParts) {
    MethodFixture fixture("bunny-1500", Method::Merge);
    const std::vector<Sphere> spheres{fixture.region.parent};
    EXPECT_EQ(DivideRegion(fixture.bake, fixture.region, {spheres, {}}, {}).size(), 1u);
    fixture.bake.cancelled = [] { return true; };
    EXPECT_TRUE(DivideRegion(fixture.bake, fixture.region, {spheres, {}}, {}).empty());
}

}  // namespace
}  // namespace spheretree
