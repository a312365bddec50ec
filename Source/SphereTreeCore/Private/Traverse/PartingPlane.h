#pragma once

// Two bodies apart, without a descent: a plane that has all leaves of the one on this side and all leaves of the other
// on that. The first lies across the line of the centres; where it cuts something, the next is reflected at what it
// cut. [Chung and Wang 1996] "Quick collision detection of polytopes in virtual environments", their step, with tables
// of reach in place of polytopes. Differs: a few planes, then the descent, which proves either answer.
//
// Notation: D is the way from a's centre to b's in a's unit frame; n any way there; m = −n in b's frame and units. All
// leaves of a lie below SA(n) along n, and all of b above n · D − ratio² SB(m). What the bodies turn, what floats lose
// of D, and what they lose here, is less than 2 pad |n| ≤ pad (1 + |n|²).

#include "Scene/SupportTable.h"
#include "Traverse/Expand.h"

namespace spheretree {

inline constexpr int kMorePlanes = 2;  // after the first: a third finds one in a hundred

/// Is a plane worth its test? Where the balls overlap by much there is hardly one. Ways that are not finite fail, too.
inline bool IsPlaneLikely(const PairPlace& place) {
    constexpr float kLikelyAbove = 0.45f, kFarthest = 16;  // of the sum of radii, squared
    const float squared = SquaredLength(place.there);
    const float reach = 1 + static_cast<float>(place.ratio[0]);
    return place.isStill && squared > kLikelyAbove * (reach * reach) && squared < kFarthest * (reach * reach);
}

inline float Along(const ReachPoint& point, const float* way) {
    return (point.x * way[0] + point.y * way[1]) + point.z * way[2];
}

inline float Along(const float* a, const float* b) { return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]; }

/// A way, what reaches farthest along it, seen from both bodies; and how far into each other they reach there.
struct PlaneSearch {
    alignas(16) float n[4], m[4];
    const ReachPoint *reachA, *reachB;

    /// Across the line of the centres.
    void Start(const PairPlace& place, const ReachPoint* supportA, const ReachPoint* supportB) {
        Four::Load(place.there).Store(n);
        Four::Load(place.back).Store(m);
        Look(supportA, supportB);
    }
    void Look(const ReachPoint* supportA, const ReachPoint* supportB) {
        reachA = &SupportToward(supportA, n);
        reachB = &SupportToward(supportB, m);
    }
    bool IsBetween(const PairPlace& place) const {
        const float ratio = static_cast<float>(place.ratio[0]), pad = place.there[3];
        const float sum = Along(*reachA, n) + ratio * ratio * Along(*reachB, m);
        return sum + pad * (1 + SquaredLength(n)) < Along(place.there, n);
    }
    /// Turns n away from what reaches too far: from a's point there to b's, and as much again.
    void Reflect(const PairFrame& pair) {
        const BallFrame& intoA = pair.ball[0];
        const Four point =
            (Four::Load(intoA.column[0]) * Four::All(reachB->x) + Four::Load(intoA.column[1]) * Four::All(reachB->y)) +
            (Four::Load(intoA.column[2]) * Four::All(reachB->z) + Four::Load(intoA.column[4]));
        alignas(16) float cut[4];
        (point + Four::Load(&reachA->x) * Four::All(-1)).Store(cut);
        const float part = -2 * Along(cut, n) / SquaredLength(cut);
        (Four::Load(n) + Four::Load(cut) * Four::All(part)).Store(n);
    }
    /// And m with it.
    void Follow(const PairFrame& pair) {
        const BallFrame& intoB = pair.ball[1];
        ((Four::Load(intoB.column[0]) * Four::All(-n[0]) + Four::Load(intoB.column[1]) * Four::All(-n[1])) +
         Four::Load(intoB.column[2]) * Four::All(-n[2]))
            .Store(m);
    }
};

}  // namespace spheretree
