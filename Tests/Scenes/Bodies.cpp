#include "Scenes/Bodies.h"

#include "Base/Random.h"

#include <cmath>

namespace spheretree::scenes {
namespace {

Quat Turned(const Quat& from, const Vec3& turn) {
    const double angle = Length(turn);
    const Vec3 axis = angle > 0 ? turn * (std::sin(angle / 2) / angle) : Vec3{};
    const Quat by{axis.x, axis.y, axis.z, std::cos(angle / 2)};
    return {by.w * from.x + by.x * from.w + by.y * from.z - by.z * from.y,
            by.w * from.y - by.x * from.z + by.y * from.w + by.z * from.x,
            by.w * from.z + by.x * from.y - by.y * from.x + by.z * from.w,
            by.w * from.w - by.x * from.x - by.y * from.y - by.z * from.z};
}

// [Shoemake 1992] would need sines; a point of the four-dimensional cube, refused until it lies in the ball, does not.
Quat RandomUnit(Random& random) {
    for (;;) {
        const Quat q{random.Between(-1, 1), random.Between(-1, 1), random.Between(-1, 1), random.Between(-1, 1)};
        const double squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
        if (!(squared <= 1 && squared > 1e-4)) continue;
        const double s = 1 / std::sqrt(squared);
        return {q.x * s, q.y * s, q.z * s, q.w * s};
    }
}

}  // namespace

Quat RandomRotation(uint64_t seed, int64_t index) {
    Random random = Random::OfItem(seed, index);
    return RandomUnit(random);
}

ConvergingBodies MakeConvergingBodies(int32_t count, uint64_t seed, double bodyRadius, double fill) {
    ConvergingBodies scene;
    const double sphereRadius = bodyRadius * std::cbrt(count / fill);
    for (int32_t i = 0; i < count; ++i) {
        Random random = Random::OfItem(seed, i);
        ConvergingBodies::Motion motion;
        const Vec3 outward = random.Direction();
        motion.start.position = outward * (sphereRadius * random.Between(0.6, 1.4));
        motion.start.rotation = RandomUnit(random);
        motion.velocity = outward * (-sphereRadius * random.Between(0.2, 0.6));
        motion.turning = random.Direction() * random.Between(0, 2);
        scene.bodies.push_back(motion);
    }
    return scene;
}

Pose PoseAt(const ConvergingBodies::Motion& motion, double seconds) {
    return {motion.start.position + motion.velocity * seconds, Turned(motion.start.rotation, motion.turning * seconds)};
}

}  // namespace spheretree::scenes
