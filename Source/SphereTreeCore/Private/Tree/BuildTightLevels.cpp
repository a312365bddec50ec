// Tight sees the tree as a whole. A patch may go down any chain of spheres that can hold it within the error of their
// level; so which part of the surface a node answers for is decided by the spheres below it, not by the node. A node
// whose children are hard pressed gives patches to neighbours whose children are not, as far as their own spheres
// reach. That balances the tree at no cost to the levels above.
//
// Level by level (Tree/Tight/TightLevel): (1) the patches of each node, where they cost least, get centres of their own
// (SolveTight); (2) the spheres of this level and of all above it move together, while costly patches are cut finer
// (Tree/Tight/TreeDescent), and nodes that turn out to have started badly are searched again; (3) all centres of the
// level are polished, each node on every patch that it may have, against what the children of other nodes would do for
// it. At the end each leaf has its patches, and all spheres are fitted to what they turned out to hold
// (Tree/Tight/FitTightTree). Fast, and a bake to an error, leave out (2).
#include "Spheres/Tight/ProtrusionField.h"
#include "Tree/BuildLevels.h"
#include "Tree/Tight/FitTightTree.h"
#include "Tree/Tight/TightLevel.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace spheretree {

namespace {

constexpr double kFieldHalf = 1.4;  // the object fills the unit ball; spheres reach a little beyond
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

/// Starts that end at the same worst are mostly the same.
void KeepDistinct(std::vector<TightCentres>& starts, size_t most) {
    constexpr double kSame = 0.003;
    const auto last = std::unique(starts.begin(), starts.end(), [](const TightCentres& a, const TightCentres& b) {
        return b.worst <= a.worst * (1 + kSame);
    });
    starts.resize(std::min(size_t(last - starts.begin()), most));
}

bool WantsMore(const BakeContext& bake, const TightTree& tree) {
    const size_t spheres = tree.levels.back().centres.size();
    const Recipe& recipe = *bake.recipe;
    if (int32_t(tree.levels.size()) > recipe.depth || AllFinished(tree.levels.back())) return false;
    if (!(bake.targetError > 0)) return true;
    return spheres <= kMostParents && (recipe.maxSpheres == 0 || spheres <= size_t(recipe.maxSpheres));
}

/// What a level is worth; less is better. The worst counts, and the mean.
double WorthOf(const TightSpheres& spheres) {
    return spheres.error * (1 + spheres.slack) * spheres.mean * spheres.mean;
}

double WorthOf(const TightLevelSearch::Outlook& outlook) { return outlook.worst * outlook.mean * outlook.mean; }

/// The same for the levels that there are: one, or two.
double WorthOf(const TightTree& tree) {
    constexpr double kSecondCounts = 1.5;  // for the levels below, too, which follow it
    const double first = WorthOf(tree.levels[1]);
    return tree.levels.size() > 2 ? first * std::pow(WorthOf(tree.levels[2]), kSecondCounts) : first;
}

/// The first level from a start, and the second below it.
void Grow(const BakeContext& bake, const TightTuning& tuning, const TightCentres& start, TightTree& tree,
          const Host& host, Task& task) {
    std::optional<TightSpheres> found = TightLevelSearch(bake, tuning, tree, host, task).RunFrom(start.centres);
    if (!found) return;
    tree.levels.push_back(*std::move(found));
    if (!WantsMore(bake, tree)) return;
    found = TightLevelSearch(bake, tuning, tree, host, task).Run();
    if (found) tree.levels.push_back(*std::move(found));
}

/// The first level decides what can become of the others, and what that is nobody knows before the second is there, for
/// one in six first levels leads to a second that sticks out a tenth more. So each of several starts gets both: all
/// side by side, or one after the other until one is even enough. Returns the best pair, and the next best where that
/// may be wanted.
std::vector<TightTree> FindFirstLevels(const BakeContext& bake, const TightTuning& tuning, TightTree root,
                                       const Host& host, Task& task) {
    std::vector<TightCentres> starts = TightLevelSearch(bake, tuning, root, host, task).Starts();
    KeepDistinct(starts, size_t(tuning.variants));
    const size_t atOnce = tuning.evenEnough > 0 ? 1 : starts.size();
    std::vector<TightTree> best;
    for (size_t first = 0; first < starts.size() && !task.Cancelled(); first += atOnce) {
        std::vector<TightTree> trees(atOnce, root);
        host.parallelFor(int64_t(atOnce), [&](int64_t i) {
            Grow(bake, tuning, starts[first + size_t(i)], trees[size_t(i)], atOnce > 1 ? Host{} : host, task);
        });
        if (task.Cancelled()) return {};
        std::move(trees.begin(), trees.end(), std::back_inserter(best));
        std::stable_sort(best.begin(), best.end(),
                         [](const TightTree& a, const TightTree& b) { return WorthOf(a) < WorthOf(b); });
        best.resize(std::min(best.size(), std::isfinite(tuning.mostUneven) ? size_t{2} : size_t{1}), root);
        const TightSpheres& last = best.front().levels.back();
        if (last.error <= tuning.evenEnough * last.mean) break;
    }
    return best;
}

/// The next level below the tree, which is the best of several; where that turns out uneven the next best is tried too,
/// and the better one is taken and goes on.
std::optional<TightSpheres> FindNext(const BakeContext& bake, const TightTuning& tuning, TightTree& tree,
                                     std::optional<TightTree> nextBest, const Host& host, Task& task) {
    TightLevelSearch search(bake, tuning, tree, host, task);
    const TightLevelSearch::Outlook outlook = search.Begin();
    if (!nextBest || !(outlook.worst > tuning.mostUneven * outlook.mean)) return search.Finish();
    TightLevelSearch other(bake, tuning, *nextBest, host, task, 0);  // that was the level's progress already
    const TightLevelSearch::Outlook otherwise = other.Begin();
    if (WorthOf(tree) * WorthOf(outlook) <= WorthOf(*nextBest) * WorthOf(otherwise)) return search.Finish();
    std::optional<TightSpheres> found = other.Finish();
    tree = *std::move(nextBest);
    return found;
}

}  // namespace

SphereTree BuildTightLevels(const BakeContext& outer, const Region& whole, const Host& host, Task& task) {
    BakeContext bake = outer;
    Recipe recipe = *outer.recipe;
    if (bake.targetError > 0) recipe.depth = kMostLevels;
    bake.recipe = &recipe;
    std::optional<ProtrusionField> field;
    const TightTuning tuning = TuningOf(recipe.effort, int64_t(whole.patches.patches.size()), bake.targetError > 0);
    if (tuning.gridCells > 0 && recipe.depth > 0) field.emplace(bake.depth, kFieldHalf, tuning.gridCells);
    TightTree tree{TightPatches(whole.patches), {WholeAsOne(bake, whole)}, field ? &*field : nullptr};
    std::optional<TightTree> nextBest;
    while (WantsMore(bake, tree)) {
        bake.protrusion = field && tree.levels.size() <= TightTree::kFieldLevels ? &*field : nullptr;
        if (tree.levels.size() == 1 && tuning.variants > 1) {
            std::vector<TightTree> found = FindFirstLevels(bake, tuning, std::move(tree), host, task);
            if (found.empty()) return {};
            tree = std::move(found[0]);
            if (found.size() > 1 && tree.levels.size() > 2) nextBest = std::move(found[1]);
            continue;
        }
        std::optional<TightSpheres> next =
            FindNext(bake, tuning, tree, std::exchange(nextBest, std::nullopt), host, task);
        if (!next) return {};
        tree.levels.push_back(*std::move(next));
    }
    SphereTree found = FitTightTree(bake, tree.patches, tree.levels, whole.parent, host, task);
    return task.Cancelled() ? SphereTree{} : std::move(found);
}

}  // namespace spheretree
