// Promises 4 and 5: interruption costs accuracy, nothing else; threads change nothing; nobody starves.

#include "Base/Random.h"
#include "Core/Traverse/FrameFixtures.h"

namespace spheretree {
namespace {

constexpr Scheduler kSchedulers[] = {Scheduler::BestFirst, Scheduler::BreadthFirst, Scheduler::TwoClass,
                                     Scheduler::DepthFirst};

Traversal Started(Scene& scene, const TraversalOptions& options) {
    Traversal traversal;
    traversal.options = options;
    BeginFrame(traversal, scene);
    return traversal;
}

class Interruption : public testing::TestWithParam<Scheduler> {
protected:
    TreePointer tree = MakeNamedTree("s-shape");
    Scene scene = MakeCrowd(tree, 60, 3);
    TraversalOptions options;
    void SetUp() override { options.scheduler = GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(Schedulers, Interruption, testing::ValuesIn(kSchedulers));

TEST_P(Interruption, OneOperationAtATimeGivesTheSameBits) {
    Traversal whole = Started(scene, options), sliced = whole;
    EXPECT_TRUE(Advance(whole, scene, Budget::Unlimited()).finished);
    int64_t calls = 0;
    while (!Advance(sliced, scene, Budget::Operations(1)).finished) ++calls;
    EXPECT_GT(calls, 1000);
    EXPECT_EQ(FindingsOf(whole), FindingsOf(sliced));
    EXPECT_EQ(whole.counters.operations, sliced.counters.operations);
}

TEST_P(Interruption, ACopyGoesOnAsTheOriginal) {
    Traversal original = Started(scene, options);
    Advance(original, scene, Budget::Operations(3000));
    Traversal copy = original;
    Advance(original, scene, Budget::Operations(2000));
    Advance(copy, scene, Budget::Operations(2000));
    EXPECT_EQ(FindingsOf(original), FindingsOf(copy));
}

TEST_P(Interruption, ABudgetInPiecesIsTheBudget) {
    for (const int64_t budget : {50, 700, 5000, 20000, 100000}) {
        Traversal once = Started(scene, options), often = once;
        Advance(once, scene, Budget::Operations(budget));
        for (int64_t left = budget; left > 0;) {
            const int64_t piece = std::min<int64_t>(left, 1 + left % 37);
            Advance(often, scene, Budget::Operations(piece));
            left -= piece;
        }
        EXPECT_EQ(FindingsOf(once), FindingsOf(often)) << budget;
    }
}

TEST_P(Interruption, ThreadsChangeNothing) {
    const Host threads = ThreadedHost(2);
    for (const int64_t budget : {int64_t{100}, int64_t{3000}, int64_t{30000}, int64_t{150000}, Budget::kNoLimit}) {
        Traversal alone = Started(scene, options);
        TraversalOptions parted = options;
        Advance(alone, scene, Budget::Operations(budget));
        for (const int32_t lanes : {2, 5}) {
            parted.lanes = lanes;
            Traversal together = Started(scene, parted);
            Advance(together, scene, Budget::Operations(budget), threads);
            EXPECT_EQ(FindingsOf(alone), FindingsOf(together)) << budget << " operations, " << lanes << " lanes";
            EXPECT_EQ(alone.counters.operations, together.counters.operations);
        }
    }
}

TEST_P(Interruption, TheWorstErrorNeverRises) {
    Traversal traversal = Started(scene, options);
    double worstBound = 1e300, worstError = 1e300;
    for (bool finished = false; !finished;) {
        EndFrame(traversal, scene);
        ASSERT_LE(traversal.counters.worstBound, worstBound);
        ASSERT_LE(traversal.counters.worstError, worstError);
        worstBound = traversal.counters.worstBound;
        worstError = traversal.counters.worstError;
        finished = Advance(traversal, scene, Budget::Operations(200)).finished;
    }
    EXPECT_GT(worstError, 0);
}

TEST_P(Interruption, ABudgetIsPassedByOneStepAtMost) {
    for (const int64_t budget : {1, 77, 1000, 9999}) {
        Traversal traversal = Started(scene, options);
        const Progress progress = Advance(traversal, scene, Budget::Operations(budget));
        EXPECT_GE(progress.operations, budget);
        EXPECT_LT(progress.operations, budget + 9 * 10);  // one node opened, and the other against its eight children
        EXPECT_EQ(progress.operations, 2 * progress.updates + progress.tests);
    }
}

TEST_P(Interruption, AFinishedFrameAgreesWithEveryScheduler) {
    Traversal traversal = Started(scene, options);
    Advance(traversal, scene, Budget::Unlimited());
    TraversalOptions plain;
    plain.scheduler = Scheduler::BreadthFirst;
    Traversal reference = Started(scene, plain);
    Advance(reference, scene, Budget::Unlimited());
    const auto leaves = [](const Findings& found) {
        std::vector<std::array<int64_t, 4>> result;
        for (const Findings::Item& item : found.items) result.push_back({item.bodyA, item.bodyB, item.a, item.b});
        return result;
    };
    EXPECT_EQ(leaves(FindingsOf(traversal)), leaves(FindingsOf(reference)));
}

// The clock is the test's own: it moves by a microsecond whenever it is read.
TEST_P(Interruption, ATimeBudgetEndsWithinOneSlice) {
    double now = 0;
    Host host;
    host.clockSeconds = [&now] { return now += 1e-6; };
    Traversal traversal = Started(scene, options);
    const Progress progress = Advance(traversal, scene, Budget::Seconds(20e-6), host);
    EXPECT_FALSE(progress.finished);
    EXPECT_LE(progress.overrunSeconds, 1e-6 * 1.001);
    EXPECT_GE(progress.slices, 5);
    while (!Advance(traversal, scene, Budget::Seconds(20e-6), host).finished) continue;
    Traversal whole = Started(scene, options);
    Advance(whole, scene, Budget::Unlimited());
    EXPECT_EQ(FindingsOf(traversal), FindingsOf(whole));
}

TEST(Frames, WhatDidNotMoveGoesOnWhereItStopped) {
    const TreePointer tree = MakeNamedTree("torus");
    Scene scene = MakeCrowd(tree, 40, 5);
    Traversal frames;
    int64_t spent = 0;
    for (int frame = 0; frame < 2000; ++frame) {
        if (frame > 0) {
            ASSERT_EQ(scene.Step(), "");
        }
        BeginFrame(frames, scene);
        const Progress progress = Advance(frames, scene, Budget::Operations(500));
        spent += progress.operations;
        EndFrame(frames, scene);
        if (progress.finished) break;
    }
    Scene again = MakeCrowd(tree, 40, 5);
    Traversal whole = Started(again, {});
    Advance(whole, again, Budget::Unlimited());
    EXPECT_EQ(FindingsOf(frames).items, FindingsOf(whole).items);
    EXPECT_EQ(spent, whole.counters.operations);
    ASSERT_EQ(scene.Step(), "");
    BeginFrame(frames, scene);
    EXPECT_EQ(Advance(frames, scene, Budget::Unlimited()).operations, 0) << "nothing moved, nothing is left";
}

TEST(Frames, NobodyStarves) {
    const TreePointer tree = MakeNamedTree("torus");
    std::vector<BodyHandle> handles;
    Scene scene = MakeCrowd(tree, 40, 9, &handles);
    for (size_t i = 0; i < handles.size(); i += 2) scene.SetImportance(handles[i], 100);
    for (const int64_t budget : {60, 20000}) {  // a pair or two to look at; all, and some to refine
        Traversal traversal;
        traversal.options.coherent = false;  // every frame starts anew, as if all had moved
        std::vector<int> lastWork(20000, 0);
        int longest = 0;
        for (int frame = 0; frame < 400; ++frame) {
            ASSERT_EQ(scene.Step(), "");
            BeginFrame(traversal, scene);
            Advance(traversal, scene, Budget::Operations(budget));
            EndFrame(traversal, scene);
            for (const TraversalPair& pair : traversal.pairs) {
                int& last = lastWork[static_cast<size_t>(pair.scenePair)];
                const bool served = pair.state == PairState::Refuted ||
                                    (pair.state == PairState::Pending ? pair.visited : pair.refined || budget < 1000);
                if (served) last = frame;
                longest = std::max(longest, frame - last);
            }
            ASSERT_NE(traversal.phase, Traversal::Phase::Done) << "a budget that suffices asks nothing";
        }
        EXPECT_LT(longest, 200) << "with " << budget << " operations per frame";
    }
}

}  // namespace
}  // namespace spheretree
