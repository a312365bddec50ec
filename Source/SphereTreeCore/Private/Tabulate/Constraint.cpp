#include "SphereTree/MotionConstraint.h"

#include "Tabulate/Joint.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace spheretree {

namespace {

constexpr double kFullTurn = 2 * std::numbers::pi, kAngleRounding = 1e-9;
constexpr double kFarthestWay = 1e9;
constexpr std::array<const char*, kMotionKindCount> kKindNames{"fixed", "hinge",  "double-hinge", "slider",
                                                               "ball",  "planar", "box",          "poses"};

/// How many of the constraint's own ranges there are, and which of them are angles.
struct RangeForm {
    int32_t count;
    uint32_t angles;  // bits
};

RangeForm FormOf(MotionKind kind) {
    constexpr std::array<RangeForm, kMotionKindCount> kForms{
        {{0, 0}, {1, 1}, {2, 3}, {1, 0}, {1, 1}, {3, 4}, {6, 56}, {0, 0}}};
    return kForms[static_cast<size_t>(kind)];
}

bool NeedsSecondAxis(MotionKind kind) {
    return kind == MotionKind::DoubleHinge || kind == MotionKind::Ball || kind == MotionKind::Planar ||
           kind == MotionKind::Box;
}

std::string FindRestFault(const Pose& pose, const std::string& name) {
    if (!IsFinite(pose.position) || !(LargestAbs(pose.position) < kFarthestWay))
        return name + " has a position that is not finite, or farther than 1e9 units away.";
    const double squared = LengthSquared(pose.rotation);
    if (!(squared > 1e-12 && squared < 1e12)) return name + " has a rotation that is zero or not finite.";
    return "";
}

std::string FindAxisFault(const MotionConstraint& constraint) {
    if (!IsFinite(constraint.pivot) || !(LargestAbs(constraint.pivot) < kFarthestWay))
        return "The constraint's pivot is not finite, or farther than 1e9 units away.";
    const double length = Length(constraint.axis);
    if (!(length > 1e-12 && length < 1e12))
        return "The constraint's axis has no direction: give three numbers that are not all zero.";
    if (!NeedsSecondAxis(constraint.kind)) return "";
    const double second = Length(constraint.secondAxis);
    if (!(second > 1e-12 && second < 1e12))
        return "The constraint's second axis has no direction: give three numbers that are not all zero.";
    if (!(Length(Cross(constraint.axis / length, constraint.secondAxis / second)) > 1e-6))
        return "The constraint's two axes are parallel; the second must point elsewhere.";
    return "";
}

std::string FindRangeFault(const MotionConstraint& constraint) {
    const RangeForm form = FormOf(constraint.kind);
    if (constraint.ranges.size() != static_cast<size_t>(form.count))
        return std::string("A constraint of kind ") + MotionKindName(constraint.kind) + " has " +
               std::to_string(form.count) + " ranges, not " + std::to_string(constraint.ranges.size()) + ".";
    for (size_t i = 0; i < constraint.ranges.size(); ++i) {
        const MotionRange& range = constraint.ranges[i];
        const std::string name = "Range " + std::to_string(i + 1) + " of the constraint";
        const bool isAngle = form.angles >> i & 1;
        const double most = isAngle ? kFullTurn + kAngleRounding : kFarthestWay;
        if (!(range.low <= range.high))
            return name + " runs from " + std::to_string(range.low) + " to " + std::to_string(range.high) +
                   "; the first number must not be larger than the second.";
        if (!(std::fabs(range.low) <= most && std::fabs(range.high) <= most))
            return name + (isAngle ? " goes beyond a full turn." : " goes beyond 1e9 units.");
        if (isAngle && !(range.high - range.low <= kFullTurn + kAngleRounding))
            return name + " spans more than a full turn.";
    }
    if (constraint.kind == MotionKind::Box &&
        !(constraint.ranges[4].low >= -kFullTurn / 4 && constraint.ranges[4].high <= kFullTurn / 4))
        return "Range 5 of the constraint, the middle angle, goes beyond a quarter turn.";
    return "";
}

std::string FindPosesFault(const std::vector<Pose>& poses) {
    if (poses.empty()) return "The constraint's list of poses is empty; record at least one.";
    if (poses.size() > static_cast<size_t>(kMostRecordedPoses))
        return "The constraint has " + std::to_string(poses.size()) + " poses; at most " +
               std::to_string(kMostRecordedPoses) + " can be tabulated. Leave some out.";
    for (size_t i = 0; i < poses.size(); ++i)
        if (std::string fault = FindRestFault(poses[i], "Pose " + std::to_string(i + 1)); !fault.empty()) return fault;
    return "";
}

/// The turn and the way of a joint, in the first body's frame, about its pivot.
struct JointMotion {
    Quat turn;
    Vec3 way;
};

JointMotion MotionAt(const MotionConstraint& constraint, const double* q) {
    const JointAxes axes(constraint);
    switch (constraint.kind) {
        case MotionKind::Hinge:
            return {FromTurn(axes.along * q[0]), {}};
        case MotionKind::DoubleHinge:
            return {Multiply(FromTurn(axes.outer * q[1]), FromTurn(axes.along * q[0])), {}};
        case MotionKind::Slider:
            return {{}, axes.along * q[0]};
        case MotionKind::Ball:
            return {Multiply(FromTurn(axes.first * q[0] + axes.second * q[1]), FromTurn(axes.along * q[2])), {}};
        case MotionKind::Planar:
            return {FromTurn(axes.along * q[2]), axes.first * q[0] + axes.second * q[1]};
        case MotionKind::Box:
            return {Multiply(FromTurn(axes.along * q[5]),
                             Multiply(FromTurn(axes.second * q[4]), FromTurn(axes.first * q[3]))),
                    axes.first * q[0] + axes.second * q[1] + axes.along * q[2]};
        default:
            return {};
    }
}

Pose RecordedPose(const std::vector<Pose>& poses, double at) {
    const double last = static_cast<double>(poses.size() - 1);
    const double kept = std::clamp(at, 0.0, last);
    const size_t before = std::min(static_cast<size_t>(kept), poses.size() - 1);
    const size_t after = std::min(before + 1, poses.size() - 1);
    const double part = kept - static_cast<double>(before);
    const Pose &from = poses[before], &to = poses[after];
    const Quat turned = Multiply(FromTurn(TurnBetween(from, to) * part), Normalized(from.rotation));
    return {from.position * (1 - part) + to.position * part, turned};
}

}  // namespace

JointAxes::JointAxes(const MotionConstraint& constraint) {
    along = Normalized(constraint.axis);
    outer = Normalized(constraint.secondAxis);
    Vec3 across = constraint.secondAxis - along * Dot(constraint.secondAxis, along);
    if (!(LengthSquared(across) > 1e-24))
        across = Cross(along, std::fabs(along.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
    first = Normalized(across);
    second = Cross(along, first);
}

Vec3 TurnOf(const Quat& q) {
    const Vec3 v = q.w < 0 ? -VectorOf(q) : VectorOf(q);
    const double sine = Length(v);
    if (!(sine > 1e-300)) return {};
    return v * (2 * std::atan2(sine, std::fabs(q.w)) / sine);
}

Vec3 TurnBetween(const Pose& from, const Pose& to) {
    return TurnOf(Multiply(Normalized(to.rotation), Conjugate(Normalized(from.rotation))));
}

double PoseDistance(const Pose& a, const Pose& b, const Vec3& centre, double reach) {
    const Quat p = Normalized(a.rotation), q = Normalized(b.rotation);
    const double moved = Distance(a.position + ToRotation(p) * centre, b.position + ToRotation(q) * centre);
    return moved + 2 * Length(VectorOf(Multiply(p, Conjugate(q)))) * reach;
}

Pose PoseAtParameters(const MotionConstraint& constraint, const double* values) {
    if (constraint.kind == MotionKind::Poses) return RecordedPose(constraint.poses, values[0]);
    const JointMotion motion = MotionAt(constraint, values);
    const Quat turn = Multiply(motion.turn, Normalized(constraint.rest.rotation));
    return {constraint.pivot + ToRotation(motion.turn) * (constraint.rest.position - constraint.pivot) + motion.way,
            turn};
}

const char* MotionKindName(MotionKind kind) {
    const size_t number = static_cast<size_t>(kind);
    return number < kKindNames.size() ? kKindNames[number] : nullptr;
}

std::string FindConstraintFault(const MotionConstraint& constraint) {
    if (MotionKindName(constraint.kind) == nullptr) return "The constraint is of a kind that is not known.";
    if (std::string fault = FindRestFault(constraint.rest, "The constraint's rest"); !fault.empty()) return fault;
    if (constraint.kind == MotionKind::Poses) return FindPosesFault(constraint.poses);
    if (constraint.kind != MotionKind::Fixed)
        if (std::string fault = FindAxisFault(constraint); !fault.empty()) return fault;
    if (constraint.kind == MotionKind::Ball && !(constraint.cone >= 0 && constraint.cone <= std::numbers::pi))
        return "The constraint's cone must be an angle from 0 to half a turn.";
    return FindRangeFault(constraint);
}

std::vector<MotionRange> ParameterRanges(const MotionConstraint& constraint) {
    if (constraint.kind == MotionKind::Poses)
        return {{0, constraint.poses.empty() ? 0 : static_cast<double>(constraint.poses.size() - 1)}};
    if (constraint.kind != MotionKind::Ball) return constraint.ranges;
    return {{-constraint.cone, constraint.cone}, {-constraint.cone, constraint.cone}, constraint.ranges[0]};
}

Pose PoseOfMotion(const MotionConstraint& constraint, const std::vector<double>& values) {
    double kept[kMostMotionParameters] = {};
    for (size_t i = 0; i < values.size() && i < kMostMotionParameters; ++i) kept[i] = values[i];
    return PoseAtParameters(constraint, kept);
}

}  // namespace spheretree
