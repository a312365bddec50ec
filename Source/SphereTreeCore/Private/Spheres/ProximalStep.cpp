// This work is based on:
// Claude Lemaréchal, Claudia Sagastizábal. Variable metric bundle methods. 1997 (the proximal step).
// John Platt. Sequential Minimal Optimization. 1998 (the solver of its dual).
#include "Spheres/ProximalStep.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace spheretree {

namespace {
constexpr int kMostMoves = 200;

struct CutWeights {
    const std::vector<LinearCut>* cuts;
    std::vector<double> weights;
    Vec3 gradient;  // weighted sum
};

CutWeights AllOnLargest(const std::vector<LinearCut>& cuts) {
    const auto less = [](const LinearCut& x, const LinearCut& y) { return x.value < y.value; };
    const auto largest = std::max_element(cuts.begin(), cuts.end(), less);
    CutWeights side{&cuts, std::vector<double>(cuts.size(), 0.0), largest->gradient};
    side.weights[static_cast<size_t>(largest - cuts.begin())] = 1;
    return side;
}

/// The pair between which moving weight gains most: the largest cut at the step, and the smallest that has weight.
struct WorstPair {
    size_t high = 0, low = 0;
    double highValue = -std::numeric_limits<double>::infinity();
    double lowValue = std::numeric_limits<double>::infinity();
    double Gap() const { return highValue - lowValue; }
};

WorstPair FindWorstPair(const CutWeights& side, const Vec3& step) {
    WorstPair pair;
    for (size_t i = 0; i < side.weights.size(); ++i) {
        const double value = (*side.cuts)[i].value + Dot((*side.cuts)[i].gradient, step);
        if (value > pair.highValue) pair.high = i, pair.highValue = value;
        if (side.weights[i] > 0 && value < pair.lowValue) pair.low = i, pair.lowValue = value;
    }
    return pair;
}

void MoveWeight(CutWeights& side, const WorstPair& pair, double t) {
    const Vec3 difference = (*side.cuts)[pair.high].gradient - (*side.cuts)[pair.low].gradient;
    const double curvature = t * LengthSquared(difference);
    double amount = side.weights[pair.low];
    if (pair.Gap() < amount * curvature) amount = pair.Gap() / curvature;
    side.weights[pair.high] += amount;
    side.weights[pair.low] = amount < side.weights[pair.low] ? side.weights[pair.low] - amount : 0.0;
    side.gradient += difference * amount;
}
}  // namespace

ProximalResult ProximalStep(const std::vector<LinearCut>& a, const std::vector<LinearCut>& b, double t,
                            double tolerance) {
    CutWeights sideA = AllOnLargest(a), sideB = AllOnLargest(b);
    for (int move = 0;; ++move) {
        const Vec3 step = (sideA.gradient + sideB.gradient) * -t;
        const WorstPair pairA = FindWorstPair(sideA, step), pairB = FindWorstPair(sideB, step);
        if (move == kMostMoves || !(std::max(pairA.Gap(), pairB.Gap()) > tolerance)) {
            return {step, pairA.highValue + pairB.highValue};
        }
        if (pairA.Gap() >= pairB.Gap()) MoveWeight(sideA, pairA, t);
        else MoveWeight(sideB, pairB, t);
    }
}

}  // namespace spheretree
