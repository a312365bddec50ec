#pragma once

#include "SphereTree/Shell.h"

namespace spheretree {

/// Overlap(a, b) without the cheap look at the balls around the shells: for those who keep the balls.
bool ShellsMeet(const Shell& a, const Shell& b);

/// Both balls against the other's shell: false means apart.
inline bool BallsReach(const Shell& a, const Sphere& ballA, const Shell& b, const Sphere& ballB) {
    return Overlap(ballA, ballB) && Overlap(a, ballB) && Overlap(b, ballA);
}

}  // namespace spheretree
