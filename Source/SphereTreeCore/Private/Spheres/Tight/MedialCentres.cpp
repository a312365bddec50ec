// This work is based on: Jaehwan Ma, Sang Won Bae, Sunghee Choi. 3D medial axis point approximation using nearest
// neighbors and the normal field. 2012. A ball that touches at a point is shrunk to the nearest other point inside it
// until there is none. Differs: the nearest point is asked of the surface itself, not of a cloud of samples.
#include "Spheres/Tight/MedialCentres.h"

#include "Spheres/RegionSpheres.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

constexpr int32_t kMostShrinks = 12;
constexpr double kRounding = 1e-9;  // of a radius, and of the bake's unit: the ball touches the surface

struct TouchPoint {
    Vec3 point, inward;
    double slack = 1e-3;  // of the radius: what the ball may reach beyond the surface
};

DeepCentre ShrinkBall(const DepthField& field, const TouchPoint& touch, double startRadius) {
    double radius = startRadius;
    for (int32_t step = 0;; ++step) {
        const Vec3 centre = touch.point + touch.inward * radius;
        const ClosestPoint nearest = field.surface->Closest(centre, radius * (1 + kRounding) + kRounding);
        const Vec3 chord = nearest.point - touch.point;
        const double ahead = Dot(chord, touch.inward);
        const double next = LengthSquared(chord) / (2 * ahead);
        const bool isStopped = nearest.distance < radius * (1 - touch.slack) && ahead > 0 && next < radius;
        if (!isStopped || step == kMostShrinks)
            return {centre, field.surface->IsInside(centre) ? nearest.distance : -nearest.distance};
        radius = next;
    }
}

/// At every other patch the normal is that of the smooth surface which the facets stand for: seen from a facet itself,
/// each edge of a faceted tube has a sheet of the medial axis of its own, and hardly a ball is as large as the tube.
std::vector<TouchPoint> SpreadOver(const Region& region, int32_t count) {
    constexpr double kSmoothSlack = 0.08;  // a ball along a smooth normal cuts into its facet
    const std::vector<Vec3> normals = PointNormals(region.patches);
    std::vector<TouchPoint> touches;
    const int64_t patches = int64_t(region.patches.patches.size());
    const int64_t taken = std::min<int64_t>(count, patches);
    for (int64_t i = 0; i < taken; ++i) {
        const auto& [a, b, c] = region.patches.patches[size_t((2 * i + 1) * patches / (2 * taken))];
        const std::vector<Vec3>& points = region.patches.points;
        const Vec3 &p = points[size_t(a)], &q = points[size_t(b)], &r = points[size_t(c)];
        TouchPoint touch{(p + q + r) / 3, -Normalized(Cross(q - p, r - p))};
        const Vec3 smooth = -Normalized(normals[size_t(a)] + normals[size_t(b)] + normals[size_t(c)]);
        if (i % 2 && Dot(smooth, touch.inward) > 0.5) touch.inward = smooth, touch.slack = kSmoothSlack;
        touches.push_back(touch);
    }
    return touches;
}

DeepCentre AtTouch(const DepthField& field, const TouchPoint& touch) { return {touch.point, field.At(touch.point)}; }

/// A sheet, or a part that faces inward, has no inside of its own: balls end outside. One here and there does so on any
/// mesh, where facets cross, and others stand in for it.
bool LacksInside(const std::vector<DeepCentre>& centres) {
    constexpr int64_t kOneOf = 8;
    const auto isOutside = [](const DeepCentre& centre) { return !(centre.depth > 0); };
    return kOneOf * std::count_if(centres.begin(), centres.end(), isOutside) > int64_t(centres.size());
}

}  // namespace

std::vector<DeepCentre> FindMedialCentres(const BakeContext& bake, const Region& region, int32_t count,
                                          const Host& host) {
    const std::vector<TouchPoint> touches = SpreadOver(region, count);
    std::vector<DeepCentre> centres(touches.size());
    host.parallelFor(int64_t(touches.size()), [&](int64_t i) {
        if (bake.cancelled()) return;
        const TouchPoint& touch = touches[size_t(i)];
        const bool canShrink = bake.depth.hasInside && LengthSquared(touch.inward) > 0;
        centres[size_t(i)] = canShrink ? ShrinkBall(bake.depth, touch, 1.0) : AtTouch(bake.depth, touch);
    });
    if (bake.depth.hasInside && LacksInside(centres) && !bake.cancelled())
        for (size_t i = 0; i < centres.size(); ++i)
            if (!(centres[i].depth > 0)) centres[i] = AtTouch(bake.depth, touches[i]);
    return centres;
}

}  // namespace spheretree
