#include "Scene/SceneData.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {
constexpr double kFarthest = 1e12;
constexpr double kSmallestRadius = 1e-6, kLargestRadius = 1e9;
constexpr double kRounding = 1e-15;  // of a few double operations

// The box of a ball that moves along a straight line, in the world.
Extent BallBounds(const Vec3& from, const Vec3& drift, double radius) {
    const double ends[3][2] = {{from.x, from.x + drift.x}, {from.y, from.y + drift.y}, {from.z, from.z + drift.z}};
    Extent box;
    for (int axis = 0; axis < 3; ++axis) {
        const double low = std::min(ends[axis][0], ends[axis][1]), high = std::max(ends[axis][0], ends[axis][1]);
        const double pad = radius + 4 * kRounding * (radius + std::fabs(low) + std::fabs(high));
        box.end[axis][0] = low - pad;
        box.end[axis][1] = high + pad;
    }
    return box;
}
}  // namespace

std::string FindPoseFault(const Pose& pose) {
    if (!(LargestAbs(pose.position) < kFarthest) || !IsFinite(pose.position))
        return "The position is not finite, or farther than 1e12 units from the origin.";
    const double squared = LengthSquared(pose.rotation);
    if (!(squared > 1e-12 && squared < 1e12)) return "The rotation is zero or not finite.";
    return "";
}

std::string FindScaleFault(const Vec3& scale, const PackedTree& tree) {
    if (!IsFinite(scale)) return "The scale is not finite.";
    const double radius = LargestAbs(scale) * tree.unit;
    if (!(radius >= kSmallestRadius && radius <= kLargestRadius))
        return "Scaled, the body's radius must lie between 1e-6 and 1e9 units; a scale of zero leaves nothing to "
               "touch.";
    if (!(LargestAbs(Scaled(tree.origin, scale)) < kFarthest)) return "The tree lies too far from its own origin.";
    return "";
}

std::string FindScaleFault(const Vec3& scale, const ConvexShape& shape) {
    if (!IsFinite(scale)) return "The scale is not finite.";
    const double radius = BoundingRadius(shape, scale);
    if (!(radius >= kSmallestRadius && radius <= kLargestRadius))
        return "Scaled, the shape's radius must lie between 1e-6 and 1e9 units.";
    return "";
}

namespace {
void DeriveShape(Body& body) {
    for (size_t i = 0; i < 3; ++i) body.shapeMap.row[i] = Scaled(body.turn.row[i], body.scale);
    body.shapeMap.offset = body.pose.position;
    body.radius = body.reach = body.span = BoundingRadius(*body.shape, body.scale);
}

// Along each axis, the farthest point of the shape and of the way that it moves.
Extent ShapeBounds(const Body& body) {
    const PlacedShape placed{body.shape.get(), body.shapeMap, 0, body.drift};
    const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    Extent box;
    for (int axis = 0; axis < 3; ++axis) {
        const double low = Dot(SupportPoint(placed, -axes[axis]), axes[axis]);
        const double high = Dot(SupportPoint(placed, axes[axis]), axes[axis]);
        const double pad = body.spin + 8 * kRounding * (body.radius + std::fabs(low) + std::fabs(high));
        box.end[axis][0] = low - pad;
        box.end[axis][1] = high + pad;
    }
    return box;
}
}  // namespace

void DeriveFrame(Body& body) {
    body.pose.rotation = Normalized(body.pose.rotation);
    body.turn = ToRotation(body.pose.rotation);
    for (int i = 0; i < 3; ++i) {
        body.rows[i][0] = static_cast<float>(body.turn.row[i].x);
        body.rows[i][1] = static_cast<float>(body.turn.row[i].y);
        body.rows[i][2] = static_cast<float>(body.turn.row[i].z);
    }
    if (!body.tree) {
        body.centre = body.pose.position;
        if (body.shape) DeriveShape(body);
        return;
    }
    const double largest = LargestAbs(body.scale);
    const Vec3 offset = body.turn * Scaled(body.tree->origin, body.scale);
    body.centre = body.pose.position + offset;
    body.size = largest * body.tree->unit;
    body.perSize = 1 / body.size;
    body.span = body.size * static_cast<double>(body.tree->extent);
    body.blocks = body.tree->blocks.data();
    body.laneCount = body.tree->laneCount.data();
    body.nearestLeaf = body.tree->nearestLeaf.data();
    body.support = body.tree->support.data();
    body.uneven = (largest - SmallestAbs(body.scale)) * body.tree->unit;
    body.squeeze = body.scale / largest;
    body.isEven = body.squeeze == Vec3{1, 1, 1};
    body.radius = body.size * static_cast<double>(body.tree->blocks[0].radius[0]);
    body.reach = Length(offset) + body.radius;
    body.rootError = body.tree->blocks[0].error[0] * body.size + body.tree->blocks[0].radius[0] * body.uneven;
}

void DeriveMotion(Body& body, double timeStep) {
    body.drift = body.linearVelocity * timeStep;
    body.spin = !body.isGround ? body.reach * std::min(2.0, Length(body.angularVelocity) * timeStep) : 0;
    body.rounding = 16 * 0x1p-53 * (LargestAbs(body.centre) + body.reach + LargestAbs(body.drift));
    body.moves = !(body.drift == Vec3{}) || body.spin > 0;
}

Extent BoundsOf(const Body& body) {
    if (body.tree) return BallBounds(body.centre, body.drift, body.radius + body.spin);
    if (body.shape) return ShapeBounds(body);
    const HeightGrid& grid = *body.ground;
    const Vec3 half{grid.width / 2, grid.depth / 2, (grid.highest - grid.bottom) / 2};
    const Vec3 middle = body.pose.position + body.turn * Vec3{half.x, half.y, (grid.highest + grid.bottom) / 2};
    const Vec3 reach{
        Dot({std::fabs(body.turn.row[0].x), std::fabs(body.turn.row[0].y), std::fabs(body.turn.row[0].z)}, half),
        Dot({std::fabs(body.turn.row[1].x), std::fabs(body.turn.row[1].y), std::fabs(body.turn.row[1].z)}, half),
        Dot({std::fabs(body.turn.row[2].x), std::fabs(body.turn.row[2].y), std::fabs(body.turn.row[2].z)}, half)};
    Extent box;
    const double at[3] = {middle.x, middle.y, middle.z}, by[3] = {reach.x, reach.y, reach.z};
    for (int axis = 0; axis < 3; ++axis) {
        const double pad = by[axis] + 8 * kRounding * (by[axis] + std::fabs(at[axis]) + LargestAbs(half));
        box.end[axis][0] = at[axis] - pad;
        box.end[axis][1] = at[axis] + pad;
    }
    return box;
}

}  // namespace spheretree
