#include "Tree/Measure/Volumes.h"

#include "Tree/Measure/Miser.h"
#include "Tree/Measure/RayLengths.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

constexpr int64_t kTilesPerSide = 4;  // each tile is integrated by itself: work for threads, and strata

Box BoundsOf(const std::vector<Sphere>& spheres) {
    const double infinity = std::numeric_limits<double>::infinity();
    Box box{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    for (const Sphere& sphere : spheres) {
        const Vec3 reach{sphere.radius, sphere.radius, sphere.radius};
        const Vec3 low = sphere.centre - reach, high = sphere.centre + reach;
        box.low = {std::min(box.low.x, low.x), std::min(box.low.y, low.y), std::min(box.low.z, low.z)};
        box.high = {std::max(box.high.x, high.x), std::max(box.high.y, high.y), std::max(box.high.z, high.z)};
    }
    return box;
}

Box BoundsOf(const TriangleMesh& mesh) {
    std::vector<Sphere> points;
    for (const Vec3& vertex : mesh.vertices) points.push_back({vertex, 0});
    return BoundsOf(points);
}

Box Union(const Box& a, const Box& b) {
    return {{std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y), std::min(a.low.z, b.low.z)},
            {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y), std::max(a.high.z, b.high.z)}};
}

Rectangle TileOf(const Box& box, int64_t tile) {
    const double width = (box.high.x - box.low.x) / kTilesPerSide, height = (box.high.y - box.low.y) / kTilesPerSide;
    const int64_t column = tile % kTilesPerSide, row = tile / kTilesPerSide;
    const double x = box.low.x + width * static_cast<double>(column);
    const double y = box.low.y + height * static_cast<double>(row);
    return {x, y, x + width, y + height};
}

Estimate SumOver(const std::vector<MeanPair>& parts, const std::vector<double>& areas, size_t which) {
    double sum = 0, variance = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
        sum += parts[i].mean[which] * areas[i];
        variance += parts[i].variance[which] * areas[i] * areas[i];
    }
    return {sum, std::sqrt(variance)};
}

}  // namespace

VolumePair MeasureVolumes(const SurfaceQuery& surface, bool hasInside, const std::vector<Sphere>& spheres, int64_t rays,
                          uint64_t seed, const Host& host, Task& task) {
    const Box objectBox = BoundsOf(surface.Mesh());
    const Box box = hasInside ? Union(objectBox, BoundsOf(spheres)) : BoundsOf(spheres);
    const Integrand lengths = [&](double x, double y) -> TwoValues {
        const Intervals covered = SphereIntervals(spheres, x, y);
        if (!hasInside) return {TotalLength(covered), 0};
        const Intervals object = ObjectIntervals(surface, objectBox, x, y);
        const double both = SharedLength(covered, object);
        return {TotalLength(covered) - both, TotalLength(object) - both};
    };
    constexpr int64_t kTiles = kTilesPerSide * kTilesPerSide;
    std::vector<MeanPair> parts(kTiles);
    std::vector<double> areas(kTiles);
    host.parallelFor(kTiles, [&](int64_t tile) {
        if (task.Cancelled()) return;
        Random random = Random::OfItem(seed, tile);
        const Rectangle area = TileOf(box, tile);
        areas[static_cast<size_t>(tile)] = area.Area();
        parts[static_cast<size_t>(tile)] = IntegrateMiser(lengths, area, rays / kTiles, random);
        task.Advance(1.0 / kTiles);
    });
    return {SumOver(parts, areas, 0), SumOver(parts, areas, 1)};
}

Estimate MeasureOverlap(const std::vector<std::vector<Sphere>>& families, int64_t raysPerFamily, uint64_t seed,
                        const Host& host, Task& task) {
    const int64_t count = static_cast<int64_t>(families.size());
    std::vector<MeanPair> parts(families.size());
    std::vector<double> areas(families.size());
    host.parallelFor(count, [&](int64_t i) {
        if (task.Cancelled()) return;
        const std::vector<Sphere>& family = families[static_cast<size_t>(i)];
        const Box box = BoundsOf(family);
        const Rectangle area{box.low.x, box.low.y, box.high.x, box.high.y};
        Random random = Random::OfItem(seed, i);
        const Integrand lengths = [&](double x, double y) -> TwoValues {
            return {TotalLength(SphereIntervals(family, x, y, 2)), TotalLength(SphereIntervals(family, x, y, 1))};
        };
        areas[static_cast<size_t>(i)] = area.Area();
        parts[static_cast<size_t>(i)] = IntegrateMiser(lengths, area, raysPerFamily, random);
        task.Advance(1.0 / static_cast<double>(count));
    });
    const Estimate shared = SumOver(parts, areas, 0), filled = SumOver(parts, areas, 1);
    if (!(filled.value > 0)) return {};
    const double fraction = shared.value / filled.value;
    // Of a quotient, to first order and as if the two were independent.
    const double spread = std::sqrt(shared.standardError * shared.standardError +
                                    fraction * fraction * filled.standardError * filled.standardError);
    return {fraction, spread / filled.value};
}

}  // namespace spheretree
