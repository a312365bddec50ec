#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

// This work is based on: J. A. Nelder, R. Mead. A Simplex Method for Function Minimization. 1965.
// The steps are those of [Lagarias, Reeds, Wright, Wright 1998]; equal values keep their order, so a run is repeatable.
namespace spheretree {

struct NelderMeadOptions {
    int32_t mostEvaluations = 200;
    double smallestSize = 0;    // ends when the simplex is no wider than this
    double smallestSpread = 0;  // and its values no further apart than this
};

template <int N>
struct NelderMeadResult {
    std::array<double, N> point{};
    double value = 0;
    int32_t evaluations = 0;
};

/// Minimises `function(const std::array<double, N>&)` from `start`, with a first simplex of `step` along each axis.
/// Never worse than the start. Values that are not numbers count as worse than all others.
template <int N, typename Function>
NelderMeadResult<N> NelderMead(Function&& function, const std::array<double, N>& start, double step,
                               const NelderMeadOptions& options = {});

namespace neldermead {

template <int N>
struct Corner {
    std::array<double, N> point{};
    double value = 0;
};

template <int N>
using Simplex = std::array<Corner<N>, N + 1>;

template <int N>
void Sort(Simplex<N>& simplex) {  // insertion: stable, and quick because only one corner is new
    for (int i = 1; i <= N; ++i) {
        for (int j = i; j > 0; --j) {
            const size_t k = static_cast<size_t>(j);
            if (!(simplex[k].value < simplex[k - 1].value)) break;
            std::swap(simplex[k], simplex[k - 1]);
        }
    }
}

/// centroid + t·(worst − centroid)
template <int N>
std::array<double, N> AlongWorst(const Simplex<N>& simplex, double t) {
    std::array<double, N> point{};
    for (size_t axis = 0; axis < N; ++axis) {
        double centroid = 0;
        for (size_t i = 0; i < N; ++i) centroid += simplex[i].point[axis];
        centroid /= N;
        point[axis] = centroid + t * (simplex[N].point[axis] - centroid);
    }
    return point;
}

template <int N>
double Size(const Simplex<N>& simplex) {
    double size = 0;
    for (size_t i = 1; i <= N; ++i) {
        for (size_t axis = 0; axis < N; ++axis) {
            size = std::max(size, std::abs(simplex[i].point[axis] - simplex[0].point[axis]));
        }
    }
    return size;
}

/// Replaces the worst corner by one of the four trial points; false when none is good enough and it must shrink.
template <int N, typename Evaluate>
bool ReplaceWorst(Simplex<N>& simplex, Evaluate& evaluate) {
    Corner<N>& worst = simplex[N];
    const Corner<N> reflected = evaluate(AlongWorst<N>(simplex, -1));
    if (reflected.value < simplex[0].value) {
        const Corner<N> expanded = evaluate(AlongWorst<N>(simplex, -2));
        worst = expanded.value < reflected.value ? expanded : reflected;
        return true;
    }
    if (reflected.value < simplex[N - 1].value) {
        worst = reflected;
        return true;
    }
    const bool outside = reflected.value < worst.value;
    const Corner<N> contracted = evaluate(AlongWorst<N>(simplex, outside ? -0.5 : 0.5));
    if (!(outside ? contracted.value <= reflected.value : contracted.value < worst.value)) return false;
    worst = contracted;
    return true;
}

template <int N, typename Evaluate>
void Shrink(Simplex<N>& simplex, Evaluate& evaluate) {
    for (size_t i = 1; i <= N; ++i) {
        for (size_t axis = 0; axis < N; ++axis) {
            simplex[i].point[axis] = (simplex[0].point[axis] + simplex[i].point[axis]) / 2;
        }
        simplex[i] = evaluate(simplex[i].point);
    }
}

}  // namespace neldermead

template <int N, typename Function>
NelderMeadResult<N> NelderMead(Function&& function, const std::array<double, N>& start, double step,
                               const NelderMeadOptions& options) {
    int32_t evaluations = 0;
    auto evaluate = [&](const std::array<double, N>& point) {
        ++evaluations;
        const double value = function(point);
        return neldermead::Corner<N>{point, value == value ? value : HUGE_VAL};
    };
    neldermead::Simplex<N> simplex;
    simplex[0] = evaluate(start);
    for (size_t i = 0; i < N; ++i) {
        std::array<double, N> point = start;
        point[i] += step;
        simplex[i + 1] = evaluate(point);
    }
    neldermead::Sort<N>(simplex);
    while (evaluations < options.mostEvaluations) {
        const bool isFlat = simplex[N].value - simplex[0].value <= options.smallestSpread;
        if (isFlat && neldermead::Size<N>(simplex) <= options.smallestSize) break;
        if (!neldermead::ReplaceWorst<N>(simplex, evaluate)) neldermead::Shrink<N>(simplex, evaluate);
        neldermead::Sort<N>(simplex);
    }
    return {simplex[0].point, simplex[0].value, evaluations};
}

}  // namespace spheretree
