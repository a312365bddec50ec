#include "Base/Task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace spheretree {
namespace {

using testing::Each;
using testing::Gt;
using testing::Le;
using testing::SizeIs;

// A host that writes down what it is told; its clock moves only when a test moves it. The told fractions need no lock
// of their own: "one call at a time" is part of the contract, and the thread sanitizer sees when it is broken.
struct Listener {
    std::vector<double> told;
    double cancelAt = 2;  // never
    std::atomic<double> now{0};
    Host host;

    Listener() {
        host.clockSeconds = [this] { return now.load(); };
        host.progress = [this](double fraction) {
            told.push_back(fraction);
            return fraction < cancelAt;
        };
    }
};

// Splits [0, count) over threads, as a host with several does.
void RunOnThreads(int threadCount, int64_t count, const std::function<void(int64_t)>& body) {
    std::atomic<int64_t> next{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < threadCount; ++t)
        threads.emplace_back([&] {
            for (int64_t i = next++; i < count; i = next++) body(i);
        });
    for (std::thread& thread : threads) thread.join();
}

constexpr double kUntold = 1.0 / 512;  // smaller steps wait for the next

void ExpectGrowsToOne(const std::vector<double>& told) {
    ASSERT_FALSE(told.empty());
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
    EXPECT_EQ(std::count(told.begin(), told.end(), 1.0), 1);
    EXPECT_EQ(told.back(), 1.0);
    EXPECT_THAT(told, Each(Gt(0.0)));
}

TEST(Host, DefaultIsSerialSilentAndStandsStill) {
    const Host host;
    std::vector<int64_t> seen;
    host.parallelFor(4, [&](int64_t i) { seen.push_back(i); });
    EXPECT_THAT(seen, testing::ElementsAre(0, 1, 2, 3));
    EXPECT_EQ(host.clockSeconds(), host.clockSeconds());
    EXPECT_TRUE(host.progress(0.5));
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    host.log(LogLevel::Warning, "unheard");
    EXPECT_EQ(testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr(), "");
}

TEST(Task, GrowsMonotonicallyToExactlyOne) {
    Listener listener;
    Task task(listener.host, 3000);
    for (int i = 0; i < 3000; ++i) ASSERT_TRUE(task.Advance());
    EXPECT_LT(listener.told.back(), 1.0) << "only Finish says 1";
    EXPECT_TRUE(task.Finish());
    ExpectGrowsToOne(listener.told);
    EXPECT_THAT(listener.told, SizeIs(Gt(400u)));
    EXPECT_THAT(listener.told, SizeIs(Le(514u)));
}

TEST(Task, SaysOneOnceHoweverMuchWorkIsReported) {
    Listener listener;
    Task task(listener.host, 10);
    EXPECT_TRUE(task.Advance(25));
    EXPECT_LT(listener.told.back(), 1.0);
    EXPECT_TRUE(task.Finish());
    listener.now = 5;
    EXPECT_TRUE(task.Advance());
    EXPECT_TRUE(task.Finish());
    ExpectGrowsToOne(listener.told);
}

TEST(Task, WithoutUnitsStillEndsAtOne) {
    for (const double units : {0.0, -3.0}) {
        Listener listener;
        Task task(listener.host, units);
        EXPECT_TRUE(task.Finish());
        EXPECT_THAT(listener.told, testing::ElementsAre(1.0));
    }
}

TEST(Task, AsksAtLeastEveryHundredthOfASecond) {
    Listener listener;
    Task task(listener.host, 1e9);  // each step is far too small to be told for its size
    double longestSilence = 0, last = 0;
    for (int step = 0; step < 1000; ++step) {
        listener.now = listener.now + 0.001;
        const size_t before = listener.told.size();
        task.Advance();
        if (listener.told.size() == before) continue;
        longestSilence = std::max(longestSilence, listener.now - last);
        last = listener.now;
    }
    EXPECT_LE(longestSilence, 0.0111);  // 10 ms and the step that follows: well within 50 ms of a cancel
    EXPECT_GE(last, 0.98);
}

TEST(Task, CancelStopsAtOnceAndNothingIsToldAfterwards) {
    Listener listener;
    listener.cancelAt = 0.5;
    Task task(listener.host, 100);
    int steps = 0;
    while (task.Advance()) ++steps;
    EXPECT_EQ(steps, 49);  // the fiftieth is refused
    const size_t toldAtCancel = listener.told.size();
    EXPECT_TRUE(task.Cancelled());
    listener.now = 100;
    EXPECT_FALSE(task.Advance());
    EXPECT_FALSE(task.Finish());
    EXPECT_EQ(listener.told.size(), toldAtCancel);
    EXPECT_EQ(listener.told.back(), 0.5);
}

TEST(Task, CancelAtTheVeryEndCounts) {
    Listener listener;
    listener.cancelAt = 1;
    Task task(listener.host, 2);
    EXPECT_TRUE(task.Advance(2));
    EXPECT_FALSE(task.Finish());
    EXPECT_TRUE(task.Cancelled());
}

TEST(Task, PartsFillTheirShareAndNest) {
    Listener listener;
    Task whole(listener.host, 4);
    const Host first = whole.Part(1);
    Task quarter(first, 10);
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(quarter.Advance());
    ASSERT_TRUE(quarter.Finish());
    EXPECT_NEAR(listener.told.back(), 0.25, kUntold);

    const Host second = whole.Part(3);
    Task rest(second, 2);
    const Host inner = rest.Part(1);
    Task innermost(inner, 1);
    ASSERT_TRUE(innermost.Finish());
    EXPECT_NEAR(listener.told.back(), 0.25 + 0.375, kUntold);
    ASSERT_TRUE(rest.Finish());
    EXPECT_LT(listener.told.back(), 1.0) << "a part never says 1 for the whole";
    ASSERT_TRUE(whole.Finish());
    ExpectGrowsToOne(listener.told);
}

TEST(Task, PartKeepsTheHostsOtherGifts) {
    Listener listener;
    std::string logged;
    listener.host.log = [&](LogLevel, std::string_view message) { logged = message; };
    listener.now = 7;
    Task whole(listener.host, 1);
    const Host part = whole.Part(1);
    part.log(LogLevel::Info, "hello");
    EXPECT_EQ(logged, "hello");
    EXPECT_EQ(part.clockSeconds(), 7);
}

TEST(Task, CancelReachesAPartAndItsWhole) {
    Listener listener;
    listener.cancelAt = 0.25;
    Task whole(listener.host, 2);
    const Host host = whole.Part(1);
    Task part(host, 100);
    int steps = 0;
    while (part.Advance()) ++steps;
    EXPECT_EQ(steps, 49);
    EXPECT_TRUE(part.Cancelled());
    EXPECT_TRUE(whole.Cancelled());
    EXPECT_FALSE(part.Finish());
    EXPECT_FALSE(whole.Finish());
    EXPECT_EQ(listener.told.back(), 0.25);
}

TEST(Task, ManyThreadsTellOneAtATimeAndNeverFall) {
    for (const int threadCount : {2, 4}) {
        Listener listener;
        Task task(listener.host, 20000);
        RunOnThreads(threadCount, 20000, [&](int64_t i) {
            if (i % 100 == 0) listener.now = static_cast<double>(i) * 1e-4;
            task.Advance();
        });
        EXPECT_TRUE(task.Finish());
        ExpectGrowsToOne(listener.told);
    }
}

TEST(Task, PartsSideBySideOnThreads) {
    Listener listener;
    Task whole(listener.host, 8);
    RunOnThreads(4, 8, [&](int64_t) {
        const Host host = whole.Part(1);
        Task part(host, 500);
        for (int i = 0; i < 500; ++i) part.Advance();
        part.Finish();
    });
    EXPECT_NEAR(listener.told.back(), 1 - kUntold, 1e-12);
    EXPECT_TRUE(whole.Finish());
    ExpectGrowsToOne(listener.told);
}

TEST(Task, CancelFromOneThreadStopsAll) {
    Listener listener;
    listener.cancelAt = 0.3;
    Task task(listener.host, 10000);
    std::atomic<int64_t> refused{0};
    RunOnThreads(4, 10000, [&](int64_t) { refused += !task.Advance(); });
    EXPECT_FALSE(task.Finish());
    EXPECT_GE(refused, 6900);
    EXPECT_EQ(std::count_if(listener.told.begin(), listener.told.end(), [](double f) { return f >= 0.3; }), 1);
}

}  // namespace
}  // namespace spheretree
