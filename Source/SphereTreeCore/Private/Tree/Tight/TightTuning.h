#pragma once

#include "SphereTree/Recipe.h"
#include "Spheres/Tight.h"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace spheretree {

/// How all spheres of the tree move at once when a level has been found.
struct DescentTuning {
    int32_t phases = 0, stepsPerPhase = 30;         // costly patches are cut between phases; no phase: nothing moves
    double firstStep = 0.08, lastStep = 0.01;       // of a sphere's cost
    int32_t firstDoublings = 4, lastDoublings = 5;  // of the exponent that makes maxima soft
    int32_t lastCuts = 2;                           // of patches, when all stand still again
    bool isRough = false;                           // another follows: nothing is looked at closely in the end
    // The worst cost over the mean from which it ends with the first phase: some are better searched again.
    double mostUnevenAtFirst = std::numeric_limits<double>::infinity();
};

/// How much Tight does for one level.
struct LevelTuning {
    TightEffort search{}, searchAgain{};  // for each node; for the worst of them
    bool sharesOut = false;               // patches are first given to nodes by what they will need
    int64_t patchesPerSphere = 120;
    int32_t rounds = 3;  // of polishing all nodes of the level together
    int32_t cuts = 4;    // times that costly patches are cut, each with
    int32_t roundsPerCut = 2;
    int32_t searchesAgain = 2;
    size_t mostSearchedAgain = std::numeric_limits<size_t>::max();  // at a time: symmetric bodies have many equals
    int32_t doublings = 6;                                          // of the exponent, at the end
    double keptBelowWorst = 0;  // of what a sphere costs less than the worst of its level: kept while all move
    int32_t firstRefits = 0;    // of the first level to what it costs least, before it is shared out in the end
    int32_t refits = 0;         // of all spheres to what they hold then, after each of which it is shared out again
    int32_t sumSteps = 0;       // then, in which the sum of what spheres cost is lowered
    int32_t sharesByRoom = 0;   // in the very end, and all spheres fitted after each
    DescentTuning descent{};    // of all levels together
    int32_t roughDescents = 0, roughSteps = 30;  // before it, each of which shows which nodes to search again
    // The worst cost over the mean from which some are searched and moved once more.
    double mostUneven = std::numeric_limits<double>::infinity();
};

/// For each effort of a recipe. The first levels have few nodes and decide what can become of the others.
struct TightTuning {
    LevelTuning first, second, below;
    int32_t variants = 1;   // of the first two levels, of which the best stays
    double evenEnough = 0;  // the second's worst over its mean, with which no further variant is tried; 0: all are
    // The third's worst over its mean, from which the second best of these variants is tried too.
    double mostUneven = std::numeric_limits<double>::infinity();
    int32_t gridCells = 120;  // of the field of protrusions; 0: stand-offs will do
};

/// `triangles`: of the mesh. Of a large one most of a bake's time goes into looking at it at all: there Balanced
/// searches more, and Fast less. A bake to an error makes unbalanced trees, whose levels do not move together: there
/// each level is polished to the end for itself.
TightTuning TuningOf(Effort effort, int64_t triangles, bool toAnError);

}  // namespace spheretree
