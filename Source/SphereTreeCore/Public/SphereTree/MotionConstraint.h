#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Scene.h"
#include "SphereTree/Vec3.h"

#include <cstdint>
#include <string>
#include <vector>

namespace spheretree {

/// How the second body of a pair may move relative to the first.
enum class MotionKind : uint8_t {
    Fixed,        // not at all: only its shape changes
    Hinge,        // an angle about `axis`: a door
    DoubleHinge,  // an angle about `axis`, then one about `secondAxis`: the paper's jaw, opening and lateral
    Slider,       // a way along `axis`: a piston
    Ball,         // `axis` leans within a cone, and the body twists about it: a shoulder
    Planar,       // two ways across `axis` and an angle about it: a puck on a table
    Box,          // three ways and three angles, each within its range
    Poses         // recorded poses and the straight ways between neighbours: an animation
};
inline constexpr int32_t kMotionKindCount = 8;

struct MotionRange {
    double low = 0, high = 0;
};

/// A constraint as data. All of it in the first body's frame; angles in radians. With every parameter 0 the second body
/// is at `rest`. Parameters, in the order of `ranges`:
///
///   Fixed        none
///   Hinge        angle about axis
///   DoubleHinge  angle about axis, angle about secondAxis (applied last; both axes pass through the pivot)
///   Slider       way along axis
///   Ball         the turn that makes the axis lean, about secondAxis and about the direction across it (its length is
///                the angle, at most `cone`); twist about axis (applied first). `ranges` holds the twist alone.
///   Planar       way along secondAxis, way across it, angle about axis (applied first)
///   Box          ways along secondAxis, across it, along axis; angles about the same three, applied in that order
///                before the ways; the middle one within a quarter turn, so that a pose has one set of angles
///   Poses        0 at the first pose, 1 at the second, and so on; `ranges` is empty
struct MotionConstraint {
    MotionKind kind = MotionKind::Hinge;
    Pose rest;
    Vec3 pivot;
    Vec3 axis{0, 0, 1};
    Vec3 secondAxis{1, 0, 0};  // Ball, Planar, Box: made perpendicular to `axis`
    std::vector<MotionRange> ranges;
    double cone = 0;          // Ball
    std::vector<Pose> poses;  // Poses: of the second body in the first one's frame
};

inline constexpr int32_t kMostRecordedPoses = 1'000'000;

/// The name that tool and files use: "double-hinge"; nullptr for a value that is no kind.
SPHERETREECORE_API const char* MotionKindName(MotionKind kind);

/// Empty, or a sentence: limits the wrong way round, an axis without direction, no pose, a million poses.
SPHERETREECORE_API std::string FindConstraintFault(const MotionConstraint& constraint);

/// The range of each parameter, the ball's leans and the poses' place among them.
SPHERETREECORE_API std::vector<MotionRange> ParameterRanges(const MotionConstraint& constraint);

/// The second body's pose in the first one's frame. `values` has one number per parameter; the constraint is sound.
SPHERETREECORE_API Pose PoseOfMotion(const MotionConstraint& constraint, const std::vector<double>& values);

/// Where to look for a pose, and how near is near enough.
struct PoseSearch {
    double near = 0;    // Poses: the parameter to try first; it costs little only when the guess is good
    double enough = 0;  // Poses: a pose that is no farther off ends the search
    double arm = 1;     // how far from its origin the second body reaches: what a turn is worth
};

/// The parameters whose pose comes close to this one, kept within their ranges. How close it is, PoseOfMotion tells.
SPHERETREECORE_API std::vector<double> ParametersOfPose(const MotionConstraint& constraint, const Pose& pose,
                                                        const PoseSearch& search = {});

}  // namespace spheretree
