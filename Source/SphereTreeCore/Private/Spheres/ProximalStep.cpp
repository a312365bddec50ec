// This work is based on: Claude Lemaréchal, Claudia Sagastizábal. Variable metric bundle methods. 1997 (the step).
//
// In three dimensions at most four sums of cuts hold the minimum up, as four points hold up a ball (MinimumBall.cpp);
// it is found in the same way. The sum that is largest at the present minimum joins the support, and of the five every
// subset with the newcomer is tried. A candidate is judged by the value that it really has, so no tolerance decides.
#include "Spheres/ProximalStep.h"

#include "Spheres/SolveInSpan.h"

#include <algorithm>
#include <array>
#include <limits>

namespace spheretree {

namespace {
constexpr int kMostCutSupports = 4;
constexpr int kMostCutPivots = 100;  // a guard: the minimum rises each time

struct CutSupport {
    std::array<LinearCut, kMostCutSupports + 1> cuts;
    int count = 0;
};

LinearCut LargestCut(const std::vector<LinearCut>& cuts, const Vec3& z) {
    LinearCut largest{-std::numeric_limits<double>::infinity(), {}};
    for (const LinearCut& cut : cuts) {
        const double value = cut.value + Dot(cut.gradient, z);
        if (value > largest.value) largest = {value, cut.gradient};
    }
    return {largest.value - Dot(largest.gradient, z), largest.gradient};
}

double ValueAt(const CutSupport& support, const Vec3& z, double t) {
    double value = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < support.count; ++i) {
        const LinearCut& cut = support.cuts[static_cast<size_t>(i)];
        value = std::max(value, cut.value + Dot(cut.gradient, z));
    }
    return value + LengthSquared(z) / (2 * t);
}

/// Where the chosen cuts are equal, and the quadratic least.
Vec3 MinimumWhereEqual(const std::array<LinearCut, kMostCutSupports>& chosen, int count, double t) {
    const Vec3 downhill = chosen[0].gradient * -t;
    std::array<Vec3, 3> edges;
    std::array<double, 3> products{};
    for (int i = 1; i < count; ++i) {
        const size_t k = static_cast<size_t>(i);
        edges[k - 1] = chosen[k].gradient - chosen[0].gradient;
        products[k - 1] = chosen[0].value - chosen[k].value - Dot(edges[k - 1], downhill);
    }
    return downhill + SolveInSpan(edges, count - 1, products);
}

struct CutChoice {
    Vec3 step;
    double value = std::numeric_limits<double>::infinity();
    unsigned subset = 0;
};

CutChoice ChooseCuts(const CutSupport& support, double t) {
    CutChoice best;
    const int newest = support.count - 1;
    for (unsigned others = 0; others < (1u << newest); ++others) {
        std::array<LinearCut, kMostCutSupports> chosen;
        size_t count = 0;
        chosen[count++] = support.cuts[static_cast<size_t>(newest)];
        for (int i = 0; i < newest && count < kMostCutSupports; ++i) {
            if (others >> i & 1u) chosen[count++] = support.cuts[static_cast<size_t>(i)];
        }
        if (others == (1u << kMostCutSupports) - 1) continue;  // all five at once
        const Vec3 step = MinimumWhereEqual(chosen, static_cast<int>(count), t);
        const double value = ValueAt(support, step, t);
        if (value < best.value) best = {step, value, others | 1u << newest};
    }
    return best;
}

void KeepCuts(CutSupport& support, unsigned subset) {
    int kept = 0;
    for (int i = 0; i < support.count; ++i) {
        if (subset >> i & 1u) support.cuts[static_cast<size_t>(kept++)] = support.cuts[static_cast<size_t>(i)];
    }
    support.count = kept;
}
}  // namespace

ProximalResult ProximalStep(const std::vector<LinearCut>& a, const std::vector<LinearCut>& b, double t) {
    CutSupport support;
    CutChoice held{{}, -std::numeric_limits<double>::infinity(), 0};
    ProximalResult best{{}, std::numeric_limits<double>::infinity()};
    double bestWhole = std::numeric_limits<double>::infinity();
    for (int pivot = 0; pivot < kMostCutPivots; ++pivot) {
        const LinearCut fromA = LargestCut(a, held.step), fromB = LargestCut(b, held.step);
        const LinearCut sum{fromA.value + fromB.value, fromA.gradient + fromB.gradient};
        const double value = sum.value + Dot(sum.gradient, held.step);
        const double whole = value + LengthSquared(held.step) / (2 * t);
        if (whole < bestWhole) best = {held.step, value}, bestWhole = whole;
        if (!(whole > held.value)) break;
        support.cuts[static_cast<size_t>(support.count++)] = sum;
        const CutChoice next = ChooseCuts(support, t);
        if (!(next.value > held.value)) break;  // only rounding is left
        KeepCuts(support, next.subset);
        held = next;
    }
    return best;
}

}  // namespace spheretree
