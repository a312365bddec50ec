#include "Core/Surface/Referee.h"
#include "Scenes/Meshes.h"
#include "Surface/SurfaceData.h"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>

namespace spheretree {
namespace {

uint64_t Mix(uint64_t hash, uint64_t value) { return (hash ^ value) * 0x100000001b3ull ^ (hash >> 29); }
uint64_t Mix(uint64_t hash, double value) { return Mix(hash, std::bit_cast<uint64_t>(value)); }

/// Every bit of many answers.
uint64_t HashAnswers(const SurfaceQuery& surface, const std::vector<Vec3>& points) {
    uint64_t hash = 0;
    for (const Vec3& p : points) {
        const ClosestPoint c = surface.Closest(p);
        hash = Mix(Mix(Mix(hash, c.point.x), c.point.y), c.point.z);
        hash = Mix(Mix(Mix(hash, c.distance), static_cast<uint64_t>(c.triangle)), static_cast<uint64_t>(c.feature));
        const RayHit hit = surface.FirstHit({p, Vec3{0.3, 0.5, -0.7}});
        hash = Mix(Mix(hash, hit.distance), static_cast<uint64_t>(hit.triangle));
        hash = Mix(Mix(hash, surface.WindingNumber(p)), surface.SignedDepth(p));
    }
    return hash;
}

class SurfaceOrder : public testing::TestWithParam<const char*> {};

TEST_P(SurfaceOrder, OfWorkChangesNoBit) {
    const TriangleMesh mesh = scenes::MakeMesh(GetParam()).mesh;
    const std::vector<Vec3> points = referee::MakePoints(mesh, 3000, 41);
    const uint64_t serial = HashAnswers(*SurfaceQuery::Build(mesh), points);
    EXPECT_EQ(HashAnswers(*SurfaceQuery::Build(mesh, referee::ParallelHost()), points), serial);
    EXPECT_EQ(HashAnswers(*SurfaceQuery::Build(mesh, referee::BackwardHost()), points), serial);
}

INSTANTIATE_TEST_SUITE_P(Every, SurfaceOrder,
                         testing::Values("torus", "teapot", "self-intersecting-pair", "dragon-48k"));

TEST(SurfaceThreads, AskSideBySideAndGetTheSameAnswers) {
    const TriangleMesh mesh = scenes::MakeMesh("dragon-11k").mesh;
    const auto surface = SurfaceQuery::Build(mesh, referee::ParallelHost());
    const std::vector<Vec3> points = referee::MakePoints(mesh, 2000, 42);
    const uint64_t alone = HashAnswers(*surface, points);
    std::vector<uint64_t> together(16);
    referee::InParallel(16, [&](int64_t i) { together[static_cast<size_t>(i)] = HashAnswers(*surface, points); });
    for (const uint64_t hash : together) EXPECT_EQ(hash, alone);
}

TEST(SurfaceThreads, BatchesGiveWhatSingleQuestionsGive) {
    const TriangleMesh mesh = scenes::MakeMesh("teapot").mesh;
    const auto surface = SurfaceQuery::Build(mesh);
    const std::vector<Vec3> points = referee::MakePoints(mesh, 5001, 43);
    std::vector<ClosestPoint> closest;
    std::vector<double> winding, depth;
    ASSERT_TRUE(surface->Closest(points, closest, referee::ParallelHost()));
    ASSERT_TRUE(surface->WindingNumber(points, winding, referee::ParallelHost()));
    ASSERT_TRUE(surface->SignedDepth(points, depth, referee::ParallelHost()));
    for (size_t k = 0; k < points.size(); ++k) {
        EXPECT_EQ(closest[k].distance, surface->Closest(points[k]).distance);
        EXPECT_EQ(winding[k], surface->WindingNumber(points[k]));
        EXPECT_EQ(depth[k], surface->SignedDepth(points[k]));
    }
}

TEST(SurfaceBuild, TellsProgressThatGrowsToOne) {
    Host host = referee::ParallelHost();
    std::vector<double> told;
    host.progress = [&told](double fraction) {
        told.push_back(fraction);
        return true;
    };
    ASSERT_TRUE(SurfaceQuery::Build(scenes::MakeIcosphere(6), host));
    ASSERT_GT(told.size(), 20u);
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
    EXPECT_EQ(told.back(), 1.0);
    EXPECT_LT(told[told.size() - 2], 1.0);
}

TEST(SurfaceBuild, StopsWheneverItIsCancelled) {
    const TriangleMesh mesh = scenes::MakeIcosphere(5);
    int calls = 0;
    Host counting = referee::ParallelHost();
    counting.progress = [&calls](double) { return ++calls, true; };
    ASSERT_TRUE(SurfaceQuery::Build(mesh, counting));
    int cancelled = 0;
    for (int last = 0; last < calls; last += 7) {
        Host host = referee::ParallelHost();
        std::atomic<int> before = 0;
        host.progress = [&before, last](double) { return before++ < last; };
        const auto surface = SurfaceQuery::Build(mesh, host);
        if (before.load() <= last) continue;  // threads that meet tell less often: nobody was asked so many times
        ++cancelled;
        ASSERT_FALSE(surface) << last;
        EXPECT_NE(surface.Sentence().find("cancelled"), std::string::npos);
        EXPECT_EQ(before.load(), last + 1) << "progress was told after the cancel";
    }
    EXPECT_GE(cancelled, calls / 14) << "of " << calls / 7;
}

TEST(SurfaceBatch, StopsWhenItIsCancelled) {
    const TriangleMesh mesh = scenes::MakeIcosphere(3);
    const auto surface = SurfaceQuery::Build(mesh);
    const std::vector<Vec3> points = referee::MakePoints(mesh, 100'000, 44);
    Host host;
    host.progress = [](double fraction) { return fraction < 0.3; };
    std::vector<ClosestPoint> closest;
    EXPECT_FALSE(surface->Closest(points, closest, host));
    EXPECT_EQ(closest.back().triangle, -1);
}

}  // namespace
}  // namespace spheretree
