#include "Core/Tree/HandTrees.h"
#include "Scenes/FormulaMeshes.h"
#include "Scenes/Meshes.h"
#include "Scenes/Shapes.h"
#include "SphereTree/TreeMeasure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace spheretree {
namespace {

using testing::HasSubstr;

SphereTree RootWithError(const Sphere& root, double error, bool hasInside = true) {
    SphereTree tree = MakeRootTree(root, hasInside);
    tree.nodes[0].error = error;
    return tree;
}

TEST(ErrorFault, OfACubeInItsBall) {
    const TriangleMesh cube = scenes::MakeBox({0.5, 0.5, 0.5});
    const double truth = 0.87 - 0.5;
    EXPECT_EQ(FindErrorFault(RootWithError({{0, 0, 0}, 0.87}, truth), cube), "");
    EXPECT_EQ(FindErrorFault(RootWithError({{0, 0, 0}, 0.87}, 1), cube), "");
    ErrorProof proof;
    EXPECT_EQ(FindErrorFault(RootWithError({{0, 0, 0}, 0.87}, 1.05 * truth), cube, {}, &proof), "");
    EXPECT_EQ(proof.provenNodes, 1);
    EXPECT_EQ(proof.searchedNodes, 0);
    EXPECT_EQ(proof.undecided, 0);
    EXPECT_EQ(FindErrorFault(RootWithError({{0, 0, 0}, 0.87}, truth), cube, {}, &proof), "");
    EXPECT_EQ(proof.searchedNodes, 1) << "no room between bound and truth";
    EXPECT_LT(proof.undecided, 0.05 * truth);
    for (const double part : {0.0, 0.5, 0.9, 0.99, 0.9999}) {
        const std::string fault = FindErrorFault(RootWithError({{0, 0, 0}, 0.87}, part * truth), cube);
        EXPECT_THAT(fault, HasSubstr("Node 0")) << part;
    }
}

// The surface of this ball touches no cavity; only a search of the whole ball finds its middle.
TEST(ErrorFault, FindsWhatHidesInACavity) {
    TriangleMesh shell = scenes::MakeIcosphere(3), cavity = scenes::MakeIcosphere(3);
    scenes::Scale(shell, {2, 2, 2});
    scenes::TurnInsideOut(cavity);
    scenes::Append(shell, cavity);
    EXPECT_EQ(FindErrorFault(RootWithError({{0, 0, 0}, 2}, 1), shell), "");
    EXPECT_THAT(FindErrorFault(RootWithError({{0, 0, 0}, 2}, 0.95), shell), HasSubstr("Node 0"));
    EXPECT_THAT(FindErrorFault(RootWithError({{0, 0, 0}, 2}, 0.05), shell), HasSubstr("Node 0"));
}

TEST(ErrorFault, WithoutAnInsideCountsToTheSurface) {
    const TriangleMesh cube = scenes::MakeBox({0.5, 0.5, 0.5});
    EXPECT_EQ(FindErrorFault(RootWithError({{0, 0, 0}, 0.87}, 0.5, false), cube), "");
    EXPECT_THAT(FindErrorFault(RootWithError({{0, 0, 0}, 0.87}, 0.45, false), cube), HasSubstr("Node 0"))
        << "the middle is half an edge from the surface";
    EXPECT_THAT(FindErrorFault(RootWithError({{0, 0, 0}, 3}, 9), scenes::MakeOpenHemisphereMesh()), HasSubstr("open"));
}

TEST(ErrorFault, NamesTheFirstOfSeveral) {
    SphereTree tree = MakeFamilyTree({{0, 0, 0}, 2}, {{{0, 0, 0}, 0.4}, {{0, 0, 0}, 1}, {{0, 0, 0}, 1.5}}, true);
    tree.nodes[0].error = 2;
    const TriangleMesh cube = scenes::MakeBox({0.5, 0.5, 0.5});
    EXPECT_THAT(FindErrorFault(tree, cube), HasSubstr("Node 2"));
    tree.nodes[2].error = 0.5;
    EXPECT_THAT(FindErrorFault(tree, cube), HasSubstr("Node 3"));
    tree.nodes[3].error = 1;
    EXPECT_EQ(FindErrorFault(tree, cube), "");
}

TEST(ErrorFault, BadInputAndCancelAreSentences) {
    const TriangleMesh cube = scenes::MakeBox({0.5, 0.5, 0.5});
    EXPECT_THAT(FindErrorFault(SphereTree{}, cube), HasSubstr("no node"));
    EXPECT_NE(FindErrorFault(RootWithError({{0, 0, 0}, 1}, 1), TriangleMesh{}), "");
    Host host;
    host.progress = [](double) { return false; };
    EXPECT_THAT(FindErrorFault(RootWithError({{0, 0, 0}, 1}, 1), cube, host), HasSubstr("cancelled"));
}

}  // namespace
}  // namespace spheretree
