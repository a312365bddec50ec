// The first goal of a pair: two leaves that overlap, or the proof that there are none. Depth first, the deepest overlap
// first; rounds with growing quanta, so that easy pairs are settled before hard ones and none waits for long.

#include "Traverse/Work.h"

#include <algorithm>

namespace spheretree {

namespace {

constexpr int64_t kVisitUnits = 4;  // the relative pose of a pair costs about as much as so many steps
constexpr int64_t kFewestPairsForThreads = 32;

enum class Outcome { Settled, Again, Over };

// Stacks the children so that the deepest is taken next.
void StackChildren(TraversalPair& pair, NodePair* stack, const NodePair& parent, const Expansion& step) {
    const int deepest = DeepestLane(step, step.hits);
    for (unsigned rest = step.hits & ~(1u << deepest); rest; rest &= rest - 1)
        stack[pair.nodeCount++] = ChildOf(parent, step, std::countr_zero(rest));
    stack[pair.nodeCount++] = ChildOf(parent, step, deepest);
    for (unsigned rest = step.hits; rest; rest &= rest - 1)
        pair.bound = std::min(pair.bound, step.error[std::countr_zero(rest)]);
}

void Confirmed(TraversalPair& pair, const NodePair& witness) {
    pair.state = PairState::Confirmed;
    pair.witnessA = witness.a;
    pair.witnessB = witness.b;
    pair.bound = std::min(pair.bound, witness.error);
}

// Coherence: do the leaves that touched in the last frame still touch? Then the pair is confirmed for one test.
bool TryWitness(TraversalPair& pair, NodePair* stack, const Traversal& traversal, Slice& slice) {
    if (!traversal.options.coherent || pair.witnessA < 0 || pair.kind == kGroundPair) return false;
    const PackedBlock& a = pair.blocks[0][pair.witnessA / kLanes];
    const PackedBlock& b = pair.blocks[1][pair.witnessB / kLanes];
    const int laneB = pair.witnessB % kLanes;
    alignas(16) float ball[4];
    alignas(32) float gap[kLanes];
    CarryBall(pair.frame[1], a, pair.witnessA % kLanes, ball);
    const unsigned hits = pair.kind == kPlainPair ? TestPlain(b, ball, gap) : TestMoving(b, ball, pair.frame[1], gap);
    slice.counts.updates += 1;
    slice.counts.tests += 1;
    const int64_t cost = int64_t{traversal.options.updateCost} + traversal.options.testCost;
    slice.operations -= cost;
    slice.spent += cost;
    if (!(hits >> laneB & 1)) return false;
    const float error = NodeError(pair, 0, a, pair.witnessA % kLanes) + NodeError(pair, 1, b, laneB) + pair.errorBase;
    const NodePair witness{pair.witnessA, pair.witnessB, std::min(error, pair.rootError)};
    stack[pair.nodeCount++] = witness;
    pair.guessed = true;
    Confirmed(pair, witness);
    return true;
}

Outcome Descend(TraversalPair& pair, NodePair* stack, const Traversal& traversal, int64_t steps, int64_t& used, Slice& slice) {
    Expansion step;
    while (pair.nodeCount > 0) {
        if (used >= steps) return Outcome::Again;
        if (slice.Over()) return Outcome::Over;
        const NodePair nodes = stack[--pair.nodeCount];
        ExpandAny(pair, nodes, *slice.scene, step);
        Charge(slice, traversal.options, step);
        ++used;
        if (!step.hits) continue;
        StackChildren(pair, stack, nodes, step);
        if (!step.leafHits) continue;
        Confirmed(pair, ChildOf(nodes, step, DeepestLane(step, step.leafHits)));
        return Outcome::Settled;
    }
    pair.state = PairState::Refuted;
    return Outcome::Settled;
}

Outcome VisitPair(Traversal& traversal, int32_t index, int64_t steps, int64_t& used, Slice& slice) {
    TraversalPair& pair = traversal.pairs[static_cast<size_t>(index)];
    NodePair* stack = traversal.fronts.data() + pair.firstNode;
    pair.visited = true;
    Outcome outcome = Outcome::Settled;
    if (!pair.framed) {
        EnsureFramed(pair, *slice.scene);
        slice.units -= kVisitUnits;
        if (IsLeafPair(pair, 0, 0))
            Confirmed(pair, stack[0]);
        else if (!TryWitness(pair, stack, traversal, slice))
            outcome = Descend(pair, stack, traversal, steps, used, slice);
    } else {
        outcome = Descend(pair, stack, traversal, steps, used, slice);
    }
    pair.live = pair.nodeCount;
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
    const int64_t byUnits = std::min(slice.units, kManyUnits) / (traversal.quantum + kVisitUnits) * traversal.options.lanes;
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

void VisitSideBySide(Traversal& traversal, int64_t count, Slice& slice) {
    SideBySide work{&traversal, count, std::min({int64_t{traversal.options.lanes}, count, kMostThreadLanes}), {}};
    for (Slice& part : work.parts) {
        part.scene = slice.scene;
        part.units = part.operations = Budget::kNoLimit;
    }
    traversal.laneMarks.assign(static_cast<size_t>(count), 0);
    slice.host->parallelFor(work.lanes, [context = &work](int64_t lane) { context->Run(lane); });
    for (const Slice& part : work.parts) Absorb(slice, part, work.lanes);
    for (int64_t i = 0; i < count; ++i)
        if (traversal.laneMarks[static_cast<size_t>(i)])
            traversal.nextWaiting.push_back(traversal.waiting[static_cast<size_t>(traversal.cursor + i)]);
    traversal.cursor += count;
}

}  // namespace

void EnsureFramed(TraversalPair& pair, const Scene::Data& scene) {
    if (!pair.framed) DeriveFrames(pair, scene.bodies[pair.body[0]], scene.bodies[pair.body[1]]);
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
