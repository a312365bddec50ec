#include "Tree/BuildLevels.h"

#include "Base/Random.h"
#include "Spheres/DivideRegion.h"
#include "Tree/Interior.h"

#include <algorithm>

namespace spheretree {

namespace {

/// Enough patches that where one ends matters little to the spheres: below, a sphere that holds whole patches is
/// visibly larger than one that holds the surface it answers for.
constexpr int64_t kPatchesPerSphere = 100;
constexpr double kFitsExactly = 1e-9;  // of the bounding radius: children could not be tighter

class LevelBuilder {
public:
    LevelBuilder(const BakeContext& bake, const Host& host, Task& task)
        : bake_(bake), host_(host), task_(task), entry_(FindMethod(bake.recipe->method)) {
        tree_.branching = bake.recipe->branching;
        tree_.method = bake.recipe->method;
        tree_.hasInside = bake.depth.hasInside;
    }

    SphereTree Build(Region whole) {
        AddNode({.sphere = whole.parent, .volumeSphere = whole.parent, .region = {}}, -1);
        std::vector<Region> regions;
        regions.push_back(std::move(whole));
        int64_t levelBegin = 0;
        for (int32_t level = 0; level < bake_.recipe->depth && !task_.Cancelled(); ++level) {
            const int64_t levelEnd = int64_t(tree_.nodes.size());
            std::vector<std::vector<RegionPart>> parts = DivideLevel(regions, levelBegin);
            regions = Append(parts, levelBegin);
            levelBegin = levelEnd;
        }
        return task_.Cancelled() ? SphereTree{} : std::move(tree_);
    }

private:
    std::vector<std::vector<RegionPart>> DivideLevel(std::vector<Region>& regions, int64_t levelBegin) {
        std::vector<std::vector<RegionPart>> parts(regions.size());
        host_.parallelFor(int64_t(regions.size()), [&](int64_t i) {
            if (task_.Cancelled()) return;
            const uint64_t seed = Random::OfItem(bake_.recipe->seed, levelBegin + i).Bits();
            parts[size_t(i)] = MakeParts(regions[size_t(i)], seed);
            task_.Advance(1.0 / double(regions.size()));
        });
        return parts;
    }

    std::vector<RegionPart> MakeParts(Region& region, uint64_t seed) const {
        const Recipe& recipe = *bake_.recipe;
        region.parentError = region.parent.radius - bake_.depth.At(region.parent.centre);
        if (!(region.parentError > kFitsExactly)) return {};
        region.patches = RefinePatchesTo(std::move(region.patches), kPatchesPerSphere * recipe.branching);
        RefineInterior(region);
        SphereSet set = entry_->fit(bake_, region, recipe.branching, seed);
        if (recipe.optimise) set = OptimiseSpheres(bake_, region, std::move(set));
        if (recipe.balance) set = BalanceSpheres(bake_, region, std::move(set));
        if (set.spheres.empty()) return {};
        const Refit refit = recipe.hybrid ? Refit::MinimumError : entry_->refit;
        return DivideRegion(bake_, region, std::move(set), {.refit = refit});
    }

    void AddNode(const RegionPart& part, int32_t parent) {
        TreeNode node;
        node.sphere = part.sphere;
        node.parent = parent;
        node.level = parent < 0 ? 0 : tree_.nodes[size_t(parent)].level + 1;
        tree_.nodes.push_back(node);
        if (bake_.recipe->hybrid) tree_.volumeSpheres.push_back(part.volumeSphere);
    }

    std::vector<Region> Append(std::vector<std::vector<RegionPart>>& parts, int64_t levelBegin) {
        std::vector<Region> regions;
        for (size_t i = 0; i < parts.size(); ++i) {
            const int32_t parent = int32_t(levelBegin + int64_t(i));
            tree_.nodes[size_t(parent)].firstChild = parts[i].empty() ? -1 : int32_t(tree_.nodes.size());
            tree_.nodes[size_t(parent)].childCount = int32_t(parts[i].size());
            for (RegionPart& part : parts[i]) {
                AddNode(part, parent);
                regions.push_back(std::move(part.region));
            }
        }
        return regions;
    }

    const BakeContext& bake_;
    const Host& host_;
    Task& task_;
    const MethodEntry* entry_;
    SphereTree tree_;
};

}  // namespace

SphereTree BuildLevels(const BakeContext& bake, Region whole, const Host& host, Task& task) {
    const Recipe& recipe = *bake.recipe;
    if (recipe.method == Method::Tight && !recipe.optimise && !recipe.balance && whole.interior.empty())
        return BuildTightLevels(bake, whole, host, task);
    return LevelBuilder(bake, host, task).Build(std::move(whole));
}

}  // namespace spheretree
