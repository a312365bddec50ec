#pragma once

#include "SphereTree/TriangleMesh.h"

#include <array>
#include <cstdint>
#include <vector>

// What formula meshes are put together from. Every shape is counter-clockwise seen from outside.
namespace spheretree::scenes {

struct Direction2 {
    double cosine = 1, sine = 0;
};

/// The direction of `step` out of `steps` equal ones around a circle. Rounded to multiples of 2^-40, because two
/// compilers may disagree on the last bits of a sine, and a mesh must be the same for both.
Direction2 CircleStep(int32_t step, int32_t steps);

using Ring = std::vector<Vec3>;

/// `count` points of the unit circle, or of the square of half-width 1, counter-clockwise in the plane z = 0.
Ring MakeCircle(int32_t count);
Ring MakeSquare(int32_t pointsPerSide);

/// A line from the axis to the axis: half of what a shape looks like when cut along z.
struct ProfilePoint {
    double radius = 0, height = 0;
};
using Profile = std::vector<ProfilePoint>;

/// Goes on from the last point of the profile to `end` in equal steps.
void Extend(Profile& profile, ProfilePoint end, int32_t steps);

/// The cross-section, scaled by each radius of the profile and put at each height. Radius 0 at an end makes a pole;
/// any other radius leaves that end open.
TriangleMesh Loft(const Profile& profile, const Ring& crossSection);

/// Joins rings of equal length, each counter-clockwise around the direction of travel, and closes both ends by poles.
TriangleMesh JoinRings(const std::vector<Ring>& rings, const Vec3& firstPole, const Vec3& lastPole);

TriangleMesh MakeBox(const Vec3& halfSize);
TriangleMesh MakeTorus(double majorRadius, double minorRadius, int32_t majorSteps, int32_t minorSteps);
TriangleMesh MakeCylinder(double radius, double halfHeight, int32_t around, std::array<int32_t, 2> capAndSideSteps);
TriangleMesh MakeCone(double radius, double halfHeight, int32_t around, std::array<int32_t, 2> baseAndSideSteps);

void Append(TriangleMesh& mesh, const TriangleMesh& other);
void TurnInsideOut(TriangleMesh& mesh);
void Translate(TriangleMesh& mesh, const Vec3& offset);
void Scale(TriangleMesh& mesh, const Vec3& factors);  // positive ones

/// A quarter turn about x: y becomes z.
void TurnAboutX(TriangleMesh& mesh);

}  // namespace spheretree::scenes
