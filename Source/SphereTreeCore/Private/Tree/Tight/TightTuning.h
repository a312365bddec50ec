#pragma once

#include "SphereTree/Recipe.h"
#include "Spheres/Tight.h"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace spheretree {

/// How much Tight does for one level.
struct LevelTuning {
    TightEffort search{}, searchAgain{};  // for each node; for the worst of them
    bool sharesOut = false;               // patches are first given to nodes by what they will need
    int64_t patchesPerSphere = 120;
    int32_t rounds = 3;        // of polishing all nodes of the level together
    int32_t descentSteps = 0;  // before each: of all centres at once
    int32_t cuts = 4;          // times that costly patches are cut, each with
    int32_t roundsPerCut = 2;
    int32_t searchesAgain = 2;
    size_t mostSearchedAgain = std::numeric_limits<size_t>::max();  // at a time: symmetric bodies have many equals
    int32_t doublings = 6;                                          // of the exponent, at the end
    int32_t lookAheads = 0;  // times that spheres move for the sake of the next level
};

/// For each effort of a recipe. The first levels have few nodes and decide what can become of the others.
struct TightTuning {
    LevelTuning first, second, below;
    int32_t variants = 1;     // of the first level, from which the one with the best prospects is chosen
    int32_t gridCells = 120;  // of the field of protrusions; 0: stand-offs will do
};

/// `triangles`: of the mesh. Of a large one most of a bake's time goes into looking at it at all; Balanced then
/// searches more, too.
TightTuning TuningOf(Effort effort, int64_t triangles);

}  // namespace spheretree
