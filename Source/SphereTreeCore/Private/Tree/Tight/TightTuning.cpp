#include "Tree/Tight/TightTuning.h"

#include <algorithm>

namespace spheretree {

namespace {

constexpr int64_t kLargeMesh = 100'000;  // triangles

TightTuning TuningOfTight() {
    TightTuning tuning;
    constexpr TightEffort kAgain{.candidates = 300, .starts = 6, .close = 0.02, .finished = 0.2};
    tuning.first = {.search = {.candidates = 600, .starts = 32, .swaps = 40, .finished = 0},
                    .patchesPerSphere = 400,
                    .rounds = 0,
                    .cuts = 2,
                    .keptBelowWorst = 1,
                    .descent = {.phases = 4, .stepsPerPhase = 100, .firstStep = 0.15, .lastDoublings = 6}};
    tuning.second =
        tuning.below = {.search = {.candidates = 200, .starts = 2, .evaluations = 30, .close = 0.02, .finished = 0},
                        .searchAgain = kAgain,
                        .sharesOut = true,
                        .rounds = 0,
                        .cuts = 1,
                        .roundsPerCut = 1,
                        .searchesAgain = 0,
                        .mostSearchedAgain = 10,
                        .descent = {.phases = 6, .stepsPerPhase = 20},
                        .roughDescents = 2};
    tuning.second.rounds = 1;
    tuning.second.mostUneven = 1.45;
    tuning.second.keptBelowWorst = 1;
    tuning.below.cuts = 2;
    tuning.below.firstRefits = 2;
    tuning.below.refits = 1;
    tuning.below.sharesByRoom = 1;
    tuning.below.sumSteps = 100;
    tuning.variants = 4;
    tuning.mostUneven = 1.75;
    return tuning;
}

void MakeBalanced(TightTuning& tuning) {
    constexpr TightEffort kRough{.swaps = 20, .evaluations = 20, .close = 0.02, .finished = 0};
    tuning.variants = 2;
    tuning.evenEnough = 1.55;
    tuning.mostUneven = std::numeric_limits<double>::infinity();
    tuning.first = {.search = kRough,
                    .patchesPerSphere = 250,
                    .rounds = 0,
                    .cuts = 1,
                    .roundsPerCut = 1,
                    .descent = {.phases = 3, .stepsPerPhase = 60, .firstStep = 0.15, .lastDoublings = 6}};
    tuning.first.search.candidates = 400;
    tuning.first.search.starts = 4;
    tuning.first.search.swaps = tuning.first.search.evaluations = 30;
    tuning.second = {.search = kRough,
                     .searchAgain = kRough,
                     .rounds = 0,
                     .cuts = 1,
                     .roundsPerCut = 1,
                     .searchesAgain = 0,
                     .mostSearchedAgain = 6,
                     .descent = {.phases = 3, .stepsPerPhase = 20},
                     .roughDescents = 1,
                     .mostUneven = 1.45};
    tuning.second.keptBelowWorst = 1;
    tuning.second.search.candidates = 150;
    tuning.second.searchAgain.candidates = 200;
    tuning.second.searchAgain.starts = 3;
    tuning.second.searchAgain.swaps = 30;
    tuning.below = {
        .search = {.candidates = 120, .starts = 1, .swaps = 20, .evaluations = 25, .close = 0.02, .finished = 0},
        .searchAgain = {.candidates = 200, .starts = 2, .swaps = 30, .evaluations = 30, .close = 0.02, .finished = 0},
        .sharesOut = true,
        .patchesPerSphere = 60,
        .rounds = 0,
        .cuts = 2,
        .roundsPerCut = 1,
        .searchesAgain = 2,
        .mostSearchedAgain = 8,
        .firstRefits = 1,
        .sumSteps = 60,
        .sharesByRoom = 0,
        .descent = {.phases = 3, .stepsPerPhase = 20, .mostUnevenAtFirst = 2}};
    tuning.gridCells = 80;
}

void MakeBalancedOfLarge(TightTuning& tuning, int64_t triangles) {
    tuning.first.search.candidates = 800;
    tuning.first.search.starts = 6;
    tuning.first.patchesPerSphere = 400;
    tuning.below.search.candidates = 200;
    tuning.below.search.starts = 2;
    tuning.below.searchAgain.starts = 4;
    // A finer mesh has more to look at.
    tuning.second.patchesPerSphere = tuning.below.patchesPerSphere = std::clamp<int64_t>(triangles / 3000, 120, 300);
}

void MakeFast(TightTuning& tuning, int64_t triangles) {
    tuning.variants = 1;
    tuning.first = {.search = {.candidates = 200, .starts = 1, .swaps = 10, .evaluations = 20},
                    .patchesPerSphere = 120,
                    .rounds = 1,
                    .cuts = 0};
    tuning.second = tuning.below = {.search = {.candidates = 60, .starts = 1, .swaps = 5, .evaluations = 12},
                                    .patchesPerSphere = 40,
                                    .rounds = 1,
                                    .cuts = 0};
    if (triangles >= kLargeMesh)
        tuning.second.search.finished = tuning.below.search.finished = 0;
    else
        tuning.below.sharesByRoom = 1;
    tuning.gridCells = 0;
}

}  // namespace

TightTuning TuningOf(Effort effort, int64_t triangles, bool toAnError) {
    TightTuning tuning = TuningOfTight();
    if (effort == Effort::Balanced) MakeBalanced(tuning);
    if (effort == Effort::Balanced && triangles >= kLargeMesh) MakeBalancedOfLarge(tuning, triangles);
    if (effort == Effort::Fast) MakeFast(tuning, triangles);
    if (toAnError) tuning.variants = 1;
    if (toAnError && effort != Effort::Fast)
        for (LevelTuning* level : {&tuning.first, &tuning.second, &tuning.below}) {
            level->descent.phases = 0;
            level->search.finished = 1;
            level->rounds = effort == Effort::Tight ? 3 : 2;
            level->cuts = effort == Effort::Tight ? 5 : 2;
        }
    return tuning;
}

}  // namespace spheretree
