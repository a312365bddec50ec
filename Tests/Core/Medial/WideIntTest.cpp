#include "Medial/WideInt.h"

#include "Base/Random.h"

#include <gtest/gtest.h>
#include <boost/multiprecision/cpp_int.hpp>

namespace spheretree {
namespace {

using Big = boost::multiprecision::cpp_int;

template <int N>
Big ToBig(const WideInt<N>& value) {
    Big result = 0;
    for (int i = N - 1; i >= 0; --i) result = (result << 64) + value.limbs[i];
    if (value.limbs[N - 1] >> 63) result -= Big(1) << (64 * N);
    return result;
}

/// Signed, with long runs of zeros and ones among the bits: carries are where wide arithmetic goes wrong.
template <int N>
WideInt<N> RandomWide(Random& random) {
    WideInt<N> value;
    for (uint64_t& limb : value.limbs) {
        const uint64_t kind = random.Bits() % 4;
        limb = kind == 0   ? 0
               : kind == 1 ? ~uint64_t{0}
               : kind == 2 ? random.Bits()
                           : random.Bits() << (random.Bits() % 64);
    }
    value.limbs[N - 1] = static_cast<uint64_t>(static_cast<int64_t>(value.limbs[N - 1]) >> 2);  // room for a sum
    return value;
}

TEST(WideInt, SumsDifferencesAndProductsAreThoseOfTheReferee) {
    Random random(1);
    for (int i = 0; i < 20000; ++i) {
        const WideInt<3> a = RandomWide<3>(random), b = RandomWide<3>(random);
        const WideInt<2> c = RandomWide<2>(random);
        ASSERT_EQ(ToBig(a + b), ToBig(a) + ToBig(b));
        ASSERT_EQ(ToBig(a - b), ToBig(a) - ToBig(b));
        ASSERT_EQ(ToBig(-a), -ToBig(a));
        ASSERT_EQ(ToBig(a * c), ToBig(a) * ToBig(c));
        ASSERT_EQ(a.Sign(), ToBig(a).sign());
    }
}

TEST(WideInt, ZeroHasNoSign) {
    EXPECT_EQ(WideInt<5>{}.Sign(), 0);
    EXPECT_EQ((ToWide(-3) * ToWide(0)).Sign(), 0);
    EXPECT_EQ((ToWide(-3) * ToWide(3) + ToWide(9) * ToWide(1)).Sign(), 0);
}

TEST(WideInt, BecomesTheDoubleNextToIt) {
    Random random(2);
    for (int i = 0; i < 20000; ++i) {
        const WideInt<4> a = RandomWide<4>(random);
        const double expected = ToBig(a).convert_to<double>();
        ASSERT_NEAR(ToDouble(a, 0), expected, std::abs(expected) * 0x1p-51);
        ASSERT_EQ(ToDouble(a, -100), std::ldexp(ToDouble(a, 0), -100));
    }
}

}  // namespace
}  // namespace spheretree
