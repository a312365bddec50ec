// Bodies whose mesh deforms, met through their boxes: with one another, with bodies that stay as they are, with shapes.

#include "Core/Exact/LatePhaseChecks.h"
#include "Core/Exact/ShapeReferee.h"
#include "Core/Exact/TouchingPairs.h"
#include "Core/Traverse/Referee.h"
#include "SphereTree/DeformingMesh.h"
#include "SphereTree/Gjk.h"

#include <cmath>

namespace spheretree {
namespace {

#ifdef NDEBUG
constexpr int64_t kDeformed = 250;
#else
constexpr int64_t kDeformed = 10;
#endif

/// A twist about x and a bend, so many radians per unit of `size`.
std::vector<Vec3> Twisted(const std::vector<Vec3>& vertices, double size, double amount) {
    std::vector<Vec3> moved;
    for (const Vec3& v : vertices) {
        const double along = v.x / size, c = std::cos(amount * along), s = std::sin(amount * along);
        moved.push_back({v.x, v.y * c - v.z * s, v.y * s + v.z * c + 0.4 * amount * along * along * size});
    }
    return moved;
}

/// A mesh, and what became of it.
struct Bending {
    std::vector<Vec3> rest;
    double size;
    DeformingMesh mesh;

    explicit Bending(const TriangleMesh& of, int32_t depth = 3)
        : rest(MakeExactBake(of, depth).leafTriangles.vertices), mesh(*DeformingMesh::Make(MakeExactBake(of, depth))) {
        size = mesh.tree.nodes[0].sphere.radius;
    }
    TreePointer Twist(double amount) {
        EXPECT_EQ(mesh.Deform(Twisted(rest, size, amount)), "");
        EXPECT_EQ(mesh.boxes.FindFault(), "");
        return Boxed();
    }
    TreePointer Boxed() const { return *mesh.Pack(); }
    TreePointer Patched() const { return *SharePackedTree(mesh.tree); }
};

TreePointer WithBoxes(const SphereTree& bake) {
    const Result<DeformingMesh> mesh = DeformingMesh::Make(bake);
    EXPECT_TRUE(mesh) << mesh.Sentence();
    const Result<TreePointer> packed = mesh->Pack();
    EXPECT_TRUE(packed) << packed.Sentence();
    return *packed;
}

/// Two bodies in many places: FCL on the deformed triangles says who touches.
int64_t ExpectAsFcl(Scene& scene, const BodyHandle (&body)[2], const Referee& refereeA, const Referee& refereeB,
                    double size, uint64_t seed) {
    ExactFrame full, simple;
    int64_t touching = 0;
    for (int64_t i = 0; i < kDeformed; ++i) {
        Random random = Random::OfItem(seed, i);
        const Pose poseA = RandomPose(random, 0.5 * size), poseB = RandomPose(random, 2.2 * size);
        EXPECT_EQ(scene.Move(body[0], poseA) + scene.Move(body[1], poseB), "");
        scene.SetDefaultResponse(i % 2 ? Detail::Full : Detail::Simple);
        EXPECT_EQ(scene.Step(), "");
        ExactFrame& frame = i % 2 ? full : simple;
        frame.Run(scene);
        EXPECT_TRUE(frame.progress.finished);
        const bool found = !frame.contacts.contacts.empty();
        const bool truth = Referee::Intersect(refereeA, poseA, refereeB, poseB);
        if (found != truth) {
            EXPECT_LT(Referee::Distance(refereeA, poseA, refereeB, poseB), 1e-9 * size) << i;
        }
        if (found) {
            EXPECT_EQ(frame.contacts.contacts[0].state, ContactState::Exact) << i;
        }
        touching += truth;
    }
    return touching;
}

TEST(DeformingMesh, TouchesWhatFclSaysItTouches) {
    const TriangleMesh other = scenes::MakeMesh("s-shape").mesh;
    const TreePointer stays = MakeExactTree(other);
    for (const char* name : {"torus", "bunny-1500"}) {
        Bending bending(scenes::MakeMesh(name).mesh);
        const double size = bending.size, fit = size / stays->unit;
        Scene both, mixed, turned;  // the trees of bodies change in place
        const Vec3 even{1, 1, 1}, uneven{1, -0.6, 1.3}, fitted{fit, fit, fit};
        const BodyHandle ofBoth[2] = {AddBody(both, bending.Boxed(), {}), AddBody(both, bending.Boxed(), {}, uneven)};
        const BodyHandle ofMixed[2] = {AddBody(mixed, bending.Boxed(), {}, uneven), AddBody(mixed, stays, {}, fitted)};
        const BodyHandle ofTurned[2] = {AddBody(turned, stays, {}, fitted), AddBody(turned, bending.Boxed(), {})};
        int64_t touching = 0;
        for (const double amount : {0.3, 0.8, 1.6, 3.0}) {
            const TreePointer now = bending.Twist(amount);
            ASSERT_EQ(both.SetTree(ofBoth[0], now) + both.SetTree(ofBoth[1], now), "");
            ASSERT_EQ(mixed.SetTree(ofMixed[0], now) + turned.SetTree(ofTurned[1], now), "");
            const Referee plain(bending.mesh.boxes.mesh, even), scaled(bending.mesh.boxes.mesh, uneven);
            const Referee rigid(other, fitted);
            touching += ExpectAsFcl(both, ofBoth, plain, scaled, size, 71);
            touching += ExpectAsFcl(mixed, ofMixed, scaled, rigid, size, 72);
            touching += ExpectAsFcl(turned, ofTurned, rigid, plain, size, 73);
        }
        EXPECT_GT(touching, kDeformed) << name;
        EXPECT_LT(touching, 11 * kDeformed) << name;
    }
}

// Boxes on both sides, or patches on either: all pairs of triangles, whatever the sizes and places.
TEST(DeformingMesh, LosesNobodyAtAnySizeAndPlace) {
    Bending cube(scenes::MakeMesh("cube").mesh, 1), ball(scenes::MakeIcosphere(1), 2);
    cube.Twist(0.5);
    ball.Twist(1);
    int64_t touching = 0;
    for (int64_t i = 0; i < 600; ++i) {
        Random random = Random::OfItem(16, i);
        const double sizeA = std::pow(10.0, random.Between(-3, 3)),
                     sizeB = sizeA * std::pow(10.0, random.Between(-2, 2)), far = std::pow(10.0, random.Between(0, 7));
        const Pose a = RandomPose(random, sizeA * far);
        Pose b = RandomPose(random, 1);
        const Vec3 way = random.Direction();
        b.position = a.position + way * ((sizeA + sizeB) * random.Between(0.4, 1.1));
        const double uneven = i % 2 ? random.Between(-1, 1) : 1;
        ExpectAllFound(i % 3 == 1 ? cube.Patched() : cube.Boxed(), i % 3 == 2 ? ball.Patched() : ball.Boxed(),
                       {a, {sizeA, sizeA, sizeA}}, {b, {sizeB, sizeB * uneven, sizeB}}, touching);
    }
    EXPECT_GT(touching, 1500);
}

// Face on face, edge on edge, corner on corner; and a body flattened to nothing.
TEST(DeformingMesh, LosesNobodyWhoJustTouches) {
    const TriangleMesh mesh = scenes::MakeMesh("cube").mesh;
    const TreePointer boxed = WithBoxes(MakeExactBake(mesh, 1)), patched = MakeExactTree(mesh, 1);
    const double side = CheckMesh(mesh).bounds.high.z - CheckMesh(mesh).bounds.low.z;
    int64_t touching = 0;
    for (int i = 0; i < 125; ++i) {
        const int x = i % 5 - 2, y = i / 5 % 5 - 2, z = i / 25 - 2;
        const Pose b{Vec3{0.5 * x, 0.5 * y, 0.5 * z} * side, {}};
        ExpectAllFound(boxed, boxed, {{}, {1, 1, 1}}, {b, {1, 1, 1}}, touching);
        ExpectAllFound(boxed, patched, {{}, {1, 1, 1}}, {b, {1, 1, 1}}, touching);
        ExpectAllFound(patched, boxed, {{}, {1, 1, 1}}, {b, {1, 1, 0}}, touching);
    }
    EXPECT_GT(touching, 3000);
}

ConvexShape SomeShape(Random& random, double size) {
    const double a = size * random.Between(0.1, 0.6), b = size * random.Between(0.1, 0.6);
    switch (random.Below(4)) {
        case 0:
            return ConvexShape::Sphere(a);
        case 1:
            return ConvexShape::Box({a, b, 0.5 * (a + b)});
        case 2:
            return ConvexShape::Capsule(a, b);
        default:
            return ConvexShape::Cylinder(a, b);
    }
}

BodyHandle AddConvex(Scene& scene, const ConvexShape& shape, const Pose& pose) {
    BodyDescription body;
    body.shape = std::make_shared<const ConvexShape>(shape);
    body.pose = pose;
    const Result<BodyHandle> handle = scene.Add(body);
    EXPECT_TRUE(handle) << handle.Sentence();
    return *handle;
}

/// The triangles of the tree that the frame names.
std::set<int32_t> NamedTriangles(const ExactFrame& frame) {
    std::set<int32_t> names;
    for (const ExactHit& hit : frame.exact.hits) names.insert(std::max(hit.triangleA, hit.triangleB));
    return names;
}

/// Distances of all triangles from the shape, by GJK, which GjkTest proves: surely touching and perhaps touching.
void ExpectShapeHits(const std::set<int32_t>& named, const TriangleMesh& mesh, const Pose& pose, const Vec3& scale,
                     const ConvexShape& shape, const Pose& shapePose) {
    PlacedShape placed{&shape, {}};
    for (size_t k = 0; k < 3; ++k) placed.map.row[k] = ToRotation(Normalized(shapePose.rotation)).row[k];
    placed.map.offset = shapePose.position;
    TriangleShape hull;
    for (size_t t = 0; t < mesh.triangles.size(); ++t) {
        TriangleCorners corners;
        for (size_t k = 0; k < 3; ++k)
            corners[k] = InWorld(mesh.vertices[static_cast<size_t>(mesh.triangles[t][k])], pose, scale);
        const double distance = MeasureGjk(hull.Of(corners), placed).distance;
        const bool isNamed = named.count(static_cast<int32_t>(t)) > 0;
        if (isNamed || distance > 1e-9 || distance == 0) {
            ASSERT_EQ(isNamed, !(distance > 1e-9)) << t << " " << distance;
        }
    }
}

TEST(DeformingMesh, MeetsConvexShapes) {
    Bending bending(scenes::MakeMesh("torus").mesh);
    int64_t touching = 0, refuted = 0, differ = 0;
    for (const double amount : {0.5, 2.0}) {
        const TreePointer now = bending.Twist(amount);
        const ShapeReferee referee(bending.mesh.boxes.mesh);
        for (int64_t i = 0; i < kDeformed; ++i) {
            Random random = Random::OfItem(74, i);
            const ConvexShape shape = SomeShape(random, bending.size);
            const Pose pose = RandomPose(random, 0.5), other = RandomPose(random, 1.6 * bending.size);
            const Vec3 scale = i % 3 ? Vec3{1, 1, 1} : Vec3{0.8, -1.2, 0.5};
            Scene scene;
            if (i % 2) AddConvex(scene, shape, other);
            AddBody(scene, now, pose, scale);
            if (i % 2 == 0) AddConvex(scene, shape, other);
            ASSERT_EQ(scene.Step(), "");
            ExactFrame frame, simple;
            frame.Run(scene);
            ASSERT_TRUE(frame.progress.finished);
            const bool found = !frame.contacts.contacts.empty();
            scene.SetDefaultResponse(Detail::Simple);
            ASSERT_EQ(scene.Step(), "");
            simple.Run(scene);
            ASSERT_EQ(found, !simple.contacts.contacts.empty()) << i;
            touching += found, refuted += frame.exact.refuted;
            const bool isPlain = i % 3 != 0;
            const bool differs = isPlain && found != ShapeReferee::Intersect(referee, pose, ShapeReferee(shape), other);
            differ += differs;
            if (i < 40 || differs)  // libccd may miss what it must not: the proof decides
                ExpectShapeHits(NamedTriangles(frame), bending.mesh.boxes.mesh, pose, scale, shape, other);
        }
    }
    EXPECT_GT(touching, kDeformed / 5);
    EXPECT_GT(refuted, kDeformed / 50);
    EXPECT_LE(differ, kDeformed / 100);
}

/// Bodies with boxes, bodies with patches, and shapes.
Scene MakeDeformedCrowd(const Bending& bending) {
    const TreePointer boxed = bending.Boxed(), patched = bending.Patched();
    Scene scene;
    Random random(9);
    int i = 0;
    for (const auto& motion : scenes::MakeConvergingBodies(40, 3, boxed->unit).bodies) {
        const Pose pose = scenes::PoseAt(motion, 2);
        if (++i % 4 == 0)
            AddConvex(scene, SomeShape(random, bending.size), pose);
        else
            AddBody(scene, i % 4 == 1 ? patched : boxed, pose);
    }
    return scene;
}

class DeformingInterruption : public testing::TestWithParam<Detail> {
protected:
    Bending bending{scenes::MakeMesh("s-shape").mesh};
    Scene scene;
    Traversal begun;
    void SetUp() override {
        bending.Twist(0.8);
        scene = MakeDeformedCrowd(bending);
        scene.SetDefaultResponse(GetParam());
        ASSERT_EQ(scene.Step(), "");
        BeginFrame(begun, scene);
    }
    static ExactFindings Find(const ExactPhase& phase) { return FindingsOf(phase); }
};
INSTANTIATE_TEST_SUITE_P(Details, DeformingInterruption, testing::Values(Detail::Simple, Detail::Full));

TEST_P(DeformingInterruption, OneOperationAtATimeGivesTheSame) {
    Traversal whole = begun, sliced = begun;
    ExactPhase once, often;
    EXPECT_TRUE(AdvanceExact(once, whole, scene, Budget::Unlimited()).finished);
    int64_t calls = 0;
    while (!AdvanceExact(often, sliced, scene, Budget::Operations(1)).finished) {
        ++calls;
        ASSERT_LE(often.debt, 10 + 8 * often.options.triangleCost);
    }
    EXPECT_GT(calls, 1000);
    EXPECT_EQ(FindingsOf(once), FindingsOf(often));
    EXPECT_EQ(whole.counters.operations, sliced.counters.operations);
    EXPECT_EQ(whole.counters.tests, sliced.counters.tests);
    EXPECT_EQ(once.trianglePairs, often.trianglePairs);
    EXPECT_EQ(once.axis, often.axis);
    EXPECT_GT(once.trianglePairs, 100);
    EXPECT_GT(once.refuted, 0);
}

TEST_P(DeformingInterruption, ABudgetInPiecesIsTheBudget) {
    ExpectABudgetInPiecesIsTheBudget<ExactPhase>(begun, scene, AdvanceExact, Find, {1000, 9000, 40000, 160000});
}

TEST_P(DeformingInterruption, ThreadsAndCopiesChangeNothing) {
    ExpectThreadsAndCopiesChangeNothing<ExactPhase>(begun, scene, AdvanceExact, Find);
}

// A copy of the scene is a checkpoint: what the mesh does afterwards is nothing to it.
TEST(DeformingMesh, LeavesCopiesOfTheSceneAsTheyWere) {
    Bending bending(scenes::MakeMesh("torus").mesh);
    Scene scene;
    const BodyHandle a = AddBody(scene, bending.Twist(0.2), {});
    AddBody(scene, bending.Boxed(), {{0.9, 0, 0.1}, {}});
    ASSERT_EQ(scene.Step(), "");
    Scene copy = scene;
    ExactFrame before, after, moved;
    before.Run(scene);
    ASSERT_GT(before.exact.hits.size(), 0u);
    ASSERT_EQ(scene.SetTree(a, bending.Twist(2)) + scene.Step(), "");
    moved.Run(scene);
    EXPECT_NE(FindingsOf(before.exact), FindingsOf(moved.exact));
    after.Run(copy);
    EXPECT_EQ(FindingsOf(before.exact), FindingsOf(after.exact));
    // The memory of triangles that touched is asked about the mesh as it is now.
    scene.SetDefaultResponse(Detail::Simple);
    for (const double amount : {2.0, 1.0, 0.0}) {
        ASSERT_EQ(scene.SetTree(a, bending.Twist(amount)) + scene.Step(), "");
        moved.Run(scene);
        ExactFrame fresh;
        fresh.Run(scene);
        ASSERT_EQ(moved.contacts.contacts.size(), fresh.contacts.contacts.size());
    }
}

TEST(DeformingMesh, KnowsWhoLiesWithin) {
    Recipe recipe;
    recipe.method = Method::SolidOctree;
    recipe.depth = 2;
    recipe.triangles = true;
    const Result<BakedTree> baked = BuildTree(scenes::MakeMesh("cube").mesh, recipe);
    ASSERT_TRUE(baked) << baked.Sentence();
    const TreePointer tree = WithBoxes(baked->tree);  // as it was baked: a refit forgets the inside
    for (const bool isShape : {true, false}) {
        Scene scene;
        AddBody(scene, tree, {}, {2, 2, 2});
        if (isShape)
            AddConvex(scene, ConvexShape::Sphere(0.2), {{0.05, 0.1, 0}, {}});
        else
            AddBody(scene, tree, {{0.1, 0.1, 0.2}, {}}, {0.3, 0.3, 0.3});
        ASSERT_EQ(scene.Step(), "");
        ExactFrame frame;
        frame.Run(scene);
        EXPECT_EQ(frame.contacts.contacts.size(), 1u);
        EXPECT_EQ(frame.exact.pairs.at(0).state, ExactState::Nested);
    }
}

TEST(DeformingMesh, OfWhatDoesNotFitIsASentence) {
    const TriangleMesh torus = scenes::MakeMesh("torus").mesh;
    EXPECT_FALSE(DeformingMesh::Make(scenes::MakeSplitTree(torus, 2)));
    Bending bending(torus);
    const std::vector<Vec3> before = bending.mesh.boxes.mesh.vertices;
    std::vector<Vec3> bad = before;
    bad[0].x = std::nan("");
    EXPECT_NE(bending.mesh.Deform({}), "");
    EXPECT_NE(bending.mesh.Deform(bad), "");
    bad[0] = {9.9e99, 9.9e99, 9.9e99};
    EXPECT_NE(bending.mesh.Deform(bad), "");
    EXPECT_EQ(bending.mesh.boxes.mesh.vertices, before);
    EXPECT_EQ(bending.mesh.tree.leafTriangles.vertices, before);

    const SphereTree& tree = bending.mesh.tree;
    EXPECT_FALSE(SharePackedTree(tree, nullptr));
    EXPECT_FALSE(SharePackedTree(tree, std::make_shared<const BoxTree>()));
    const auto other = std::make_shared<const BoxTree>(*BoxTree::Build(scenes::MakeMesh("cube").mesh));
    EXPECT_FALSE(SharePackedTree(tree, other));
    BoxTree late = bending.mesh.boxes;
    ASSERT_EQ(late.Refit(Twisted(before, bending.size, 0.1)), "");
    EXPECT_FALSE(SharePackedTree(tree, std::make_shared<const BoxTree>(late)));
    EXPECT_FALSE(SharePackedTree(scenes::MakeSplitTree(torus, 2), std::make_shared<const BoxTree>(bending.mesh.boxes)));
}

}  // namespace
}  // namespace spheretree
