#pragma once

#include "SphereTree/Scene.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace spheretree::scenes {

/// The scenario of [Bradshaw 2002] 7.2: bodies about a sphere, turned at random, flying towards its centre. Written
/// once: tests, benchmarks, tool and demo call it.
struct ConvergingBodies {
    struct Motion {
        Pose start;
        Vec3 velocity;  // units per second
        Vec3 turning;   // radians per second
    };
    std::vector<Motion> bodies;
};

/// Unit bodies (a tree's bounding radius is `bodyRadius`), so sparse that about `fill` of the sphere is taken. After
/// about two seconds they meet in the middle.
ConvergingBodies MakeConvergingBodies(int32_t count, uint64_t seed, double bodyRadius = 1, double fill = 0.05);

/// Where a body is after so many seconds, if nothing stops it.
Pose PoseAt(const ConvergingBodies::Motion& motion, double seconds);

Quat RandomRotation(uint64_t seed, int64_t index);

}  // namespace spheretree::scenes
