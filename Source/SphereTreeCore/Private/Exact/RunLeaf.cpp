// The triangles of two leaves. Each has its own ball: those of the one leaf that reach the other leaf's ball are
// carried over, and meet the other's eight at a time; only who overlaps there is tested as a triangle.

#include "Exact/ExactWork.h"

#include <bit>

namespace spheretree {

namespace {

unsigned OverlappingLanes(const PairFrame& pair, int side, const PackedBlock& block, const float* ball) {
    const Eight gap = pair.kind == kPlainPair ? TestPlain(block, ball) : TestMoving(block, ball, pair.ball[side]);
    return NotAbove(gap, Eight::All(0));  // empty lanes stand nowhere
}

void ChargeBlock(ExactWork& work, int64_t triangleTests) {
    ChargeSteps(work.slice, work.traversal.options, 1, kLanes);
    ChargeTriangles(work, triangleTests);
}

/// The lanes of a's block that reach the ball of b's leaf.
unsigned FilterBlock(ExactWork& work, const LeafCursor& at) {
    const PairFrame& pair = work.exact.pairFrame;
    alignas(16) float ball[4];
    CarryBall(pair.ball[0], pair.blocks[1][BlockOf(at.b)], LaneOf(at.b), ball);
    ChargeBlock(work, 0);
    return OverlappingLanes(pair, 0, work.TrianglesA().blocks[static_cast<size_t>(at.blockA)], ball);
}

/// One triangle of a, carried when somebody is near it.
struct CarriedTriangle {
    int32_t name;
    alignas(16) float ball[4];
    TriangleCorners corners;
    bool isCarried = false;

    CarriedTriangle(const ExactWork& work, const PackedBlock& block, uint32_t lane) : name(block.child[lane]) {
        CarryBall(work.exact.pairFrame.ball[1], block, lane, ball);
    }
    bool Touches(const ExactWork& work, int32_t other) {
        if (!isCarried) corners = work.placement.CornersA(work.TrianglesA(), name);
        isCarried = true;
        return TrianglesTouch(corners, work.placement.CornersB(work.TrianglesB(), other), work.placement.margin);
    }
};

/// A triangle that reaches over several leaves is met in several: who was tested lately is not tested again.
bool WasTested(ExactPhase& exact, int32_t a, int32_t b) {
    const uint64_t names = static_cast<uint64_t>(static_cast<uint32_t>(a)) << 32 | static_cast<uint32_t>(b);
    const uint64_t key = names * 0x9E3779B97F4A7C15;
    TestedTriangles& place = exact.tested[static_cast<size_t>(key >> 53) & (kTestedPlaces - 1)];
    if (place.a == a && place.b == b && place.pair == exact.cursor) return true;
    place = {exact.cursor, a, b};
    return false;
}

/// True when the first hit is enough and was found.
bool TestBlock(ExactWork& work, CarriedTriangle& triangle, const LeafCursor& at) {
    const PackedBlock& block = work.TrianglesB().blocks[static_cast<size_t>(at.blockB)];
    const unsigned near = OverlappingLanes(work.exact.pairFrame, 1, block, triangle.ball);
    int64_t tested = 0;
    bool found = false;
    for (unsigned rest = near; rest && !(found && work.firstOnly); rest &= rest - 1) {
        const int32_t other = block.child[std::countr_zero(rest)];
        if (WasTested(work.exact, triangle.name, other)) continue;
        ++tested;
        if (!triangle.Touches(work, other)) continue;
        work.exact.hits.push_back({triangle.name, other, at.a, at.b});
        found = true;
    }
    ChargeBlock(work, tested);
    return found && work.firstOnly;
}

}  // namespace

bool PatchesOverlap(ExactWork& work, int32_t slotA, int32_t slotB) {
    const PairFrame& pair = work.exact.pairFrame;
    alignas(16) float ball[4];
    CarryBall(pair.ball[1], work.TrianglesA().patches[BlockOf(slotA)], LaneOf(slotA), ball);
    const int64_t cost = int64_t{work.traversal.options.updateCost} + work.traversal.options.testCost;
    work.slice.operations -= cost;
    work.slice.spent += cost;
    work.slice.units -= 1;
    work.slice.counts.updates += 1;
    work.slice.counts.tests += 1;
    return OverlappingLanes(pair, 1, work.TrianglesB().patches[BlockOf(slotB)], ball) >> LaneOf(slotB) & 1;
}

void ChargeTriangles(ExactWork& work, int64_t tests) {
    const int64_t cost = tests * work.exact.options.triangleCost;
    work.slice.operations -= cost;
    work.slice.spent += cost;
    work.slice.units -= tests;
    work.exact.trianglePairs += tests;
}

StepOutcome RunLeaf(ExactWork& work) {
    LeafCursor& at = work.exact.leaf;
    const PackedTriangles &ofA = work.TrianglesA(), &ofB = work.TrianglesB();
    const int32_t endA = ofA.firstBlock[static_cast<size_t>(at.a) + 1];
    const int32_t firstB = ofB.firstBlock[static_cast<size_t>(at.b)];
    const int32_t endB = ofB.firstBlock[static_cast<size_t>(at.b) + 1];
    for (; at.blockA < endA; ++at.blockA, at.isFiltered = false) {
        if (!at.isFiltered) {
            if (work.slice.Over()) return StepOutcome::Over;
            at.lanes = FilterBlock(work, at);
            at.blockB = firstB;
            at.isFiltered = true;
        }
        for (; at.lanes; at.lanes &= at.lanes - 1, at.blockB = firstB) {
            const PackedBlock& block = ofA.blocks[static_cast<size_t>(at.blockA)];
            CarriedTriangle triangle(work, block, static_cast<uint32_t>(std::countr_zero(at.lanes)));
            for (; at.blockB < endB; ++at.blockB) {
                if (work.slice.Over()) return StepOutcome::Over;
                if (TestBlock(work, triangle, at)) return StepOutcome::Found;
            }
        }
    }
    at.isOpen = false;
    return StepOutcome::Finished;
}

}  // namespace spheretree
