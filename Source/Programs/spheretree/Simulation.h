#pragma once

#include "SphereTree/SphereTree.h"
#include "SphereTree/Traversal.h"

#include <string>
#include <vector>

namespace spheretree::tool {

/// [Bradshaw 2002] 7.2: bodies about a sphere, turned at random, flying towards its centre; the traversal is stopped
/// after so many operations or so much time, and the errors of what is known then are taken.
struct SimulationSettings {
    int32_t count = 20, frames = 300;
    double seconds = 4;
    double fill = 0.05;
    uint64_t seed = 1;
    TraversalOptions traversal;
    double radius = 0;  // of a body, for the scenario; 0: the tree's root
};

/// Means over the frames in which anything overlapped; errors in units of the body's radius.
struct SimulationRow {
    Budget budget;
    int64_t frames = 0, unfinished = 0;  // frames with contacts; of those, interrupted ones
    double pairs = 0, contacts = 0, openPairs = 0, nodePairs = 0;
    double worstBound = 0, worstError = 0, rmsError = 0, bestError = 0;
    double operations = 0;
    double overrunMicroseconds = 0;  // the worst
    std::vector<FrameCounters> byFrame;
};

/// An error only when the tree cannot be packed.
Result<SimulationRow> Simulate(const SphereTree& tree, const SimulationSettings& settings, const Budget& budget,
                               const Host& host);

/// "20000ops", "0.5ms", "300us", or both with a comma; the error is a sentence.
Result<Budget> ReadBudget(const std::string& word);
bool SchedulerOfWord(const std::string& word, Scheduler& scheduler);

}  // namespace spheretree::tool
