#include "SphereTree/MedialAxis.h"

#include "Base/Random.h"
#include "Core/Medial/MedialScenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace spheretree {
namespace {

using namespace medialtest;

class ClosedMesh : public testing::TestWithParam<std::string> {
protected:
    const TriangleMesh mesh = scenes::MakeMesh(GetParam()).mesh;
    const SurfaceQuery surface = SurfaceOf(mesh);
    const double radius = RadiusOf(surface);
};

INSTANTIATE_TEST_SUITE_P(Every, ClosedMesh, testing::ValuesIn(scenes::ClosedMeshNames()),
                         [](const auto& which) { return TestName(which.param); });

/// Eq 5.1 and what a Voronoi vertex is, for each sphere by itself.
void ExpectMedialSpheres(const MedialAxis& axis, const SurfaceQuery& surface) {
    const double rounding = 1e-9 * RadiusOf(surface);
    const std::vector<Vec3>& samples = axis.Samples();
    for (const MedialSphere& s : axis.Spheres()) {
        const Vec3& centre = s.sphere.centre;
        for (const int32_t sample : s.forming) {
            if (sample < 0) continue;  // a corner of the frame
            ASSERT_NEAR(Distance(centre, samples[static_cast<size_t>(sample)]), s.sphere.radius,
                        rounding + 1e-11 * s.sphere.radius);
        }
        ASSERT_EQ(s.isInside, surface.IsInside(centre));
        ASSERT_NEAR(s.depth, (s.isInside ? 1 : -1) * surface.Distance(centre), rounding + 1e-12 * s.sphere.radius);
        ASSERT_EQ(s.error, s.sphere.radius - s.depth);
        ASSERT_GE(s.error, -rounding);
    }
}

void ExpectEmptyOfSamples(const MedialAxis& axis, double rounding) {
    for (const MedialSphere& s : axis.Spheres())
        for (const Vec3& sample : axis.Samples())
            ASSERT_GE(Distance(s.sphere.centre, sample), s.sphere.radius - rounding - 1e-11 * s.sphere.radius);
}

void ExpectNeighboursAgree(const std::vector<MedialSphere>& spheres) {
    for (size_t i = 0; i < spheres.size(); ++i)
        for (size_t k = 0; k < 4; ++k) {
            const int32_t other = spheres[i].neighbours[k];
            if (other < 0) continue;
            const MedialSphere& there = spheres[static_cast<size_t>(other)];
            ASSERT_EQ(std::count(there.neighbours.begin(), there.neighbours.end(), static_cast<int32_t>(i)), 1);
            std::vector<int32_t> ours(spheres[i].forming.begin(), spheres[i].forming.end()), shared;
            ours.erase(ours.begin() + static_cast<std::ptrdiff_t>(k));  // the edge lies opposite forming point k
            for (const int32_t sample : ours)
                ASSERT_NE(std::find(there.forming.begin(), there.forming.end(), sample), there.forming.end());
        }
}

TEST_P(ClosedMesh, SpheresTouchTheirFormingPointsAndHoldNoSample) {
    const MedialAxis axis = AxisOf(surface, 200);
    EXPECT_EQ(axis.FindFault(), "");
    EXPECT_GT(axis.SphereCount(), 0);
    EXPECT_EQ(axis.SphereCount(), static_cast<int32_t>(axis.Spheres().size()));
    ExpectMedialSpheres(axis, surface);
    ExpectEmptyOfSamples(axis, 1e-9 * radius);
    ExpectNeighboursAgree(axis.Spheres());
    for (const MedialSphere& s : axis.Spheres()) ASSERT_TRUE(s.isInside);
}

TEST_P(ClosedMesh, RefinementBringsTheErrorDownToTheLimit) {
    MedialAxis axis = AxisOf(surface, 50);
    const double before = axis.WorstError();
    for (const double limit : {before / 2, before / 4, before / 8}) {
        RefineOptions options;
        options.maxError = limit;
        const RefineReport report = RefineMedialAxis(axis, options);
        EXPECT_TRUE(report.reachedError);
        EXPECT_LE(axis.WorstError(), limit);
        EXPECT_GT(report.samplesAdded, 0);
        EXPECT_EQ(report.worstError, axis.WorstError());
        EXPECT_EQ(report.spheres, axis.SphereCount());
    }
    EXPECT_EQ(axis.FindFault(), "");
    ExpectMedialSpheres(axis, surface);
    ExpectEmptyOfSamples(axis, 1e-9 * radius);
    for (const Vec3& sample : axis.Samples()) ASSERT_LE(surface.Distance(sample), 1e-9 * radius);
}

TEST_P(ClosedMesh, EveryPointIsCoveredBeforeDuringAndAfterRefinement) {
    const std::vector<Vec3> points = SamplesOf(mesh, 2000);
    for (const CoverChoice choice : {CoverChoice::MostDeletable, CoverChoice::LeastError}) {
        MedialAxis axis = AxisOf(surface, 30);
        CoverPoints(axis, points, choice);
        EXPECT_EQ(axis.FindFault(), "");
        for (const int32_t most : {60, 150, 400}) {
            RefineOptions options;
            options.maxSpheres = options.minSpheres = most;
            options.choice = choice;
            RefineMedialAxis(axis, options);
            const std::vector<MedialSphere> spheres = axis.Spheres();
            for (const Vec3& point : points) ASSERT_TRUE(IsCovered(spheres, point));
            EXPECT_EQ(axis.FindFault(), "");
            EXPECT_LE(axis.SphereCount(), most + most / 10 + 60);  // the last insertion may add a few dozen
        }
        ExpectMedialSpheres(axis, surface);
    }
}

TEST_P(ClosedMesh, CoverageSurvivesAnErrorLimitAndEverySphereCoversSomething) {
    const std::vector<Vec3> points = SamplesOf(mesh, 2000);
    MedialAxis axis = AxisOf(surface, 30);
    CoverPoints(axis, points);
    RefineOptions options;
    options.maxError = 0.06 * radius;
    const RefineReport report = RefineMedialAxis(axis, options);
    EXPECT_TRUE(report.reachedError || report.settled > 0);
    EXPECT_EQ(axis.FindFault(), "");
    for (const MedialSphere& s : axis.Spheres())
        ASSERT_TRUE(std::any_of(points.begin(), points.end(),
                                [&](const Vec3& p) { return Distance(p, s.sphere.centre) <= s.sphere.radius; }));
}

TEST_P(ClosedMesh, RegionsAreExactlyWhatTheyWereInTheWhole) {
    const std::vector<Vec3> points = SamplesOf(mesh, 2000);
    MedialAxis axis = AxisOf(surface, 150);
    const std::vector<double> before = Digest(axis);
    std::vector<Vec3> part;
    for (const Vec3& p : points)
        if (p.x > surface.BoundingSphere().centre.x) part.push_back(p);
    const MedialAxis region = axis.ForRegion(part);
    EXPECT_EQ(region.FindFault(), "");
    EXPECT_EQ(Digest(axis), before);
    // Inner spheres of the whole that contain a point of the part, and those of the region: the same set.
    const auto has = [&](const std::vector<MedialSphere>& spheres, const MedialSphere& s) {
        return std::any_of(spheres.begin(), spheres.end(), [&](const MedialSphere& other) {
            return Distance(other.sphere.centre, s.sphere.centre) <= 1e-9 * radius &&
                   std::abs(other.sphere.radius - s.sphere.radius) <= 1e-9 * radius;
        });
    };
    const std::vector<MedialSphere> whole = axis.Spheres(), local = region.Spheres();
    int matching = 0;
    for (const MedialSphere& s : whole) {
        const bool matters = std::any_of(part.begin(), part.end(), [&](const Vec3& p) {
            return Distance(p, s.sphere.centre) < s.sphere.radius - 1e-9 * radius;
        });
        if (!matters) continue;
        ++matching;
        ASSERT_TRUE(has(local, s));
    }
    EXPECT_GT(matching, 0);
    for (const MedialSphere& s : local) ASSERT_TRUE(!s.isInside || has(whole, s));
}

TEST_P(ClosedMesh, RefiningARegionTouchesNothingElse) {
    const std::vector<Vec3> points = SamplesOf(mesh, 2000);
    MedialAxis axis = AxisOf(surface, 40);
    CoverPoints(axis, points);
    RefineOptions coarse;
    coarse.maxSpheres = 300;
    RefineMedialAxis(axis, coarse);
    const std::vector<double> before = Digest(axis);
    std::vector<Vec3> part;
    const Vec3 corner = points.front();
    for (const Vec3& p : points)
        if (Distance(p, corner) < 0.5 * radius) part.push_back(p);
    MedialAxis region = axis.ForRegion(part);
    const double start = region.WorstError();
    RefineOptions fine;  // thesis, 6.1: some multiple of the target number, and a fraction of the parent's error
    fine.minSpheres = 100;
    fine.maxError = start / 2;
    const RefineReport report = RefineMedialAxis(region, fine);
    EXPECT_EQ(Digest(axis), before);
    EXPECT_EQ(region.FindFault(), "");
    EXPECT_GE(region.SphereCount(), 100);
    EXPECT_LE(report.worstError, start / 2);
    const std::vector<MedialSphere> spheres = region.Spheres();
    for (const Vec3& p : part) ASSERT_TRUE(IsCovered(spheres, p));
    for (const MedialSphere& s : spheres)
        ASSERT_TRUE(std::any_of(part.begin(), part.end(),
                                [&](const Vec3& p) { return Distance(p, s.sphere.centre) <= s.sphere.radius; }));
    ExpectMedialSpheres(region, surface);
}

TEST_P(ClosedMesh, SameAnswerEveryTimeAndForACopy) {
    const std::vector<Vec3> points = SamplesOf(mesh, 1000);
    const auto make = [&](const MedialAxis& from) {
        MedialAxis axis = from;
        CoverPoints(axis, points);
        RefineOptions options;
        options.maxSpheres = 250;
        RefineMedialAxis(axis, options);
        return Digest(axis);
    };
    const MedialAxis axis = AxisOf(surface, 40);
    EXPECT_EQ(make(axis), make(axis));
    EXPECT_EQ(make(axis), make(AxisOf(surface, 40)));
}

TEST_P(ClosedMesh, GapsAreFoundAndRepaired) {
    MedialAxis axis = AxisOf(surface, 60);
    const size_t before = axis.Samples().size();
    const GapReport report = RepairGaps(axis);
    EXPECT_EQ(axis.FindFault(), "");
    EXPECT_EQ(axis.Samples().size(), before + static_cast<size_t>(report.samplesAdded));
    EXPECT_LE(report.remaining, report.found);
    EXPECT_LE(report.rounds, GapOptions{}.maxRounds);
    if (report.remaining == 0) {
        EXPECT_EQ(RepairGaps(axis).found, 0);
    }
    for (const Vec3& sample : axis.Samples()) ASSERT_LE(surface.Distance(sample), 1e-7 * radius);
}

}  // namespace
}  // namespace spheretree
