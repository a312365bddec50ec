#pragma once

#include "SphereTree/Vec3.h"
#include "Spheres/DepthField.h"

#include <cstdint>
#include <span>

// How badly a sphere fits, in three ways of the thesis. Which one a method uses decides its quality and its cost.
namespace spheretree {

/// [Bradshaw 2002] eq 4.1 and 4.2: from a surface point along its normal to the sphere's surface; positive when the
/// sphere reaches out beyond the point. A point whose normal line misses the sphere gives the distance to where the
/// line passes it closest.
double PointToSphere(const Sphere& sphere, const Vec3& point, const Vec3& normal);

/// The largest of these over the points: Hubbard's error. Zero for none.
double PointsToSphere(const Sphere& sphere, std::span<const Vec3> points, std::span<const Vec3> normals);
double PointsToSphere(const Sphere& sphere, std::span<const Vec3> points, std::span<const Vec3> normals,
                      std::span<const int32_t> indices);

/// [Bradshaw 2002] eq 5.1: radius − depth of the centre. How far the sphere protrudes where the object is convex, an
/// upper bound of it elsewhere.
inline double StandOff(const Sphere& sphere, double depthOfCentre) { return sphere.radius - depthOfCentre; }
inline double StandOff(const Sphere& sphere, const DepthField& field) {
    return StandOff(sphere, field.At(sphere.centre));
}

struct Protrusion {
    double distance = 0;  // from the object to `point`; 0 when no point of the sphere was found far enough outside
    Vec3 point;           // on the sphere
    int32_t queries = 0;  // of depth
};

/// The largest distance from the object to points of the sphere's surface that are outside it, over the centres of an
/// icosahedron's faces, each divided in four until there are at least `directions`. Distance is 1-Lipschitz: a face
/// that cannot beat the worst found is left out, and the answer is the same as if it had not been. It is low by at most
/// the farthest that any point of the sphere is from a face's centre (about 2.2·r/√directions).
/// Points no farther outside than `above` are not looked for: where nothing sticks out more, that is soon known.
Protrusion FindProtrusion(const Sphere& sphere, const DepthField& field, int32_t directions = 1280, double above = 0);

}  // namespace spheretree
