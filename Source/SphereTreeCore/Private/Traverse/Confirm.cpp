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

enum class Outcome { Settled, Again, Over };

// One pair's descent, on the stack of the machine: most pairs are settled at once and leave nothing behind.
// The nodes that wait stand in three columns, so that the children of a step are added without asking how many.
struct Descent {
    TraversalPair& pair;
    const TraversalOptions& options;
    Slice& slice;
    int32_t count = 0;
    Eight least = Eight::All(std::numeric_limits<float>::infinity());  // of all errors that were proven, by lane
    PairFrame frame;  // this and the columns are never cleared: that would cost more than the descent
    int32_t slots[2][kMostNodesOnTheWay + kLanes];
    float error[kMostNodesOnTheWay + kLanes];

    Descent(TraversalPair& of, const TraversalOptions& with, Slice& in) : pair(of), options(with), slice(in) {}
    NodePair At(int32_t i) const { return {slots[0][i], slots[1][i], error[i]}; }
    void Put(int32_t i, const NodePair& nodes) {
        slots[0][i] = nodes.a;
        slots[1][i] = nodes.b;
        error[i] = nodes.error;
    }
};

// All children but the deepest wait.
void StackOthers(Descent& way, const NodePair& parent, const Expansion& step, int deepest) {
    const unsigned others = step.hits & ~(1u << deepest);
    PackLanes(others, step.firstSlot, step.error, way.slots[step.side] + way.count, way.error + way.count);
    FillEight(way.slots[1 - step.side] + way.count, step.side ? parent.a : parent.b);
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
    TraversalPair& pair = way.pair;
    if (!way.options.coherent || pair.witnessA < 0 || way.frame.kind == kGroundPair) return false;
    const PackedBlock& a = way.frame.blocks[0][pair.witnessA / kLanes];
    const PackedBlock& b = way.frame.blocks[1][pair.witnessB / kLanes];
    const int laneA = pair.witnessA % kLanes, laneB = pair.witnessB % kLanes;
    const BallFrame& intoB = way.frame.ball[1];
    alignas(16) float ball[4];
    CarryBall(intoB, a, laneA, ball);
    const Eight gap = way.frame.kind == kPlainPair ? TestPlain(b, ball) : TestMoving(b, ball, intoB);
    const unsigned hits = LessOrEqual(gap, Eight::All(0));
    const int64_t cost = int64_t{way.options.updateCost} + way.options.testCost;
    way.slice.counts.updates += 1;
    way.slice.counts.tests += 1;
    way.slice.operations -= cost;
    way.slice.spent += cost;
    if (!(hits >> laneB & 1)) return false;
    const float error = NodeError(way.frame, 0, a, laneA) + NodeError(way.frame, 1, b, laneB) + way.frame.errorBase;
    const NodePair witness{pair.witnessA, pair.witnessB, std::min(error, pair.rootError)};
    way.Put(way.count++, witness);
    pair.guessed = true;
    Confirmed(pair, witness);
    return true;
}

// Depth first; the deepest child is taken next without waiting.
Outcome Descend(Descent& way, int64_t steps, int64_t& used) {
    Expansion step;
    while (way.count > 0) {
        NodePair nodes = way.At(--way.count);
        do {
            if (used >= steps || way.slice.Over()) {
                way.Put(way.count++, nodes);
                return used >= steps ? Outcome::Again : Outcome::Over;
            }
            ExpandAny(way.frame, nodes, *way.slice.scene, step);
            Charge(way.slice, way.options, step);
            ++used;
            const int deepest = LowestLane(step.gap);
            StackOthers(way, nodes, step, deepest);
            if (!step.hits) break;
            const Children children(step);
            if (step.leafHits) {
                way.Put(way.count++, children.Of(nodes, step, deepest));
                return Confirmed(way.pair, children.Of(nodes, step, children.Deepest(step.leafHits)));
            }
            nodes = children.Of(nodes, step, deepest);
        } while (true);
    }
    way.pair.state = PairState::Refuted;
    return Outcome::Settled;
}

Outcome Start(Descent& way, int64_t steps, int64_t& used) {
    way.pair.started = true;
    way.Put(way.count++, {0, 0, way.pair.rootError});
    if (IsLeafPair(way.frame, 0, 0)) return Confirmed(way.pair, way.At(0));
    return TryWitness(way) ? Outcome::Settled : Descend(way, steps, used);
}

// What must outlive the visit: the nodes of a pair that is not settled, or that wants to be refined.
void Leave(Descent& way, Traversal& traversal) {
    TraversalPair& pair = way.pair;
    const bool kept =
        pair.state == PairState::Pending || (pair.state == PairState::Confirmed && pair.detail == Detail::Full);
    pair.bound = std::min(pair.bound, LowestOf(way.least));
    pair.live = way.count;
    pair.nodeCount = kept ? way.count : 0;
    if (!kept) return;
    if (pair.room < way.count) ReserveNodes(traversal, pair, way.count);
    for (int32_t i = 0; i < way.count; ++i) traversal.fronts[static_cast<size_t>(pair.firstNode + i)] = way.At(i);
}

Outcome VisitPair(Traversal& traversal, int32_t index, int64_t steps, int64_t& used, Slice& slice) {
    TraversalPair& pair = traversal.pairs[static_cast<size_t>(index)];
    Descent way(pair, traversal.options, slice);
    DeriveFrame(way.frame, *slice.scene, pair.body[0], pair.body[1]);
    slice.units -= kVisitUnits;
    pair.visited = true;
    Outcome outcome;
    if (pair.started) {
        way.count = pair.nodeCount;
        for (int32_t i = 0; i < way.count; ++i) way.Put(i, traversal.fronts[static_cast<size_t>(pair.firstNode + i)]);
        outcome = Descend(way, steps, used);
    } else {
        outcome = Start(way, steps, used);
    }
    Leave(way, traversal);
    return outcome;
}

void NextRound(Traversal& traversal) {
    traversal.waiting.swap(traversal.nextWaiting);
    traversal.nextWaiting.clear();
    traversal.cursor = 0;
    traversal.quantum = std::min<int64_t>(traversal.quantum * 4, int64_t{1} << 40);
}

// As many of the next pairs as surely fit into what is left, side by side. Each is settled or uses its whole quantum,
// exactly as it would alone: the order of events within a round does not matter.
int64_t PairsSideBySide(const Traversal& traversal, const Slice& slice) {
    if (traversal.options.lanes < 2 || traversal.quantumUsed > 0 || traversal.quantum > 1 << 20) return 0;
    const int64_t left = static_cast<int64_t>(traversal.waiting.size()) - traversal.cursor;
    // One step more: the witness's test.
    const int64_t byOperations = slice.operations / ((traversal.quantum + 1) * LargestCost(traversal.options));
    const int64_t byUnits =
        std::min(slice.units, kManyUnits) / (traversal.quantum + kVisitUnits) * traversal.options.lanes;
    const int64_t count = std::min({left, byOperations, byUnits});
    return count >= kFewestPairsForThreads ? count : 0;
}

// Captured by one pointer, so that a std::function of it needs no memory of its own.
struct SideBySide {
    Traversal* traversal;
    int64_t count, lanes;
    std::array<Slice, kMostThreadLanes> parts;

    void Run(int64_t lane) {
        Slice& part = parts[static_cast<size_t>(lane)];
        for (int64_t i = count * lane / lanes; i < count * (lane + 1) / lanes; ++i) {
            int64_t used = 0;
            const int32_t index = traversal->waiting[static_cast<size_t>(traversal->cursor + i)];
            const Outcome outcome = VisitPair(*traversal, index, traversal->quantum, used, part);
            traversal->laneMarks[static_cast<size_t>(i)] = outcome == Outcome::Again;
        }
    }
};

// Threads must not grow the fronts: what was there moves to where there is room for everything.
void ReserveRoom(Traversal& traversal, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
        const int32_t index = traversal.waiting[static_cast<size_t>(traversal.cursor + i)];
        TraversalPair& pair = traversal.pairs[static_cast<size_t>(index)];
        if (pair.room >= kMostNodesOnTheWay) continue;
        const int64_t before = pair.firstNode;
        ReserveNodes(traversal, pair, kMostNodesOnTheWay);
        std::copy_n(traversal.fronts.begin() + before, pair.nodeCount, traversal.fronts.begin() + pair.firstNode);
    }
}

void VisitSideBySide(Traversal& traversal, int64_t count, Slice& slice) {
    SideBySide work{&traversal, count, std::min({int64_t{traversal.options.lanes}, count, kMostThreadLanes}), {}};
    for (Slice& part : work.parts) {
        part.scene = slice.scene;
        part.units = part.operations = Budget::kNoLimit;
    }
    traversal.laneMarks.assign(static_cast<size_t>(count), 0);
    ReserveRoom(traversal, count);
    slice.host->parallelFor(work.lanes, [context = &work](int64_t lane) { context->Run(lane); });
    for (const Slice& part : work.parts) Absorb(slice, part, work.lanes);
    for (int64_t i = 0; i < count; ++i)
        if (traversal.laneMarks[static_cast<size_t>(i)])
            traversal.nextWaiting.push_back(traversal.waiting[static_cast<size_t>(traversal.cursor + i)]);
    traversal.cursor += count;
}

}  // namespace

void ReserveNodes(Traversal& traversal, TraversalPair& pair, int32_t room) {
    pair.firstNode = traversal.frontsUsed;
    pair.room = room;
    traversal.frontsUsed += room;
    if (static_cast<int64_t>(traversal.fronts.size()) < traversal.frontsUsed)
        traversal.fronts.resize(static_cast<size_t>(traversal.frontsUsed + traversal.frontsUsed / 2));
}

bool RunConfirm(Traversal& traversal, Slice& slice) {
    for (;;) {
        while (traversal.cursor < static_cast<int64_t>(traversal.waiting.size())) {
            if (slice.Over()) return false;
            if (const int64_t count = PairsSideBySide(traversal, slice)) {
                VisitSideBySide(traversal, count, slice);
                continue;
            }
            const int32_t index = traversal.waiting[static_cast<size_t>(traversal.cursor)];
            const Outcome outcome = VisitPair(traversal, index, traversal.quantum, traversal.quantumUsed, slice);
            if (outcome == Outcome::Over) return false;
            if (outcome == Outcome::Again) traversal.nextWaiting.push_back(index);
            traversal.quantumUsed = 0;
            ++traversal.cursor;
        }
        if (traversal.nextWaiting.empty()) return true;
        NextRound(traversal);
    }
}

}  // namespace spheretree
