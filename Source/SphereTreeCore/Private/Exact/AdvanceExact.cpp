#include "Exact/ExactWork.h"

#include <algorithm>
#include <limits>

namespace spheretree {

namespace {

constexpr size_t kMostForgotten = 4096;  // pairs that are gone, before all are forgotten

void BeginExact(ExactPhase& exact, const Traversal& traversal) {
    exact.frame = traversal.counters.frame;
    exact.pairs.assign(traversal.pairs.size(), {});
    exact.hits.clear();
    exact.tested.assign(kTestedPlaces, {});
    if (exact.remembered.size() > 4 * traversal.pairs.size() + kMostForgotten) exact.remembered.clear();
    exact.cursor = exact.debt = 0;
    exact.isOpen = exact.isNesting = exact.leaf.isOpen = false;
    exact.leafPairs = exact.trianglePairs = exact.refuted = 0;
}

bool RunPairs(ExactPhase& exact, Traversal& traversal, Slice& slice) {
    for (; exact.cursor < static_cast<int64_t>(exact.pairs.size()); ++exact.cursor) {
        if (slice.Over()) return false;
        if (RunExactPair(exact, traversal, slice) == StepOutcome::Over) return false;
    }
    return true;
}

/// Slices until the operations or the time of this phase are used.
void RunSlices(ExactPhase& exact, Traversal& traversal, const Scene& scene, int64_t& operations, double seconds,
               const Host& host, Progress& progress) {
    const bool timed = seconds < std::numeric_limits<double>::infinity();
    const double start = timed ? host.clockSeconds() : 0;
    double now = start;
    while (!progress.finished && operations > 0) {
        const double left = seconds - (now - start);
        if (timed && !(left > 0)) break;
        Slice slice;
        slice.scene = &scene.Inside();
        slice.host = &host;
        slice.operations = operations;
        const double span = std::min(traversal.options.sliceSeconds, left);
        slice.units =
            timed ? std::max(kFewestUnits, static_cast<int64_t>(span / exact.secondsPerUnit)) : Budget::kNoLimit;
        const int64_t units = slice.units;
        progress.finished = RunPairs(exact, traversal, slice);
        operations = slice.operations;
        CountSlice(traversal, progress, slice);
        if (!timed) continue;
        const double before = now;
        now = host.clockSeconds();
        LearnSpeed(exact.secondsPerUnit, now - before, units - slice.units);
    }
    if (timed) progress.overrunSeconds = std::max(progress.overrunSeconds, now - start - seconds);
}

}  // namespace

Progress AdvanceExact(ExactPhase& exact, Traversal& traversal, const Scene& scene, const Budget& budget,
                      const Host& host) {
    const bool timed = budget.seconds < std::numeric_limits<double>::infinity();
    const bool counted = budget.operations != Budget::kNoLimit;
    const double start = timed ? host.clockSeconds() : 0;
    if (exact.frame != traversal.counters.frame) exact.frame = -1;
    Progress progress;
    int64_t left = budget.operations;
    if (counted) left -= traversal.debt;
    if (exact.frame < 0) {  // the spheres come first
        progress = Advance(traversal, scene, budget, host);
        if (!progress.finished) return progress;
        if (counted) left -= progress.operations;
        progress.finished = false;
        GatherFronts(traversal);
        BeginExact(exact, traversal);
    } else if (counted) {
        traversal.debt = 0;
    }
    if (counted) left -= exact.debt;
    const double seconds =
        timed ? budget.seconds - (host.clockSeconds() - start) : std::numeric_limits<double>::infinity();
    if (left > 0) RunSlices(exact, traversal, scene, left, seconds, host, progress);
    if (counted) {
        exact.debt = std::max<int64_t>(0, -left);
        traversal.debt = 0;
    }
    progress.finished = exact.cursor >= static_cast<int64_t>(exact.pairs.size());
    return progress;
}

}  // namespace spheretree
