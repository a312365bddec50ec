// The first goal of a pair: two leaves that overlap, or the proof that there are none. Depth first, the deepest overlap
// first; pairs whose roots overlap least come first (BeginFrame), and rounds have growing quanta, so that easy pairs
// are settled before hard ones and none waits for long.

#include "Traverse/GuessLeaves.h"
#include "Traverse/OpenedNodes.h"
#include "Traverse/PartingPlane.h"
#include "Traverse/Work.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace spheretree {

namespace {

constexpr int64_t kVisitUnits = 2;  // the relative pose of a pair costs about as much as so many steps
constexpr int64_t kFewestPairsForThreads = 32;
constexpr int kInFlight = 4;
constexpr int64_t kBodiesAhead = 2, kPairsAhead = 6;  // so far ahead memory is asked for them
constexpr int kMostOpened = 2 * kMostPackedLevels;    // each lies at least one level below the one before

enum class Outcome { Settled, Again, Over, Going };

// One pair's descent, on the stack of the machine: most pairs are settled at once and leave nothing behind. What waits
// are grids that were opened on the way, and below them the nodes that an earlier visit left.
struct Descent {
    TraversalPair* pair = nullptr;
    const TraversalOptions* options = nullptr;
    Slice* slice = nullptr;
    int64_t place = 0;               // among those that are visited together
    int64_t used = 0;                // steps of this visit
    int64_t updates = 0, tests = 0;  // in them
    int openedCount = 0;
    int32_t leftCount = 0;
    const NodePair* left = nullptr;
    NodePair nodes;     // that are being opened
    NodePair start[2];  // where `left` begins for a pair that is new: the last frame's witness, the roots
    float least;        // of all errors that were proven
    unsigned leafHits;  // of the last step
    bool isGuessing;    // of this visit: leaves that probably overlap were looked at
    PairFrame frame;    // this and what follows is never cleared: that would cost more than the descent
    OpenedNodes opened[kMostOpened];

    Descent() {}  // nothing, on purpose
    bool Empty() const { return openedCount == 0 && leftCount == 0; }
    void Next() {
        if (openedCount == 0) {
            nodes = left[--leftCount];
        } else {
            OpenedNodes& top = opened[openedCount - 1];
            nodes = top.Take(frame);
            openedCount -= top.Empty();
        }
        least = std::min(least, nodes.error);
    }
};

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

// Two leaves that overlap were found before the descent.
void ConfirmEarly(Descent& way, const NodePair& slots) {
    const float error = ErrorOfSlots(way.frame, slots.a, slots.b);
    const NodePair witness{slots.a, slots.b, std::min(error, way.pair->rootError)};
    way.start[way.leftCount++] = witness;
    way.pair->guessed = true;
    Confirmed(*way.pair, witness);
}

// Coherence: do the leaves that touched in the last frame still touch? Then the pair is confirmed for one test.
bool TryWitness(Descent& way) {
    const TraversalPair& pair = *way.pair;
    if (!way.options->coherent || pair.witnessA < 0) return false;
    const PackedBlock& a = way.frame.blocks[0][BlockOf(pair.witnessA)];
    const PackedBlock& b = way.frame.blocks[1][BlockOf(pair.witnessB)];
    alignas(16) float ball[4];
    CarryBall(way.frame.ball[1], a, LaneOf(pair.witnessA), ball);
    way.updates += 1;
    way.tests += 1;
    const unsigned hits = NotAbove(TestBall(way.frame, way.frame.ball[1], b, ball), Eight::All(0));
    if (!(hits >> LaneOf(pair.witnessB) & 1)) return false;
    ConfirmEarly(way, {pair.witnessA, pair.witnessB, 0});
    return true;
}

// Or is there a plane between the bodies?
bool TryPlane(Descent& way) {
    if (!IsPlaneLikely(way.frame)) return false;
    const std::vector<Body>& bodies = way.slice->scene->bodies;
    way.updates += 1;
    way.tests += 1;
    return IsPlaneBetween(way.frame, bodies[way.pair->body[0]].support, bodies[way.pair->body[1]].support);
}

// Or leaves that probably do? Those that do not prove something too: a small bound, long before a descent has one.
bool TryGuess(Descent& way) {
    way.isGuessing = IsWorthGuessing(way.frame);
    if (!way.isGuessing) return false;
    const std::vector<Body>& bodies = way.slice->scene->bodies;
    const int32_t* const nearest[2] = {bodies[way.pair->body[0]].nearestLeaf, bodies[way.pair->body[1]].nearestLeaf};
    WorkCounts counts;
    NodePair found{};
    const bool overlaps = GuessLeaves({way.frame, nearest, counts}, found);
    way.updates += counts.updates;
    way.tests += counts.tests;
    if (overlaps)
        ConfirmEarly(way, found);
    else
        way.least = SeparationBound(way.frame, found.a, found.b);
    return overlaps;
}

// The far node's children against one of the near's.
unsigned TestRow(const PairFrame& pair, const NearHalf& half, int lane, Eight& gap) {
    const int far = 1 - half.side;
    alignas(16) float ball[4];
    CarryBall(pair.ball[far], *half.near, static_cast<uint32_t>(lane), ball);
    gap = TestBall(pair, pair.ball[far], *half.far, ball);
    return NotAbove(gap, Eight::All(0)) & ((1u << pair.laneCount[far][half.farChild]) - 1);
}

// The second half of a step: one near child after the other, the deepest first, until one overlaps a child of the far
// node. The others wait.
void OpenUntilHit(Descent& way, const NearHalf& half) {
    OpenedNodes& top = way.opened[way.openedCount];
    unsigned rest = half.wanted;
    int lane = DeepestOf(half.gap, half.wanted ? half.wanted : half.hits);
    top.hits = 0;
    top.deepest = lane;
    ++way.updates;
    way.tests += half.nearLanes;
    while (rest && !top.hits) {
        Eight gap;
        top.row = lane;
        top.hits = TestRow(way.frame, half, lane, gap);
        top.deepest = DeepestOf(gap, top.hits);
        rest &= ~(1u << lane);
        lane = std::countr_zero(rest | 1u << (kLanes - 1));
        ++way.updates;
        way.tests += way.frame.laneCount[1 - half.side][half.farChild];
    }
    top.alone = rest | (half.hits & ~half.wanted);
    if (!top.hits && half.wanted) top.deepest = -1;
    way.openedCount += !top.Empty();
    way.leafHits = top.hits ? top.hits & NegativeMask(half.far->child) & -(half.leaves >> top.row & 1)
                            : top.alone & half.leaves & half.farIsLeaf;
    if (top.Empty()) return;
    top.side = half.side;
    top.first[0] = half.child * kLanes;
    top.first[1] = half.farChild * kLanes;
    top.farSlot = half.side ? way.nodes.a : way.nodes.b;
    half.bound.Store(top.bound);
}

// The deepest of all if it is a leaf pair; else the first that is.
NodePair WitnessOf(const Descent& way) {
    const OpenedNodes& top = way.opened[way.openedCount - 1];
    const bool deepest = top.deepest >= 0 && way.leafHits >> top.deepest & 1;
    const int lane = deepest ? top.deepest : std::countr_zero(way.leafHits);
    return top.hits ? top.Child(way.frame, lane) : top.Alone(lane);
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
        OpenUntilHit(way, half);
        ChargeVisit(way);
        if (const Outcome outcome = TakeStep(way); outcome != Outcome::Going) return outcome;
    }
}

// Goes when there is something to open.
Outcome Resume(Descent& way, const Traversal& traversal) {
    TraversalPair& pair = *way.pair;
    way.openedCount = 0;
    way.least = std::numeric_limits<float>::infinity();
    way.leftCount = pair.nodeCount;
    way.isGuessing = false;
    if (pair.started) {
        way.left = traversal.fronts.At(pair.place);  // a pair that waits has at least one
        return Outcome::Going;
    }
    pair.started = true;
    way.left = way.start;
    way.leftCount = 0;
    const NodePair roots{0, 0, pair.rootError};
    const bool isLeaf = IsLeafPair(way.frame, 0, 0);
    const bool isTree = !isLeaf && way.frame.kind != kGroundPair, isWitnessed = isTree && TryWitness(way);
    const bool isApart = isTree && !isWitnessed && TryPlane(way);
    const bool isKnown = isWitnessed || (isTree && !isApart && TryGuess(way));
    ChargeVisit(way);
    if (isApart) return Refuted(pair);
    way.start[way.leftCount++] = roots;
    if (isLeaf) return Confirmed(pair, roots);
    return isKnown ? Outcome::Settled : Outcome::Going;
}

// The lanes of a mask, the highest first: f(lane).
template <typename F>
void ForEachLaneDown(unsigned lanes, F f) {
    while (lanes) {
        const int lane = 31 - std::countl_zero(lanes);
        lanes ^= 1u << lane;
        f(lane);
    }
}

// What waits, to its place in the fronts: the next one last.
void PutAway(const Descent& way, NodePair* nodes) {
    if (nodes != way.left) std::copy_n(way.left, way.leftCount, nodes);
    nodes += way.leftCount;
    for (int i = 0; i < way.openedCount; ++i) {
        const OpenedNodes& open = way.opened[i];
        const unsigned deepest = open.deepest >= 0 ? 1u << open.deepest : 0;
        ForEachLaneDown(open.hits ? open.alone : open.alone & ~deepest, [&](int lane) { *nodes++ = open.Alone(lane); });
        ForEachLaneDown(open.hits & ~deepest, [&](int lane) { *nodes++ = open.Child(way.frame, lane); });
        if (deepest) *nodes++ = open.hits ? open.Child(way.frame, open.deepest) : open.Alone(open.deepest);
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

Outcome Arrive(Descent& way, Traversal& traversal, int32_t index, Slice& slice) {
    way.pair = &traversal.pairs[static_cast<size_t>(index)];
    way.options = &traversal.options;
    way.slice = &slice;
    way.used = way.updates = way.tests = 0;
    DeriveFrame(way.frame, *slice.scene, way.pair->body[0], way.pair->body[1]);
    slice.units -= kVisitUnits;
    way.pair->visited = true;
    return Resume(way, traversal);
}

// A short visit only wants a small bound for every pair, soon. A guess gave one.
bool IsEnough(const Descent& way, int64_t steps) { return way.isGuessing && steps <= kShortVisit; }

Outcome VisitPair(Traversal& traversal, int32_t index, int64_t steps, int64_t& used, Slice& slice) {
    Descent way;
    Outcome outcome = Arrive(way, traversal, index, slice);
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
    int64_t next, end;  // of traversal.waiting, from the cursor
    Descent ways[kInFlight];
    NearHalf halves[kInFlight];

    Flight(Traversal& of, Slice& in, int64_t from, int64_t to)
        : traversal(of), slice(in), quantum(QuantumOf(of, in)), next(from), end(to) {}

    void Land(Descent& way, Outcome outcome) {
        Leave(way, traversal);
        ChargeVisit(way);
        traversal.laneMarks[static_cast<size_t>(way.place)] = outcome == Outcome::Again;
    }
    // What the pairs after the next will read.
    void Announce() const {
        const auto pairAt = [&](int64_t place) {
            return &traversal.pairs[static_cast<size_t>(
                traversal.waiting[static_cast<size_t>(traversal.cursor + std::min(place, end - 1))])];
        };
        Prefetch(pairAt(next + kPairsAhead));
        for (const uint32_t body : pairAt(next + kBodiesAhead)->body) {
            const char* const lines = reinterpret_cast<const char*>(&slice.scene->bodies[body]);
            for (int line = 0; line < 3; ++line) Prefetch(lines + line * 64);
        }
    }
    // The next pair that has something to expand; false when none is left, or no time.
    bool Take(Descent& way) {
        while (next < end && slice.units > 0) {
            Announce();
            way.place = next++;
            const int32_t index = traversal.waiting[static_cast<size_t>(traversal.cursor + way.place)];
            Outcome outcome = Arrive(way, traversal, index, slice);
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
            for (int i = 0; i < count; ++i) OpenUntilHit(*flying[i], halves[i]);
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
