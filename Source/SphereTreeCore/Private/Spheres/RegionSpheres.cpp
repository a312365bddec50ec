#include "Spheres/RegionSpheres.h"

#include "SphereTree/MedialAxis.h"
#include "Spheres/RitterBall.h"

#include <algorithm>
#include <limits>

namespace spheretree {

namespace {

/// The sphere that holds the point with the least error; else the one closest to covering it (eq 5.2).
int32_t BestAnswerer(const std::vector<PointedSphere>& spheres, const Vec3& point) {
    int32_t holder = -1, closest = -1;
    double leastGap = std::numeric_limits<double>::infinity();
    for (int32_t i = 0; i < int32_t(spheres.size()); ++i) {
        const Sphere& sphere = spheres[size_t(i)].sphere;
        const double gap = Distance(point, sphere.centre) - sphere.radius;
        if (gap < leastGap) leastGap = gap, closest = i;
        if (gap <= 0 && (holder < 0 || spheres[size_t(i)].error < spheres[size_t(holder)].error)) holder = i;
    }
    return holder >= 0 ? holder : closest;
}

void DropIdle(RegionSpheres& set) {
    std::vector<int32_t> renamed(set.spheres.size(), -1);
    RegionSpheres kept;
    for (size_t i = 0; i < set.spheres.size(); ++i) {
        if (set.spheres[i].points.empty()) continue;
        renamed[i] = int32_t(kept.spheres.size());
        kept.spheres.push_back(std::move(set.spheres[i]));
        kept.neighbours.push_back(std::move(set.neighbours[i]));
    }
    for (std::vector<int32_t>& list : kept.neighbours) {
        for (int32_t& other : list) other = renamed[size_t(other)];
        list.erase(std::remove(list.begin(), list.end(), -1), list.end());
        std::sort(list.begin(), list.end());
    }
    set = std::move(kept);
}

/// A cap on what refinement may add: thin regions would otherwise be sampled without end.
constexpr int32_t kMostTimesAsked = 4;

RegionSpheres PointedSpheresOf(const BakeContext& bake, const Region& region, const MedialAxis& axis) {
    RegionSpheres set;
    for (const MedialSphere& medial : axis.Spheres()) {
        set.spheres.push_back({medial.sphere, medial.error, {}});
        std::vector<int32_t>& list = set.neighbours.emplace_back();
        for (int32_t other : medial.neighbours)
            if (other >= 0) list.push_back(other);
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    AnswerForPoints(bake, region, set);
    return set;
}

/// An open mesh has no inside for a medial axis: spheres around points spread evenly over the region take its place,
/// each point the farthest from those before it [Gonzalez 1985].
RegionSpheres SpreadSpheres(const BakeContext& bake, const Region& region, int32_t count) {
    const std::vector<Vec3>& points = region.patches.points;
    std::vector<double> nearest(points.size(), std::numeric_limits<double>::infinity());
    std::vector<int32_t> owner(points.size(), 0);
    RegionSpheres set;
    size_t next = 0;
    while (int32_t(set.spheres.size()) < count && nearest[next] > 0 && (next == 0 || !bake.cancelled())) {
        const int32_t index = int32_t(set.spheres.size());
        set.spheres.push_back({{points[next], 0}, 0, {}});
        for (size_t i = 0; i < points.size(); ++i)
            if (const double squared = LengthSquared(points[i] - points[next]); squared < nearest[i])
                nearest[i] = squared, owner[i] = index;
        next = size_t(std::max_element(nearest.begin(), nearest.end()) - nearest.begin());
    }
    for (size_t i = 0; i < points.size(); ++i) set.spheres[size_t(owner[i])].points.push_back(int32_t(i));
    for (PointedSphere& sphere : set.spheres) {
        for (int32_t index : sphere.points)
            sphere.sphere.radius =
                std::max(sphere.sphere.radius, Distance(points[size_t(index)], sphere.sphere.centre));
        sphere.error = sphere.sphere.radius - bake.depth.At(sphere.sphere.centre);
    }
    set.neighbours.resize(set.spheres.size());
    return set;
}

Sphere RitterBallOf(const Region& region, const std::vector<int32_t>& indices) {
    std::vector<Vec3> points;
    for (int32_t index : indices) points.push_back(region.patches.points[size_t(index)]);
    return RitterBall(points);
}

}  // namespace

RegionSpheres FindRegionSpheres(const BakeContext& bake, const Region& region) {
    const Recipe& recipe = *bake.recipe;
    if (!bake.medial) return SpreadSpheres(bake, region, recipe.regionMedialSpheres);
    MedialAxis axis = region.level == 0 ? *bake.medial : bake.medial->ForRegion(region.patches.points);
    if (region.level == 0) CoverPoints(axis, region.patches.points);
    RefineOptions refine;
    refine.maxError = recipe.regionErrorFraction * region.parentError;
    refine.minSpheres = region.level == 0 ? recipe.initialMedialSpheres : recipe.regionMedialSpheres;
    refine.maxSpheres = kMostTimesAsked * refine.minSpheres;
    Host listening;  // has nothing to do with the bake's progress, but hears when it is cancelled
    double ticks = 0;
    listening.clockSeconds = [&] { return ticks += 1; };  // so that every step asks
    listening.progress = [&](double) { return !bake.cancelled(); };
    RefineMedialAxis(axis, refine, listening);
    return PointedSpheresOf(bake, region, axis);
}

RegionSpheres FindRegularRegionSpheres(const BakeContext& bake, const Region& region) {
    if (!bake.medial) return SpreadSpheres(bake, region, bake.recipe->regionMedialSpheres);
    RegionSpheres set = PointedSpheresOf(bake, region, bake.medial->ForRegion(region.patches.points));
    // The regular axis knows no coverage spheres: one around an outer vertex, which can be as large as it likes, is
    // shrunk to the points it answers for.
    for (PointedSphere& sphere : set.spheres)
        if (sphere.error > sphere.sphere.radius) sphere.sphere = RitterBallOf(region, sphere.points);
    return set;
}

void AnswerForPoints(const BakeContext& bake, const Region& region, RegionSpheres& set, bool keepAll) {
    constexpr size_t kBetweenAsks = 1024;
    for (PointedSphere& sphere : set.spheres) sphere.points.clear();
    const std::vector<Vec3>& points = region.patches.points;
    for (size_t i = 0; i < points.size() && (i % kBetweenAsks != 0 || !bake.cancelled()); ++i)
        if (const int32_t answerer = BestAnswerer(set.spheres, points[i]); answerer >= 0)
            set.spheres[size_t(answerer)].points.push_back(int32_t(i));
    if (!keepAll) DropIdle(set);
}

std::vector<Vec3> PointNormals(const Patches& patches) {
    std::vector<Vec3> normals(patches.points.size());
    for (const auto& patch : patches.patches) {
        const Vec3& a = patches.points[size_t(patch[0])];
        const Vec3 areaNormal = Cross(patches.points[size_t(patch[1])] - a, patches.points[size_t(patch[2])] - a);
        for (int32_t corner : patch) normals[size_t(corner)] += areaNormal;
    }
    for (Vec3& normal : normals) normal = Normalized(normal);
    return normals;
}

}  // namespace spheretree
