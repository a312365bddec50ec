// Shapes as bodies of the scene: with trees, with one another, under a budget, in motion, and in queries.

#include "Convex/PointShape.h"
#include "Core/Exact/ExactFixtures.h"
#include "Core/Exact/ShapeReferee.h"
#include "Core/TestSupport.h"
#include "SphereTree/Gjk.h"
#include "SphereTree/Queries.h"

namespace spheretree {
namespace {

#ifdef NDEBUG
constexpr int64_t kShapePlacements = 3000, kShapePairs = 40'000;
#else
constexpr int64_t kShapePlacements = 100, kShapePairs = 1'000;
#endif

ConvexShape PlainShape(Random& random) {
    const double a = random.Between(0.1, 0.8), b = random.Between(0.1, 0.8), c = random.Between(0.1, 0.8);
    switch (random.Below(5)) {
        case 0:
            return ConvexShape::Sphere(a);
        case 1:
            return ConvexShape::Box({a, b, c});
        case 2:
            return ConvexShape::Capsule(a, b);
        case 3:
            return ConvexShape::Cylinder(a, b);
        default:
            return ConvexShape::Cone(a, b);
    }
}

BodyHandle AddShape(Scene& scene, const ConvexShape& shape, const Pose& pose, const Vec3& scale = {1, 1, 1}) {
    BodyDescription body;
    body.shape = std::make_shared<const ConvexShape>(shape);
    body.pose = pose;
    body.scale = scale;
    const Result<BodyHandle> handle = scene.Add(body);
    EXPECT_TRUE(handle) << handle.Sentence();
    return handle ? *handle : BodyHandle{};
}

AffineMap MapOf(const Pose& pose) {
    AffineMap map;
    const Rotation turn = ToRotation(Normalized(pose.rotation));
    for (size_t i = 0; i < 3; ++i) map.row[i] = turn.row[i];
    map.offset = pose.position;
    return map;
}

/// SPHERETREE_SHAPE_PAIRS=1000000 asks FCL about as many as GjkTest proves.
int64_t ShapePairs() { return AskedCount("SPHERETREE_SHAPE_PAIRS", kShapePairs); }

struct AskedPair {
    ConvexShape a, b;
    Pose poseA, poseB;

    explicit AskedPair(int64_t index) {
        Random random = Random::OfItem(31, index);
        a = PlainShape(random), b = PlainShape(random);
        poseA = RandomPose(random, 1), poseB = RandomPose(random, 2);
    }
    /// Sizes up to a million times apart, and b's surface near a's: touching, near it, or within.
    void Stretch(int64_t index) {
        Random random = Random::OfItem(30, index);
        const double size = std::pow(10.0, random.Between(-6, 6));
        b.radius *= size;
        b.half *= size;
        const Vec3 out = random.Direction();
        const double touch = BoundingRadius(b, {1, 1, 1}) + Dot(SupportPoint(A(), out) - poseA.position, out);
        poseB.position = poseA.position + out * (touch * random.Between(0.2, 1.3));
    }
    PlacedShape A() const { return {&a, MapOf(poseA), 0, {}}; }
    PlacedShape B() const { return {&b, MapOf(poseB), 0, {}}; }
    double Fcl() const { return ShapeReferee::Distance(ShapeReferee(a), poseA, ShapeReferee(b), poseB); }
};

/// Where somebody says otherwise: two points of the shapes are as near as ours says, and a slab between them is as
/// thick.
bool IsProven(const AskedPair& pair, const GjkDistance& ours) {
    const double size = 1 + Length(pair.poseB.position - pair.poseA.position) + BoundingRadius(pair.b, {1, 1, 1});
    if (std::fabs(Distance(ours.pointA, ours.pointB) - ours.distance) > 1e-9 * size) return false;
    if (LeastDistance(pair.A(), {1, 1, 1}, ours.pointA) > 1e-9 * size) return false;
    if (LeastDistance(pair.B(), {1, 1, 1}, ours.pointB) > 1e-9 * size) return false;
    if (!(ours.distance > 0)) return true;
    return SeparationAlong(pair.A(), pair.B(), ours.axis) >= ours.distance - 1e-6 * ours.distance - 1e-10 * size;
}

struct FclTally {
    int64_t apart = 0, touching = 0, disagree = 0, unproven = 0;

    void Take(const AskedPair& pair) {
        const GjkDistance ours = MeasureGjk(pair.A(), pair.B());
        const double theirs = std::max(0.0, pair.Fcl());
        (ours.distance > 0 ? apart : touching) += 1;
        if (!(std::fabs(ours.distance - theirs) > 1e-5 * (1 + ours.distance))) return;
        if (++disagree <= 5) std::printf("    ours %.9g, FCL %.9g\n", ours.distance, theirs);
        unproven += !IsProven(pair, ours);
    }
    void Print(const char* of) const {
        std::printf("    %s: %lld apart, %lld touching, %lld told otherwise by FCL, %lld of those without proof\n", of,
                    static_cast<long long>(apart), static_cast<long long>(touching), static_cast<long long>(disagree),
                    static_cast<long long>(unproven));
    }
};

// FCL and libccd on the same pairs. They see 1e-6 at best; ours is proven in GjkTest.
TEST(Shapes, DistancesAsFclSays) {
    FclTally alike, stretched;
    const int64_t pairs = ShapePairs();
    for (int64_t i = 0; i < pairs; ++i) {
        AskedPair pair(i);
        alike.Take(pair);
        if (i % 4) continue;
        pair.Stretch(i);
        stretched.Take(pair);
    }
    alike.Print("of like size");
    stretched.Print("up to a million times apart in size");
    EXPECT_GT(alike.apart, pairs / 10);
    EXPECT_GT(alike.touching, pairs / 10);
    EXPECT_EQ(alike.unproven + stretched.unproven, 0) << "where they differ, our proofs say who is right";
    EXPECT_LE(alike.disagree + stretched.disagree, pairs / 10'000);
}

// Nobody who touches is missed, and whoever is reported is as near as the bound says.
TEST(Shapes, MeetTreesConservatively) {
    const TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    const TreePointer tree = MakeTree(mesh);
    const ShapeReferee torus(mesh);
    int64_t touching = 0, found = 0;
    for (int64_t i = 0; i < kShapePlacements; ++i) {
        Random random = Random::OfItem(32, i);
        const ConvexShape shape = PlainShape(random);
        const Pose poseA = RandomPose(random, 0.5), poseB = RandomPose(random, 1.8);
        Scene scene;
        if (i % 2) AddShape(scene, shape, poseB);  // either may be the first
        AddBody(scene, tree, poseA);
        if (i % 2 == 0) AddShape(scene, shape, poseB);
        ASSERT_EQ(scene.Step(), "");
        ExactFrame frame;
        frame.Run(scene);
        const ShapeReferee referee(shape);
        const bool truth = ShapeReferee::Intersect(torus, poseA, referee, poseB);
        touching += truth;
        if (frame.contacts.contacts.empty()) {
            ASSERT_FALSE(truth) << i;
            continue;
        }
        ++found;
        const Contact& contact = frame.contacts.contacts[0];
        ASSERT_TRUE(contact.isConfirmed);
        if (!truth) {
            ASSERT_LE(ShapeReferee::Distance(torus, poseA, referee, poseB), contact.errorBound + 1e-4) << i;
        }
        for (const ContactPoint& point : frame.contacts.points) {
            ASSERT_NEAR(Length(point.normal), 1, 1e-6) << i;
            ASSERT_GE(point.depth, -1e-4) << i;
        }
    }
    EXPECT_GT(touching, kShapePlacements / 10);
    EXPECT_LT(touching, found);
}

// With triangles, what FCL says of triangles and shape is what comes out, in every detail.
TEST(Shapes, MeetTrianglesExactly) {
    const TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    const TreePointer tree = MakeExactTree(mesh);
    const ShapeReferee torus(mesh);
    int64_t touching = 0, refuted = 0, differ = 0;
    for (int64_t i = 0; i < kShapePlacements; ++i) {
        Random random = Random::OfItem(34, i);
        const ConvexShape shape = PlainShape(random);
        const Pose poseA = RandomPose(random, 0.5), poseB = RandomPose(random, 1.8);
        Scene scene;
        scene.SetDefaultResponse(i % 3 ? Detail::Full : Detail::Simple);
        if (i % 2) AddShape(scene, shape, poseB);
        AddBody(scene, tree, poseA);
        if (i % 2 == 0) AddShape(scene, shape, poseB);
        ASSERT_EQ(scene.Step(), "");
        ExactFrame frame;
        frame.Run(scene);
        const bool found = !frame.contacts.contacts.empty();
        double least = HUGE_VAL;  // libccd may miss what it must not: the proof decides
        const bool truth = ShapeReferee::Intersect(torus, poseA, ShapeReferee(shape), poseB);
        if (found != truth) {
            ++differ;
            for (const Triangle& t : mesh.triangles) {
                std::vector<Vec3> corners;
                for (const int32_t v : t)
                    corners.push_back(InWorld(mesh.vertices[static_cast<size_t>(v)], poseA, {1, 1, 1}));
                const ConvexShape hull = ConvexShape::Hull(*ConvexHull::Build(corners));
                least = std::min(least, MeasureGjk({&hull, {}}, {&shape, MapOf(poseB)}).distance);
            }
            ASSERT_EQ(found, !(least > 1e-9)) << i << " " << least;
        }
        touching += found, refuted += frame.exact.refuted;
        for (const ContactPoint& point : frame.contacts.points) {
            ASSERT_TRUE(point.isExact) << i;
            ASSERT_NEAR(Length(point.normal), 1, 1e-6) << i;
            ASSERT_TRUE((point.triangleA < 0) != (point.triangleB < 0)) << i;
        }
    }
    EXPECT_GT(touching, kShapePlacements / 10);
    EXPECT_GT(refuted, kShapePlacements / 100);
    EXPECT_LE(differ, kShapePlacements / 100);
}

TEST(Shapes, WithinASolidTreeAreNested) {
    Recipe recipe;
    recipe.method = Method::SolidOctree;
    recipe.depth = 2;
    recipe.triangles = true;
    const Result<BakedTree> baked = BuildTree(scenes::MakeMesh("cube").mesh, recipe);
    ASSERT_TRUE(baked) << baked.Sentence();
    SphereTree shell = baked->tree;
    shell.isSolid = false;
    for (const bool solid : {true, false})
        for (const bool swapped : {true, false}) {
            Scene scene;
            if (swapped) AddShape(scene, ConvexShape::Sphere(0.2), {{0.05, 0.1, 0}, {}});
            AddBody(scene, *SharePackedTree(solid ? baked->tree : shell), {}, {2, 2, 2});
            if (!swapped) AddShape(scene, ConvexShape::Sphere(0.2), {{0.05, 0.1, 0}, {}});
            ASSERT_EQ(scene.Step(), "");
            ExactFrame frame;
            frame.Run(scene);
            EXPECT_EQ(frame.contacts.contacts.size(), solid ? 1u : 0u);
        }
}

TEST(Shapes, MeetOneAnotherExactly) {
    int64_t touching = 0;
    for (int64_t i = 0; i < kShapePlacements; ++i) {
        Random random = Random::OfItem(33, i);
        const ConvexShape a = PlainShape(random), b = PlainShape(random);
        const Pose poseA = RandomPose(random, 0.5), poseB = RandomPose(random, 1.8);
        Scene scene;
        AddShape(scene, a, poseA);
        AddShape(scene, b, poseB);
        ASSERT_EQ(scene.Step(), "");
        ExactFrame frame;
        frame.Run(scene);
        const double distance = MeasureGjk({&a, MapOf(poseA)}, {&b, MapOf(poseB)}).distance;
        if (distance > 1e-9) {
            ASSERT_TRUE(frame.contacts.contacts.empty()) << i;
            continue;
        }
        ++touching;
        ASSERT_EQ(frame.contacts.contacts.size(), 1u) << i;
        ASSERT_EQ(frame.contacts.contacts[0].state, ContactState::Exact);
        ASSERT_LT(frame.contacts.contacts[0].errorBound, 1e-9);
        ASSERT_EQ(frame.contacts.points.size(), 1u);
        AffineMap moved = MapOf(poseB);  // so far along the normal, they are apart
        const ContactPoint& point = frame.contacts.points[0];
        moved.offset += point.normal * (point.depth + 1e-6);
        ASSERT_FALSE(FindSeparatingAxis({&a, MapOf(poseA)}, {&b, moved}).overlaps) << i;
    }
    EXPECT_GT(touching, kShapePlacements / 10);
}

TEST(Shapes, NormalsPointFromTheFirstToTheSecond) {
    const TreePointer ball = MakeTree(scenes::MakeIcosphere(3));
    for (const bool swapped : {false, true}) {
        Scene scene;
        const ConvexShape box = ConvexShape::Box({2, 2, 2});
        if (swapped) AddShape(scene, box, {});
        AddBody(scene, ball, {{2.9, 0, 0}, {}});
        if (!swapped) AddShape(scene, box, {});
        ASSERT_EQ(scene.Step(), "");
        ExactFrame frame;
        frame.Run(scene);
        ASSERT_FALSE(frame.contacts.points.empty());
        for (const ContactPoint& point : frame.contacts.points) EXPECT_NEAR(point.normal.x, swapped ? 1 : -1, 1e-9);
        EXPECT_NEAR(frame.contacts.points[0].position.x, 2, 1e-9);
    }
}

Scene MixedCrowd(const TreePointer& tree) {
    Scene scene;
    const scenes::ConvergingBodies bodies = scenes::MakeConvergingBodies(60, 3, tree->unit);
    Random random(8);
    int i = 0;
    for (const auto& motion : bodies.bodies) {
        const Pose pose = scenes::PoseAt(motion, 2);
        if (++i % 2)
            AddBody(scene, tree, pose);
        else
            AddShape(scene, PlainShape(random), pose, {1, 1.5, 0.7});
    }
    EXPECT_EQ(scene.Step(), "");
    return scene;
}

TEST(Shapes, UnderABudgetInterruptionChangesNothing) {
    const TreePointer tree = MakeNamedTree("s-shape");
    Scene scene = MixedCrowd(tree);
    for (const Scheduler scheduler : {Scheduler::BestFirst, Scheduler::BreadthFirst}) {
        Traversal begun;
        begun.options.scheduler = scheduler;
        BeginFrame(begun, scene);
        Traversal whole = begun, sliced = begun, threaded = begun;
        threaded.options.lanes = 4;
        EXPECT_TRUE(Advance(whole, scene, {}).finished);
        while (!Advance(sliced, scene, Budget::Operations(3)).finished) {
        }
        Advance(threaded, scene, {}, ThreadedHost(2));
        EXPECT_EQ(FindingsOf(whole), FindingsOf(sliced));
        EXPECT_EQ(FindingsOf(whole), FindingsOf(threaded));
        int64_t shapes = 0;
        for (const TraversalPair& pair : whole.pairs) {
            BodyView a, b;
            scene.Find(scene.Bodies()[pair.body[0]], a);
            scene.Find(scene.Bodies()[pair.body[1]], b);
            shapes += pair.state == PairState::Confirmed && (a.shape != nullptr) != (b.shape != nullptr);
        }
        EXPECT_GT(shapes, 5);
    }
}

TEST(Shapes, InMotionPassThroughNothingUnseen) {
    const TreePointer tree = MakeNamedTree("plate");
    for (const bool isTree : {true, false}) {
        Scene scene;
        if (isTree)
            AddBody(scene, tree, {});
        else
            AddShape(scene, ConvexShape::Box({1, 1, 0.01}), {});
        const BodyHandle bullet = AddShape(scene, ConvexShape::Sphere(0.05), {{0.1, 0.1, 5}, {}});
        ASSERT_EQ(scene.SetVelocity(bullet, {0, 0, -600}, {}), "");
        ASSERT_EQ(scene.Step(1.0 / 60), "");
        ExactFrame frame;
        frame.Run(scene);
        ASSERT_EQ(frame.contacts.contacts.size(), 1u);
        ASSERT_FALSE(frame.contacts.points.empty());
        EXPECT_NEAR(frame.contacts.points[0].time, 0.5, 0.1);
        ASSERT_EQ(scene.Move(bullet, {{9, 0.1, 5}, {}}), "");  // beside it
        ASSERT_EQ(scene.Step(1.0 / 60), "");
        frame.Run(scene);
        EXPECT_TRUE(frame.contacts.contacts.empty()) << isTree;
        EXPECT_EQ(frame.contacts.ended.size(), 1u);
    }
}

TEST(Shapes, StandOnHeightFields) {
    HeightFieldDescription field;
    field.columns = field.rows = 33;
    field.heights.assign(33 * 33, 1.0f);
    for (int row = 0; row < 33; ++row) field.heights[static_cast<size_t>(row) * 33 + 16] = 3;  // a wall
    for (const double height : {1.4, 1.6}) {
        Scene scene;
        ASSERT_TRUE(scene.AddHeightField(field));
        const BodyHandle body = AddShape(scene, ConvexShape::Capsule(0.5, 0), {{5.5, 5.5, height}, {}});
        ASSERT_EQ(scene.Step(), "");
        ExactFrame frame;
        frame.Run(scene);
        ASSERT_EQ(frame.contacts.contacts.size(), height < 1.5 ? 1u : 0u);
        if (height < 1.5) {
            EXPECT_NEAR(frame.contacts.points[0].depth, 0.1, 1e-9);
            EXPECT_NEAR(frame.contacts.points[0].normal.z, 1, 1e-12) << "from the ground to the body";
            EXPECT_NEAR(frame.contacts.points[0].position.z, 1, 1e-9);
            EXPECT_LT(frame.contacts.contacts[0].errorBound, 1e-9);
        }
        ASSERT_EQ(scene.Move(body, {{14.6, 5.5, 2}, {}}), "");  // at the wall's foot, whose cells slope up from 15
        ASSERT_EQ(scene.Step(), "");
        frame.Run(scene);
        ASSERT_EQ(frame.contacts.contacts.size(), 1u);
        EXPECT_NEAR(frame.contacts.contacts[0].errorBound, 2, 1e-5) << "a cell's box may stick out so far";
        ASSERT_EQ(scene.Move(body, {{14.4, 5.5, 2}, {}}), "");
        ASSERT_EQ(scene.Step(), "");
        frame.Run(scene);
        ASSERT_TRUE(frame.contacts.contacts.empty());
        ASSERT_EQ(scene.SetVelocity(body, {600, 0, 0}, {}), "");  // through the wall within a frame
        ASSERT_EQ(scene.Step(1.0 / 60), "");
        frame.Run(scene);
        ASSERT_EQ(frame.contacts.contacts.size(), 1u);
    }
}

TEST(Shapes, AnswerQueries) {
    Scene scene;
    const BodyHandle ball = AddShape(scene, ConvexShape::Sphere(1), {{5, 0, 0}, {}});
    const BodyHandle box = AddShape(scene, ConvexShape::Box({1, 1, 1}), {{10, 0, 0}, {}}, {1, 2, 3});
    ASSERT_EQ(scene.Step(), "");
    const QueryResult all = SweepSphere(scene, {0, 0.5, 0}, {20, 0, 0}, 0, true);
    ASSERT_EQ(all.hits.size(), 2u);
    EXPECT_EQ(all.hits[0].body, ball);
    EXPECT_NEAR(all.hits[0].distance, 5 - std::sqrt(0.75), 1e-6);
    EXPECT_LE(all.hits[0].distance, 5 - std::sqrt(0.75) + 1e-12);
    EXPECT_EQ(all.hits[1].body, box);
    EXPECT_NEAR(all.hits[1].distance, 9, 1e-6);
    EXPECT_NEAR(all.hits[1].normal.x, -1, 1e-6);
    EXPECT_TRUE(SweepSphere(scene, {0, 3, 0}, {20, 0, 0}, 0.5, false).hits.empty());
    const QueryResult near = OverlapSphere(scene, {10, 0, 3.5}, 1);
    ASSERT_EQ(near.hits.size(), 1u);
    EXPECT_NEAR(near.hits[0].distance, -0.5, 1e-9);
    const Result<DistanceResult> apart = MeasureDistance(scene, ball, box);
    ASSERT_TRUE(apart) << apart.Sentence();
    EXPECT_TRUE(apart->finished);
    EXPECT_LE(apart->least, 3);
    EXPECT_GE(apart->most, 3);
    EXPECT_NEAR(apart->least, apart->most, 1e-6);
    EXPECT_NEAR(apart->pointA.x, 6, 1e-6);
    EXPECT_NEAR(apart->pointB.x, 9, 1e-6);
}

TEST(Shapes, OfOneFamilyNeverMeet) {
    Scene scene;
    BodyDescription part;
    part.shape = std::make_shared<const ConvexShape>(ConvexShape::Sphere(1));
    for (const uint32_t family : {7u, 7u, 8u, 0u, 0u}) {
        part.family = family;
        ASSERT_TRUE(scene.Add(part));
    }
    ASSERT_EQ(scene.Step(), "");
    EXPECT_EQ(scene.Pairs().size(), 9u) << "ten of five, without the two of family 7; 0 is no family";
    EXPECT_EQ(scene.FindFault(), "");
}

TEST(Shapes, ThatMakeNoSenseAreASentence) {
    Scene scene;
    const auto refused = [&](const ConvexShape& shape, const Vec3& scale = {1, 1, 1}) {
        BodyDescription body;
        body.shape = std::make_shared<const ConvexShape>(shape);
        body.scale = scale;
        const Result<BodyHandle> handle = scene.Add(body);
        return !handle && !handle.Sentence().empty();
    };
    EXPECT_TRUE(refused(ConvexShape::Sphere(-1)));
    EXPECT_TRUE(refused(ConvexShape::Sphere(std::nan(""))));
    EXPECT_TRUE(refused(ConvexShape::Box({1, HUGE_VAL, 1})));
    EXPECT_TRUE(refused(ConvexShape::Hull(nullptr)));
    EXPECT_TRUE(refused(ConvexShape::Sphere(1), {0, 0, 0}));
    EXPECT_TRUE(refused(ConvexShape::Sphere(1), {1, std::nan(""), 0}));
    ConvexShape odd;
    odd.kind = static_cast<ShapeKind>(77);
    EXPECT_TRUE(refused(odd));
    BodyDescription both;
    both.shape = std::make_shared<const ConvexShape>(ConvexShape::Sphere(1));
    both.tree = MakeNamedTree("cube", 1);
    EXPECT_FALSE(scene.Add(both));
    EXPECT_FALSE(scene.Add({}));
}

// Pairs come and go as bodies do; the axes of pairs that are gone are forgotten.
TEST(Shapes, ComeAndGo) {
    Scene scene;
    ExactFrame frame;
    const BodyHandle still = AddShape(scene, ConvexShape::Box({1, 1, 1}), {});
    BodyHandle moving = AddShape(scene, ConvexShape::Sphere(1), {{1.5, 0, 0}, {}});
    for (int round = 0; round < 5; ++round) {
        ASSERT_EQ(scene.Step(), "");
        frame.Run(scene);
        ASSERT_EQ(frame.contacts.contacts.size(), 1u) << round;
        ASSERT_EQ(scene.Move(moving, {{1.8, 1.8, 0}, {}}), "");  // the boxes overlap, the bodies do not
        ASSERT_EQ(scene.Step(), "");
        frame.Run(scene);
        EXPECT_EQ(scene.Pairs().size(), 1u);
        ASSERT_TRUE(frame.contacts.contacts.empty());
        ASSERT_EQ(frame.contacts.ended.size(), 1u);
        ASSERT_TRUE(scene.Remove(moving));
        ASSERT_EQ(scene.Step(), "");
        moving = AddShape(scene, ConvexShape::Sphere(1), {{1.5, 0, 0}, {}});
    }
    EXPECT_EQ(scene.FindFault(), "");
    EXPECT_NE(scene.Bodies()[0].generation, 0u);
    (void)still;
}

}  // namespace
}  // namespace spheretree
