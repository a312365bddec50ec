#include "Exact/ExactWork.h"
#include "Traverse/LatePhase.h"

namespace spheretree {

namespace {

constexpr size_t kMostForgotten = 4096;  // pairs that are gone, before all are forgotten

void BeginExact(ExactPhase& exact, Traversal& traversal) {
    GatherFronts(traversal);
    exact.pairs.assign(traversal.pairs.size(), {});
    exact.hits.clear();
    exact.tested.assign(kTestedPlaces, {});
    if (exact.remembered.size() > 4 * traversal.pairs.size() + kMostForgotten) exact.remembered.clear();
    exact.cursor = exact.debt = 0;
    exact.isOpen = exact.isNesting = exact.leaf.isOpen = false;
    exact.leafPairs = exact.trianglePairs = exact.refuted = 0;
}

}  // namespace

Progress AdvanceExact(ExactPhase& exact, Traversal& traversal, const Scene& scene, const Budget& budget,
                      const Host& host) {
    return AdvanceLatePhase(
        exact, traversal, scene, budget, host, [&] { BeginExact(exact, traversal); },
        [&](Slice& slice) { return RunExactPair(exact, traversal, slice) != StepOutcome::Over; });
}

}  // namespace spheretree
