#include "Archive/Chunks.h"
#include "Core/Exact/ExactFixtures.h"
#include "SphereTree/Archive.h"

#include <limits>

namespace spheretree {
namespace {

bool Names(const SphereTree& tree, int32_t leaf, int32_t triangle) {
    const LeafTriangles& of = tree.leafTriangles;
    const auto first = of.ofNode.begin() + of.firstOfNode[static_cast<size_t>(leaf)];
    const auto end = of.ofNode.begin() + of.firstOfNode[static_cast<size_t>(leaf) + 1];
    return std::find(first, end, triangle) != end;
}

/// Whether a chain of balls that all hold the point ends at a leaf that names the triangle.
bool IsNamedAt(const SphereTree& tree, int32_t node, int32_t triangle, const Vec3& point) {
    const TreeNode& at = tree.nodes[static_cast<size_t>(node)];
    if (!(Distance(at.sphere.centre, point) <= at.sphere.radius)) return false;
    if (at.childCount == 0) return Names(tree, node, triangle);
    for (int32_t child = at.firstChild; child < at.firstChild + at.childCount; ++child)
        if (IsNamedAt(tree, child, triangle, point)) return true;
    return false;
}

void ExpectEveryPointNamed(const SphereTree& tree) {
    const LeafTriangles& of = tree.leafTriangles;
    Random random(9);
    for (size_t t = 0; t < of.triangles.size(); ++t)
        for (int i = 0; i < 20; ++i) {
            const double u = random.Uniform(), v = random.Uniform() * (1 - u);
            const auto at = [&](size_t k) { return of.vertices[static_cast<size_t>(of.triangles[t][k])]; };
            const Vec3 point = at(0) * u + at(1) * v + at(2) * (1 - u - v);
            ASSERT_TRUE(IsNamedAt(tree, 0, static_cast<int32_t>(t), point)) << "triangle " << t;
        }
}

TEST(LeafTriangles, HoldEveryPointOfTheSurface) {
    for (const char* name : {"torus", "spike", "open-hemisphere"})
        ExpectEveryPointNamed(MakeExactBake(scenes::MakeMesh(name).mesh));
    Recipe recipe;
    recipe.method = Method::Octree;
    recipe.triangles = true;  // leaves smaller than triangles: a triangle is in many
    const Result<BakedTree> baked = BuildTree(scenes::MakeMesh("cube").mesh, recipe);
    ASSERT_TRUE(baked) << baked.Sentence();
    ExpectEveryPointNamed(baked->tree);
    EXPECT_GT(baked->tree.leafTriangles.ofNode.size(), baked->tree.leafTriangles.triangles.size());
}

TEST(LeafTriangles, OfAnotherMeshAreRefused) {
    SphereTree tree = scenes::MakeSplitTree(scenes::MakeMesh("torus").mesh, 2);
    EXPECT_NE(AttachTriangles(tree, scenes::MakeMesh("spike").mesh), "");
    EXPECT_TRUE(tree.leafTriangles.IsEmpty());
    EXPECT_NE(AttachTriangles(tree, {}), "");
}

TEST(LeafTriangles, TravelInTheArchive) {
    for (const bool narrow : {true, false}) {
        TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
        if (narrow)
            for (Vec3& v : mesh.vertices)
                v = {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
        const SphereTree tree = MakeExactBake(mesh);
        const std::vector<uint8_t> bytes = WriteArchive(tree);
        const Result<SphereTree> read = ReadArchive(bytes.data(), bytes.size());
        ASSERT_TRUE(read) << read.Sentence();
        EXPECT_EQ(read->leafTriangles.vertices, tree.leafTriangles.vertices);
        EXPECT_EQ(read->leafTriangles.triangles, tree.leafTriangles.triangles);
        EXPECT_EQ(read->leafTriangles.firstOfNode, tree.leafTriangles.firstOfNode);
        EXPECT_EQ(read->leafTriangles.ofNode, tree.leafTriangles.ofNode);
        EXPECT_EQ(WriteArchive(*read), bytes);
        SphereTree bare = tree;
        bare.leafTriangles = {};
        const size_t added = bytes.size() - WriteArchive(bare).size(), triangles = mesh.triangles.size();
        EXPECT_LT(added, triangles * (narrow ? 28 : 34)) << "compact";
    }
}

// Found by the archive's fuzzer: floats beyond 1e35 were read as floats and written as doubles.
TEST(LeafTriangles, AtTheEndOfFloatsStayFloats) {
    SphereTree tree = MakeExactBake(scenes::MakeMesh("cube").mesh, 1);
    const size_t usual = WriteArchive(tree).size();
    tree.leafTriangles.vertices[0].x = static_cast<double>(std::numeric_limits<float>::max());
    ASSERT_EQ(FindStructureFault(tree), "");
    const std::vector<uint8_t> bytes = WriteArchive(tree);
    EXPECT_EQ(bytes.size(), usual);
    const Result<SphereTree> read = ReadArchive(bytes.data(), bytes.size());
    ASSERT_TRUE(read) << read.Sentence();
    EXPECT_EQ(read->leafTriangles.vertices, tree.leafTriangles.vertices);
    tree.leafTriangles.vertices[0].x *= 1.5;  // no float
    EXPECT_GT(WriteArchive(tree).size(), usual);
}

// Every number of the chunk, made wrong in every way, with a checksum that fits: a sentence, or a sound tree.
TEST(LeafTriangles, CorruptInTheArchiveAreASentence) {
    const SphereTree tree = MakeExactBake(scenes::MakeMesh("cube").mesh, 1);
    const std::vector<uint8_t> bytes = WriteArchive(tree);
    size_t start = bytes.size();
    for (size_t i = 0; i + 4 <= bytes.size(); ++i)
        if (std::string(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                        bytes.begin() + static_cast<std::ptrdiff_t>(i) + 4) == "TRIS")
            start = i + kChunkHeadBytes;
    ASSERT_LT(start, bytes.size());
    int64_t refused = 0;
    for (size_t at = start; at + 4 <= bytes.size(); at += 4)
        for (const uint32_t value : {0u, 1u, 0xFFFFFFFFu, 0x7FFFFFFFu, 0x7FF00000u, 1000u}) {
            std::vector<uint8_t> changed = bytes;
            for (size_t i = 0; i < 4; ++i) changed[at + i] = static_cast<uint8_t>(value >> (8 * i));
            const uint64_t sum = ArchiveChecksum(changed.data(), changed.size());
            for (size_t i = 0; i < 8; ++i) changed[24 + i] = static_cast<uint8_t>(sum >> (8 * i));
            const Result<SphereTree> read = ReadArchive(changed.data(), changed.size());
            if (!read) {
                EXPECT_FALSE(read.Sentence().empty());
                ++refused;
            } else {
                EXPECT_EQ(FindStructureFault(*read), "");
            }
        }
    EXPECT_GT(refused, 100);
}

TEST(LeafTriangles, ThatDoNotFitAreASentence) {
    const SphereTree tree = MakeExactBake(scenes::MakeMesh("cube").mesh, 1);
    EXPECT_EQ(FindStructureFault(tree), "");
    const auto expectFault = [&](auto change) {
        SphereTree broken = tree;
        change(broken.leafTriangles);
        EXPECT_NE(FindStructureFault(broken), "");
        EXPECT_FALSE(PackTree(broken));
    };
    expectFault([](LeafTriangles& t) { t.triangles.clear(); });
    expectFault([](LeafTriangles& t) { t.triangles[0][1] = -1; });
    expectFault([](LeafTriangles& t) { t.triangles[0][1] = 1 << 20; });
    expectFault([](LeafTriangles& t) { t.vertices[3].y = std::nan(""); });
    expectFault([](LeafTriangles& t) { t.ofNode[0] = 12345; });
    expectFault([](LeafTriangles& t) { t.ofNode.pop_back(); });
    expectFault([](LeafTriangles& t) { t.firstOfNode.pop_back(); });
    expectFault([](LeafTriangles& t) { t.firstOfNode[1] = 1; });  // the root is no leaf
}

}  // namespace
}  // namespace spheretree
