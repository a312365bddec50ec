#include "SphereTree/SphereTree.h"

#include "Core/Archive/ArchiveTrees.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace spheretree {
namespace {

using testing::HasSubstr;

TEST(StructureFault, SoundTreesHaveNone) {
    for (int32_t branching = 2; branching <= 8; ++branching)
        for (int32_t parents = 0; parents <= branching; ++parents)
            EXPECT_EQ(FindStructureFault(MakeHandTree(branching, parents)), "");
    EXPECT_EQ(FindStructureFault(MakeGoldenTree()), "");
}

TEST(StructureFault, EachKindIsNamed) {
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    const struct {
        const char* words;
        std::function<void(SphereTree&)> spoil;
    } cases[] = {
        {"no node", [](SphereTree& tree) { tree.nodes.clear(); }},
        {"branching", [](SphereTree& tree) { tree.branching = 1; }},
        {"branching", [](SphereTree& tree) { tree.branching = 9; }},
        {"method", [](SphereTree& tree) { tree.method = static_cast<Method>(200); }},
        {"interior", [](SphereTree& tree) { tree.isSolid = true, tree.hasInside = false; }},
        {"minimum-volume", [](SphereTree& tree) { tree.volumeSpheres.resize(3); }},
        {"minimum-volume",
         [&](SphereTree& tree) {
             tree.volumeSpheres.assign(tree.nodes.size(), {{}, nan});
         }},
        {"normal cones", [](SphereTree& tree) { tree.normalCones.resize(3); }},
        {"normal cone of node 0",
         [&](SphereTree& tree) {
             tree.normalCones.assign(tree.nodes.size(), {{nan, 0, 0}, 1});
         }},
        {"normal cone of node 0",
         [](SphereTree& tree) {
             tree.normalCones.assign(tree.nodes.size(), {{0, 2, 0}, 1});
         }},
        {"normal cone of node 0",
         [&](SphereTree& tree) {
             tree.normalCones.assign(tree.nodes.size(), {{0, 1, 0}, nan});
         }},
        {"centre of node 2", [&](SphereTree& tree) { tree.nodes[2].sphere.centre.y = nan; }},
        {"radius of node 2", [&](SphereTree& tree) { tree.nodes[2].sphere.radius = infinity; }},
        {"radius of node 2", [](SphereTree& tree) { tree.nodes[2].sphere.radius = -1e-300; }},
        {"error of node 1", [&](SphereTree& tree) { tree.nodes[1].error = nan; }},
        {"error of node 1", [](SphereTree& tree) { tree.nodes[1].error = -1; }},
        {"no root", [](SphereTree& tree) { tree.nodes[0].parent = 0; }},
        {"no root", [](SphereTree& tree) { tree.nodes[0].level = 1; }},
        {"another parent", [](SphereTree& tree) { tree.nodes[3].parent = -1; }},
        {"another parent", [](SphereTree& tree) { tree.nodes[3].parent = 3; }},
        {"parent of node 5",
         [](SphereTree& tree) {
             tree.nodes.push_back({{}, 0, 5, -1, 0, 2});
         }},
        {"parent of node 5",
         [](SphereTree& tree) {
             tree.nodes.push_back({{}, 0, -1, -1, 0, 2});
         }},
        {"as a child",
         [](SphereTree& tree) {
             tree.nodes.push_back({{}, 0, 2, -1, 0, 2});
         }},
        {"level of node 2", [](SphereTree& tree) { tree.nodes[2].level = 2; }},
        {"as a child", [](SphereTree& tree) { tree.nodes[0].childCount = 1; }},
        {"children of node 0", [](SphereTree& tree) { tree.nodes[0].childCount = 3; }},
        {"children of node 0", [](SphereTree& tree) { tree.nodes[0].childCount = -1; }},
        {"children of node 0", [](SphereTree& tree) { tree.nodes[0].firstChild = 0; }},
        {"children of node 0",
         [](SphereTree& tree) { tree.nodes[0].firstChild = std::numeric_limits<int32_t>::max(); }},
        {"leaf node 4", [](SphereTree& tree) { tree.nodes[4].firstChild = 0; }},
        {"another parent", [](SphereTree& tree) { tree.nodes[1].firstChild = 2; }},
    };
    for (const auto& [words, spoil] : cases) {
        SphereTree tree = MakeHandTree(2, 1);
        spoil(tree);
        EXPECT_THAT(FindStructureFault(tree), HasSubstr(words));
    }
}

// Links that fit one another, but a level that is not in order.
TEST(StructureFault, LevelsMustStandInOrder) {
    SphereTree tree = MakeHandTree(2, 1);
    tree.nodes[1].firstChild = 2;
    std::swap(tree.nodes[2], tree.nodes[3]);
    EXPECT_NE(FindStructureFault(tree), "");
}

}  // namespace
}  // namespace spheretree
