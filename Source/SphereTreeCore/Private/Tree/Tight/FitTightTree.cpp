#include "Tree/Tight/FitTightTree.h"
#include "Spheres/FarthestPoint.h"
#include "Spheres/LeastProtrusionBall.h"
#include "Spheres/MinimumBall.h"
#include "Spheres/MinimumErrorBall.h"
#include "Tree/Tight/CornerSet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace spheretree {

namespace {

using PatchesPerSphere = std::vector<std::vector<std::vector<int32_t>>>;  // level by level

/// The patches below each sphere of each level.
PatchesPerSphere PatchesBelow(const TightPatches& patches, const std::vector<TightSpheres>& levels, const Host& host) {
    PatchesPerSphere below(levels.size());
    host.parallelFor(int64_t(levels.size()), [&](int64_t i) {
        const size_t level = size_t(i);
        std::vector<int32_t> ancestors(levels.back().centres.size());  // on this level, of the spheres of the last
        std::iota(ancestors.begin(), ancestors.end(), 0);
        for (size_t up = levels.size() - 1; up > level; --up)
            for (int32_t& one : ancestors) one = levels[up].parents[size_t(one)];
        below[level].resize(levels[level].centres.size());
        for (int32_t patch = 0; patch < int32_t(patches.Count()); ++patch)
            below[level][size_t(ancestors[size_t(patches.OwnerOf(patch))])].push_back(patch);
    });
    return below;
}

PointColumns CornersOfPatches(const Patches& patches, const std::vector<int32_t>& chosen) {
    return PointColumns(patches.points, CornerSet(patches, chosen).List());
}

/// BallAround for all corners of patches, without looking which of them are the same.
Sphere BallAroundPatches(const Patches& patches, const std::vector<int32_t>& chosen, const Vec3& centre) {
    double farthest = 0;
    for (const int32_t patch : chosen)
        for (const int32_t corner : patches.patches[size_t(patch)])
            farthest = std::max(farthest, LengthSquared(patches.points[size_t(corner)] - centre));
    return {centre, RadiusToReach(farthest)};
}

ErrorBall FitAround(const BakeContext& bake, const PointColumns& points, const Vec3& centre) {
    return MinimumErrorBall(points, bake.depth, {&centre, 1}, {.tolerance = 1e-5, .lookAround = 0});
}

/// The ball that stands off least, or the one around the centre that the search found, where that sticks out less: only
/// where centres count for deeper than they lie. On the first level, which has few spheres, others are looked at too.
ProtrusionBall FitByProtrusion(const BakeContext& bake, const PointColumns& points, const Vec3& centre, size_t level) {
    constexpr LeastProtrusionOptions kOfFew{.looks = 4, .certify = {0.002, 1e-4, 4000}};
    constexpr LeastProtrusionOptions kOfMany{.certify = {0.03, 1e-3, 1000}};
    const std::array starts{centre, FitAround(bake, points, centre).ball.centre};
    return LeastProtrusionBall(points, bake.depth, starts, level == 1 ? kOfFew : kOfMany);
}

Sphere FitBall(const BakeContext& bake, const PointColumns& points, const Vec3& centre, size_t level) {
    return level > TightTree::kFieldLevels ? FitAround(bake, points, centre).ball
                                           : FitByProtrusion(bake, points, centre, level).ball;
}

/// The same for the search; below the first level the stand-off will do.
ErrorBall FitForSearch(const BakeContext& bake, const PointColumns& points, const Vec3& centre, size_t level) {
    if (level > 1) return FitAround(bake, points, centre);
    const ProtrusionBall fit = FitByProtrusion(bake, points, centre, level);
    return {.ball = fit.ball, .error = fit.error.upper};
}

double CostOf(const PointColumns& points, const DeepCentre& centre) {
    return std::sqrt(FarthestDistanceSquared(points, centre.centre)) - centre.depth;
}

struct FittedLevel {
    std::vector<Sphere> spheres, volumeSpheres;
};

std::vector<FittedLevel> FitLevels(const BakeContext& bake, const TightPatches& patches,
                                   const std::vector<TightSpheres>& levels, const PatchesPerSphere& below,
                                   const Host& host, Task& task) {
    std::vector<FittedLevel> fitted(levels.size());
    for (size_t level = 1; level < levels.size(); ++level) {
        FittedLevel& fit = fitted[level];
        fit.spheres.resize(levels[level].centres.size());
        fit.volumeSpheres.resize(fit.spheres.size());
        host.parallelFor(int64_t(fit.spheres.size()), [&](int64_t i) {
            if (below[level][size_t(i)].empty() || !task.Advance(0)) return;
            const Vec3& centre = levels[level].centres[size_t(i)].centre;
            if (bake.recipe->effort == Effort::Fast)
                fit.spheres[size_t(i)] = BallAroundPatches(patches.All(), below[level][size_t(i)], centre);
            if (bake.recipe->effort == Effort::Fast && !bake.recipe->hybrid) return;
            const PointColumns points = CornersOfPatches(patches.All(), below[level][size_t(i)]);
            if (bake.recipe->hybrid) fit.volumeSpheres[size_t(i)] = MinimumBall(points);
            if (bake.recipe->effort != Effort::Fast) fit.spheres[size_t(i)] = FitBall(bake, points, centre, level);
        });
    }
    return fitted;
}

/// Puts a sphere into the tree, below the node `parent` (−1: as the root); returns its place.
int32_t AddTo(SphereTree& tree, const Sphere& sphere, int32_t parent) {
    const int32_t place = int32_t(tree.nodes.size());
    TreeNode node;
    node.sphere = sphere;
    node.parent = parent;
    if (parent >= 0) {
        TreeNode& above = tree.nodes[size_t(parent)];
        node.level = above.level + 1;
        if (above.childCount++ == 0) above.firstChild = place;
    }
    tree.nodes.push_back(node);
    return place;
}

}  // namespace

DeepCentre LeastStandOff(const BakeContext& bake, const Patches& patches, const std::vector<int32_t>& chosen,
                         const Vec3& start) {
    const ErrorBall fit = FitAround(bake, CornersOfPatches(patches, chosen), start);
    return {fit.ball.centre, fit.ball.radius - fit.error};
}

void FitCentres(const BakeContext& bake, const TightPatches& patches, std::vector<TightSpheres>& levels, size_t deepest,
                const Host& host, Task& task) {
    const PatchesPerSphere below = PatchesBelow(patches, levels, host);
    for (size_t level = 1; level <= deepest; ++level)
        host.parallelFor(int64_t(levels[level].centres.size()), [&](int64_t i) {
            if (below[level][size_t(i)].empty() || !task.Advance(0)) return;
            const PointColumns points = CornersOfPatches(patches.All(), below[level][size_t(i)]);
            DeepCentre& centre = levels[level].centres[size_t(i)];
            const ErrorBall fit = FitForSearch(bake, points, centre.centre, level);
            if (fit.error < CostOf(points, centre)) centre = {fit.ball.centre, fit.ball.radius - fit.error};
        });
}

SphereTree FitTightTree(const BakeContext& bake, const TightPatches& patches, const std::vector<TightSpheres>& levels,
                        const Sphere& whole, const Host& host, Task& task) {
    const PatchesPerSphere below = PatchesBelow(patches, levels, host);
    std::vector<FittedLevel> fitted = FitLevels(bake, patches, levels, below, host, task);
    fitted[0] = {{whole}, {whole}};
    SphereTree tree;
    tree.branching = bake.recipe->branching;
    tree.method = bake.recipe->method;
    tree.hasInside = bake.depth.hasInside;
    std::vector<int32_t> above;  // where the spheres of the level above stand in the tree; −1: nowhere
    for (size_t level = 0; level < levels.size(); ++level) {
        std::vector<int32_t> here(levels[level].centres.size(), -1);
        for (size_t i = 0; i < here.size(); ++i) {
            const int32_t parent = levels[level].parents[i];
            const bool isBelowALeaf =
                level > 0 && (levels[level - 1].finished[size_t(parent)] || above[size_t(parent)] < 0);
            if (below[level][i].empty() || isBelowALeaf) continue;
            here[i] = AddTo(tree, fitted[level].spheres[i], level == 0 ? -1 : above[size_t(parent)]);
            if (bake.recipe->hybrid) tree.volumeSpheres.push_back(fitted[level].volumeSpheres[i]);
        }
        above = std::move(here);
    }
    return tree;
}

}  // namespace spheretree
