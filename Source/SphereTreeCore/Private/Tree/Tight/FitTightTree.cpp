#include "Tree/Tight/FitTightTree.h"
#include "Spheres/CertifiedError.h"
#include "Spheres/FarthestPoint.h"
#include "Spheres/MinimumBall.h"
#include "Spheres/MinimumErrorBall.h"

#include <algorithm>

namespace spheretree {

namespace {

/// The patches below each sphere of each level.
std::vector<std::vector<std::vector<int32_t>>> PatchesBelow(const TightPatches& patches,
                                                            const std::vector<TightSpheres>& levels) {
    std::vector<std::vector<std::vector<int32_t>>> below(levels.size());
    for (size_t level = 0; level < levels.size(); ++level) below[level].resize(levels[level].centres.size());
    for (int32_t patch = 0; patch < int32_t(patches.Count()); ++patch) {
        int32_t owner = patches.OwnerOf(patch);
        for (size_t level = levels.size(); level-- > 0;) {
            below[level][size_t(owner)].push_back(patch);
            owner = levels[level].parents[size_t(owner)];
        }
    }
    return below;
}

PointColumns CornersOfPatches(const Patches& patches, const std::vector<int32_t>& chosen) {
    std::vector<int32_t> corners;
    for (const int32_t patch : chosen)
        for (const int32_t corner : patches.patches[size_t(patch)]) corners.push_back(corner);
    std::sort(corners.begin(), corners.end());
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    return PointColumns(patches.points, corners);
}

/// The ball around the centre that the search found, or the one that stands off least, whichever sticks out less.
Sphere FitBall(const BakeContext& bake, const PointColumns& points, const Vec3& centre) {
    const auto errorOf = [&](const Sphere& ball) {
        return CertifyError(bake.depth, ball, {.relativeGap = 0.03, .absoluteGap = 1e-3, .evaluationLimit = 1000})
            .upper;
    };
    const Sphere kept = BallAround(points, centre);
    if (bake.recipe->effort == Effort::Fast) return kept;
    const Sphere refit = MinimumErrorBall(points, bake.depth, {&centre, 1}, {.lookAround = 0}).ball;
    return errorOf(refit) < errorOf(kept) ? refit : kept;
}

struct FittedLevel {
    std::vector<Sphere> spheres, volumeSpheres;
};

}  // namespace

SphereTree FitTightTree(const BakeContext& bake, const TightPatches& patches, const std::vector<TightSpheres>& levels,
                        const Host& host, Task& task) {
    const auto below = PatchesBelow(patches, levels);
    std::vector<FittedLevel> fitted(levels.size());
    for (size_t level = 0; level < levels.size(); ++level) {
        FittedLevel& fit = fitted[level];
        fit.spheres.resize(levels[level].centres.size());
        fit.volumeSpheres.resize(fit.spheres.size());
        host.parallelFor(int64_t(fit.spheres.size()), [&](int64_t i) {
            if (below[level][size_t(i)].empty() || !task.Advance(0)) return;
            const PointColumns points = CornersOfPatches(patches.All(), below[level][size_t(i)]);
            if (level == 0 || bake.recipe->hybrid) fit.volumeSpheres[size_t(i)] = MinimumBall(points);
            fit.spheres[size_t(i)] =
                level == 0 ? fit.volumeSpheres[0] : FitBall(bake, points, levels[level].centres[size_t(i)].centre);
        });
    }
    SphereTree tree;
    tree.branching = bake.recipe->branching;
    tree.method = bake.recipe->method;
    tree.hasInside = bake.depth.hasInside;
    std::vector<int32_t> above;  // where the spheres of the level above stand in the tree; −1: nowhere
    for (size_t level = 0; level < levels.size(); ++level) {
        std::vector<int32_t> here(levels[level].centres.size(), -1);
        for (size_t i = 0; i < here.size(); ++i) {
            const int32_t parent = level == 0 ? -1 : levels[level].parents[i];
            if (below[level][i].empty()) continue;
            if (level > 0 && (levels[level - 1].finished[size_t(parent)] || above[size_t(parent)] < 0)) continue;
            TreeNode node;
            node.sphere = fitted[level].spheres[i];
            node.level = int32_t(level);
            here[i] = int32_t(tree.nodes.size());
            if (level > 0) {
                node.parent = above[size_t(parent)];
                TreeNode& up = tree.nodes[size_t(node.parent)];
                if (up.childCount++ == 0) up.firstChild = here[i];
            }
            tree.nodes.push_back(node);
            if (bake.recipe->hybrid) tree.volumeSpheres.push_back(fitted[level].volumeSpheres[i]);
        }
        above = std::move(here);
    }
    return tree;
}

}  // namespace spheretree
