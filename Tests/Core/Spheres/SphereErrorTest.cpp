#include "Core/TestSupport.h"
#include "Spheres/SphereError.h"

#include "Base/Random.h"

#include "Scenes/Meshes.h"
#include "Scenes/Shapes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace spheretree {
namespace {

// Figure 4.7: a sphere of radius 5 whose centre is 3 aside of the normal's line; √(25 − 9) = 4 along it.
TEST(PointToSphere, CentreInFrontIsEq41AndBehindIsEq42) {
    const Vec3 point{1, 1, 1}, normal{0, 0, 1};
    EXPECT_NEAR(PointToSphere({{4, 1, 1 + 2}, 5}, point, normal), 4 + 2, 1e-14);  // in front by d1 = 2
    EXPECT_NEAR(PointToSphere({{4, 1, 1 - 2}, 5}, point, normal), 4 - 2, 1e-14);  // behind
    EXPECT_NEAR(PointToSphere({{4, 1, 1}, 5}, point, normal), 4, 1e-14);
    EXPECT_NEAR(PointToSphere({{1, 1, -4}, 5}, point, normal), 0, 1e-14);  // touches from inside
}

// It is the distance along the normal: walking that far from the point ends on the sphere.
TEST(PointToSphere, EndsOnTheSphere) {
    Random random(4);
    for (int i = 0; i < 1000; ++i) {
        const Sphere sphere{random.Direction() * random.Uniform(), 2};
        const Vec3 point = random.Direction() * random.Uniform(), normal = random.Direction();
        const double distance = PointToSphere(sphere, point, normal);
        EXPECT_NEAR(Distance(point + normal * distance, sphere.centre), 2, 1e-12);
        EXPECT_GE(distance, 0);  // the point is inside
    }
}

TEST(PointsToSphere, IsTheWorstOfThem) {
    const std::vector<Vec3> points = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, normals = {{0, 0, 1}, {1, 0, 0}, {0, 0, 1}};
    const Sphere sphere{{0, 0, 0}, 3};
    EXPECT_NEAR(PointsToSphere(sphere, points, normals), 3, 1e-14);
    const std::vector<int32_t> indices = {1, 2};
    EXPECT_NEAR(PointsToSphere(sphere, points, normals, indices), 2, 1e-14);
    EXPECT_EQ(PointsToSphere(sphere, {}, {}), 0);
}

TEST(StandOff, IsRadiusLessDepth) {
    const SurfaceQuery cube = SurfaceOf(scenes::MakeBox({1, 1, 1}));
    const DepthField field{&cube, true};
    EXPECT_NEAR(StandOff({{0, 0, 0}, 1.5}, field), 0.5, 1e-12);
    EXPECT_NEAR(StandOff({{0.75, 0, 0}, 0.5}, field), 0.25, 1e-12);
    EXPECT_NEAR(StandOff({{2, 0, 0}, 0.5}, field), 1.5, 1e-12);                         // a centre outside by 1
    EXPECT_NEAR(StandOff({{0.75, 0, 0}, 0.5}, DepthField{&cube, false}), 0.75, 1e-12);  // without an inside
}

// A sphere at a large cube's face sticks out by radius − depth, at its pole, which is not one of the directions.
TEST(Protrusion, OfASphereAtACubesFace) {
    const SurfaceQuery cube = SurfaceOf(scenes::MakeBox({10, 10, 10}));
    const DepthField field{&cube, true};
    for (const double depth : {0.0, 0.3, 0.9}) {
        const Sphere sphere{{1, 2, 10 - depth}, 1};
        const double exact = 1 - depth;
        const Protrusion coarse = FindProtrusion(sphere, field, 1280), fine = FindProtrusion(sphere, field, 327680);
        EXPECT_LE(coarse.distance, exact + 1e-12);
        EXPECT_LE(fine.distance, exact + 1e-12);
        EXPECT_GE(fine.distance, coarse.distance);
        // On a face, height falls off with the square of the distance from the pole.
        EXPECT_NEAR(coarse.distance, exact, std::pow(2.2 / std::sqrt(1280), 2));
        EXPECT_NEAR(fine.distance, exact, std::pow(2.2 / std::sqrt(327680), 2));
        EXPECT_NEAR(Distance(fine.point, sphere.centre), 1, 1e-12);
        EXPECT_NEAR(fine.point.z - 10, fine.distance, 1e-12);
    }
}

TEST(Protrusion, OfASphereInsideIsNoneAndOfOneOutsideIsItsFarSide) {
    const SurfaceQuery cube = SurfaceOf(scenes::MakeBox({1, 1, 1}));
    const DepthField field{&cube, true};
    EXPECT_EQ(FindProtrusion({{0.1, 0, 0}, 0.5}, field).distance, 0);
    EXPECT_NEAR(FindProtrusion({{5, 0, 0}, 2}, field, 20480).distance, 6, 0.001);  // from x = 1 to x = 7
}

// The eight-fold case of eq 5.1: a cube's corner ball protrudes less than its stand-off says nowhere but at the corner.
TEST(Protrusion, NeverExceedsTheStandOff) {
    for (const char* name : {"cube", "torus", "s-shape", "hollow-shell"}) {
        const SurfaceQuery query = SurfaceOf(scenes::MakeMesh(name).mesh);
        const DepthField field{&query, true};
        Random random(6);
        for (int i = 0; i < 200; ++i) {
            const Sphere sphere{random.Direction() * random.Uniform(), random.Between(0.01, 0.7)};
            EXPECT_LE(FindProtrusion(sphere, field, 320).distance, std::max(StandOff(sphere, field), 0.0) + 1e-9)
                << name;
        }
    }
}

/// All the directions of the search, none left out.
double ProtrusionWithoutPruning(const Sphere& sphere, const DepthField& field, const TriangleMesh& icosahedron,
                                int levels) {
    double worst = 0;
    TriangleMesh faces = icosahedron;
    for (int level = 0; level <= levels; ++level) {
        TriangleMesh finer;
        for (const Triangle& t : faces.triangles) {
            const Vec3 a = faces.vertices[static_cast<size_t>(t[0])], b = faces.vertices[static_cast<size_t>(t[1])];
            const Vec3 c = faces.vertices[static_cast<size_t>(t[2])];
            worst = std::max(worst, -field.At(sphere.centre + Normalized(a + b + c) * sphere.radius));
            const int32_t n = static_cast<int32_t>(finer.vertices.size());
            finer.vertices.insert(finer.vertices.end(),
                                  {a, b, c, Normalized(a + b), Normalized(b + c), Normalized(c + a)});
            finer.triangles.insert(
                finer.triangles.end(),
                {{n, n + 3, n + 5}, {n + 3, n + 1, n + 4}, {n + 5, n + 4, n + 2}, {n + 3, n + 4, n + 5}});
        }
        faces = finer;
    }
    return worst;
}

TriangleMesh Icosahedron() {
    const double g = (1 + std::sqrt(5)) / 2;
    TriangleMesh mesh;
    for (const double s : {-1.0, 1.0}) {
        for (const double t : {-g, g}) mesh.vertices.insert(mesh.vertices.end(), {{s, t, 0}, {0, s, t}, {t, 0, s}});
    }
    for (Vec3& v : mesh.vertices) v = Normalized(v);
    const double edge = 4 / LengthSquared({1, g, 0}) * 1.0001;
    for (int32_t i = 0; i < 12; ++i) {
        for (int32_t j = i + 1; j < 12; ++j) {
            for (int32_t k = j + 1; k < 12; ++k) {
                const Vec3 a = mesh.vertices[static_cast<size_t>(i)], b = mesh.vertices[static_cast<size_t>(j)],
                           c = mesh.vertices[static_cast<size_t>(k)];
                if (LengthSquared(a - b) < edge && LengthSquared(b - c) < edge && LengthSquared(c - a) < edge)
                    mesh.triangles.push_back({i, j, k});
            }
        }
    }
    return mesh;
}

TEST(Protrusion, LeavesOutNothingThatMatters) {
    const TriangleMesh icosahedron = Icosahedron();
    ASSERT_EQ(icosahedron.triangles.size(), 20u);
    int64_t queries = 0, spheres = 0;
    for (const char* name : {"cube", "torus", "s-shape", "hollow-shell", "open-hemisphere", "self-intersecting-pair"}) {
        const SurfaceQuery query = SurfaceOf(scenes::MakeMesh(name).mesh);
        for (const bool hasInside : {true, false}) {
            const DepthField field{&query, hasInside};
            Random random(12);
            for (int i = 0; i < 12; ++i, ++spheres) {
                const Sphere sphere{random.Direction() * random.Uniform(), random.Between(0.05, 0.8)};
                const Protrusion found = FindProtrusion(sphere, field, 1280);
                EXPECT_NEAR(found.distance, ProtrusionWithoutPruning(sphere, field, icosahedron, 3), 1e-12)
                    << name << ' ' << i;
                queries += found.queries;
            }
        }
    }
    EXPECT_LT(queries, spheres * 1700 / 4);  // 20 + 80 + 320 + 1280 = 1700 without pruning
}

TEST(Protrusion, LooksOnlyForWhatIsAbove) {
    const SurfaceQuery torus = SurfaceOf(scenes::MakeMesh("torus").mesh);
    const DepthField field{&torus, true};
    const Sphere sphere{{0.6, 0, 0}, 0.5};
    const Protrusion whole = FindProtrusion(sphere, field, 20480);
    const Protrusion below = FindProtrusion(sphere, field, 20480, 0.99 * whole.distance);
    EXPECT_EQ(below.distance, whole.distance);
    EXPECT_EQ(Distance(below.point, whole.point), 0);
    EXPECT_LE(below.queries, whole.queries);
    const Protrusion none = FindProtrusion(sphere, field, 20480, 1.2 * whole.distance);
    EXPECT_EQ(none.distance, 0);
    EXPECT_LT(none.queries, whole.queries / 2);
}

}  // namespace
}  // namespace spheretree
