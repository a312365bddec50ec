#pragma once

#include "Base/Task.h"
#include "Spheres/Tight.h"
#include "Spheres/Tight/TightSolver.h"
#include "Tree/Tight/TightPatches.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace spheretree {

/// How much Tight does for one level.
struct LevelTuning {
    TightEffort search{}, searchAgain{};  // for each node; for the worst of them
    int64_t patchesPerSphere = 120;
    int32_t rounds = 3;  // of polishing all nodes of the level together
    int32_t cuts = 4;    // times that costly patches are cut, each with
    int32_t roundsPerCut = 2;
    int32_t searchesAgain = 2;
    size_t mostSearchedAgain = std::numeric_limits<size_t>::max();  // at a time: symmetric bodies have many equals
    int32_t doublings = 6;                                          // of the exponent, at the end
};

/// For each effort of a recipe. The first levels have few nodes and decide what can become of the others.
struct TightTuning {
    LevelTuning first, second, below;
    int32_t gridCells = 120;  // of the field of protrusions; 0: stand-offs will do
};

/// `triangles`: of the mesh. Of a large one most of a bake's time goes into looking at it at all; Balanced then
/// searches more, too.
TightTuning TuningOf(Effort effort, int64_t triangles);

/// The spheres of one level, while they are looked for.
struct TightSpheres {
    std::vector<DeepCentre> centres;
    std::vector<int32_t> parents;             // of each: its place in the level above
    std::vector<double> allowed;              // what no patch of it may cost
    std::vector<uint8_t> finished;            // fits well enough: goes on below as itself, without children
    std::vector<std::vector<int32_t>> lists;  // the patches that each may have,
    int64_t listedVersion = -1;               // of the patches of that version
};

/// The tree, while it grows: each patch belongs to a sphere of the last level.
struct TightTree {
    TightPatches patches;
    std::vector<TightSpheres> levels;
};

/// Finds the next level below `levels`, and gives each patch to one of its spheres. (Tree/BuildTightLevels.cpp says
/// how.)
class TightLevelSearch {
public:
    TightLevelSearch(const BakeContext& bake, const TightTuning& tuning, TightTree& tree, const Host& host, Task& task)
        : bake_(bake),
          patches_(tree.patches),
          levels_(tree.levels),
          host_(host),
          task_(task),
          tuning_(TuningOfLevel(tuning, levels_.size())) {}

    /// Nothing when the task was cancelled.
    std::optional<TightSpheres> Run();

private:
    /// What the present centres offer each patch.
    struct Offers {
        std::vector<float> costs;    // the least
        std::vector<int32_t> nodes;  // whose child offers it
        double Worst() const;
    };

    static const LevelTuning& TuningOfLevel(const TightTuning& tuning, size_t level) {
        return level == 1 ? tuning.first : level == 2 ? tuning.second : tuning.below;
    }
    bool IsRoot() const { return levels_.size() == 1; }
    const TightSpheres& Nodes() const { return levels_.back(); }
    size_t NodeCount() const { return levels_.back().centres.size(); }

    void ListPatches();
    void FindCentres();
    std::vector<DeepCentre> FindCentresOf(size_t node, const std::vector<int32_t>& owned);
    std::vector<DeepCentre> FewestCentres(const Region& region, uint64_t seed, TightCentres most) const;
    Region RegionOf(const std::vector<int32_t>& patches) const;
    uint64_t SeedOf(size_t node, uint64_t purpose) const;
    void SetUpSolvers(bool activeOnly);
    void SetUpSolver(size_t node, bool activeOnly, const Host& host);
    Offers Collect() const;
    void MeetOutside();
    void PolishTogether(int32_t rounds, int32_t doublings);
    void RefineAndPolish();
    void SearchWorstAgain();
    TightSpheres MakeSpheres() const;
    void Assign(TightSpheres& made);
    void AssignWithEase(const TightSpheres& made, const Offers& offers);
    double EaseAbove(size_t node, int32_t patch) const;
    void Limit(TightSpheres& made, const Offers& offers) const;
    std::vector<int32_t> FirstOfNodes() const;

    const BakeContext& bake_;
    TightPatches& patches_;
    std::vector<TightSpheres>& levels_;
    const Host& host_;
    Task& task_;
    LevelTuning tuning_;
    std::vector<std::vector<DeepCentre>> centres_;  // of each node's children
    std::vector<std::vector<int32_t>> lists_;       // the patches that each node's solver knows
    std::vector<std::optional<TightSolver>> solvers_;
};

}  // namespace spheretree
