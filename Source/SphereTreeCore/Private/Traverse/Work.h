#pragma once

#include "Traverse/Expand.h"

#include <algorithm>
#include <array>
#include <bit>

namespace spheretree {

/// What a slice may do and has done. A unit is about the time of one staircase step.
struct Slice {
    const Scene::Data* scene = nullptr;
    const Host* host = nullptr;
    int64_t units = 0;       // left; not beside `operations`: Approach.h
    int64_t patience = 0;    // steps that every pair may take at a visit, because there is time for all
    int64_t operations = 0;  // left; a step may go beyond, once
    WorkCounts counts;
    int64_t spent = 0;  // operations

    bool Over() const { return units <= 0 || operations <= 0; }
};

inline constexpr int64_t kMostThreadLanes = 64;

// Steps at a visit. The first round is short: whoever is not settled by it has at least a small bound, as early as can
// be. With as many as in the second, nearly every pair of the usual trees is settled.
inline constexpr int64_t kShortVisit = 1, kLongVisit = 12, kEndless = 1 << 20;
inline constexpr int64_t kManyUnits = int64_t{1} << 40;

/// Adds what one of several threads did.
inline void Absorb(Slice& slice, const Slice& part, int64_t lanes) {
    slice.counts.updates += part.counts.updates;
    slice.counts.tests += part.counts.tests;
    slice.spent += part.spent;
    slice.operations -= part.spent;
    slice.units -= (Budget::kNoLimit - part.units) / lanes;
}

inline constexpr int64_t kFewestUnits = 8;  // of a slice: fewer would cost more clock than work

/// What a unit takes. A slow slice counts at once, a fast one only bit by bit (`haste` of
/// the difference): rather too short than too long.
inline void LearnSpeed(double& secondsPerUnit, double seconds, int64_t units, double haste = 0.1) {
    constexpr double kFastest = 4e-9, kSlowest = 2e-6;
    if (units < kFewestUnits) return;
    const double now = std::clamp(seconds / static_cast<double>(units), kFastest, kSlowest);
    secondsPerUnit += (now > secondsPerUnit ? 1.0 : haste) * (now - secondsPerUnit);
}

/// Adds what a slice did to the call's progress and the frame's counters.
inline void CountSlice(Traversal& traversal, Progress& progress, const Slice& slice) {
    progress.updates += slice.counts.updates;
    progress.tests += slice.counts.tests;
    progress.operations += slice.spent;
    progress.slices += 1;
    traversal.counters.updates += slice.counts.updates;
    traversal.counters.tests += slice.counts.tests;
    traversal.counters.operations += slice.spent;
    traversal.counters.slices += 1;
}

inline void ExpandAny(const PairFrame& pair, const NodePair& nodes, const Scene::Data& scene, Expansion& out) {
    if (pair.kind == kGroundPair)
        ExpandGround(pair, nodes, scene.bodies[pair.body[0]], scene.bodies[pair.body[1]], out);
    else
        Expand(pair, nodes, out);
}

inline void ChargeSteps(Slice& slice, const TraversalOptions& options, int64_t steps, int64_t tests) {
    const int64_t cost = steps * options.updateCost + tests * options.testCost;
    slice.units -= steps;
    slice.operations -= cost;
    slice.spent += cost;
    slice.counts.updates += steps;
    slice.counts.tests += tests;
}

inline void Charge(Slice& slice, const TraversalOptions& options, const Expansion& step) {
    ChargeSteps(slice, options, 1, step.laneCount);
}

/// The most operations that one step can cost: one node opened, and the other against each of its children.
inline int64_t LargestGridCost(const TraversalOptions& options) {
    return (1 + kLanes) * (int64_t{options.updateCost} + int64_t{options.testCost} * kLanes);
}

/// Keys of the same eighth of an octave share a bucket; a larger key never has a lower bucket.
inline int32_t BucketOf(float key, float topKey) {
    const int32_t below =
        (std::bit_cast<int32_t>(std::max(topKey, 0.0f)) - std::bit_cast<int32_t>(std::max(key, 0.0f))) >> 20;
    return kBucketCount - 1 - std::clamp(below, 0, kBucketCount - 1);
}

/// Puts overlapping nodes where they wait: in a bucket, or among the settled.
void PutNodes(Traversal& traversal, int32_t pairIndex, const NodePair& nodes, bool first = false);

/// The pair's frame, kept from now on.
const PairFrame& KeepFrame(Traversal& traversal, TraversalPair& pair, const Scene::Data& scene);

/// Room for so many nodes in the fronts; what stood there is not carried along.
void ReserveNodes(Traversal& traversal, TraversalPair& pair, int32_t room);

/// GatherFronts for the pairs that have a mark in laneMarks.
void GatherMarked(Traversal& traversal);

/// A confirmed pair to its end, in whatever order is fastest. For calls that nothing ends.
void RefineWhole(Traversal& traversal, TraversalPair& pair, Slice& slice);

/// The phases. Each works until the slice is over or the phase is; true when the phase is.
bool RunConfirm(Traversal& traversal, Slice& slice);
bool RunQueue(Traversal& traversal, Slice& slice);
bool RunRefine(Traversal& traversal, Slice& slice);

}  // namespace spheretree
