#include "Archive/Crc64.h"
#include "Core/Tabulate/TabulateFixtures.h"
#include "Scenes/Hosts.h"

#include <algorithm>

namespace spheretree {
namespace {

class Tabulate : public testing::TestWithParam<MotionKind> {
protected:
    const BodySpheres a_ = MakeBall(11, 150, 0.06), b_ = MakeBall(12, 130, 0.06);
    const MotionConstraint constraint_ = MakeConstraint(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Kinds, Tabulate, testing::ValuesIn(AllMotionKinds()), [](const auto& about) {
    std::string name = MotionKindName(about.param);
    std::erase(name, '-');
    return name;
});

SubsetOptions Coarse(SubsetReduction reduction, SubsetKeep keep = SubsetKeep::Bodies, double loss = 0) {
    SubsetOptions options;
    options.fraction = 1;
    options.reduction = reduction;
    options.keep = keep;
    options.loss = loss;
    options.boundaryLevels = 3;
    options.mostCells = 1 << 12;
    return options;
}

TEST_P(Tabulate, TheTableHoldsEveryPairThatMeetsAnywhere) {
    const SubsetTable table = MadeTable(a_, b_, constraint_, Coarse(SubsetReduction::None));
    ASSERT_EQ(FindTableFault(table), "");
    Random random(3);
    int64_t met = 0;
    for (int i = 0; i < 400; ++i) {
        const Pose pose = PoseOfMotion(constraint_, RandomParameters(constraint_, random));
        for (const RefereePair& pair : PairsWithin(a_, b_, pose, 0)) {
            ++met;
            ASSERT_TRUE(HasPair(table, pair.a, pair.b)) << pair.a << ", " << pair.b;
        }
    }
    EXPECT_GT(met, 0);
    EXPECT_LT(table.figures.collidingPairs, table.figures.all[0] * table.figures.all[1] / 2);
}

TEST_P(Tabulate, TheCoverTellsOfEveryCollision) {
    for (const double loss : {0.0, 0.03}) {
        const SubsetTable bodies =
            MadeTable(a_, b_, constraint_, Coarse(SubsetReduction::Cover, SubsetKeep::Bodies, loss));
        const SubsetTable rows = MadeTable(a_, b_, constraint_, Coarse(SubsetReduction::Cover, SubsetKeep::Rows, loss));
        EXPECT_LE(bodies.figures.keptPairs, rows.figures.keptPairs);
        EXPECT_LE(rows.figures.keptPairs, rows.figures.collidingPairs);
        Random random(4);
        for (int i = 0; i < 300; ++i) {
            const Pose pose = PoseOfMotion(constraint_, RandomParameters(constraint_, random));
            const std::vector<RefereePair> meeting = PairsWithin(a_, b_, pose, 0),
                                           near = PairsWithin(a_, b_, pose, loss);
            const auto holds = [&](const SubsetTable& table, int32_t row) {
                return std::any_of(near.begin(), near.end(), [&](const RefereePair& pair) {
                    return (row < 0 || pair.a == row) && HasPair(table, pair.a, pair.b);
                });
            };
            if (!meeting.empty()) {
                ASSERT_TRUE(holds(bodies, -1));
            }
            for (const RefereePair& pair : meeting) ASSERT_TRUE(holds(rows, pair.a));
        }
    }
}

TEST_P(Tabulate, PairsAreOrderedByLikelihoodWithinTheirRows) {
    const SubsetTable table = MadeTable(a_, b_, constraint_, Coarse(SubsetReduction::None));
    ASSERT_GT(table.pairs.size(), 0u);
    double rowBest = 2;
    for (size_t i = 0; i < table.pairs.size(); ++i) {
        const bool newRow = i == 0 || table.pairs[i].a != table.pairs[i - 1].a;
        EXPECT_LE(table.pairs[i].likelihood, newRow ? rowBest : table.pairs[i - 1].likelihood);
        if (newRow) rowBest = table.pairs[i].likelihood;
    }
}

TEST_P(Tabulate, TheSameOnOneThreadAndOnThree) {
    const SubsetOptions options = Coarse(SubsetReduction::Cover);
    const std::vector<uint8_t> one = WriteSubsets(MadeTable(a_, b_, constraint_, options));
    EXPECT_EQ(one, WriteSubsets(MadeTable(a_, b_, constraint_, options, {}, scenes::MakeThreadedHost(3))));
}

// Stored: another compiler, or another optimisation, must come to the same bytes.
TEST(TabulateBytes, AreThoseThatWereWrittenBefore) {
    uint64_t sum = 0;
    for (const MotionKind kind : AllMotionKinds()) {
        const std::vector<uint8_t> bytes = WriteSubsets(MadeTable(
            MakeBall(11, 150, 0.06), MakeBall(12, 130, 0.06), MakeConstraint(kind), Coarse(SubsetReduction::Cover)));
        sum = Crc64(bytes.data(), bytes.size(), sum);
    }
    EXPECT_EQ(sum, 0xd97feb786723182du);
}

TEST(TabulateLimits, FewCellsGiveALargerMarginAndMissNothing) {
    const BodySpheres a = MakeBall(1, 40, 0.05), b = MakeBall(2, 40, 0.05);
    MotionConstraint constraint = MakeConstraint(MotionKind::Box);
    constraint.rest.position = {1.4, 0, 0};
    SubsetOptions few = Coarse(SubsetReduction::None);
    few.mostCells = 64;
    const SubsetTable rough = MadeTable(a, b, constraint, few);
    EXPECT_LE(rough.figures.poses, 64);
    EXPECT_GT(rough.figures.reachedFraction, few.fraction);
    few.mostCells = 1 << 13;
    const SubsetTable fine = MadeTable(a, b, constraint, few);
    EXPECT_LT(fine.figures.largestMargin, rough.figures.largestMargin);
    EXPECT_LT(fine.figures.keptPairs, rough.figures.keptPairs);
    for (const SubsetTable* table : {&rough, &fine}) {
        const Result<SubsetVerdict> verdict = VerifySubsets(*table, a, b, {500, 1});
        ASSERT_TRUE(verdict) << verdict.Sentence();
        EXPECT_EQ(verdict->sentence, "");
        EXPECT_GT(verdict->collidingPoses, 0);
    }
}

TEST(TabulateLimits, WhatIsTooMuchIsASentence) {
    const BodySpheres a = MakeBall(1, 40, 0.3), b = MakeBall(2, 40, 0.3);
    MotionConstraint constraint = MakeConstraint(MotionKind::Hinge);
    SubsetOptions options = Coarse(SubsetReduction::None);
    options.mostPairs = 10;
    EXPECT_THAT(TabulateSubsets(a, b, constraint, options).Sentence(), testing::HasSubstr("coarser level"));
    constraint.kind = MotionKind::Poses;
    constraint.poses.assign(5000, constraint.rest);
    options = Coarse(SubsetReduction::None);
    options.mostCells = 1000;
    EXPECT_THAT(TabulateSubsets(a, b, constraint, options).Sentence(), testing::HasSubstr("Leave some poses out"));
    options.mostCells = 10000;
    EXPECT_EQ(MadeTable(a, b, constraint, options).figures.poses, 4999);
    options.fraction = 0;
    EXPECT_THAT(TabulateSubsets(a, b, constraint, options).Sentence(), testing::HasSubstr("fraction"));
    EXPECT_THAT(TabulateSubsets(a, {}, constraint).Sentence(), testing::HasSubstr("no sphere"));
    BodySpheres bad = b;
    bad.spheres[7].radius = 0;
    EXPECT_THAT(TabulateSubsets(a, bad, constraint).Sentence(), testing::HasSubstr("sphere 7"));
    DisplacementField field;
    field.displacements.resize(3);
    EXPECT_THAT(TabulateSubsets(a, b, constraint, {}, {field}).Sentence(), testing::HasSubstr("3 displacements"));
}

TEST(TabulateLimits, ACancelIsHeardAndProgressNeverFalls) {
    const BodySpheres a = MakeBall(1, 60, 0.1), b = MakeBall(2, 60, 0.1);
    double last = 0;
    Host host;
    host.progress = [&](double fraction) {
        EXPECT_GE(fraction, last);
        last = fraction;
        return true;
    };
    MadeTable(a, b, MakeConstraint(MotionKind::Ball), Coarse(SubsetReduction::Cover), {}, host);
    EXPECT_EQ(last, 1);
    for (const double at : {0.0, 0.3, 0.8}) {
        host.progress = [&](double fraction) { return fraction < at; };
        const Result<SubsetTable> table =
            TabulateSubsets(a, b, MakeConstraint(MotionKind::Ball), Coarse(SubsetReduction::Cover), {}, host);
        EXPECT_FALSE(table);
        EXPECT_THAT(table.Sentence(), testing::HasSubstr("cancelled"));
    }
}

TEST(BodySphereSets, ALevelIsItsSpheresAndTheLeavesAboveIt) {
    SphereTree tree;
    tree.nodes = {{{{0, 0, 0}, 2}, 1, -1, 1, 2, 0},
                  {{{1, 0, 0}, 1}, 0.5, 0, -1, 0, 1},
                  {{{-1, 0, 0}, 1}, 0.5, 0, 3, 1, 1},
                  {{{-1, 0, 0}, 0.9}, 0.4, 2, -1, 0, 2}};
    const Result<BodySpheres> top = SpheresOfLevel(tree, 0), fine = SpheresOfLevel(tree, 2),
                              deep = SpheresOfLevel(tree, 9);
    ASSERT_TRUE(top && fine && deep);
    EXPECT_EQ(top->originals, (std::vector<int32_t>{0}));
    EXPECT_EQ(fine->originals, (std::vector<int32_t>{1, 3}));
    EXPECT_EQ(deep->originals, fine->originals);
    EXPECT_EQ(deep->level, 2);
    EXPECT_NE(FingerprintOf(*top), FingerprintOf(*fine));
    EXPECT_FALSE(SpheresOfLevel(tree, -1));
}

}  // namespace
}  // namespace spheretree
