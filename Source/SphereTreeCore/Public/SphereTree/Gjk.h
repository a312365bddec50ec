#pragma once

#include "SphereTree/ConvexShape.h"

#include <cstdint>

// Two convex shapes: how far apart they are, or an axis that separates them.
// [Van den Bergen 1999] 4.4; [Gilbert, Johnson, Keerthi 1988].
namespace spheretree {

/// Why an iteration ended: the four rules of 4.4.4, and the two ordinary ends.
enum class GjkStop : uint8_t {
    Near,       // the relative error of the distance fell below the tolerance
    Touching,   // the distance fell below what rounding can tell from zero
    NoSubset,   // rounding left no part of the simplex that is nearest: the last answer stands
    SamePoint,  // a support point came back: rounding hides further progress
    Separated,  // the axis separates (only when that alone is asked)
    Inside,     // the simplex encloses the origin: they overlap
    Steps       // the limit of steps; never met in tests
};

struct GjkOptions {
    double relativeError = 1e-9;
    int32_t mostSteps = 256;
};

struct GjkDistance {
    double distance = 0;    // 0: they overlap or touch
    double lowerBound = 0;  // proven: the true distance is at least this
    Vec3 pointA, pointB;    // closest points; a common one when they overlap
    Vec3 axis;              // from b to a, not of unit length; proves lowerBound; zero when they overlap
    int32_t steps = 0;
    GjkStop stop = GjkStop::Near;
};

/// Closest points of two shapes. [Van den Bergen 1999] Algorithm 4.1.
SPHERETREECORE_API GjkDistance MeasureGjk(const PlacedShape& a, const PlacedShape& b, const GjkOptions& options = {});

struct GjkOverlap {
    bool overlaps = false;
    Vec3 axis;    // separates, when they do not overlap: v · (x − y) > 0 for all points x of a and y of b
    Vec3 common;  // a point of both, when they do
    int32_t steps = 0;
    GjkStop stop = GjkStop::Separated;
};

/// Whether they overlap. `axis` is where to start: what the last frame gave makes this ISA-GJK, which mostly ends after
/// one step; any other vector will do. [Van den Bergen 1999] Algorithm 4.2
SPHERETREECORE_API GjkOverlap FindSeparatingAxis(const PlacedShape& a, const PlacedShape& b,
                                                 const Vec3& axis = {1, 0, 0}, const GjkOptions& options = {});

/// How far the second must move until the two no longer overlap, and which way. The depth lies between its two bounds:
/// `lowerBound` is the height of the polytope's lowest face, `depth` what a support proves.
struct GjkDepth {
    bool overlaps = false;  // false: the rest means nothing
    double depth = 0;       // proven: moving by so much along the normal parts them
    double lowerBound = 0;  // no shorter way does
    Vec3 normal;            // unit, from a to b
    Vec3 pointA, pointB;    // the deepest point of each in the other
    int32_t steps = 0;
};

/// The expanding polytope. Ends when the bounds are as close as relativeError, or when rounding or mostSteps end it.
SPHERETREECORE_API GjkDepth MeasureDepth(const PlacedShape& a, const PlacedShape& b,
                                         const GjkOptions& options = {1e-6, 128});

}  // namespace spheretree
