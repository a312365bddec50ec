#include "Traverse/OpenBoth.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spheretree {

namespace {

// Every overlapping node pair that waits: f(pair, nodes).
template <typename F>
void ForEachWaiting(const Traversal& traversal, F f) {
    for (size_t i = 0; i < traversal.pairs.size(); ++i) {
        const TraversalPair& pair = traversal.pairs[i];
        if (!pair.started) f(static_cast<int32_t>(i), NodePair{0, 0, pair.rootError});
        if (pair.nodeCount == 0) continue;
        const NodePair* nodes = traversal.fronts.At(pair.place);
        for (int32_t n = 0; n < pair.nodeCount; ++n) f(static_cast<int32_t>(i), nodes[n]);
    }
    for (const NodeQueue& bucket : traversal.buckets)
        for (size_t i = 0; i < bucket.Size(); ++i) f(bucket[i].pair, bucket[i].nodes);
}

// And those that do not. Of a grid, only if the pair is wanted: its trees are read again.
template <typename F>
void ForEachNodePair(const Traversal& traversal, F f) {
    ForEachWaiting(traversal, f);
    traversal.settled.ForEach([&](const QueuedPair& item) { f(item.pair, item.nodes); });
    traversal.settledLeaves.ForEach([&](const LeafGrid& grid) {
        const size_t pair = static_cast<size_t>(grid.pair);
        if (!traversal.laneMarks[pair]) return;
        const PairFrame& frame = traversal.frames[static_cast<size_t>(traversal.pairs[pair].frame)];
        ForEachLeafPair(frame, grid, [&](const NodePair& nodes) { f(grid.pair, nodes); });
    });
}

bool IsLeaf(const Traversal& traversal, const Scene::Data& scene, int32_t index, const NodePair& nodes) {
    const TraversalPair& pair = traversal.pairs[static_cast<size_t>(index)];
    return IsLeafSlot(scene.bodies[pair.body[0]], nodes.a) && IsLeafSlot(scene.bodies[pair.body[1]], nodes.b);
}

struct ErrorSums {
    double worst = 0, best = std::numeric_limits<double>::infinity(), squares = 0;
    void Take(double error) {
        worst = std::max(worst, error);
        best = std::min(best, error);
        squares += error * error;
    }
    // Of up to 64 the squares in floats, row by row: each of the eight sums has eight terms at most.
    void Take(const PairFrame& pair, const LeafGrid& grid) {
        const ReopenedGrid open(pair, grid);
        const Eight errors = ErrorsOf(pair.ball[1 - grid.side], *open.half.far);
        alignas(32) float own[kLanes], bound[kLanes], sums[kLanes];
        open.half.own.Store(own);
        open.half.bound.Store(bound);
        Eight most = Eight::All(0), sum = Eight::All(0), least = Eight::All(std::numeric_limits<float>::infinity());
        for (int row = 0; row < kLanes; ++row) {
            const unsigned hits = static_cast<unsigned>(grid.hits >> (kLanes * row)) & kAllLanes;
            const Eight all = RowErrors(pair, errors, own[row], bound[row]);
            const Eight found = OfLanes(hits, all, Eight::All(0));
            most = Max(most, found);
            least = Min(least, OfLanes(hits, all, least));
            sum = sum + found * found;
        }
        most.Store(own);
        sum.Store(sums);
        for (int lane = 0; lane < kLanes; ++lane) {
            worst = std::max(worst, static_cast<double>(own[lane]));
            squares += static_cast<double>(sums[lane]);
        }
        best = std::min(best, static_cast<double>(LowestOf(least)));
    }
};

void MeasureNodes(Traversal& traversal, const Scene::Data& scene) {
    FrameCounters& counters = traversal.counters;
    ErrorSums sums;
    ForEachWaiting(traversal, [&](int32_t index, const NodePair& nodes) {
        ++counters.nodePairs;
        counters.openNodePairs += !IsLeaf(traversal, scene, index, nodes);
        sums.Take(nodes.error);
    });
    traversal.settled.ForEach([&](const QueuedPair& item) {
        ++counters.nodePairs;
        sums.Take(item.nodes.error);
    });
    traversal.settledLeaves.ForEach([&](const LeafGrid& grid) {
        const TraversalPair& pair = traversal.pairs[static_cast<size_t>(grid.pair)];
        counters.nodePairs += std::popcount(grid.hits);
        sums.Take(traversal.frames[static_cast<size_t>(pair.frame)], grid);
    });
    counters.openNodePairs += traversal.settledOpen;
    if (counters.nodePairs == 0) return;
    counters.worstError = sums.worst;
    counters.bestError = sums.best;
    counters.rmsError = std::sqrt(sums.squares / static_cast<double>(counters.nodePairs));
}

// One frame more without the work that was wanted, or none.
uint16_t Aged(uint16_t age, bool wanting) {
    return wanting ? static_cast<uint16_t>(std::min(age + 1, 60000)) : uint16_t{0};
}

void Remember(ScenePair& from, const TraversalPair& pair, bool finished) {
    const bool pending = !finished && pair.state == PairState::Pending;
    const bool coarse = !finished && pair.state == PairState::Confirmed && pair.detail == Detail::Full;
    from.unvisited = Aged(from.unvisited, pending && !pair.visited && !pair.refined);
    from.unrefined = Aged(from.unrefined, coarse && !pair.refined);
    from.witnessA = pair.witnessA;
    from.witnessB = pair.witnessB;
}

}  // namespace

void GatherFronts(Traversal& traversal) {
    traversal.laneMarks.assign(traversal.pairs.size(), 1);
    GatherMarked(traversal);
}

void GatherMarked(Traversal& traversal) {
    if (traversal.isGathered) return;
    std::vector<int64_t>& first = traversal.gatheredFirst;
    first.assign(traversal.pairs.size() + 1, 0);
    ForEachNodePair(traversal, [&](int32_t pair, const NodePair&) { ++first[static_cast<size_t>(pair) + 1]; });
    for (size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    const size_t total = static_cast<size_t>(first.back());
    traversal.gathered.resize(total);
    // Fill from each pair's start, then step the starts back.
    ForEachNodePair(traversal, [&](int32_t pair, const NodePair& nodes) {
        traversal.gathered[static_cast<size_t>(first[static_cast<size_t>(pair)]++)] = nodes;
    });
    for (size_t i = first.size() - 1; i > 0; --i) first[i] = first[i - 1];
    first[0] = 0;
    traversal.isGathered = true;
}

void EndFrame(Traversal& traversal, Scene& scene) {
    Scene::Data& data = scene.Inside();
    FrameCounters& counters = traversal.counters;
    const bool finished = traversal.phase == Traversal::Phase::Done;
    counters.openPairs = counters.contacts = counters.nodePairs = counters.openNodePairs = 0;
    counters.worstBound = counters.worstError = counters.rmsError = counters.bestError = 0;
    for (const TraversalPair& pair : traversal.pairs) {
        if (static_cast<size_t>(pair.scenePair) < data.pairs.Pairs().size())
            Remember(data.pairs.Pairs()[static_cast<size_t>(pair.scenePair)], pair, finished);
        if (pair.state == PairState::Refuted) continue;
        ++counters.contacts;
        counters.openPairs += pair.state == PairState::Pending;
        counters.worstBound = std::max(counters.worstBound, static_cast<double>(pair.bound));
    }
    MeasureNodes(traversal, data);
    traversal.history[static_cast<size_t>(counters.frame % kHistoryFrames)] = counters;
}

}  // namespace spheretree
