#pragma once

#include "FramePeers.h"
#include "SphereTree/ShellTraversal.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

// What the parts of shells-bench share: trees of every kind over one mesh, and a query with its cost.
namespace spheretree::bench {

inline constexpr TreeKind kTreeKinds[] = {TreeKind::Shells, TreeKind::Boxes, TreeKind::Balls, TreeKind::Mixed};
inline constexpr const char* kTreeKindNames[] = {"shells", "boxes", "balls", "mixed"};

inline ShellTree MakeTreeOf(const TriangleMesh& mesh, TreeKind kind) {
    ShellRecipe recipe;
    recipe.kind = kind;
    Result<ShellTree> tree = BuildShellTree(mesh, recipe);
    if (!tree) {
        printf("The tree cannot be built: %s\n", tree.Sentence().c_str());
        std::exit(1);
    }
    return std::move(*tree);
}

using TreesOfAllKinds = std::array<ShellTree, 4>;
inline TreesOfAllKinds MakeTreesOf(const TriangleMesh& mesh) {
    TreesOfAllKinds trees;
    for (size_t k = 0; k < 4; ++k) trees[k] = MakeTreeOf(mesh, kTreeKinds[k]);
    return trees;
}

struct QueryCost {
    int64_t tests = 0, triangles = 0, updates = 0;
    bool touches = false;
    double seconds = 0;  // of this thread
};

inline QueryCost AskPair(const ShellTree& treeA, const Pose& a, const ShellTree& treeB, const Pose& b) {
    const double start = ThreadSeconds();
    ShellTraversal pair = *BeginShellPair({&treeA, a, 1}, {&treeB, b, 1});
    AdvanceShellPair(pair);
    const double seconds = ThreadSeconds() - start - ClockCost();
    return {pair.counters.VolumeTests(), pair.counters.triangleTests, pair.counters.updates,
            pair.state == PairState::Confirmed, seconds};
}

/// Where shells win: cost against displacement and curvature, as a picture.
void PlotCosts(const std::string& file);

}  // namespace spheretree::bench
