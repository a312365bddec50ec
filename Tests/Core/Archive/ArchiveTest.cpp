#include "SphereTree/Archive.h"

#include "Archive/Bytes.h"
#include "Archive/Chunks.h"
#include "Archive/Crc64.h"
#include "Core/Archive/ArchiveTrees.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>

namespace spheretree {
namespace {

using testing::HasSubstr;

std::vector<uint8_t> ReadGolden(const std::string& name) {
    std::ifstream file(std::string(SPHERETREE_GOLDEN_ARCHIVES) + "/" + name, std::ios::binary);
    EXPECT_TRUE(file) << name;
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST(Crc64, GivesThePublishedCheckValue) {
    const char* digits = "123456789";
    const auto* bytes = reinterpret_cast<const uint8_t*>(digits);
    EXPECT_EQ(Crc64(bytes, 9), 0x995DC9BBDF1939FAu);
    EXPECT_EQ(Crc64(bytes + 4, 5, Crc64(bytes, 4)), Crc64(bytes, 9)) << "in two pieces as in one";
}

TEST(Bytes, AreLittleEndian) {
    std::vector<uint8_t> bytes;
    PutU32(bytes, 0x01020304);
    PutI32(bytes, -2);
    PutDouble(bytes, 1.0);
    EXPECT_THAT(bytes, testing::ElementsAre(4, 3, 2, 1, 0xFE, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F));
    ByteCursor cursor(bytes.data(), bytes.size());
    EXPECT_EQ(cursor.U32(), 0x01020304u);
    EXPECT_EQ(cursor.I32(), -2);
    EXPECT_EQ(cursor.Double(), 1.0);
}

TEST(Archive, ComesBackBitForBit) {
    for (const SphereTree& tree :
         {MakeHandTree(2, 0), MakeHandTree(3, 2), MakeHandTree(8, 8), MakeGoldenTree(), MakeFacedTree()}) {
        ASSERT_EQ(FindStructureFault(tree), "");
        const std::vector<uint8_t> bytes = WriteArchive(tree);
        const Result<SphereTree> back = ReadArchive(bytes.data(), bytes.size());
        ASSERT_TRUE(back) << back.Sentence();
        EXPECT_TRUE(SameBits(*back, tree));
        EXPECT_EQ(WriteArchive(*back), bytes);
    }
}

TEST(Archive, HoldsARootAlone) {
    SphereTree tree;
    tree.nodes.push_back({{{1, 2, 3}, 0}, 0, -1, -1, 0, 0});
    const std::vector<uint8_t> bytes = WriteArchive(tree);
    EXPECT_EQ(bytes.size(), 32u + 16 + 16 + 16 + 56);
    const Result<SphereTree> back = ReadArchive(bytes.data(), bytes.size());
    ASSERT_TRUE(back) << back.Sentence();
    EXPECT_TRUE(SameBits(*back, tree));
}

TEST(Archive, KeepsEveryMethodAndFlag) {
    for (int32_t method = 0; method < kMethodCount; ++method)
        for (const auto& [isSolid, hasInside] :
             {std::pair(false, false), std::pair(false, true), std::pair(true, true)}) {
            SphereTree tree = MakeHandTree(4, 1);
            tree.method = static_cast<Method>(method);
            tree.isSolid = isSolid;
            tree.hasInside = hasInside;
            const std::vector<uint8_t> bytes = WriteArchive(tree);
            const Result<SphereTree> back = ReadArchive(bytes.data(), bytes.size());
            ASSERT_TRUE(back) << back.Sentence();
            EXPECT_TRUE(SameBits(*back, tree));
        }
}

// The stored file was put together byte by byte from the layout in Archive.h, not by WriteArchive.
TEST(Archive, VersionOneStaysReadable) {
    const std::vector<uint8_t> golden = ReadGolden("version1.sphtree");
    const Result<SphereTree> tree = ReadArchive(golden.data(), golden.size());
    ASSERT_TRUE(tree) << tree.Sentence();
    EXPECT_TRUE(SameBits(*tree, MakeGoldenTree()));
    EXPECT_EQ(WriteArchive(MakeGoldenTree()), golden);
}

std::vector<uint8_t> WithExtraChunk(const SphereTree& tree, uint32_t tag, ChunkNeed need, size_t contentBytes) {
    std::vector<uint8_t> archive = WriteArchive(tree);
    AddChunk(archive, tag, need, std::vector<uint8_t>(contentBytes, 7));
    SealArchive(archive, tree.volumeSpheres.empty() ? 3 : 4);
    return archive;
}

TEST(Archive, SkipsChunksOfLaterVersionsThatMayBeSkipped) {
    for (size_t contentBytes = 0; contentBytes < 20; ++contentBytes) {
        const auto bytes =
            WithExtraChunk(MakeGoldenTree(), MakeTag('L', 'E', 'A', 'F'), ChunkNeed::MaySkip, contentBytes);
        EXPECT_EQ(bytes.size() % 8, 0u);
        const Result<SphereTree> back = ReadArchive(bytes.data(), bytes.size());
        ASSERT_TRUE(back) << back.Sentence();
        EXPECT_TRUE(SameBits(*back, MakeGoldenTree()));
    }
}

TEST(Archive, RefusesConesForOtherNodes) {
    const auto bytes = WithExtraChunk(MakeGoldenTree(), MakeTag('C', 'O', 'N', 'E'), ChunkNeed::MaySkip, 31);
    const Result<SphereTree> back = ReadArchive(bytes.data(), bytes.size());
    ASSERT_FALSE(back);
    EXPECT_THAT(back.Sentence(), HasSubstr("CONE has 31 bytes"));
}

TEST(Archive, RefusesUnknownChunksThatMustBeKnown) {
    const auto bytes = WithExtraChunk(MakeGoldenTree(), MakeTag('C', 'O', 'N', '\n'), ChunkNeed::MustKnow, 3);
    const Result<SphereTree> back = ReadArchive(bytes.data(), bytes.size());
    ASSERT_FALSE(back);
    EXPECT_THAT(back.Sentence(), HasSubstr("CON?"));
    EXPECT_THAT(back.Sentence(), HasSubstr("newer"));
}

TEST(Archive, TakesChunksInAnyOrder) {
    const std::vector<uint8_t> bytes = WriteArchive(MakeGoldenTree());
    const Result<std::vector<Chunk>> chunks = ReadChunks(bytes.data(), bytes.size());
    ASSERT_TRUE(chunks) << chunks.Sentence();
    std::vector<uint8_t> turned = BeginArchive();
    for (size_t i = chunks->size(); i-- > 0;)
        AddChunk(turned, (*chunks)[i].tag, (*chunks)[i].need,
                 {(*chunks)[i].bytes, (*chunks)[i].bytes + (*chunks)[i].count});
    SealArchive(turned, static_cast<uint32_t>(chunks->size()));
    EXPECT_NE(turned, bytes);
    const Result<SphereTree> back = ReadArchive(turned.data(), turned.size());
    ASSERT_TRUE(back) << back.Sentence();
    EXPECT_TRUE(SameBits(*back, MakeGoldenTree()));
}

}  // namespace
}  // namespace spheretree
