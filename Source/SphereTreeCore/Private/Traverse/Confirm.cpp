// The first goal of a pair: two leaves that overlap, or the proof that there are none. Depth first, the deepest overlap
// first; pairs whose roots overlap least come first (BeginFrame), and rounds have growing quanta, so that easy pairs
// are settled before hard ones and none waits for long.

#include "Traverse/Approach.h"
#include "Traverse/Descent.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace spheretree {

namespace {

constexpr int64_t kVisitUnits = 2;  // the relative pose of a pair costs about as much as so many steps
constexpr int64_t kFewestPairsForThreads = 32;
constexpr int kInFlight = 4;
constexpr int kAhead = 16;  // so many pairs are looked at together before their descents

enum class Outcome { Settled, Again, Over, Going };

Outcome Confirmed(TraversalPair& pair, const NodePair& witness) {
    pair.state = PairState::Confirmed;
    pair.witnessA = witness.a;
    pair.witnessB = witness.b;
    pair.bound = std::min(pair.bound, witness.error);
    return Outcome::Settled;
}

Outcome Refuted(TraversalPair& pair) {
    pair.state = PairState::Refuted;
    return Outcome::Settled;
}

// Takes in what a step found. Depth first; the deepest child is next.
Outcome TakeStep(Descent& way) {
    ++way.used;
    if (way.leafHits) return Confirmed(*way.pair, WitnessOf(way));
    return way.Empty() ? Refuted(*way.pair) : Outcome::Going;
}

void ChargeVisit(Descent& way) {
    ChargeSteps(*way.slice, *way.options, way.updates, way.tests);
    way.updates = way.tests = 0;
}

Outcome Descend(Descent& way, int64_t steps) {
    NearHalf half;
    for (;;) {
        if (way.used >= steps) return Outcome::Again;
        if (way.slice->Over()) return Outcome::Over;
        way.Next();
        OpenFirst(way.frame, way.nodes, *way.slice->scene, half);
        OpenRest(way, half);
        ChargeVisit(way);
        if (const Outcome outcome = TakeStep(way); outcome != Outcome::Going) return outcome;
    }
}

// Two leaves that overlap were found before the descent.
NodePair ConfirmEarly(const Approach& approach) {
    TraversalPair& pair = *approach.pair;
    const NodePair& found = approach.found;
    const NodePair witness{found.a, found.b, std::min(ErrorOfSlots(approach.frame, found.a, found.b), pair.rootError)};
    pair.guessed = true;
    Confirmed(pair, witness);
    return witness;
}

// Goes when there is something to open.
Outcome Resume(Descent& way, const Traversal& traversal, const Approach& approach) {
    TraversalPair& pair = *way.pair;
    way.openedCount = 0;
    way.least = approach.least;
    way.leftCount = pair.nodeCount;
    way.isGuessing = approach.isGuessing;
    if (pair.started) {
        way.left = traversal.fronts.At(pair.place);  // a pair that waits has at least one
        return Outcome::Going;
    }
    pair.started = true;
    way.left = way.start;
    way.leftCount = 0;
    if (approach.isApart) return Refuted(pair);
    const NodePair roots{0, 0, pair.rootError};
    if (approach.isKnown) way.start[way.leftCount++] = ConfirmEarly(approach);
    way.start[way.leftCount++] = roots;
    if (approach.isKnown) return Outcome::Settled;
    return IsLeafPair(way.frame, 0, 0) ? Confirmed(pair, roots) : Outcome::Going;
}

// The bits of a mask, the highest first: f(bit).
template <typename F>
void ForEachBitDown(uint64_t bits, F f) {
    while (bits) {
        const int bit = 63 - std::countl_zero(bits);
        bits ^= uint64_t{1} << bit;
        f(bit);
    }
}

// What waits, to its place in the fronts: the next one last.
void PutAway(const Descent& way, NodePair* nodes) {
    if (nodes != way.left) std::copy_n(way.left, way.leftCount, nodes);
    nodes += way.leftCount;
    for (int i = 0; i < way.openedCount; ++i) {
        const OpenedNodes& open = way.opened[i];
        const uint64_t deepest = open.deepest >= 0 ? uint64_t{1} << open.deepest : 0;
        const auto putAlone = [&](int lane) { open.Alone(lane, *nodes++); };
        const auto putChild = [&](int bit) { open.Child(way.frame, bit, *nodes++); };
        ForEachBitDown(open.hits ? open.alone : open.alone & ~deepest, putAlone);
        ForEachBitDown(open.hits & ~deepest, putChild);
        if (deepest && open.hits) putChild(open.deepest);
        if (deepest && !open.hits) putAlone(open.deepest);
    }
}

// What must outlive the visit: the nodes of a pair that is not settled, or that wants to be refined.
void Leave(Descent& way, Traversal& traversal) {
    TraversalPair& pair = *way.pair;
    const bool kept =
        pair.state == PairState::Pending || (pair.state == PairState::Confirmed && pair.detail == Detail::Full);
    pair.bound = std::min(pair.bound, way.least);
    pair.live = way.leftCount;
    for (int i = 0; i < way.openedCount; ++i) pair.live += way.opened[i].Count();
    pair.nodeCount = kept ? pair.live : 0;
    if (!kept || pair.live == 0) return;
    if (pair.room < pair.live) ReserveNodes(traversal, pair, pair.live);
    PutAway(way, traversal.fronts.At(pair.place));
}

// Pairs that need no descent, and of which no node is kept: the most.
bool IsSettled(const Approach& approach) {
    return approach.isApart || (approach.isKnown && approach.pair->detail != Detail::Full);
}

void Settle(const Approach& approach, const TraversalOptions& options, Slice& slice) {
    TraversalPair& pair = *approach.pair;
    pair.started = pair.visited = true;
    if (approach.isApart)
        Refuted(pair);
    else
        ConfirmEarly(approach);
    pair.live = approach.isApart ? 0 : 2;
    ChargeSteps(slice, options, approach.updates, approach.tests);
    slice.units -= kVisitUnits;
}

Outcome Arrive(Descent& way, Traversal& traversal, const Approach& approach, Slice& slice) {
    way.pair = approach.pair;
    way.options = &traversal.options;
    way.slice = &slice;
    way.used = way.tests = way.updates = 0;
    if (!approach.isApart && !approach.isKnown) way.frame = approach.frame;
    ChargeSteps(slice, traversal.options, approach.updates, approach.tests);
    slice.units -= kVisitUnits;
    way.pair->visited = true;
    return Resume(way, traversal, approach);
}

// A short visit only wants a small bound for every pair, soon. A guess gave one.
bool IsEnough(const Descent& way, int64_t steps) { return way.isGuessing && steps <= kShortVisit; }

Outcome VisitPair(Traversal& traversal, int32_t index, int64_t steps, int64_t& used, Slice& slice) {
    Descent way;
    Approaches<1> approach;
    approach.of[0].Start(traversal.pairs[static_cast<size_t>(index)], *slice.scene);
    approach.count = 1;
    approach.Run(*slice.scene, traversal.options.coherent);
    Outcome outcome = Arrive(way, traversal, approach.of[0], slice);
    way.used = used;
    if (outcome == Outcome::Going) outcome = IsEnough(way, steps) ? Outcome::Again : Descend(way, steps);
    used = way.used;
    Leave(way, traversal);
    return outcome;
}

// Steps for one pair in this round. Where the order cannot matter, few visits with many steps are faster.
int64_t QuantumOf(const Traversal& traversal, const Slice& slice) {
    return std::max(traversal.quantum, slice.patience);
}

// Several descents in turns: while one waits for its numbers, the others compute. Every pair is settled or uses its
// whole quantum, as it would alone.
struct Flight {
    Traversal& traversal;
    Slice& slice;
    int64_t quantum;
    int64_t next, end;       // of traversal.waiting, from the cursor
    int64_t seenFrom, seen;  // those that were looked at
    Approaches<kAhead> approaches;
    Descent ways[kInFlight];
    NearHalf halves[kInFlight];

    Flight(Traversal& of, Slice& in, int64_t from, int64_t to)
        : traversal(of), slice(in), quantum(QuantumOf(of, in)), next(from), end(to), seenFrom(from), seen(from) {}

    void Land(Descent& way, Outcome outcome) {
        Leave(way, traversal);
        ChargeVisit(way);
        traversal.laneMarks[static_cast<size_t>(way.place)] = outcome == Outcome::Again;
    }
    TraversalPair& PairAt(int64_t at) const {
        const int64_t place = traversal.cursor + std::min(at, end - 1);
        return traversal.pairs[static_cast<size_t>(traversal.waiting[static_cast<size_t>(place)])];
    }
    // The pairs that come next, all at once.
    void LookAhead() {
        seenFrom = next;
        seen = std::min(next + kAhead, end);
        approaches.count = static_cast<int>(seen - next);
        for (int i = 0; i < approaches.count; ++i) approaches.of[i].Start(PairAt(next + i), *slice.scene);
        approaches.Run(*slice.scene, traversal.options.coherent);
    }
    // The next pair that has something to expand; false when none is left, or no time.
    bool Take(Descent& way) {
        while (next < end && slice.units > 0) {
            if (next == seen) LookAhead();
            const Approach& approach = approaches.of[next - seenFrom];
            way.place = next++;
            if (IsSettled(approach)) {
                Settle(approach, traversal.options, slice);
                continue;
            }
            Outcome outcome = Arrive(way, traversal, approach, slice);
            if (outcome == Outcome::Going && IsEnough(way, quantum)) outcome = Outcome::Again;
            if (outcome == Outcome::Going) return true;
            Land(way, outcome);
        }
        return false;
    }
    // True while the descent goes on, or another has taken its place.
    bool GoOn(Descent& way) {
        const Outcome outcome = TakeStep(way);
        if (outcome == Outcome::Going && way.used < quantum) return true;
        Land(way, outcome == Outcome::Going ? Outcome::Again : outcome);
        return Take(way);
    }
    void Run() {
        Descent* flying[kInFlight];
        int count = 0;
        for (Descent& way : ways)
            if (Take(way)) flying[count++] = &way;
        while (count > 0) {
            for (int i = 0; i < count; ++i) {
                flying[i]->Next();
                OpenFirst(flying[i]->frame, flying[i]->nodes, *slice.scene, halves[i]);
            }
            for (int i = 0; i < count; ++i) OpenRest(*flying[i], halves[i]);
            int stay = 0;
            for (int i = 0; i < count; ++i)
                if (GoOn(*flying[i])) flying[stay++] = flying[i];
            count = stay;
        }
    }
};

void NextRound(Traversal& traversal, const Slice& slice) {
    traversal.waiting.swap(traversal.nextWaiting);
    traversal.nextWaiting.clear();
    traversal.cursor = 0;
    traversal.quantum = std::clamp<int64_t>(QuantumOf(traversal, slice) * 2, kLongVisit, int64_t{1} << 40);
}

// As many of the next pairs as surely fit into what is left; alone, a flight ends by itself when the slice does. Each
// is settled or uses its whole quantum, exactly as it would alone: the order of events within a round does not matter.
int64_t PairsTogether(const Traversal& traversal, const Slice& slice) {
    const int64_t quantum = QuantumOf(traversal, slice);
    if (traversal.quantumUsed > 0 || quantum > kEndless) return 0;
    const int64_t left = static_cast<int64_t>(traversal.waiting.size()) - traversal.cursor;
    // One step more: the witness's test.
    const int64_t byOperations = slice.operations / ((quantum + 1) * LargestGridCost(traversal.options));
    if (traversal.options.lanes < 2) return std::min(left, byOperations);
    const int64_t byUnits =
        std::min(slice.units, kManyUnits) / (quantum * (1 + kLanes) + kVisitUnits) * traversal.options.lanes;
    return std::min({left, byOperations, byUnits});
}

// Captured by one pointer, so that a std::function of it needs no memory of its own.
struct SideBySide {
    Traversal* traversal;
    int64_t count, lanes;
    std::array<Slice, kMostThreadLanes> parts;

    void Run(int64_t lane) {
        Flight(*traversal, parts[static_cast<size_t>(lane)], count * lane / lanes, count * (lane + 1) / lanes).Run();
    }
};

// A descent leaves at most seven brothers on each level of both trees, and what it began with.
int32_t MostNodesAfter(const TraversalPair& pair, const Scene::Data& scene) {
    const auto levels = [&](int side) {
        const Body& body = scene.bodies[pair.body[side]];
        return body.tree ? body.tree->levelCount : 0;
    };
    return std::max(pair.nodeCount, 2) + kLanes * (levels(0) + levels(1));
}

// Threads must not grow the fronts: what was there moves to where there is room for everything.
void ReserveRoom(Traversal& traversal, const Scene::Data& scene, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
        const int32_t index = traversal.waiting[static_cast<size_t>(traversal.cursor + i)];
        TraversalPair& pair = traversal.pairs[static_cast<size_t>(index)];
        const int32_t room = MostNodesAfter(pair, scene);
        if (pair.room >= room) continue;
        const int64_t before = pair.place;
        ReserveNodes(traversal, pair, room);
        if (pair.nodeCount > 0)
            std::copy_n(traversal.fronts.At(before), pair.nodeCount, traversal.fronts.At(pair.place));
    }
}

void VisitSideBySide(Traversal& traversal, int64_t count, Slice& slice) {
    SideBySide work{&traversal, count, std::min({int64_t{traversal.options.lanes}, count, kMostThreadLanes}), {}};
    for (Slice& part : work.parts) {
        part.scene = slice.scene;
        part.units = part.operations = Budget::kNoLimit;
        part.patience = slice.patience;
    }
    ReserveRoom(traversal, *slice.scene, count);
    slice.host->parallelFor(work.lanes, [context = &work](int64_t lane) { context->Run(lane); });
    for (const Slice& part : work.parts) Absorb(slice, part, work.lanes);
}

// The pair at the cursor waits for the next round, or is settled.
void TakeOutcome(Traversal& traversal, bool again) {
    const int32_t index = traversal.waiting[static_cast<size_t>(traversal.cursor++)];
    const TraversalPair& pair = traversal.pairs[static_cast<size_t>(index)];
    if (again) traversal.nextWaiting.push_back(index);
    const float bound = pair.state == PairState::Confirmed ? pair.bound : 0;
    traversal.confirmedBound = std::max(traversal.confirmedBound, bound);
}

void VisitTogether(Traversal& traversal, int64_t count, Slice& slice) {
    traversal.laneMarks.assign(static_cast<size_t>(count), 0);
    if (traversal.options.lanes > 1 && count >= kFewestPairsForThreads) {
        VisitSideBySide(traversal, count, slice);
    } else {
        Flight flight(traversal, slice, 0, count);
        flight.Run();
        count = flight.next;
    }
    for (int64_t i = 0; i < count; ++i) TakeOutcome(traversal, traversal.laneMarks[static_cast<size_t>(i)]);
}

}  // namespace

void ReserveNodes(Traversal& traversal, TraversalPair& pair, int32_t room) {
    pair.place = traversal.fronts.Take(room);
    pair.room = room;
}

bool RunConfirm(Traversal& traversal, Slice& slice) {
    for (;;) {
        while (traversal.cursor < static_cast<int64_t>(traversal.waiting.size())) {
            if (slice.Over()) return false;
            if (const int64_t count = PairsTogether(traversal, slice); count >= 2) {
                VisitTogether(traversal, count, slice);
                continue;
            }
            const int32_t index = traversal.waiting[static_cast<size_t>(traversal.cursor)];
            const Outcome outcome =
                VisitPair(traversal, index, QuantumOf(traversal, slice), traversal.quantumUsed, slice);
            if (outcome == Outcome::Over) return false;
            traversal.quantumUsed = 0;
            TakeOutcome(traversal, outcome == Outcome::Again);
        }
        if (traversal.nextWaiting.empty()) return true;
        NextRound(traversal, slice);
    }
}

}  // namespace spheretree
