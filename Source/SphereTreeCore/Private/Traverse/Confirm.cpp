// The first goal of a pair: two leaves that overlap, or the proof that there are none. Depth first, the deepest overlap
// first; rounds with growing quanta, so that easy pairs are settled before hard ones and none waits for long.

#include "Traverse/Work.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace spheretree {

namespace {

constexpr int64_t kVisitUnits = 4;  // the relative pose of a pair costs about as much as so many steps
constexpr int64_t kFewestPairsForThreads = 32;
constexpr int kInFlight = 4;
constexpr int64_t kLongestQuantumTogether = 1 << 20;

enum class Outcome { Settled, Again, Over, Going };

// One pair's descent, on the stack of the machine: most pairs are settled at once and leave nothing behind.
// The nodes that wait stand in three columns, so that the children of a step are added without asking how many.
struct Descent {
    TraversalPair* pair = nullptr;
    const TraversalOptions* options = nullptr;
    Slice* slice = nullptr;
    int64_t place = 0;  // among those that are visited together
    int64_t used = 0;   // steps of this visit
    int64_t tests = 0;  // in them
    NodePair nodes;     // to be expanded next
    int32_t count = 0;  // of those that wait
    Eight least;        // of all errors that were proven, by lane
    PairFrame frame;    // this and the columns are never cleared: that would cost more than the descent
    int32_t slots[2][kMostNodesOnTheWay + kLanes];
    float error[kMostNodesOnTheWay + kLanes];

    Descent() {}  // nothing, on purpose
    NodePair At(int32_t i) const { return {slots[0][i], slots[1][i], error[i]}; }
    void Put(const NodePair& item) {
        slots[0][count] = item.a;
        slots[1][count] = item.b;
        error[count++] = item.error;
    }
};

// All children but the deepest wait.
void StackOthers(Descent& way, const Expansion& step, int deepest) {
    const unsigned others = step.hits & ~(1u << deepest);
    PackLanes(others, step.firstSlot, step.error, way.slots[step.side] + way.count, way.error + way.count);
    FillEight(way.slots[1 - step.side] + way.count, step.side ? way.nodes.a : way.nodes.b);
    way.count += std::popcount(others);
    way.least = Min(way.least, WhereNotAbove(step.gap, Eight::All(0), step.error));
}

Outcome Confirmed(TraversalPair& pair, const NodePair& witness) {
    pair.state = PairState::Confirmed;
    pair.witnessA = witness.a;
    pair.witnessB = witness.b;
    pair.bound = std::min(pair.bound, witness.error);
    return Outcome::Settled;
}

// Coherence: do the leaves that touched in the last frame still touch? Then the pair is confirmed for one test.
bool TryWitness(Descent& way) {
    TraversalPair& pair = *way.pair;
    if (!way.options->coherent || pair.witnessA < 0 || way.frame.kind == kGroundPair) return false;
    const PackedBlock& a = way.frame.blocks[0][BlockOf(pair.witnessA)];
    const PackedBlock& b = way.frame.blocks[1][BlockOf(pair.witnessB)];
    const uint32_t laneA = LaneOf(pair.witnessA), laneB = LaneOf(pair.witnessB);
    const BallFrame& intoB = way.frame.ball[1];
    alignas(16) float ball[4];
    CarryBall(intoB, a, laneA, ball);
    const Eight gap = way.frame.kind == kPlainPair ? TestPlain(b, ball) : TestMoving(b, ball, intoB);
    const unsigned hits = NotAbove(gap, Eight::All(0));
    const int64_t cost = int64_t{way.options->updateCost} + way.options->testCost;
    way.slice->counts.updates += 1;
    way.slice->counts.tests += 1;
    way.slice->operations -= cost;
    way.slice->spent += cost;
    if (!(hits >> laneB & 1)) return false;
    const float error = NodeError(way.frame, 0, a, laneA) + NodeError(way.frame, 1, b, laneB) + way.frame.errorBase;
    const NodePair witness{pair.witnessA, pair.witnessB, std::min(error, pair.rootError)};
    way.Put(witness);
    pair.guessed = true;
    Confirmed(pair, witness);
    return true;
}

Outcome Refuted(TraversalPair& pair) {
    pair.state = PairState::Refuted;
    return Outcome::Settled;
}

// Takes in what a step found. Depth first; the deepest child is next.
Outcome TakeStep(Descent& way, const Expansion& step) {
    if (!step.hits) {
        if (way.count == 0) return Refuted(*way.pair);
        way.nodes = way.At(--way.count);
        return Outcome::Going;
    }
    int deepest = LowestLane(step.gap);
    if (!(step.hits >> deepest & 1)) deepest = std::countr_zero(step.hits);  // where something is not a number
    StackOthers(way, step, deepest);
    const Children children(step);
    const NodePair parent = way.nodes;
    way.nodes = children.Of(parent, step, deepest);
    if (!step.leafHits) return Outcome::Going;
    way.Put(way.nodes);
    return Confirmed(*way.pair, children.Of(parent, step, children.Deepest(step.leafHits)));
}

Outcome Descend(Descent& way, int64_t steps) {
    Expansion step;
    for (;;) {
        if (way.used >= steps || way.slice->Over()) {
            way.Put(way.nodes);
            return way.used >= steps ? Outcome::Again : Outcome::Over;
        }
        ExpandAny(way.frame, way.nodes, *way.slice->scene, step);
        Charge(*way.slice, *way.options, step);
        ++way.used;
        if (const Outcome outcome = TakeStep(way, step); outcome != Outcome::Going) return outcome;
    }
}

// Goes when there is something to expand.
Outcome Resume(Descent& way, const Traversal& traversal) {
    TraversalPair& pair = *way.pair;
    way.count = 0;
    way.least = Eight::All(std::numeric_limits<float>::infinity());
    if (!pair.started) {
        pair.started = true;
        way.nodes = {0, 0, pair.rootError};
        if (IsLeafPair(way.frame, 0, 0)) {
            way.Put(way.nodes);
            return Confirmed(pair, way.nodes);
        }
        if (!TryWitness(way)) return Outcome::Going;
        way.Put(way.nodes);
        return Outcome::Settled;
    }
    const NodePair* nodes = traversal.fronts.At(pair.place);
    for (int32_t i = 0; i < pair.nodeCount; ++i) way.Put(nodes[i]);
    way.nodes = way.At(--way.count);  // a pair that waits has at least one
    return Outcome::Going;
}

// What must outlive the visit: the nodes of a pair that is not settled, or that wants to be refined.
void Leave(Descent& way, Traversal& traversal) {
    TraversalPair& pair = *way.pair;
    const bool kept =
        pair.state == PairState::Pending || (pair.state == PairState::Confirmed && pair.detail == Detail::Full);
    pair.bound = std::min(pair.bound, LowestOf(way.least));
    pair.live = way.count;
    pair.nodeCount = kept ? way.count : 0;
    if (!kept) return;
    if (pair.room < way.count) ReserveNodes(traversal, pair, way.count);
    NodePair* nodes = way.count > 0 ? traversal.fronts.At(pair.place) : nullptr;
    for (int32_t i = 0; i < way.count; ++i) nodes[i] = way.At(i);
}

Outcome Arrive(Descent& way, Traversal& traversal, int32_t index, Slice& slice) {
    way.pair = &traversal.pairs[static_cast<size_t>(index)];
    way.options = &traversal.options;
    way.slice = &slice;
    way.used = way.tests = 0;
    DeriveFrame(way.frame, *slice.scene, way.pair->body[0], way.pair->body[1]);
    slice.units -= kVisitUnits;
    way.pair->visited = true;
    return Resume(way, traversal);
}

Outcome VisitPair(Traversal& traversal, int32_t index, int64_t steps, int64_t& used, Slice& slice) {
    Descent way;
    Outcome outcome = Arrive(way, traversal, index, slice);
    way.used = used;
    if (outcome == Outcome::Going) outcome = Descend(way, steps);
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
    int64_t next, end;  // of traversal.waiting, from the cursor
    Descent ways[kInFlight];
    Expansion steps[kInFlight];

    Flight(Traversal& of, Slice& in, int64_t from, int64_t to)
        : traversal(of), slice(in), quantum(QuantumOf(of, in)), next(from), end(to) {}

    void Land(Descent& way, Outcome outcome) {
        Leave(way, traversal);
        ChargeSteps(slice, traversal.options, way.used, way.tests);
        traversal.laneMarks[static_cast<size_t>(way.place)] = outcome == Outcome::Again;
    }
    // The next pair that has something to expand; false when none is left, or no time.
    bool Take(Descent& way) {
        while (next < end && slice.units > 0) {
            way.place = next++;
            const int32_t index = traversal.waiting[static_cast<size_t>(traversal.cursor + way.place)];
            const Outcome outcome = Arrive(way, traversal, index, slice);
            if (outcome == Outcome::Going) return true;
            Land(way, outcome);
        }
        return false;
    }
    // True while the descent goes on, or another has taken its place.
    bool GoOn(Descent& way, const Expansion& step) {
        ++way.used;
        way.tests += step.laneCount;
        Outcome outcome = TakeStep(way, step);
        if (outcome == Outcome::Going && way.used < quantum) return true;
        if (outcome == Outcome::Going) {
            way.Put(way.nodes);
            outcome = Outcome::Again;
        }
        Land(way, outcome);
        return Take(way);
    }
    void Run() {
        Descent* flying[kInFlight];
        int count = 0;
        for (Descent& way : ways)
            if (Take(way)) flying[count++] = &way;
        while (count > 0) {
            for (int i = 0; i < count; ++i) ExpandAny(flying[i]->frame, flying[i]->nodes, *slice.scene, steps[i]);
            int left = 0;
            for (int i = 0; i < count; ++i)
                if (GoOn(*flying[i], steps[i])) flying[left++] = flying[i];
            count = left;
        }
    }
};

void NextRound(Traversal& traversal, const Slice& slice) {
    traversal.waiting.swap(traversal.nextWaiting);
    traversal.nextWaiting.clear();
    traversal.cursor = 0;
    traversal.quantum = std::min<int64_t>(QuantumOf(traversal, slice) * 2, int64_t{1} << 40);
}

// As many of the next pairs as surely fit into what is left; alone, a flight ends by itself when the slice does. Each
// is settled or uses its whole quantum, exactly as it would alone: the order of events within a round does not matter.
int64_t PairsTogether(const Traversal& traversal, const Slice& slice) {
    const int64_t quantum = QuantumOf(traversal, slice);
    if (traversal.quantumUsed > 0 || quantum > kLongestQuantumTogether) return 0;
    const int64_t left = static_cast<int64_t>(traversal.waiting.size()) - traversal.cursor;
    // One step more: the witness's test.
    const int64_t byOperations = slice.operations / ((quantum + 1) * LargestCost(traversal.options));
    if (traversal.options.lanes < 2) return std::min(left, byOperations);
    const int64_t byUnits = std::min(slice.units, kManyUnits) / (quantum + kVisitUnits) * traversal.options.lanes;
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

// Threads must not grow the fronts: what was there moves to where there is room for everything.
void ReserveRoom(Traversal& traversal, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
        const int32_t index = traversal.waiting[static_cast<size_t>(traversal.cursor + i)];
        TraversalPair& pair = traversal.pairs[static_cast<size_t>(index)];
        if (pair.room >= kMostNodesOnTheWay) continue;
        const int64_t before = pair.place;
        ReserveNodes(traversal, pair, kMostNodesOnTheWay);
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
    ReserveRoom(traversal, count);
    slice.host->parallelFor(work.lanes, [context = &work](int64_t lane) { context->Run(lane); });
    for (const Slice& part : work.parts) Absorb(slice, part, work.lanes);
}

// The pair at the cursor waits for the next round, or is settled.
void TakeOutcome(Traversal& traversal, bool again) {
    const int32_t index = traversal.waiting[static_cast<size_t>(traversal.cursor++)];
    const TraversalPair& pair = traversal.pairs[static_cast<size_t>(index)];
    if (again) traversal.nextWaiting.push_back(index);
    if (pair.state == PairState::Confirmed) traversal.confirmedBound = std::max(traversal.confirmedBound, pair.bound);
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
