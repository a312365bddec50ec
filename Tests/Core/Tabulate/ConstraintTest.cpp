#include "Core/Tabulate/TabulateFixtures.h"
#include "Tabulate/Joint.h"
#include "Tabulate/MotionSpace.h"

#include <cmath>
#include <limits>

namespace spheretree {
namespace {

class Constraint : public testing::TestWithParam<MotionKind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, Constraint, testing::ValuesIn(AllMotionKinds()), [](const auto& about) {
    std::string name = MotionKindName(about.param);
    std::erase(name, '-');
    return name;
});

TEST_P(Constraint, ParametersAndPosesAreTheSameThing) {
    const MotionConstraint constraint = MakeConstraint(GetParam());
    ASSERT_EQ(FindConstraintFault(constraint), "");
    Random random(7);
    for (int i = 0; i < 200; ++i) {
        const std::vector<double> values = RandomParameters(constraint, random);
        const Pose pose = PoseOfMotion(constraint, values);
        const std::vector<double> back = ParametersOfPose(constraint, pose);
        ASSERT_EQ(back.size(), values.size());
        for (size_t k = 0; k < values.size(); ++k) EXPECT_NEAR(back[k], values[k], 1e-9) << "parameter " << k;
        EXPECT_LT(PoseDistance(PoseOfMotion(constraint, back), pose, {}, 1), 1e-9);
    }
}

TEST_P(Constraint, PosesBeyondTheRangesAreTakenBackIntoThem) {
    const MotionConstraint constraint = MakeConstraint(GetParam());
    MotionConstraint wider = constraint;
    for (MotionRange& range : wider.ranges) range = {range.low - 0.3, range.high + 0.3};
    wider.cone += 0.3;
    Random random(8);
    for (int i = 0; i < 100; ++i) {
        const std::vector<double> back =
            ParametersOfPose(constraint, PoseOfMotion(wider, RandomParameters(wider, random)));
        const std::vector<MotionRange> ranges = ParameterRanges(constraint);
        for (size_t k = 0; k < back.size(); ++k) {
            EXPECT_GE(back[k], ranges[k].low - 1e-12);
            EXPECT_LE(back[k], ranges[k].high + 1e-12);
        }
    }
}

// The heart of the proof: within a cell no centre moves farther from where it is in the middle than the margin says.
TEST_P(Constraint, NoSphereLeavesItsMargin) {
    const MotionConstraint constraint = MakeConstraint(GetParam());
    const BodySpheres body = MakeBall(3, 20, 0.1);
    DisplacementField field;
    field.weight = {-0.5, 1};
    Random random(9);
    for (int i = 0; i < 20; ++i) field.displacements.push_back(random.Direction() * 0.2);
    const std::vector<DisplacementField> fields{field};
    const MotionSpace space(constraint, body, fields);
    double closest = 0;
    for (int64_t root = 0; root < space.RootCount(); ++root) {
        const SamplingPlan plan(space, root, {0.3, 0, 8, 2});
        MotionCell cell = space.Root(root);
        for (size_t level = 0; level < plan.halves.size(); ++level) {
            const BodyPlace middle = space.Place(cell.middle);
            for (int i = 0; i < 60; ++i) {
                Parameters values = cell.middle;
                for (size_t k = 0; k < space.ParameterCount(); ++k) {
                    const double part = i % 3 == 0 ? (random.Below(2) ? 1 : -1) : random.Between(-1, 1);  // corners too
                    values[k] += plan.halves[level][k] * part;
                }
                const BodyPlace place = space.Place(values);
                for (size_t s = 0; s < body.spheres.size(); ++s) {
                    const double moved = Distance(space.CentreAt(place, s), space.CentreAt(middle, s));
                    ASSERT_LE(moved, plan.margins[level][s] * (1 + 1e-9) + 1e-12);
                    if (plan.margins[level][s] > 0) closest = std::max(closest, moved / plan.margins[level][s]);
                }
            }
            if (level < plan.axis.size())
                cell.middle[static_cast<size_t>(plan.axis[level])] +=
                    (random.Below(2) ? 1 : -1) * plan.halves[level + 1][static_cast<size_t>(plan.axis[level])];
        }
    }
    EXPECT_GT(closest, 0.5) << "the margin is far larger than any motion";
}

TEST(Constraints, NonsenseIsASentence) {
    const auto faultOf = [](auto change) {
        MotionConstraint constraint = MakeConstraint(MotionKind::DoubleHinge);
        change(constraint);
        const Result<SubsetTable> table = TabulateSubsets(MakeBall(1, 3, 0.1), MakeBall(2, 3, 0.1), constraint);
        EXPECT_FALSE(table);
        return table ? "" : table.Sentence();
    };
    using C = MotionConstraint;
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THAT(faultOf([](C& c) { c.ranges[1] = {0.2, 0.1}; }), testing::HasSubstr("Range 2"));
    EXPECT_THAT(faultOf([](C& c) { c.ranges[0] = {kNan, 0.1}; }), testing::HasSubstr("Range 1"));
    EXPECT_THAT(faultOf([](C& c) { c.ranges[0] = {-8, 0.1}; }), testing::HasSubstr("full turn"));
    EXPECT_THAT(faultOf([](C& c) { c.ranges.pop_back(); }), testing::HasSubstr("2 ranges, not 1"));
    EXPECT_THAT(faultOf([](C& c) { c.axis = {}; }), testing::HasSubstr("axis has no direction"));
    EXPECT_THAT(faultOf([](C& c) { c.secondAxis = c.axis * -2.0; }), testing::HasSubstr("parallel"));
    EXPECT_THAT(faultOf([](C& c) { c.pivot.x = kNan; }), testing::HasSubstr("pivot"));
    EXPECT_THAT(faultOf([](C& c) { c.rest.rotation = {0, 0, 0, 0}; }), testing::HasSubstr("rest"));
    EXPECT_THAT(faultOf([](C& c) { c.kind = static_cast<MotionKind>(77); }), testing::HasSubstr("kind"));
    EXPECT_THAT(faultOf([](C& c) { c.kind = MotionKind::Poses; }), testing::HasSubstr("empty"));
    EXPECT_THAT(faultOf([](C& c) {
                    c.kind = MotionKind::Poses;
                    c.poses.resize(3'000'000);
                }),
                testing::HasSubstr("3000000 poses"));
    EXPECT_THAT(faultOf([](C& c) {
                    c.kind = MotionKind::Ball;
                    c.cone = -1;
                    c.ranges.pop_back();
                }),
                testing::HasSubstr("cone"));
    EXPECT_THAT(faultOf([](C& c) {
                    c.kind = MotionKind::Box;
                    c.ranges.assign(6, {-2, 2});
                }),
                testing::HasSubstr("quarter turn"));
}

}  // namespace
}  // namespace spheretree
