#pragma once

#include "SphereTree/Vec3.h"

#include <vector>

namespace spheretree {

/// A linear piece of a function that is a maximum of such: value at the centre, and gradient.
struct LinearCut {
    double value = 0;
    Vec3 gradient;
};

struct ProximalResult {
    Vec3 step;
    double value = 0;  // max + max at the step, without the quadratic term
};

/// Minimises max_i(a_i + u_i·z) + max_j(b_j + w_j·z) + |z|²/(2t) over z: the step of a proximal bundle method.
/// Exact to rounding. Neither list may be empty; t is positive.
ProximalResult ProximalStep(const std::vector<LinearCut>& a, const std::vector<LinearCut>& b, double t);

}  // namespace spheretree
