#pragma once

// Patches of two surfaces, one against eight. A patch is a ball between two planes: two are apart when their balls are,
// or when the ball of one lies beyond the planes of the other. Floats; what they may lose is added to every reach
// (`pad`, see kFloatRounding in Traverse/Frames.cpp; planes and corners are carried by the same numbers as balls, and
// pay it twice and three times).

#include "Traverse/Expand.h"

namespace spheretree {

/// Carries patches of the other body into this one's frame.
struct PatchFrame {
    const BallFrame& ball;
    float ratio, perRatio;  // lengths of the other in units of this one, and back
    float pad;
    bool isPlain;  // else an uneven scale: planes are not carried, balls decide

    PatchFrame(const PairFrame& pair, int side, const Body& here, const Body& other)
        : ball(pair.ball[side]),
          ratio(static_cast<float>(other.size * here.perSize)),
          perRatio(static_cast<float>(here.size * other.perSize)),
          pad(ball.column[4][3]),
          isPlain(pair.kind == kPlainPair) {}
};

struct CarriedPatch {
    alignas(16) float ball[4], normal[4];
    float middle, half;

    CarriedPatch(const PatchFrame& frame, const PatchBlock& from, uint32_t lane) {
        CarryBall(frame.ball, from, lane, ball);
        const auto& column = frame.ball.column;
        const Four turned = (Four::Load(column[0]) * Four::All(from.normalX[lane]) +
                             Four::Load(column[1]) * Four::All(from.normalY[lane])) +
                            Four::Load(column[2]) * Four::All(from.normalZ[lane]);
        (turned * Four::All(frame.perRatio)).Store(normal);
        middle = from.middle[lane] * frame.ratio +
                 ((normal[0] * column[4][0] + normal[1] * column[4][1]) + normal[2] * column[4][2]);
        half = from.half[lane] * frame.ratio + 2 * frame.pad;
    }
};

inline Eight Magnitude(Eight a) { return Max(a, Eight::All(0) - a); }

/// The lanes that meet the patch, of those in use; `gap` as in TestPlain.
inline unsigned MeetPatch(const PatchFrame& frame, const PatchBlock& target, unsigned lanes, const CarriedPatch& patch,
                          Eight& gap) {
    gap = frame.isPlain ? TestPlain(target, patch.ball) : TestMoving(target, patch.ball, frame.ball);
    const unsigned near = NotAbove(gap, Eight::All(0)) & lanes;
    if (!near || !frame.isPlain) return near;
    const Eight its = ((Eight::Load(target.normalX) * Eight::All(patch.ball[0]) +
                        Eight::Load(target.normalY) * Eight::All(patch.ball[1])) +
                       Eight::Load(target.normalZ) * Eight::All(patch.ball[2])) -
                      Eight::Load(target.middle);
    const Eight own =
        ((Eight::Load(target.x) * Eight::All(patch.normal[0]) + Eight::Load(target.y) * Eight::All(patch.normal[1])) +
         Eight::Load(target.z) * Eight::All(patch.normal[2])) -
        Eight::All(patch.middle);
    return near & NotAbove(Magnitude(its), Eight::Load(target.half) + Eight::All(patch.ball[3] + frame.pad)) &
           NotAbove(Magnitude(own), Eight::Load(target.radius) + Eight::All(patch.half));
}

/// The corners of one triangle in the other's frame.
struct CarriedCorners {
    alignas(16) float at[3][4];

    CarriedCorners(const PatchFrame& frame, const CornerBlock& from, uint32_t lane) {
        const auto& column = frame.ball.column;
        for (int k = 0; k < 3; ++k) {
            const Four moved = ((Four::Load(column[0]) * Four::All(from.at[k][0][lane]) +
                                 Four::Load(column[1]) * Four::All(from.at[k][1][lane])) +
                                Four::Load(column[2]) * Four::All(from.at[k][2][lane])) +
                               Four::Load(column[4]);
            moved.Store(at[k]);
        }
    }
};

/// The lanes whose triangles have the other's corners on both sides of their planes, or near them; and the reverse.
/// Of two triangles that touch, no plane of either has all of the other beyond it. For plain frames.
inline unsigned MeetCorners(const PatchFrame& frame, const CornerBlock& target, const CarriedPatch& patch,
                            const CarriedCorners& corners) {
    const Eight nx = Eight::Load(target.patch.normalX), ny = Eight::Load(target.patch.normalY),
                nz = Eight::Load(target.patch.normalZ), middle = Eight::Load(target.patch.middle);
    Eight low = Eight::All(0), high = low, under = low, above = low;
    for (int k = 0; k < 3; ++k) {
        const float* at = corners.at[k];
        const Eight its = ((nx * Eight::All(at[0]) + ny * Eight::All(at[1])) + nz * Eight::All(at[2])) - middle;
        const Eight own = ((Eight::Load(target.at[k][0]) * Eight::All(patch.normal[0]) +
                            Eight::Load(target.at[k][1]) * Eight::All(patch.normal[1])) +
                           Eight::Load(target.at[k][2]) * Eight::All(patch.normal[2])) -
                          Eight::All(patch.middle);
        low = k ? Min(its, low) : its, high = k ? Max(its, high) : its;
        under = k ? Min(own, under) : own, above = k ? Max(own, above) : own;
    }
    const Eight reach = Eight::Load(target.patch.half) + Eight::All(3 * frame.pad);
    const Eight ownReach = Eight::All(patch.half + frame.pad);
    return NotAbove(low, reach) & NotAbove(Eight::All(0) - high, reach) & NotAbove(under, ownReach) &
           NotAbove(Eight::All(0) - above, ownReach);
}

}  // namespace spheretree
