// A frame beside its peers, in one run: everybody gets the same poses and the same candidate pairs. CPU time of this
// thread, so that other programs do not count. Usage: frame-bench [pairs|all|order|thesis|time|broad|normals] ...

#include "FrameBench.h"
#include "Scene/EightWide.h"
#include "Scenes/Meshes.h"
#include "Scenes/SplitTree.h"
#include "Traverse/Expand.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iterator>

namespace spheretree::bench {
namespace {

constexpr int kRepeats = 5;                 // the fastest counts, ours and theirs
constexpr size_t kSecondCache = 512 << 10;  // bytes that fill half of it and none of the first

struct BakedBy {
    const char* name;
    Method method;
};
constexpr BakedBy kBakes[] = {{"hubbard, depth 3", Method::HubbardMerge},
                              {"combined, depth 3", Method::Combined},
                              {"tight, depth 3", Method::Tight}};

SphereTree Bake(const TriangleMesh& mesh, Method method) {
    Recipe recipe;
    if (method == Method::Tight) recipe = RecipeOf(Effort::Tight);
    recipe.method = method;
    Result<BakedTree> baked = BuildTree(mesh, recipe);
    if (!baked) {
        printf("The tree cannot be baked: %s\n", baked.Sentence().c_str());
        std::exit(1);
    }
    return std::move(baked->tree);
}

struct OursResult {
    double begin = 0, advance = 0;  // seconds
    int64_t candidates = 0, hits = 0, nodePairs = 0, updates = 0, tests = 0;
    std::vector<uint64_t> touching;
};

OursResult RunOurs(const TreePointer& tree, double radius, int32_t count, Detail detail, bool coherent) {
    World world(tree, radius, count, detail);
    world.traversal.options.coherent = coherent;
    OursResult result;
    for (int frame = 0; frame < kFrames; ++frame) {
        world.Move(frame);
        const double t0 = ThreadSeconds();
        BeginFrame(world.traversal, world.scene);
        const double t1 = ThreadSeconds();
        const Progress progress = Advance(world.traversal, world.scene, {});
        const double t2 = ThreadSeconds();
        result.updates += progress.updates;
        result.tests += progress.tests;
        EndFrame(world.traversal, world.scene);
        result.begin += t1 - t0 - ClockCost();
        result.advance += t2 - t1 - ClockCost();
        result.candidates += world.traversal.counters.rootHits;
        result.hits += world.traversal.counters.contacts;
        result.nodePairs += world.traversal.counters.nodePairs;
        for (const TraversalPair& pair : world.traversal.pairs)
            if (pair.state != PairState::Refuted)
                result.touching.push_back(Candidate{frame, pair.body[0], pair.body[1]}.Key());
    }
    std::sort(result.touching.begin(), result.touching.end());
    return result;
}

OursResult RunOursOften(const TreePointer& tree, double radius, int32_t count, bool all, bool coherent) {
    OursResult best;
    for (int i = 0; i < (all ? 2 : kRepeats); ++i) {
        OursResult run = RunOurs(tree, radius, count, all ? Detail::Full : Detail::Simple, coherent);
        if (i == 0 || run.advance < best.advance) best = std::move(run);
    }
    return best;
}

// The limit for a traversal: a ball against the eight balls of a node that nobody can foretell, and nothing else. Nodes
// of the tree itself, so many times over that they fill so much memory.
double RandomNodeSeconds(const PackedTree& tree, size_t bytes) {
    std::vector<PackedBlock> blocks;
    while (blocks.empty() || blocks.size() * sizeof(PackedBlock) < bytes)
        blocks.insert(blocks.end(), tree.blocks.begin() + 1, tree.blocks.end());
    std::vector<uint32_t> order(1 << 14);
    uint64_t random = 1;
    for (uint32_t& place : order) {
        random = random * 6364136223846793005 + 1442695040888963407;
        place = static_cast<uint32_t>((random >> 33) % blocks.size());
    }
    double least = 1e9;
    unsigned sum = 0;
    for (int round = 0; round < 40; ++round) {
        const double start = ThreadSeconds();
        for (size_t i = 0; i < order.size(); ++i) {
            const PackedBlock &block = blocks[order[i]], &balls = blocks[i % 16];
            const float ball[4] = {balls.x[i % 4], balls.y[i % 4], balls.z[i % 4], balls.radius[i % 4]};
            sum += NotAbove(TestPlain(block, ball), Eight::All(0));
        }
        least = std::min(least, ThreadSeconds() - start - ClockCost());
    }
    asm volatile("" : : "r"(sum));
    return least / static_cast<double>(order.size());
}

void PrintOurs(const NamedTree& named, const OursResult& ours, bool all, bool coherent,
               const std::vector<uint64_t>& truth) {
    const double pairs = static_cast<double>(ours.candidates);
    const std::string name = "ours, " + named.name + (coherent ? ", coherent" : "");
    printf("  %-34s %9.3f us per pair (+%.3f roots), %lld touch", name.c_str(), ours.advance / pairs * 1e6,
           ours.begin / pairs * 1e6, static_cast<long long>(ours.hits));
    if (all) {
        // Of a descent's tests, those that ended it: what a front would have to test again when the bodies have moved.
        const double front = static_cast<double>(ours.tests - ours.updates) / static_cast<double>(ours.tests);
        const double step = ours.advance / static_cast<double>(ours.updates);
        const double node = RandomNodeSeconds(*named.tree, kSecondCache), bare = RandomNodeSeconds(*named.tree, 0);
        printf(
            ", %lld leaf pairs, %.2f ns per step: %.0f%% of the limit, a random node of the tree from the second cache "
            "(%.2f ns), %.0f%% of one from the first (%.2f ns); %.1f%% of the tests are the front's\n",
            static_cast<long long>(ours.nodePairs), step * 1e9, node / step * 100, node * 1e9, bare / step * 100,
            bare * 1e9, front * 100);
        return;
    }
    std::vector<uint64_t> missed;
    std::set_difference(truth.begin(), truth.end(), ours.touching.begin(), ours.touching.end(),
                        std::back_inserter(missed));
    printf(", %lld false, %zu missed, %.2f steps per pair\n",
           static_cast<long long>(ours.hits) - static_cast<long long>(truth.size()), missed.size(),
           static_cast<double>(ours.updates) / pairs);
}

// All trees are asked on the candidates of the first one's root ball.
void ComparePairs(const TriangleMesh& mesh, const std::vector<NamedTree>& trees, bool all) {
    const double radius = trees[0].tree->unit;
    for (const int32_t count : {20, 100, 500}) {
        World world(trees[0].tree, radius, count, Detail::Simple);
        const std::vector<Candidate> candidates = CandidatesOf(world);
        printf("\n%d bunnies, %zu candidate pairs in %d frames; %s\n", count, candidates.size(), kFrames,
               all ? "all contacts" : "touching or not");
        const size_t some = 1000;  // where asking all would take too long
        const std::vector<uint64_t> truth =
            AskPeer(*MakeFcl(mesh), world, candidates, all, all ? some : candidates.size()).touching;
        AskPeer(*MakeBullet(mesh), world, candidates, all, some);
        AskPeer(*MakeOde(mesh), world, candidates, all, some);
        for (const NamedTree& named : trees)
            for (const bool coherent : {false, true})
                PrintOurs(named, RunOursOften(named.tree, radius, count, all, coherent), all, coherent, truth);
    }
}

// The machine itself: bare sphere tests, eight at once and one by one, from the first cache; and the clock.
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
    printf(
        "The machine: a block of eight spheres %.2f ns, the same one by one %.2f ns, a look at the clock %.0f ns "
        "(%u)\n",
        wide * 1e9, single * 1e9, ClockCost() * 1e9, sum & 1);
}

int Run(int argc, char** argv) {
    setvbuf(stdout, nullptr, _IOLBF, 0);
    const auto wants = [&](const char* what) {
        return argc < 2 ||
               std::any_of(argv + 1, argv + argc, [&](const char* word) { return !std::strcmp(word, what); });
    };
    const TriangleMesh mesh = scenes::MakeMesh("bunny-1500").mesh;
    std::vector<NamedTree> trees{{"split, 512 leaves", *SharePackedTree(scenes::MakeSplitTree(mesh, 3))},
                                 {"split, 1500 leaves", *SharePackedTree(scenes::MakeSplitTree(mesh, 4))}};
    SphereTree last;
    for (const BakedBy& bake : kBakes) {
        last = Bake(mesh, bake.method);
        trees.push_back({bake.name, *SharePackedTree(last)});
    }
    MeasureMachine();
    if (wants("pairs")) ComparePairs(mesh, trees, false);
    if (wants("all")) ComparePairs(mesh, {trees[0], trees.back()}, true);
    if (wants("order")) {
        CompareOrders(trees.back());
        const SphereTree fine = scenes::MakeSplitTree(scenes::MakeMesh("bunny").mesh, 5);
        CompareOrders({"split, 32,768 leaves", *SharePackedTree(fine)});
    }
    if (wants("thesis")) CompareWithThesis(trees[2].tree, trees.back());
    if (wants("time")) MeasureTime(trees.back().tree);
    if (wants("broad")) CompareBroadPhases(trees[0].tree);
    if (wants("normals")) MeasureNormals(mesh, last);
    return 0;
}

}  // namespace
}  // namespace spheretree::bench

int main(int argc, char** argv) { return spheretree::bench::Run(argc, argv); }
