// Shells in a scene: the frame's budget, pauses and counters; no contact missed, none false, interruption changes
// nothing.

#include "SphereTree/ShellPhase.h"

#include "Base/Random.h"
#include "Core/Exact/ExactFixtures.h"
#include "Core/Exact/LatePhaseChecks.h"
#include "Core/Shells/ShellPairs.h"
#include "Core/TestSupport.h"
#include "Core/Traverse/Referee.h"

#include <gmock/gmock.h>

#include <array>

namespace spheretree {
namespace {

/// A loose tree of spheres, with the shells of its mesh and no triangles.
TreePointer MakeShelledTree(const TriangleMesh& mesh, TreeKind kind = TreeKind::Mixed) {
    ShellRecipe recipe;
    recipe.kind = kind;
    recipe.trialQueries = 4;
    recipe.trialTests = 4000;
    Result<ShellTree> shells = BuildShellTree(mesh, recipe);
    EXPECT_TRUE(shells) << shells.Sentence();
    Result<PackedTree> tree = PackTree(scenes::MakeSplitTree(mesh, 3));
    EXPECT_TRUE(tree) << tree.Sentence();
    EXPECT_EQ(AttachShells(*tree, std::make_shared<const ShellTree>(std::move(*shells))), "");
    return std::make_shared<const PackedTree>(std::move(*tree));
}

/// One frame of a scene, as far as the budget reaches.
struct ShelledFrame {
    Traversal traversal;
    ShellPhase shells;
    Contacts contacts;
    Progress progress;

    void Run(Scene& scene, const Budget& budget = {}, const Host& host = {}) {
        BeginFrame(traversal, scene);
        progress = AdvanceShells(shells, traversal, scene, budget, host);
        EndFrame(traversal, scene);
        CollectContacts(traversal, scene, {}, contacts);
        AddShellContacts(shells, traversal, scene, {}, contacts);
    }
};

struct ShelledFindings {
    struct Item {
        uint64_t id;
        ExactState state;
        double bound;
        std::vector<TrianglePairFound> hits;
        friend bool operator==(const Item&, const Item&) = default;
    };
    std::vector<Item> items;
    friend bool operator==(const ShelledFindings&, const ShelledFindings&) = default;
};

ShelledFindings FindingsOf(const ShellPhase& phase) {
    ShelledFindings found;
    for (const ShelledPair& pair : phase.pairs) {
        const auto first = phase.hits.begin() + pair.firstHit;
        found.items.push_back({pair.id, pair.state, pair.bound, {first, first + pair.hitCount}});
    }
    return found;
}

/// SPHERETREE_SHELL_SCENES asks for more (Docs/Shells.md).
TEST(ShellPhase, ContactsAreThoseOfTheTriangles) {
    const int64_t placements = AskedCount("SPHERETREE_SHELL_SCENES", shelltest::Cases(400));
    int64_t refuted = 0, touching = 0;
    const TriangleMesh meshA = scenes::MakeMesh("torus").mesh, meshB = scenes::MakeMesh("s-shape").mesh;
    const Vec3 mirrored = Vec3{-0.8, 0.8, 0.8};
    const TreePointer treeA = MakeShelledTree(meshA), treeB = MakeShelledTree(meshB, TreeKind::Shells);
    const Referee refereeA(meshA, {1, 1, 1}), refereeB(meshB, mirrored);
    Scene scene;
    const BodyHandle a = AddBody(scene, treeA, {}), b = AddBody(scene, treeB, {}, mirrored);
    ShelledFrame frame;
    Random random(3);
    for (int64_t i = 0; i < placements; ++i) {
        const Pose poseA = RandomPose(random, i % 5 ? 0.5 : 1e5);
        Pose poseB = RandomPose(random, 1.6);
        poseB.position += i % 5 ? Vec3{} : poseA.position;
        ASSERT_EQ(scene.Move(a, poseA) + scene.Move(b, poseB), "");
        scene.SetDefaultResponse(i % 2 ? Detail::Full : Detail::Simple);
        ASSERT_EQ(scene.Step(), "");
        frame.Run(scene);
        ASSERT_TRUE(frame.progress.finished);
        const bool found = !frame.contacts.contacts.empty();
        const bool truth = Referee::Intersect(refereeA, poseA, refereeB, poseB);
        if (found != truth) {
            ASSERT_LT(Referee::Distance(refereeA, poseA, refereeB, poseB), 1e-9) << i;
        }
        if (found) {
            ASSERT_EQ(frame.contacts.contacts[0].state, ContactState::Exact);
            ASSERT_EQ(frame.contacts.points.empty(), i % 2 == 0);
        }
        refuted += frame.shells.refuted, touching += found;
    }
    EXPECT_GT(touching, placements / 5);
    EXPECT_GT(refuted, placements / 50) << "spheres alone would be as good";
    printf("    %lld placements, %lld touch, %lld refuted by shells\n", static_cast<long long>(placements),
           static_cast<long long>(touching), static_cast<long long>(refuted));
}

class ShellInterruption : public BegunCrowd {
protected:
    ShellInterruption() : BegunCrowd(MakeShelledTree(scenes::MakeMesh("s-shape").mesh)) {}
};
INSTANTIATE_TEST_SUITE_P(Details, ShellInterruption, testing::Values(Detail::Simple, Detail::Full));

TEST_P(ShellInterruption, OneOperationAtATimeGivesTheSameBits) {
    Traversal whole = begun, sliced = begun;
    ShellPhase once, often;
    EXPECT_TRUE(AdvanceShells(once, whole, scene, Budget::Unlimited()).finished);
    int64_t calls = 0;
    while (!AdvanceShells(often, sliced, scene, Budget::Operations(1)).finished) ++calls;
    EXPECT_GT(calls, 1000);
    EXPECT_EQ(FindingsOf(once), FindingsOf(often));
    EXPECT_EQ(FindingsOf(whole), FindingsOf(sliced));
    EXPECT_EQ(whole.counters.operations, sliced.counters.operations);
    EXPECT_EQ(whole.counters.tests, sliced.counters.tests);
    EXPECT_EQ(once.counters, often.counters);
    EXPECT_GT(once.counters.VolumeTests(), 100);
    EXPECT_GT(once.refuted, 0);
}

TEST_P(ShellInterruption, ABudgetInPiecesIsTheBudget) {
    ExpectABudgetInPiecesIsTheBudget<ShellPhase>(
        begun, scene, AdvanceShells, [](const ShellPhase& phase) { return FindingsOf(phase); }, {1000, 40000, 160000});
}

TEST_P(ShellInterruption, ThreadsAndCopiesChangeNothing) {
    ExpectThreadsAndCopiesChangeNothing<ShellPhase>(begun, scene, AdvanceShells,
                                                    [](const ShellPhase& phase) { return FindingsOf(phase); });
}

// At whatever moment it ends: the budget is passed by one step, no bound rises, and who touches is among the contacts.
TEST_P(ShellInterruption, NobodyWhoTouchesIsEverLostAndNoStepIsLong) {
    Traversal whole = begun, part = begun;
    ShellPhase all, phase;
    AdvanceShells(all, whole, scene, Budget::Unlimited());
    const VolumeCosts& costs = phase.options.costs;
    std::vector<double> bounds(begun.pairs.size(), std::numeric_limits<double>::infinity());
    for (bool finished = false; !finished;) {
        finished = AdvanceShells(phase, part, scene, Budget::Operations(1000)).finished;
        ASSERT_LE(phase.debt, 2 * (costs.update + costs.shellTest + costs.triangleTest));
        for (size_t i = 0; i < phase.pairs.size(); ++i) {
            ASSERT_LE(phase.pairs[i].bound, bounds[i]);
            bounds[i] = phase.pairs[i].bound;
            if (all.pairs[i].state == ExactState::Touches) {
                ASSERT_NE(part.pairs[i].state, PairState::Refuted);
            }
        }
    }
}

TEST_P(ShellInterruption, ATimeBudgetEndsSoonAfterIt) {
    double now = 0;
    Host host;
    host.clockSeconds = [&now] { return now += 1e-6; };
    Traversal traversal = begun, whole = begun;
    ShellPhase phase, once;
    int64_t calls = 0;
    while (!AdvanceShells(phase, traversal, scene, Budget::Seconds(5e-6), host).finished) {
        ASSERT_LT(++calls, 100000);
        ASSERT_LE(traversal.counters.overrunMicroseconds, 8);
    }
    EXPECT_GT(calls, 3);
    AdvanceShells(once, whole, scene, Budget::Unlimited());
    EXPECT_EQ(FindingsOf(phase), FindingsOf(once));
}

TEST(ShellFrames, WhatDidNotMoveGoesOnWhereItStopped) {
    const TreePointer tree = MakeShelledTree(scenes::MakeMesh("torus").mesh, TreeKind::Shells);
    Scene scene = MakeCrowd(tree, 30, 5);
    scene.SetDefaultResponse(Detail::Witnessed);
    ASSERT_EQ(scene.Step(), "");
    Scene again = scene;
    ShelledFrame frames, whole;
    int64_t spent = 0, count = 0;
    for (; count < 2000; ++count) {
        if (count > 0) {
            ASSERT_EQ(scene.Step(), "");
        }
        frames.Run(scene, Budget::Operations(6000));
        spent += frames.progress.operations;
        if (frames.progress.finished) break;
    }
    EXPECT_GT(count, 10);
    whole.Run(again);
    EXPECT_EQ(FindingsOf(frames.shells), FindingsOf(whole.shells));
    EXPECT_EQ(spent, whole.progress.operations);
    EXPECT_EQ(frames.contacts.contacts.size(), whole.contacts.contacts.size());
    ASSERT_EQ(scene.Step(), "");
    frames.Run(scene);
    EXPECT_EQ(frames.progress.operations, 0) << "nothing moved, nothing is left";
    EXPECT_EQ(FindingsOf(frames.shells), FindingsOf(whole.shells));
}

TEST(ShellFrames, NobodyStarves) {
    const TreePointer tree = MakeShelledTree(scenes::MakeMesh("torus").mesh, TreeKind::Shells);
    Scene scene = MakeCrowd(tree, 40, 9);
    scene.SetDefaultResponse(Detail::Witnessed);
    ASSERT_EQ(scene.Step(), "");
    Traversal spheres;
    BeginFrame(spheres, scene);
    const int64_t enough = Advance(spheres, scene, Budget::Operations(Budget::kNoLimit - 1)).operations;
    ShelledFrame frame;
    frame.traversal.options.coherent = false;  // every frame starts anew, as if all had moved
    std::vector<int> last;
    int longest = 0;
    for (int i = 0; i < 200; ++i) {
        ASSERT_EQ(scene.Step(), "");
        frame.Run(scene, Budget::Operations(enough + 20000));
        ASSERT_FALSE(frame.progress.finished) << "a budget that suffices asks nothing";
        last.resize(frame.shells.pairs.size(), 0);
        for (size_t k = 0; k < last.size(); ++k) {
            const ShelledPair& pair = frame.shells.pairs[k];
            if (pair.state != ExactState::Unasked || pair.bound < 1e300) last[k] = i;
            longest = std::max(longest, i - last[k]);
        }
    }
    EXPECT_LT(longest, 100);
}

TEST(ShellPhase, AContactUnderWayHasTheShellsBound) {
    const TreePointer tree = MakeShelledTree(scenes::MakeMesh("torus").mesh, TreeKind::Shells);
    const Referee referee(scenes::MakeMesh("torus").mesh, {1, 1, 1});
    int64_t better = 0, asked = 0;
    for (int64_t i = 0; i < 60; ++i) {
        Random random = Random::OfItem(11, i);
        const Pose poseB{random.Direction() * random.Between(1.2, 2.2), RandomPose(random, 1).rotation};
        Scene scene;
        AddBody(scene, tree, {});
        AddBody(scene, tree, poseB);
        ASSERT_EQ(scene.Step(), "");
        Traversal spheres;
        BeginFrame(spheres, scene);
        Advance(spheres, scene, {});
        const double distance = Referee::Distance(referee, {}, referee, poseB);
        for (const int64_t more : {20000, 60000, 200000}) {
            Traversal traversal = spheres;
            ShellPhase phase;
            Contacts contacts;
            AdvanceShells(phase, traversal, scene, Budget::Operations(more));
            CollectContacts(traversal, scene, {}, contacts);
            AddShellContacts(phase, traversal, scene, {}, contacts);
            if (contacts.contacts.empty()) continue;
            const Contact& contact = contacts.contacts[0];
            ASSERT_LE(distance, contact.errorBound + 1e-12) << i;
            ++asked;
            better += contact.errorBound < static_cast<double>(spheres.pairs[0].bound);
        }
    }
    EXPECT_GT(asked, 30);
    EXPECT_GT(better, asked / 4);
}

TEST(ShellPhase, WhoCannotBeAskedStaysWithTheSpheres) {
    const TreePointer tree = MakeShelledTree(scenes::MakeMesh("torus").mesh), bare = MakeNamedTree("torus");
    const auto stateOf = [&](const TreePointer& other, const Vec3& scale, const Vec3& velocity) {
        Scene scene;
        AddBody(scene, tree, {});
        const BodyHandle b = AddBody(scene, other, {{0.2, 0, 0}, {}}, scale);
        EXPECT_EQ(scene.SetVelocity(b, velocity, {}), "");
        EXPECT_EQ(scene.Step(0.1), "");
        ShelledFrame frame;
        frame.Run(scene);
        EXPECT_TRUE(frame.progress.finished);
        EXPECT_EQ(frame.contacts.contacts.size(), 1u);
        return frame.shells.pairs.at(0).state;
    };
    EXPECT_EQ(stateOf(tree, {1, 1, 1}, {}), ExactState::Touches);
    EXPECT_EQ(stateOf(tree, {1, -1, 1}, {}), ExactState::Touches);
    EXPECT_EQ(stateOf(tree, {1, 1, 1.01}, {}), ExactState::Cannot);
    EXPECT_EQ(stateOf(tree, {1, 1, 1}, {1, 0, 0}), ExactState::Cannot);
    EXPECT_EQ(stateOf(bare, {1, 1, 1}, {}), ExactState::Cannot);
}

// A small cube within a large one: apart as surfaces, nested as solids; without triangles a solid keeps its contact.
TEST(ShellPhase, KnowsWhoLiesWithin) {
    Recipe recipe;
    recipe.method = Method::SolidOctree;
    recipe.depth = 2;
    recipe.triangles = true;
    const TriangleMesh cube = scenes::MakeMesh("cube").mesh;
    const Result<BakedTree> baked = BuildTree(cube, recipe);
    ASSERT_TRUE(baked) << baked.Sentence();
    const auto shells = std::make_shared<const ShellTree>(*BuildShellTree(cube));
    const auto stateOf = [&](bool solid, bool triangles) {
        PackedTree tree = *PackTree(baked->tree);
        tree.isSolid = solid;
        if (!triangles) tree.triangles = nullptr;
        EXPECT_EQ(AttachShells(tree, shells), "");
        const TreePointer shared = std::make_shared<const PackedTree>(tree);
        Scene scene;
        AddBody(scene, shared, {}, {2, 2, 2});
        AddBody(scene, shared, {{0.1, 0.1, 0.2}, {}}, {0.3, 0.3, 0.3});
        EXPECT_EQ(scene.Step(), "");
        ShelledFrame frame;
        frame.Run(scene);
        EXPECT_EQ(frame.contacts.contacts.size(), solid ? 1u : 0u);
        return frame.shells.pairs.at(0).state;
    };
    EXPECT_EQ(stateOf(true, true), ExactState::Nested);
    EXPECT_EQ(stateOf(false, true), ExactState::Apart);
    EXPECT_EQ(stateOf(false, false), ExactState::Apart);
    EXPECT_EQ(stateOf(true, false), ExactState::Cannot);
}

TEST(ShellPhase, ShellsOfAnotherMeshAreRefused) {
    PackedTree tree = *PackTree(scenes::MakeSplitTree(scenes::MakeMesh("torus").mesh, 2));
    EXPECT_THAT(AttachShells(tree, nullptr), testing::HasSubstr("no shells"));
    TriangleMesh large = scenes::MakeMesh("cube").mesh;
    for (Vec3& v : large.vertices) v = v * 10;
    EXPECT_THAT(AttachShells(tree, std::make_shared<const ShellTree>(*BuildShellTree(large))),
                testing::HasSubstr("another mesh"));
    EXPECT_FALSE(tree.shells);
}

}  // namespace
}  // namespace spheretree
