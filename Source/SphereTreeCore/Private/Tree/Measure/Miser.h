#pragma once

#include "Base/Random.h"

#include <array>
#include <cstdint>
#include <functional>

namespace spheretree {

struct Rectangle {
    double lowX = 0, lowY = 0, highX = 0, highY = 0;

    double Area() const { return (highX - lowX) * (highY - lowY); }
};

/// Two functions at once, because a ray that is asked for one answers the other.
using TwoValues = std::array<double, 2>;
using Integrand = std::function<TwoValues(double x, double y)>;

/// Mean values over a rectangle, and the variance that chance gives each.
struct MeanPair {
    TwoValues mean{}, variance{};
};

/// Monte Carlo by recursive stratification: a tenth of the points explores, then the rectangle is cut in two where that
/// parts calm from rough, and the rough half gets more of the points.
/// [Press, Farrar 1990, "Recursive stratified sampling for multidimensional Monte Carlo integration"], as used in
/// [Bradshaw 2002] 7.1.1. Differs: the two functions' variances are added before halves are compared.
MeanPair IntegrateMiser(const Integrand& function, const Rectangle& area, int64_t points, Random& random);

}  // namespace spheretree
