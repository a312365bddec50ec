// Promises 2 and 3 in a frame: whenever the triangles intersect, the pair is a contact, at whatever moment the
// traversal stops; and the bodies are never farther apart than a contact says.

#include "Base/Random.h"
#include "Core/TestSupport.h"
#include "Core/Traverse/FrameFixtures.h"
#include "Core/Traverse/Referee.h"
#include "Scene/Rigid.h"

#include <array>
#include <cmath>

namespace spheretree {
namespace {

// SPHERETREE_PLACEMENTS asks for another number of placements; SPHERETREE_FIRST_PLACEMENT begins elsewhere, so that a
// long run can be cut into pieces.
const int64_t kPlacements = AskedCount("SPHERETREE_PLACEMENTS", 200'000);
const int64_t kFirstPlacement = AskedCount("SPHERETREE_FIRST_PLACEMENT", 0);
constexpr int64_t kSweptPlacements = 20'000, kMeasuredPlacements = 1'500;
constexpr std::array<int64_t, 6> kCuts{0, 1, 10, 100, 1000, Budget::kNoLimit};  // operations, one after the other

struct Shape {
    TreePointer tree;
    Vec3 scale;
    Referee referee;
};

Vec3 RandomScale(Random& random, int kind) {
    if (kind == 0) return {1, 1, 1};
    const double s = std::exp2(random.Between(-3, 3));
    if (kind == 1) return Vec3{1, 1, 1} * s;
    const auto factor = [&] { return s * std::exp2(random.Between(-1.5, 1.5)) * (random.Below(4) == 0 ? -1 : 1); };
    const double x = factor(), y = factor(), z = factor();
    return {x, y, z};
}

const std::vector<Shape>& Shapes() {
    static const std::vector<Shape>* shapes = [] {
        auto* made = new std::vector<Shape>;
        Random random(11);
        for (const char* name : {"bunny-1500", "dragon-1500", "torus", "s-shape", "plate"}) {
            const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
            const TreePointer tree = MakeTree(mesh);
            for (const int kind : {0, 1, 2, 2}) {
                const Vec3 scale = RandomScale(random, kind);
                made->push_back({tree, scale, Referee(mesh, scale)});
            }
        }
        for (const char* name : {"bunny-1500", "s-shape"}) {  // and trees as they are baked
            const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
            Recipe recipe;
            recipe.method = Method::Merge;
            recipe.depth = 2;
            recipe.samplePoints = 1500;
            const Result<BakedTree> baked = BuildTree(mesh, recipe);
            EXPECT_TRUE(baked) << baked.Sentence();
            for (const int kind : {0, 1, 2, 2}) {
                const Vec3 scale = RandomScale(random, kind);
                made->push_back({*SharePackedTree(baked->tree), scale, Referee(mesh, scale)});
            }
        }
        return made;
    }();
    return *shapes;
}

double RadiusOf(const Shape& shape) { return LargestAbs(shape.scale) * shape.tree->unit; }

struct Placement {
    const Shape *a, *b;
    Pose poseA, poseB;
};

// The farthest along the way at which FCL still sees an intersection, within 1 / 2^halvings of it: a touch by a hair.
void MoveApart(Placement& place, const Vec3& middle, const Vec3& way, int halvings) {
    double near = 0, far = 1.01;
    for (int i = 0; i < halvings; ++i) {
        const double half = (near + far) / 2;
        place.poseB.position = middle + way * half;
        (Referee::Intersect(place.a->referee, place.poseA, place.b->referee, place.poseB) ? near : far) = half;
    }
    place.poseB.position = middle + way * near;
}

Placement RandomPlacement(int64_t index) {
    Random random = Random::OfItem(1234, index);
    const auto& shapes = Shapes();
    Placement place;
    place.a = &shapes[static_cast<size_t>(random.Below(static_cast<int64_t>(shapes.size())))];
    place.b = &shapes[static_cast<size_t>(random.Below(static_cast<int64_t>(shapes.size())))];
    place.poseA.rotation = scenes::RandomRotation(5, 2 * index);
    place.poseB.rotation = scenes::RandomRotation(5, 2 * index + 1);
    const Vec3 far = random.Below(4) == 0 ? random.Direction() * 1e7 : Vec3{};
    const double reach = RadiusOf(*place.a) + RadiusOf(*place.b);
    const Vec3 centreA = ToRotation(place.poseA.rotation) * Scaled(place.a->tree->origin, place.a->scale);
    const Vec3 centreB = ToRotation(place.poseB.rotation) * Scaled(place.b->tree->origin, place.b->scale);
    const Vec3 way = random.Direction() * reach;
    place.poseA.position = far;
    place.poseB.position = far + centreA - centreB + way * random.Between(0.05, 0.95);
    if (index % 5 == 0) MoveApart(place, far + centreA - centreB, way, index % 50 == 0 ? 44 : 10);
    return place;
}

struct Pair {
    Scene scene;
    Traversal traversal;
    Pair(const Placement& place, const Pose& poseA, const Pose& poseB) {
        AddBody(scene, place.a->tree, poseA, place.a->scale);
        AddBody(scene, place.b->tree, poseB, place.b->scale);
    }
    void Begin(double timeStep) {
        ASSERT_EQ(scene.Step(timeStep), "");
        BeginFrame(traversal, scene);
    }
    bool Touches() const { return !traversal.pairs.empty() && traversal.pairs[0].state != PairState::Refuted; }
    double Bound() const { return traversal.pairs[0].bound; }
};

TEST(NoMissedContact, WheneverTrianglesIntersectThePairIsAContact) {
    int64_t intersecting = 0, claimed = 0, missed = 0;
    for (int64_t index = kFirstPlacement; index < kFirstPlacement + kPlacements; ++index) {
        const Placement place = RandomPlacement(index);
        const bool truth = Referee::Intersect(place.a->referee, place.poseA, place.b->referee, place.poseB);
        Pair pair(place, place.poseA, place.poseB);
        pair.traversal.options.scheduler = static_cast<Scheduler>(index % 4);
        pair.Begin(0);
        for (const int64_t operations : kCuts) {
            if (operations) Advance(pair.traversal, pair.scene, Budget::Operations(operations));
            if (truth && !pair.Touches()) ++missed;
        }
        intersecting += truth;
        claimed += pair.Touches();
    }
    EXPECT_EQ(missed, 0);
    EXPECT_GT(intersecting, kPlacements / 10) << "the placements no longer ask anything";
    EXPECT_LT(claimed, kPlacements * 9 / 10) << "everything touches: nothing is tested";
    RecordProperty("intersecting", static_cast<int>(intersecting));
    RecordProperty("claimed", static_cast<int>(claimed));
    printf("    %lld placements intersect, %lld are claimed\n", static_cast<long long>(intersecting),
           static_cast<long long>(claimed));
}

TEST(NoMissedContact, WhoeverMeetsDuringTheStepIsAContact) {
    int64_t passing = 0, missed = 0;
    for (int64_t index = 0; index < kSweptPlacements; ++index) {
        const Placement place = RandomPlacement(index);
        Random random = Random::OfItem(77, index);
        const double reach = RadiusOf(*place.a) + RadiusOf(*place.b);
        const Vec3 velocity = random.Direction() * (reach * random.Between(0, 200));  // up to three lengths per step
        const Vec3 turning = random.Direction() * random.Between(0, 60);
        constexpr double kStep = 1.0 / 60;
        const Pose start{place.poseB.position - velocity * (kStep * random.Uniform()), place.poseB.rotation};
        const auto at = [&](double t) {
            return Pose{start.position + velocity * t, Multiply(FromTurn(turning * t), start.rotation)};
        };
        bool truth = false;
        for (int i = 0; i <= 4 && !truth; ++i)
            truth = Referee::Intersect(place.a->referee, place.poseA, place.b->referee,
                                       at(kStep * (i == 4 ? random.Uniform() : i / 3.0)));
        const bool atStart = Referee::Intersect(place.a->referee, place.poseA, place.b->referee, start);
        Pair pair(place, place.poseA, start);
        if (index % 10)
            pair.scene.SetDefaultResponse(Detail::Simple);  // a fast spinner has a hundred thousand node pairs
        ASSERT_EQ(pair.scene.SetVelocity(pair.scene.Bodies()[1], velocity, turning), "");
        pair.Begin(kStep);
        for (const int64_t operations : kCuts) {
            if (operations) Advance(pair.traversal, pair.scene, Budget::Operations(operations));
            if (truth && !pair.Touches()) ++missed;
        }
        passing += truth && !atStart;
    }
    EXPECT_EQ(missed, 0);
    EXPECT_GT(passing, kSweptPlacements / 20) << "nobody meets on the way: nothing is tested";
}

TEST(NoMissedContact, NobodyIsFartherApartThanTheBoundSays) {
    int64_t contacts = 0, wrong = 0;
    double ratios = 0, apartRatios = 0;
    int64_t apart = 0;
    for (int64_t index = 0; index < kMeasuredPlacements; ++index) {
        const Placement place = RandomPlacement(index);
        const double distance = Referee::Distance(place.a->referee, place.poseA, place.b->referee, place.poseB);
        Pair pair(place, place.poseA, place.poseB);
        pair.Begin(0);
        for (const int64_t operations : kCuts) {
            if (operations) Advance(pair.traversal, pair.scene, Budget::Operations(operations));
            if (!pair.Touches()) break;
            ++contacts;
            wrong += !(distance <= pair.Bound());
            ratios += distance / pair.Bound();
            if (distance > 0 && operations == Budget::kNoLimit) {
                ++apart;
                apartRatios += distance / pair.Bound();
            }
            Traversal copy = pair.traversal;
            GatherFronts(copy);
            for (const NodePair& nodes : copy.gathered) wrong += !(distance <= static_cast<double>(nodes.error));
        }
    }
    EXPECT_EQ(wrong, 0);
    EXPECT_GT(contacts, kMeasuredPlacements);
    EXPECT_GT(apart, 10);
    printf("    mean of true separation / bound: %.3f over %lld; finished and apart: %.3f over %lld\n",
           ratios / static_cast<double>(contacts), static_cast<long long>(contacts),
           apartRatios / static_cast<double>(apart), static_cast<long long>(apart));
}

}  // namespace
}  // namespace spheretree
