#include "Core/Exact/ExactFixtures.h"
#include "Core/Traverse/Referee.h"
#include "SphereTree/Response.h"

namespace spheretree {
namespace {

#ifdef NDEBUG
constexpr int64_t kResponsePlacements = 400;
#else
constexpr int64_t kResponsePlacements = 30;
#endif

BodyHandle AddRound(Scene& scene, double radius, const Vec3& at) {
    BodyDescription body;
    body.shape = std::make_shared<const ConvexShape>(ConvexShape::Sphere(radius));
    body.pose.position = at;
    return *scene.Add(body);
}

TEST(ExactDistance, AsFclSays) {
    const TriangleMesh meshA = scenes::MakeMesh("torus").mesh, meshB = scenes::MakeMesh("s-shape").mesh;
    const Referee refereeA(meshA, {1, 1, 1}), refereeB(meshB, {1, 1, 1});
    Scene scene;
    const BodyHandle a = AddBody(scene, MakeExactTree(meshA), {}), b = AddBody(scene, MakeExactTree(meshB), {});
    int64_t apart = 0;
    for (int64_t i = 0; i < kResponsePlacements; ++i) {
        Random random = Random::OfItem(81, i);
        const Pose poseA = RandomPose(random, 0.5), poseB = RandomPose(random, 4);
        ASSERT_EQ(scene.Move(a, poseA) + scene.Move(b, poseB), "");
        const Result<ExactDistance> found = MeasureExactDistance(scene, a, b);
        ASSERT_TRUE(found) << found.Sentence();
        ASSERT_TRUE(found->finished);
        ASSERT_NEAR(found->distance, Referee::Distance(refereeA, poseA, refereeB, poseB), 1e-6) << i;
        ASSERT_NEAR(Distance(found->pointA, found->pointB), found->distance, 1e-9) << i;
        apart += found->distance > 0;
        const Result<ExactDistance> hasty = MeasureExactDistance(scene, a, b, Budget::Operations(200));
        ASSERT_GE(hasty->distance, found->distance) << "an upper bound";
    }
    EXPECT_GT(apart, kResponsePlacements / 4);
}

TEST(ExactDistance, OfShapesAndTrees) {
    Scene scene;
    const BodyHandle ball = AddRound(scene, 1, {5, 0, 0}), other = AddRound(scene, 0.5, {5, 3, 0});
    const BodyHandle cube = AddBody(scene, MakeExactTree(scenes::MakeMesh("cube").mesh, 2), {});
    const double half = CheckMesh(scenes::MakeMesh("cube").mesh).bounds.high.x;
    EXPECT_NEAR(MeasureExactDistance(scene, ball, other)->distance, 1.5, 1e-9);
    for (const bool swapped : {false, true}) {
        const ExactDistance found = *MeasureExactDistance(scene, swapped ? ball : cube, swapped ? cube : ball);
        EXPECT_NEAR(found.distance, 4 - half, 1e-9);
        EXPECT_NEAR((swapped ? found.pointB : found.pointA).x, half, 1e-9);
        EXPECT_NEAR((swapped ? found.pointA : found.pointB).x, 4, 1e-9);
    }
    const BodyHandle bare = AddBody(scene, MakeNamedTree("cube", 1), {});
    EXPECT_FALSE(MeasureExactDistance(scene, bare, ball));
    EXPECT_FALSE(MeasureExactDistance(scene, {}, ball));
}

// 2.3: a slab hit from its broad side, so deep that the shortest way out is another: the frame before knows better.
TEST(SmartResponse, KnowsTheNormalOfTheFrameBefore) {
    Scene scene;
    BodyDescription slab;
    slab.shape = std::make_shared<const ConvexShape>(ConvexShape::Box({0.2, 2, 2}));
    const BodyHandle a = *scene.Add(slab), b = AddRound(scene, 0.5, {0, 0, 2.8});
    ASSERT_EQ(scene.Step(), "");
    FrameMemory before;
    before.Remember(scene);
    ASSERT_EQ(scene.Move(b, {{0, 0, 1.6}, {}}), "");  // from above, deep into the slab
    ASSERT_EQ(scene.Step(), "");
    ExactFrame frame;
    frame.Run(scene);
    ASSERT_EQ(frame.contacts.points.size(), 1u);
    EXPECT_LT(std::fabs(frame.contacts.points[0].normal.z), 0.1) << "the shortest way out is sideways";
    const Result<SmartResponse> smart = FindSmartResponse(scene, before, a, b);
    ASSERT_TRUE(smart) << smart.Sentence();
    EXPECT_NEAR(smart->normal.z, 1, 1e-9);
    EXPECT_NEAR(smart->distance, 0.3, 1e-9);
    EXPECT_NEAR(smart->pointA.z, 2, 1e-9);
    EXPECT_NEAR(smart->pointB.z, -0.5, 1e-9) << "in its own frame";

    before.Remember(scene);  // now they touch already
    EXPECT_FALSE(FindSmartResponse(scene, before, a, b));
    const BodyHandle late = AddRound(scene, 1, {9, 0, 0});
    const Result<SmartResponse> unknown = FindSmartResponse(scene, before, a, late);
    ASSERT_FALSE(unknown);
    EXPECT_FALSE(unknown.Sentence().empty());
}

// A witness: one common point, and the same in both bodies' own frames.
TEST(WitnessedResponse, IsOnePointOfBothBodies) {
    const TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    const TreePointer tree = MakeExactTree(mesh);
    Scene scene;
    scene.SetDefaultResponse(Detail::Witnessed);
    Random random(4);
    const Pose poseA = RandomPose(random, 0.2), poseB = RandomPose(random, 0.6);
    const BodyHandle a = AddBody(scene, tree, poseA), b = AddBody(scene, tree, poseB, {1, 1.5, 1});
    ASSERT_EQ(scene.Step(), "");
    ExactFrame frame;
    frame.Run(scene);
    ASSERT_EQ(frame.contacts.points.size(), 1u);
    const Vec3 point = frame.contacts.points[0].position;
    const Vec3 inA = *ToBodyFrame(scene, a, point), inB = *ToBodyFrame(scene, b, point);
    EXPECT_LT(Distance(InWorld(inA, poseA, {1, 1, 1}), point), 1e-12);
    EXPECT_LT(Distance(InWorld(inB, poseB, {1, 1.5, 1}), point), 1e-12);
    EXPECT_FALSE(ToBodyFrame(scene, {}, point));
}

// 6.2: pair over class over default; where two classes disagree, the one with more detail, whichever is named first.
TEST(Responses, HaveAStatedOrder) {
    Scene scene;
    scene.SetDefaultResponse(Detail::Simple);
    scene.SetClassResponse(1, Detail::Full);
    scene.SetClassResponse(2, Detail::None);
    scene.SetClassResponse(3, Detail::Witnessed);
    scene.SetPairResponse(1, 3, Detail::None);
    EXPECT_EQ(scene.ResponseOf(0, 0), Detail::Simple);
    EXPECT_EQ(scene.ResponseOf(1, 0), Detail::Full);
    EXPECT_EQ(scene.ResponseOf(1, 2), Detail::Full);
    EXPECT_EQ(scene.ResponseOf(2, 1), Detail::Full);
    EXPECT_EQ(scene.ResponseOf(2, 3), Detail::Witnessed);
    EXPECT_EQ(scene.ResponseOf(3, 1), Detail::None);
}

}  // namespace
}  // namespace spheretree
