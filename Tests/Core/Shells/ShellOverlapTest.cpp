// Shell against shell: never apart when they meet, hardly ever meeting when they are apart.

#include "Core/Shells/ShellPairs.h"
#include "Core/TestSupport.h"
#include "Shells/ShellOverlap.h"
#include "Shells/Sturm.h"

#include <gtest/gtest.h>

#include <string>

namespace spheretree {
namespace {

using namespace shelltest;

/// SPHERETREE_SHELL_PAIRS asks for more: a million takes minutes (Docs/Shells.md).
int64_t PairCount() { return AskedCount("SPHERETREE_SHELL_PAIRS", Cases(6000)); }

TEST(ShellOverlap, NeverApartWhenAPointIsInBothAndSeldomMeetingWhenNoneIs) {
    int64_t meeting = 0, missed = 0, falsely = 0, claimed = 0;
    const int64_t count = PairCount();
    for (int64_t i = 0; i < count; ++i) {
        const ShellPair pair = RandomPair(i);
        const bool says = Overlap(pair.a, pair.b);
        Random random = Random::OfItem(7, i);
        double gap = RefereeGap(pair.a, pair.b, random, 40, 60);
        if (says && gap > 0) gap = RefereeGap(pair.a, pair.b, random, 400, 2000);
        const bool meets = gap == 0;
        meeting += meets;
        claimed += says;
        if (meets && !says) {
            ++missed;
            ADD_FAILURE() << "pair " << i << " meets and is said to be apart";
        }
        falsely += says && !meets;
    }
    EXPECT_EQ(missed, 0);
    EXPECT_LT(falsely * 100, count - meeting) << falsely << " of " << count - meeting << " that are apart";
    EXPECT_GT(meeting, count / 5) << "hardly any pair meets: little is asked";
    EXPECT_GT(count - meeting, count / 5) << "hardly any pair is apart: little is asked";
    printf("    %lld pairs: %lld meet, %lld are said to; %lld missed, %lld falsely\n", static_cast<long long>(count),
           static_cast<long long>(meeting), static_cast<long long>(claimed), static_cast<long long>(missed),
           static_cast<long long>(falsely));
}

TEST(ShellOverlap, TheOrderOfTheTwoDoesNotMatter) {
    for (int64_t i = 0; i < 2000; ++i) {
        const ShellPair pair = RandomPair(i);
        ASSERT_EQ(ShellsMeet(pair.a, pair.b), ShellsMeet(pair.b, pair.a)) << "pair " << i;
    }
}

Shell MakeShell(const Vec3& centre, const Vec3& axis, double inner, double outer, double degrees) {
    return {centre, Normalized(axis), inner, outer, std::cos(degrees * 3.141592653589793 / 180)};
}

TEST(ShellOverlap, ConesThatCrossFarFromAllRadiiMeet) {  // figure 6
    const Shell a = MakeShell({-5, 0, 0}, {1, 0, 0}, 1, 9, 4);
    const Shell b = MakeShell({0, -5, 0.3}, {0, 1, 0}, 1, 9, 4);
    EXPECT_TRUE(Overlap(a, b));
    EXPECT_FALSE(Overlap(a, MakeShell({0, -5, 0.8}, {0, 1, 0}, 1, 9, 4)));  // past one another
    EXPECT_FALSE(Overlap(MakeShell({-5, 0, 0}, {1, 0, 0}, 6, 9, 4), b));    // not yet at the crossing
}

TEST(ShellOverlap, OneWithinTheOtherMeetsAndOneInTheHollowDoesNot) {
    const Shell big = MakeShell({0, 0, 0}, {0, 0, 1}, 3, 10, 180);
    EXPECT_TRUE(Overlap(big, MakeShell({0, 5, 0}, {1, 0, 0}, 0.5, 1, 30)));
    EXPECT_FALSE(Overlap(big, MakeShell({0, 0.5, 0}, {1, 0, 0}, 0.5, 2, 30)));
    EXPECT_TRUE(Overlap(big, MakeShell({0, 0.5, 0}, {0, 1, 0}, 0.5, 2.6, 30)));
    EXPECT_FALSE(Overlap(big, MakeShell({0, 30, 0}, {0, 1, 0}, 0.5, 2.6, 30)));
}

TEST(ShellOverlap, OnOneLineAndAboutOneCentre) {
    const Shell up = MakeShell({0, 0, 0}, {0, 0, 1}, 1, 2, 30);
    EXPECT_TRUE(Overlap(up, up));
    EXPECT_FALSE(Overlap(up, MakeShell({0, 0, 0}, {0, 0, -1}, 1, 2, 30)));
    EXPECT_TRUE(Overlap(up, MakeShell({0, 0, 0}, {0, 0, -1}, 1, 2, 150)));
    EXPECT_FALSE(Overlap(up, MakeShell({0, 0, 0}, {0, 0, 1}, 2.001, 3, 30)));
    EXPECT_FALSE(Overlap(up, MakeShell({0, 0, -0.5}, {0, 0, 1}, 3, 4, 30)));
    EXPECT_TRUE(Overlap(up, MakeShell({0, 0, 4}, {0, 0, -1}, 1, 2, 30)));
    EXPECT_FALSE(Overlap(up, MakeShell({0, 0, 4.001}, {0, 0, -1}, 1, 2, 30)));
    EXPECT_FALSE(Overlap(up, MakeShell({0, 0, 4}, {1, 0, 0}, 1, 2, 60)));
}

TEST(ShellOverlap, ThinDiscsOfFarCentresAreToldApart) {
    for (const double lift : {1e-2, 1e-3, 3e-4}) {  // the disc of radius 1 is 5e-4 thick in its middle
        const Shell low = MakeShell({0, 0, -1000}, {0, 0, 1}, 1000, 1000 + 1e-6, 180 / 3.141592653589793 * 1e-3);
        const Shell high =
            MakeShell({0.3, 0.2, -1000 + lift}, {0, 0, 1}, 1000, 1000 + 1e-6, 180 / 3.141592653589793 * 1e-3);
        EXPECT_EQ(Overlap(low, high), false) << lift;
    }
}

TEST(Sturm, CountsRootsOfQuarticsThatAreKnown) {
    const auto quartic = [](double a, double b, double c, double d) {  // its roots
        const Polynomial<2> f{-a, 1.0}, g{-b, 1.0}, h{-c, 1.0}, k{-d, 1.0};
        return Multiply(Multiply(f, g), Multiply(h, k));
    };
    EXPECT_EQ(CountRoots(quartic(-0.5, 0.1, 0.3, 0.9)), 4);
    EXPECT_EQ(CountRoots(quartic(-1.5, 0.1, 0.3, 0.9)), 3);
    EXPECT_EQ(CountRoots(quartic(-1.5, 2, 0.3, 3)), 1);
    EXPECT_EQ(CountRoots(quartic(-1.5, 2, -5, 3)), 0);
    Random random(3);
    int64_t hidden = 0;
    for (int i = 0; i < 5000; ++i) {
        double roots[4];
        int within = 0;
        for (double& root : roots) {
            root = random.Between(-2, 2);
            within += root > -1 && root <= 1;
        }
        const int found = CountRoots(quartic(roots[0], roots[1], roots[2], roots[3]));
        hidden += found < 0;
        if (found >= 0) {
            ASSERT_EQ(found, within);
        }
    }
    EXPECT_LT(hidden, 50);
}

TEST(Sturm, BelowZeroIsSaidOnlyWhereItHolds) {
    Random random(4);
    int64_t below = 0, doubtful = 0;
    for (int i = 0; i < 20000; ++i) {
        Polynomial<5> p;
        for (Approximate& a : p) a = random.Between(-1, 1);
        p[0] = p[0] - random.Between(0, 2);
        double highest = -HUGE_VAL;
        for (int k = 0; k <= 2000; ++k) {
            const double t = k / 1000.0 - 1;
            highest =
                std::max(highest, p[0].value + t * (p[1].value + t * (p[2].value + t * (p[3].value + t * p[4].value))));
        }
        const bool says = SurelyBelowZero(p);
        if (highest >= 0) {
            ASSERT_FALSE(says);
        }
        below += says;
        doubtful += !says && highest < -1e-4;
    }
    EXPECT_GT(below, 2000);
    EXPECT_EQ(doubtful, 0);
}

}  // namespace
}  // namespace spheretree
