#include "Exact/ExactWork.h"
#include "Traverse/LatePhase.h"

namespace spheretree {

namespace {

constexpr size_t kMostForgotten = 4096;  // pairs that are gone, before all are forgotten

/// The leaves of full contacts with shapes: of two surfaces the patches or boxes are asked, not the trees.
void GatherShapes(Traversal& traversal, const Scene::Data& scene) {
    traversal.laneMarks.assign(traversal.pairs.size(), 0);
    bool any = false;
    for (size_t i = 0; i < traversal.pairs.size(); ++i) {
        const TraversalPair& pair = traversal.pairs[i];
        const Body &a = scene.bodies[pair.body[0]], &b = scene.bodies[pair.body[1]];
        const bool hasBoxes = (a.tree && a.tree->boxes) || (b.tree && b.tree->boxes);
        if (!(a.shape || b.shape) || hasBoxes || pair.detail != Detail::Full) continue;
        traversal.laneMarks[i] = 1;
        any = true;
    }
    if (!any) return;
    GatherMarked(traversal);
    traversal.isGathered = false;  // not for all
}

void BeginExact(ExactPhase& exact, Traversal& traversal, const Scene::Data& scene) {
    GatherShapes(traversal, scene);
    exact.pairs.assign(traversal.pairs.size(), {});
    exact.hits.clear();
    if (exact.remembered.size() > 4 * traversal.pairs.size() + kMostForgotten) exact.remembered.clear();
    exact.cursor = exact.debt = 0;
    exact.isOpen = exact.isNesting = exact.leaf.isOpen = false;
    exact.leafPairs = exact.trianglePairs = exact.refuted = 0;
}

}  // namespace

Progress AdvanceExact(ExactPhase& exact, Traversal& traversal, const Scene& scene, const Budget& budget,
                      const Host& host) {
    return AdvanceLatePhase(
        exact, traversal, scene, budget, host, [&] { BeginExact(exact, traversal, scene.Inside()); },
        [&](Slice& slice) { return RunExactPair(exact, traversal, slice) != StepOutcome::Over; });
}

}  // namespace spheretree
