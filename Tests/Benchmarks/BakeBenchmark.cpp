#include "Scenes/Meshes.h"
#include "SphereTree/SphereTree.h"
#include "SphereTree/TreeMeasure.h"

#include <sys/resource.h>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

// How long bakes take, what of it each stage takes, how that grows with the mesh, and how soon a cancel is heard.

namespace spheretree::bench {
namespace {

double Now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

Host BakeHost() {
    Host host;
    host.parallelFor = [](int64_t count, const std::function<void(int64_t)>& body) {
        static tbb::task_arena arena(2);
        arena.execute([&] { tbb::parallel_for(int64_t{0}, count, body); });
    };
    host.clockSeconds = Now;
    return host;
}

double PeakMegabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

const char* NameOf(Effort effort) {
    return effort == Effort::Fast ? "fast" : effort == Effort::Balanced ? "balanced" : "tight";
}

/// The largest error of each level, certified, in bounding radii.
std::string LevelErrors(const SphereTree& tree) {
    std::vector<double> worst(static_cast<size_t>(tree.LevelCount()), 0.0);
    for (const TreeNode& node : tree.nodes) {
        double& error = worst[static_cast<size_t>(node.level)];
        error = std::max(error, node.error / tree.nodes[0].sphere.radius);
    }
    std::string text;
    char cell[16];
    for (size_t i = 1; i < worst.size(); ++i) {
        std::snprintf(cell, sizeof cell, " %8.4f", worst[i]);
        text += cell;
    }
    return text;
}

/// Median of the times; the tree of the last bake.
double TimeBake(const TriangleMesh& mesh, const Recipe& recipe, int repetitions, BakedTree& baked) {
    std::vector<double> seconds;
    for (int i = 0; i < repetitions; ++i) {
        const double begin = Now();
        Result<BakedTree> result = BuildTree(mesh, recipe, BakeHost());
        seconds.push_back(Now() - begin);
        if (!result) {
            std::printf("%s\n", result.Sentence().c_str());
            return 0;
        }
        baked = *std::move(result);
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds[seconds.size() / 2];
}

void PrintRow(const char* name, const TriangleMesh& mesh, Effort effort) {
    BakedTree baked;
    const int repetitions = mesh.triangles.size() < 5000 ? 3 : 1;
    const double seconds = TimeBake(mesh, RecipeOf(effort), repetitions, baked);
    if (baked.tree.nodes.empty()) return;
    std::printf("%-14s %8zu  %-8s %7.2f %6.1f ", name, mesh.triangles.size(), NameOf(effort), seconds,
                1e6 * seconds / static_cast<double>(mesh.triangles.size()));
    double all = 0;
    for (const BakeStage& stage : baked.stages) all += stage.seconds;
    for (const BakeStage& stage : baked.stages) std::printf(" %4.0f%%", 100 * stage.seconds / std::max(all, 1e-9));
    std::printf("  %5zu%s  %6.0f\n", baked.tree.nodes.size(), LevelErrors(baked.tree).c_str(), PeakMegabytes());
    std::fflush(stdout);
}

/// The longest that a bake goes on after a cancel, over cancels at many moments.
void PrintCancels(const char* name, const TriangleMesh& mesh, const Recipe& recipe, const char* title) {
    BakedTree baked;
    const double whole = TimeBake(mesh, recipe, 1, baked);
    double longest = 0;
    constexpr int kCancels = 12;
    for (int i = 0; i < kCancels; ++i) {
        Host host = BakeHost();
        const double begin = Now(), moment = whole * (i + 0.5) / kCancels;
        host.progress = [&](double) { return Now() - begin < moment; };
        const Result<BakedTree> result = BuildTree(mesh, recipe, host);
        if (!result) longest = std::max(longest, Now() - begin - moment);
    }
    std::printf("%-14s %-10s a cancel was heard within %.0f ms at the latest\n", name, title, 1000 * longest);
    std::fflush(stdout);
}

}  // namespace
}  // namespace spheretree::bench

/// `bake-bench [mesh...]`: of the meshes that are named, or of all and the cancels too.
int main(int argc, char** argv) {
    using namespace spheretree;
    using namespace spheretree::bench;
    std::vector<const char*> names(argv + 1, argv + argc);
    const bool all = names.empty();
    if (all) names = {"bunny-1500", "dragon-1500", "dragon-11k", "dragon-48k", "dragon-203k", "dragon-871k"};
    std::printf(
        "Bakes of depth 3, branching 8, on two threads, proof included; seconds, and microseconds a triangle.\n");
    std::printf(
        "The share of each stage: mesh, surface, medial axis, spheres, errors, proof. Errors are certified, in\n");
    std::printf("bounding radii. MB is the most that the program has used so far.\n\n");
    std::printf("%-14s %8s  %-8s %7s %6s  %5s %5s %5s %5s %5s %5s  %5s %8s %8s %8s  %6s\n", "mesh", "faces", "preset",
                "s", "us", "mesh", "surf", "med", "sph", "err", "proof", "nodes", "level 1", "2", "3", "MB");
    for (const char* name : names) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        for (const Effort effort : {Effort::Fast, Effort::Balanced, Effort::Tight})
            if (effort != Effort::Tight || mesh.triangles.size() < 100'000) PrintRow(name, mesh, effort);
    }
    if (!all) return 0;
    std::printf("\n");
    Recipe combined;
    combined.method = Method::Combined;
    const TriangleMesh bunny = scenes::MakeMesh("bunny-1500").mesh;
    PrintCancels("bunny-1500", bunny, RecipeOf(Effort::Tight), "tight");
    PrintCancels("bunny-1500", bunny, combined, "combined");
    PrintCancels("dragon-871k", scenes::MakeMesh("dragon-871k").mesh, RecipeOf(Effort::Balanced), "balanced");
    return 0;
}
