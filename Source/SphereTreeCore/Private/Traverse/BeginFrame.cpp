#include "Traverse/Work.h"

#include <algorithm>
#include <array>

namespace spheretree {

namespace {

// Cheaper details first. Then the pair whose roots overlap least: of those that barely do, nearly all are refuted in a
// step or two, and of those that overlap by half, hardly any. A frame of waiting counts as one thirty-second less of
// overlap, so that nobody waits for ever. Depth-first, which we compare with, takes pairs as they come.
uint16_t RankOf(const ScenePair& pair, double overlap, Scheduler scheduler) {
    constexpr int32_t kLongestWait = 16000, kGrades = 32;
    const int32_t grade =
        scheduler == Scheduler::BestFirst ? std::clamp(static_cast<int32_t>(overlap * kGrades), 0, kGrades - 1) : 0;
    const int32_t waited = std::min(int32_t{pair.unvisited}, kLongestWait);
    return static_cast<uint16_t>(static_cast<int32_t>(pair.detail) << 14 | (grade + kLongestWait - waited));
}

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
    double overlap = 0;
    if (pair.state == PairState::Pending && RootsOverlap(a, b, overlap))
        pair.rank = RankOf(from, overlap, traversal.options.scheduler);
    pair.visited = pair.refined = pair.queued = false;
    pair.nodeCount = static_cast<int32_t>(count);
    ReserveNodes(traversal, pair, pair.nodeCount);
    if (count > 0) std::copy_n(traversal.oldFronts.begin() + first, count, traversal.fronts.At(pair.place));
    return true;
}

// What stands where it stood is carried over. Of the others nothing is asked: their trees may be gone.
void GatherStaying(Traversal& traversal, const Scene::Data& scene) {
    if (!traversal.options.coherent || traversal.step == 0) return;
    const auto stays = [&](const TraversalPair& pair) {
        const Body &a = scene.bodies[pair.body[0]], &b = scene.bodies[pair.body[1]];
        return a.alive && b.alive && a.changed <= traversal.step && b.changed <= traversal.step;
    };
    bool any = false;
    traversal.laneMarks.assign(traversal.pairs.size(), 0);
    for (size_t i = 0; i < traversal.pairs.size(); ++i) any |= traversal.laneMarks[i] = stays(traversal.pairs[i]);
    if (any) GatherMarked(traversal);
}

bool IsDepthByDepth(Scheduler scheduler) {
    return scheduler == Scheduler::BestFirst || scheduler == Scheduler::DepthFirst;
}

// Few pairs, one by one: counting would cost more.
void OrderFew(Traversal& traversal) {
    std::vector<int32_t>& waiting = traversal.waiting;
    const auto rank = [&](int32_t pair) { return traversal.pairs[static_cast<size_t>(pair)].rank; };
    for (size_t i = 1; i < waiting.size(); ++i) {
        const int32_t pair = waiting[i];
        size_t place = i;
        for (; place > 0 && rank(waiting[place - 1]) > rank(pair); --place) waiting[place] = waiting[place - 1];
        waiting[place] = pair;
    }
}

// By rank; equals stay in the order of the scene. Two passes of counting: the cost is that of reading the list twice.
void OrderWaiting(Traversal& traversal) {
    constexpr size_t kFew = 32;
    const size_t count = traversal.waiting.size();
    if (count <= kFew) return OrderFew(traversal);
    traversal.nextWaiting.resize(count);
    for (const int shift : {0, 8}) {
        const auto digit = [&](int32_t pair) {
            return static_cast<size_t>(traversal.pairs[static_cast<size_t>(pair)].rank >> shift & 0xFF);
        };
        std::array<int32_t, 257> first{};
        for (const int32_t pair : traversal.waiting) ++first[digit(pair) + 1];
        for (size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
        for (const int32_t pair : traversal.waiting)
            traversal.nextWaiting[static_cast<size_t>(first[digit(pair)]++)] = pair;
        traversal.waiting.swap(traversal.nextWaiting);
    }
    traversal.nextWaiting.clear();
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
    traversal.settled.Clear();
    traversal.settledLeaves.Clear();
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

void AddPairs(Traversal& traversal, Scene::Data& scene, uint64_t lastStep) {
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
            double overlap = 0;
            if (!RootsOverlap(a, b, overlap) ||
                (a.isTreeless && b.isTreeless && !TreelessOverlap(a, b, from.id, scene.axes))) {
                from.traversal = -1;
                from.unvisited = from.unrefined = 0;
                continue;
            }
            pair.rank = RankOf(from, overlap, traversal.options.scheduler);
            pair.witnessA = from.witnessA;
            pair.witnessB = from.witnessB;
            pair.rootError = pair.bound = RootError(a, b);
        }
        ++traversal.counters.rootHits;
        from.traversal = static_cast<int32_t>(traversal.pairs.size());
        traversal.topKey = std::max(traversal.topKey, pair.rootError * pair.priority);
        if (pair.state == PairState::Pending) traversal.waiting.push_back(from.traversal);
        traversal.pairs.push_back(pair);
    }
}

}  // namespace

void BeginFrame(Traversal& traversal, Scene& scene) {
    Scene::Data& data = scene.Inside();
    const uint64_t lastStep = traversal.step;
    GatherStaying(traversal, data);
    Clear(traversal);
    AddPairs(traversal, data, lastStep);
    traversal.step = data.step;
    traversal.counters.pairs = static_cast<int64_t>(data.pairs.Pairs().size());
    traversal.frames.reserve(traversal.pairs.size());  // growing would take longer than a slice
    traversal.nextWaiting.reserve(traversal.waiting.size());
    traversal.laneMarks.reserve(traversal.waiting.size());
    const bool deep = IsDepthByDepth(traversal.options.scheduler);
    traversal.quantum = traversal.options.scheduler == Scheduler::DepthFirst ? kEndless : kShortVisit;
    traversal.phase = deep ? Traversal::Phase::Confirm : Traversal::Phase::Refine;
    if (deep)
        OrderWaiting(traversal);
    else
        QueueRoots(traversal);
}

}  // namespace spheretree
