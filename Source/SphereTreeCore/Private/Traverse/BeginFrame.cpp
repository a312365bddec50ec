#include "Traverse/Work.h"

#include <algorithm>
#include <limits>

namespace spheretree {

namespace {

constexpr int64_t kFirstQuantum = 1;

// Neither body changed since the last frame: what was found is still true, and what was under way goes on.
bool CarryOver(Traversal& traversal, const ScenePair& from, TraversalPair& pair, const Scene::Data& scene,
               uint64_t lastStep) {
    if (!traversal.options.coherent || from.traversal < 0 || lastStep == 0) return false;
    if (static_cast<size_t>(from.traversal) >= traversal.oldPairs.size()) return false;
    const TraversalPair& old = traversal.oldPairs[static_cast<size_t>(from.traversal)];
    const Body &a = scene.bodies[from.a], &b = scene.bodies[from.b];
    if (a.changed > lastStep || b.changed > lastStep || !old.started) return false;
    if (old.body[0] != from.a || old.body[1] != from.b || old.detail != from.detail) return false;
    const int32_t scenePair = pair.scenePair;
    const float priority = pair.priority;
    const int64_t first = traversal.gatheredFirst[static_cast<size_t>(from.traversal)];
    const int64_t count = traversal.gatheredFirst[static_cast<size_t>(from.traversal) + 1] - first;
    pair = old;
    pair.frame = -1;
    pair.scenePair = scenePair;
    pair.priority = priority;
    pair.visited = pair.refined = pair.queued = false;
    pair.nodeCount = static_cast<int32_t>(count);
    ReserveNodes(traversal, pair, pair.nodeCount);
    if (count > 0) std::copy_n(traversal.oldFronts.begin() + first, count, traversal.fronts.At(pair.place));
    return true;
}

// Does any pair stand where it stood? Otherwise nothing is carried over, and nothing need be gathered.
bool AnythingStays(const Traversal& traversal, const Scene::Data& scene) {
    if (!traversal.options.coherent || traversal.step == 0) return false;
    return std::any_of(traversal.pairs.begin(), traversal.pairs.end(), [&](const TraversalPair& pair) {
        return scene.bodies[pair.body[0]].changed <= traversal.step &&
               scene.bodies[pair.body[1]].changed <= traversal.step;
    });
}

bool IsDepthByDepth(Scheduler scheduler) {
    return scheduler == Scheduler::BestFirst || scheduler == Scheduler::DepthFirst;
}

// Cheaper details first; among equals, those that have waited longest. In place: a stable sort would allocate.
void OrderWaiting(Traversal& traversal, const Scene::Data& scene) {
    const auto rank = [&](int32_t index) {
        const TraversalPair& pair = traversal.pairs[static_cast<size_t>(index)];
        const int64_t waited = scene.pairs.Pairs()[static_cast<size_t>(pair.scenePair)].unvisited;
        return (static_cast<int64_t>(pair.detail) << 48) - (waited << 32) + index;
    };
    std::sort(traversal.waiting.begin(), traversal.waiting.end(),
              [&](int32_t a, int32_t b) { return rank(a) < rank(b); });
}

void QueueRoots(Traversal& traversal) {
    for (size_t i = 0; i < traversal.pairs.size(); ++i) {
        TraversalPair& pair = traversal.pairs[i];
        if (pair.state == PairState::Refuted) continue;
        if (!pair.started) PutNodes(traversal, static_cast<int32_t>(i), {0, 0, pair.rootError});
        pair.started = true;
        const NodePair* nodes = pair.nodeCount > 0 ? traversal.fronts.At(pair.place) : nullptr;
        for (int32_t n = 0; n < pair.nodeCount; ++n) PutNodes(traversal, static_cast<int32_t>(i), nodes[n]);
        pair.nodeCount = 0;
        pair.queued = true;
    }
}

void Clear(Traversal& traversal) {
    traversal.oldPairs.swap(traversal.pairs);
    traversal.pairs.clear();
    traversal.frames.clear();
    traversal.oldFronts.swap(traversal.gathered);
    traversal.fronts.Clear();
    traversal.nearLeft = -1;
    for (NodeQueue& bucket : traversal.buckets) bucket.Clear();
    traversal.restHead = traversal.restEnd = 0;
    traversal.settled.Clear();
    traversal.settledOpen = 0;
    traversal.waiting.clear();
    traversal.nextWaiting.clear();
    traversal.top = kBucketCount - 1;
    traversal.topKey = traversal.confirmedBound = 0;
    traversal.cursor = traversal.quantumUsed = traversal.debt = 0;
    traversal.isGathered = false;
    const int64_t frame = traversal.counters.frame + 1;
    traversal.counters = {};
    traversal.counters.frame = frame;
}

// Returns whether all wait alike, so that their order is the order of the scene.
bool AddPairs(Traversal& traversal, Scene::Data& scene, uint64_t lastStep) {
    bool alike = true;
    for (size_t i = 0; i < scene.pairs.Pairs().size(); ++i) {
        ScenePair& from = scene.pairs.Pairs()[i];
        const Body &a = scene.bodies[from.a], &b = scene.bodies[from.b];
        if (!a.alive || !b.alive) continue;
        TraversalPair pair;
        pair.scenePair = static_cast<int32_t>(i);
        pair.body[0] = from.a;
        pair.body[1] = from.b;
        pair.detail = from.detail;
        pair.priority = std::max(a.importance, b.importance) * static_cast<float>(1 + from.unrefined);
        const bool carried = CarryOver(traversal, from, pair, scene, lastStep);
        if (!carried) {
            ++traversal.counters.updates;
            ++traversal.counters.tests;
            if (!RootsOverlap(a, b) || (a.isTreeless && b.isTreeless && !TreelessOverlap(a, b, from.id, scene.axes))) {
                from.traversal = -1;
                from.unvisited = from.unrefined = 0;
                continue;
            }
            pair.witnessA = from.witnessA;
            pair.witnessB = from.witnessB;
            pair.rootError = pair.bound = RootError(a, b);
        }
        ++traversal.counters.rootHits;
        from.traversal = static_cast<int32_t>(traversal.pairs.size());
        traversal.topKey = std::max(traversal.topKey, pair.rootError * pair.priority);
        if (pair.state == PairState::Pending) traversal.waiting.push_back(from.traversal);
        alike = alike && from.unvisited == 0 && from.detail == scene.pairs.Pairs()[0].detail;
        traversal.pairs.push_back(pair);
    }
    return alike;
}

}  // namespace

void BeginFrame(Traversal& traversal, Scene& scene) {
    Scene::Data& data = scene.Inside();
    const uint64_t lastStep = traversal.step;
    if (AnythingStays(traversal, data)) GatherFronts(traversal);
    Clear(traversal);
    const bool alike = AddPairs(traversal, data, lastStep);
    traversal.step = data.step;
    traversal.counters.pairs = static_cast<int64_t>(data.pairs.Pairs().size());
    traversal.frames.reserve(traversal.pairs.size());  // growing would take longer than a slice
    traversal.nextWaiting.reserve(traversal.waiting.size());
    traversal.laneMarks.reserve(traversal.waiting.size());
    const bool deep = IsDepthByDepth(traversal.options.scheduler);
    traversal.quantum =
        traversal.options.scheduler == Scheduler::DepthFirst ? std::numeric_limits<int64_t>::max() : kFirstQuantum;
    traversal.phase = deep ? Traversal::Phase::Confirm : Traversal::Phase::Refine;
    if (!deep)
        QueueRoots(traversal);
    else if (!alike)
        OrderWaiting(traversal, data);
}

}  // namespace spheretree
