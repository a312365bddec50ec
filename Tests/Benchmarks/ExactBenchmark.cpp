// The exact phase beside its peers, in one run, and beside the thesis's own counts. CPU time of this thread.
// Usage: exact-bench [pairs|convex|tables|isa|deform] ...

#include "ExactBench.h"

#include "FrameBench.h"
#include "Scenes/Meshes.h"
#include "Scenes/SplitTree.h"
#include "SphereTree/Exact.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>

namespace spheretree::bench {
namespace {

struct ExactRun {
    double seconds = 0;
    int64_t pairs = 0, hits = 0, leafPairs = 0, triangleTests = 0;
    std::vector<uint64_t> touching;
};

ExactRun RunExact(const TreePointer& tree, double radius, int32_t count, bool all, bool coherent) {
    World world(tree, radius, count, all ? Detail::Full : Detail::Simple);
    world.traversal.options.coherent = coherent;
    ExactPhase exact;
    ExactRun run;
    for (int frame = 0; frame < kFrames; ++frame) {
        world.Move(frame);
        BeginFrame(world.traversal, world.scene);
        run.pairs += world.traversal.counters.rootHits;
        const double start = ThreadSeconds();
        AdvanceExact(exact, world.traversal, world.scene, {});
        run.seconds += ThreadSeconds() - start - ClockCost();
        EndFrame(world.traversal, world.scene);
        run.hits += static_cast<int64_t>(exact.hits.size());
        run.leafPairs += exact.leafPairs;
        run.triangleTests += exact.trianglePairs;
        for (size_t i = 0; i < exact.pairs.size(); ++i)
            if (exact.pairs[i].state == ExactState::Touches)
                run.touching.push_back(
                    Candidate{frame, world.traversal.pairs[i].body[0], world.traversal.pairs[i].body[1]}.Key());
    }
    std::sort(run.touching.begin(), run.touching.end());
    return run;
}

void PrintRun(const NamedTree& named, const ExactRun& run, double fcl, const std::vector<uint64_t>& truth, bool every,
              bool coherent) {
    const double pairs = static_cast<double>(run.pairs), each = run.seconds / pairs * 1e6;
    printf("  %-34s %9.3f us per pair, %zu touch, %.1f leaf pairs, %.1f triangle tests per pair, FCL/ours %.2f",
           ("ours exact, " + named.name + (coherent ? ", coh." : "")).c_str(), each, run.touching.size(),
           static_cast<double>(run.leafPairs) / pairs, static_cast<double>(run.triangleTests) / pairs, fcl / each);
    if (every) {
        std::vector<uint64_t> differ;
        std::set_symmetric_difference(truth.begin(), truth.end(), run.touching.begin(), run.touching.end(),
                                      std::back_inserter(differ));
        printf(", %zu differ", differ.size());
    } else {
        printf(", %lld triangle pairs", static_cast<long long>(run.hits));
    }
    printf("\n");
}

NamedTree WithTriangles(const char* name, SphereTree tree, const TriangleMesh& mesh) {
    const std::string fault = AttachTriangles(tree, mesh);
    if (!fault.empty()) printf("%s: %s\n", name, fault.c_str());
    return {name, *SharePackedTree(tree)};
}

SphereTree BakeBy(const TriangleMesh& mesh, Method method, int32_t depth) {
    Recipe recipe;
    recipe.method = method;
    recipe.depth = depth;
    Result<BakedTree> baked = BuildTree(mesh, recipe);
    if (!baked) std::exit(1);
    return std::move(baked->tree);
}

}  // namespace

void CompareExactPairs() {
    const TriangleMesh mesh = scenes::MakeMesh("bunny-1500").mesh;
    std::vector<NamedTree> trees;
    trees.push_back(WithTriangles("split, 512 leaves", scenes::MakeSplitTree(mesh, 3), mesh));
    trees.push_back(WithTriangles("split, 1500 leaves", scenes::MakeSplitTree(mesh, 4), mesh));
    trees.push_back(WithTriangles("hubbard, depth 3", BakeBy(mesh, Method::HubbardMerge, 3), mesh));
    trees.push_back(WithTriangles("combined, depth 3", BakeBy(mesh, Method::Combined, 3), mesh));
    const double radius = trees[0].tree->unit;
    for (const bool all : {false, true})
        for (const int32_t count : {100, 500}) {
            World world(trees[0].tree, radius, count, Detail::Simple);
            const std::vector<Candidate> candidates = CandidatesOf(world);
            printf("\n%d bunnies, %zu candidate pairs in %d frames; exact, %s\n", count, candidates.size(), kFrames,
                   all ? "all contacts" : "first hit");
            const PeerAnswer fcl = AskPeer(*MakeFcl(mesh), world, candidates, all, all ? 4000 : candidates.size());
            AskPeer(*MakeBullet(mesh), world, candidates, all, 1000);
            for (const NamedTree& named : trees)
                for (const bool coherent : {false, true}) {
                    if (all && coherent) continue;  // every pair of triangles is tested anyway
                    ExactRun best = RunExact(named.tree, radius, count, all, coherent);
                    for (int repeat = 1; repeat < (all ? 2 : 3); ++repeat) {
                        ExactRun run = RunExact(named.tree, radius, count, all, coherent);
                        if (run.seconds < best.seconds) best = std::move(run);
                    }
                    PrintRun(named, best, fcl.microseconds, fcl.touching, !all, coherent);
                }
        }
}

}  // namespace spheretree::bench

int main(int argc, char** argv) {
    using namespace spheretree::bench;
    setvbuf(stdout, nullptr, _IOLBF, 0);
    const auto wants = [&](const char* what) {
        return argc < 2 ||
               std::any_of(argv + 1, argv + argc, [&](const char* word) { return !std::strcmp(word, what); });
    };
    if (wants("pairs")) CompareExactPairs();
    if (wants("convex")) CompareConvexPairs();
    if (wants("tables")) PrintThesisTables();
    if (wants("isa")) MeasureIsaGjk();
    if (wants("deform")) MeasureDeformation();
    return 0;
}
