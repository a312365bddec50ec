// The second goal: where bodies touch, smaller errors. The node pair with the largest error × importance first, by
// buckets of an eighth of an octave: first in, first out, so that the order is one and the same for any number of
// threads. Children never have a larger key than their parent, so the bucket that is worked on only falls.
//
// Breadth-first is the same with one bucket, the two classes of O'Sullivan with two.

#include "Traverse/Work.h"

#include <algorithm>

namespace spheretree {

namespace {

constexpr int64_t kFewestNodesForThreads = 64;

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

// A pair that was confirmed by a guess meets its witness again on the way down.
bool IsKnownWitness(const TraversalPair& pair, const NodePair& nodes) {
    return pair.guessed && nodes.a == pair.witnessA && nodes.b == pair.witnessB;
}

void TakeResult(Traversal& traversal, int32_t index, const NodePair& nodes, bool isLeafPair) {
    TraversalPair& pair = traversal.pairs[static_cast<size_t>(index)];
    if (isLeafPair && IsKnownWitness(pair, nodes)) return;
    if (isLeafPair && pair.state == PairState::Pending) {
        pair.state = PairState::Confirmed;
        pair.witnessA = nodes.a;
        pair.witnessB = nodes.b;
    }
    pair.bound = std::min(pair.bound, nodes.error);
    ++pair.live;
    PutNodes(traversal, index, nodes);
}

void Finish(TraversalPair& pair) {
    pair.refined = true;
    if (--pair.live == 0) pair.state = PairState::Refuted;
}

void RefineOne(Traversal& traversal, const QueuedPair& item, Slice& slice) {
    TraversalPair& pair = traversal.pairs[static_cast<size_t>(item.pair)];
    if (pair.detail != Detail::Full && pair.state == PairState::Confirmed) {
        traversal.settled.push_back(item);  // it wanted no more than this
        slice.units -= 1;
        return;
    }
    const PairFrame& frame = KeepFrame(traversal, pair, *slice.scene);
    if (IsLeafPair(frame, item.nodes.a, item.nodes.b)) {  // two single balls, breadth first
        pair.state = PairState::Confirmed;
        pair.refined = true;
        traversal.settled.push_back(item);
        slice.units -= 1;
        return;
    }
    Expansion step;
    ExpandAny(frame, item.nodes, *slice.scene, step);
    Charge(slice, traversal.options, step);
    const Children children(step);
    for (unsigned rest = step.hits; rest; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        TakeResult(traversal, item.pair, children.Of(item.nodes, step, lane), step.leafHits >> lane & 1);
    }
    Finish(pair);
}

int64_t NodesSideBySide(const Traversal& traversal, const Slice& slice, int64_t waiting) {
    if (traversal.options.lanes < 2 || traversal.options.scheduler != Scheduler::BestFirst) return 0;
    const int64_t byOperations = slice.operations / LargestCost(traversal.options);
    const int64_t count =
        std::min({waiting, byOperations, std::min(slice.units, kManyUnits) * traversal.options.lanes});
    return count >= kFewestNodesForThreads ? count : 0;
}

// Threads expand, one thread takes in the results in the order of the queue.
struct ExpandSideBySide {
    Traversal* traversal;
    const QueuedPair* items;
    int64_t count, lanes;
    std::array<Slice, kMostThreadLanes> parts;

    void Run(int64_t lane) {
        std::vector<QueuedPair>& output = traversal->laneOutput[static_cast<size_t>(lane)];
        Slice& part = parts[static_cast<size_t>(lane)];
        output.clear();
        Expansion step;
        for (int64_t i = count * lane / lanes; i < count * (lane + 1) / lanes; ++i) {
            const QueuedPair& item = items[i];
            const int32_t frame = traversal->pairs[static_cast<size_t>(item.pair)].frame;
            ExpandAny(traversal->frames[static_cast<size_t>(frame)], item.nodes, *part.scene, step);
            Charge(part, traversal->options, step);
            const Children children(step);
            for (unsigned rest = step.hits; rest; rest &= rest - 1)
                output.push_back({children.Of(item.nodes, step, std::countr_zero(rest)), item.pair});
        }
    }
};

void RefineSideBySide(Traversal& traversal, int32_t bucket, int64_t count, Slice& slice) {
    std::vector<QueuedPair>& queue = traversal.buckets[static_cast<size_t>(bucket)];
    int64_t& head = traversal.heads[static_cast<size_t>(bucket)];
    ExpandSideBySide work{&traversal,
                          queue.data() + head,
                          count,
                          std::min({int64_t{traversal.options.lanes}, count, kMostThreadLanes}),
                          {}};
    for (Slice& part : work.parts) {
        part.scene = slice.scene;
        part.units = part.operations = Budget::kNoLimit;
    }
    if (traversal.laneOutput.size() < static_cast<size_t>(work.lanes))
        traversal.laneOutput.resize(static_cast<size_t>(work.lanes));
    slice.host->parallelFor(work.lanes, [context = &work](int64_t lane) { context->Run(lane); });
    for (const Slice& part : work.parts) Absorb(slice, part, work.lanes);
    for (int64_t lane = 0; lane < work.lanes; ++lane)
        for (const QueuedPair& item : traversal.laneOutput[static_cast<size_t>(lane)]) {
            const int32_t frame = traversal.pairs[static_cast<size_t>(item.pair)].frame;
            const bool isLeafPair =
                IsLeafPair(traversal.frames[static_cast<size_t>(frame)], item.nodes.a, item.nodes.b);
            TakeResult(traversal, item.pair, item.nodes, isLeafPair);
        }
    for (int64_t end = head + count; head < end; ++head)  // last: no pair looks empty before all its results are in
        Finish(traversal.pairs[static_cast<size_t>(queue[static_cast<size_t>(head)].pair)]);
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

void PutNodes(Traversal& traversal, int32_t pairIndex, const NodePair& nodes) {
    const TraversalPair& pair = traversal.pairs[static_cast<size_t>(pairIndex)];
    if (pair.frame >= 0 && IsLeafPair(traversal.frames[static_cast<size_t>(pair.frame)], nodes.a, nodes.b))
        traversal.settled.push_back({nodes, pairIndex});
    else
        traversal.buckets[static_cast<size_t>(BucketFor(traversal, pair, nodes))].push_back({nodes, pairIndex});
}

// Confirmed pairs hand their nodes over to the buckets, one pair after the other.
bool RunQueue(Traversal& traversal, Slice& slice) {
    for (; traversal.cursor < static_cast<int64_t>(traversal.pairs.size()); ++traversal.cursor) {
        if (slice.Over()) return false;
        TraversalPair& pair = traversal.pairs[static_cast<size_t>(traversal.cursor)];
        if (pair.detail != Detail::Full || pair.state != PairState::Confirmed) continue;
        KeepFrame(traversal, pair, *slice.scene);
        const NodePair* nodes = traversal.fronts.data() + pair.firstNode;
        for (int32_t i = 0; i < pair.nodeCount; ++i)
            PutNodes(traversal, static_cast<int32_t>(traversal.cursor), nodes[i]);
        slice.units -= 4 + pair.nodeCount / 4;
        pair.nodeCount = 0;
        pair.queued = true;
    }
    return true;
}

bool RunRefine(Traversal& traversal, Slice& slice) {
    for (; traversal.top >= 0; --traversal.top) {
        const size_t top = static_cast<size_t>(traversal.top);
        std::vector<QueuedPair>& bucket = traversal.buckets[top];
        while (traversal.heads[top] < static_cast<int64_t>(bucket.size())) {
            if (slice.Over()) return false;
            const int64_t waiting = static_cast<int64_t>(bucket.size()) - traversal.heads[top];
            if (const int64_t count = NodesSideBySide(traversal, slice, waiting)) {
                RefineSideBySide(traversal, traversal.top, count, slice);
                continue;
            }
            const QueuedPair item = bucket[static_cast<size_t>(traversal.heads[top]++)];
            RefineOne(traversal, item, slice);
        }
        bucket.clear();
        traversal.heads[top] = 0;
    }
    return true;
}

}  // namespace spheretree
