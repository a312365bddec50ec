#include "Exact/ExactWork.h"
#include "Shells/PairWork.h"
#include "SphereTree/ShellPhase.h"
#include "Traverse/LatePhase.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

/// A body whose shells stay shells: mirrored perhaps, but of one size along all axes.
bool HasShellsHere(const Body& body) {
    const Vec3& s = body.scale;
    return body.tree && body.tree->shells && !body.moves && std::fabs(s.x) == std::fabs(s.y) &&
           std::fabs(s.y) == std::fabs(s.z);
}

uint64_t IdOf(const Scene::Data& scene, const TraversalPair& pair) {
    return scene.pairs.Pairs()[static_cast<size_t>(pair.scenePair)].id;
}

void Refute(ShellPhase& phase, TraversalPair& pair) {
    pair.state = PairState::Refuted;
    ++phase.refuted;
}

/// The pair of the last frame, or none. `oldPairs` stand by id.
const ShelledPair* FindOld(const ShellPhase& phase, uint64_t id) {
    const auto found = std::lower_bound(phase.oldPairs.begin(), phase.oldPairs.end(), id,
                                        [](const ShelledPair& pair, uint64_t wanted) { return pair.id < wanted; });
    return found != phase.oldPairs.end() && found->id == id ? &*found : nullptr;
}

void CarryShellPair(ShellPhase& phase, const ShelledPair& old, ShelledPair& now, TraversalPair& pair) {
    now.bound = old.bound;
    if (old.state != ExactState::Cannot) now.state = old.state;
    now.firstHit = static_cast<int64_t>(phase.hits.size());
    now.hitCount = old.hitCount;
    phase.hits.insert(phase.hits.end(), phase.oldHits.begin() + old.firstHit,
                      phase.oldHits.begin() + old.firstHit + old.hitCount);
    if (now.state == ExactState::Apart && pair.state == PairState::Confirmed) Refute(phase, pair);
}

/// Who stood next when the last frame ended: it comes first now, unless it had all of that frame to itself.
struct Resumed {
    uint64_t id = 0;
    bool isOpen = false, isSpent = false;
    bool any = false;
};

Resumed ResumedOf(const ShellPhase& phase) {
    const auto count = static_cast<int64_t>(phase.pairs.size());
    if (phase.cursor >= count) return {};
    const ShelledPair& next = phase.pairs[static_cast<size_t>((phase.first + phase.cursor) % count)];
    return {next.id, phase.isOpen, phase.cursor == 0 && phase.isOpen, true};
}

void BeginShells(ShellPhase& phase, Traversal& traversal, const Scene::Data& scene) {
    const Resumed resumed = ResumedOf(phase);
    const uint64_t lastStep = phase.step;
    phase.oldPairs.swap(phase.pairs);
    phase.oldHits.swap(phase.hits);
    std::sort(phase.oldPairs.begin(), phase.oldPairs.end(),
              [](const ShelledPair& a, const ShelledPair& b) { return a.id < b.id; });
    phase.pairs.clear();
    phase.hits.clear();
    phase.step = traversal.step;
    phase.first = phase.cursor = phase.debt = phase.settled = phase.refuted = 0;
    phase.isOpen = false;
    phase.counters = {};
    for (size_t i = 0; i < traversal.pairs.size(); ++i) {
        TraversalPair& pair = traversal.pairs[i];
        ShelledPair& now = phase.pairs.emplace_back();
        now.id = IdOf(scene, pair);
        now.detail = pair.detail;
        const ShelledPair* old = FindOld(phase, now.id);
        if (!old) continue;
        now.lastA = old->lastA, now.lastB = old->lastB;
        const Body &a = scene.bodies[pair.body[0]], &b = scene.bodies[pair.body[1]];
        const bool stays =
            traversal.options.coherent && a.changed <= lastStep && b.changed <= lastStep && old->detail == now.detail;
        if (stays) CarryShellPair(phase, *old, now, pair);
        if (!resumed.any || now.id != resumed.id) continue;
        phase.isOpen = stays && resumed.isOpen;
        phase.first = static_cast<int64_t>(i) + (resumed.isSpent && !phase.isOpen ? 1 : 0);
    }
    if (phase.first >= static_cast<int64_t>(phase.pairs.size())) phase.first = 0;
    if (!phase.isOpen) return;
    ShelledPair& open = phase.pairs[static_cast<size_t>(phase.first)];  // its hits go on growing: at the end
    open.firstHit = static_cast<int64_t>(phase.hits.size());
    open.hitCount = 0;
}

class ShellPairStep {
public:
    ShellPairStep(ShellPhase& phase, Traversal& traversal, Slice& slice)
        : phase_(phase),
          traversal_(traversal),
          slice_(slice),
          place_(static_cast<size_t>((phase.first + phase.cursor) % static_cast<int64_t>(phase.pairs.size()))),
          pair_(traversal.pairs[place_]),
          known_(phase.pairs[place_]),
          a_(slice.scene->bodies[pair_.body[0]]),
          b_(slice.scene->bodies[pair_.body[1]]) {}

    /// False when the slice ended before the pair did.
    bool Run() {
        if (!phase_.isOpen && known_.state != ExactState::Unasked) return true;  // as it was in the last frame
        if (pair_.state != PairState::Confirmed || !HasShellsHere(a_) || !HasShellsHere(b_)) return Cannot();
        if (!phase_.isOpen) Open();
        if (!phase_.isNesting && !Descend()) return false;
        return phase_.isNesting ? RunNest() : true;
    }

private:
    void Open() {
        ShellTraversal& query = phase_.query;
        const bool firstOnly = pair_.detail != Detail::Full;
        query.options = {firstOnly ? ShellGoal::First : ShellGoal::All, phase_.options.order, phase_.options.costs};
        query.trees[0] = a_.tree->shells.get();
        query.trees[1] = b_.tree->shells.get();
        query.relation = Relate({a_.turn, a_.pose.position, a_.scale}, {b_.turn, b_.pose.position, b_.scale});
        query.Clear();
        phase_.isOpen = true;
        phase_.isNesting = false;
        known_.firstHit = static_cast<int64_t>(phase_.hits.size());
        known_.hitCount = 0;
        PairWork work(query);
        if (firstOnly && LastIsThere() && work.TrianglesMeet(known_.lastA, known_.lastB))
            work.Take(known_.lastA, known_.lastB);  // coherence: one test is all
        else
            work.TestRoots();
        Charge({});
    }

    /// It may have another tree now.
    bool LastIsThere() const {
        const auto counts = [](const Body& body) { return static_cast<int32_t>(body.tree->shells->triangles.size()); };
        return traversal_.options.coherent && known_.lastA >= 0 && known_.lastA < counts(a_) &&
               known_.lastB < counts(b_);
    }

    /// What the query has done since.
    void Charge(const ShellCounters& before) {
        const ShellCounters& now = phase_.query.counters;
        const int64_t cost = now.operations - before.operations;
        slice_.operations -= cost;
        slice_.spent += cost;
        slice_.units -= cost / kOperationsPerUnit + 1;
        slice_.counts.updates += now.updates - before.updates;
        slice_.counts.tests += now.VolumeTests() - before.VolumeTests();
    }

    /// False when the slice ended.
    bool Descend() {
        ShellTraversal& query = phase_.query;
        PairWork work(query);
        while (!query.open.empty() && !slice_.Over()) {
            const ShellCounters before = query.counters;
            work.Open();
            work.Settle();
            Charge(before);
        }
        Publish();
        if (!query.open.empty()) return false;
        if (known_.hitCount > 0) return Close(ExactState::Touches);
        phase_.isNesting = a_.tree->isSolid || b_.tree->isSolid;
        phase_.nest = {};
        if (!phase_.isNesting) return Close(ExactState::Apart);
        return a_.tree->triangles && b_.tree->triangles ? true : Cannot();
    }

    void Publish() {
        const ShellTraversal& query = phase_.query;
        known_.bound = std::min(known_.bound, query.bound);
        for (size_t i = static_cast<size_t>(known_.hitCount); i < query.contacts.size(); ++i)
            phase_.hits.push_back(query.contacts[i]);
        known_.hitCount = static_cast<int32_t>(query.contacts.size());
        if (query.contacts.empty()) return;
        known_.lastA = query.contacts.back().placeA;
        known_.lastB = query.contacts.back().placeB;
    }

    bool RunNest() {
        BodiesWork work{traversal_, slice_, a_, b_, Placement(a_, b_)};
        const StepOutcome outcome = RunNesting(work, phase_.nest);
        if (outcome == StepOutcome::Over) return false;
        return Close(outcome == StepOutcome::Found ? ExactState::Nested : ExactState::Apart);
    }

    bool Close(ExactState state) {
        known_.state = state;
        ++phase_.settled;
        Absorb();
        if (state == ExactState::Apart) Refute(phase_, pair_);
        return true;
    }

    bool Cannot() {
        known_.state = ExactState::Cannot;
        Absorb();
        return true;
    }

    void Absorb() {
        if (!phase_.isOpen) return;
        phase_.isOpen = phase_.isNesting = false;
        phase_.counters += phase_.query.counters;
    }

    static constexpr int64_t kOperationsPerUnit = 16;

    ShellPhase& phase_;
    Traversal& traversal_;
    Slice& slice_;
    size_t place_;
    TraversalPair& pair_;
    ShelledPair& known_;
    const Body &a_, &b_;
};

}  // namespace

Progress AdvanceShells(ShellPhase& phase, Traversal& traversal, const Scene& scene, const Budget& budget,
                       const Host& host) {
    return AdvanceLatePhase(
        phase, traversal, scene, budget, host, [&] { BeginShells(phase, traversal, scene.Inside()); },
        [&](Slice& slice) { return ShellPairStep(phase, traversal, slice).Run(); });
}

}  // namespace spheretree
