// Which order is best? Hits that more time would refute, and the worst error, against the budget.

#include "FrameBench.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace spheretree::bench {
namespace {

constexpr std::pair<const char*, Scheduler> kOrders[] = {{"best-first", Scheduler::BestFirst},
                                                         {"breadth-first", Scheduler::BreadthFirst},
                                                         {"depth-first", Scheduler::DepthFirst}};
constexpr int kEvery = 5;  // frames of the scenario
constexpr int kSeeds = 5;  // of the scenario, one after the other

struct OrderRow {
    int64_t hits = 0;
    double bound = 0, nodes = 0;  // means over frames of the worst, in body radii
};

OrderRow RunOrder(const TreePointer& tree, int32_t count, Scheduler scheduler, const Budget& budget, int every,
                  uint64_t seed = kSeed) {
    World run(tree, tree->unit, count, Detail::Full, kFill, seed);
    run.traversal.options.scheduler = scheduler;
    run.traversal.options.coherent = false;
    const Host host = ThreadClockHost();
    OrderRow row;
    int frames = 0;
    for (int frame = 0; frame < kFrames; frame += every) {
        run.Move(frame);
        BeginFrame(run.traversal, run.scene);
        Advance(run.traversal, run.scene, budget, host);
        EndFrame(run.traversal, run.scene);
        const FrameCounters& counters = run.traversal.counters;
        row.hits += counters.contacts;
        frames += counters.contacts > 0;
        row.bound += counters.worstBound / tree->unit;
        row.nodes += counters.worstError / tree->unit;
    }
    row.bound /= std::max(frames, 1);
    row.nodes /= std::max(frames, 1);
    return row;
}

int64_t FinishedHits(const TreePointer& tree, int32_t count, uint64_t seed) {
    World run(tree, tree->unit, count, Detail::Simple, kFill, seed);
    int64_t hits = 0;
    for (int frame = 0; frame < kFrames; frame += kEvery) {
        run.Move(frame);
        BeginFrame(run.traversal, run.scene);
        Advance(run.traversal, run.scene, {});
        EndFrame(run.traversal, run.scene);
        hits += run.traversal.counters.contacts;
    }
    return hits;
}

// The operations after which the worst error is no larger than wanted.
int64_t OperationsUntil(const TreePointer& tree, int32_t count, double wanted, double OrderRow::*error) {
    int64_t low = 0, high = 1 << 20;
    while (high - low > std::max<int64_t>(4, low / 64)) {
        const int64_t middle = (low + high) / 2;
        const OrderRow row = RunOrder(tree, count, Scheduler::BestFirst, Budget::Operations(middle), 3);
        (row.*error <= wanted ? high : low) = middle;
    }
    return high;
}

}  // namespace

void CompareOrders(const NamedTree& named) {
    constexpr int32_t kBodies = 500;
    int64_t finished[kSeeds], all = 0;
    for (int i = 0; i < kSeeds; ++i)
        all += finished[i] = FinishedHits(named.tree, kBodies, kSeed + static_cast<uint64_t>(i));
    printf(
        "\nOrder, %s, %d bodies, every %dth frame, mean of %d seeds: hits beyond the %lld that stay | worst bound of a "
        "contact | worst "
        "error of a node pair (body radii, mean over frames)\n  %8s",
        named.name.c_str(), kBodies, kEvery, kSeeds, static_cast<long long>(all / kSeeds), "us");
    for (const auto& order : kOrders) printf(" | %25s", order.first);
    printf("\n");
    for (const double microseconds : {10, 20, 50, 100, 200, 500, 1000, 2000}) {
        printf("  %8.0f", microseconds);
        OrderRow rows[std::size(kOrders)];
        for (int round = 0; round < kSeeds; ++round)  // in turns, so that a bad moment of the machine hits all
            for (size_t i = 0; i < std::size(kOrders); ++i) {
                const OrderRow run =
                    RunOrder(named.tree, kBodies, kOrders[i].second, Budget::Seconds(microseconds * 1e-6), kEvery,
                             kSeed + static_cast<uint64_t>(round));
                rows[i].hits += run.hits - finished[round];
                rows[i].bound += run.bound / kSeeds;
                rows[i].nodes += run.nodes / kSeeds;
            }
        for (const OrderRow& row : rows)
            printf(" | %7lld %8.4f %8.4f", static_cast<long long>(row.hits / kSeeds), row.bound, row.nodes);
        printf("\n");
    }
}

void CompareWithThesis(const TreePointer& hubbard, const NamedTree& ours) {
    constexpr int32_t kBodies = 20;
    printf(
        "\nThe thesis's scheduler (breadth-first) and Hubbard's trees against best-first and %s, %d bodies: "
        "operations per frame until the same worst error\n  %8s | %8s %8s %6s | %8s %8s %6s\n",
        ours.name.c_str(), kBodies, "ops", "bound", "ours", "part", "nodes", "ours", "part");
    for (const int64_t operations : {500, 1000, 2000, 5000, 10000, 15000}) {
        const OrderRow theirs = RunOrder(hubbard, kBodies, Scheduler::BreadthFirst, Budget::Operations(operations), 3);
        const int64_t bound = OperationsUntil(ours.tree, kBodies, theirs.bound, &OrderRow::bound);
        const int64_t nodes = OperationsUntil(ours.tree, kBodies, theirs.nodes, &OrderRow::nodes);
        const double all = static_cast<double>(operations);
        printf("  %8lld | %8.4f %8lld %6.2f | %8.4f %8lld %6.2f\n", static_cast<long long>(operations), theirs.bound,
               static_cast<long long>(bound), static_cast<double>(bound) / all, theirs.nodes,
               static_cast<long long>(nodes), static_cast<double>(nodes) / all);
    }
}

}  // namespace spheretree::bench
