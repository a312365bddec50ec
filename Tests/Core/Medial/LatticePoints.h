#pragma once

#include "Base/Random.h"
#include "Medial/Predicates.h"
#include "SphereTree/Vec3.h"

#include <algorithm>
#include <string>
#include <vector>

// Inputs for the predicates and the Delaunay structure, by name. All in the cube [-1, 1]^3.
namespace spheretree::medialtest {

inline Vec3 PointInCube(Random& random) {
    return SnapToLattice({random.Between(-1, 1), random.Between(-1, 1), random.Between(-1, 1)});
}

inline std::vector<Vec3> PointsInCube(int count, uint64_t seed) {
    Random random(seed);
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) points.push_back(PointInCube(random));
    return points;
}

/// k^3 points; `step` is where ties come from, whether it is a power of two or not.
inline std::vector<Vec3> GridPoints(int k, double step) {
    std::vector<Vec3> points;
    for (int x = 0; x < k; ++x)
        for (int y = 0; y < k; ++y)
            for (int z = 0; z < k; ++z) points.push_back(Vec3{x - k / 2.0, y - k / 2.0, z - k / 2.0} * step);
    return points;
}

/// Exactly on one sphere: whole numbers with x² + y² + z² = n, on the lattice.
inline std::vector<Vec3> CosphericalPoints(int n) {
    std::vector<Vec3> points;
    for (int x = -60; x <= 60; ++x)
        for (int y = -60; y <= 60; ++y)
            for (int z = -60; z <= 60; ++z)
                if (x * x + y * y + z * z == n) points.push_back({x / 64.0, y / 64.0, z / 64.0});
    return points;
}

inline std::vector<Vec3> CoplanarPoints(int count, uint64_t seed) {
    Random random(seed);
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) {  // x + y + z = 0 exactly
        const Vec3 p = SnapToLattice({random.Between(-0.5, 0.5), random.Between(-0.5, 0.5), 0});
        points.push_back({p.x, p.y, -(p.x + p.y)});
    }
    return points;
}

inline std::vector<Vec3> CollinearPoints(int count) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) points.push_back(Vec3{1, -0.5, 0.25} * ((i * 37 % count) / 1024.0));
    return points;
}

/// The points of a grid over the faces of a cube: flat sides, straight edges, every vertex cospherical with others.
inline std::vector<Vec3> CubeSurfacePoints(int k) {
    std::vector<Vec3> points;
    for (int i = 0; i <= k; ++i)
        for (int j = 0; j <= k; ++j)
            for (const double side : {-0.6, 0.6}) {
                const double a = -0.6 + 1.2 * i / k, b = -0.6 + 1.2 * j / k;
                for (const Vec3& p : {Vec3{a, b, side}, Vec3{a, side, b}, Vec3{side, a, b}})
                    points.push_back(SnapToLattice(p));
            }
    return points;
}

inline std::vector<Vec3> Concatenated(std::vector<Vec3> first, const std::vector<Vec3>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

struct NamedPoints {
    std::string name;
    std::vector<Vec3> points;
};

/// Every kind of degeneracy.
inline std::vector<NamedPoints> DegenerateSets() {
    const std::vector<Vec3> some = PointsInCube(200, 5);
    return {{"Grid", GridPoints(9, 0.125)},
            {"GridOfThirds", GridPoints(9, 1.0 / 15)},
            {"Cospherical", CosphericalPoints(1001)},
            {"CosphericalWithCentre", Concatenated(CosphericalPoints(1001), {{0, 0, 0}})},
            {"CoplanarThenApex", Concatenated(CoplanarPoints(300, 3), {{0.5, 0.5, 0.5}})},
            {"CoplanarOnBothSides", Concatenated(CoplanarPoints(300, 3), {{0.5, 0.5, 0.5}, {-0.5, -0.5, -0.5}})},
            {"CollinearThenTwo", Concatenated(CollinearPoints(500), {{0.5, 0.5, 0.5}, {-0.5, 0.25, 0}})},
            {"TwoCrossingLines", Concatenated(CollinearPoints(70),
                                              [] {
                                                  std::vector<Vec3> line;
                                                  for (int i = 0; i < 70; ++i) line.push_back({0.5, 0.25, i / 128.0});
                                                  return line;
                                              }())},
            {"CubeSurface", CubeSurfacePoints(11)},
            {"Duplicated", Concatenated(some, Concatenated(some, some))}};
}

}  // namespace spheretree::medialtest
