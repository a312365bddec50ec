#pragma once

#include "Scene/Rigid.h"
#include "SphereTree/MotionConstraint.h"

#include <array>

namespace spheretree {

inline constexpr int32_t kMostMotionParameters = 6;

/// The directions of a constraint: `along` is its axis, `first` and `second` span the plane across it.
struct JointAxes {
    Vec3 first, second, along;
    Vec3 outer;  // DoubleHinge: the second axis as it is

    explicit JointAxes(const MotionConstraint& constraint);
};

inline Quat Conjugate(const Quat& q) { return {-q.x, -q.y, -q.z, q.w}; }
inline Vec3 VectorOf(const Quat& q) { return {q.x, q.y, q.z}; }

/// The rotation vector of a unit quaternion, at most half a turn.
Vec3 TurnOf(const Quat& q);

/// The rotation that leads from one recorded pose to the next, the short way round.
Vec3 TurnBetween(const Pose& from, const Pose& to);

/// PoseOfMotion without a vector.
Pose PoseAtParameters(const MotionConstraint& constraint, const double* values);

/// ParametersOfPose without a vector.
void FindParameters(const MotionConstraint& constraint, const Pose& pose, const PoseSearch& search, double* values);

/// How far apart two poses carry a point that is at most `reach` from `centre`: an upper bound.
double PoseDistance(const Pose& a, const Pose& b, const Vec3& centre, double reach);

inline int32_t MotionParameterCount(MotionKind kind) {
    constexpr std::array<int32_t, kMotionKindCount> kCounts{0, 1, 2, 1, 3, 3, 6, 1};
    return kCounts[static_cast<size_t>(kind)];
}

}  // namespace spheretree
