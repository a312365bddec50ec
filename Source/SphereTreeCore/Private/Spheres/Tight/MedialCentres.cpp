// This work is based on: Jaehwan Ma, Sang Won Bae, Sunghee Choi. 3D medial axis point approximation using nearest
// neighbors and the normal field. 2012. A ball that touches at a point is shrunk to the nearest other point inside it
// until there is none. Differs: the nearest point is asked of the surface itself, not of a cloud of samples.
#include "Spheres/Tight/MedialCentres.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

constexpr int32_t kMostShrinks = 12;
constexpr double kShrunkEnough = 1e-3;  // of the radius

struct TouchPoint {
    Vec3 point, inward;
};

DeepCentre ShrinkBall(const DepthField& field, const TouchPoint& touch, double startRadius) {
    double radius = startRadius;
    Vec3 centre = touch.point + touch.inward * radius;
    double distance = 0;
    for (int32_t step = 0; step < kMostShrinks; ++step) {
        const ClosestPoint nearest = field.surface->Closest(centre);
        distance = nearest.distance;
        if (distance >= radius * (1 - kShrunkEnough)) break;
        const Vec3 chord = nearest.point - touch.point;
        const double ahead = Dot(chord, touch.inward);
        if (!(ahead > 0)) break;
        const double next = LengthSquared(chord) / (2 * ahead);
        if (!(next < radius)) break;
        radius = next;
        centre = touch.point + touch.inward * radius;
    }
    return {centre, field.At(centre)};
}

std::vector<TouchPoint> SpreadOver(const Region& region, int32_t count) {
    std::vector<TouchPoint> touches;
    const int64_t patches = int64_t(region.patches.patches.size());
    const int64_t taken = std::min<int64_t>(count, patches);
    for (int64_t i = 0; i < taken; ++i) {
        const auto& corners = region.patches.patches[size_t((2 * i + 1) * patches / (2 * taken))];
        const Vec3 &a = region.patches.points[size_t(corners[0])], &b = region.patches.points[size_t(corners[1])],
                   &c = region.patches.points[size_t(corners[2])];
        touches.push_back({(a + b + c) / 3, -Normalized(Cross(b - a, c - a))});
    }
    return touches;
}

}  // namespace

std::vector<DeepCentre> FindMedialCentres(const BakeContext& bake, const Region& region, int32_t count) {
    std::vector<DeepCentre> centres;
    for (const TouchPoint& touch : SpreadOver(region, count)) {
        if (bake.cancelled()) break;
        const bool canShrink = bake.depth.hasInside && LengthSquared(touch.inward) > 0;
        centres.push_back(canShrink ? ShrinkBall(bake.depth, touch, 1.0)
                                    : DeepCentre{touch.point, bake.depth.At(touch.point)});
    }
    return centres;
}

}  // namespace spheretree
