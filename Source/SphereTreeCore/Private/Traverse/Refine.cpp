// The second goal: where bodies touch, smaller errors. The node pair with the largest error × importance first, by
// buckets of an eighth of an octave: first in, first out, so that the order is one and the same for any number of
// threads. Children never have a larger key than their parent, so the bucket that is worked on only falls.
//
// Breadth-first is the same with one bucket, the two classes of O'Sullivan with two; both take single staircase steps.

#include "Traverse/TakeLeaves.h"

#include <algorithm>

namespace spheretree {

namespace {

constexpr int64_t kFewestNodesForThreads = 64;

// Of the pairs whose bound is among the worst, so many nodes around the contact come first: a bound falls where leaves
// are found, not where errors are large.
constexpr int32_t kNearest = 8;
constexpr float kAmongTheWorst = 0.8f;

int32_t BucketFor(const Traversal& traversal, const TraversalPair& pair, const NodePair& nodes) {
    switch (traversal.options.scheduler) {
        case Scheduler::BestFirst:
            return BucketOf(nodes.error * pair.priority, traversal.topKey);
        case Scheduler::TwoClass:
            return pair.priority >= traversal.options.importantFrom ? kBucketCount - 1 : kBucketCount - 2;
        default:
            return kBucketCount - 1;
    }
}

void TakeNodes(Traversal& traversal, int32_t index, const NodePair& nodes) {
    TraversalPair& pair = traversal.pairs[static_cast<size_t>(index)];
    pair.bound = std::min(pair.bound, nodes.error);
    ++pair.live;
    traversal.buckets[static_cast<size_t>(BucketFor(traversal, pair, nodes))].Push({nodes, index});
}

void Finish(TraversalPair& pair) {
    pair.refined = true;
    if (--pair.live == 0) pair.state = PairState::Refuted;
}

// What the children of one step become.
void TakeChildren(Traversal& traversal, const QueuedPair& item, const Expansion& step) {
    const Children children(step);
    for (unsigned rest = step.hits; rest; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const NodePair nodes = children.Of(item.nodes, step, lane);
        if (step.leafHits >> lane & 1)
            TakeLeaves(traversal, item.pair, nodes);
        else
            TakeNodes(traversal, item.pair, nodes);
    }
}

LeafGrid LeavesOf(const Traversal& traversal, const QueuedPair& item, const Grid& grid, float least) {
    const uint64_t hits = WithoutWitness(traversal.pairs[static_cast<size_t>(item.pair)], grid);
    return {hits, item.nodes, item.pair, least, grid.side};
}

void TakeLeafGrid(Traversal& traversal, const LeafGrid& grid) {
    TraversalPair& pair = traversal.pairs[static_cast<size_t>(grid.pair)];
    pair.bound = std::min(pair.bound, grid.least);
    pair.live += std::popcount(grid.hits);
    if (grid.hits) traversal.settledLeaves.Push(grid);
}

void TakeGrid(Traversal& traversal, const QueuedPair& item, const PairFrame& frame, const Grid& grid, float least) {
    if (IsAllLeaves(grid)) return TakeLeafGrid(traversal, LeavesOf(traversal, item, grid, least));
    TraversalPair& pair = traversal.pairs[static_cast<size_t>(item.pair)];
    pair.bound = std::min(pair.bound, least);
    ForEachChild(
        frame, item.nodes, grid, [&](const NodePair& nodes) { TakeLeaves(traversal, item.pair, nodes); },
        [&](const NodePair& nodes) { TakeNodes(traversal, item.pair, nodes); });
}

// The orders of the thesis take one staircase step at a time.
bool TakesSingleSteps(const Traversal& traversal) {
    return traversal.options.scheduler == Scheduler::BreadthFirst || traversal.options.scheduler == Scheduler::TwoClass;
}

bool IsSettled(const QueuedPair& item, TraversalPair& pair, const PairFrame& frame) {
    if (pair.detail != Detail::Full && pair.state == PairState::Confirmed) return true;  // it wanted no more than this
    if (!IsLeafPair(frame, item.nodes.a, item.nodes.b)) return false;
    pair.state = PairState::Confirmed;  // two single balls, breadth first
    pair.refined = true;
    return true;
}

void RefineOne(Traversal& traversal, const QueuedPair& item, Slice& slice) {
    TraversalPair& pair = traversal.pairs[static_cast<size_t>(item.pair)];
    const PairFrame& frame = KeepFrame(traversal, pair, *slice.scene);
    if (IsSettled(item, pair, frame)) {
        traversal.settled.Push(item);
        traversal.settledOpen += !IsLeafPair(frame, item.nodes.a, item.nodes.b);
        slice.units -= 1;
        return;
    }
    if (TakesSingleSteps(traversal)) {
        Expansion step;
        ExpandAny(frame, item.nodes, *slice.scene, step);
        Charge(slice, traversal.options, step);
        TakeChildren(traversal, item, step);
    } else {
        Grid grid;
        float least = 0;
        OpenBoth(frame, item.nodes, *slice.scene, grid, least);
        ChargeGrid(slice, traversal.options, grid);
        TakeGrid(traversal, item, frame, grid, least);
    }
    Finish(pair);
}

int64_t NodesSideBySide(const Traversal& traversal, const Slice& slice, int64_t waiting) {
    if (traversal.options.lanes < 2 || traversal.options.scheduler != Scheduler::BestFirst) return 0;
    const int64_t byOperations = slice.operations / LargestGridCost(traversal.options);
    const int64_t count =
        std::min({waiting, byOperations, std::min(slice.units, kManyUnits) * traversal.options.lanes});
    return count >= kFewestNodesForThreads ? count : 0;
}

// Threads open nodes, one thread takes in the results in the order of the queue.
struct OpenSideBySide {
    Traversal* traversal;
    const NodeQueue* queue;
    int64_t count, lanes;
    std::array<Slice, kMostThreadLanes> parts;

    void Open(const QueuedPair& item, Slice& part, PiecedQueue<LeafGrid>& leaves, NodeQueue& nodes) const {
        const TraversalPair& pair = traversal->pairs[static_cast<size_t>(item.pair)];
        const PairFrame& frame = traversal->frames[static_cast<size_t>(pair.frame)];
        Grid grid;
        float least = 0;
        OpenBoth(frame, item.nodes, *part.scene, grid, least);
        ChargeGrid(part, traversal->options, grid);
        if (IsAllLeaves(grid)) return leaves.Push(LeavesOf(*traversal, item, grid, least));
        leaves.Push({0, item.nodes, item.pair, least, grid.side});  // only what it proves
        const auto put = [&](const NodePair& child) { nodes.Push({child, item.pair}); };
        ForEachChild(frame, item.nodes, grid, put, put);
    }
    void Run(int64_t lane) {
        PiecedQueue<LeafGrid>& leaves = traversal->laneLeaves[static_cast<size_t>(lane)];
        NodeQueue& nodes = traversal->laneNodes[static_cast<size_t>(lane)];
        leaves.Clear();
        nodes.Clear();
        for (int64_t i = count * lane / lanes; i < count * (lane + 1) / lanes; ++i)
            Open((*queue)[static_cast<size_t>(i)], parts[static_cast<size_t>(lane)], leaves, nodes);
    }
};

void TakeOne(Traversal& traversal, const QueuedPair& item) {
    const TraversalPair& pair = traversal.pairs[static_cast<size_t>(item.pair)];
    const PairFrame& frame = traversal.frames[static_cast<size_t>(pair.frame)];
    if (IsLeafPair(frame, item.nodes.a, item.nodes.b))
        TakeLeaves(traversal, item.pair, item.nodes);
    else
        TakeNodes(traversal, item.pair, item.nodes);
}

void RefineSideBySide(Traversal& traversal, int32_t bucket, int64_t count, Slice& slice) {
    NodeQueue& queue = traversal.buckets[static_cast<size_t>(bucket)];
    OpenSideBySide work{
        &traversal, &queue, count, std::min({int64_t{traversal.options.lanes}, count, kMostThreadLanes}), {}};
    for (Slice& part : work.parts) {
        part.scene = slice.scene;
        part.units = part.operations = Budget::kNoLimit;
    }
    if (traversal.laneLeaves.size() < static_cast<size_t>(work.lanes)) {
        traversal.laneLeaves.resize(static_cast<size_t>(work.lanes));
        traversal.laneNodes.resize(static_cast<size_t>(work.lanes));
    }
    slice.host->parallelFor(work.lanes, [context = &work](int64_t lane) { context->Run(lane); });
    for (const Slice& part : work.parts) Absorb(slice, part, work.lanes);
    for (int64_t lane = 0; lane < work.lanes; ++lane) {
        traversal.laneNodes[static_cast<size_t>(lane)].ForEach(
            [&](const QueuedPair& item) { TakeOne(traversal, item); });
        traversal.laneLeaves[static_cast<size_t>(lane)].ForEach(
            [&](const LeafGrid& grid) { TakeLeafGrid(traversal, grid); });
    }
    for (int64_t i = 0; i < count; ++i)  // last: no pair looks empty before all its results are in
        Finish(traversal.pairs[static_cast<size_t>(queue[static_cast<size_t>(i)].pair)]);
    queue.Drop(static_cast<size_t>(count));
}

// Leaves only: then nobody waits for anything finer.
bool IsFinest(const PairFrame& frame, const NodePair* nodes, int32_t count) {
    return std::all_of(nodes, nodes + count, [&](const NodePair& item) { return IsLeafPair(frame, item.a, item.b); });
}

}  // namespace

const PairFrame& KeepFrame(Traversal& traversal, TraversalPair& pair, const Scene::Data& scene) {
    if (pair.frame < 0) {
        pair.frame = static_cast<int32_t>(traversal.frames.size());
        traversal.frames.emplace_back();
        DeriveFrame(traversal.frames.back(), scene, pair.body[0], pair.body[1]);
    }
    return traversal.frames[static_cast<size_t>(pair.frame)];
}

void PutNodes(Traversal& traversal, int32_t pairIndex, const NodePair& nodes, bool first) {
    const TraversalPair& pair = traversal.pairs[static_cast<size_t>(pairIndex)];
    if (pair.frame >= 0 && IsLeafPair(traversal.frames[static_cast<size_t>(pair.frame)], nodes.a, nodes.b))
        traversal.settled.Push({nodes, pairIndex});
    else
        traversal.buckets[static_cast<size_t>(first ? kBucketCount - 1 : BucketFor(traversal, pair, nodes))].Push(
            {nodes, pairIndex});
}

// With nothing to end the call, the order does not matter: each pair is refined to its end while its trees are at hand.
bool WorksPairByPair(const Traversal& traversal, const Slice& slice) {
    return slice.patience >= kEndless && traversal.options.lanes < 2;
}

// Confirmed pairs hand their nodes over to the buckets, one pair after the other, the nearest to the contact first.
bool QueuePair(Traversal& traversal, TraversalPair& pair, Slice& slice) {
    const PairFrame& frame = KeepFrame(traversal, pair, *slice.scene);
    const int32_t index = static_cast<int32_t>(traversal.cursor);
    const NodePair* nodes = pair.nodeCount > 0 ? traversal.fronts.At(pair.place) : nullptr;
    if (traversal.nearLeft < 0) {
        traversal.nearLeft = pair.bound >= kAmongTheWorst * traversal.confirmedBound ? kNearest : 0;
        pair.refined |= IsFinest(frame, nodes, pair.nodeCount);
        slice.units -= 4;
    }
    while (pair.nodeCount > 0) {
        if (slice.Over()) return false;
        const NodePair& item = nodes[--pair.nodeCount];
        const bool first = traversal.nearLeft > 0 && !IsLeafPair(frame, item.a, item.b);
        traversal.nearLeft -= first;
        PutNodes(traversal, index, item, first);
        slice.units -= pair.nodeCount % 4 == 0;  // four take about as long as a step
    }
    traversal.nearLeft = -1;
    pair.queued = true;
    return true;
}

bool RunQueue(Traversal& traversal, Slice& slice) {
    for (; traversal.cursor < static_cast<int64_t>(traversal.pairs.size()); ++traversal.cursor) {
        if (slice.Over()) return false;
        TraversalPair& pair = traversal.pairs[static_cast<size_t>(traversal.cursor)];
        if (pair.detail != Detail::Full || pair.state != PairState::Confirmed) continue;
        if (WorksPairByPair(traversal, slice))
            RefineWhole(traversal, pair, slice);
        else if (!QueuePair(traversal, pair, slice))
            return false;
    }
    return true;
}

bool RunRefine(Traversal& traversal, Slice& slice) {
    for (;;) {
        while (traversal.top >= 0 && traversal.buckets[static_cast<size_t>(traversal.top)].Size() == 0)
            traversal.buckets[static_cast<size_t>(traversal.top--)].Clear();
        if (traversal.top < 0) return true;
        if (slice.Over()) return false;
        NodeQueue& bucket = traversal.buckets[static_cast<size_t>(traversal.top)];
        if (const int64_t count = NodesSideBySide(traversal, slice, static_cast<int64_t>(bucket.Size()))) {
            RefineSideBySide(traversal, traversal.top, count, slice);
            continue;
        }
        const QueuedPair item = bucket[0];
        bucket.Drop(1);
        RefineOne(traversal, item, slice);
    }
}

}  // namespace spheretree
