// Short cuts that must never lie: a plane that parts two trees, and leaves that are listed many at a time.

#include "Base/Random.h"
#include "Core/Traverse/FrameFixtures.h"
#include "Scene/SceneData.h"
#include "Traverse/Approach.h"

#include <cmath>
#include <limits>

namespace spheretree {
namespace {

struct Leaf {
    Vec3 centre;  // from the tree's own centre, turned and scaled; in the world's unit
    double radius;
};

std::vector<Leaf> LeavesOf(const Body& body) {
    std::vector<Leaf> leaves;
    for (size_t block = 0; block < body.tree->blocks.size(); ++block)
        for (int lane = 0; lane < body.tree->laneCount[block]; ++lane) {
            const PackedBlock& of = body.tree->blocks[block];
            if (of.child[lane] >= 0) continue;
            const Vec3 local = Vec3{of.x[lane], of.y[lane], of.z[lane]} * body.size;
            leaves.push_back({body.turn * local, of.radius[lane] * body.size});
        }
    return leaves;
}

// The least gap between any two leaves, negative where they overlap.
double LeastGap(const std::vector<Leaf>& a, const std::vector<Leaf>& b, const Vec3& between) {
    double least = std::numeric_limits<double>::infinity();
    for (const Leaf& one : a)
        for (const Leaf& other : b)
            least = std::min(least, Length(other.centre + between - one.centre) - one.radius - other.radius);
    return least;
}

struct Parting {
    Random random{5};
    std::vector<TreePointer> trees;
    int64_t apart = 0, apartAtOnce = 0, separate = 0;

    Parting() {
        for (const char* name : {"s-shape", "torus", "plate"}) trees.push_back(MakeNamedTree(name, 2));
    }
    const TreePointer& AnyTree() { return trees[static_cast<size_t>(random.Below(static_cast<int>(trees.size())))]; }
    Pose AnyPose(int i, double far) { return {random.Direction() * far, scenes::RandomRotation(17, i)}; }
    // How far b must go along the way until nothing overlaps any more, within a hair.
    static double Until(const std::vector<Leaf>& a, const std::vector<Leaf>& b, const Vec3& way) {
        double near = 0, far = 4;
        for (int i = 0; i < 40; ++i) (LeastGap(a, b, way * ((near + far) / 2)) < 0 ? near : far) = (near + far) / 2;
        return near;
    }
    void Try(int i) {
        const double far = i % 3 == 0 ? 0 : i % 3 == 1 ? 1e3 : 1e7;
        const double sizes[2] = {1, i % 2 ? 1 : std::exp2(random.Between(-5, 5))};
        Scene scene;
        const TreePointer &treeA = AnyTree(), &treeB = AnyTree();
        const Pose poseA = AnyPose(2 * i, far);
        Pose poseB = AnyPose(2 * i + 1, far);
        AddBody(scene, treeA, poseA, Vec3{1, 1, 1} * (sizes[0] / treeA->unit));
        const BodyHandle moved = AddBody(scene, treeB, poseB, Vec3{1, 1, 1} * (sizes[1] / treeB->unit));
        const Body &a = scene.Inside().bodies[0], &b = scene.Inside().bodies[1];
        const std::vector<Leaf> leavesA = LeavesOf(a), leavesB = LeavesOf(b);
        const Vec3 way = random.Direction() * (sizes[0] + sizes[1]);
        const double hair = Until(leavesA, leavesB, way);
        for (const double part : {1.0, 1 - 1e-7, 1 - 1e-5, 1 + 1e-5, 1 + 1e-2, random.Between(0.6, 1.2)}) {
            poseB.position = poseB.position + (a.centre + way * (hair * part) - b.centre);
            EXPECT_EQ(scene.Move(moved, poseB), "");
            EXPECT_EQ(scene.Step(), "");
            Judge(scene, LeastGap(leavesA, leavesB, b.centre - a.centre), sizes[0] + sizes[1]);
        }
    }
    void Judge(Scene& scene, double gap, double size) {
        Approaches<1> approach;
        TraversalPair pair;
        pair.body[1] = 1;
        approach.of[0].Start(pair, scene.Inside());
        approach.count = 1;
        approach.Run(scene.Inside(), false);
        const bool isApart = approach.of[0].isApart;
        apart += isApart;
        apartAtOnce += isApart && approach.of[0].updates == 1;
        separate += gap > 0.01 * size;
        ASSERT_FALSE(isApart && gap < -1e-12 * size) << "two leaves overlap by " << -gap / size << " of the size";
        ASSERT_FALSE(approach.of[0].isKnown && gap > 1e-4 * size) << "no two leaves overlap";
    }
};

TEST(Parting, APlaneLeavesNoTwoLeavesThatOverlap) {
    Parting parting;
    for (int i = 0; i < 1500; ++i) parting.Try(i);
    EXPECT_GT(parting.apartAtOnce, 250);                  // the first plane
    EXPECT_GT(parting.apart - parting.apartAtOnce, 200);  // and those after it
    EXPECT_GT(parting.apart * 2, parting.separate);       // most that can be parted are
}

// Many at once, or never together: a pair is told the same.
TEST(Parting, ACompanionChangesNothing) {
    Scene scene = MakeCrowd(MakeNamedTree("s-shape"), 60, 9);
    Traversal traversal;
    BeginFrame(traversal, scene);
    Approaches<16> together;
    together.count = static_cast<int>(std::min<size_t>(16, traversal.pairs.size()));
    for (int i = 0; i < together.count; ++i)
        together.of[i].Start(traversal.pairs[static_cast<size_t>(i)], scene.Inside());
    together.Run(scene.Inside(), true);
    for (int i = 0; i < together.count; ++i) {
        Approaches<1> alone;
        alone.of[0].Start(traversal.pairs[static_cast<size_t>(i)], scene.Inside());
        alone.count = 1;
        alone.Run(scene.Inside(), true);
        EXPECT_EQ(alone.of[0].isApart, together.of[i].isApart);
        EXPECT_EQ(alone.of[0].isKnown, together.of[i].isKnown);
        EXPECT_EQ(alone.of[0].least, together.of[i].least);
        EXPECT_EQ(alone.of[0].updates, together.of[i].updates);
    }
}

// A tree with leaves on every level.
TreePointer RaggedTree(const char* name, uint64_t seed) {
    SphereTree tree = scenes::MakeSplitTree(scenes::MakeMesh(name).mesh, 4);
    Random random(seed);
    for (size_t i = 1; i < tree.nodes.size(); ++i)
        if (random.Below(4) == 0) tree.nodes[i].childCount = 0;
    const Result<TreePointer> packed = SharePackedTree(tree);
    EXPECT_TRUE(packed) << packed.Sentence();
    return *packed;
}

// Without an end in sight leaves are listed many at a time; in single steps one grid after the other. Of bodies of one
// size and of several, still, moving and unevenly scaled.
TEST(Parting, LeavesAreTheSameHoweverTheyAreListed) {
    for (int kind = 0; kind < 4; ++kind) {
        const TreePointer trees[2] = {RaggedTree("s-shape", 1), MakeNamedTree("torus")};
        Scene scene;
        const scenes::ConvergingBodies bodies = scenes::MakeConvergingBodies(40, 4, trees[0]->unit);
        for (size_t i = 0; i < bodies.bodies.size(); ++i) {
            BodyDescription body;
            body.tree = trees[i % 2];
            body.pose = scenes::PoseAt(bodies.bodies[i], 2);
            const double size = trees[0]->unit / trees[i % 2]->unit * (kind == 1 ? 0.5 + 0.1 * double(i % 7) : 1);
            body.scale = Vec3{1, 1, kind == 2 ? 1.5 : 1} * size;
            if (kind == 3) body.linearVelocity = Vec3{0.1, -0.2, 0.05} * (trees[0]->unit * double(i % 5));
            ASSERT_TRUE(scene.Add(body));
        }
        ASSERT_EQ(scene.Step(kind == 3 ? 1.0 : 0.0), "");
        Traversal whole, sliced;
        BeginFrame(whole, scene);
        sliced = whole;
        ASSERT_TRUE(Advance(whole, scene, Budget::Unlimited()).finished);
        while (!Advance(sliced, scene, Budget::Operations(1)).finished) {
        }
        EXPECT_EQ(FindingsOf(whole), FindingsOf(sliced)) << kind;
        EXPECT_EQ(whole.counters.operations, sliced.counters.operations);
        EndFrame(whole, scene);
        EndFrame(sliced, scene);
        EXPECT_GT(whole.counters.nodePairs, 10'000);
        EXPECT_EQ(whole.counters.nodePairs, sliced.counters.nodePairs);
        EXPECT_EQ(whole.counters.worstBound, sliced.counters.worstBound);
        EXPECT_EQ(whole.counters.bestError, sliced.counters.bestError);
    }
}

}  // namespace
}  // namespace spheretree
