#pragma once

#include "SphereTree/Vec3.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace spheretree {

/// What a centre remembers of its way, and how that makes its next step.
/// This work is based on: Diederik Kingma, Jimmy Ba. Adam: a method for stochastic optimization. 2015. Differs: a
/// step's length is that of a centre, not of a coordinate, so that turned bodies are treated alike.
struct CentreMotion {
    Vec3 momentum;
    double square = 0;

    /// Pulled once more, in the step of this number (from 0): where to go; about as far as `length` while all pull one
    /// way.
    Vec3 Follow(const Vec3& pull, int32_t step, double length) {
        constexpr double kMomentumKept = 0.8, kSquaresKept = 0.95;
        constexpr double kLeastPull = 0.05;  // where a centre is at rest, it stays there
        const double young = 1 - std::pow(kMomentumKept, step + 1), youngSquare = 1 - std::pow(kSquaresKept, step + 1);
        momentum = momentum * kMomentumKept + pull * (1 - kMomentumKept);
        square = square * kSquaresKept + LengthSquared(pull) * (1 - kSquaresKept);
        return momentum * (length / (young * std::max(std::sqrt(square / youngSquare), kLeastPull)));
    }
};

}  // namespace spheretree
