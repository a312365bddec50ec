// From a pose back to the parameters of its joint.

#include "Tabulate/Joint.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace spheretree {

namespace {

constexpr double kTurn = 2 * std::numbers::pi;

/// The value in the range, or the nearer end; for angles, full turns do not matter.
double Kept(double value, const MotionRange& range) { return std::clamp(value, range.low, range.high); }
double KeptAngle(double angle, const MotionRange& range) {
    double best = Kept(angle, range);
    for (const double other : {angle - kTurn, angle + kTurn})
        if (std::fabs(Kept(other, range) - other) < std::fabs(best - angle)) {
            best = Kept(other, range);
            angle = other;
        }
    return best;
}

double TwistAbout(const Quat& turn, const Vec3& axis) {
    const double angle = 2 * std::atan2(Dot(VectorOf(turn), axis), turn.w);
    return angle > kTurn / 2 ? angle - kTurn : angle <= -kTurn / 2 ? angle + kTurn : angle;
}

/// The joint's turn and way that make this pose.
struct JointPlace {
    Quat turn;
    Vec3 way;
    JointPlace(const MotionConstraint& constraint, const Pose& pose) {
        turn = Multiply(Normalized(pose.rotation), Conjugate(Normalized(constraint.rest.rotation)));
        way = pose.position - constraint.pivot - ToRotation(turn) * (constraint.rest.position - constraint.pivot);
    }
};

void DoubleHingeAngles(const MotionConstraint& constraint, const JointAxes& axes, const Quat& turn, double* values) {
    const Vec3 to = ToRotation(turn) * axes.along;
    const double along = Dot(axes.along, axes.outer);
    const Vec3 start = axes.along - axes.outer * along, end = to - axes.outer * Dot(to, axes.outer);
    const double second =
        KeptAngle(std::atan2(Dot(axes.outer, Cross(start, end)), Dot(start, end)), constraint.ranges[1]);
    const Quat inner = Multiply(FromTurn(axes.outer * -second), turn);
    values[0] = KeptAngle(TwistAbout(inner, axes.along), constraint.ranges[0]);
    values[1] = second;
}

void BallAngles(const MotionConstraint& constraint, const JointAxes& axes, const Quat& turn, double* values) {
    const double twist = TwistAbout(turn, axes.along);
    Vec3 lean = TurnOf(Multiply(turn, FromTurn(axes.along * -twist)));
    if (const double angle = Length(lean); angle > constraint.cone) lean *= constraint.cone / angle;
    values[0] = Dot(lean, axes.first);
    values[1] = Dot(lean, axes.second);
    values[2] = KeptAngle(twist, constraint.ranges[0]);
}

void BoxValues(const MotionConstraint& constraint, const JointAxes& axes, const JointPlace& place, double* values) {
    const Rotation turn = ToRotation(place.turn);
    const Vec3 x = turn * axes.first, y = turn * axes.second, z = turn * axes.along;
    const double sine = std::clamp(-Dot(axes.along, x), -1.0, 1.0);
    const double angles[3] = {std::atan2(Dot(axes.along, y), Dot(axes.along, z)), std::asin(sine),
                              std::atan2(Dot(axes.second, x), Dot(axes.first, x))};
    const double ways[3] = {Dot(place.way, axes.first), Dot(place.way, axes.second), Dot(place.way, axes.along)};
    for (size_t i = 0; i < 3; ++i) values[i] = Kept(ways[i], constraint.ranges[i]);
    for (size_t i = 0; i < 3; ++i) values[3 + i] = KeptAngle(angles[i], constraint.ranges[3 + i]);
}

struct Nearest {
    double at = 0, off = 0;
};

/// The better of the two places on a recorded way that fit the position and the rotation.
Nearest NearestOnWay(const MotionConstraint& constraint, size_t segment, const Pose& pose, double arm) {
    const std::vector<Pose>& poses = constraint.poses;
    const Pose &from = poses[segment], &to = poses[std::min(segment + 1, poses.size() - 1)];
    const Vec3 way = to.position - from.position, turn = TurnBetween(from, to);
    const double wayParts[2] = {
        LengthSquared(way) > 0 ? Dot(pose.position - from.position, way) / LengthSquared(way) : 0,
        LengthSquared(turn) > 0 ? Dot(TurnBetween(from, pose), turn) / LengthSquared(turn) : 0};
    Nearest best{0, std::numeric_limits<double>::infinity()};
    for (const double part : wayParts) {
        const double at = static_cast<double>(segment) + std::clamp(part, 0.0, 1.0);
        const double off = PoseDistance(PoseAtParameters(constraint, &at), pose, {}, arm);
        if (off < best.off) best = {at, off};
    }
    return best;
}

double NearestRecorded(const MotionConstraint& constraint, const Pose& pose, const PoseSearch& search) {
    const size_t ways = std::max<size_t>(constraint.poses.size() - 1, 1);
    const size_t guess = std::min(static_cast<size_t>(std::max(search.near, 0.0)), ways - 1);
    Nearest best{0, std::numeric_limits<double>::infinity()};
    const auto look = [&](size_t segment) {
        const Nearest here = NearestOnWay(constraint, segment, pose, search.arm);
        if (here.off < best.off) best = here;
        return best.off <= search.enough;
    };
    if (look(guess) || (guess + 1 < ways && look(guess + 1)) || (guess > 0 && look(guess - 1))) return best.at;
    for (size_t segment = 0; segment < ways; ++segment)
        if (look(segment)) break;
    return best.at;
}

}  // namespace

void FindParameters(const MotionConstraint& constraint, const Pose& pose, const PoseSearch& search, double* values) {
    if (constraint.kind == MotionKind::Fixed) return;
    if (constraint.kind == MotionKind::Poses) {
        values[0] = NearestRecorded(constraint, pose, search);
        return;
    }
    const JointAxes axes(constraint);
    const JointPlace place(constraint, pose);
    const std::vector<MotionRange>& ranges = constraint.ranges;
    switch (constraint.kind) {
        case MotionKind::Hinge:
            values[0] = KeptAngle(TwistAbout(place.turn, axes.along), ranges[0]);
            return;
        case MotionKind::DoubleHinge:
            return DoubleHingeAngles(constraint, axes, place.turn, values);
        case MotionKind::Slider:
            values[0] = Kept(Dot(place.way, axes.along), ranges[0]);
            return;
        case MotionKind::Ball:
            return BallAngles(constraint, axes, place.turn, values);
        case MotionKind::Planar:
            values[0] = Kept(Dot(place.way, axes.first), ranges[0]);
            values[1] = Kept(Dot(place.way, axes.second), ranges[1]);
            values[2] = KeptAngle(TwistAbout(place.turn, axes.along), ranges[2]);
            return;
        default:
            return BoxValues(constraint, axes, place, values);
    }
}

std::vector<double> ParametersOfPose(const MotionConstraint& constraint, const Pose& pose, const PoseSearch& search) {
    std::vector<double> values(static_cast<size_t>(MotionParameterCount(constraint.kind)));
    FindParameters(constraint, pose, search, values.data());
    return values;
}

}  // namespace spheretree
