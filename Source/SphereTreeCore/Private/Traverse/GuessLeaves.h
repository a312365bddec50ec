#pragma once

// Two leaves that overlap, without a descent: the leaf of one body near the middle of where the bodies meet, the leaf
// of the other near that one, and back. Ours; no paper. Of bunnies that touch, some nine in ten are confirmed by it,
// for a test or two instead of six staircase steps; and a pair that is confirmed has the small error of leaves at once.

#include "Traverse/Expand.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

/// The cell of a packed tree's `nearestLeaf` where a point of the unit frame lies, or the closest one.
inline size_t LeafCell(float x, float y, float z) {
    const auto along = [](float at) {
        const float cell = (at + 1) * (0.5f * kLeafCells);
        return static_cast<size_t>(std::clamp(cell, 0.0f, kLeafCells - 1.0f));  // what is not a number becomes 0
    };
    return (along(z) * kLeafCells + along(y)) * kLeafCells + along(x);
}

/// Looks for leaves of body `side` that overlap the ball of one of the other's leaves.
struct LeafProbe {
    const PairFrame& pair;
    const int32_t* const (&nearestLeaf)[2];  // of the trees
    WorkCounts& counts;

    int32_t Near(int side, const float* point) const {
        return nearestLeaf[side][LeafCell(point[0], point[1], point[2])];
    }
    /// A leaf close to the ball of the other's `slot`; true when it, or one of its brothers, overlaps that ball.
    bool Follow(int side, int32_t slot, int32_t& found) const {
        const BallFrame& frame = pair.ball[side];
        alignas(16) float ball[4];
        CarryBall(frame, pair.blocks[1 - side][BlockOf(slot)], LaneOf(slot), ball);
        found = Near(side, ball);
        const PackedBlock& block = pair.blocks[side][BlockOf(found)];
        const Eight gap = pair.kind == kPlainPair ? TestPlain(block, ball) : TestMoving(block, ball, frame);
        const int lanes = pair.laneCount[side][BlockOf(found)];
        const unsigned hits = NotAbove(gap, Eight::All(0)) & NegativeMask(block.child) & ((1u << lanes) - 1);
        counts.updates += 1;
        counts.tests += lanes;
        if (!hits) return false;
        if (!(hits >> LaneOf(found) & 1))
            found = static_cast<int32_t>(BlockOf(found)) * kLanes + std::countr_zero(hits);
        return true;
    }
};

/// What the overlap of two nodes proves, ancestors aside.
inline float ErrorOfSlots(const PairFrame& pair, int32_t a, int32_t b) {
    return (NodeError(pair, 0, pair.blocks[0][BlockOf(a)], LaneOf(a)) +
            NodeError(pair, 1, pair.blocks[1][BlockOf(b)], LaneOf(b))) +
           pair.errorBase;
}

/// What any two nodes prove, whether they overlap or not: the bodies are no farther apart than the balls' gap and both
/// errors. errorBase, twice more: by so much the carried ball was grown, and so much floats may lose.
inline float SeparationBound(const PairFrame& pair, int32_t a, int32_t b) {
    const BallFrame& frame = pair.ball[0];
    const PackedBlock& block = pair.blocks[0][BlockOf(a)];
    alignas(16) float ball[4];
    alignas(32) float gaps[kLanes];
    CarryBall(frame, pair.blocks[1][BlockOf(b)], LaneOf(b), ball);
    (pair.kind == kPlainPair ? TestPlain(block, ball) : TestMoving(block, ball, frame)).Store(gaps);
    const float reach = block.radius[LaneOf(a)] + ball[3];
    const float distance = std::sqrt(std::max(0.0f, gaps[LaneOf(a)] + reach * reach));
    const float apart = std::max(0.0f, distance - reach) * frame.errorScale;
    return (apart + ErrorOfSlots(pair, a, b) + 2 * pair.errorBase) * (1 + 1e-5f);
}

/// Is a guess worth its tests? Where the balls overlap little, hardly any pair touches.
inline bool IsWorthGuessing(const PairFrame& pair) {
    constexpr float kLikelyBelow = 0.7f;  // of the sum of radii, squared
    const float* centre = pair.ball[0].column[4];
    const float squared = SquaredLength(centre);
    const float reach = 1 + pair.ball[0].column[3][3];
    return squared < kLikelyBelow * (reach * reach);
}

/// True with two leaves that overlap. The slots of both are left in `witness`.
inline bool GuessLeaves(const LeafProbe& probe, NodePair& witness) {
    const BallFrame& intoA = probe.pair.ball[0];
    const float* centre = intoA.column[4];  // of b's root, in units of a's
    const float distance = std::sqrt(SquaredLength(centre));
    const float uneven = distance > 0 ? (1 - intoA.column[3][3]) / distance : 0;
    const float part = std::clamp(0.5f + 0.5f * uneven, 0.0f, 1.0f);  // of the way to b: the middle of the overlap
    const float middle[3] = {centre[0] * part, centre[1] * part, centre[2] * part};
    witness.a = probe.Near(0, middle);
    return probe.Follow(1, witness.a, witness.b) || probe.Follow(0, witness.b, witness.a);
}

}  // namespace spheretree
