#pragma once

#include "Core/Traverse/FrameFixtures.h"

#include <gtest/gtest.h>

// Promises 4 and 5 for a phase that goes on where the spheres end: `advance(phase, traversal, scene, budget, host)`,
// and `find(phase)`, which can be compared.
namespace spheretree {

/// A crowd of one body, its frame begun, for each detail.
class BegunCrowd : public testing::TestWithParam<Detail> {
protected:
    explicit BegunCrowd(const TreePointer& tree) : scene(MakeCrowd(tree, 40, 3)) {}

    void SetUp() override {
        scene.SetDefaultResponse(GetParam());
        ASSERT_EQ(scene.Step(), "");
        BeginFrame(begun, scene);
    }

    Scene scene;
    Traversal begun;
};

template <typename Phase, typename Advance, typename Find>
void ExpectABudgetInPiecesIsTheBudget(const Traversal& begun, Scene& scene, Advance advance, Find find,
                                      std::initializer_list<int64_t> budgets) {
    for (const int64_t budget : budgets) {
        Traversal whole = begun, pieces = begun;
        Phase once, often;
        advance(once, whole, scene, Budget::Operations(budget), Host{});
        for (int64_t left = budget; left > 0;) {
            const int64_t piece = std::min<int64_t>(left, 1 + left % 37);
            advance(often, pieces, scene, Budget::Operations(piece), Host{});
            left -= piece;
        }
        EXPECT_EQ(find(once), find(often)) << budget;
        EXPECT_EQ(whole.counters.operations, pieces.counters.operations) << budget;
    }
}

template <typename Phase, typename Advance, typename Find>
void ExpectThreadsAndCopiesChangeNothing(const Traversal& begun, Scene& scene, Advance advance, Find find) {
    const Host threads = ThreadedHost(2);
    for (const int64_t budget : {int64_t{9000}, int64_t{60000}, Budget::kNoLimit}) {
        Traversal alone = begun, together = begun;
        together.options.lanes = 5;
        Phase one, two;
        advance(one, alone, scene, Budget::Operations(budget), Host{});
        advance(two, together, scene, Budget::Operations(budget), threads);
        EXPECT_EQ(find(one), find(two)) << budget;
        Traversal copy = alone;
        Phase copied = one;
        advance(one, alone, scene, Budget::Operations(5000), Host{});
        advance(copied, copy, scene, Budget::Operations(5000), Host{});
        EXPECT_EQ(find(one), find(copied)) << budget;
    }
}

}  // namespace spheretree
