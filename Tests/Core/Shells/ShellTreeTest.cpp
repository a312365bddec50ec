// Fits and trees: nothing of the geometry outside, the same on any number of threads, bytes that cannot hurt.

#include "SphereTree/ShellTree.h"

#include "Archive/Chunks.h"
#include "Archive/Crc64.h"
#include "Core/Shells/ShellPairs.h"
#include "Core/TestSupport.h"
#include "Scenes/CurvedPatches.h"
#include "Scenes/Hosts.h"
#include "Scenes/Meshes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace spheretree {
namespace {

using testing::HasSubstr;

constexpr TreeKind kKinds[] = {TreeKind::Shells, TreeKind::Boxes, TreeKind::Balls, TreeKind::Mixed};

ShellRecipe RecipeOf(TreeKind kind) {
    ShellRecipe recipe;
    recipe.kind = kind;
    recipe.trialQueries = 4;
    recipe.trialTests = 4000;
    return recipe;
}

ShellTree TreeOf(const TriangleMesh& mesh, TreeKind kind, const Host& host = {}) {
    Result<ShellTree> tree = BuildShellTree(mesh, RecipeOf(kind), host);
    EXPECT_TRUE(tree) << tree.Sentence();
    return tree ? *tree : ShellTree{};
}

std::vector<TriangleCorners> SoupOf(const TriangleMesh& mesh) {
    std::vector<TriangleCorners> soup;
    for (const Triangle& t : mesh.triangles)
        soup.push_back({mesh.vertices[static_cast<size_t>(t[0])], mesh.vertices[static_cast<size_t>(t[1])],
                        mesh.vertices[static_cast<size_t>(t[2])]});
    return soup;
}

Vec3 PointOf(const TriangleCorners& t, Random& random) {
    double u = random.Uniform(), v = random.Uniform();
    if (u + v > 1) u = 1 - u, v = 1 - v;
    return t[0] + (t[1] - t[0]) * u + (t[2] - t[0]) * v;
}

/// By points, and with nothing taken off: the fit's own slack is larger than what rounding does to a point.
int64_t PointsOutside(const Shell& shell, const std::vector<TriangleCorners>& soup, int perTriangle) {
    Random random(5);
    int64_t outside = 0;
    for (const TriangleCorners& t : soup)
        for (int i = 0; i < perTriangle; ++i) outside += !shelltest::IsIn(shell, PointOf(t, random));
    return outside;
}

TEST(ShellFit, APieceOfASphereHasThatSphereAndAThinShell) {
    const TriangleMesh ball = scenes::MakeIcosphere(4);
    std::vector<TriangleCorners> cap;
    for (const TriangleCorners& t : SoupOf(ball))
        if (t[0].z > 0.7 && t[1].z > 0.7 && t[2].z > 0.7) cap.push_back(t);
    const Shell shell = FitShell(cap.data(), static_cast<int64_t>(cap.size())).shell;
    EXPECT_LT(Length(shell.centre), 0.02);
    EXPECT_LT(shell.Thickness(), 0.01);
    EXPECT_GT(shell.cosine, 0.65);
    EXPECT_EQ(PointsOutside(shell, cap, 20), 0);
}

TEST(ShellFit, AFlatPartIsAThinDisc) {
    const std::vector<TriangleCorners> flat = SoupOf(scenes::MakeCurvedPatch(0, 0, 8));
    const Shell disc = FitShell(flat.data(), static_cast<int64_t>(flat.size())).shell;
    EXPECT_LT(disc.Thickness(), 2e-3);
    EXPECT_EQ(PointsOutside(disc, flat, 20), 0);
    ShellFitOptions curved;
    curved.flatGain = 1e30;  // never
    const Shell thick = FitShell(flat.data(), static_cast<int64_t>(flat.size()), curved).shell;
    EXPECT_GT(thick.Thickness(), 1) << "the least squares' centre lies in the plane: a ball";
    EXPECT_EQ(PointsOutside(thick, flat, 20), 0);
    const Vec3 above{0, 0, -3};
    const Shell follows = FitShell(flat.data(), static_cast<int64_t>(flat.size()), curved, &above).shell;
    EXPECT_LT(std::fabs(follows.centre.z - above.z), 1e-6) << "what a plane leaves open follows the part above";
    EXPECT_EQ(PointsOutside(follows, flat, 20), 0);
}

TEST(ShellFit, ConesBeyondNinetyDegreesHoldEdgesAndFacesToo) {
    const std::vector<TriangleCorners> ball = SoupOf(scenes::MakeIcosphere(2));
    int64_t wide = 0;
    for (const double from : {-0.2, -0.5, -0.8, -0.95, -2.0}) {
        std::vector<TriangleCorners> part;
        for (const TriangleCorners& t : ball)
            if (t[0].z > from && t[1].z > from && t[2].z > from) part.push_back(t);
        const Shell shell = FitShell(part.data(), static_cast<int64_t>(part.size())).shell;
        EXPECT_EQ(PointsOutside(shell, part, 50), 0) << from;
        EXPECT_GT(shell.inner, 0.5) << from;
        wide += shell.cosine < 0 && shell.cosine > -1;
    }
    EXPECT_GE(wide, 2) << "no cone between 90 and 180 degrees was tried";
    Random random(8);  // a few large triangles about a centre: edges and faces limit the angle, not corners
    for (int i = 0; i < 3000; ++i) {
        std::vector<TriangleCorners> soup(static_cast<size_t>(2 + random.Below(4)));
        for (TriangleCorners& t : soup) t = {random.Direction(), random.Direction(), random.Direction()};
        ShellFitOptions options;
        if (i % 2 == 0) options.flatGain = 1e30;
        const Shell shell = FitShell(soup.data(), static_cast<int64_t>(soup.size()), options).shell;
        ASSERT_EQ(PointsOutside(shell, soup, 60), 0) << i;
    }
}

TEST(ShellTree, EveryMeshIsProvenInEveryKindOfTree) {
    for (const std::string& name : scenes::ClosedMeshNames()) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        if (!shelltest::kIsOptimised && mesh.triangles.size() > 1000) continue;
        for (const TreeKind kind : kKinds) {
            const ShellTree tree = TreeOf(mesh, kind);
            ASSERT_EQ(FindFault(tree, mesh), "") << name << ", kind " << static_cast<int>(kind);
            ASSERT_EQ(tree.nodes.size(), 2 * mesh.triangles.size() - 1);
        }
    }
}

TEST(ShellTree, SamplesOfEveryNodeLieInItsShell) {
    const ShellTree tree = TreeOf(scenes::MakeMesh("s-shape").mesh, TreeKind::Shells);
    for (const VolumeNode& node : tree.nodes) {
        const auto first = tree.triangles.begin() + node.firstTriangle;
        const std::vector<TriangleCorners> part(first, first + node.triangleCount);
        ASSERT_EQ(PointsOutside(tree.shells[static_cast<size_t>(node.volume)], part, 8), 0);
    }
}

TEST(ShellTree, PlantedFaultsAreFound) {
    const TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    const ShellTree sound = TreeOf(mesh, TreeKind::Shells);
    const auto with = [&](auto change) {
        ShellTree tree = sound;
        change(tree);
        return FindFault(tree, mesh);
    };
    ASSERT_EQ(with([](ShellTree&) {}), "");
    for (const size_t i : {size_t{0}, size_t{5}, sound.shells.size() - 1}) {
        EXPECT_THAT(with([&](ShellTree& t) { t.shells[i].outer *= 1 - 1e-9; }), HasSubstr("contain")) << i;
        EXPECT_THAT(with([&](ShellTree& t) { t.shells[i].inner += 1e-9 * t.shells[i].outer; }), HasSubstr("contain"));
        EXPECT_THAT(with([&](ShellTree& t) { t.shells[i].centre += t.shells[i].axis * (1e-6 * t.shells[i].outer); }),
                    HasSubstr("contain"));
        EXPECT_THAT(with([&](ShellTree& t) { t.shells[i].axis = {2, 0, 0}; }), HasSubstr("makes no sense"));
        EXPECT_THAT(with([&](ShellTree& t) { t.shells[i].outer = std::nan(""); }), HasSubstr("makes no sense"));
    }
    EXPECT_THAT(with([](ShellTree& t) { t.shells[40].cosine += (1 - t.shells[40].cosine) / 100; }),
                HasSubstr("contain"));
    EXPECT_THAT(with([](ShellTree& t) { t.nodes[3].error /= 2; }), HasSubstr("error"));
    EXPECT_THAT(with([](ShellTree& t) { t.nodes[1].firstChild = 1; }), HasSubstr("children"));
    EXPECT_THAT(with([](ShellTree& t) { --t.nodes[2].triangleCount; }), HasSubstr("divide"));
    EXPECT_THAT(with([](ShellTree& t) { t.source[7] = t.source[8]; }), HasSubstr("mesh"));
    EXPECT_THAT(with([](ShellTree& t) { t.nodes.clear(); }), HasSubstr("empty"));
}

Vec3 PointIn(const ShellTree& tree, const VolumeNode& node, Random& random) {
    const size_t at = static_cast<size_t>(node.volume);
    if (node.kind == VolumeKind::Shell) return shelltest::RandomPoint(tree.shells[at], random).point;
    if (node.kind == VolumeKind::Ball)
        return tree.balls[at].centre + random.Direction() * (tree.balls[at].radius * std::cbrt(random.Uniform()));
    const OrientedBox& box = tree.boxes[at];
    const auto any = [&](double half) { return random.Below(3) ? random.Between(-half, half) : half; };
    return box.centre + box.axes[0] * any(box.half.x) + box.axes[1] * any(box.half.y) + box.axes[2] * any(box.half.z);
}

// Promise 2 for volumes: no point of any is farther from the surface than its error; and the error is not a guess.
TEST(ShellTree, EveryErrorHoldsForEveryPointAndIsMuchLessThanTheSize) {
    for (const char* name : {"s-shape", "torus", "bunny-1500"}) {
        if (!shelltest::kIsOptimised && std::string(name) != "s-shape") continue;
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        const SurfaceQuery surface = SurfaceOf(mesh);
        for (const TreeKind kind : kKinds) {
            const ShellTree tree = TreeOf(mesh, kind);
            Random random(7);
            double sizes = 0, errors = 0, reached = 0;
            for (size_t i = 0; i < tree.nodes.size(); ++i) {
                const VolumeNode& node = tree.nodes[i];
                double farthest = 0;
                for (int k = 0; k < (i < 64 ? 200 : 6); ++k)
                    farthest = std::max(farthest, surface.Distance(PointIn(tree, node, random)));
                ASSERT_LE(farthest, node.error) << name << ", node " << i;
                ASSERT_LE(node.error, node.size * 1.0001);
                if (i >= 64) continue;
                sizes += node.size, errors += node.error, reached += farthest;
            }
            EXPECT_LT(errors, sizes * 0.6) << name << ", kind " << static_cast<int>(kind);
            EXPECT_LT(errors, reached * 2.5) << name << ", kind " << static_cast<int>(kind);
            printf("    %-10s kind %d: error %.3f, reached %.3f of the size, upper six levels\n", name,
                   static_cast<int>(kind), errors / sizes, reached / sizes);
        }
    }
}

TEST(ShellTree, ThreadsDoNotShow) {
    const TriangleMesh mesh = scenes::MakeMesh(shelltest::kIsOptimised ? "bunny-1500" : "s-shape").mesh;
    for (const TreeKind kind : kKinds)
        EXPECT_EQ(WriteShellArchive(TreeOf(mesh, kind)),
                  WriteShellArchive(TreeOf(mesh, kind, scenes::MakeThreadedHost(3))));
}

TEST(ShellTree, TheSameBytesForEveryCompiler) {
    const auto sum = [](const char* name, TreeKind kind) {
        const std::vector<uint8_t> bytes = WriteShellArchive(TreeOf(scenes::MakeMesh(name).mesh, kind));
        return Crc64(bytes.data(), bytes.size());
    };
    EXPECT_EQ(sum("torus", TreeKind::Shells), 0x52853b71edcb2b8bu);
    EXPECT_EQ(sum("torus", TreeKind::Boxes), 0x956e84e33f06cfcfu);
    EXPECT_EQ(sum("torus", TreeKind::Balls), 0x0f9270a1635e3c6fu);
    EXPECT_EQ(sum("torus", TreeKind::Mixed), 0x65ae59078f06fedeu);
    EXPECT_EQ(sum("s-shape", TreeKind::Shells), 0x4c43b112f4482801u);
    EXPECT_EQ(sum("s-shape", TreeKind::Mixed), 0x877dd97f1cfe87afu);
}

TEST(ShellTree, TheCheapestKindFollowsTheBody) {
    ShellRecipe recipe;
    recipe.kind = TreeKind::Auto;
    const auto chosen = [&](const TriangleMesh& mesh) {
        const Result<ShellTree> tree = BuildShellTree(mesh, recipe);
        EXPECT_TRUE(tree) << tree.Sentence();
        EXPECT_EQ(FindFault(*tree, mesh), "");
        return tree->nodes[0].kind == VolumeKind::Box ? "boxes" : "shells";
    };
    EXPECT_STREQ(chosen(scenes::MakeCurvedPatch(0.1, 0.1, 24)), "shells");
    EXPECT_STREQ(chosen(scenes::MakeCurvedPatch(1, 0, 24)), "boxes");
    EXPECT_STREQ(chosen(scenes::MakeMesh("torus").mesh), "boxes");
}

TEST(ShellTree, ABuildCanBeCancelled) {
    Host host;
    host.progress = [](double fraction) { return fraction < 0.3; };
    const Result<ShellTree> tree = BuildShellTree(scenes::MakeMesh("bunny-1500").mesh, {}, host);
    ASSERT_FALSE(tree);
    EXPECT_THAT(tree.Sentence(), HasSubstr("cancelled"));
}

TEST(ShellTree, BadMeshesGiveATreeOrASentence) {
    EXPECT_THAT(BuildShellTree({}).Sentence(), HasSubstr("no triangle"));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {nan, 0, 0}, {1e300, 0, 0}},
                      {{0, 1, 3}, {0, 1, 9}, {0, 1, -1}, {0, 1, 4}}};
    EXPECT_FALSE(BuildShellTree(mesh));
    mesh.triangles.assign(200, {0, 1, 2});  // two hundred times the same
    mesh.triangles.resize(240, {0, 0, 0});  // and points
    mesh.triangles.resize(260, {0, 1, 1});  // and lines
    mesh.triangles.push_back({0, 1, 3});    // and one that is left out
    for (const TreeKind kind : kKinds) {
        const ShellTree tree = TreeOf(mesh, kind);
        EXPECT_EQ(FindFault(tree), "");
        EXPECT_EQ(tree.triangles.size(), 260u);
    }
    for (int64_t i = 0; i < shelltest::Cases(8); ++i)
        for (const TreeKind kind : kKinds) {
            const TriangleMesh random = scenes::MakeRandomMesh(static_cast<uint64_t>(i));
            EXPECT_EQ(FindFault(TreeOf(random, kind), random), "") << i;
        }
}

TEST(ShellTree, FarFromTheOriginAndTinyMeshesAreProvenToo) {
    const TriangleMesh torus = scenes::MakeMesh("torus").mesh;
    for (const double size : {1e-12, 1e12})
        for (const double far : {0.0, 1e7}) {
            if (!shelltest::kIsOptimised && (far > 0) == (size > 1)) continue;
            TriangleMesh mesh = torus;
            for (Vec3& v : mesh.vertices) v = v * size + Vec3{1, 2, 3} * (far * size);
            for (const TreeKind kind : {TreeKind::Shells, TreeKind::Boxes, TreeKind::Balls})
                EXPECT_EQ(FindFault(TreeOf(mesh, kind), mesh), "") << size << " " << far;
        }
}

TEST(ShellArchive, WhatIsReadIsWhatWasWritten) {
    for (const TreeKind kind : kKinds) {
        const TriangleMesh mesh = scenes::MakeMesh("cone").mesh;
        const std::vector<uint8_t> bytes = WriteShellArchive(TreeOf(mesh, kind));
        const Result<ShellTree> read = ReadShellArchive(bytes.data(), bytes.size());
        ASSERT_TRUE(read) << read.Sentence();
        EXPECT_EQ(WriteShellArchive(*read), bytes);
        EXPECT_EQ(FindFault(*read, mesh), "");
    }
}

TEST(ShellArchive, ChangedBytesAreRefusedOrSound) {
    const TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}}};
    for (const TreeKind kind : {TreeKind::Mixed, TreeKind::Boxes}) {
        const std::vector<uint8_t> sound = WriteShellArchive(TreeOf(mesh, kind));
        int64_t refused = 0;
        for (size_t at = 0; at < sound.size(); ++at)
            for (const int change : {1, 0x40, 0x80, 0xFF}) {
                std::vector<uint8_t> bytes = sound;
                bytes[at] ^= static_cast<uint8_t>(change);
                if (at >= 32) {
                    const uint64_t sum = ArchiveChecksum(bytes.data(), bytes.size());
                    for (size_t i = 0; i < 8; ++i) bytes[24 + i] = static_cast<uint8_t>(sum >> (8 * i));
                }
                const Result<ShellTree> tree = ReadShellArchive(bytes.data(), bytes.size());
                if (tree) {
                    ASSERT_EQ(FindFault(*tree), "");
                }
                refused += !tree;
            }
        EXPECT_GT(refused, static_cast<int64_t>(sound.size()));
        for (size_t count = 0; count < sound.size(); ++count)
            ASSERT_FALSE(ReadShellArchive(sound.data(), count)) << count;
    }
}

}  // namespace
}  // namespace spheretree
