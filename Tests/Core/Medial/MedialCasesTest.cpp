#include "SphereTree/MedialAxis.h"

#include "Base/Random.h"
#include "Core/Medial/MedialScenes.h"
#include "Medial/PointTree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

// Shapes with known answers, and input that is not as it should be.
namespace spheretree {
namespace {

using namespace medialtest;

TriangleMesh Box(const Vec3& low, const Vec3& high) {
    TriangleMesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.vertices.push_back({i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

TriangleMesh Joined(TriangleMesh first, const TriangleMesh& second) {
    const int32_t offset = static_cast<int32_t>(first.vertices.size());
    first.vertices.insert(first.vertices.end(), second.vertices.begin(), second.vertices.end());
    for (const Triangle& t : second.triangles) first.triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
    return first;
}

TriangleMesh Moved(TriangleMesh mesh, double scale, const Vec3& offset) {
    for (Vec3& v : mesh.vertices) v = v * scale + offset;
    return mesh;
}

TEST(MedialAxis, OfAnIcosphereIsItsCentre) {
    const TriangleMesh mesh = scenes::MakeIcosphere(3);
    const SurfaceQuery surface = SurfaceOf(mesh);
    const MedialAxis axis = *MedialAxis::Build(surface, mesh.vertices);  // all at distance 1 of the origin
    ASSERT_GT(axis.SphereCount(), 0);
    for (const MedialSphere& s : axis.Spheres()) {
        EXPECT_LE(Length(s.sphere.centre),
                  1e-3);  // vertices are on the sphere only to rounding, tetrahedra may be flat
        EXPECT_NEAR(s.sphere.radius, 1, 1e-3);
    }
}

TEST(MedialAxis, OfACubesCornersIsOneSphere) {
    const TriangleMesh mesh = Box({-1, -1, -1}, {1, 1, 1});
    const MedialAxis axis = *MedialAxis::Build(SurfaceOf(mesh), mesh.vertices);
    ASSERT_GE(axis.SphereCount(), 5);  // five or six tetrahedra, one sphere
    for (const MedialSphere& s : axis.Spheres()) {
        EXPECT_LE(Length(s.sphere.centre), 1e-14);
        EXPECT_NEAR(s.sphere.radius, std::sqrt(3.0), 1e-14);
        EXPECT_NEAR(s.error, std::sqrt(3.0) - 1, 1e-14);  // eq 5.1: the centre is 1 deep
        EXPECT_TRUE(s.isInside);
    }
}

TEST(MedialAxis, CoverageSphereOutsideCountsItsDistance) {
    // A tip too thin for any Voronoi vertex: only spheres from outside can cover it.
    TriangleMesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0.02, 0}, {1, -0.02, 0.02}, {1, -0.02, -0.02}};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
    const SurfaceQuery surface = SurfaceOf(mesh);
    MedialAxis axis = AxisOf(surface, 40);
    const std::vector<Vec3> points = SamplesOf(mesh, 1000);
    CoverPoints(axis, points);
    const std::vector<MedialSphere> spheres = axis.Spheres();
    ASSERT_TRUE(std::any_of(spheres.begin(), spheres.end(), [](const MedialSphere& s) { return !s.isInside; }));
    for (const MedialSphere& s : spheres) {
        if (s.isInside) continue;
        EXPECT_LE(s.depth, 0);
        EXPECT_NEAR(s.error, s.sphere.radius + surface.Distance(s.sphere.centre), 1e-12 * s.sphere.radius);
    }
    for (const Vec3& point : points) ASSERT_TRUE(IsCovered(spheres, point));
}

/// Figure 4.5(b): two slabs, close together, with samples so sparse that cells reach across the gap.
TEST(MedialAxis, RepairFindsCellsThatReachAcrossAGap) {
    const TriangleMesh slabs = Joined(Box({-1, -1, 0.02}, {1, 1, 0.4}), Box({-1, -1, -0.4}, {1, 1, -0.02}));
    const SurfaceQuery surface = SurfaceOf(slabs);
    std::vector<Vec3> sparse = slabs.vertices;  // corners only, and a few on the far sides
    for (int i = -1; i <= 1; ++i)
        for (int j = -1; j <= 1; ++j) {
            sparse.push_back({i * 0.5, j * 0.5, 0.4});
            sparse.push_back({i * 0.5, j * 0.5, -0.4});
        }
    MedialAxis axis = *MedialAxis::Build(surface, sparse);
    const int32_t before = axis.SphereCount();  // nearly none: the axis is broken all over
    GapOptions options;
    options.maxRounds = 20;
    const GapReport report = RepairGaps(axis, options);
    EXPECT_GT(report.found, 0);
    EXPECT_GT(report.samplesAdded, 0);
    EXPECT_EQ(report.remaining, 0);
    EXPECT_GT(axis.SphereCount(), before + 20);
    EXPECT_EQ(axis.FindFault(), "");
    const auto onNearSides = std::count_if(axis.Samples().begin(), axis.Samples().end(), [](const Vec3& p) {
        return std::abs(std::abs(p.z) - 0.02) < 1e-9 && std::abs(p.x) < 0.9 && std::abs(p.y) < 0.9;
    });
    EXPECT_GT(onNearSides, 0);  // projected onto the sides that were crossed
}

TEST(MedialAxis, RepairKeepsItsLimitsAndSaysSo) {
    const SurfaceQuery surface = SurfaceOf(scenes::MakeIcosphere(3));
    MedialAxis axis = AxisOf(surface, 30);
    GapOptions options;
    options.maxSamples = 10;
    const GapReport report = RepairGaps(axis, options);
    EXPECT_EQ(report.samplesAdded, 10);
    EXPECT_GT(report.remaining, 0);
}

/// What the published tool loses: offset and digits.
TEST(MedialAxis, SameSpheresForMovedAndScaledCopies) {
    const TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    const std::vector<Vec3> samples = SamplesOf(mesh, 150);
    const MedialAxis axis = *MedialAxis::Build(SurfaceOf(mesh), samples);
    for (const double scale : {0x1p-17, 0x1p17, 1e-5, 1e5}) {
        const Vec3 offset = Vec3{3, -5, 7} * scale;
        std::vector<Vec3> movedSamples = samples;
        for (Vec3& p : movedSamples) p = p * scale + offset;
        const MedialAxis moved = *MedialAxis::Build(SurfaceOf(Moved(mesh, scale, offset)), movedSamples);
        EXPECT_EQ(moved.FindFault(), "");
        // Ties break by rounding, so spheres may be listed otherwise: each must be there.
        const std::vector<MedialSphere> expected = axis.Spheres();
        for (const MedialSphere& s : moved.Spheres()) {
            const Vec3 centre = (s.sphere.centre - offset) / scale;
            const double radius = s.sphere.radius / scale;
            if (s.depth < 1e-6 * scale) continue;  // whether such a centre is inside is decided by rounding
            ASSERT_TRUE(std::any_of(expected.begin(), expected.end(), [&](const MedialSphere& e) {
                return Distance(e.sphere.centre, centre) < 1e-6 && std::abs(e.sphere.radius - radius) < 1e-6;
            }));
        }
    }
}

TEST(MedialAxis, WithoutAnInsideEverythingIsCoverage) {
    TriangleMesh open = Box({-1, -1, -1}, {1, 1, 1});
    open.triangles.resize(10);
    const SurfaceQuery surface = SurfaceOf(open);
    MedialAxis axis = AxisOf(surface, 100, false);
    EXPECT_EQ(axis.SphereCount(), 0);
    const std::vector<Vec3> points = SamplesOf(open, 1000);
    CoverPoints(axis, points);
    RefineOptions options;
    options.maxSpheres = 300;
    RefineMedialAxis(axis, options);
    EXPECT_EQ(axis.FindFault(), "");
    const std::vector<MedialSphere> spheres = axis.Spheres();
    for (const Vec3& point : points) ASSERT_TRUE(IsCovered(spheres, point));
    for (const MedialSphere& s : spheres) {
        EXPECT_FALSE(s.isInside);
        EXPECT_NEAR(s.depth, -surface.Distance(s.sphere.centre), 1e-9 * (1 + s.sphere.radius));
    }
}

TEST(MedialAxis, InnerPointsAreCoveredAndNeverBecomeSamples) {
    const SurfaceQuery surface = SurfaceOf(scenes::MakeMesh("s-shape").mesh);
    std::vector<Vec3> points = SamplesOf(surface.Mesh(), 500);
    Random random(8);
    const Sphere ball = surface.BoundingSphere();
    while (points.size() < 800) {
        const Vec3 p = ball.centre + random.Direction() * (ball.radius * random.Uniform());
        if (surface.IsInside(p)) points.push_back(p);
    }
    MedialAxis axis = AxisOf(surface, 20);
    CoverPoints(axis, points);
    RefineOptions options;
    options.maxSpheres = 300;
    RefineMedialAxis(axis, options);
    EXPECT_EQ(axis.FindFault(), "");
    const std::vector<MedialSphere> spheres = axis.Spheres();
    for (const Vec3& point : points) ASSERT_TRUE(IsCovered(spheres, point));
    for (const Vec3& sample : axis.Samples()) ASSERT_LE(surface.Distance(sample), 1e-9 * ball.radius);
}

TEST(MedialAxis, FlatAndTinyInputIsAnAnswer) {
    TriangleMesh flat;
    flat.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    flat.triangles = {{0, 1, 2}, {0, 2, 3}};
    MedialAxis axis = AxisOf(SurfaceOf(flat), 50, false);
    const std::vector<Vec3> points = SamplesOf(flat, 300);
    CoverPoints(axis, points);
    EXPECT_EQ(axis.FindFault(), "");
    RefineOptions options;
    options.maxSpheres = 100;
    options.maxSamples = 200;
    RefineMedialAxis(axis, options);
    EXPECT_EQ(axis.FindFault(), "");
    for (const Vec3& point : points) ASSERT_TRUE(IsCovered(axis.Spheres(), point));
    const std::vector<Vec3> one{{0.5, 0.5, 0}};
    MedialAxis single = *MedialAxis::Build(SurfaceOf(flat), one);
    CoverPoints(single, one);
    EXPECT_TRUE(IsCovered(single.Spheres(), one[0]));
    EXPECT_EQ(single.ForRegion(one).FindFault(), "");
}

TEST(MedialAxis, BadSamplesAreRefusedWithASentence) {
    const SurfaceQuery surface = SurfaceOf(scenes::MakeIcosphere(1));
    EXPECT_NE(MedialAxis::Build(surface, {}).Sentence(), "");
    const Result<MedialAxis> notFinite =
        MedialAxis::Build(surface, {{0, 0, 1}, {0, std::numeric_limits<double>::quiet_NaN(), 0}});
    EXPECT_NE(notFinite.Sentence().find("Sample 1"), std::string::npos);
}

TEST(MedialAxis, CancelEndsTheWork) {
    const SurfaceQuery surface = SurfaceOf(scenes::MakeIcosphere(3));
    Host host;
    host.progress = [](double) { return false; };
    EXPECT_FALSE(MedialAxis::Build(surface, SamplesOf(surface.Mesh(), 500), {}, host));
    MedialAxis axis = AxisOf(surface, 100);
    RefineOptions options;
    options.minSpheres = 3000;
    const RefineReport report = RefineMedialAxis(axis, options, host);
    EXPECT_TRUE(report.cancelled);
    EXPECT_LT(axis.SphereCount(), 3000);
    EXPECT_EQ(axis.FindFault(), "");
}

TEST(MedialAxis, SamplesInOnePlaceCountOnce) {
    const SurfaceQuery surface = SurfaceOf(scenes::MakeIcosphere(2));
    std::vector<Vec3> samples = SamplesOf(surface.Mesh(), 100);
    const size_t count = samples.size();
    samples.insert(samples.end(), samples.begin(), samples.begin() + 50);
    EXPECT_EQ(MedialAxis::Build(surface, samples)->Samples().size(), count);
}

TEST(PointTree, FindsThePointsInABall) {
    Random random(5);
    std::vector<Vec3> points;
    for (int i = 0; i < 3000; ++i)
        points.push_back({random.Between(-5, 9), random.Between(0, 1), random.Between(-1, 1)});
    for (int i = 0; i < 64; ++i) points.push_back(points[static_cast<size_t>(i)]);  // duplicates
    const PointTree tree(points);
    ASSERT_EQ(tree.Size(), 3064);
    for (int i = 0; i < 300; ++i) {
        const Sphere ball{{random.Between(-6, 10), random.Between(-1, 2), random.Between(-2, 2)}, random.Between(0, 3)};
        std::vector<int32_t> found, expected;
        tree.Inside(ball, found);
        for (int32_t k = 0; k < tree.Size(); ++k)
            if (Distance(tree.At(k), ball.centre) <= ball.radius) expected.push_back(k);
        ASSERT_EQ(found, expected);
        ASSERT_EQ(tree.AnyInside(ball), !expected.empty());
    }
    EXPECT_FALSE(PointTree({}).AnyInside({{0, 0, 0}, 1}));
}

}  // namespace
}  // namespace spheretree
