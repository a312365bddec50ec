#include "Core/Tabulate/TabulateFixtures.h"
#include "Tabulate/PaperReduction.h"

#include <set>

namespace spheretree {
namespace {

CollisionRows RowsOf(const std::vector<std::vector<int32_t>>& rows) {
    std::vector<PairCount> pairs;
    for (size_t a = 0; a < rows.size(); ++a)
        for (const int32_t b : rows[a]) pairs.push_back({static_cast<int32_t>(a), b, 0, 0});
    return CollisionRows(pairs);
}

TEST(PaperReduction, WhatNeverAppearsWithoutAnotherGoes) {
    CollisionRows rows = RowsOf({{0, 1}, {0, 1, 2}, {1, 2}, {3}});  // 0 and 2 never appear without 1
    EXPECT_EQ(rows.SphereCounts(), (std::array<int64_t, 2>{4, 4}));
    EXPECT_EQ(rows.PairTotal(), 8);
    ReduceAsPaper(rows);  // {1} {1} {1} {3}, and twins of rows go
    EXPECT_EQ(rows.firsts, (std::vector<int32_t>{0, 3}));
    EXPECT_EQ(rows.rows, (std::vector<std::vector<int32_t>>{{1}, {3}}));
    EXPECT_TRUE(rows.Has(3, 3));
    EXPECT_FALSE(rows.Has(1, 1));
}

TEST(PaperReduction, OfTwoThatAlwaysAppearTogetherOneStays) {
    CollisionRows rows = RowsOf({{4, 9}, {4, 9}});
    ReduceAsPaper(rows);
    EXPECT_EQ(rows.PairTotal(), 1);
}

// T_a as the paper stores it, counted one by one.
TEST(PaperReduction, AgreesWithTheTableOfCounts) {
    Random random(5);
    for (int round = 0; round < 50; ++round) {
        std::vector<std::vector<int32_t>> rows(12);
        for (auto& row : rows)
            for (int32_t b = 0; b < 9; ++b)
                if (random.Below(3) == 0) row.push_back(b);
        std::erase_if(rows, [](const auto& row) { return row.empty(); });
        std::array<std::array<int, 9>, 9> counts{};
        for (const auto& row : rows)
            for (const int32_t i : row)
                for (const int32_t j : row) ++counts[static_cast<size_t>(j)][static_cast<size_t>(i)];
        std::set<int32_t> removed;
        for (int32_t i = 0; i < 9; ++i)
            for (int32_t j = 0; j < 9; ++j) {
                const int own = counts[static_cast<size_t>(i)][static_cast<size_t>(i)];
                if (i == j || own == 0 || removed.count(j) || removed.count(i)) continue;
                if (own == counts[static_cast<size_t>(j)][static_cast<size_t>(i)]) removed.insert(i);
            }
        CollisionRows reduced = RowsOf(rows);
        ReduceAsPaper(reduced);
        std::set<std::vector<int32_t>> wanted;
        for (auto row : rows) {
            std::erase_if(row, [&](int32_t b) { return removed.count(b) > 0; });
            EXPECT_FALSE(row.empty()) << "a row lost everything";
            wanted.insert(row);
        }
        EXPECT_EQ(std::set(reduced.rows.begin(), reduced.rows.end()), wanted);
        EXPECT_EQ(reduced.rows.size(), wanted.size());
        const int64_t before = reduced.PairTotal();
        ReduceToMinimum(reduced);
        EXPECT_LE(reduced.PairTotal(), before);
        EXPECT_GE(reduced.PairTotal(), rows.empty() ? 0 : 1);
    }
}

}  // namespace
}  // namespace spheretree
