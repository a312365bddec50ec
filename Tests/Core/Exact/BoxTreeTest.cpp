#include "Core/Exact/ExactFixtures.h"
#include "Core/Traverse/Referee.h"
#include "SphereTree/BoxTree.h"
#include "SphereTree/Gjk.h"
#include "SphereTree/RefitTree.h"
#include "SphereTree/TrianglePair.h"

#include <set>

namespace spheretree {
namespace {

#ifdef NDEBUG
constexpr int64_t kBoxPlacements = 2000;
#else
constexpr int64_t kBoxPlacements = 100;
#endif

std::vector<Vec3> Bent(const std::vector<Vec3>& vertices, double amount) {
    std::vector<Vec3> moved;
    for (const Vec3& v : vertices) {
        const double c = std::cos(amount * v.x), s = std::sin(amount * v.x);
        moved.push_back({v.x, v.y * c - v.z * s, v.y * s + v.z * c + amount * v.x * v.x});
    }
    return moved;
}

TEST(BoxTree, IsSoundAndAsDeepAsItsTriangles) {
    for (const char* name : {"torus", "spike", "cube", "open-hemisphere"}) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        const Result<BoxTree> tree = BoxTree::Build(mesh);
        ASSERT_TRUE(tree) << tree.Sentence();
        EXPECT_EQ(tree->FindFault(), "") << name;
        EXPECT_EQ(tree->nodes.size(), 2 * mesh.triangles.size() - 1) << name;
    }
    TriangleMesh pile;  // all in one place: halves by number
    pile.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    pile.triangles.assign(100, Triangle{0, 1, 2});
    EXPECT_EQ(BoxTree::Build(pile)->FindFault(), "");
}

TEST(BoxTree, AgreesWithFcl) {
    const TriangleMesh meshA = scenes::MakeMesh("torus").mesh, meshB = scenes::MakeMesh("s-shape").mesh;
    const BoxTree a = *BoxTree::Build(meshA), b = *BoxTree::Build(meshB);
    const Referee refereeA(meshA, {1, 1, 1}), refereeB(meshB, {1, 1, 1});
    int64_t hits = 0, liteTests = 0, allTests = 0;
    for (int64_t i = 0; i < kBoxPlacements; ++i) {
        Random random = Random::OfItem(61, i);
        const Pose poseA = RandomPose(random, 0.5), poseB = RandomPose(random, 1.8);
        const BoxTreeResult lite = IntersectBoxTrees(a, poseA, b, poseB, {BoxTest::FacesOnly, false});
        const BoxTreeResult all = IntersectBoxTrees(a, poseA, b, poseB, {BoxTest::All, false});
        const bool truth = Referee::Intersect(refereeA, poseA, refereeB, poseB);
        ASSERT_EQ(lite.hits.empty(), all.hits.empty()) << i;
        if (truth == lite.hits.empty()) {
            ASSERT_LT(Referee::Distance(refereeA, poseA, refereeB, poseB), 1e-9) << i;
        }
        hits += truth;
        if (truth) continue;  // then both look at everything that they must
        ASSERT_GE(lite.boxTests, all.boxTests) << i;
        liteTests += lite.boxTests, allTests += all.boxTests;
    }
    EXPECT_GT(hits, kBoxPlacements / 10);
    EXPECT_GT(liteTests, allTests) << "the light test must let some through";
    EXPECT_LT(liteTests, allTests * 2);
}

TEST(BoxTree, NamesAllTrianglesThatTouch) {
    const TriangleMesh meshA = scenes::MakeMesh("cube").mesh, meshB = scenes::MakeIcosphere(2);
    const BoxTree a = *BoxTree::Build(meshA), b = *BoxTree::Build(meshB);
    for (int64_t i = 0; i < 20; ++i) {
        Random random = Random::OfItem(62, i);
        const Pose poseA = RandomPose(random, 0.2), poseB = RandomPose(random, 1.2);
        std::set<std::pair<int32_t, int32_t>> found, truth;
        for (const BoxTreeHit& hit : IntersectBoxTrees(a, poseA, b, poseB, {BoxTest::FacesOnly, true}).hits)
            ASSERT_TRUE(found.emplace(hit.triangleA, hit.triangleB).second);
        for (size_t s = 0; s < meshA.triangles.size(); ++s)
            for (size_t t = 0; t < meshB.triangles.size(); ++t) {
                TriangleCorners one, two;
                for (size_t k = 0; k < 3; ++k) {
                    one[k] = InWorld(meshA.vertices[static_cast<size_t>(meshA.triangles[s][k])], poseA, {1, 1, 1});
                    two[k] = InWorld(meshB.vertices[static_cast<size_t>(meshB.triangles[t][k])], poseB, {1, 1, 1});
                }
                if (TrianglesIntersect(one, two)) truth.emplace(static_cast<int32_t>(s), static_cast<int32_t>(t));
            }
        ASSERT_EQ(found, truth) << i;
    }
}

TEST(BoxTree, RefittedHoldsTheDeformedMesh) {
    const TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    BoxTree tree = *BoxTree::Build(mesh);
    for (const double amount : {0.3, 1.0, 3.0}) {
        ASSERT_EQ(tree.Refit(Bent(mesh.vertices, amount)), "");
        EXPECT_EQ(tree.FindFault(), "");
        const BoxTree anew = *BoxTree::Build(tree.mesh);
        EXPECT_NEAR(anew.nodes[0].half.x, tree.nodes[0].half.x, 1e-9) << "the smallest box all the same";
        for (int64_t i = 0; i < kBoxPlacements / 20; ++i) {
            Random random = Random::OfItem(63, i);
            const Pose poseA = RandomPose(random, 0.5), poseB = RandomPose(random, 3);
            ASSERT_EQ(IntersectBoxTrees(tree, poseA, tree, poseB).hits.empty(),
                      IntersectBoxTrees(anew, poseA, anew, poseB).hits.empty());
        }
    }
    EXPECT_NE(tree.Refit({}), "");
    std::vector<Vec3> bad = mesh.vertices;
    bad[0].x = std::nan("");
    EXPECT_NE(tree.Refit(bad), "");
    EXPECT_EQ(tree.FindFault(), "") << "as it was";
}

// 6.3.4: each triangle starts from the axis that parted its neighbour.
TEST(BoxTree, ConvexShapesMeetItsTriangles) {
    const TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    const BoxTree tree = *BoxTree::Build(mesh);
    int64_t seeded = 0, fresh = 0, hits = 0;
    for (int64_t i = 0; i < kBoxPlacements; ++i) {
        Random random = Random::OfItem(64, i);
        const ConvexShape shape = i % 2 ? ConvexShape::Cone(0.4, 0.5) : ConvexShape::Box({0.3, 0.2, 0.4});
        PlacedShape placed{&shape, {}};
        const Pose pose = RandomPose(random, 1.6);
        for (size_t k = 0; k < 3; ++k) placed.map.row[k] = ToRotation(Normalized(pose.rotation)).row[k];
        placed.map.offset = pose.position;
        const ConvexHits found = IntersectConvex(tree, placed, true);
        const ConvexHits plain = IntersectConvex(tree, placed, true, {1, 0, 0}, false);
        ASSERT_EQ(found.triangles, plain.triangles) << i;
        seeded += found.steps, fresh += plain.steps, hits += !found.triangles.empty();
        if (i >= 100) continue;
        for (size_t t = 0; t < mesh.triangles.size(); ++t) {
            std::vector<Vec3> corners;
            for (const int32_t v : mesh.triangles[t]) corners.push_back(mesh.vertices[static_cast<size_t>(v)]);
            const ConvexShape triangle = ConvexShape::Hull(*ConvexHull::Build(corners));
            const double distance = MeasureGjk(placed, {&triangle, {}}).distance;
            const bool named = std::find(found.triangles.begin(), found.triangles.end(), static_cast<int32_t>(t)) !=
                               found.triangles.end();
            if (distance > 1e-9 || named) {
                ASSERT_EQ(named, !(distance > 1e-9)) << i << " " << t;
            }
        }
    }
    EXPECT_GT(hits, kBoxPlacements / 20);
    EXPECT_LT(seeded, fresh);
    std::printf("    %.2f times fewer steps with the neighbour's axis\n",
                static_cast<double>(fresh) / static_cast<double>(seeded));
}

TEST(BoxTree, OfBadMeshesIsASentence) {
    EXPECT_FALSE(BoxTree::Build({}));
    TriangleMesh bad;
    bad.vertices = {{0, 0, 0}, {1, 0, 0}, {0, HUGE_VAL, 0}};
    bad.triangles = {{0, 1, 2}};
    EXPECT_FALSE(BoxTree::Build(bad));
    bad.vertices[2].y = 1;
    bad.triangles[0][2] = 7;
    EXPECT_FALSE(BoxTree::Build(bad));
}

// The sphere-tree of a deformed mesh still keeps promise 1, and its body in a scene still finds every contact.
TEST(RefitTree, KeepsCoverageAndContacts) {
    const TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    SphereTree tree = MakeExactBake(mesh);
    Scene scene;
    const BodyHandle a = AddBody(scene, *SharePackedTree(tree), {});
    const BodyHandle b = AddBody(scene, *SharePackedTree(tree), {});
    ExactFrame frame;
    int64_t touching = 0;
    for (const double amount : {0.0, 0.5, 1.5, 3.0}) {
        TriangleMesh now = mesh;
        now.vertices = Bent(mesh.vertices, amount);
        ASSERT_EQ(RefitTree(tree, Bent(MakeExactBake(mesh).leafTriangles.vertices, amount)), "");
        ASSERT_EQ(FindFault(tree, now), "");
        const auto packed = *SharePackedTree(tree);
        ASSERT_EQ(scene.SetTree(a, packed) + scene.SetTree(b, packed), "");
        const Referee referee(now, {1, 1, 1});
        for (int64_t i = 0; i < kBoxPlacements / 20; ++i) {
            Random random = Random::OfItem(65, i);
            const Pose poseA = RandomPose(random, 0.5), poseB = RandomPose(random, 3);
            ASSERT_EQ(scene.Move(a, poseA) + scene.Move(b, poseB) + scene.Step(), "");
            frame.Run(scene);
            const bool truth = Referee::Intersect(referee, poseA, referee, poseB);
            if (truth != !frame.contacts.contacts.empty()) {
                ASSERT_LT(Referee::Distance(referee, poseA, referee, poseB), 1e-9);
            }
            touching += truth;
        }
    }
    EXPECT_GT(touching, kBoxPlacements / 100);
    EXPECT_NE(RefitTree(tree, {}), "");
    SphereTree bare = scenes::MakeSplitTree(mesh, 2);
    EXPECT_NE(RefitTree(bare, mesh.vertices), "");
}

}  // namespace
}  // namespace spheretree
