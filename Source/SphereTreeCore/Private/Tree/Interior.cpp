#include "Tree/Interior.h"

#include "Base/Task.h"
#include "Tree/SolidProof.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace spheretree {

namespace {

constexpr double kLargestSolidCell = 0.5, kSmallestSolidCell = 1.0 / 16;  // widths, of the bounding radius
constexpr double kCellOfParent = 0.6;                                     // longest edge, of the parent's radius
constexpr double kToCorner = 1.7320508075688774;                          // from a cube's middle, of half its width
constexpr int32_t kMostSweeps = 64;
constexpr int64_t kCubesPerSweep = 4096;

/// The six tetrahedra of a cube around its diagonal from corner 0 to corner 7 [Freudenthal 1942].
constexpr std::array<std::array<int, 4>, 6> kTetrahedra{
    {{0, 1, 3, 7}, {0, 1, 5, 7}, {0, 2, 3, 7}, {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 4, 6, 7}}};

class InteriorMaker {
public:
    InteriorMaker(Region& region, const DepthField& depth) : region_(region), depth_(depth) {}

    void Make(const Vec3& middle, double half) {
        const double depth = depth_.At(middle);
        if (depth <= -half * kToCorner) return;
        if (2 * half <= kLargestSolidCell && (depth >= half * kToCorner || AllCornersInside(middle, half))) {
            if (depth >= half * kToCorner || 2 * half <= 2 * kSmallestSolidCell) return Add(middle, half);
        }
        if (half <= kSmallestSolidCell) return;
        for (int corner = 0; corner < 8; ++corner) Make(CornerOf(middle, half / 2, corner), half / 2);
    }

private:
    static Vec3 CornerOf(const Vec3& middle, double half, int corner) {
        return middle + Vec3{corner & 1 ? half : -half, corner & 2 ? half : -half, corner & 4 ? half : -half};
    }

    bool AllCornersInside(const Vec3& middle, double half) const {
        for (int corner = 0; corner < 8; ++corner)
            if (depth_.At(CornerOf(middle, half, corner)) < 0) return false;
        return true;
    }

    void Add(const Vec3& middle, double half) {
        std::array<int32_t, 8> corners;
        for (int corner = 0; corner < 8; ++corner) corners[size_t(corner)] = PointAt(CornerOf(middle, half, corner));
        for (const auto& cell : kTetrahedra)
            region_.interior.push_back({corners[size_t(cell[0])], corners[size_t(cell[1])], corners[size_t(cell[2])],
                                        corners[size_t(cell[3])]});
    }

    int32_t PointAt(const Vec3& point) {
        const auto [at, isNew] =
            points_.try_emplace({point.x, point.y, point.z}, int32_t(region_.patches.points.size()));
        if (isNew) region_.patches.points.push_back(point);
        return at->second;
    }

    Region& region_;
    const DepthField& depth_;
    std::map<std::tuple<double, double, double>, int32_t> points_;
};

/// The longest edge of a cell, as a pair of corners.
std::tuple<size_t, size_t, double> LongestEdgeOf(const Region& region, const std::array<int32_t, 4>& cell) {
    std::tuple<size_t, size_t, double> longest{0, 1, -1};
    for (size_t a = 0; a < 4; ++a) {
        for (size_t b = a + 1; b < 4; ++b) {
            const double length =
                LengthSquared(region.patches.points[size_t(cell[a])] - region.patches.points[size_t(cell[b])]);
            if (length > std::get<2>(longest)) longest = {a, b, length};
        }
    }
    return longest;
}

/// Grows the chain through `node` down to a leaf so that it holds the cube, by the children that have to grow least.
void GrowChain(SphereTree& tree, const UncoveredCube& cube) {
    const auto reach = [&](const Sphere& sphere) {
        const Vec3 offset = cube.middle - sphere.centre;
        return Length(
                   {std::abs(offset.x) + cube.half, std::abs(offset.y) + cube.half, std::abs(offset.z) + cube.half}) *
               (1 + 1e-12);
    };
    const TreeNode* node = &tree.nodes[size_t(cube.node)];
    while (node->childCount > 0) {
        int32_t best = node->firstChild;
        double least = std::numeric_limits<double>::infinity();
        for (int32_t child = node->firstChild; child < node->firstChild + node->childCount; ++child) {
            const Sphere& sphere = tree.nodes[size_t(child)].sphere;
            if (const double growth = reach(sphere) - sphere.radius; growth < least) least = growth, best = child;
        }
        Sphere& sphere = tree.nodes[size_t(best)].sphere;
        sphere.radius = std::max(sphere.radius, reach(sphere));
        node = &tree.nodes[size_t(best)];
    }
}

}  // namespace

void AddInterior(Region& whole, const DepthField& depth) { InteriorMaker(whole, depth).Make({0, 0, 0}, 1); }

void RefineInterior(Region& region) {
    const double longest = kCellOfParent * region.parent.radius;
    std::map<std::pair<int32_t, int32_t>, int32_t> middles;
    for (size_t i = 0; i < region.interior.size();) {
        const auto [a, b, lengthSquared] = LongestEdgeOf(region, region.interior[i]);
        if (lengthSquared <= longest * longest) {
            ++i;
            continue;
        }
        std::array<int32_t, 4> other = region.interior[i];
        const std::pair<int32_t, int32_t> edge = std::minmax(other[a], other[b]);
        const auto [at, isNew] = middles.try_emplace(edge, int32_t(region.patches.points.size()));
        if (isNew)
            region.patches.points.push_back(
                (region.patches.points[size_t(edge.first)] + region.patches.points[size_t(edge.second)]) * 0.5);
        region.interior[i][a] = other[b] = at->second;
        region.interior.push_back(other);
    }
}

bool FillInterior(SphereTree& tree, const DepthField& depth, const Host& host, const std::function<bool()>& cancelled) {
    Host quiet = host;  // sweeps are many and unequal: progress waits, a cancel does not
    quiet.progress = [&](double) { return !cancelled(); };
    // Once so that a smallest cube that straddles the surface fits into what covers the surface, once so that the cubes
    // of a proof in another frame do.
    const double margin = 2 * kToCorner * kSmallestSolidCube * tree.nodes.front().sphere.radius;
    for (TreeNode& node : tree.nodes) node.sphere.radius += margin;
    for (int32_t sweep = 0; sweep < kMostSweeps; ++sweep) {
        if (cancelled()) return false;
        const std::vector<UncoveredCube> uncovered = FindUncoveredCubes(tree, *depth.surface, kCubesPerSweep, quiet);
        if (uncovered.empty()) break;
        for (const UncoveredCube& cube : uncovered) GrowChain(tree, cube);
    }
    for (TreeNode& node : tree.nodes) node.sphere.radius += margin;
    return true;
}

}  // namespace spheretree
