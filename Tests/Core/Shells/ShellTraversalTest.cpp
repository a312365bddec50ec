// Two bodies by shells, boxes, balls and mixed trees: no contact missed at any moment, slices change nothing.

#include "SphereTree/ShellTraversal.h"

#include "Base/Random.h"
#include "Core/Shells/ShellPairs.h"
#include "Core/TestSupport.h"
#include "Core/Traverse/Referee.h"
#include "Scene/Rigid.h"
#include "Scenes/Bodies.h"
#include "Scenes/Meshes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace spheretree {
namespace {

constexpr TreeKind kTreeKinds[] = {TreeKind::Shells, TreeKind::Boxes, TreeKind::Balls, TreeKind::Mixed};

struct ShellShape {
    std::array<ShellTree, 4> trees;
    double radius = 0;
    double scale = 1;
    Referee referee;
};

const std::vector<ShellShape>& ShellShapes() {
    static const std::vector<ShellShape>* shapes = [] {
        auto* made = new std::vector<ShellShape>;
        for (const char* name : {"bunny-1500", "dragon-1500", "torus", "s-shape", "plate"}) {
            const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
            std::array<ShellTree, 4> trees;
            for (size_t k = 0; k < 4; ++k) {
                ShellRecipe recipe;
                recipe.kind = kTreeKinds[k];
                recipe.trialQueries = 4;
                recipe.trialTests = 4000;
                trees[k] = *BuildShellTree(mesh, recipe);
            }
            const OrientedBox box = trees[1].boxes[0];
            for (const double scale : {1.0, 0.3, 5.0})
                made->push_back({trees, Length(box.half) * scale, scale, Referee(mesh, Vec3{1, 1, 1} * scale)});
        }
        return made;
    }();
    return *shapes;
}

struct ShellPlacement {
    const ShellShape *a, *b;
    Pose poseA, poseB;

    ShellBody Body(int side, size_t kind) const {
        const ShellShape& shape = side ? *b : *a;
        return {&shape.trees[kind], side ? poseB : poseA, shape.scale};
    }
    bool Truth() const { return Referee::Intersect(a->referee, poseA, b->referee, poseB); }
};

/// As in issue 4's scenario: many in near contact, some far from the origin.
ShellPlacement PlacementOf(int64_t index) {
    Random random = Random::OfItem(99, index);
    const auto& shapes = ShellShapes();
    const auto any = [&] { return &shapes[static_cast<size_t>(random.Below(static_cast<int64_t>(shapes.size())))]; };
    ShellPlacement place{any(), any(), {}, {}};
    place.poseA.rotation = scenes::RandomRotation(6, 2 * index);
    place.poseB.rotation = scenes::RandomRotation(6, 2 * index + 1);
    const auto centre = [](const ShellShape& shape, const Pose& pose) {
        return ToRotation(Normalized(pose.rotation)) * (shape.trees[1].boxes[0].centre * shape.scale);
    };
    place.poseA.position = random.Below(4) == 0 ? random.Direction() * 1e7 : Vec3{};
    const Vec3 start = place.poseA.position + centre(*place.a, place.poseA) - centre(*place.b, place.poseB);
    const Vec3 way = random.Direction() * (place.a->radius + place.b->radius);
    place.poseB.position = start + way * random.Between(0.05, 0.95);
    if (index % 3) return place;
    double near = 0, far = 1.01;  // the farthest at which FCL sees them touch, or just beyond it
    for (int i = 0; i < (index % 2 ? 12 : 40); ++i) {
        const double half = (near + far) / 2;
        place.poseB.position = start + way * half;
        (place.Truth() ? near : far) = half;
    }
    place.poseB.position = start + way * (index % 4 ? near : far);
    return place;
}

/// SPHERETREE_SHELL_PLACEMENTS asks for more, SPHERETREE_SHELL_FIRST for others (Docs/Shells.md).
int64_t PlacementCount() { return AskedCount("SPHERETREE_SHELL_PLACEMENTS", shelltest::kIsOptimised ? 600 : 200); }
int64_t FirstPlacement() { return AskedCount("SPHERETREE_SHELL_FIRST", 0); }

TEST(ShellTraversal, WheneverFclSeesAnIntersectionThePairIsNotRefuted) {
    int64_t intersecting = 0, missed = 0, falsely = 0, wrongBound = 0;
    const int64_t count = PlacementCount();
    for (int64_t i = FirstPlacement(); i < FirstPlacement() + count; ++i) {
        const ShellPlacement place = PlacementOf(i);
        const bool truth = place.Truth();
        const double distance =
            i % 8 == 0 ? Referee::Distance(place.a->referee, place.poseA, place.b->referee, place.poseB) : 0;
        intersecting += truth;
        for (size_t kind = 0; kind < 4; ++kind) {
            ShellTraversalOptions options;
            options.order = i % 2 ? ShellOrder::BestFirst : ShellOrder::DepthFirst;
            Result<ShellTraversal> pair = BeginShellPair(place.Body(0, kind), place.Body(1, kind), options);
            ASSERT_TRUE(pair) << pair.Sentence();
            for (const int64_t operations :
                 {int64_t{0}, int64_t{1}, int64_t{1000}, int64_t{100000}, Budget::kNoLimit}) {
                if (operations) AdvanceShellPair(*pair, Budget::Operations(operations));
                missed += truth && pair->state == PairState::Refuted;
                wrongBound += pair->state != PairState::Refuted && !(distance <= pair->bound * (1 + 1e-12) + 1e-9);
            }
            ASSERT_TRUE(pair->open.empty());
            falsely += !truth && pair->state == PairState::Confirmed;
        }
    }
    EXPECT_EQ(missed, 0);
    EXPECT_EQ(wrongBound, 0);
    EXPECT_GT(intersecting, count / 10);
    EXPECT_LT(intersecting, count * 9 / 10);
    EXPECT_LE(falsely, count / 50) << "by a hair FCL may err; not often";
    printf("    %lld placements, %lld intersect, %lld missed, %lld confirmed where FCL saw none\n",
           static_cast<long long>(count), static_cast<long long>(intersecting), static_cast<long long>(missed),
           static_cast<long long>(falsely));
}

void ExpectSame(const ShellTraversal& a, const ShellTraversal& b) {
    EXPECT_EQ(a.contacts, b.contacts);
    EXPECT_EQ(a.counters, b.counters);
    EXPECT_EQ(a.open, b.open);
    EXPECT_EQ(a.state, b.state);
    EXPECT_EQ(a.bound, b.bound);
}

TEST(ShellTraversal, SlicesOfOneOperationGiveTheSameBitsAndTheBoundNeverRises) {
    for (int64_t i = 0; i < 12; i += shelltest::kIsOptimised ? 1 : 5)
        for (size_t kind = 0; kind < 4; ++kind) {
            const ShellPlacement place = PlacementOf(i);
            ShellTraversalOptions options;
            options.goal = i % 2 ? ShellGoal::All : ShellGoal::First;
            options.order = i % 3 ? ShellOrder::BestFirst : ShellOrder::DepthFirst;
            ShellTraversal whole = *BeginShellPair(place.Body(0, kind), place.Body(1, kind), options);
            ShellTraversal sliced = whole;
            const Progress all = AdvanceShellPair(whole);
            EXPECT_TRUE(all.finished);
            int64_t operations = 0;
            double bound = sliced.bound;
            while (!sliced.open.empty()) {
                operations += AdvanceShellPair(sliced, Budget::Operations(1)).operations;
                ASSERT_LE(sliced.bound, bound);
                bound = sliced.bound;
            }
            EXPECT_EQ(operations, all.operations);
            ExpectSame(whole, sliced);
        }
}

TEST(ShellTraversal, ABudgetOfOperationsIsKeptOverAllCalls) {
    const ShellPlacement place = PlacementOf(0);
    ShellTraversalOptions options;
    options.goal = ShellGoal::All;
    ShellTraversal pair = *BeginShellPair(place.Body(0, 0), place.Body(1, 0), options);
    const int64_t most = 2 * options.costs.shellTest + 2 * options.costs.update + 2 * options.costs.triangleTest;
    int64_t spent = 0;
    for (int64_t calls = 1; calls < 200 && !pair.open.empty(); ++calls) {
        spent += AdvanceShellPair(pair, Budget::Operations(500)).operations;
        ASSERT_LE(spent, calls * 500 + most);
    }
}

TEST(ShellTraversal, ABudgetOfTimeStopsAndGoesOn) {
    const ShellPlacement place = PlacementOf(0);
    ShellTraversal whole = *BeginShellPair(place.Body(0, 0), place.Body(1, 0), {});
    ShellTraversal sliced = whole;
    AdvanceShellPair(whole);
    Host host;
    double now = 0;
    host.clockSeconds = [&now] { return now += 1e-6; };
    int64_t calls = 0;
    for (; !sliced.open.empty() && calls < 100000; ++calls) AdvanceShellPair(sliced, Budget::Seconds(2.5e-6), host);
    EXPECT_GT(calls, 1);
    ExpectSame(whole, sliced);
}

TEST(ShellTraversal, AllContactsAreThoseOfEveryTriangleAgainstEvery) {
    const TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    std::vector<std::vector<std::pair<int32_t, int32_t>>> found;
    for (const TreeKind kind : kTreeKinds) {
        ShellRecipe recipe;
        recipe.kind = kind;
        const ShellTree tree = *BuildShellTree(mesh, recipe);
        ShellTraversalOptions options;
        options.goal = ShellGoal::All;
        const Pose pose{{0.6, 0.1, 0.2}, {0.5, 0.1, 0, 1}};
        ShellTraversal pair = *BeginShellPair({&tree, {}, 1}, {&tree, pose, 1}, options);
        AdvanceShellPair(pair);
        auto& pairs = found.emplace_back();
        for (const TrianglePairFound& contact : pair.contacts) pairs.emplace_back(contact.a, contact.b);
        std::sort(pairs.begin(), pairs.end());
    }
    EXPECT_GT(found[0].size(), 20u);
    for (const auto& pairs : found) EXPECT_EQ(pairs, found[0]);
}

TEST(ShellTraversal, NonsenseIsASentence) {
    const ShellTree& tree = ShellShapes()[0].trees[0];
    const double nan = std::nan("");
    EXPECT_FALSE(BeginShellPair({nullptr, {}, 1}, {&tree, {}, 1}));
    EXPECT_FALSE(BeginShellPair({&tree, {{nan, 0, 0}, {}}, 1}, {&tree, {}, 1}));
    EXPECT_FALSE(BeginShellPair({&tree, {{}, {0, 0, 0, 0}}, 1}, {&tree, {}, 1}));
    for (const double scale : {0.0, -1.0, nan, HUGE_VAL})
        EXPECT_FALSE(BeginShellPair({&tree, {}, 1}, {&tree, {}, scale}));
}

TEST(ShellTraversal, TreesOfDifferentKindsMeetEachOther) {
    for (int64_t i = 0; i < 40; ++i) {
        const ShellPlacement place = PlacementOf(i);
        const bool truth = place.Truth();
        for (size_t a = 0; a < 4; ++a)
            for (size_t b = 0; b < 4; ++b) {
                if (a == b) continue;
                ShellTraversal pair = *BeginShellPair(place.Body(0, a), place.Body(1, b), {});
                AdvanceShellPair(pair);
                if (truth) {
                    EXPECT_EQ(pair.state, PairState::Confirmed) << i << ": " << a << " against " << b;
                }
            }
    }
}

}  // namespace
}  // namespace spheretree
