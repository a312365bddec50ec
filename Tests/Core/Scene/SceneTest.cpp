#include "Base/Random.h"
#include "Core/Traverse/FrameFixtures.h"
#include "Scene/SupportTable.h"

#include <cmath>
#include <limits>

namespace spheretree {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinite = std::numeric_limits<double>::infinity();

class SceneTest : public testing::Test {
protected:
    TreePointer tree = MakeNamedTree("cube", 1);
    Scene scene;
    BodyHandle Add(const Vec3& position) { return AddBody(scene, tree, {position, {}}); }
    size_t PairCount() { return scene.Pairs().size(); }
};

TEST_F(SceneTest, AHandleOutlivesItsBodyWithoutNamingAnother) {
    const BodyHandle first = Add({0, 0, 0});
    EXPECT_EQ(scene.Step(), "");
    EXPECT_TRUE(scene.Remove(first));
    EXPECT_FALSE(scene.Remove(first));
    EXPECT_EQ(scene.Step(), "");
    const BodyHandle second = Add({0, 0, 0});
    EXPECT_EQ(second.index, first.index) << "the place is used again";
    BodyView view;
    EXPECT_FALSE(scene.Find(first, view));
    EXPECT_TRUE(scene.Find(second, view));
    EXPECT_NE(scene.Move(first, {}), "");
    EXPECT_EQ(scene.Move(second, {}), "");
}

TEST_F(SceneTest, PairsFollowTheBodies) {
    const BodyHandle a = Add({0, 0, 0}), b = Add({10, 0, 0});
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(PairCount(), 0u);
    EXPECT_EQ(scene.Move(b, {{0.5, 0, 0}, {}}), "");
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(PairCount(), 1u);
    EXPECT_EQ(scene.Move(a, {{-50, 0, 0}, {}}), "");
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(PairCount(), 0u);
}

TEST_F(SceneTest, APairSetAsideIsNotTestedUntilItIsTakenBack) {
    const BodyHandle a = Add({0, 0, 0}), b = Add({0.5, 0, 0}), c = Add({0, 0.5, 0});
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(PairCount(), 3u);
    EXPECT_EQ(scene.SetPairAside(b, a, true), "");
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(PairCount(), 2u);
    EXPECT_EQ(scene.Move(b, {{50, 0, 0}, {}}), "");
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(scene.Move(b, {{0.5, 0, 0}, {}}), "");
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(PairCount(), 2u) << "coming back does not bring it back";
    EXPECT_EQ(scene.SetPairAside(a, b, false), "");
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(PairCount(), 3u);
    EXPECT_EQ(scene.SetPairAside(a, c, true), "");
    EXPECT_TRUE(scene.Remove(c));
    EXPECT_EQ(scene.Step(), "");
    const BodyHandle d = Add({0, 0.5, 0});
    EXPECT_EQ(d.index, c.index);
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(PairCount(), 3u) << "another body in the same place is another pair";
    EXPECT_NE(scene.SetPairAside(a, c, true), "");
    EXPECT_NE(scene.SetPairAside(a, a, true), "");
    EXPECT_EQ(scene.FindFault(), "");
}

TEST_F(SceneTest, RandomLivesAgreeWithBruteForce) {
    for (const uint64_t seed : {1u, 2u, 3u}) {
        Scene crowd;
        Random random(seed);
        std::vector<BodyHandle> living;
        const auto somewhere = [&] { return random.Direction() * random.Between(0, 8); };
        for (int step = 0; step < 120; ++step) {
            const int64_t adds = step % 40 == 0 ? 150 : random.Below(4);
            for (int64_t i = 0; i < adds; ++i)
                living.push_back(AddBody(crowd, tree, {somewhere(), scenes::RandomRotation(seed, step)},
                                         Vec3{1, 1, 1} * random.Between(0.1, 2)));
            for (BodyHandle& body : living) {
                const int64_t what = random.Below(20);
                std::string sentence;
                if (what < 4) sentence = crowd.Move(body, {somewhere(), {}});
                if (what == 4) sentence = crowd.SetVelocity(body, somewhere(), somewhere());
                if (what == 5) sentence = crowd.SetScale(body, {random.Between(0.1, 2), 0, -1});
                if (what == 6 && step % 10 == 0)
                    sentence = crowd.SetFilter(body, uint32_t{1} << random.Below(3), ~0u << random.Below(2));
                EXPECT_EQ(sentence, "");
            }
            const int64_t removals = step % 55 == 54 ? 100 : random.Below(4);
            for (int64_t i = 0; i < removals && !living.empty(); ++i) {
                const size_t at = static_cast<size_t>(random.Below(static_cast<int64_t>(living.size())));
                EXPECT_TRUE(crowd.Remove(living[at]));
                living.erase(living.begin() + static_cast<std::ptrdiff_t>(at));
            }
            ASSERT_EQ(crowd.Step(step % 7 == 0 ? 0.1 : 0), "");
            ASSERT_EQ(crowd.FindFault(), "") << "seed " << seed << ", step " << step;
        }
    }
}

TEST_F(SceneTest, OnlyWhatMovesCosts) {
    Random random(4);
    for (int i = 0; i < 2000; ++i) Add(random.Direction() * random.Between(0, 60));
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(scene.Counts().moved, 0);
    EXPECT_EQ(scene.Counts().swaps, 0);
    const BodyHandle one = scene.Bodies()[7];
    BodyView view;
    ASSERT_TRUE(scene.Find(one, view));
    view.pose.position.x += 0.01;
    EXPECT_EQ(scene.Move(one, view.pose), "");
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(scene.Counts().moved, 1);
    EXPECT_LT(scene.Counts().swaps, 100);
}

TEST_F(SceneTest, TwoStaticBodiesAreNoPair) {
    BodyDescription body;
    body.tree = tree;
    body.isStatic = true;
    ASSERT_TRUE(scene.Add(body));
    ASSERT_TRUE(scene.Add(body));
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(PairCount(), 0u);
    Add({});
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(PairCount(), 2u);
}

TEST_F(SceneTest, FiltersNeedBothSides) {
    const BodyHandle a = Add({}), b = Add({});
    EXPECT_EQ(scene.SetFilter(a, 1, 2), "");
    EXPECT_EQ(scene.SetFilter(b, 2, 4), "");
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(PairCount(), 0u);
    EXPECT_EQ(scene.SetFilter(b, 2, 1), "");
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(PairCount(), 1u);
}

TEST_F(SceneTest, PairOverrulesClassOverrulesDefault) {
    EXPECT_EQ(scene.ResponseOf(1, 2), Detail::Full);
    scene.SetDefaultResponse(Detail::Simple);
    EXPECT_EQ(scene.ResponseOf(1, 2), Detail::Simple);
    scene.SetClassResponse(1, Detail::None);
    EXPECT_EQ(scene.ResponseOf(2, 1), Detail::None);
    scene.SetClassResponse(2, Detail::Witnessed);
    EXPECT_EQ(scene.ResponseOf(1, 2), Detail::Witnessed) << "of two classes, the one with more detail";
    scene.SetPairResponse(2, 1, Detail::None);
    EXPECT_EQ(scene.ResponseOf(1, 2), Detail::None);
    scene.ResetPairResponse(1, 2);
    scene.ResetClassResponse(2);
    EXPECT_EQ(scene.ResponseOf(1, 2), Detail::None);
    scene.ResetClassResponse(1);
    EXPECT_EQ(scene.ResponseOf(1, 2), Detail::Simple);
}

TEST_F(SceneTest, ResponseNoneMakesNoPair) {
    Add({});
    Add({});
    scene.SetDefaultResponse(Detail::None);
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(PairCount(), 0u);
    scene.SetDefaultResponse(Detail::Simple);
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(PairCount(), 1u);
}

TEST_F(SceneTest, ABodyChangesItsClassInPlace) {
    const BodyHandle body = Add({});
    Add({});
    scene.SetPairResponse(0, 5, Detail::None);
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(PairCount(), 1u);
    EXPECT_EQ(scene.SetResponseClass(body, 5), "");
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(PairCount(), 0u);
    BodyView view;
    ASSERT_TRUE(scene.Find(body, view)) << "the handle stays";
    EXPECT_EQ(view.responseClass, 5);
    EXPECT_EQ(scene.SetResponseClass(body, 0), "");
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(PairCount(), 1u);
    EXPECT_NE(scene.SetResponseClass({}, 1), "");
}

TEST_F(SceneTest, FastBodiesMeetBeforeTheyPass) {
    const BodyHandle a = Add({-100, 0, 0});
    Add({0, 0, 0});
    EXPECT_EQ(scene.SetVelocity(a, {12000, 0, 0}, {}), "");
    EXPECT_EQ(scene.Step(0), "");
    EXPECT_EQ(PairCount(), 0u);
    EXPECT_EQ(scene.Step(1.0 / 60), "");  // it would be at +100 in the next frame
    EXPECT_EQ(PairCount(), 1u);
}

TEST_F(SceneTest, BadPosesAreRefusedInWords) {
    const BodyHandle body = Add({});
    for (const double bad : {kNaN, kInfinite, -kInfinite, 1e300}) {
        EXPECT_NE(scene.Move(body, {{bad, 0, 0}, {}}), "");
        EXPECT_NE(scene.Move(body, {{}, {0, bad, 0, 1}}), "");
        EXPECT_NE(scene.SetScale(body, {1, bad, 1}), "");
        EXPECT_NE(scene.SetVelocity(body, {0, bad, 0}, {}), "");
        EXPECT_NE(scene.Step(bad), "");
    }
    EXPECT_NE(scene.Move(body, {{}, {0, 0, 0, 0}}), "");
    EXPECT_NE(scene.SetScale(body, {0, 0, 0}), "");
    EXPECT_EQ(scene.SetScale(body, {0, -2, 1}), "") << "flat and mirrored is a shape";
    EXPECT_NE(scene.SetImportance(body, -1), "");
    EXPECT_FALSE(scene.Add({}));
    BodyView view;
    ASSERT_TRUE(scene.Find(body, view));
    EXPECT_EQ(view.pose.position, Vec3{}) << "a refused call changes nothing";
    EXPECT_EQ(scene.Step(), "");
}

TEST_F(SceneTest, AnEmptySceneHasAnAnswer) {
    EXPECT_EQ(scene.Step(), "");
    Traversal traversal;
    BeginFrame(traversal, scene);
    EXPECT_TRUE(Advance(traversal, scene, Budget::Operations(5)).finished);
    EndFrame(traversal, scene);
    Contacts contacts;
    CollectContacts(traversal, scene, {}, contacts);
    EXPECT_TRUE(contacts.contacts.empty());
}

TEST_F(SceneTest, FiftyThousandInOneSpotGetASentence) {
    SceneOptions options;
    options.mostPairs = 200'000;
    Scene crowd(options);
    std::vector<BodyHandle> handles;
    for (int i = 0; i < 50'000; ++i) handles.push_back(AddBody(crowd, tree, {}));
    const std::string sentence = crowd.Step();
    EXPECT_NE(sentence.find("200000"), std::string::npos) << sentence;
    EXPECT_LE(crowd.Counts().pairs, options.mostPairs);
    for (size_t i = 500; i < handles.size(); ++i) EXPECT_TRUE(crowd.Remove(handles[i]));
    EXPECT_EQ(crowd.Step(), "") << "a smaller crowd is fine again";
    EXPECT_EQ(crowd.Counts().pairs, 500 * 499 / 2);
}

TEST_F(SceneTest, OneTreeServesTenThousandBodies) {
    for (int row = 0; row < 100; ++row) {
        for (int column = 0; column < 100; ++column) Add({column * 2.5, row * 2.5, 0});
    }
    EXPECT_EQ(scene.Step(), "");
    EXPECT_GE(tree.use_count(), 10'000);
    for (const BodyHandle body : scene.Bodies()) scene.Remove(body);
    EXPECT_EQ(scene.Step(), "");
    EXPECT_EQ(scene.Counts().bodies, 0);
}

TEST_F(SceneTest, BadHeightFieldsAreRefused) {
    HeightFieldDescription field;
    EXPECT_FALSE(scene.AddHeightField(field));
    field.columns = field.rows = 2;
    field.heights = {0, 0, 0};
    EXPECT_FALSE(scene.AddHeightField(field));
    field.heights = {0, 0, 0, std::numeric_limits<float>::quiet_NaN()};
    EXPECT_FALSE(scene.AddHeightField(field));
    field.heights = {0, 0, 0, 0};
    field.spacing = 0;
    EXPECT_FALSE(scene.AddHeightField(field));
    field.spacing = 1;
    EXPECT_TRUE(scene.AddHeightField(field));
}

TEST(PackedTree, FloatBallsContainTheBakedOnes) {
    for (const char* name : {"bunny-1500", "plate", "spike"}) {
        TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        for (Vec3& vertex : mesh.vertices) vertex = vertex * 1234.5 + Vec3{3e5, -7e4, 11};
        const SphereTree tree = scenes::MakeSplitTree(mesh, 3);
        const Result<PackedTree> packed = PackTree(tree);
        ASSERT_TRUE(packed) << packed.Sentence();
        size_t seen = 0;
        for (size_t block = 0; block < packed->blocks.size(); ++block)
            for (int lane = 0; lane < packed->laneCount[block]; ++lane, ++seen) {
                const int32_t slot = static_cast<int32_t>(block) * kLanes + lane;
                const TreeNode& node = tree.nodes[static_cast<size_t>(packed->NodeOf(slot))];
                const Sphere ball = BallOf(*packed, slot);
                ASSERT_GE(ball.radius + 1e-9, Distance(ball.centre, node.sphere.centre) + node.sphere.radius);
                ASSERT_LE(ball.radius, node.sphere.radius + 1e-6 * packed->unit);
                ASSERT_GE(ErrorOf(*packed, slot), node.error);
                ASSERT_EQ(packed->LevelOf(slot), node.level);
            }
        EXPECT_EQ(seen, tree.nodes.size());
    }
}

TEST(PackedTree, TheSupportTableIsABoundAndATightOne) {
    const TreePointer tree = MakeNamedTree("s-shape");
    Random random(3);
    double mean = 0;
    constexpr int kWays = 2000;
    for (int i = 0; i < kWays; ++i) {
        const Vec3 way = random.Direction() * random.Between(0.1, 3);
        const float floats[3] = {static_cast<float>(way.x), static_cast<float>(way.y), static_cast<float>(way.z)};
        const Vec3 exact{floats[0], floats[1], floats[2]};
        double most = -1e9;
        for (size_t slot = 0; slot < tree->blocks.size() * kLanes; ++slot) {
            const PackedBlock& block = tree->blocks[slot / kLanes];
            const size_t lane = slot % kLanes;
            if (block.child[lane] >= 0 || lane >= tree->laneCount[slot / kLanes]) continue;
            most = std::max(most, Dot(Vec3{block.x[lane], block.y[lane], block.z[lane]}, exact) +
                                      block.radius[lane] * Length(exact));
        }
        const ReachPoint& point = SupportToward(tree->support.data(), floats);
        const double found = Dot(Vec3{point.x, point.y, point.z}, exact);
        ASSERT_GE(found, most) << "a leaf reaches beyond what the table says";
        mean += (found - most) / Length(exact) / kWays;
    }
    EXPECT_LT(mean, 0.01);
}

TEST(PackedTree, UnsoundTreesGetASentence) {
    EXPECT_FALSE(PackTree({}));
    const SphereTree sound = scenes::MakeSplitTree(scenes::MakeMesh("cube").mesh, 2);
    const auto spoiled = [&](auto spoil) {
        SphereTree tree = sound;
        spoil(tree);
        return !PackTree(tree);
    };
    EXPECT_TRUE(spoiled([](SphereTree& t) { t.nodes[1].sphere.radius = kNaN; }));
    EXPECT_TRUE(spoiled([](SphereTree& t) { t.nodes[1].sphere.centre.y = kInfinite; }));
    EXPECT_TRUE(spoiled([](SphereTree& t) { t.nodes[1].error = -1; }));
    EXPECT_TRUE(spoiled([](SphereTree& t) { t.nodes[0].childCount = 9; }));
    EXPECT_TRUE(spoiled([](SphereTree& t) { t.nodes[0].firstChild = 0; }));
    EXPECT_TRUE(spoiled([](SphereTree& t) { t.nodes[0].firstChild = 1 << 30; }));
    EXPECT_TRUE(spoiled([](SphereTree& t) { t.nodes[0].sphere.radius = 0; }));
    EXPECT_TRUE(PackTree(sound));
}

}  // namespace
}  // namespace spheretree
