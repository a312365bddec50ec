#include "Traverse/Work.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spheretree {

namespace {

void RunPhases(Traversal& traversal, Slice& slice) {
    using Phase = Traversal::Phase;
    if (traversal.phase == Phase::Confirm) {
        if (!RunConfirm(traversal, slice)) return;
        traversal.phase = Phase::Queue;
        traversal.cursor = 0;
        if (slice.units < kManyUnits) return;  // another phase has another speed: a slice of its own
    }
    if (traversal.phase == Phase::Queue) {
        if (!RunQueue(traversal, slice)) return;
        traversal.phase = Phase::Refine;
        if (slice.units < kManyUnits) return;
    }
    if (traversal.phase == Phase::Refine && RunRefine(traversal, slice)) traversal.phase = Phase::Done;
}

// With less, small budgets would be cut into more slices than they need; a look at the clock is not free.
constexpr double kHaste = 0.25;

// The first slice of a call finds the caches cold: it has a speed of its own, else all that follow would be too short.
double& SpeedOf(Traversal& traversal, bool first) {
    const size_t phase = static_cast<size_t>(traversal.phase);
    std::array<double, 3>& speeds = first ? traversal.secondsPerFirstUnit : traversal.secondsPerUnit;
    return speeds[std::min(phase, speeds.size() - 1)];
}

// So many units as fit into one slice, or into what is left of the budget if that is less. The first slice of a phase
// may find anything: it is short.
int64_t UnitsFor(double speed, const Traversal& traversal, double secondsLeft, bool first) {
    const double seconds = std::min(traversal.options.sliceSeconds, secondsLeft) * (first ? 0.25 : 1);
    return std::max(kFewestUnits, static_cast<int64_t>(seconds / speed));
}

// Steps that every pair may take at a visit, because there is time for all of them: then a short visit to each before
// the long ones would be in vain. With nothing at all to end the call, the order of pairs does not matter.
int64_t PatienceOf(Traversal& traversal, double secondsLeft, bool timed, bool counted) {
    constexpr double kUnitsOfAPair = 24;  // twice the mean
    if (counted) return 0;
    if (!timed) return kEndless;
    const double waiting = static_cast<double>(static_cast<int64_t>(traversal.waiting.size()) - traversal.cursor);
    return waiting * kUnitsOfAPair * SpeedOf(traversal, false) < secondsLeft ? kLongVisit : 0;
}

}  // namespace

Progress Advance(Traversal& traversal, const Scene& scene, const Budget& budget, const Host& host) {
    Progress progress;
    const bool timed = budget.seconds < std::numeric_limits<double>::infinity();
    const bool counted = budget.operations != Budget::kNoLimit;
    const double start = timed ? host.clockSeconds() : 0;
    double now = start;
    int64_t operations = counted ? budget.operations - traversal.debt : Budget::kNoLimit;
    traversal.isGathered = false;
    Traversal::Phase lastPhase = Traversal::Phase::Done;
    while (traversal.phase != Traversal::Phase::Done && operations > 0) {
        const double left = budget.seconds - (now - start);
        if (timed && !(left > 0)) break;
        Slice slice;
        slice.scene = &scene.Inside();
        slice.host = &host;
        slice.operations = operations;
        const bool first = traversal.phase != lastPhase;
        lastPhase = traversal.phase;
        double& speed = SpeedOf(traversal, first);
        slice.units = timed ? UnitsFor(speed, traversal, left, first) : Budget::kNoLimit;
        slice.patience = PatienceOf(traversal, left, timed, counted);
        const int64_t units = slice.units;
        RunPhases(traversal, slice);
        operations = slice.operations;
        CountSlice(traversal, progress, slice);
        if (!timed) continue;
        const double before = now;
        now = host.clockSeconds();
        LearnSpeed(speed, now - before, units - slice.units, kHaste);
    }
    if (counted) traversal.debt = std::max<int64_t>(0, -operations);
    progress.finished = traversal.phase == Traversal::Phase::Done;
    progress.overrunSeconds = timed ? std::max(0.0, now - start - budget.seconds) : 0;
    traversal.counters.overrunMicroseconds =
        std::max(traversal.counters.overrunMicroseconds, progress.overrunSeconds * 1e6);
    return progress;
}

}  // namespace spheretree
