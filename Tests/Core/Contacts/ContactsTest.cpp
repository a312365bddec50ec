#include "Base/Random.h"
#include "Core/Traverse/FrameFixtures.h"
#include "Scene/Rigid.h"

#include <gmock/gmock.h>

#include <cmath>
#include <set>

namespace spheretree {
namespace {

struct Frame {
    Scene& scene;
    Traversal traversal;
    Contacts contacts;
    void Run(const Budget& budget = {}) {
        ASSERT_EQ(scene.Step(), "");
        BeginFrame(traversal, scene);
        Advance(traversal, scene, budget);
        EndFrame(traversal, scene);
        CollectContacts(traversal, scene, {}, contacts);
    }
};

class ContactsTest : public testing::Test {
protected:
    TreePointer ball = MakeTree(scenes::MakeIcosphere(3));
    TreePointer single = MakeTree(scenes::MakeIcosphere(3), 0);  // one ball of radius 1
    Scene scene;
    Frame frame{scene, {}, {}};
};

TEST_F(ContactsTest, BeginStayEndWithOneId) {
    AddBody(scene, ball, {});
    const BodyHandle other = AddBody(scene, ball, {{5, 0, 0}, {}});
    frame.Run();
    EXPECT_TRUE(frame.contacts.contacts.empty());
    scene.Move(other, {{1.8, 0, 0}, {}});
    frame.Run();
    ASSERT_EQ(frame.contacts.contacts.size(), 1u);
    EXPECT_EQ(frame.contacts.contacts[0].event, ContactEvent::Begin);
    const uint64_t id = frame.contacts.contacts[0].id;
    scene.Move(other, {{1.7, 0, 0}, {}});
    frame.Run();
    ASSERT_EQ(frame.contacts.contacts.size(), 1u);
    EXPECT_EQ(frame.contacts.contacts[0].event, ContactEvent::Stay);
    EXPECT_EQ(frame.contacts.contacts[0].id, id);
    for (const double x : {2.3, 9.0}) {  // within the bounds' boxes or far away: both end it
        scene.Move(other, {{1.7, 0, 0}, {}});
        frame.Run();
        const uint64_t now = frame.contacts.contacts[0].id;
        scene.Move(other, {{x, 0.4, 0.4}, {}});
        frame.Run();
        EXPECT_TRUE(frame.contacts.contacts.empty());
        ASSERT_EQ(frame.contacts.ended.size(), 1u) << x;
        EXPECT_EQ(frame.contacts.ended[0].id, now);
    }
    frame.Run();
    EXPECT_TRUE(frame.contacts.ended.empty()) << "an end is told once";
}

TEST_F(ContactsTest, TheContactsOfOneBodyAreFoundWithoutTheOthers) {
    std::vector<BodyHandle> bodies;
    for (int i = 0; i < 20; ++i) bodies.push_back(AddBody(scene, ball, {{i * 0.8, 0, 0}, {}}));
    bodies.push_back(AddBody(scene, ball, {{0, 50, 0}, {}}));
    frame.Run();
    ContactIndex index;
    EXPECT_EQ(index.Of(bodies[3]).begin(), index.Of(bodies[3]).end()) << "before it is built";
    index.Build(frame.contacts);
    for (const BodyHandle body : bodies) {
        std::vector<int32_t> expected;
        for (size_t i = 0; i < frame.contacts.contacts.size(); ++i)
            if (frame.contacts.contacts[i].a == body || frame.contacts.contacts[i].b == body)
                expected.push_back(static_cast<int32_t>(i));
        const ContactIndex::Range found = index.Of(body);
        EXPECT_EQ(std::vector<int32_t>(found.begin(), found.end()), expected);
        EXPECT_EQ(expected.empty(), body == bodies.back());
    }
}

TEST_F(ContactsTest, RemovingABodyWhileWalkingThroughContactsIsSafe) {
    for (int i = 0; i < 30; ++i) AddBody(scene, ball, {{i * 0.5, 0, 0}, {}});
    frame.Run();
    ASSERT_GT(frame.contacts.contacts.size(), 30u);
    std::set<uint64_t> began;
    for (const Contact& contact : frame.contacts.contacts) {
        began.insert(contact.id);
        scene.Remove(contact.a);
        BodyView view;
        EXPECT_FALSE(scene.Find(contact.a, view));
    }
    CollectContacts(frame.traversal, scene, {}, frame.contacts);  // what is dead is no contact any more
    EXPECT_TRUE(frame.contacts.contacts.empty());
    frame.Run();
    std::set<uint64_t> ended;
    for (const EndedContact& contact : frame.contacts.ended) ended.insert(contact.id);
    EXPECT_TRUE(ended.empty() || std::includes(began.begin(), began.end(), ended.begin(), ended.end()));
}

TEST_F(ContactsTest, RemovalEndsAContact) {
    AddBody(scene, ball, {});
    const BodyHandle other = AddBody(scene, ball, {{1, 0, 0}, {}});
    frame.Run();
    const uint64_t id = frame.contacts.contacts.at(0).id;
    scene.Remove(other);
    frame.Run();
    ASSERT_EQ(frame.contacts.ended.size(), 1u);
    EXPECT_EQ(frame.contacts.ended[0].id, id);
    EXPECT_EQ(frame.contacts.ended[0].b, other);
}

TEST_F(ContactsTest, PointsOfTwoBallsLieWhereTheyTouch) {
    AddBody(scene, single, {{1e7, 0, 0}, {}});
    AddBody(scene, single, {{1e7 + 1.95, 0, 0}, {}});
    frame.Run();
    const Contact& contact = frame.contacts.contacts.at(0);
    EXPECT_EQ(contact.state, ContactState::Leaf);
    EXPECT_TRUE(contact.isConfirmed);
    ASSERT_GE(contact.pointCount, 1);
    EXPECT_LE(contact.pointCount, 4);
    const ContactPoint& point = frame.contacts.points[static_cast<size_t>(contact.firstPoint)];
    EXPECT_NEAR(point.normal.x, 1, 1e-9);
    EXPECT_NEAR(point.position.x, 1e7 + 0.975, 1e-6);
    EXPECT_NEAR(point.depth, 0.05, 1e-6);
    EXPECT_GE(contact.errorBound, 0);
    EXPECT_LE(contact.errorBound, point.error);
}

// Two balls of many leaves that have sunk into one another: the exact normal at a point between them is known.
TEST_F(ContactsTest, NormalConesPointTheRightWay) {
    const TriangleMesh mesh = scenes::MakeIcosphere(3);
    SphereTree baked = scenes::MakeSplitTree(mesh, 3);
    baked.normalCones = MeasureNormalCones(baked, mesh);
    const TreePointer faced = *SharePackedTree(baked);
    double plainError = 0, facedError = 0;
    for (const bool withCones : {false, true}) {
        double& error = withCones ? facedError : plainError;
        double count = 0;
        for (int i = 0; i < 20; ++i) {
            Scene two;
            const Vec3 apart = Normalized(Vec3{1, 0.1 * i, 0.07 * i * i}) * 1.9;
            AddBody(two, withCones ? faced : ball, {{}, scenes::RandomRotation(1, i)}, {2, 2, 2});
            AddBody(two, withCones ? faced : ball, {apart * 2, scenes::RandomRotation(2, i)}, {2, 2, 2});
            Frame run{two, {}, {}};
            run.Run();
            for (const ContactPoint& point : run.contacts.points) {
                error += std::acos(std::clamp(Dot(point.normal, Normalized(apart)), -1.0, 1.0));
                count += 1;
            }
        }
        ASSERT_GT(count, 20);
        error /= count;
    }
    EXPECT_LT(facedError, 0.3) << "radians, on average";
    EXPECT_LT(facedError, plainError / 3);
    printf("    mean error of normals: %.3f rad from centres, %.3f rad from cones\n", plainError, facedError);
}

TEST_F(ContactsTest, ConesMustBeOnePerNode) {
    SphereTree baked = scenes::MakeSplitTree(scenes::MakeIcosphere(2), 2);
    baked.normalCones.resize(3);
    EXPECT_FALSE(PackTree(baked));
    baked.normalCones.resize(baked.nodes.size());
    EXPECT_TRUE(PackTree(baked));
}

TEST_F(ContactsTest, InterruptedContactsSaySo) {
    AddBody(scene, ball, {});
    AddBody(scene, ball, {{1.5, 0, 0}, {}});
    frame.Run(Budget::Operations(1));
    const Contact& contact = frame.contacts.contacts.at(0);
    EXPECT_EQ(contact.state, ContactState::Open);
    EXPECT_FALSE(contact.isConfirmed);
    EXPECT_GE(contact.pointCount, 1);
    const double coarse = contact.errorBound;
    frame.Run();
    EXPECT_EQ(frame.contacts.contacts.at(0).state, ContactState::Leaf);
    EXPECT_LT(frame.contacts.contacts.at(0).errorBound, coarse);
}

// Faster than floats can follow: the answer is coarse, and still no meeting is missed.
TEST_F(ContactsTest, AbsurdSpeedsMissNothing) {
    for (const double size : {1e-5, 1.0, 1e6})
        for (const double speed : {1e3, 1e7, 1e11})
            for (const double step : {1.0, 1e5}) {
                if (speed * step / 2 >= 1e12) continue;  // farther than a scene goes
                Scene fast;
                const BodyHandle a = AddBody(fast, ball, {{-speed * step / 2, 0, 0}, {}}, Vec3{1, 1, 1} * size);
                AddBody(fast, ball, {{0, size * 0.5, 0}, {}}, Vec3{1, 1, 1} * size);
                ASSERT_EQ(fast.SetVelocity(a, {speed, 0, 0}, {}), "");
                ASSERT_EQ(fast.Step(step), "");
                Traversal traversal;
                BeginFrame(traversal, fast);
                Advance(traversal, fast, Budget::Operations(5000));
                CollectContacts(traversal, fast, {}, frame.contacts);
                EXPECT_EQ(frame.contacts.contacts.size(), 1u) << size << " " << speed << " " << step;
            }
}

TEST_F(ContactsTest, DetailDecidesWhatIsTold) {
    AddBody(scene, ball, {});
    AddBody(scene, ball, {{1.5, 0, 0}, {}});
    for (const auto& [detail, points] : {std::pair{Detail::Simple, 0}, {Detail::Witnessed, 1}, {Detail::Full, 4}}) {
        scene.SetDefaultResponse(detail);
        Frame fresh{scene, {}, {}};
        fresh.Run();
        EXPECT_EQ(fresh.contacts.contacts.at(0).pointCount, points);
        EXPECT_EQ(fresh.contacts.contacts.at(0).state, ContactState::Leaf);
    }
}

TEST_F(ContactsTest, ReductionKeepsTheDeepest) {
    const TreePointer plate = MakeNamedTree("plate");
    AddBody(scene, plate, {});
    AddBody(scene, plate, {{0.05, 0.02, 0.01}, {0, 0, 0.05, 1}});
    frame.Run();
    const Contact few = frame.contacts.contacts.at(0);
    double deepestOfFew = -1, widest = 0;
    for (int i = 0; i < few.pointCount; ++i) {
        deepestOfFew = std::max(deepestOfFew, frame.contacts.points[static_cast<size_t>(i)].depth);
        for (int k = 0; k < i; ++k)
            widest = std::max(widest, Distance(frame.contacts.points[static_cast<size_t>(i)].position,
                                               frame.contacts.points[static_cast<size_t>(k)].position));
    }
    ContactOptions all;
    all.mostPoints = 1 << 20;
    CollectContacts(frame.traversal, scene, all, frame.contacts);
    ASSERT_GT(frame.contacts.points.size(), 4u);
    double deepest = -1, span = 0;
    for (const ContactPoint& point : frame.contacts.points) {
        deepest = std::max(deepest, point.depth);
        for (const ContactPoint& other : frame.contacts.points)
            span = std::max(span, Distance(point.position, other.position));
    }
    EXPECT_EQ(deepestOfFew, deepest);
    EXPECT_GE(widest, span / 2) << "a manifold must span what it stands for";
}

TEST_F(ContactsTest, PointIdsStayWhileTheSameNodesTouch) {
    AddBody(scene, ball, {});
    const BodyHandle other = AddBody(scene, ball, {{1.9, 0, 0}, {}});
    frame.Run();
    std::set<uint64_t> before, after;
    for (const ContactPoint& point : frame.contacts.points) before.insert(point.id);
    scene.Move(other, {{1.8999, 0, 0}, {}});
    frame.Run();
    for (const ContactPoint& point : frame.contacts.points) after.insert(point.id);
    EXPECT_EQ(before, after);
}

// A ground with a hill: bodies above it are free, bodies in it touch, and the bound holds.
TEST_F(ContactsTest, AHeightFieldIsAGround) {
    HeightFieldDescription field;
    field.columns = field.rows = 65;
    field.spacing = 0.5;
    for (int row = 0; row < 65; ++row)
        for (int column = 0; column < 65; ++column)
            field.heights.push_back(static_cast<float>(std::sin(column * 0.2) * std::cos(row * 0.15)));
    field.pose = {{-16, -16, 0}, {0, 0, 0.3, 1}};
    const Result<BodyHandle> ground = scene.AddHeightField(field);
    ASSERT_TRUE(ground);
    const BodyHandle body = AddBody(scene, ball, {});
    const Rotation turn = ToRotation(Normalized(field.pose.rotation));
    Random random(6);
    int touching = 0, apart = 0;
    for (int i = 0; i < 400; ++i) {
        const Vec3 local{random.Between(3, 29), random.Between(3, 29), random.Between(-1, 4)};
        scene.Move(body, {field.pose.position + turn * local, {}});
        frame.Run(i % 3 ? Budget::Unlimited() : Budget::Operations(i));
        // The lowest point of the unit ball against the four corners of its cell: above all is apart, below all
        // touches.
        double lowest = 1e9, highest = -1e9;
        for (int dx = -3; dx <= 3; ++dx)
            for (int dy = -3; dy <= 3; ++dy) {
                const auto at = static_cast<size_t>((static_cast<int>(local.y / 0.5) + dy) * 65 +
                                                    static_cast<int>(local.x / 0.5) + dx);
                highest = std::max(highest, static_cast<double>(field.heights[at]));
                if (dx >= 0 && dx < 2 && dy >= 0 && dy < 2)
                    lowest = std::min(lowest, static_cast<double>(field.heights[at]));
            }
        const bool contact = !frame.contacts.contacts.empty();
        if (local.z - 1 < lowest - 0.05) {
            EXPECT_TRUE(contact) << local.z << " " << lowest;
            ++touching;
        }
        if (local.z - 1 > highest + 0.6 && i % 3) {
            EXPECT_FALSE(contact) << local.z << " " << highest;
            ++apart;
        }
        for (const Contact& c : frame.contacts.contacts) {
            EXPECT_GE(c.errorBound, std::max(0.0, local.z - 1 - highest));
            for (const ContactPoint& point : frame.contacts.points)
                EXPECT_LT(point.normal.z * (c.a == *ground ? -1 : 1), 0.5);
        }
    }
    EXPECT_GT(touching, 50);
    EXPECT_GT(apart, 30);
}

TEST_F(ContactsTest, ImpulsesKeepMomentumAndSeparate) {
    AddBody(scene, single, {});
    AddBody(scene, single, {{1.8, 0.3, 0}, {}});
    frame.Run();
    std::vector<RigidBody> bodies(2);
    bodies[0] = {1, {2.5, 2.5, 2.5}, {1, 0, 0}, {0, 0, 0.5}, {}};
    bodies[1] = {0.5, {1.25, 1.25, 1.25}, {-2, 0.1, 0}, {}, {{1.8, 0.3, 0}, {}}};
    const auto momentum = [&] {
        return bodies[0].linearVelocity / bodies[0].inverseMass + bodies[1].linearVelocity / bodies[1].inverseMass;
    };
    const Vec3 before = momentum();
    ImpulseOptions options;
    options.pushOut = 0;
    ApplyImpulses(frame.contacts, options, bodies);
    EXPECT_LT(Distance(momentum(), before), 1e-9);
    EXPECT_GT(bodies[1].linearVelocity.x - bodies[0].linearVelocity.x, -0.05) << "they no longer approach";
    EXPECT_LT(bodies[1].linearVelocity.x - bodies[0].linearVelocity.x, 3.0) << "and do not gain speed";
}

TEST_F(ContactsTest, AStaticBodyDoesNotGiveWay) {
    AddBody(scene, ball, {});
    AddBody(scene, ball, {{0, 0, 1.9}, {}});
    frame.Run();
    std::vector<RigidBody> bodies(2);
    bodies[1] = {1, {2.5, 2.5, 2.5}, {0, 0, -3}, {}, {{0, 0, 1.9}, {}}};
    ApplyImpulses(frame.contacts, {}, bodies);
    EXPECT_EQ(bodies[0].linearVelocity, Vec3{});
    EXPECT_GT(bodies[1].linearVelocity.z, 0) << "it bounces";
}

}  // namespace
}  // namespace spheretree
