// A frame beside its peers, in one run: everybody gets the same poses and the same candidate pairs. CPU time of this
// thread, so that other programs do not count. Usage: frame-bench [pairs|all|order|time|broad] [split] ...;
// split: only the trees that need no bake.

#include "FramePeers.h"
#include "Scene/EightWide.h"
#include "Scenes/Bodies.h"
#include "Scenes/Meshes.h"
#include "Scenes/SplitTree.h"
#include "SphereTree/Contact.h"
#include "SphereTree/Scene.h"
#include "SphereTree/SphereTree.h"
#include "SphereTree/Traversal.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace spheretree::bench {
namespace {

using TreePointer = std::shared_ptr<const PackedTree>;
constexpr int kFrames = 300;
constexpr double kSeconds = 4, kFill = 0.006;

struct NamedTree {
    const char* name;
    TreePointer tree;
};

std::vector<NamedTree> MakeTrees(const TriangleMesh& mesh, bool bake) {
    std::vector<NamedTree> trees{{"split, 512 leaves", *SharePackedTree(scenes::MakeSplitTree(mesh, 3))},
                                 {"split, 1500 leaves", *SharePackedTree(scenes::MakeSplitTree(mesh, 4))}};
    if (!bake) return trees;
    for (const auto& [name, method] :
         {std::pair{"hubbard, depth 3", Method::HubbardMerge}, {"combined, depth 3", Method::Combined}}) {
        Recipe recipe;
        recipe.method = method;
        Result<BakedTree> baked = BuildTree(mesh, recipe);
        if (baked)
            trees.push_back({name, *SharePackedTree(baked->tree)});
        else
            printf("(%s cannot be baked: %s)\n", name, baked.Sentence().c_str());
    }
    return trees;
}

// The scenario with one tree for all; poses do not depend on what touches.
struct World {
    scenes::ConvergingBodies bodies;
    Scene scene;
    std::vector<BodyHandle> handles;
    Traversal traversal;

    World(const TreePointer& tree, double radius, int32_t count, Detail detail, double fill = kFill)
        : bodies(scenes::MakeConvergingBodies(count, 7, radius, fill)) {
        scene.SetDefaultResponse(detail);
        for (const auto& motion : bodies.bodies) {
            BodyDescription body;
            body.tree = tree;
            body.pose = motion.start;
            handles.push_back(*scene.Add(body));
        }
    }
    Pose PoseOf(size_t body, int frame) const {
        return scenes::PoseAt(bodies.bodies[body], frame * kSeconds / kFrames);
    }
    void Move(int frame) {
        for (size_t i = 0; i < handles.size(); ++i) (void)scene.Move(handles[i], PoseOf(i, frame));
        (void)scene.Step();
    }
};

struct Candidate {
    int frame;
    uint32_t a, b;
};

std::vector<Candidate> CandidatesOf(World& world) {
    std::vector<Candidate> candidates;
    for (int frame = 0; frame < kFrames; ++frame) {
        world.Move(frame);
        BeginFrame(world.traversal, world.scene);
        for (const TraversalPair& pair : world.traversal.pairs)
            candidates.push_back({frame, pair.body[0], pair.body[1]});
    }
    return candidates;
}

struct OursResult {
    double begin = 0, advance = 0, collect = 0;  // seconds
    int64_t candidates = 0, hits = 0, nodePairs = 0, updates = 0;
    std::vector<uint64_t> touching;  // frame << 40 | a << 20 | b
};

OursResult RunOurs(const TreePointer& tree, double radius, int32_t count, Detail detail,
                   const TraversalOptions& options, const Budget& budget, const Host& host = {}) {
    World world(tree, radius, count, detail);
    world.traversal.options = options;
    OursResult result;
    for (int frame = 0; frame < kFrames; ++frame) {
        world.Move(frame);
        const double t0 = ThreadSeconds();
        BeginFrame(world.traversal, world.scene);
        const double t1 = ThreadSeconds();
        result.updates += Advance(world.traversal, world.scene, budget, host).updates;
        const double t2 = ThreadSeconds();
        EndFrame(world.traversal, world.scene);
        result.begin += t1 - t0;
        result.advance += t2 - t1;
        result.candidates += world.traversal.counters.rootHits;
        result.hits += world.traversal.counters.contacts;
        result.nodePairs += world.traversal.counters.nodePairs;
        for (const TraversalPair& pair : world.traversal.pairs)
            if (pair.state != PairState::Refuted)
                result.touching.push_back(uint64_t(frame) << 40 | uint64_t(pair.body[0]) << 20 | pair.body[1]);
    }
    std::sort(result.touching.begin(), result.touching.end());
    return result;
}

// Every root, tree by tree, is a little different in size: all trees are asked on the candidates of the mesh's
// smallest.
void ComparePairs(const TriangleMesh& mesh, const std::vector<NamedTree>& trees, bool all) {
    const double radius = trees[0].tree->unit;
    for (const int32_t count : {20, 100, 500}) {
        World world(trees[0].tree, radius, count, Detail::Simple);
        const std::vector<Candidate> candidates = CandidatesOf(world);
        printf("\n%d bunnies, %zu candidate pairs in %d frames; %s\n", count, candidates.size(), kFrames,
               all ? "all contacts" : "touching or not");
        std::vector<uint64_t> truth;
        std::vector<std::unique_ptr<Peer>> peers;
        peers.push_back(MakeFcl(mesh));
        peers.push_back(MakeBullet(mesh));
        peers.push_back(MakeOde(mesh));
        for (size_t p = 0; p < peers.size(); ++p) {
            const size_t stride = p == 0 && !all ? 1 : std::max<size_t>(1, candidates.size() / 1500);
            int64_t hits = 0, asked = 0;
            const double start = ThreadSeconds();
            for (size_t i = 0; i < candidates.size(); i += stride, ++asked) {
                const Candidate& c = candidates[i];
                const Pose a = world.PoseOf(c.a, c.frame), b = world.PoseOf(c.b, c.frame);
                const bool hit = all ? peers[p]->AllContacts(a, b) > 0 : peers[p]->Touches(a, b);
                hits += hit;
                if (p == 0 && !all && hit) truth.push_back(uint64_t(c.frame) << 40 | uint64_t(c.a) << 20 | c.b);
            }
            const double seconds = ThreadSeconds() - start;
            printf("  %-34s %9.3f us per pair, %lld of %lld touch\n", peers[p]->Name().c_str(),
                   seconds / static_cast<double>(asked) * 1e6, static_cast<long long>(hits),
                   static_cast<long long>(asked));
        }
        std::sort(truth.begin(), truth.end());
        for (const NamedTree& named : trees)
            for (const bool coherent : {false, true}) {
                TraversalOptions options;
                options.coherent = coherent;
                const OursResult ours =
                    RunOurs(named.tree, radius, count, all ? Detail::Full : Detail::Simple, options, {});
                std::vector<uint64_t> missed;
                std::set_difference(truth.begin(), truth.end(), ours.touching.begin(), ours.touching.end(),
                                    std::back_inserter(missed));
                const std::string name = std::string("ours, ") + named.name + (coherent ? ", coherent" : "");
                printf("  %-34s %9.3f us per pair (+%.3f roots), %lld touch", name.c_str(),
                       ours.advance / static_cast<double>(ours.candidates) * 1e6,
                       ours.begin / static_cast<double>(ours.candidates) * 1e6, static_cast<long long>(ours.hits));
                if (all)
                    printf(", %lld leaf pairs, %.1f ns per step\n", static_cast<long long>(ours.nodePairs),
                           ours.advance / static_cast<double>(ours.updates) * 1e9);
                else
                    printf(", %lld false, %zu missed, %.2f steps per pair\n",
                           static_cast<long long>(ours.hits) - static_cast<long long>(truth.size()), missed.size(),
                           static_cast<double>(ours.updates) / static_cast<double>(ours.candidates));
            }
    }
}

// The machine itself: bare sphere tests, eight at once and one by one, from the first cache.
void MeasureMachine() {
    static PackedBlock blocks[64];
    for (PackedBlock& block : blocks)
        for (int i = 0; i < kLanes; ++i) {
            block.x[i] = block.y[i] = block.z[i] = static_cast<float>(i);
            block.radius[i] = 0.1f;
        }
    constexpr int kRounds = 100000;
    unsigned sum = 0;
    double start = ThreadSeconds();
    for (int round = 0; round < kRounds; ++round)
        for (const PackedBlock& block : blocks) {
            const Eight x = Eight::Load(block.x) - Eight::All(static_cast<float>(round)),
                        y = Eight::Load(block.y) - Eight::All(1), z = Eight::Load(block.z) - Eight::All(2);
            const Eight reach = Eight::Load(block.radius) + Eight::All(0.5f);
            sum += NotAbove((x * x + y * y) + z * z, reach * reach);
        }
    const double wide = (ThreadSeconds() - start) / (64.0 * kRounds);
    start = ThreadSeconds();
    for (int round = 0; round < kRounds / 8; ++round)
        for (const PackedBlock& block : blocks)
            for (int i = 0; i < kLanes; ++i) {
                const float x = block.x[i] - static_cast<float>(round), y = block.y[i] - 1, z = block.z[i] - 2,
                            reach = block.radius[i] + 0.5f;
                float squared = (x * x + y * y) + z * z;
                asm volatile("" : "+x"(squared));  // one by one, as a scalar program would
                sum += squared <= reach * reach;
            }
    const double single = (ThreadSeconds() - start) / (8.0 * kRounds);
    printf("\nThe machine: a block of eight spheres %.2f ns, the same one by one %.2f ns (%u)\n", wide * 1e9,
           single * 1e9, sum & 1);
}

// Which order is best? False hits and worst error against the budget.
void CompareOrders(const TreePointer& tree, const TriangleMesh& mesh, const char* name) {
    const double radius = tree->unit;
    World world(tree, radius, 500, Detail::Full);
    TraversalOptions whole;
    whole.coherent = false;
    const OursResult truth = RunOurs(tree, radius, 500, Detail::Simple, whole, {});
    (void)mesh;
    printf(
        "\nOrder, %s, 500 bodies: false hits beyond the finished %lld | worst bound, mean over frames | worst node "
        "error\n  %8s",
        name, static_cast<long long>(truth.hits), "ops");
    const std::pair<const char*, Scheduler> schedulers[] = {{"best-first", Scheduler::BestFirst},
                                                            {"breadth-first", Scheduler::BreadthFirst},
                                                            {"depth-first", Scheduler::DepthFirst}};
    for (const auto& [label, scheduler] : schedulers) printf(" | %30s", label);
    printf("\n");
    for (const int64_t operations : {1000, 3000, 10000, 30000, 100000, 300000}) {
        printf("  %8lld", static_cast<long long>(operations));
        for (const auto& [label, scheduler] : schedulers) {
            World run(tree, radius, 500, Detail::Full);
            run.traversal.options.scheduler = scheduler;
            run.traversal.options.coherent = false;
            int64_t hits = 0;
            double bound = 0, error = 0;
            for (int frame = 0; frame < kFrames; frame += 5) {
                run.Move(frame);
                BeginFrame(run.traversal, run.scene);
                Advance(run.traversal, run.scene, Budget::Operations(operations));
                EndFrame(run.traversal, run.scene);
                hits += run.traversal.counters.contacts;
                bound += run.traversal.counters.worstBound / (kFrames / 5.0);
                error += run.traversal.counters.worstError / (kFrames / 5.0);
            }
            printf(" | %10lld %9.4f %9.4f", static_cast<long long>(hits), bound / radius, error / radius);
        }
        printf("\n");
    }
}

void MeasureTime(const TreePointer& tree) {
    Host host;
    host.clockSeconds = [] { return ThreadSeconds(); };
    printf("\nOn time: overrun in us of thread CPU time over %d frames\n  %6s %9s %8s %8s %8s %8s %8s\n", kFrames,
           "bodies", "budget ms", "p50", "p99", "p99.9", "worst", "finished");
    for (const int32_t count : {20, 200, 2000})
        for (const double budget : {0.05e-3, 0.2e-3, 0.5e-3, 2e-3}) {
            World world(tree, tree->unit, count, Detail::Full, 0.05);
            std::vector<double> overruns;
            int finished = 0;
            for (int frame = 0; frame < kFrames; ++frame) {
                world.Move(frame);
                BeginFrame(world.traversal, world.scene);
                const double start = ThreadSeconds();
                finished += Advance(world.traversal, world.scene, Budget::Seconds(budget), host).finished;
                overruns.push_back(std::max(0.0, ThreadSeconds() - start - budget) * 1e6);
                EndFrame(world.traversal, world.scene);
            }
            std::sort(overruns.begin(), overruns.end());
            const auto at = [&](double part) {
                return overruns[std::min(overruns.size() - 1,
                                         static_cast<size_t>(part * static_cast<double>(overruns.size())))];
            };
            printf("  %6d %9.2f %8.2f %8.2f %8.2f %8.2f %7.0f%%\n", count, budget * 1e3, at(0.5), at(0.99), at(0.999),
                   overruns.back(), finished * 100.0 / kFrames);
        }
}

void CompareBroadPhases(const TreePointer& tree) {
    printf("\nBroad phase: us per step, a tenth of the bodies moves by a tenth of a radius\n");
    for (const int32_t count : {1000, 10000, 40000}) {
        const double radius = tree->unit, world = radius * std::cbrt(count / 0.02);
        const scenes::ConvergingBodies start = scenes::MakeConvergingBodies(count, 5, radius, 0.02);
        const auto ballAt = [&](size_t i, int step) {
            return Sphere{start.bodies[i].start.position + Normalized(start.bodies[i].velocity) * (0.1 * radius * step),
                          radius};
        };
        for (const int32_t movers : {count / 10, 1000}) {
            constexpr int kSteps = 60;
            const size_t stride = static_cast<size_t>(count / movers);
            printf("  %6d bodies, %5d move:", count, movers);
            std::vector<std::unique_ptr<BroadPhasePeer>> peers;
            peers.push_back(MakeBulletDbvt());
            peers.push_back(MakeBulletSweep(3 * world, count));
            for (const auto& peer : peers) {
                for (size_t i = 0; i < start.bodies.size(); ++i) peer->Add(ballAt(i, 0));
                int64_t pairs = peer->Step();
                const double begin = ThreadSeconds();
                for (int step = 1; step <= kSteps; ++step) {
                    for (size_t i = 0; i < start.bodies.size(); i += stride) peer->Move(i, ballAt(i, step));
                    pairs = peer->Step();
                }
                printf("  %s %.1f (%lld pairs)", peer->Name().c_str(), (ThreadSeconds() - begin) / kSteps * 1e6,
                       static_cast<long long>(pairs));
            }
            Scene scene;
            std::vector<BodyHandle> handles;
            for (size_t i = 0; i < start.bodies.size(); ++i) {
                BodyDescription body;
                body.tree = tree;
                body.pose.position = ballAt(i, 0).centre - tree->origin;
                handles.push_back(*scene.Add(body));
            }
            (void)scene.Step();
            const double begin = ThreadSeconds();
            for (int step = 1; step <= kSteps; ++step) {
                for (size_t i = 0; i < handles.size(); i += stride)
                    (void)scene.Move(handles[i], {ballAt(i, step).centre - tree->origin, {}});
                (void)scene.Step();
            }
            printf("  ours %.1f (%lld pairs)\n", (ThreadSeconds() - begin) / kSteps * 1e6,
                   static_cast<long long>(scene.Counts().pairs));
        }
    }
}

int Run(int argc, char** argv) {
    setvbuf(stdout, nullptr, _IOLBF, 0);
    const auto wants = [&](const char* what) {
        return argc < 2 || (argc == 2 && !std::strcmp(argv[1], "split")) ||
               std::any_of(argv + 1, argv + argc, [&](const char* word) { return !std::strcmp(word, what); });
    };
    const TriangleMesh mesh = scenes::MakeMesh("bunny-1500").mesh;
    const bool onlySplit = argc > 1 && wants("split");
    const std::vector<NamedTree> trees = MakeTrees(mesh, !onlySplit);
    MeasureMachine();
    if (wants("pairs")) ComparePairs(mesh, trees, false);
    if (wants("all")) ComparePairs(mesh, trees, true);
    if (wants("order"))
        for (const NamedTree& named : trees) CompareOrders(named.tree, mesh, named.name);
    if (wants("time")) MeasureTime(trees.back().tree);
    if (wants("broad")) CompareBroadPhases(trees[0].tree);
    return 0;
}

}  // namespace
}  // namespace spheretree::bench

int main(int argc, char** argv) { return spheretree::bench::Run(argc, argv); }
