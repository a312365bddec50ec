#include "Base/Random.h"
#include "Core/Traverse/FrameFixtures.h"
#include "Core/Traverse/Referee.h"
#include "Scene/Rigid.h"
#include "SphereTree/Queries.h"

#include <cmath>

namespace spheretree {
namespace {

class QueriesTest : public testing::Test {
protected:
    TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    TreePointer tree = MakeTree(mesh);
    TreePointer ball = MakeTree(scenes::MakeIcosphere(3));
    Scene scene;
};

// Where a segment meets a triangle, by Möller and Trumbore; none: infinity.
double MeetTriangle(const Vec3& origin, const Vec3& way, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 e1 = b - a, e2 = c - a, p = Cross(way, e2);
    const double det = Dot(e1, p);
    if (det == 0) return INFINITY;
    const Vec3 s = origin - a, q = Cross(s, e1);
    const double u = Dot(s, p) / det, v = Dot(way, q) / det, t = Dot(e2, q) / det;
    return u >= 0 && v >= 0 && u + v <= 1 && t >= 0 && t <= 1 ? t : INFINITY;
}

TEST_F(QueriesTest, ARayIsNeverToldLaterThanTheSurface) {
    const Pose pose{{2, -1, 0.5}, scenes::RandomRotation(1, 1)};
    AddBody(scene, tree, pose, {1, 2, -1});
    const Rotation turn = ToRotation(Normalized(pose.rotation));
    Random random(3);
    int met = 0;
    for (int i = 0; i < 2000; ++i) {
        const Vec3 start = pose.position + random.Direction() * 6,
                   way = (pose.position + random.Direction() * 1.5 - start) * 2;
        double truth = INFINITY;
        for (const Triangle& t : mesh.triangles) {
            const auto corner = [&](int k) {
                return pose.position +
                       turn * Scaled(mesh.vertices[static_cast<size_t>(t[static_cast<size_t>(k)])], {1, 2, -1});
            };
            truth = std::min(truth, MeetTriangle(start, way, corner(0), corner(1), corner(2)));
        }
        for (const int64_t operations : {int64_t{0}, int64_t{50}, Budget::kNoLimit}) {
            const QueryResult result = SweepSphere(scene, start, way, 0, false, {}, Budget::Operations(operations));
            if (std::isfinite(truth)) {
                ASSERT_EQ(result.hits.size(), 1u);
                ASSERT_LE(result.hits[0].distance, truth * Length(way) + 1e-9);
                if (operations == Budget::kNoLimit) {
                    EXPECT_TRUE(result.finished && result.hits[0].isLeaf);
                }
            }
        }
        met += std::isfinite(truth);
    }
    EXPECT_GT(met, 300);
}

TEST_F(QueriesTest, ARayThroughManyIsOrderedAndFiltered) {
    std::vector<BodyHandle> bodies;
    for (int i = 0; i < 5; ++i) bodies.push_back(AddBody(scene, ball, {{i * 5.0, 0.2, 0.1}, {}}));
    const QueryResult all = SweepSphere(scene, {-10, 0, 0}, {100, 0, 0}, 0, true);
    ASSERT_EQ(all.hits.size(), 5u);
    for (size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(all.hits[i].body, bodies[i]);
        EXPECT_LE(all.hits[i].distance, 10 + 5.0 * static_cast<double>(i) - 0.97);
        EXPECT_GT(all.hits[i].distance, 10 + 5.0 * static_cast<double>(i) - 1.6);
        EXPECT_LT(all.hits[i].normal.x, -0.3);
    }
    QueryFilter filter;
    filter.except = bodies[0];
    EXPECT_EQ(SweepSphere(scene, {-10, 0, 0}, {100, 0, 0}, 0, false, filter).hits.at(0).body, bodies[1]);
    EXPECT_TRUE(SweepSphere(scene, {-10, 0, 0}, {100, 0, 0}, 0, true, {2, {}}).hits.empty());
    EXPECT_TRUE(SweepSphere(scene, {-10, 8, 0}, {100, 0, 0}, 0, true).hits.empty());
    EXPECT_EQ(SweepSphere(scene, {-10, 8, 0}, {100, 0, 0}, 8, true).hits.size(), 5u);
    EXPECT_TRUE(SweepSphere(scene, {NAN, 0, 0}, {1, 0, 0}, 0, true).hits.empty());
}

TEST_F(QueriesTest, ASphereOverlapsWhatItReaches) {
    const BodyHandle near = AddBody(scene, ball, {});
    AddBody(scene, ball, {{10, 0, 0}, {}});
    const QueryResult result = OverlapSphere(scene, {2.5, 0, 0}, 1.6);
    ASSERT_EQ(result.hits.size(), 1u);
    EXPECT_EQ(result.hits[0].body, near);
    EXPECT_TRUE(OverlapSphere(scene, {2.5, 0, 0}, 1.0).hits.empty());
    EXPECT_EQ(OverlapSphere(scene, {5, 0, 0}, 6).hits.size(), 2u);
    EXPECT_FALSE(OverlapSphere(scene, {2.5, 0, 0}, 1.6, {}, Budget::Operations(1)).finished);
}

// A hilly ground, turned and far away: no ray passes a triangle of it that it should have met.
TEST_F(QueriesTest, TheGroundIsMetToo) {
    HeightFieldDescription field;
    field.columns = 21;
    field.rows = 17;
    field.spacing = 0.5;
    for (int row = 0; row < field.rows; ++row)
        for (int column = 0; column < field.columns; ++column)
            field.heights.push_back(static_cast<float>(std::sin(column * 0.7) + std::cos(row * 0.4)));
    field.bottom = -5;
    field.pose = {{1e5, 3, -7}, scenes::RandomRotation(2, 2)};
    const Result<BodyHandle> ground = scene.AddHeightField(field);
    ASSERT_TRUE(ground);
    const Rotation turn = ToRotation(Normalized(field.pose.rotation));
    const auto world = [&](const Vec3& local) { return field.pose.position + turn * local; };
    const auto corner = [&](int column, int row) {
        return world(
            {column * 0.5, row * 0.5, static_cast<double>(field.heights[static_cast<size_t>(row * 21 + column)])});
    };
    Random random(5);
    int met = 0, passed = 0;
    for (int i = 0; i < 500; ++i) {
        const Vec3 target = world({random.Between(0, 10), random.Between(0, 8), random.Between(-1, 1)});
        const Vec3 start = world({random.Between(-5, 15), random.Between(-5, 13), 8}), way = (target - start) * 1.5;
        double truth = INFINITY;
        for (int row = 0; row + 1 < field.rows; ++row)
            for (int column = 0; column + 1 < field.columns; ++column) {
                const Vec3 a = corner(column, row), b = corner(column + 1, row), c = corner(column, row + 1),
                           d = corner(column + 1, row + 1);
                truth = std::min({truth, MeetTriangle(start, way, a, b, c), MeetTriangle(start, way, b, d, c)});
            }
        for (const int64_t operations : {int64_t{0}, int64_t{20}, Budget::kNoLimit}) {
            const QueryResult result = SweepSphere(scene, start, way, 0, false, {}, Budget::Operations(operations));
            if (!std::isfinite(truth)) continue;
            ASSERT_EQ(result.hits.size(), 1u);
            ASSERT_LE(result.hits[0].distance, truth * Length(way) + 1e-9);
            if (operations != Budget::kNoLimit) continue;
            EXPECT_TRUE(result.hits[0].isLeaf);
            const Vec3 at = start + Normalized(way) * (truth * Length(way));
            EXPECT_FALSE(OverlapSphere(scene, at, 1e-6).hits.empty());
        }
        met += std::isfinite(truth);
        passed += SweepSphere(scene, start, way * 0.01, 0, false).hits.empty();
    }
    EXPECT_GT(met, 200);
    EXPECT_EQ(passed, 500) << "far above it there is nothing";
    EXPECT_TRUE(OverlapSphere(scene, world({5, 4, 6}), 1).hits.empty());
    EXPECT_FALSE(OverlapSphere(scene, world({5, 4, -1}), 0.1).hits.empty());
}

TEST_F(QueriesTest, TheDistanceLiesBetweenItsBounds) {
    const Referee referee(mesh, {1, 1, 1});
    Random random(8);
    for (int i = 0; i < 60; ++i) {
        Scene two;
        const Pose a{{}, scenes::RandomRotation(4, 2 * i)},
            b{random.Direction() * random.Between(0.5, 6), scenes::RandomRotation(4, 2 * i + 1)};
        const BodyHandle first = AddBody(two, tree, a), second = AddBody(two, tree, b);
        const double truth = Referee::Distance(referee, a, referee, b);
        for (const int64_t operations : {int64_t{5}, int64_t{200}, Budget::kNoLimit})
            for (const double relative : {0.3, 0.0}) {
                DistanceOptions options;
                options.relativeError = relative;
                const auto result = MeasureDistance(two, first, second, options, Budget::Operations(operations));
                ASSERT_TRUE(result);
                EXPECT_LE(result->least, truth + 1e-12);
                EXPECT_GE(result->most, truth - 1e-12);
                EXPECT_EQ(result->finished, operations == Budget::kNoLimit || result->finished);
            }
    }
}

TEST_F(QueriesTest, NoMeetingIsPassed) {
    const Referee referee(mesh, {1, 1, 1});
    Random random(9);
    int meetings = 0, proven = 0;
    for (int i = 0; i < 60; ++i) {
        Scene two;
        const Pose a{{}, scenes::RandomRotation(6, 2 * i)},
            b{{4, random.Between(-3, 3), 0}, scenes::RandomRotation(6, 2 * i + 1)};
        const BodyHandle first = AddBody(two, tree, a), second = AddBody(two, tree, b);
        const Vec3 velocity{random.Between(-6, -3), 0, random.Between(-1, 1)}, axis = random.Direction();
        const Vec3 turning = axis * random.Between(0, 5);  // two draws in one expression have no order
        ASSERT_EQ(two.SetVelocity(second, velocity, turning), "");
        double truth = INFINITY;
        for (int k = 0; k <= 200 && truth > 1; ++k) {
            const double t = k / 200.0;
            if (Referee::Intersect(referee, a, referee,
                                   {b.position + velocity * t, Multiply(FromTurn(turning * t), b.rotation)}))
                truth = t;
        }
        const auto result = FindImpact(two, first, second, 1, 0.01);
        ASSERT_TRUE(result);
        if (truth <= 1) {
            ++meetings;
            EXPECT_TRUE(result->meets);
            EXPECT_LE(result->seconds, truth + 1e-12);
        }
        proven += !result->meets;
        const auto hasty = FindImpact(two, first, second, 1, 0.01, Budget::Operations(40));
        ASSERT_TRUE(hasty);
        if (truth <=
            1) {  // other steps may pass by a near miss at which the patient search stopped, but never a meeting
            EXPECT_LE(hasty->seconds, truth + 1e-12);
        }
    }
    EXPECT_GT(meetings, 10);
    EXPECT_GT(proven, 2);
}

// The verdict is the frame's own, and what it says about the distance is true.
TEST_F(QueriesTest, APairIsExplainedAsTheFrameSeesIt) {
    const Referee referee(mesh, {1, 1, 1});
    Random random(12);
    int touching = 0, refuted = 0;
    for (int i = 0; i < 200; ++i) {
        Scene two;
        const Pose a{{}, scenes::RandomRotation(14, 2 * i)},
            b{random.Direction() * random.Between(1, 4), scenes::RandomRotation(14, 2 * i + 1)};
        const BodyHandle first = AddBody(two, tree, a), second = AddBody(two, tree, b);
        ASSERT_EQ(two.Step(), "");
        Traversal traversal;
        traversal.options.scheduler = Scheduler::BreadthFirst;
        BeginFrame(traversal, two);
        Advance(traversal, two, {});
        const Result<PairExplanation> answer = ExplainPair(two, first, second);
        ASSERT_TRUE(answer);
        EXPECT_EQ(answer->verdict == PairVerdict::RootsApart, traversal.pairs.empty());
        EXPECT_EQ(answer->verdict == PairVerdict::Touching,
                  !traversal.pairs.empty() && traversal.pairs[0].state == PairState::Confirmed);
        EXPECT_LE(answer->least, Referee::Distance(referee, a, referee, b) + 1e-12);
        touching += answer->verdict == PairVerdict::Touching;
        if (answer->verdict != PairVerdict::NodesApart) continue;
        ++refuted;
        EXPECT_GT(answer->levelA + answer->levelB, 0);
        EXPECT_LT(std::max(answer->levelA, answer->levelB), tree->levelCount);
    }
    EXPECT_GT(touching, 5);
    EXPECT_GT(refuted, 5);
    Scene two;
    const BodyHandle first = AddBody(two, tree, {}), second = AddBody(two, tree, {});
    ASSERT_EQ(two.SetFilter(second, 1, 0), "");
    ASSERT_EQ(two.Step(), "");
    EXPECT_EQ(ExplainPair(two, first, second)->verdict, PairVerdict::Ignored);
    EXPECT_FALSE(ExplainPair(two, first, first));
    EXPECT_FALSE(ExplainPair(two, first, {}));
}

TEST_F(QueriesTest, StaleHandlesGetASentence) {
    const BodyHandle body = AddBody(scene, ball, {});
    EXPECT_FALSE(MeasureDistance(scene, body, {}));
    EXPECT_FALSE(FindImpact(scene, {}, body, 1, 0));
    EXPECT_FALSE(FindImpact(scene, body, body, -1, 0));
}

}  // namespace
}  // namespace spheretree
