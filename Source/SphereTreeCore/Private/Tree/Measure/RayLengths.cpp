#include "Tree/Measure/RayLengths.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

struct Passage {
    double at = 0;
    int step = 0;  // +1 into, -1 out of
};

/// The parts of the line where the running sum of steps is at least `depth`.
Intervals WhereDeep(const std::vector<Passage>& crossings, int depth) {
    Intervals intervals;
    int sum = 0;
    double began = 0;
    for (const Passage& crossing : crossings) {
        const int before = sum;
        sum += crossing.step;
        if (before < depth && sum >= depth) began = crossing.at;
        if (before >= depth && sum < depth && crossing.at > began) intervals.push_back({began, crossing.at});
    }
    return intervals;
}

/// When entries and exits do not add up (an edge met exactly, triangles that turn against one another), each piece is
/// asked whether it lies inside.
Intervals ClassifyPieces(const SurfaceQuery& surface, const std::vector<RayHit>& hits, const Ray& ray) {
    Intervals intervals;
    for (size_t i = 0; i + 1 < hits.size(); ++i) {
        const double low = hits[i].distance, high = hits[i + 1].distance;
        if (!(high > low) || !surface.IsInside(ray.origin + ray.direction * ((low + high) / 2))) continue;
        intervals.push_back({low, high});
    }
    return intervals;
}

}  // namespace

double TotalLength(const Intervals& intervals) {
    double length = 0;
    for (const Interval& interval : intervals) length += interval.high - interval.low;
    return length;
}

double SharedLength(const Intervals& a, const Intervals& b) {
    double length = 0;
    for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        length += std::max(0.0, std::min(a[i].high, b[j].high) - std::max(a[i].low, b[j].low));
        (a[i].high < b[j].high ? i : j)++;
    }
    return length;
}

Intervals SphereIntervals(const std::vector<Sphere>& spheres, double x, double y, int depth) {
    std::vector<Passage> crossings;
    for (const Sphere& sphere : spheres) {
        const double dx = x - sphere.centre.x, dy = y - sphere.centre.y;
        const double squared = sphere.radius * sphere.radius - dx * dx - dy * dy;
        if (!(squared > 0)) continue;
        const double half = std::sqrt(squared);
        crossings.push_back({sphere.centre.z - half, 1});
        crossings.push_back({sphere.centre.z + half, -1});
    }
    std::sort(crossings.begin(), crossings.end(), [](const Passage& a, const Passage& b) {
        return a.at != b.at ? a.at < b.at : a.step > b.step;  // touching intervals join
    });
    return WhereDeep(crossings, depth);
}

Intervals ObjectIntervals(const SurfaceQuery& surface, const Box& bounds, double x, double y) {
    if (x < bounds.low.x || x > bounds.high.x || y < bounds.low.y || y > bounds.high.y) return {};
    Ray ray;
    const double margin = 0.125 * (bounds.high.z - bounds.low.z) + 1e-12 * std::abs(bounds.low.z);
    ray.origin = {x, y, bounds.low.z - margin};
    ray.direction = {0, 0, 1};
    const std::vector<RayHit> hits = surface.AllHits(ray);
    std::vector<Passage> crossings;
    int sum = 0;
    for (const RayHit& hit : hits) {
        crossings.push_back({hit.distance, hit.fromBehind ? -1 : 1});
        sum += crossings.back().step;
    }
    // Inside is where the surface winds around at least once, as in the default inside test.
    Intervals intervals = sum == 0 ? WhereDeep(crossings, 1) : ClassifyPieces(surface, hits, ray);
    for (Interval& interval : intervals) {
        interval.low += ray.origin.z;
        interval.high += ray.origin.z;
    }
    return intervals;
}

}  // namespace spheretree
