#pragma once

// All that can settle two trees before a descent, in stages: a plane between them, the leaves that touched in the last
// frame, other planes, leaves that probably touch. Several pairs go through every stage together: each has a long chain
// of numbers that wait for one another, and while one waits the others compute.

#include "Traverse/GuessLeaves.h"
#include "Traverse/PartingPlane.h"
#include "Traverse/Work.h"

#include <limits>

namespace spheretree {

// (*) Not beside `tests`, here and wherever else both are counted: compilers read neighbours as one wide number, and a
// processor cannot do that before the two that were written apart have arrived in memory.
struct Approach {
    TraversalPair* pair;
    const Body* body[2];
    bool isTree;      // both are
    bool isAsked;     // the tables are: in a pair's first visit, unless both roots are leaves
    bool isPlanned;   // the first plane was tried
    bool isApart;     // a plane was found
    bool isKnown;     // two leaves that overlap were
    bool isGuessing;  // leaves that probably overlap were looked at
    float least;      // what those that do not prove
    int32_t updates;  // spent (*)
    NodePair found;   // the leaves
    int32_t tests;
    PairPlace place;
    PlaneSearch plane;
    LeafProbe probe;
    PairFrame frame;  // not of a pair that is apart at once

    void Start(TraversalPair& of, const Scene::Data& scene) {
        pair = &of;
        for (int side = 0; side < 2; ++side) body[side] = &scene.bodies[of.body[side]];
        isTree = !body[0]->isTreeless && !body[1]->isTreeless;
        isAsked = isTree && !of.started && (body[0]->blocks->child[0] >= 0 || body[1]->blocks->child[0] >= 0);
        isPlanned = isApart = isKnown = isGuessing = false;
        least = std::numeric_limits<float>::infinity();
        updates = tests = 0;
        if (isTree) DerivePlace(place, *body[0], *body[1]);
    }
    void StartPlanes() {
        isPlanned = isAsked && IsPlaneLikely(place);
        if (isPlanned) plane.Start(place, body[0]->support, body[1]->support);
    }
    void TryPlane() {
        isApart = plane.IsBetween(place);
        updates += 1;
        tests += 1;
    }
    void Frame(const Scene::Data& scene) {
        if (isTree)
            DeriveFrame(frame, place, scene, pair->body[0], pair->body[1]);
        else
            DeriveFrame(frame, scene, pair->body[0], pair->body[1]);
    }
    // As numbers: nobody can foretell them, so nothing shall branch on them one by one.
    int IsOpen() const { return static_cast<int>(isAsked) & static_cast<int>(!isApart) & static_cast<int>(!isKnown); }
    int WantsPlane() const { return IsOpen() & static_cast<int>(isPlanned); }
    int WantsGuess() const { return IsOpen() & static_cast<int>(IsWorthGuessing(place)); }
    int WantsGuessAgain() const { return IsOpen() & static_cast<int>(isGuessing); }
    // Coherence: do the leaves that touched in the last frame still touch? Then the pair is confirmed for one test.
    void TryWitness() {
        if (pair->witnessA < 0) return;
        found = {pair->witnessA, pair->witnessB, 0};
        alignas(16) float ball[4];
        CarryBall(frame.ball[1], frame.blocks[0][BlockOf(found.a)], LaneOf(found.a), ball);
        const Eight gap = TestBall(frame, frame.ball[1], frame.blocks[1][BlockOf(found.b)], ball);
        isKnown = NotAbove(gap, Eight::All(0)) >> LaneOf(found.b) & 1;
        updates += 1;
        tests += 1;
    }
    void CarryLeaf(int side) { probe.Carry(frame, body[side]->nearestLeaf, side, side ? found.a : found.b); }
    void MeetLeaf(int side) {
        isGuessing = true;
        isKnown = probe.Meet(frame, side, side ? found.b : found.a);
        updates += 1;
        tests += frame.laneCount[side][BlockOf(probe.near)];
    }
};

/// Takes up to `kMost` pairs through all stages, the long ones in several short steps. What one pair is told depends on
/// itself alone.
template <int kMost>
struct Approaches {
    Approach of[kMost];
    int count = 0;
    int8_t list[kMost];
    int listed = 0;

    template <typename Test>
    void List(Test test) {
        listed = 0;
        for (int i = 0; i < count; ++i) {
            list[listed] = static_cast<int8_t>(i);
            listed += test(of[i]);
        }
    }
    template <typename Step>
    void Each(Step step) {
        for (int i = 0; i < listed; ++i) step(of[list[i]]);
    }
    /// After Start of so many.
    void Run(const Scene::Data& scene, bool coherent) {
        for (int i = 0; i < count; ++i) of[i].StartPlanes();
        List([](const Approach& one) { return one.isPlanned; });
        Each([](Approach& one) { one.TryPlane(); });
        List([](const Approach& one) { return !one.isApart; });
        Each([&](Approach& one) { one.Frame(scene); });
        if (coherent) {
            List([](const Approach& one) { return one.IsOpen(); });
            Each([](Approach& one) { one.TryWitness(); });
        }
        for (int i = 0; i < kMorePlanes; ++i) TryOtherPlanes();
        List([](const Approach& one) { return one.WantsGuess(); });
        Each([](Approach& one) { one.found.a = GuessLeaf(one.frame, one.body[0]->nearestLeaf); });
        Each([](Approach& one) { one.CarryLeaf(1); });
        Each([](Approach& one) { one.MeetLeaf(1); });
        GuessAgain();
    }
    void TryOtherPlanes() {
        List([](const Approach& one) { return one.WantsPlane(); });
        Each([](Approach& one) { one.plane.Reflect(one.frame); });
        Each([](Approach& one) { one.plane.Follow(one.frame); });
        Each([](Approach& one) { one.plane.Look(one.body[0]->support, one.body[1]->support); });
        Each([](Approach& one) { one.TryPlane(); });
    }
    // Back from the other's leaf. Leaves that do not overlap prove something too: a small bound, long before a descent
    // has one.
    void GuessAgain() {
        List([](const Approach& one) { return one.WantsGuessAgain(); });
        Each([](Approach& one) { one.CarryLeaf(0); });
        Each([](Approach& one) { one.MeetLeaf(0); });
        Each([](Approach& one) {
            if (!one.isKnown) one.least = SeparationBound(one.frame, one.found.a, one.found.b);
        });
    }
};

}  // namespace spheretree
