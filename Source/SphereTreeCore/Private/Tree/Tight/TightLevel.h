#pragma once

#include "Base/Task.h"
#include "Spheres/Tight.h"
#include "Spheres/Tight/TightSolver.h"
#include "Tree/Tight/TightPatches.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace spheretree {

/// How long the centres of a level are polished.
struct TightPolishing {
    int32_t rounds = 3;        // of polishing all nodes together
    int32_t cuts = 3;          // times that costly patches are cut, each with
    int32_t roundsPerCut = 1;  // more
    int32_t sharpRounds = 1;   // at last, where only the very worst counts
};

/// How much Tight does, for each effort of a recipe.
struct TightTuning {
    TightEffort rootSearch, search, secondSearch;
    int32_t moreStarts = 0;  // of the second level, whose few nodes decide much
    int64_t rootPatchesPerSphere = 400, patchesPerSphere = 100;
    TightPolishing root{.rounds = 8, .cuts = 5, .roundsPerCut = 2, .sharpRounds = 8}, below;
    int32_t searchesAgain = 2;               // of the nodes that are worst
    int32_t variants = 1;                    // of the first two levels, of which the best goes on
    int32_t balances = 3, lastBalances = 1;  // of the second level, and of the third (Tree/Tight/TightBalance)
    int32_t gridCells = 120;                 // of the field of protrusions; 0: stand-offs will do
};

TightTuning TuningOf(Effort effort);

/// The spheres of one level, while they are looked for.
struct TightSpheres {
    std::vector<DeepCentre> centres;
    std::vector<int32_t> parents;             // of each: its place in the level above
    std::vector<double> allowed;              // what no patch of it may cost
    std::vector<uint8_t> finished;            // fits well enough: goes on below as itself, without children
    std::vector<std::vector<int32_t>> lists;  // the patches that each may have
    std::vector<double> strains;              // of each sphere of the level above: the worst that its children cost
    double worst = 0;                         // of these
};

/// The tree as far as it has been found.
struct TightTree {
    TightPatches patches;
    std::vector<TightSpheres> levels;
};

/// Finds the next level below `levels`, and gives each patch to one of its spheres. (Tree/BuildTightLevels.cpp says
/// how.)
class TightLevelSearch {
public:
    TightLevelSearch(const BakeContext& bake, TightTree& tree, const Host& host, Task& task)
        : bake_(bake),
          patches_(tree.patches),
          levels_(tree.levels),
          host_(host),
          task_(task),
          tuning_(TuningOf(bake.recipe->effort)) {}

    /// Nothing when the task was cancelled. Another variant begins from other starts.
    std::optional<TightSpheres> Run(int32_t variant = 0);

    /// The same from centres that are good already, polished again. `handicaps` as of TightSolver, one for each sphere
    /// of `start`: then each stays the one that it was. Without them, nodes that do badly may be searched again.
    std::optional<TightSpheres> RunFrom(const TightSpheres& start, const std::vector<double>& handicaps);

private:
    /// What the present centres offer each patch.
    struct Offers {
        std::vector<float> costs;    // the least
        std::vector<int32_t> nodes;  // whose child offers it
        double Worst() const;
    };

    bool IsRoot() const { return levels_.size() == 1; }
    const TightPolishing& Polishing() const { return IsRoot() ? tuning_.root : tuning_.below; }
    const TightSpheres& Nodes() const { return levels_.back(); }
    size_t NodeCount() const { return levels_.back().centres.size(); }

    void ListPatches();
    void TakeCentres(const TightSpheres& start, const std::vector<double>& handicaps);
    std::optional<TightSpheres> Finish();
    double WorstNow() const;
    void FindCentres();
    std::vector<DeepCentre> FindCentresOf(size_t node, const std::vector<int32_t>& owned);
    std::vector<DeepCentre> FewestCentres(const Region& region, uint64_t seed, TightCentres most) const;
    Region RegionOf(const std::vector<int32_t>& patches) const;
    uint64_t SeedOf(size_t node, uint64_t purpose) const;
    void SetUpSolvers(bool activeOnly);
    Offers Collect() const;
    void MeetOutside();
    void PolishTogether(int32_t rounds, int32_t doublings);
    void SetErrors(double worst);
    void RefineAndPolish(int32_t cuts, int32_t searches);
    void CheckDepths();
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
    TightTuning tuning_;
    double error_ = 0;                              // that depths were last measured for
    std::vector<std::vector<DeepCentre>> centres_;  // of each node's children
    std::vector<std::vector<double>> handicaps_;    // of the same
    std::vector<std::vector<int32_t>> lists_;       // the patches that each node's solver knows
    std::vector<std::optional<TightSolver>> solvers_;
};

}  // namespace spheretree
