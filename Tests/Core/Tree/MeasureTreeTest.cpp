#include "SphereTree/TreeMeasure.h"

#include "Core/Tree/HandTrees.h"
#include "Scenes/FormulaMeshes.h"
#include "Scenes/Meshes.h"
#include "Scenes/Shapes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

namespace spheretree {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double BallVolume(double radius) { return 4 * kPi / 3 * radius * radius * radius; }

TreeMeasure Measure(const SphereTree& tree, const TriangleMesh& mesh, const MeasureOptions& options = {}) {
    Result<TreeMeasure> measure = MeasureTree(tree, mesh, options);
    EXPECT_TRUE(measure) << measure.Sentence();
    return std::move(*measure);
}

/// Within four of its own standard errors, and these small.
void ExpectMeets(const Estimate& estimate, double truth, double largestStandardError) {
    EXPECT_NEAR(estimate.value, truth, 4 * estimate.standardError + 1e-12);
    EXPECT_LE(estimate.standardError, largestStandardError);
}

TriangleMesh UnitCube() { return scenes::MakeBox({0.5, 0.5, 0.5}); }

TEST(MeasureTree, CubeInItsBall) {
    const double radius = 0.87;
    const TreeMeasure measure = Measure(MakeRootTree({{0, 0, 0}, radius}, true), UnitCube());
    ASSERT_EQ(measure.levels.size(), 1u);
    const LevelMeasure& root = measure.levels[0];
    EXPECT_EQ(root.sphereCount, 1);
    EXPECT_EQ(root.endedEarly, 0);
    EXPECT_NEAR(root.error.largest, radius - 0.5, 1e-8);
    EXPECT_EQ(root.error.mean, root.error.largest);
    EXPECT_NEAR(root.error.variance, 0, 1e-20);
    ExpectMeets(root.wastedVolume, BallVolume(radius) - 1, 0.003);
    EXPECT_GT(root.wastedVolume.standardError, 0);
    EXPECT_NEAR(root.uncoveredVolume.value, 0, 1e-12);
    EXPECT_EQ(root.uncoveredArea.value, 0);
    EXPECT_EQ(root.siblingOverlap.value, 0);
    EXPECT_NEAR(measure.boundingRadius, std::sqrt(0.75), 1e-12);
    EXPECT_EQ(measure.nodeErrors.size(), 1u);
}

TEST(MeasureTree, BallInACube) {
    const TreeMeasure measure = Measure(MakeRootTree({{0.1, 0, 0}, 0.3}, true), UnitCube());
    EXPECT_EQ(measure.levels[0].error.largest, 0);
    EXPECT_NEAR(measure.levels[0].wastedVolume.value, 0, 1e-12);
    ExpectMeets(measure.levels[0].uncoveredVolume, 1 - BallVolume(0.3), 0.001);
    EXPECT_EQ(measure.levels[0].uncoveredArea.value, 1);
}

// Both volumes at once: two boxes' worth of object, one ball that reaches into one of them only.
TEST(MeasureTree, HalfBallOutOfABox) {
    const TriangleMesh box = scenes::MakeBox({1, 1, 1});
    const TreeMeasure measure = Measure(MakeRootTree({{1, 0, 0}, 0.5}, true), box);
    ExpectMeets(measure.levels[0].wastedVolume, BallVolume(0.5) / 2, 0.004);
    ExpectMeets(measure.levels[0].uncoveredVolume, 8 - BallVolume(0.5) / 2, 0.01);
    EXPECT_NEAR(measure.levels[0].error.largest, 0.5, 1e-8);
}

TEST(MeasureTree, IcosphereInABall) {
    const TriangleMesh sphere = scenes::MakeIcosphere(3);
    const double volume = CheckMesh(sphere).signedVolume;
    const TreeMeasure measure = Measure(MakeRootTree({{0, 0, 0}, 1.25}, true), sphere);
    ExpectMeets(measure.levels[0].wastedVolume, BallVolume(1.25) - volume, 0.01);
    EXPECT_GT(measure.levels[0].error.largest, 0.25);
    EXPECT_LT(measure.levels[0].error.largest, 0.26);
}

TEST(MeasureTree, CavityIsWasted) {
    TriangleMesh shell = scenes::MakeBox({1, 1, 1}), cavity = scenes::MakeBox({0.5, 0.5, 0.5});
    scenes::TurnInsideOut(cavity);
    scenes::Append(shell, cavity);
    const TreeMeasure measure = Measure(MakeRootTree({{0, 0, 0}, 2}, true), shell);
    ExpectMeets(measure.levels[0].wastedVolume, BallVolume(2) - 8 + 1, 0.03);
}

// The ball cuts a disc out of each face.
TEST(MeasureTree, UncoveredAreaOfACube) {
    for (const double radius : {0.55, 0.6, 0.7}) {
        const TreeMeasure measure = Measure(MakeRootTree({{0, 0, 0}, radius}, true), UnitCube());
        ExpectMeets(measure.levels[0].uncoveredArea, 1 - kPi * (radius * radius - 0.25), 0.004);
    }
}

// Points of the unit sphere within √2 of its pole: the upper half.
TEST(MeasureTree, UncoveredAreaOfAHemisphere) {
    const TreeMeasure measure = Measure(MakeRootTree({{0, 0, 1}, std::sqrt(2)}, true), scenes::MakeIcosphere(5));
    EXPECT_NEAR(measure.levels[0].uncoveredArea.value, 0.5, 0.01);
}

TEST(MeasureTree, LensBetweenTwoSiblings) {
    for (const double apart : {0.5, 1.0, 1.9, 2.5}) {
        const SphereTree tree = MakeFamilyTree({{0, 0, 0}, 3}, {{{0, -apart / 2, 0}, 1}, {{0, apart / 2, 0}, 1}}, true);
        MeasureOptions options;
        options.raysPerFamily = 20000;
        options.directions = options.raysPerLevel = 0;
        const TreeMeasure measure = Measure(tree, UnitCube(), options);
        const double lens = apart < 2 ? kPi * (4 + apart) * (2 - apart) * (2 - apart) / 12 : 0;
        ExpectMeets(measure.levels[1].siblingOverlap, lens / (2 * BallVolume(1) - lens), 0.003);
        EXPECT_EQ(measure.levels[0].siblingOverlap.value, 0);
    }
}

// The union counts once where spheres overlap.
TEST(MeasureTree, WastedVolumeIsOfTheUnion) {
    const SphereTree tree = MakeFamilyTree({{0, 0, 0}, 3}, {{{0, -0.5, 0}, 1}, {{0, 0.5, 0}, 1}}, true);
    const TreeMeasure measure = Measure(tree, scenes::MakeBox({0.25, 0.25, 0.25}));
    ExpectMeets(measure.levels[1].wastedVolume, 2 * BallVolume(1) - kPi * 5 / 12 - 0.125, 0.02);
}

TEST(MeasureTree, OpenMeshesHaveNoVolume) {
    const SphereTree tree = MakeRootTree({{0, 0, 0.5}, 2}, false);
    const TreeMeasure measure = Measure(tree, scenes::MakeOpenHemisphereMesh());
    ExpectMeets(measure.levels[0].wastedVolume, BallVolume(2), 0.04);
    EXPECT_EQ(measure.levels[0].uncoveredVolume.value, 0);
}

// Level 2 is its one family and the seven leaves of level 1.
TEST(MeasureTree, LeavesThatEndEarlyCountBelow) {
    std::vector<Sphere> octants;
    for (const double x : {-0.25, 0.25})
        for (const double y : {-0.25, 0.25})
            for (const double z : {-0.25, 0.25}) octants.push_back({{x, y, z}, 0.5});
    SphereTree tree = MakeFamilyTree({{0, 0, 0}, 0.9}, octants, true);
    tree.nodes[3].firstChild = 9;
    tree.nodes[3].childCount = 2;
    for (int i = 0; i < 2; ++i) tree.nodes.push_back({tree.nodes[3].sphere, 0.25, 3, -1, 0, 2});
    for (size_t i = 0; i < 9; ++i) tree.nodes[i].error = 0.5 + static_cast<double>(i);
    const TreeMeasure measure = Measure(tree, UnitCube());
    ASSERT_EQ(measure.levels.size(), 3u);
    EXPECT_EQ(measure.levels[1].sphereCount, 8);
    EXPECT_EQ(measure.levels[2].sphereCount, 9);
    EXPECT_EQ(measure.levels[2].endedEarly, 7);
    EXPECT_EQ(measure.levels[2].uncoveredArea.value, 0) << "the early leaves still cover";
    EXPECT_EQ(measure.levels[2].certified.largest, 8.5);
    EXPECT_DOUBLE_EQ(measure.levels[2].certified.mean, (1.5 + 2.5 + 4.5 + 5.5 + 6.5 + 7.5 + 8.5 + 0.5) / 9);
    EXPECT_NEAR(measure.levels[2].siblingOverlap.value, 1, 1e-12) << "twins";
    for (size_t i = 1; i < 9; ++i) EXPECT_NEAR(measure.nodeErrors[i], 0.25, 1e-8);
}

TEST(MeasureTree, FiguresAreThoseOfTheirErrors) {
    const SphereTree tree =
        MakeFamilyTree({{0, 0, 0}, 1}, {{{0, 0, 0}, 0.9}, {{0, 0, 0}, 1.0}, {{0, 0, 0}, 1.5}}, true);
    const TreeMeasure measure = Measure(tree, UnitCube());
    const ErrorFigures& error = measure.levels[1].error;
    const double mean = (0.4 + 0.5 + 1.0) / 3, square = (0.16 + 0.25 + 1) / 3;
    EXPECT_NEAR(error.largest, 1, 1e-8);
    EXPECT_NEAR(error.mean, mean, 1e-8);
    EXPECT_NEAR(error.rms, std::sqrt(square), 1e-8);
    EXPECT_NEAR(error.variance, square - mean * mean, 1e-8);
}

TEST(MeasureTree, InsideOutMeshesAreTurned) {
    TriangleMesh cube = UnitCube();
    scenes::TurnInsideOut(cube);
    const TreeMeasure measure = Measure(MakeRootTree({{0, 0, 0}, 0.87}, true), cube);
    EXPECT_NEAR(measure.levels[0].error.largest, 0.37, 1e-8);
    ExpectMeets(measure.levels[0].wastedVolume, BallVolume(0.87) - 1, 0.003);
}

std::vector<double> AllFigures(const TreeMeasure& measure) {
    std::vector<double> figures = measure.nodeErrors;
    for (const LevelMeasure& level : measure.levels)
        for (const Estimate& e :
             {level.wastedVolume, level.uncoveredVolume, level.uncoveredArea, level.siblingOverlap}) {
            figures.push_back(e.value);
            figures.push_back(e.standardError);
        }
    return figures;
}

SphereTree ManyBalls() {
    std::vector<Sphere> balls;
    for (int i = 0; i < 8; ++i) balls.push_back({{0.6 * std::cos(i * kPi / 4), 0.6 * std::sin(i * kPi / 4), 0}, 0.4});
    return MakeFamilyTree({{0, 0, 0}, 1.3}, balls, true);
}

TEST(MeasureTree, DoesNotDependOnThreads) {
    const TriangleMesh torus = scenes::MakeTorus(0.7, 0.3, 24, 12);
    MeasureOptions options;
    options.raysPerLevel = 4000;
    const std::vector<double> serial = AllFigures(Measure(ManyBalls(), torus, options));
    Host threads;
    threads.parallelFor = [](int64_t count, const std::function<void(int64_t)>& body) {
        std::atomic<int64_t> next{count};
        const auto work = [&] {
            for (int64_t i = --next; i >= 0; i = --next) body(i);  // backwards, too
        };
        std::thread other(work);
        work();
        other.join();
    };
    const Result<TreeMeasure> measure = MeasureTree(ManyBalls(), torus, options, threads);
    ASSERT_TRUE(measure) << measure.Sentence();
    EXPECT_EQ(AllFigures(*measure), serial);
    options.seed = 2;
    EXPECT_NE(AllFigures(Measure(ManyBalls(), torus, options)), serial);
}

TEST(MeasureTree, CancelsAndTellsItsProgress) {
    Host host;
    std::vector<double> told;
    host.progress = [&](double fraction) {
        told.push_back(fraction);
        return true;
    };
    ASSERT_TRUE(MeasureTree(ManyBalls(), UnitCube(), {}, host));
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
    EXPECT_EQ(told.back(), 1.0);
    EXPECT_GT(told.size(), 20u);

    host.progress = [](double fraction) { return fraction < 0.5; };
    const Result<TreeMeasure> measure = MeasureTree(ManyBalls(), UnitCube(), {}, host);
    ASSERT_FALSE(measure);
    EXPECT_THAT(measure.Sentence(), testing::HasSubstr("cancelled"));
}

TEST(MeasureTree, BadInputIsASentence) {
    EXPECT_THAT(MeasureTree(SphereTree{}, UnitCube()).Sentence(), testing::HasSubstr("no node"));
    EXPECT_NE(MeasureTree(ManyBalls(), TriangleMesh{}).Sentence(), "");
}

TEST(MeasureTree, MovesAndScalesWithItsUnit) {
    for (const double scale : {1e-5, 1e5}) {
        TriangleMesh cube = UnitCube();
        scenes::Scale(cube, {scale, scale, scale});
        const Vec3 offset{70 * scale, -30 * scale, 10 * scale};
        scenes::Translate(cube, offset);
        const TreeMeasure measure = Measure(MakeRootTree({offset, 0.87 * scale}, true), cube);
        EXPECT_NEAR(measure.levels[0].error.largest / scale, 0.37, 1e-7);
        EXPECT_NEAR(measure.levels[0].wastedVolume.value / (scale * scale * scale), BallVolume(0.87) - 1, 0.012);
        EXPECT_EQ(measure.levels[0].uncoveredArea.value, 0);
    }
}

}  // namespace
}  // namespace spheretree
