#pragma once

#include "SphereTree/Vec3.h"
#include "Spheres/DepthField.h"

#include <cstdint>

namespace spheretree {

/// The largest distance from a point of a ball outside the object to the object lies between these two.
struct ErrorBounds {
    double lower = 0;  // reached by a point that was looked at
    double upper = 0;  // proven: no point of the ball exceeds it
    Vec3 farthest;     // the point that reaches `lower`; the centre where none is outside
};

struct CertifyOptions {
    double relativeGap = 0.01;        // upper ≤ lower·(1 + relativeGap), or
    double absoluteGap = 2.5e-4;      // upper ≤ lower + absoluteGap (the bake's unit is the bounding radius)
    int32_t evaluationLimit = 20000;  // beyond it the bound stays proven but may be looser
};

/// Promise 2. Over the whole ball, not only over its surface as in the thesis: a cavity can hide inside.
/// Where a mesh intersects itself, walls inside the object hide how deep a point lies: the bound holds, less tightly.
ErrorBounds CertifyError(const DepthField& field, const Sphere& ball, const CertifyOptions& options = {});

}  // namespace spheretree
