#include "SphereTree/Archive.h"

#include "Archive/Chunks.h"
#include "Core/Archive/ArchiveTrees.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <memory>

namespace spheretree {
namespace {

using testing::HasSubstr;

/// Reads from a block of exactly that size, so that the address sanitizer sees a step beyond it.
std::string SentenceOf(const std::vector<uint8_t>& bytes) {
    const std::unique_ptr<uint8_t[]> block(new uint8_t[bytes.size()]);
    std::copy(bytes.begin(), bytes.end(), block.get());
    const Result<SphereTree> tree = ReadArchive(block.get(), bytes.size());
    return tree ? "" : tree.Sentence();
}

void Overwrite(std::vector<uint8_t>& bytes, size_t at, uint64_t value, int byteCount) {
    for (int i = 0; i < byteCount; ++i) bytes[at + static_cast<size_t>(i)] = static_cast<uint8_t>(value >> (8 * i));
}

/// Makes the checksum fit again, as somebody with bad intentions would.
void Reseal(std::vector<uint8_t>& bytes) {
    Overwrite(bytes, 16, bytes.size(), 8);
    Overwrite(bytes, 24, ArchiveChecksum(bytes.data(), bytes.size()), 8);
}

constexpr size_t kTreeAt = 48, kNodesAt = 80;  // contents of TREE and NODE in an archive as the writer makes it

TEST(HostileArchive, EveryChangedByteIsFound) {
    const std::vector<uint8_t> sound = WriteArchive(MakeGoldenTree());
    for (size_t at = 0; at < sound.size(); ++at)
        for (int change = 1; change < 256; ++change) {
            std::vector<uint8_t> bytes = sound;
            bytes[at] ^= static_cast<uint8_t>(change);
            ASSERT_NE(SentenceOf(bytes), "") << "byte " << at << " changed by " << change;
        }
}

TEST(HostileArchive, EveryTruncationIsFound) {
    const std::vector<uint8_t> sound = WriteArchive(MakeGoldenTree());
    for (size_t count = 0; count < sound.size(); ++count)
        ASSERT_NE(SentenceOf({sound.begin(), sound.begin() + static_cast<ptrdiff_t>(count)}), "") << count << " bytes";
    std::vector<uint8_t> longer = sound;
    longer.push_back(0);
    EXPECT_NE(SentenceOf(longer), "");
}

// With the checksum made to fit, a change may be a different sound tree; it must never be a crash or an unsound one.
TEST(HostileArchive, EveryChangedByteUnderAFittingChecksumIsSoundOrRefused) {
    const std::vector<uint8_t> sound = WriteArchive(MakeGoldenTree());
    int refused = 0, taken = 0;
    for (size_t at = 0; at < sound.size(); ++at)
        for (const int change : {1, 2, 0x40, 0x80, 0xFF}) {
            std::vector<uint8_t> bytes = sound;
            bytes[at] ^= static_cast<uint8_t>(change);
            if (at < 16 || at >= 32) Reseal(bytes);
            const Result<SphereTree> tree = ReadArchive(bytes.data(), bytes.size());
            if (tree) {
                ASSERT_EQ(FindStructureFault(*tree), "");
            }
            (tree ? taken : refused)++;
        }
    EXPECT_GT(refused, 300);
    EXPECT_GT(taken, 300) << "most bytes of the coordinates are free";
}

TEST(HostileArchive, EveryTruncationUnderAFittingChecksumIsFound) {
    const std::vector<uint8_t> sound = WriteArchive(MakeGoldenTree());
    for (size_t count = 32; count < sound.size(); ++count) {
        std::vector<uint8_t> bytes(sound.begin(), sound.begin() + static_cast<ptrdiff_t>(count));
        Reseal(bytes);
        ASSERT_NE(SentenceOf(bytes), "") << count << " bytes";
    }
}

TEST(HostileArchive, NothingAndRubbishAreNamed) {
    EXPECT_THAT(SentenceOf({}), HasSubstr("cut short"));
    EXPECT_THAT(SentenceOf({'o', ' ', 'c', 'u', 'b', 'e'}), HasSubstr("not a sphere tree"));
    EXPECT_EQ(ReadArchive(nullptr, 0).Sentence(), SentenceOf({}));
}

TEST(HostileArchive, AnotherVersionIsNamed) {
    std::vector<uint8_t> bytes = WriteArchive(MakeHandTree(2, 1));
    bytes[8] = 2;
    Reseal(bytes);
    EXPECT_THAT(SentenceOf(bytes), HasSubstr("version 2"));
}

TEST(HostileArchive, CountsAreHeldAgainstTheBytes) {
    const std::vector<uint8_t> sound = WriteArchive(MakeHandTree(2, 1));
    for (const uint64_t count : {0ull, 1ull, 4ull, 6ull, 0x7FFFFFFFull, 0x80000000ull, 0xFFFFFFFFull, 0x04924925ull}) {
        std::vector<uint8_t> bytes = sound;
        Overwrite(bytes, kTreeAt + 4, count, 4);
        Reseal(bytes);
        EXPECT_THAT(SentenceOf(bytes), HasSubstr("nodes")) << count;
    }
}

TEST(HostileArchive, LengthsOfChunksAreHeldAgainstTheBytes) {
    const std::vector<uint8_t> sound = WriteArchive(MakeHandTree(2, 1));
    const unsigned long long right = 5 * 56;
    for (const unsigned long long length : {right + 1, right + 8, ~0ull, ~0ull - 7, 1ull << 63, (1ull << 32) + right}) {
        std::vector<uint8_t> bytes = sound;
        Overwrite(bytes, kNodesAt - 8, length, 8);
        Reseal(bytes);
        EXPECT_THAT(SentenceOf(bytes), HasSubstr("are left")) << length;
    }
}

TEST(HostileArchive, NumberOfChunksFlagsAndFillingAreHeldToTheLayout) {
    std::vector<uint8_t> bytes = WriteArchive(MakeHandTree(2, 1));
    bytes[12] = 3;
    Reseal(bytes);
    EXPECT_THAT(SentenceOf(bytes), HasSubstr("3 chunks"));

    bytes = WriteArchive(MakeHandTree(2, 1));
    bytes[kTreeAt - 12] = 3;
    Reseal(bytes);
    EXPECT_THAT(SentenceOf(bytes), HasSubstr("flags"));

    bytes = WriteArchive(MakeHandTree(2, 1));
    AddChunk(bytes, MakeTag('N', 'E', 'W', 'S'), ChunkNeed::MaySkip, {1, 2, 3});
    SealArchive(bytes, 3);
    EXPECT_EQ(SentenceOf(bytes), "");
    bytes.back() = 1;
    Reseal(bytes);
    EXPECT_THAT(SentenceOf(bytes), HasSubstr("filling"));
}

TEST(HostileArchive, AChunkStandsAtMostOnceAndTheNeededOnesStand) {
    const std::vector<uint8_t> sound = WriteArchive(MakeHandTree(2, 1));
    const Result<std::vector<Chunk>> chunks = ReadChunks(sound.data(), sound.size());
    ASSERT_TRUE(chunks);
    const auto archiveOf = [&](const std::vector<size_t>& order) {
        std::vector<uint8_t> bytes = BeginArchive();
        for (const size_t i : order)
            AddChunk(bytes, (*chunks)[i].tag, (*chunks)[i].need,
                     {(*chunks)[i].bytes, (*chunks)[i].bytes + (*chunks)[i].count});
        SealArchive(bytes, static_cast<uint32_t>(order.size()));
        return bytes;
    };
    EXPECT_EQ(SentenceOf(archiveOf({0, 1})), "");
    EXPECT_THAT(SentenceOf(archiveOf({0, 1, 1})), HasSubstr("NODE twice"));
    EXPECT_THAT(SentenceOf(archiveOf({0})), HasSubstr("no chunk NODE"));
    EXPECT_THAT(SentenceOf(archiveOf({1})), HasSubstr("TREE"));
    EXPECT_THAT(SentenceOf(archiveOf({})), HasSubstr("TREE"));
}

TEST(HostileArchive, BadHeadsOfTheTreeAreNamed) {
    const struct {
        size_t at;
        uint64_t value;
        const char* word;
    } cases[] = {{0, 1, "branching"},         {0, 9, "branching"}, {0, 0xFFFFFFFF, "branching"},
                 {8, kMethodCount, "method"}, {8, 256, "method"},  {12, 4, "flags"}};
    for (const auto& [at, value, word] : cases) {
        std::vector<uint8_t> bytes = WriteArchive(MakeHandTree(2, 1));
        Overwrite(bytes, kTreeAt + at, value, 4);
        Reseal(bytes);
        EXPECT_THAT(SentenceOf(bytes), HasSubstr(word)) << at << " " << value;
    }
}

TEST(HostileArchive, BadNodesAreNamed) {
    const struct {
        size_t node, at;
        uint64_t value;
        int byteCount;
        const char* word;
    } cases[] = {
        {1, 0, 0x7FF8000000000000, 8, "centre"},   // NaN
        {1, 16, 0x7FF0000000000000, 8, "centre"},  // infinite
        {2, 24, 0xBFF0000000000000, 8, "radius"},  // -1
        {2, 24, 0x7FF8000000000000, 8, "radius"},
        {3, 32, 0xBFF0000000000000, 8, "error"},
        {3, 32, 0x7FF0000000000000, 8, "error"},
        {0, 40, 0, 4, "root"},
        {4, 40, 4, 4, "parent"},
        {4, 40, 0x80000000, 4, "parent"},
        {4, 40, 2, 4, "child"},
        {1, 44, 0x7FFFFFFF, 4, "children"},
        {1, 48, 0x7FFFFFFF, 4, "children"},
        {1, 48, 0xFFFFFFFF, 4, "children"},
        {2, 44, 3, 4, "leaf"},
        {3, 52, 3, 4, "level"},
        {0, 52, 1, 4, "root"},
    };
    for (const auto& [node, at, value, byteCount, word] : cases) {
        std::vector<uint8_t> bytes = WriteArchive(MakeHandTree(2, 1));
        Overwrite(bytes, kNodesAt + 56 * node + at, value, byteCount);
        Reseal(bytes);
        EXPECT_THAT(SentenceOf(bytes), HasSubstr(word)) << "node " << node << " at " << at;
        EXPECT_THAT(SentenceOf(bytes), HasSubstr("not sound"));
    }
}

}  // namespace
}  // namespace spheretree
