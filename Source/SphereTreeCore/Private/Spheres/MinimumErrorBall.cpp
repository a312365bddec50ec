// [Bradshaw 2002] 6.1 asks for the minimum error sphere around a set of points (figure 5.13) and leaves open how.
// Here: a proximal bundle method. e(c) = max|p − c| − depth(c) is a maximum of distances plus, where the object is
// convex, a maximum of planes; each probe of the depth field gives one plane (the nearest surface point and the
// direction in which depth grows), each farthest point gives one distance. The model's minimum is the next probe.
// Depth is dear and points are cheap: points join the model, without a probe, until it agrees with all of them.
//
// Key: x → best.centre, t → reach (the length scale of a step), P → far, Q → probes
#include "Spheres/MinimumErrorBall.h"

#include "Spheres/MinimumBall.h"
#include "Spheres/ProximalStep.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <vector>

namespace spheretree {

namespace {
/// One look at the depth field.
struct DepthProbe {
    Vec3 centre;
    double radius = 0;  // that the points need around the centre
    double depth = 0;
    Vec3 nearest;   // on the surface
    Vec3 towardIn;  // unit: where depth grows
    double Error() const { return radius - depth; }
};

class ErrorDescent {
public:
    ErrorDescent(const PointColumns& points, const DepthField& field, const MinimumErrorOptions& options, double scale)
        : points_(points), field_(field), options_(options), scale_(scale) {}

    void Consider(const Vec3& centre) {
        const DepthProbe probe = Probe(centre);
        if (probes_.size() == 1 || probe.Error() < best_.Error()) best_ = probe;
    }

    void Descend();
    void LookAround();
    ErrorBall Result() const;

private:
    DepthProbe Probe(const Vec3& centre);
    bool IsInside(const Vec3& centre, double distance) const;
    std::optional<LinearCut> CutOf(const DepthProbe& probe) const;
    ProximalResult NextStep();
    void CollectCuts();
    bool AddFarthest(const Vec3& centre);
    LinearCut CutOf(int64_t point) const;

    const PointColumns& points_;
    const DepthField& field_;
    const MinimumErrorOptions& options_;
    double scale_;
    double reach_ = 0;
    DepthProbe best_;
    std::vector<DepthProbe> probes_;
    std::vector<int64_t> far_;
    std::vector<LinearCut> radiusCuts_, depthCuts_;
};

/// A ball that meets no surface lies all on one side, so a probe near an earlier one need not ask for the side again.
bool ErrorDescent::IsInside(const Vec3& centre, double distance) const {
    for (const DepthProbe& probe : probes_) {
        const double clear = std::max(distance, std::abs(probe.depth)) * (1 - 1e-9);
        if (LengthSquared(probe.centre - centre) < clear * clear) return probe.depth > 0;
    }
    return field_.surface->IsInside(centre);
}

/// At the surface itself the way in is against the normal; a sheet without an inside has none.
Vec3 WayIn(const DepthField& field, const ClosestPoint& closest) {
    if (!field.hasInside) return {};
    const TriangleMesh& mesh = field.surface->Mesh();
    const Triangle& corners = mesh.triangles[static_cast<size_t>(closest.triangle)];
    const Vec3& origin = mesh.vertices[static_cast<size_t>(corners[0])];
    const Vec3& second = mesh.vertices[static_cast<size_t>(corners[1])];
    const Vec3& third = mesh.vertices[static_cast<size_t>(corners[2])];
    return -Normalized(Cross(second - origin, third - origin));
}

DepthProbe ErrorDescent::Probe(const Vec3& centre) {
    const ClosestPoint closest = field_.surface->Closest(centre);
    const bool inside = field_.hasInside && IsInside(centre, closest.distance);
    DepthProbe probe;
    probe.centre = centre;
    probe.radius = std::sqrt(FarthestDistanceSquared(points_, centre));
    probe.depth = inside ? closest.distance : -closest.distance;
    probe.nearest = closest.point;
    const bool onSurface = closest.distance <= 1e-9 * scale_;
    const Vec3 away = Normalized(centre - closest.point);
    probe.towardIn = onSurface ? WayIn(field_, closest) : inside ? away : -away;
    probes_.push_back(probe);
    return probe;
}

/// The plane at the probe's nearest point, unless the best centre is known to lie deeper than it allows: the surface
/// is hollow there, and only the distance to the point itself still bounds the depth of what is inside.
std::optional<LinearCut> ErrorDescent::CutOf(const DepthProbe& probe) const {
    if (probe.centre == best_.centre) return LinearCut{-best_.depth, -best_.towardIn};
    const Vec3 offset = best_.centre - probe.nearest;
    const double plane = Dot(probe.towardIn, offset);
    if (plane >= best_.depth - 1e-9 * scale_) return LinearCut{-plane, -probe.towardIn};
    if (!(best_.depth > 0)) return {};
    return LinearCut{-std::max(Length(offset), best_.depth), -Normalized(offset)};
}

LinearCut ErrorDescent::CutOf(int64_t point) const {
    const Vec3 offset = best_.centre - points_[point];
    return {Length(offset), Normalized(offset)};
}

bool ErrorDescent::AddFarthest(const Vec3& centre) {
    const int64_t point = FarthestPoint(points_, centre).index;
    if (std::find(far_.begin(), far_.end(), point) != far_.end()) return false;
    far_.push_back(point);
    radiusCuts_.push_back(CutOf(point));
    return true;
}

void ErrorDescent::CollectCuts() {
    radiusCuts_.clear();
    depthCuts_.clear();
    for (const int64_t point : far_) radiusCuts_.push_back(CutOf(point));
    for (const DepthProbe& probe : probes_) {
        if (const std::optional<LinearCut> cut = CutOf(probe)) depthCuts_.push_back(*cut);
    }
}

/// The model's minimum, with every point that would be outside the ball there taken into the model.
ProximalResult ErrorDescent::NextStep() {
    constexpr int kMostRounds = 12;
    CollectCuts();
    AddFarthest(best_.centre);
    ProximalResult next;
    for (int round = 0; round < kMostRounds; ++round) {
        next = ProximalStep(radiusCuts_, depthCuts_, reach_);
        if (!AddFarthest(best_.centre + next.step)) break;
    }
    return next;
}

/// A second valley: the best of a few places around, followed down as well. Where an object bends, the first may be
/// a poor one.
void ErrorDescent::LookAround() {
    constexpr Vec3 kAround[] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    const DepthProbe first = best_;
    const double distance = options_.lookAround * scale_ / std::sqrt(3.0);
    for (size_t i = 0; i < std::size(kAround); ++i) {
        if (static_cast<int32_t>(probes_.size()) >= options_.mostDepthQueries) break;
        const DepthProbe probe = Probe(first.centre + kAround[i] * distance);
        if (i == 0 || probe.Error() < best_.Error()) best_ = probe;
    }
    Descend();
    if (!(best_.Error() < first.Error())) best_ = first;
}

void ErrorDescent::Descend() {
    const double enough = options_.tolerance * scale_;
    reach_ = std::max(best_.radius, scale_);  // the curvature of a distance is one over it
    while (static_cast<int32_t>(probes_.size()) < options_.mostDepthQueries) {
        const ProximalResult next = NextStep();
        const double promised = best_.Error() - next.value;
        if (!(promised > enough)) break;
        const DepthProbe probe = Probe(best_.centre + next.step);
        const double gained = best_.Error() - probe.Error();
        if (gained > 0) best_ = probe;
        if (gained > 0.5 * promised) reach_ *= 1.5;
        if (gained < 0.1 * promised) reach_ *= 0.5;
    }
}

ErrorBall ErrorDescent::Result() const {
    const Sphere ball = BallAround(points_, best_.centre);
    return {ball, ball.radius - best_.depth, static_cast<int32_t>(probes_.size())};
}
}  // namespace

ErrorBall MinimumErrorBall(const PointColumns& points, const DepthField& field, std::span<const Vec3> hints,
                           const MinimumErrorOptions& options) {
    if (points.IsEmpty()) return {};
    const Sphere smallest = MinimumBall(points);
    ErrorDescent descent(points, field, options, smallest.radius);
    descent.Consider(smallest.centre);
    for (const Vec3& hint : hints) descent.Consider(hint);
    descent.Descend();
    if (options.lookAround > 0) descent.LookAround();
    return descent.Result();
}

ErrorBall MinimumErrorBall(std::span<const Vec3> points, const DepthField& field, std::span<const Vec3> hints,
                           const MinimumErrorOptions& options) {
    return MinimumErrorBall(PointColumns(points), field, hints, options);
}

}  // namespace spheretree
