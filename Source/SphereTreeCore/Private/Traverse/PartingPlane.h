#pragma once

// Two bodies apart, without a descent: a plane across the line of their centres that has all leaves of the one on this
// side and all leaves of the other on that. Ours; no paper. Where root balls overlap little it is one test instead of
// some ten.

#include "Scene/SupportTable.h"
#include "Traverse/Expand.h"

namespace spheretree {

/// Is a plane worth its test? Where the balls overlap by much there is none. Ways that are not finite fail, too.
inline bool IsPlaneLikely(const PairFrame& pair) {
    constexpr float kLikelyAbove = 0.45f, kFarthest = 16;  // of the sum of radii, squared
    const float squared = SquaredLength(pair.ball[0].column[4]);
    const float reach = 1 + pair.ball[0].column[3][3];
    return pair.kind == kPlainPair && squared > kLikelyAbove * (reach * reach) && squared < kFarthest * (reach * reach);
}

/// With D the way from a's centre to b's in units of a, and D' the way back in units of b, all leaves of a lie below
/// SA(D) along D, and all of b above |D|² − ratio² SB(D'). What the bodies turn and what floats lose, here and in D, is
/// less than pad (1 + |D|²) ≥ 2 pad |D|.
inline bool IsPlaneBetween(const PairFrame& pair, const float* supportA, const float* supportB) {
    const float *there = pair.ball[0].column[4], *back = pair.ball[1].column[4];
    const float ratio = pair.ball[0].column[3][3], pad = there[3];
    const float squared = SquaredLength(there);
    const float sum = SupportAlong(supportA, there) + ratio * ratio * SupportAlong(supportB, back);
    return sum + pad * (1 + squared) < squared;
}

}  // namespace spheretree
