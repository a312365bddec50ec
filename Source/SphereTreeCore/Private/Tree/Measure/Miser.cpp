#include "Tree/Measure/Miser.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

constexpr int64_t kFewestToSplit = 64;
constexpr int64_t kFewestToExplore = 16;
constexpr double kSmallestShare = 0.15;  // of the points, for the calmer half: exploring may have missed something

/// Sums of one half's values.
struct Tally {
    int64_t count = 0;
    TwoValues sum{}, squares{};

    void Add(const TwoValues& values) {
        ++count;
        for (size_t i = 0; i < 2; ++i) {
            sum[i] += values[i];
            squares[i] += values[i] * values[i];
        }
    }
    double Variance(size_t i) const {
        const double n = static_cast<double>(count);
        return count < 2 ? 0 : std::max(0.0, (squares[i] - sum[i] * sum[i] / n) / (n - 1));
    }
    double Roughness() const { return std::sqrt(Variance(0) + Variance(1)); }
};

TwoValues SampleIn(const Integrand& function, const Rectangle& area, Random& random, double& x, double& y) {
    x = random.Between(area.lowX, area.highX);
    y = random.Between(area.lowY, area.highY);
    return function(x, y);
}

MeanPair IntegratePlain(const Integrand& function, const Rectangle& area, int64_t points, Random& random) {
    Tally tally;
    double x = 0, y = 0;
    for (int64_t i = 0; i < points; ++i) tally.Add(SampleIn(function, area, random, x, y));
    MeanPair result;
    const double n = static_cast<double>(points);
    for (size_t i = 0; i < 2; ++i) {
        result.mean[i] = tally.sum[i] / n;
        result.variance[i] = tally.Variance(i) / n;
    }
    return result;
}

struct Cut {
    bool acrossX = true;    // the cut is a line x = middle
    double lowShare = 0.5;  // of the points, for the lower half
};

/// Explores with points spread evenly over the four quarters, and cuts where the halves are calmest together.
Cut ChooseCut(const Integrand& function, const Rectangle& area, int64_t points, Random& random) {
    const double middleX = (area.lowX + area.highX) / 2, middleY = (area.lowY + area.highY) / 2;
    Tally halves[2][2];  // [axis][low, high]
    for (int64_t i = 0; i < points; ++i) {
        const bool rightQuarter = (i & 1) != 0, upperQuarter = (i & 2) != 0;
        const Rectangle quarter{rightQuarter ? middleX : area.lowX, upperQuarter ? middleY : area.lowY,
                                rightQuarter ? area.highX : middleX, upperQuarter ? area.highY : middleY};
        double x = 0, y = 0;
        const TwoValues values = SampleIn(function, quarter, random, x, y);
        halves[0][rightQuarter].Add(values);
        halves[1][upperQuarter].Add(values);
    }
    double low[2], both[2];
    for (int axis = 0; axis < 2; ++axis) {
        low[axis] = halves[axis][0].Roughness();
        both[axis] = low[axis] + halves[axis][1].Roughness();
    }
    const bool xIsWider = area.highX - area.lowX >= area.highY - area.lowY;
    Cut cut;
    cut.acrossX = both[0] != both[1] ? both[0] < both[1] : xIsWider;
    const int axis = cut.acrossX ? 0 : 1;
    if (both[axis] > 0) cut.lowShare = std::clamp(low[axis] / both[axis], kSmallestShare, 1 - kSmallestShare);
    return cut;
}

}  // namespace

MeanPair IntegrateMiser(const Integrand& function, const Rectangle& area, int64_t points, Random& random) {
    if (points < kFewestToSplit) return IntegratePlain(function, area, std::max<int64_t>(points, 2), random);
    const int64_t explored = std::max(points / 10, kFewestToExplore);
    const Cut cut = ChooseCut(function, area, explored, random);
    Rectangle low = area, high = area;
    if (cut.acrossX)
        low.highX = high.lowX = (area.lowX + area.highX) / 2;
    else
        low.highY = high.lowY = (area.lowY + area.highY) / 2;
    const int64_t left = points - explored;
    const int64_t lowPoints = static_cast<int64_t>(cut.lowShare * static_cast<double>(left));
    const MeanPair lowHalf = IntegrateMiser(function, low, lowPoints, random);
    const MeanPair highHalf = IntegrateMiser(function, high, left - lowPoints, random);
    MeanPair result;
    for (size_t i = 0; i < 2; ++i) {
        result.mean[i] = (lowHalf.mean[i] + highHalf.mean[i]) / 2;
        result.variance[i] = (lowHalf.variance[i] + highHalf.variance[i]) / 4;
    }
    return result;
}

}  // namespace spheretree
