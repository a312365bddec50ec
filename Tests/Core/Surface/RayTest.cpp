#include "Base/Random.h"
#include "Core/Surface/Referee.h"
#include "Core/TestSupport.h"
#include "Scenes/Meshes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace spheretree {
namespace {

/// [Möller, Trumbore 1997] over all triangles. `margin` is how far the ray stays from every edge's plane, so that
/// rounding cannot decide a hit.
struct PlainHits {
    std::vector<double> distances;
    double margin = 1;
};

PlainHits HitAll(const TriangleMesh& mesh, const Ray& ray) {
    PlainHits hits;
    for (const Triangle& t : mesh.triangles) {
        const auto corner = [&](size_t c) { return mesh.vertices[static_cast<size_t>(t[c])]; };
        const Vec3 a = corner(0), e1 = corner(1) - a, e2 = corner(2) - a;
        const Vec3 p = Cross(ray.direction, e2), s = ray.origin - a, q = Cross(s, e1);
        const double det = Dot(e1, p);
        if (!(std::abs(det) > 1e-12 * Length(e1) * Length(e2) * Length(ray.direction))) continue;
        const double u = Dot(s, p) / det, v = Dot(ray.direction, q) / det, distance = Dot(e2, q) / det;
        if (!(distance >= ray.nearest && distance <= ray.farthest)) continue;
        const double within = std::min(std::min(u, v), 1 - u - v);
        hits.margin = std::min(hits.margin, std::abs(within));
        if (within >= 0) hits.distances.push_back(distance);
    }
    std::sort(hits.distances.begin(), hits.distances.end());
    return hits;
}

class RaysAt : public testing::TestWithParam<std::string> {
protected:
    RaysAt()
        : mesh(scenes::MakeMesh(GetParam()).mesh),
          surface(*SurfaceQuery::Build(mesh, referee::ParallelHost())),
          radius(referee::BoundingRadius(mesh)) {}

    std::vector<Ray> MakeRays(int64_t count, uint64_t seed) const {
        Random random(seed);
        std::vector<Ray> rays;
        for (const Vec3& from : referee::MakePoints(mesh, count, random.Bits())) {
            const bool aimed = random.Below(2) == 0;
            const Vec3 at = surface.BoundingSphere().centre + random.Direction() * (radius * random.Uniform());
            rays.push_back({from, (aimed ? at - from : random.Direction() * radius) * random.Between(0.1, 3)});
        }
        return rays;
    }

    const TriangleMesh mesh;
    const SurfaceQuery surface;
    const double radius;
};

TEST_P(RaysAt, HitWhatAllTrianglesSay) {
    const int64_t count = std::clamp<int64_t>(20'000'000 / static_cast<int64_t>(mesh.triangles.size()), 40, 4000);
    const std::vector<Ray> rays = MakeRays(count, 31);
    std::vector<PlainHits> expected(rays.size());
    referee::InParallel(
        count, [&](int64_t i) { expected[static_cast<size_t>(i)] = HitAll(mesh, rays[static_cast<size_t>(i)]); });
    int64_t judged = 0;
    for (size_t k = 0; k < rays.size(); ++k) {
        if (expected[k].margin < 1e-9) continue;  // too near an edge for the plain test
        const std::vector<RayHit> hits = surface.AllHits(rays[k]);
        const double unit = Length(rays[k].direction);
        const bool touching = !expected[k].distances.empty() && expected[k].distances[0] * unit < 1e-9 * radius;
        if (touching || surface.Distance(rays[k].origin) < 1e-9 * radius) continue;  // starts on the surface
        ++judged;
        ASSERT_EQ(hits.size(), expected[k].distances.size()) << "ray " << k;
        ASSERT_EQ(surface.CountCrossings(rays[k]), static_cast<int32_t>(hits.size()));
        for (size_t h = 0; h < hits.size(); ++h) {
            const double slack = 1e-9 * (radius + Distance(rays[k].origin, surface.BoundingSphere().centre));
            ASSERT_NEAR(hits[h].distance * unit, expected[k].distances[h] * unit, slack) << "ray " << k;
        }
        const RayHit first = surface.FirstHit(rays[k]);
        ASSERT_EQ(first.triangle >= 0, !hits.empty());
        if (!hits.empty()) {
            ASSERT_EQ(first.distance, hits[0].distance);
        }
    }
    EXPECT_GT(judged, count / 3);
}

TEST_P(RaysAt, HitsLieOnTheirTriangles) {
    for (const Ray& ray : MakeRays(2000, 32)) {
        const RayHit hit = surface.FirstHit(ray);
        if (hit.triangle < 0) continue;
        const Triangle& t = mesh.triangles[static_cast<size_t>(hit.triangle)];
        const auto corner = [&](size_t c) { return mesh.vertices[static_cast<size_t>(t[c])]; };
        const Vec3 byWeights = corner(0) * (1 - hit.u - hit.v) + corner(1) * hit.u + corner(2) * hit.v;
        const Vec3 byDistance = ray.origin + ray.direction * hit.distance;
        const double slack = 1e-8 * (radius + Distance(ray.origin, surface.BoundingSphere().centre));
        ASSERT_LE(Distance(byWeights, byDistance), slack);
        const Vec3 normal = Normalized(Cross(corner(1) - corner(0), corner(2) - corner(0)));
        const double facing = Dot(normal, Normalized(ray.direction));
        if (std::abs(facing) > 1e-6) {
            ASSERT_EQ(hit.fromBehind, facing > 0);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Every, RaysAt, testing::ValuesIn(scenes::AllMeshNames()), MeshTestName);

class RaysAtClosed : public RaysAt {};

/// Rays exactly through vertices, edges' middles and along edges: the hard ones.
TEST_P(RaysAtClosed, CrossOncePerSideEvenThroughVerticesAndEdges) {
    if (referee::IntersectsItself(mesh, surface)) return;  // crossings then count more than one side
    const std::vector<Vec3> origins = referee::MakePoints(mesh, 4000, 33);
    Random random(34);
    for (const Vec3& from : origins) {
        if (surface.Distance(from) < 1e-6 * radius) continue;
        const int32_t odd = surface.IsInside(from) ? 1 : 0;
        const Triangle& t =
            mesh.triangles[static_cast<size_t>(random.Below(static_cast<int64_t>(mesh.triangles.size())))];
        const Vec3 a = mesh.vertices[static_cast<size_t>(t[0])], b = mesh.vertices[static_cast<size_t>(t[1])];
        for (const Vec3& direction : {a - from, (a + b) * 0.5 - from, b - a, Vec3{1, 0, 0}, Vec3{0, 0, -1}}) {
            ASSERT_EQ(surface.CountCrossings({from, direction}) % 2, odd);
            // On an edge the hit may be of either of its triangles, and one of them can face the other way.
            const RayHit hit = surface.FirstHit({from, direction});
            const bool within = hit.u > 1e-9 && hit.v > 1e-9 && hit.u + hit.v < 1 - 1e-9;
            if (odd && within) {
                ASSERT_TRUE(hit.fromBehind);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Every, RaysAtClosed, testing::ValuesIn(scenes::ClosedMeshNames()), MeshTestName);

TEST(Ray, StaysWithinItsLimits) {
    const auto surface = SurfaceQuery::Build(scenes::MakeIcosphere(2));
    const Ray whole{{-3, 0.01, 0.02}, {2, 0, 0}};
    const std::vector<RayHit> hits = surface->AllHits(whole);
    ASSERT_EQ(hits.size(), 2u);
    EXPECT_FALSE(hits[0].fromBehind);
    EXPECT_TRUE(hits[1].fromBehind);
    Ray part = whole;
    part.nearest = 1.5;
    EXPECT_EQ(surface->FirstHit(part).distance, hits[1].distance);
    part.farthest = 1.6;
    EXPECT_EQ(surface->CountCrossings(part), 0);
    part = whole;
    part.farthest = hits[0].distance;
    EXPECT_EQ(surface->CountCrossings(part), 1);
}

TEST(Ray, WithoutDirectionHitsNothing) {
    const auto surface = SurfaceQuery::Build(scenes::MakeIcosphere(1));
    const double nan = std::nan("");
    for (const Ray& ray : {Ray{{0, 0, 0}, {0, 0, 0}}, Ray{{0, 0, 0}, {nan, 0, 1}}, Ray{{nan, 0, 0}, {1, 0, 0}}}) {
        EXPECT_EQ(surface->FirstHit(ray).triangle, -1);
        EXPECT_EQ(surface->CountCrossings(ray), 0);
    }
}

}  // namespace
}  // namespace spheretree
