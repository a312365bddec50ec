#pragma once

#include "SphereTree/Host.h"
#include "SphereTree/SurfaceQuery.h"

#include <cstdint>
#include <memory>
#include <vector>

// Independent answers: plain loops over all triangles, and CGAL.
namespace spheretree::referee {

constexpr int64_t kPoints = 100'000;  // how many are asked of each mesh

/// A host that uses all processors.
Host ParallelHost();

/// A host that works backwards: what depends on the order of parallelFor shows.
Host BackwardHost();

/// Seeded points of every kind: anywhere in twice the bounds, near the surface (1e-9 to 1e-1 of the bounding radius),
/// on vertices, on edges, on faces, and up to a million radii away.
std::vector<Vec3> MakePoints(const TriangleMesh& mesh, int64_t count, uint64_t seed);

double DistanceToTriangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

/// The distance to the nearest of all triangles, asked one after the other; those that surely are farther than the
/// nearest so far are passed over.
class PlainDistance {
public:
    explicit PlainDistance(const TriangleMesh& mesh);
    double To(const Vec3& p) const;

private:
    struct Reached {
        Vec3 a, b, c;
        double reach;  // from a to the farthest point of the triangle
    };
    std::vector<Reached> triangles_;
};

inline double DistanceToMesh(const TriangleMesh& mesh, const Vec3& p) { return PlainDistance(mesh).To(p); }
double WindingOfMesh(const TriangleMesh& mesh, const Vec3& p);
double BoundingRadius(const TriangleMesh& mesh);

/// Whether an edge passes through the inside of a triangle that it does not belong to: then sides and parities mean
/// nothing near the crossing, and only the winding number still tells inside from outside.
bool IntersectsItself(const TriangleMesh& mesh, const SurfaceQuery& surface);

/// CGAL's AABB tree in double.
class Cgal {
public:
    explicit Cgal(const TriangleMesh& mesh);
    ~Cgal();
    double Distance(const Vec3& p) const;

private:
    struct Data;
    std::unique_ptr<Data> data_;
};

/// Calls body for every index below count, on all processors.
void InParallel(int64_t count, const std::function<void(int64_t)>& body);

}  // namespace spheretree::referee
