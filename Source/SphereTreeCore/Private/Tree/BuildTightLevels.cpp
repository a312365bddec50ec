// Tight sees the tree as a whole. A patch may go down any chain of spheres that can hold it within the error of their
// level; so which part of the surface a node answers for is decided by the spheres below it, not by the node. A node
// whose children are hard pressed gives patches to neighbours whose children are not, as far as their own spheres
// reach. That balances the tree at no cost to the levels above.
//
// Level by level (Tree/Tight/TightLevel): (1) the patches of each node, where they cost least, get centres of their own
// (SolveTight); (2) all centres of the level are polished together, each node on every patch that it may have, against
// what the children of other nodes would do for it; (3) nodes that are among the worst are searched again, patches that
// cost most are cut finer, and (2) again. At the end each leaf has its patches, and all spheres are fitted to what they
// turned out to hold (Tree/Tight/FitTightTree).
#include "Spheres/Tight/ProtrusionField.h"
#include "Tree/BuildLevels.h"
#include "Tree/Tight/FitTightTree.h"
#include "Tree/Tight/TightBalance.h"
#include "Tree/Tight/TightLevel.h"

#include <algorithm>
#include <optional>

namespace spheretree {

namespace {

constexpr double kFieldHalf = 1.4;     // the object fills the unit ball; spheres reach a little beyond
constexpr size_t kFieldLevels = 2;     // below, spheres are so small that the surface is hardly hollow to them
constexpr size_t kVariedLevels = 2;    // which decide what can become of the others
constexpr size_t kBalancedLevels = 3;  // below, spheres are many and the search for each is alike
constexpr int32_t kMostLevels = 8;
constexpr size_t kMostParents = 8192;  // a smaller error than these can give would fill the memory, not the need

TightSpheres WholeAsOne(const BakeContext& bake, const Region& whole) {
    TightSpheres root;
    root.centres = {{whole.parent.centre, bake.depth.At(whole.parent.centre)}};
    root.parents = {-1};
    root.allowed = {4};
    root.finished = {whole.parent.radius - root.centres[0].depth <= std::max(bake.targetError, 1e-9)};
    return root;
}

bool AllFinished(const TightSpheres& spheres) {
    return std::all_of(spheres.finished.begin(), spheres.finished.end(), [](uint8_t one) { return one != 0; });
}

/// The whole search: levels one after the other, the first two in several variants.
class TightTreeSearch {
public:
    TightTreeSearch(const BakeContext& bake, const Region& whole, const Host& host, Task& task)
        : bake_(bake), whole_(whole), host_(host), task_(task), tuning_(TuningOf(bake.recipe->effort)) {
        if (tuning_.gridCells > 0 && bake.recipe->depth > 0) field_.emplace(bake.depth, kFieldHalf, tuning_.gridCells);
    }

    /// Nothing when the task was cancelled.
    std::optional<TightTree> Run() {
        std::optional<TightTree> best;
        const int32_t variants = bake_.targetError > 0 ? 1 : tuning_.variants;
        for (int32_t variant = 0; variant < variants; ++variant) {
            TightTree tree{TightPatches(whole_.patches), {WholeAsOne(bake_, whole_)}};
            while (tree.levels.size() <= kVariedLevels && WantsMore(tree))
                if (!AddLevel(tree, variant)) return std::nullopt;
            if (!best || ScoreOf(tree) < ScoreOf(*best)) best = std::move(tree);
        }
        while (WantsMore(*best))
            if (!AddLevel(*best, 0)) return std::nullopt;
        return best;
    }

private:
    static double ScoreOf(const TightTree& tree) {
        double score = 1;
        for (size_t level = 1; level < tree.levels.size(); ++level) score *= tree.levels[level].worst;
        return score;
    }

    bool WantsMore(const TightTree& tree) const {
        const size_t spheres = tree.levels.back().centres.size();
        const Recipe& recipe = *bake_.recipe;
        if (int32_t(tree.levels.size()) > recipe.depth || AllFinished(tree.levels.back())) return false;
        if (!(bake_.targetError > 0)) return true;
        return spheres <= kMostParents && (recipe.maxSpheres == 0 || spheres <= size_t(recipe.maxSpheres));
    }

    BakeContext ContextOf(size_t level) const {
        BakeContext bake = bake_;
        bake.protrusion = field_ && level <= kFieldLevels ? &*field_ : nullptr;
        return bake;
    }

    bool AddLevel(TightTree& tree, int32_t variant) {
        const size_t level = tree.levels.size();
        const BakeContext above = ContextOf(level - 1), bake = ContextOf(level);
        std::optional<TightSpheres> next = TightLevelSearch(bake, tree, host_, task_).Run(variant);
        if (!next) return false;
        tree.levels.push_back(*std::move(next));
        const bool isBalanced = level > 1 && level <= kBalancedLevels && !(bake.targetError > 0);
        if (isBalanced)
            TightBalance(above, bake, host_, task_).Improve(tree, level == 2 ? tuning_.balances : tuning_.lastBalances);
        return !task_.Cancelled();
    }

    const BakeContext& bake_;
    const Region& whole_;
    const Host& host_;
    Task& task_;
    TightTuning tuning_;
    std::optional<ProtrusionField> field_;
};

}  // namespace

SphereTree BuildTightLevels(const BakeContext& outer, const Region& whole, const Host& host, Task& task) {
    BakeContext bake = outer;
    Recipe recipe = *outer.recipe;
    if (bake.targetError > 0) recipe.depth = kMostLevels;
    bake.recipe = &recipe;
    const std::optional<TightTree> found = TightTreeSearch(bake, whole, host, task).Run();
    if (!found) return {};
    SphereTree tree = FitTightTree(bake, found->patches, found->levels, whole.parent, host, task);
    return task.Cancelled() ? SphereTree{} : std::move(tree);
}

}  // namespace spheretree
