#include "Scenes/Meshes.h"
#include "SphereTree/Archive.h"
#include "SphereTree/SphereTree.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

// Same seed, same bytes: for every compiler, optimisation level and number of threads. The values below are of the
// archives' bytes; whoever changes what a bake makes, on purpose, takes the new ones from the failure's text.
namespace spheretree {
namespace {

uint64_t HashOf(const std::vector<uint8_t>& bytes) {  // FNV-1a
    uint64_t hash = 0xcbf29ce484222325;
    for (uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
    return hash;
}

struct PinnedBake {
    Method method;
    const char* mesh;
    uint64_t hash;
};

class SameBytes : public testing::TestWithParam<PinnedBake> {};

TEST_P(SameBytes, ForEveryCompiler) {
    Recipe recipe;
    recipe.method = GetParam().method;
    recipe.depth = 2;
    recipe.samplePoints = 1500;
    recipe.initialMedialSpheres = 200;
    recipe.hubbardMedialSpheres = 600;
    recipe.regionMedialSpheres = 40;
    const Result<BakedTree> baked = BuildTree(scenes::MakeMesh(GetParam().mesh).mesh, recipe);
    ASSERT_TRUE(baked) << baked.Sentence();
    EXPECT_EQ(HashOf(WriteArchive(baked->tree)), GetParam().hash);
}

INSTANTIATE_TEST_SUITE_P(Bakes, SameBytes,
                         testing::Values(PinnedBake{Method::Octree, "s-shape", 0xd3535c060a4b2c51},
                                         PinnedBake{Method::Grid, "ellipsoid", 0x2b53437c2e7acb0a},
                                         PinnedBake{Method::HubbardMerge, "torus", 0xca97e770d6ea071d},
                                         PinnedBake{Method::Merge, "bunny-1500", 0x7fde582381a058de},
                                         PinnedBake{Method::Burst, "cone", 0x6528a836e5bbda5f},
                                         PinnedBake{Method::Expand, "s-shape", 0xdb22de16150f2851},
                                         PinnedBake{Method::Spawn, "cylinder", 0x709a10fac73ba124},
                                         PinnedBake{Method::Combined, "bunny-1500", 0x578c810e5b4bad5e},
                                         PinnedBake{Method::Tight, "bunny-1500", 0x329757f59ea5ee2a}),
                         [](const auto& instance) { return std::string(MethodName(instance.param.method)); });

}  // namespace
}  // namespace spheretree
