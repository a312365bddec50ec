#include "Shells/BuildNodes.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spheretree {

namespace {

Vec3 CentroidOf(const TriangleCorners& t) { return (t[0] + t[1] + t[2]) / 3; }

/// The way across the plane, and a point of it.
struct Cut {
    Vec3 point, way;
};

Cut ShellCut(const FittedShell& fitted) {
    const Shell& shell = fitted.shell;
    const Vec3 to = fitted.limit - shell.centre;
    return {shell.centre, to - shell.axis * Dot(shell.axis, to)};
}

Cut BoxCut(PartTriangles part, const OrientedBox& box) {
    const double half[3] = {box.half.x, box.half.y, box.half.z};
    const size_t longest = static_cast<size_t>(std::max_element(half, half + 3) - half);
    Vec3 mean;
    for (int64_t i = 0; i < part.count; ++i) mean += (CentroidOf(part.corners[i]) - box.centre);
    return {box.centre + mean / static_cast<double>(part.count), box.axes[longest]};
}

void Reorder(PartTriangles part, const std::vector<int32_t>& order) {
    std::vector<TriangleCorners> corners;
    std::vector<int32_t> source;
    corners.reserve(order.size());
    source.reserve(order.size());
    for (const int32_t i : order) {
        corners.push_back(part.corners[i]);
        source.push_back(part.source[i]);
    }
    std::copy(corners.begin(), corners.end(), part.corners);
    std::copy(source.begin(), source.end(), part.source);
}

}  // namespace

int64_t DividePart(PartTriangles part, const NodeVolumes& volumes, TreeKind kind) {
    const Cut cut = kind == TreeKind::Shells ? ShellCut(volumes.shell) : BoxCut(part, volumes.box);
    std::vector<double> height(static_cast<size_t>(part.count));
    for (int64_t i = 0; i < part.count; ++i)
        height[static_cast<size_t>(i)] = Dot(CentroidOf(part.corners[i]) - cut.point, cut.way);
    std::vector<int32_t> order(height.size());
    std::iota(order.begin(), order.end(), 0);
    const auto above = [&](int32_t i) { return height[static_cast<size_t>(i)] > 0; };
    int64_t first =
        std::stable_partition(order.begin(), order.end(), [&](int32_t i) { return !above(i); }) - order.begin();
    constexpr int64_t kSmallestShare = 16;
    if (std::min(first, part.count - first) * kSmallestShare < part.count || first == 0 || first == part.count) {
        first = part.count / 2;
        std::iota(order.begin(), order.end(), 0);
        std::nth_element(order.begin(), order.begin() + first, order.end(), [&](int32_t i, int32_t k) {
            const double a = height[static_cast<size_t>(i)], b = height[static_cast<size_t>(k)];
            return a != b ? a < b : i < k;
        });
        std::sort(order.begin(), order.begin() + first);  // the library's own order within a part never shows
        std::sort(order.begin() + first, order.end());
    }
    Reorder(part, order);
    return first;
}

}  // namespace spheretree
