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
        const float cell = (at + 1) * (0.5f * kLeafCells), low = cell > 0 ? cell : 0;  // what is not a number becomes 0
        return static_cast<uint32_t>(static_cast<int32_t>(low < kLeafCells - 1 ? low : kLeafCells - 1.0f));
    };
    return (along(z) * kLeafCells + along(y)) * kLeafCells + along(x);
}

/// From a leaf of the one body to a leaf of the other that probably overlaps it, in two halves: what the second reads
/// takes a while to arrive.
struct LeafProbe {
    alignas(16) float ball[4];  // of the first, as the other body sees it
    int32_t near;               // the leaf close to it

    /// `slot`: of the body that is not `side`.
    void Carry(const PairFrame& pair, const int32_t* nearestLeaf, int side, int32_t slot) {
        CarryBall(pair.ball[side], pair.blocks[1 - side][BlockOf(slot)], LaneOf(slot), ball);
        near = nearestLeaf[LeafCell(ball[0], ball[1], ball[2])];
    }
    /// True when that leaf, or one of its brothers, overlaps the ball; `found` is the one, or else that leaf.
    bool Meet(const PairFrame& pair, int side, int32_t& found) const {
        const PackedBlock& block = pair.blocks[side][BlockOf(near)];
        const unsigned lanes = (1u << pair.laneCount[side][BlockOf(near)]) - 1;
        const unsigned overlaps = NotAbove(TestBall(pair, pair.ball[side], block, ball), Eight::All(0));
        const unsigned hits = overlaps & NegativeMask(block.child) & lanes;
        const int32_t first = std::countr_zero(hits | 1u << (kLanes - 1)), lane = static_cast<int32_t>(LaneOf(near));
        const bool same = static_cast<int>(hits == 0) | static_cast<int>(hits >> lane & 1);
        found = same ? near : near - lane + first;
        return hits != 0;
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
inline bool IsWorthGuessing(const PairPlace& place) {
    constexpr float kLikelyBelow = 0.7f;  // of the sum of radii, squared
    const float reach = 1 + static_cast<float>(place.ratio[0]);
    return SquaredLength(place.there) < kLikelyBelow * (reach * reach);
}

/// The leaf of a near the middle of the overlap.
inline int32_t GuessLeaf(const PairFrame& pair, const int32_t* nearestLeaf) {
    const BallFrame& intoA = pair.ball[0];
    const float* centre = intoA.column[4];  // of b's root, in units of a's
    const float distance = std::sqrt(SquaredLength(centre));
    const float uneven = distance > 0 ? (1 - intoA.column[3][3]) / distance : 0;
    const float part = std::clamp(0.5f + 0.5f * uneven, 0.0f, 1.0f);  // of the way to b: the middle of the overlap
    return nearestLeaf[LeafCell(centre[0] * part, centre[1] * part, centre[2] * part)];
}

}  // namespace spheretree
