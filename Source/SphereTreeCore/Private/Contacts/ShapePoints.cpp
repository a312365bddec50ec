#include "Contacts/ShapePoints.h"

#include "Convex/PointShape.h"
#include "SphereTree/Gjk.h"
#include "Traverse/Frames.h"
#include "Traverse/QueryWork.h"

#include <algorithm>

namespace spheretree {

namespace {

constexpr int kMostTrials = 40;

PlacedShape PlacedAt(const Body& body, double time) {
    PlacedShape placed{body.shape.get(), body.shapeMap, 0, {}};
    placed.map.offset += body.drift * time;
    return placed;
}

/// When a point that moves straight is closest to a convex body: the distance is convex in time, so thirds will find
/// it.
double ClosestTime(const Body& tree, const Body& shape, const Vec3& centre) {
    if (tree.drift == shape.drift) return 0;
    double from = 0, to = 1;
    for (int i = 0; i < kMostTrials; ++i) {
        const double early = from + (to - from) / 3, late = to - (to - from) / 3;
        const auto gap = [&](double t) {
            return MeasurePoint(PlacedAt(shape, t), shape.scale, centre + tree.drift * t).distance;
        };
        if (gap(early) <= gap(late))
            to = late;
        else
            from = early;
    }
    return (from + to) / 2;
}

/// When two shapes first meet: each step is as long as surely no meeting is passed.
double MeetingTime(const Body& a, const Body& b) {
    const double speed = Length(a.drift - b.drift);
    double time = 0;
    for (int i = 0; i < kMostTrials && speed > 0; ++i) {
        const double apart = MeasureGjk(PlacedAt(a, time), PlacedAt(b, time)).distance;
        if (!(apart > 1e-9 * (a.radius + b.radius))) break;
        time += apart / speed;
        if (time >= 1) return 1;
    }
    return time;
}

}  // namespace

void PlaceOnShape(ContactPoint& point, const Body& tree, const Body& shape, int32_t slot, double towards) {
    const NodeBall ball = BallAt(tree, slot);
    point.time = ClosestTime(tree, shape, ball.centre);
    const PointGap gap = MeasurePoint(PlacedAt(shape, point.time), shape.scale, ball.centre + tree.drift * point.time);
    point.normal = gap.normal * -towards;
    point.depth = ball.radius - gap.distance;
    point.position = gap.closest;
}

void PlaceShapeOnGround(ContactPoint& point, const Body& shape, const Body& ground, double towards) {
    const HeightHit hit = TestGroundShape(shape, ground);
    point.normal = ground.turn * Vec3{0, 0, -towards};
    point.depth = -hit.gap;
    point.position = ground.pose.position + ground.turn * hit.closest;
    point.time = LengthSquared(shape.drift) > 0 ? 0.5 : 0;
}

void PlaceShapes(ContactPoint& point, const Body& a, const Body& b) {
    point.time = MeetingTime(a, b);
    const PlacedShape first = PlacedAt(a, point.time), second = PlacedAt(b, point.time);
    const GjkDepth depth = MeasureDepth(first, second);
    point.isExact = true;
    if (depth.overlaps) {
        point.depth = depth.depth;
        point.normal = depth.normal;
        point.position = (depth.pointA + depth.pointB) * 0.5;
        return;
    }
    const GjkDistance apart = MeasureGjk(first, second);  // they just touch
    point.depth = -apart.distance;
    point.position = (apart.pointA + apart.pointB) * 0.5;
    const Vec3 between = LengthSquared(apart.axis) > 0 ? -apart.axis : b.centre - a.centre;
    point.normal = LengthSquared(between) > 0 ? Normalized(between) : Vec3{0, 0, 1};
}

}  // namespace spheretree
