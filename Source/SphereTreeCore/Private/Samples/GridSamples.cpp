// [Bradshaw 2002] 5.1, figure 5.1: a triangle is sampled in the rows of a raster.
// Differs: rows share the triangle's height evenly and each spreads its points over its own width, so a triangle gets
// exactly its share of points, however thin it is (the thesis's raster "may use more points than were assigned", and
// misses slivers). Triangles smaller than a share take turns, along a curve through space, so that finely meshed parts
// get no more points per area than the rest.
#include "Base/Random.h"
#include "Samples/SampleLayouts.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace spheretree {

namespace {
/// Three coordinates of 21 bits, interleaved: neighbours on the curve are neighbours in space.
uint64_t SpreadBits(uint64_t value) {
    value &= 0x1FFFFF;
    value = (value | value << 32) & 0x001F00000000FFFF;
    value = (value | value << 16) & 0x001F0000FF0000FF;
    value = (value | value << 8) & 0x100F00F00F00F00F;
    value = (value | value << 4) & 0x10C30C30C30C30C3;
    return (value | value << 2) & 0x1249249249249249;
}

std::vector<uint64_t> PlacesOnCurve(const TriangleMesh& mesh) {
    std::vector<Vec3> middles;
    for (size_t i = 0; i < mesh.triangles.size(); ++i) {
        const auto [a, b, c] = CornersOf(mesh, static_cast<int32_t>(i));
        middles.push_back(a / 3 + b / 3 + c / 3);
    }
    Vec3 low = middles.front(), high = low;
    for (const Vec3& p : middles) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    const Vec3 size = high - low;
    const double widest = std::max({size.x, size.y, size.z});
    const double scale = widest > 0 ? 0x1FFFFF / widest : 0;
    std::vector<uint64_t> places;
    for (const Vec3& p : middles) {
        const Vec3 cell = (p - low) * scale;
        places.push_back(SpreadBits(static_cast<uint64_t>(cell.x)) | SpreadBits(static_cast<uint64_t>(cell.y)) << 1 |
                         SpreadBits(static_cast<uint64_t>(cell.z)) << 2);
    }
    return places;
}

/// A triangle on its longest side: apex above the base.
struct StandingTriangle {
    Vec3 origin, base, apex;  // base and apex from the origin
    double width, height;
};

StandingTriangle StandOnLongestSide(const std::array<Vec3, 3>& corners, double area) {
    size_t longest = 0;
    double square = -1;
    for (size_t i = 0; i < 3; ++i) {
        const double candidate = LengthSquared(corners[(i + 1) % 3] - corners[i]);
        if (candidate > square) square = candidate, longest = i;
    }
    const Vec3 origin = corners[longest];
    const double width = std::sqrt(square);
    return {origin, corners[(longest + 1) % 3] - origin, corners[(longest + 2) % 3] - origin, width, 2 * area / width};
}

/// `count` points in rows parallel to the base. At height fraction v the triangle is 1 − v of its base wide.
void LayRows(const StandingTriangle& triangle, double area, int32_t count, std::vector<Vec3>& points) {
    const double spacing = std::sqrt(area / count);
    const double fitting = std::clamp(triangle.height / spacing, 1.0, static_cast<double>(count));
    const int32_t rows = static_cast<int32_t>(std::lround(fitting));
    SampleShares shares(count, 1, 0.5);
    for (int32_t row = 0; row < rows; ++row) {
        const double low = 1 - static_cast<double>(row) / rows, high = 1 - static_cast<double>(row + 1) / rows;
        const int32_t inRow = shares.Next(low * low - high * high);             // the row's part of the area
        const double v = (row + (low + 2 * high) / (3 * (low + high))) / rows;  // the row's centre of gravity
        for (int32_t i = 0; i < inRow; ++i) {
            const double u = (i + 0.5) / inRow * (1 - v);
            points.push_back(triangle.origin + triangle.base * u + triangle.apex * v);
        }
    }
}
}  // namespace

std::vector<int32_t> OrderAlongCurve(const TriangleMesh& mesh) {
    const std::vector<uint64_t> places = PlacesOnCurve(mesh);
    std::vector<std::pair<uint64_t, int32_t>> sorted(places.size());
    for (size_t i = 0; i < places.size(); ++i) sorted[i] = {places[i], static_cast<int32_t>(i)};
    std::sort(sorted.begin(), sorted.end());
    std::vector<int32_t> order(sorted.size());
    for (size_t i = 0; i < sorted.size(); ++i) order[i] = sorted[i].second;
    return order;
}

SurfaceSamples LayGrid(const TriangleMesh& mesh, const TriangleAreas& areas, const SampleOptions& options) {
    SurfaceSamples samples;
    SampleShares shares(options.count, areas.total, Random(options.seed).Between(0.25, 0.75));
    for (const int32_t triangle : OrderAlongCurve(mesh)) {
        const double area = areas.areas[static_cast<size_t>(triangle)];
        const int32_t count = shares.Next(area);
        if (count == 0) continue;
        const std::array<Vec3, 3> corners = CornersOf(mesh, triangle);
        LayRows(StandOnLongestSide(corners, area), area, count, samples.points);
        samples.normals.resize(samples.points.size(), NormalOf(corners));
        samples.triangles.resize(samples.points.size(), triangle);
    }
    return samples;
}

}  // namespace spheretree
