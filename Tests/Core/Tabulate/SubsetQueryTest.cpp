#include "Core/Tabulate/TabulateFixtures.h"

#include <algorithm>
#include <limits>
#include <set>

namespace spheretree {
namespace {

struct QueryScene {
    BodySpheres a = MakeBall(21, 90, 0.08), b = MakeBall(22, 80, 0.08);
    MotionConstraint constraint = MakeConstraint(MotionKind::DoubleHinge);
    SubsetTable table;
    std::shared_ptr<const PackedSubsets> packed;

    explicit QueryScene(SubsetReduction reduction = SubsetReduction::None) {
        constraint.rest.position = {1.4, 0.1, -0.1};  // well into each other, in most poses
        SubsetOptions options;
        options.reduction = reduction;
        options.fraction = 1;
        table = MadeTable(a, b, constraint, options);
        packed = Packed(table);
    }
    Pose PoseNumber(int number) const {
        Random random = Random::OfItem(5, number);
        return PoseOfMotion(constraint, RandomParameters(constraint, random));
    }
    std::set<std::pair<int32_t, int32_t>> Told(const SubsetState& state) const {
        std::set<std::pair<int32_t, int32_t>> told;
        for (const SubsetHit& hit : state.hits) {
            const TablePair& pair = table.pairs[static_cast<size_t>(hit.pair)];
            told.insert({table.spheres[0][static_cast<size_t>(pair.a)].index,
                         table.spheres[1][static_cast<size_t>(pair.b)].index});
        }
        return told;
    }
};

std::set<std::pair<int32_t, int32_t>> Set(const std::vector<RefereePair>& pairs) {
    std::set<std::pair<int32_t, int32_t>> set;
    for (const RefereePair& pair : pairs) set.insert({pair.a, pair.b});
    return set;
}

TEST(SubsetQuery, TellsOfWhatOverlapsAndOfNothingElse) {
    const QueryScene scene;
    SubsetState state;
    for (int i = 0; i < 300; ++i) {
        const Pose pose = scene.PoseNumber(i);
        BeginSubsets(state, *scene.packed, pose);
        ASSERT_TRUE(state.insideRange);
        EXPECT_TRUE(AdvanceSubsets(state, *scene.packed, Budget::Unlimited()).finished);
        const auto told = scene.Told(state);
        const double rounding = 3 * static_cast<double>(state.pad) * scene.packed->unit;
        EXPECT_LT(rounding, 1e-4);
        for (const auto& pair : Set(PairsWithin(scene.a, scene.b, pose, 0))) EXPECT_TRUE(told.count(pair));
        const auto near = Set(PairsWithin(scene.a, scene.b, pose, rounding));
        for (const auto& pair : told) EXPECT_TRUE(near.count(pair));
    }
}

TEST(SubsetQuery, PointsLieBetweenTheBallsAndBoundsHold) {
    const QueryScene scene;
    const Pose world{{100, -50, 30}, {0.3, 0.1, -0.2, 0.9}};
    SubsetState state;
    int touching = 0;
    for (int i = 0; i < 200; ++i) {
        const Pose pose = scene.PoseNumber(i);
        BeginSubsets(state, *scene.packed, pose);
        AdvanceSubsets(state, *scene.packed, Budget::Unlimited());
        SubsetContacts contacts;
        CollectSubsets(state, *scene.packed, world, 2, {3}, contacts);
        const std::vector<RefereePair> pairs = PairsWithin(scene.a, scene.b, pose, 0);
        if (!pairs.empty()) {
            EXPECT_TRUE(contacts.touching);
        }
        EXPECT_LE(contacts.points.size(), 3u);
        EXPECT_EQ(contacts.touching, !contacts.points.empty());
        if (pairs.empty()) continue;
        ++touching;
        double deepest = 0;
        for (const RefereePair& pair : pairs) deepest = std::max(deepest, -pair.gap);
        double told = 0;
        for (const ContactPoint& point : contacts.points) told = std::max(told, point.depth);
        EXPECT_NEAR(told, 2 * deepest, 1e-9) << "the deepest is always among the points";
        const Rotation turn = ToRotation(Normalized(world.rotation)), inner = ToRotation(Normalized(pose.rotation));
        for (const ContactPoint& point : contacts.points) {
            const Vec3 local = turn.Back(point.position - world.position) / 2;
            const Sphere& a = scene.a.spheres[static_cast<size_t>(point.nodeA)];
            const Sphere& b = scene.b.spheres[static_cast<size_t>(point.nodeB)];
            EXPECT_LE(Distance(local, a.centre), a.radius + 1e-4);
            EXPECT_LE(Distance(local, pose.position + inner * b.centre), b.radius + 1e-4);
            EXPECT_NEAR(Length(point.normal), 1, 1e-9);
            EXPECT_GE(point.error, 2 * (scene.a.errors[static_cast<size_t>(point.nodeA)] +
                                        scene.b.errors[static_cast<size_t>(point.nodeB)]));
            EXPECT_LE(contacts.errorBound, point.error);
        }
    }
    EXPECT_GT(touching, 20);
}

TEST(SubsetQuery, InterruptionCostsAccuracyAndNothingElse) {
    const QueryScene scene;
    for (int i = 0; i < 40; ++i) {
        const Pose pose = scene.PoseNumber(i);
        SubsetState whole, sliced;
        BeginSubsets(whole, *scene.packed, pose);
        AdvanceSubsets(whole, *scene.packed, Budget::Unlimited());
        BeginSubsets(sliced, *scene.packed, pose);
        const bool meets = !PairsWithin(scene.a, scene.b, pose, 0).empty();
        while (!sliced.finished) {
            SubsetContacts contacts;
            CollectSubsets(sliced, *scene.packed, {}, 1, {}, contacts);
            if (meets) {
                ASSERT_TRUE(contacts.touching) << "interrupted, and not told";
            }
            EXPECT_EQ(contacts.isConfirmed, !sliced.hits.empty());
            EXPECT_GT(contacts.errorBound, 0);
            EXPECT_LT(contacts.errorBound, 10);
            SubsetState copy = sliced;  // a checkpoint
            AdvanceSubsets(copy, *scene.packed, Budget::Operations(1));
            const Progress progress = AdvanceSubsets(sliced, *scene.packed, Budget::Operations(1));
            EXPECT_EQ(copy.nextBlock, sliced.nextBlock);
            EXPECT_LE(progress.tests, kLanes);
        }
        EXPECT_EQ(scene.Told(whole), scene.Told(sliced));
        EXPECT_EQ(whole.tests, sliced.tests);
        EXPECT_EQ(whole.tests, scene.table.figures.keptPairs);
    }
}

TEST(SubsetQuery, ABudgetOfTimeEnds) {
    const QueryScene scene;
    Host host;
    double now = 0;
    host.clockSeconds = [&] { return now += 1; };
    SubsetState state;
    BeginSubsets(state, *scene.packed, scene.PoseNumber(0));
    const Progress progress = AdvanceSubsets(state, *scene.packed, Budget::Seconds(0.5), host);
    EXPECT_EQ(progress.finished, scene.packed->blocks.size() <= 64);
    EXPECT_LE(state.nextBlock, 64);
}

TEST(SubsetQuery, WhetherTheyTouchMayEndAtTheFirstHit) {
    const QueryScene scene;
    int shorter = 0;
    for (int i = 0; i < 100; ++i) {
        SubsetState whole, first;
        BeginSubsets(whole, *scene.packed, scene.PoseNumber(i));
        BeginSubsets(first, *scene.packed, scene.PoseNumber(i), {}, true);
        AdvanceSubsets(whole, *scene.packed, Budget::Unlimited());
        AdvanceSubsets(first, *scene.packed, Budget::Unlimited());
        EXPECT_EQ(whole.hits.empty(), first.hits.empty());
        shorter += first.tests < whole.tests;
    }
    EXPECT_GT(shorter, 10);
}

TEST(SubsetQuery, PosesOffTheConstraintAreRefusedBeyondTheSlop) {
    const QueryScene scene;
    const double slop = scene.table.slop;
    SubsetState state;
    Random random(3);
    int refused = 0;
    for (int i = 0; i < 100; ++i) {
        Pose pose = scene.PoseNumber(i);
        pose.position += random.Direction() * (0.9 * slop);
        BeginSubsets(state, *scene.packed, pose);
        EXPECT_TRUE(state.insideRange);
        pose.position += random.Direction() * (8 * slop);  // sideways along the hinge, some of it
        BeginSubsets(state, *scene.packed, pose);
        refused += !state.insideRange;
        const Pose on = PoseOfMotion(scene.constraint, state.parameters);
        const Rotation p = ToRotation(Normalized(pose.rotation)), q = ToRotation(Normalized(on.rotation));
        if (!state.insideRange) continue;
        for (const Sphere& s : scene.b.spheres)
            EXPECT_LE(Distance(pose.position + p * s.centre, on.position + q * s.centre), slop);
    }
    EXPECT_GT(refused, 20);
    for (const Pose& bad : {Pose{{std::numeric_limits<double>::quiet_NaN(), 0, 0}, {}}, Pose{{}, {0, 0, 0, 0}}}) {
        BeginSubsets(state, *scene.packed, bad);
        EXPECT_FALSE(state.insideRange);
    }
}

/// One ball of spheres under a root, as a tree.
SphereTree TreeOf(const BodySpheres& body) {
    SphereTree tree;
    const int32_t groups = static_cast<int32_t>((body.spheres.size() + 7) / 8);
    tree.nodes.push_back({{{0, 0, 0}, 2}, 2, -1, 1, 8, 0});
    // Two levels of eights hold 64; the bodies of these tests have no more.
    for (int32_t g = 0; g < 8; ++g) tree.nodes.push_back({{{0, 0, 0}, 2}, 2, 0, 9 + 8 * g, g < groups ? 8 : 0, 1});
    for (size_t i = 0; i < body.spheres.size(); ++i)
        tree.nodes.push_back({body.spheres[i], body.errors[i], static_cast<int32_t>(1 + i / 8), -1, 0, 2});
    return tree;
}

TEST(SubsetPairs, OutsideTheRangeTheTreesAnswerAndItIsSaid) {
    const BodySpheres a = MakeBall(31, 64, 0.1), b = MakeBall(32, 64, 0.1);
    const SphereTree treeA = TreeOf(a), treeB = TreeOf(b);
    ASSERT_EQ(FindStructureFault(treeA), "");
    const BodySpheres leavesA = *SpheresOfLevel(treeA, 2), leavesB = *SpheresOfLevel(treeB, 2);
    MotionConstraint constraint = MakeConstraint(MotionKind::Slider);
    const auto packed = Packed(MadeTable(leavesA, leavesB, constraint, {}));
    SubsetPair pair(packed, *SharePackedTree(treeA), *SharePackedTree(treeB));
    constraint.ranges[0] = {-3, 3};
    Random random(4);
    int fellBack = 0, answered = 0;
    for (int i = 0; i < 100; ++i) {
        SubsetAsk ask;
        ask.first = {{5, 6, 7}, {0.1, 0.2, 0.3, 1}};
        const Pose relative = PoseOfMotion(constraint, RandomParameters(constraint, random));
        const Rotation turn = ToRotation(Normalized(ask.first.rotation));
        ask.second = {ask.first.position + turn * relative.position,
                      Multiply(Normalized(ask.first.rotation), Normalized(relative.rotation))};
        SubsetContacts contacts;
        pair.Ask(ask, Budget::Unlimited(), {}, contacts);
        const bool touching = !PairsWithin(leavesA, leavesB, relative, 0).empty();
        const bool nearly = !PairsWithin(leavesA, leavesB, relative, 1e-4).empty();
        if (touching) {
            EXPECT_TRUE(contacts.touching);
        }
        if (contacts.touching) {
            EXPECT_TRUE(nearly);
        }
        EXPECT_EQ(contacts.fellBack, !contacts.why.empty());
        (contacts.fellBack ? fellBack : answered) += 1;
        ask.secondScale = {2, 2, 2};
        pair.Ask(ask, Budget::Unlimited(), {}, contacts);
        EXPECT_TRUE(contacts.fellBack);
        EXPECT_THAT(contacts.why, testing::HasSubstr("scaled"));
        ask.secondScale = {1, 1, 1};
        ask.refusal = "This table is not believed.";
        pair.Ask(ask, Budget::Unlimited(), {}, contacts);
        EXPECT_TRUE(contacts.fellBack);
        EXPECT_EQ(contacts.why, ask.refusal);
        EXPECT_TRUE(contacts.touching || !touching);
    }
    EXPECT_GT(fellBack, 20);
    EXPECT_GT(answered, 5);
    SubsetPair treeless(packed, nullptr, nullptr);
    SubsetContacts contacts;
    SubsetAsk far;
    far.second.position = {90, 0, 0};
    treeless.Ask(far, Budget::Unlimited(), {}, contacts);
    EXPECT_TRUE(contacts.fellBack && contacts.touching && !contacts.isConfirmed);
    EXPECT_EQ(contacts.errorBound, std::numeric_limits<double>::infinity());
}

TEST(SubsetQuery, DeformingBodiesAreTestedWhereTheirFieldsPutThem) {
    const BodySpheres a = MakeBall(41, 80, 0.08), b = MakeBall(42, 70, 0.08, {1.7, 0, 0});
    MotionConstraint constraint;
    constraint.kind = MotionKind::Fixed;
    std::vector<DisplacementField> fields(2);
    Random random(6);
    for (const Sphere& sphere : b.spheres) {
        fields[0].displacements.push_back((sphere.centre - Vec3{1.7, 0, 0}) * 0.5);
        fields[1].displacements.push_back(random.Direction() * 0.2);
    }
    fields[0].weight = {0, 1};
    fields[1].weight = {-1, 1};
    SubsetOptions options;
    options.fraction = 1;
    const SubsetTable table = MadeTable(a, b, constraint, options, fields);
    EXPECT_EQ(table.keep, SubsetKeep::Pairs);  // the paper: for deforming bodies the table is T_c
    const auto packed = Packed(table);
    SubsetState state;
    int64_t met = 0;
    for (int i = 0; i < 200; ++i) {
        const std::vector<double> weights{random.Uniform(), random.Between(-1, 1)};
        BeginSubsets(state, *packed, {}, weights);
        ASSERT_TRUE(state.insideRange);
        AdvanceSubsets(state, *packed, Budget::Unlimited());
        std::set<std::pair<int32_t, int32_t>> told;
        for (const SubsetHit& hit : state.hits) {
            const TablePair& pair = table.pairs[static_cast<size_t>(hit.pair)];
            told.insert({table.spheres[0][static_cast<size_t>(pair.a)].index,
                         table.spheres[1][static_cast<size_t>(pair.b)].index});
        }
        for (const auto& pair : Set(PairsWithin(a, b, {}, 0, fields, weights))) {
            ++met;
            EXPECT_TRUE(told.count(pair));
        }
        const auto near = Set(PairsWithin(a, b, {}, 1e-4, fields, weights));
        for (const auto& pair : told) EXPECT_TRUE(near.count(pair));
    }
    EXPECT_GT(met, 50);
    BeginSubsets(state, *packed, {}, {0.5, 1.5});
    EXPECT_FALSE(state.insideRange);
    BeginSubsets(state, *packed, {}, {0.5});
    EXPECT_FALSE(state.insideRange);
}

}  // namespace
}  // namespace spheretree
