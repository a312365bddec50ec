#include "SphereTree/Result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace spheretree {
namespace {

Result<std::vector<int>> Halves(int value) {
    if (value % 2 != 0) return Error{"3 is odd; give an even number."};
    return std::vector<int>{value / 2, value / 2};
}

TEST(Result, CarriesAValue) {
    const Result<std::vector<int>> halves = Halves(8);
    ASSERT_TRUE(halves);
    EXPECT_EQ((*halves)[0], 4);
    EXPECT_EQ(halves->size(), 2u);
    EXPECT_EQ(halves.Sentence(), "");
}

TEST(Result, CarriesASentence) {
    const Result<std::vector<int>> halves = Halves(3);
    ASSERT_FALSE(halves);
    EXPECT_EQ(halves.Sentence(), "3 is odd; give an even number.");
}

TEST(Result, ValueCanBeChangedInPlace) {
    Result<std::vector<int>> halves = Halves(2);
    halves->push_back(7);
    (*halves)[0] = 5;
    EXPECT_EQ(*halves, (std::vector<int>{5, 1, 7}));
}

TEST(Result, MovesOutWhatCannotBeCopied) {
    Result<std::unique_ptr<int>> made = std::make_unique<int>(3);
    const std::unique_ptr<int> taken = *std::move(made);
    EXPECT_EQ(*taken, 3);
}

// A text is a value, not an error, and the other way round.
TEST(Result, TellsATextFromASentence) {
    const Result<std::string> text = std::string("content");
    EXPECT_TRUE(text);
    EXPECT_EQ(*text, "content");
    const Result<std::string> wrong = Error{"No content."};
    EXPECT_FALSE(wrong);
}

#if !defined(NDEBUG) && GTEST_HAS_DEATH_TEST
TEST(ResultDeathTest, UseOfAMissingValueIsAMistakeInTheCode) {
    const Result<int> none = Error{"Nothing."};
    EXPECT_DEATH({ [[maybe_unused]] const int value = *none; }, "value_");
}

TEST(ResultDeathTest, AnErrorNeedsWords) {
    EXPECT_DEATH({ [[maybe_unused]] const Result<int> none = Error{""}; }, "sentence_");
}
#endif

}  // namespace
}  // namespace spheretree
