// Promises 3, 4 and 5 beyond the leaves: no contact is missed, none is false, and interruption changes nothing.

#include "Core/Exact/ExactFixtures.h"
#include "Core/Exact/LatePhaseChecks.h"
#include "Core/Traverse/Referee.h"
#include "SphereTree/SurfaceQuery.h"
#include "SphereTree/TrianglePair.h"

#include <set>

namespace spheretree {
namespace {

#ifdef NDEBUG
constexpr int64_t kPlacements = 4000;
#else
constexpr int64_t kPlacements = 150;
#endif

struct Pairing {
    const char* a;
    const char* b;
    Vec3 scale;
};

// What FCL says of the triangles is what comes out: with spheres alone, it would be more.
TEST(ExactContacts, AreThoseOfTheTriangles) {
    int64_t refuted = 0, touching = 0;
    for (const Pairing& pairing :
         {Pairing{"torus", "s-shape", {1, 1, 1}}, {"spike", "torus", {1, 0.5, 1.5}}, {"cube", "block", {-1, 1, 1}}}) {
        const TriangleMesh meshA = scenes::MakeMesh(pairing.a).mesh, meshB = scenes::MakeMesh(pairing.b).mesh;
        const TreePointer treeA = MakeExactTree(meshA), treeB = MakeExactTree(meshB);
        const Referee refereeA(meshA, {1, 1, 1}), refereeB(meshB, pairing.scale);
        Scene scene;
        const BodyHandle a = AddBody(scene, treeA, {}), b = AddBody(scene, treeB, {}, pairing.scale);
        ExactFrame full, simple;
        Random random(3);
        for (int64_t i = 0; i < kPlacements; ++i) {
            const Pose poseA = RandomPose(random, 0.5), poseB = RandomPose(random, 1.6);
            ASSERT_EQ(scene.Move(a, poseA) + scene.Move(b, poseB), "");
            scene.SetDefaultResponse(i % 2 ? Detail::Full : Detail::Simple);
            ASSERT_EQ(scene.Step(), "");
            ExactFrame& frame = i % 2 ? full : simple;
            frame.Run(scene);
            ASSERT_TRUE(frame.progress.finished);
            const bool found = !frame.contacts.contacts.empty();
            const bool truth = Referee::Intersect(refereeA, poseA, refereeB, poseB);
            if (found != truth) {
                ASSERT_LT(Referee::Distance(refereeA, poseA, refereeB, poseB), 1e-9) << pairing.a << " " << i;
            }
            if (found) {
                ASSERT_EQ(frame.contacts.contacts[0].state, ContactState::Exact);
            }
            refuted += frame.exact.refuted, touching += found;
        }
    }
    EXPECT_GT(touching, kPlacements / 2);
    EXPECT_GT(refuted, kPlacements / 50) << "spheres alone would be as good";
}

// Every pair of touching triangles is named, each once.
TEST(ExactContacts, NameAllTrianglesThatTouch) {
    const TriangleMesh meshA = scenes::MakeMesh("cube").mesh, meshB = scenes::MakeIcosphere(2);
    const TreePointer treeA = MakeExactTree(meshA, 2), treeB = MakeExactTree(meshB, 2);
    const Vec3 scale{0.6, 0.7, 0.5};
    int64_t hits = 0;
    for (int64_t i = 0; i < 40; ++i) {
        Random random = Random::OfItem(5, i);
        const Pose poseA = RandomPose(random, 0.2), poseB = RandomPose(random, 1);
        Scene scene;
        AddBody(scene, treeA, poseA);
        AddBody(scene, treeB, poseB, scale);
        ASSERT_EQ(scene.Step(), "");
        ExactFrame frame;
        frame.Run(scene);
        std::set<std::pair<int32_t, int32_t>> found, truth;
        for (const ExactHit& hit : frame.exact.hits) {
            ASSERT_TRUE(found.emplace(hit.triangleA, hit.triangleB).second) << "twice";
        }
        const auto corners = [](const TriangleMesh& mesh, size_t t, const Pose& pose, const Vec3& by) {
            const auto at = [&](size_t k) {
                return InWorld(mesh.vertices[static_cast<size_t>(mesh.triangles[t][k])], pose, by);
            };
            return TriangleCorners{at(0), at(1), at(2)};
        };
        for (size_t s = 0; s < meshA.triangles.size(); ++s)
            for (size_t t = 0; t < meshB.triangles.size(); ++t)
                if (TrianglesIntersect(corners(meshA, s, poseA, {1, 1, 1}), corners(meshB, t, poseB, scale)))
                    truth.emplace(static_cast<int32_t>(s), static_cast<int32_t>(t));
        ASSERT_EQ(found, truth) << i;
        hits += static_cast<int64_t>(truth.size());
    }
    EXPECT_GT(hits, 100);
}

TEST(ExactContacts, HaveTheirPointsOnBothSurfaces) {
    const TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    const TreePointer tree = MakeExactTree(mesh);
    const SurfaceQuery surface = *SurfaceQuery::Build(mesh);
    int64_t points = 0;
    for (int64_t i = 0; i < 300; ++i) {
        Random random = Random::OfItem(6, i);
        const Pose poseA = RandomPose(random, 1e4),
                   poseB{poseA.position + random.Direction() * 1.2, RandomPose(random, 1).rotation};
        Scene scene;
        AddBody(scene, tree, poseA);
        AddBody(scene, tree, poseB);
        ASSERT_EQ(scene.Step(), "");
        ExactFrame frame;
        frame.Run(scene);
        for (const ContactPoint& point : frame.contacts.points) {
            ++points;
            ASSERT_TRUE(point.isExact);
            ASSERT_NEAR(Length(point.normal), 1, 1e-9);
            ASSERT_GE(point.depth, -1e-9);
            for (const Pose& pose : {poseA, poseB}) {
                const Vec3 local = ToRotation(Normalized(pose.rotation)).Back(point.position - pose.position);
                ASSERT_LT(surface.Closest(local).distance, 1e-9);
            }
        }
    }
    EXPECT_GT(points, 200);
}

// The normal of a box on a plate is the plate's, and the depth is how deep it stands in it.
TEST(ExactContacts, OfABoxOnAPlateAreUpright) {
    const TriangleMesh mesh = scenes::MakeMesh("cube").mesh;
    const TreePointer tree = MakeExactTree(mesh, 2);
    Scene scene;
    AddBody(scene, tree, {}, {10, 10, 1});
    const double half = 0.5 * (CheckMesh(mesh).bounds.high.z - CheckMesh(mesh).bounds.low.z);
    AddBody(scene, tree, {{0.3, 0.2, 2 * half - 0.01}, {}});
    ASSERT_EQ(scene.Step(), "");
    ExactFrame frame;
    frame.Run(scene);
    ASSERT_EQ(frame.contacts.contacts.size(), 1u);
    ASSERT_FALSE(frame.contacts.points.empty());
    for (const ContactPoint& point : frame.contacts.points) {
        EXPECT_NEAR(point.normal.z, 1, 1e-9);
        EXPECT_NEAR(point.depth, 0.01, 1e-9);
    }
}

class ExactInterruption : public BegunCrowd {
protected:
    ExactInterruption() : BegunCrowd(MakeExactTree(scenes::MakeMesh("s-shape").mesh)) {}
};
INSTANTIATE_TEST_SUITE_P(Details, ExactInterruption, testing::Values(Detail::Simple, Detail::Full));

TEST_P(ExactInterruption, OneOperationAtATimeGivesTheSame) {
    Traversal whole = begun, sliced = begun;
    ExactPhase once, often;
    EXPECT_TRUE(AdvanceExact(once, whole, scene, Budget::Unlimited()).finished);
    int64_t calls = 0;
    while (!AdvanceExact(often, sliced, scene, Budget::Operations(1)).finished) ++calls;
    EXPECT_GT(calls, 1000);
    EXPECT_EQ(FindingsOf(once), FindingsOf(often));
    EXPECT_EQ(whole.counters.operations, sliced.counters.operations);
    EXPECT_GT(once.trianglePairs, 100);
    EXPECT_GT(once.refuted, 0);
}

TEST_P(ExactInterruption, ABudgetInPiecesIsTheBudget) {
    ExpectABudgetInPiecesIsTheBudget<ExactPhase>(begun, scene, AdvanceExact,
                                                 [](const ExactPhase& phase) { return FindingsOf(phase); },
                                                 {1000, 9000, 40000, 160000});
}

TEST_P(ExactInterruption, ThreadsAndCopiesChangeNothing) {
    ExpectThreadsAndCopiesChangeNothing<ExactPhase>(begun, scene, AdvanceExact,
                                                    [](const ExactPhase& phase) { return FindingsOf(phase); });
}

TEST_P(ExactInterruption, ABudgetIsPassedByOneStepAtMost) {
    ExactPhase exact;
    Traversal traversal = begun;
    while (!AdvanceExact(exact, traversal, scene, Budget::Operations(1000)).finished) {
        ASSERT_LE(exact.debt, 10 + 8 * exact.options.triangleCost);
        ASSERT_LT(traversal.debt, 9 * 10);  // one node opened, and the other against its eight children
    }
}

// At whatever moment it ends: who truly touches is among the contacts.
TEST_P(ExactInterruption, NobodyWhoTouchesIsEverLost) {
    Traversal whole = begun;
    ExactPhase all;
    AdvanceExact(all, whole, scene, Budget::Unlimited());
    for (int64_t budget = 500; budget < whole.counters.operations; budget = budget * 3 / 2) {
        Traversal part = begun;
        ExactPhase exact;
        AdvanceExact(exact, part, scene, Budget::Operations(budget));
        for (size_t i = 0; i < whole.pairs.size(); ++i)
            if (all.pairs[i].state == ExactState::Touches) {
                ASSERT_NE(part.pairs[i].state, PairState::Refuted) << budget;
            }
    }
}

TEST_P(ExactInterruption, ATimeBudgetEndsSoonAfterIt) {
    double now = 0;
    Host host;
    host.clockSeconds = [&now] { return now += 1e-6; };
    Traversal traversal = begun;
    ExactPhase exact;
    int64_t calls = 0;
    while (!AdvanceExact(exact, traversal, scene, Budget::Seconds(5e-6), host).finished) {
        ASSERT_LT(++calls, 100000);
        ASSERT_LE(traversal.counters.overrunMicroseconds, 8);
    }
    EXPECT_GT(calls, 3);
}

// A small cube within a large one: apart as shells, nested as solids.
TEST(ExactContacts, KnowWhoLiesWithin) {
    Recipe recipe;
    recipe.method = Method::SolidOctree;
    recipe.depth = 2;
    recipe.triangles = true;
    const TriangleMesh cube = scenes::MakeMesh("cube").mesh;
    const Result<BakedTree> baked = BuildTree(cube, recipe);
    ASSERT_TRUE(baked) << baked.Sentence();
    ASSERT_FALSE(baked->tree.leafTriangles.IsEmpty());
    SphereTree shell = baked->tree;
    shell.isSolid = false;
    for (const bool solid : {true, false}) {
        const TreePointer tree = *SharePackedTree(solid ? baked->tree : shell);
        for (const bool swapped : {true, false}) {
            Scene scene;
            const Vec3 small{0.3, 0.3, 0.3}, large{2, 2, 2};
            AddBody(scene, tree, {}, swapped ? small : large);
            AddBody(scene, tree, {{0.1, 0.1, 0.2}, {}}, swapped ? large : small);
            ASSERT_EQ(scene.Step(), "");
            ExactFrame frame;
            frame.Run(scene);
            EXPECT_EQ(frame.contacts.contacts.size(), solid ? 1u : 0u);
            if (solid) {
                EXPECT_EQ(frame.exact.pairs.at(0).state, ExactState::Nested);
            }
        }
    }
}

// A body that no leaf of the solid reaches is outside it for a few tests of balls: the triangles are not looked at.
TEST(ExactContacts, BesideASolidCostLittle) {
    SphereTree bake = MakeExactBake(scenes::MakeMesh("torus").mesh);
    const TreePointer hollow = *SharePackedTree(bake);
    bake.isSolid = bake.hasInside = true;  // only a leaf more or less: nobody lies within here
    const TreePointer solid = *SharePackedTree(bake);
    const auto spentOn = [](const TreePointer& tree, int64_t i, int64_t& refuted) {
        Random random = Random::OfItem(8, i);
        Scene scene;
        AddBody(scene, tree, RandomPose(random, 0.1));
        AddBody(scene, tree, RandomPose(random, 2.5));
        EXPECT_EQ(scene.Step(), "");
        ExactFrame frame;
        BeginFrame(frame.traversal, scene);
        Advance(frame.traversal, scene, {});
        const int64_t spent = AdvanceExact(frame.exact, frame.traversal, scene, {}).operations;  // by triangles
        frame.Collect(scene);
        refuted += frame.exact.refuted;
        return frame.exact.refuted ? spent : 0;
    };
    int64_t refuted = 0, refutedHollow = 0, cost = 0, costHollow = 0;
    for (int64_t i = 0; i < 400; ++i) {
        cost += spentOn(solid, i, refuted);
        costHollow += spentOn(hollow, i, refutedHollow);
    }
    ASSERT_GT(refuted, 10);
    EXPECT_EQ(refuted, refutedHollow);
    const auto triangles = static_cast<int64_t>(bake.leafTriangles.triangles.size());
    EXPECT_LT((cost - costHollow) / refuted, triangles / 4) << "far less than one look at every triangle";
}

TEST(ExactContacts, OfBodiesThatMoveStayWithTheSpheres) {
    const TreePointer tree = MakeExactTree(scenes::MakeMesh("torus").mesh);
    Scene scene;
    AddBody(scene, tree, {});
    const BodyHandle b = AddBody(scene, tree, {{3, 0, 0}, {}});
    ASSERT_EQ(scene.SetVelocity(b, {-60, 0, 0}, {}), "");
    ASSERT_EQ(scene.Step(0.1), "");
    ExactFrame frame;
    frame.Run(scene);
    ASSERT_EQ(frame.contacts.contacts.size(), 1u) << "it passes through during the step";
    EXPECT_EQ(frame.contacts.contacts[0].state, ContactState::Leaf);
    EXPECT_EQ(frame.exact.pairs.at(0).state, ExactState::Cannot);
}

// Without triangles, what comes out is what came out before.
TEST(ExactContacts, WithoutTrianglesAreTheSpheres) {
    const TreePointer tree = MakeNamedTree("torus");
    Scene scene = MakeCrowd(tree, 30, 2), same = scene;
    ExactFrame exact;
    exact.Run(scene);
    Traversal traversal;
    Contacts contacts;
    BeginFrame(traversal, same);
    Advance(traversal, same, {});
    CollectContacts(traversal, same, {}, contacts);
    ASSERT_EQ(exact.contacts.contacts.size(), contacts.contacts.size());
    ASSERT_EQ(exact.contacts.points.size(), contacts.points.size());
    for (size_t i = 0; i < contacts.points.size(); ++i) EXPECT_EQ(exact.contacts.points[i].id, contacts.points[i].id);
}

}  // namespace
}  // namespace spheretree
