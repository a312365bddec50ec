#include "Archive/Chunks.h"
#include "Core/Tabulate/TabulateFixtures.h"
#include "SphereTree/Archive.h"

#include <limits>

namespace spheretree {
namespace {

SubsetTable SmallTable(MotionKind kind, bool deforms = false) {
    const BodySpheres a = MakeBall(1, 60, 0.1), b = MakeBall(2, 20, 0.1);
    std::vector<DisplacementField> fields;
    if (deforms) fields.push_back({std::vector<Vec3>(20, Vec3{0.1, 0, 0.2}), {0, 1}});
    SubsetOptions options;
    options.fraction = 2;
    options.mostCells = 256;
    options.reduction = SubsetReduction::None;
    MotionConstraint constraint = MakeConstraint(kind);
    constraint.rest.position = {1.2, 0, 0};
    return MadeTable(a, b, constraint, options, fields);
}

void Reseal(std::vector<uint8_t>& bytes) {
    const auto put = [&](size_t at, uint64_t value) {
        for (size_t i = 0; i < 8; ++i) bytes[at + i] = static_cast<uint8_t>(value >> (8 * i));
    };
    put(16, bytes.size());
    put(24, ArchiveChecksum(bytes.data(), bytes.size()));
}

TEST(SubsetArchive, WhatIsReadIsWhatWasWritten) {
    for (const MotionKind kind : AllMotionKinds()) {
        const SubsetTable table = SmallTable(kind, kind == MotionKind::Fixed);
        const std::vector<uint8_t> bytes = WriteSubsets(table);
        const Result<SubsetTable> read = ReadSubsets(bytes.data(), bytes.size());
        ASSERT_TRUE(read) << read.Sentence();
        EXPECT_EQ(WriteSubsets(*read), bytes);
        EXPECT_EQ(read->figures.all, table.figures.all);
        EXPECT_EQ(read->figures.poses, table.figures.poses);
        EXPECT_EQ(read->constraint.kind, kind);
        EXPECT_EQ(read->constraint.poses.size(), table.constraint.poses.size());
        EXPECT_EQ(read->pairs.size(), table.pairs.size());
        EXPECT_EQ(read->fields.size(), table.fields.size());
        EXPECT_EQ(read->slop, table.slop);
        EXPECT_EQ(read->fingerprint, table.fingerprint);
    }
}

TEST(SubsetArchive, AReaderOfTreesRefusesItAndTheOtherWayRound) {
    const std::vector<uint8_t> bytes = WriteSubsets(SmallTable(MotionKind::Hinge));
    EXPECT_THAT(ReadArchive(bytes.data(), bytes.size()).Sentence(), testing::HasSubstr("TSSH"));
    SphereTree tree;
    tree.nodes = {{{{0, 0, 0}, 2}, 1, -1, -1, 0, 0}};
    const std::vector<uint8_t> other = WriteArchive(tree);
    EXPECT_THAT(ReadSubsets(other.data(), other.size()).Sentence(), testing::HasSubstr("it holds no table"));
}

TEST(SubsetArchive, EveryChangedByteAndEveryCutIsASentence) {
    const std::vector<uint8_t> sound = WriteSubsets(SmallTable(MotionKind::Hinge));
    for (size_t at = 0; at < sound.size(); ++at) {
        std::vector<uint8_t> bytes = sound;
        bytes[at] ^= 0x10;
        EXPECT_FALSE(ReadSubsets(bytes.data(), bytes.size())) << at;
        EXPECT_FALSE(ReadSubsets(sound.data(), at)) << at;
    }
}

// With length and checksum made to fit, only the meaning can tell; what is read must be sound all the same.
TEST(SubsetArchive, ResealedNonsenseIsASentenceOrASoundTable) {
    const std::vector<uint8_t> sound = WriteSubsets(SmallTable(MotionKind::Poses, true));
    Random random(3);
    int refused = 0;
    for (int i = 0; i < 4000; ++i) {
        std::vector<uint8_t> bytes = sound;
        for (int64_t k = random.Below(3); k >= 0; --k)
            bytes[static_cast<size_t>(random.Below(static_cast<int64_t>(bytes.size())))] =
                random.Below(2) ? 0xFF : static_cast<uint8_t>(random.Below(256));
        if (random.Below(4) == 0)
            bytes.resize(40 + static_cast<size_t>(random.Below(static_cast<int64_t>(bytes.size()) - 40)));
        Reseal(bytes);
        const Result<SubsetTable> read = ReadSubsets(bytes.data(), bytes.size());
        refused += !read;
        if (!read) {
            EXPECT_NE(read.Sentence(), "");
            continue;
        }
        ASSERT_EQ(FindTableFault(*read), "");
        EXPECT_EQ(WriteSubsets(*read).size(), bytes.size());
        SubsetState state;
        const auto packed = Packed(*read);
        BeginSubsets(state, *packed, read->constraint.rest, std::vector<double>(read->fields.size(), 0.5));
        if (state.insideRange) AdvanceSubsets(state, *packed, Budget::Unlimited());
    }
    EXPECT_GT(refused, 1000);
}

TEST(SubsetArchive, UnsoundTablesAreNamed) {
    const SubsetTable sound = SmallTable(MotionKind::Hinge);
    ASSERT_EQ(FindTableFault(sound), "");
    ASSERT_GT(sound.pairs.size(), 2u);
    const auto faultOf = [&](auto change) {
        SubsetTable table = sound;
        change(table);
        return FindTableFault(table);
    };
    using T = SubsetTable;
    EXPECT_THAT(faultOf([](T& t) { t.pairs[1].b = 9999; }), testing::HasSubstr("Pair 1"));
    EXPECT_THAT(faultOf([](T& t) { t.pairs[0].likelihood = 2; }), testing::HasSubstr("likelihood"));
    EXPECT_THAT(faultOf([](T& t) { t.pairs.pop_back(); }), testing::HasSubstr("pairs"));
    EXPECT_THAT(faultOf([](T& t) { t.spheres[0][0].sphere.radius = -1; }), testing::HasSubstr("radius"));
    EXPECT_THAT(faultOf([](T& t) { t.spheres[1][0].sphere.centre.y = std::numeric_limits<double>::infinity(); }),
                testing::HasSubstr("body 2"));
    EXPECT_THAT(faultOf([](T& t) { t.slop = 0; }), testing::HasSubstr("slop"));
    EXPECT_THAT(faultOf([](T& t) { t.constraint.axis = {}; }), testing::HasSubstr("axis"));
    EXPECT_THAT(faultOf([](T& t) { t.fields.resize(1); }), testing::HasSubstr("displacement"));
}

}  // namespace
}  // namespace spheretree
