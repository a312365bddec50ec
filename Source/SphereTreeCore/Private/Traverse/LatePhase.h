#pragma once

#include "Traverse/Work.h"

#include <algorithm>
#include <limits>

namespace spheretree {

// A phase that goes on where the spheres end, pair by pair, under the same budget, slices and counters. `Phase` has
// `frame` (the traversal's, −1 before it has begun), `cursor` (pairs that are through), `debt`, `secondsPerUnit` and
// `pairs`, one for each of the traversal's. `runPair(slice)` works on the pair at the cursor and is false when the
// slice ended before the pair did.

/// Slices until the operations or the time of this phase are used.
template <typename Phase, typename RunPair>
void RunLateSlices(Phase& phase, Traversal& traversal, const Scene& scene, int64_t& operations, double seconds,
                   const Host& host, Progress& progress, RunPair runPair) {
    const bool timed = seconds < std::numeric_limits<double>::infinity();
    const double start = timed ? host.clockSeconds() : 0;
    double now = start;
    const auto end = static_cast<int64_t>(phase.pairs.size());
    while (phase.cursor < end && operations > 0) {
        const double left = seconds - (now - start);
        if (timed && !(left > 0)) break;
        Slice slice;
        slice.scene = &scene.Inside();
        slice.host = &host;
        slice.operations = operations;
        const double span = std::min(traversal.options.sliceSeconds, left);
        slice.units =
            timed ? std::max(kFewestUnits, static_cast<int64_t>(span / phase.secondsPerUnit)) : Budget::kNoLimit;
        const int64_t units = slice.units;
        while (phase.cursor < end && !slice.Over() && runPair(slice)) ++phase.cursor;
        operations = slice.operations;
        CountSlice(traversal, progress, slice);
        if (!timed) continue;
        const double before = now;
        now = host.clockSeconds();
        LearnSpeed(phase.secondsPerUnit, now - before, units - slice.units);
    }
    if (timed) progress.overrunSeconds = std::max(progress.overrunSeconds, now - start - seconds);
}

/// Advance, and when that is finished and budget remains, the phase: `begin()` once per frame, then its pairs.
template <typename Phase, typename Begin, typename RunPair>
Progress AdvanceLatePhase(Phase& phase, Traversal& traversal, const Scene& scene, const Budget& budget,
                          const Host& host, Begin begin, RunPair runPair) {
    const bool timed = budget.seconds < std::numeric_limits<double>::infinity();
    const bool counted = budget.operations != Budget::kNoLimit;
    const double start = timed ? host.clockSeconds() : 0;
    if (phase.frame != traversal.counters.frame) phase.frame = -1;
    Progress progress;
    int64_t left = budget.operations;
    if (counted) left -= traversal.debt;
    if (phase.frame < 0) {  // the spheres come first
        progress = Advance(traversal, scene, budget, host);
        if (!progress.finished) return progress;
        if (counted) left -= progress.operations;
        begin();
        phase.frame = traversal.counters.frame;
    } else if (counted) {
        traversal.debt = 0;
    }
    if (counted) left -= phase.debt;
    const double seconds =
        timed ? budget.seconds - (host.clockSeconds() - start) : std::numeric_limits<double>::infinity();
    if (left > 0) RunLateSlices(phase, traversal, scene, left, seconds, host, progress, runPair);
    if (counted) {
        phase.debt = std::max<int64_t>(0, -left);
        traversal.debt = 0;
    }
    progress.finished = phase.cursor >= static_cast<int64_t>(phase.pairs.size());
    return progress;
}

}  // namespace spheretree
