#pragma once

#include "Base/Task.h"
#include "Spheres/Tight.h"
#include "Spheres/Tight/TightSolver.h"
#include "Tree/Tight/RoomiestChains.h"
#include "Tree/Tight/ShareNeed.h"
#include "Tree/Tight/Surroundings.h"
#include "Tree/Tight/TightPatches.h"
#include "Tree/Tight/TightTuning.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace spheretree {

/// The spheres of one level, while they are looked for.
struct TightSpheres {
    std::vector<DeepCentre> centres;
    std::vector<Surroundings> around;         // of each, once all moved together;
    double fieldError = 0;                    // the field was asked at this error
    std::vector<int32_t> parents;             // of each: its place in the level above
    std::vector<double> allowed;              // what no patch of it may cost
    double error = 0;                         // the worst of the level when it was found,
    double mean = 0;                          // and the mean of what its spheres cost then
    std::vector<double> parts;                // of that: what each may cost while all move; empty: the whole
    double held = 1;                          // how much of what the parts leave out they may not cost
    double slack = 0;                         // of that: what it may cost more for the sake of the levels below
    double given = 0, leftHeld = 1;           // slack and held when the next level was found: what that one counts on
    std::vector<uint8_t> finished;            // fits well enough: goes on below as itself, without children
    std::vector<std::vector<int32_t>> lists;  // the patches that each may have,
    int64_t listedVersion = -1;               // of the patches of that version

    double PartOf(size_t sphere) const { return parts.empty() ? 1 : 1 - held * (1 - parts[sphere]); }

    /// What counts as the whole cost of a sphere when patches choose their chains.
    double HeldBy(size_t sphere) const { return error * std::min(1 + slack, 1.0) * PartOf(sphere); }
};

/// The tree, while it grows: each patch belongs to a sphere of the last level.
struct TightTree {
    /// Below, spheres are so small that the surface is hardly hollow to them.
    static constexpr size_t kFieldLevels = 2;

    TightPatches patches;
    std::vector<TightSpheres> levels;
    const ProtrusionField* field = nullptr;  // for the levels that have one
};

/// Finds the next level below `levels`, and gives each patch to one of its spheres. (Tree/BuildTightLevels.cpp says
/// how.)
class TightLevelSearch {
public:
    /// `share`: of the level's progress that this search is.
    TightLevelSearch(const BakeContext& bake, const TightTuning& tuning, TightTree& tree, const Host& host, Task& task,
                     double share = 1)
        : bake_(bake),
          patches_(tree.patches),
          levels_(tree.levels),
          field_(tree.field),
          host_(host),
          task_(task),
          tuning_(TuningOfLevel(tuning, levels_.size())),
          share_(share / (levels_.size() <= 2 ? tuning.variants : 1)) {}

    /// What the spheres of a level cost at most and in the mean; nothing is known of them while both are 0.
    struct Outlook {
        double worst = 0, mean = 0;
    };

    /// The search up to where all spheres have moved together; then the rest. Nothing when the task was cancelled.
    Outlook Begin();
    std::optional<TightSpheres> Finish() { return PolishFound(); }
    std::optional<TightSpheres> Run() {
        Begin();
        return Finish();
    }

    /// For the root alone: what several searches found for it, the best first; and the level that comes of one.
    std::vector<TightCentres> Starts();
    std::optional<TightSpheres> RunFrom(const std::vector<DeepCentre>& centres);

private:
    /// Asked between steps that take long on a large mesh.
    bool GoesOn() { return task_.Advance(0); }

    /// What the present centres offer each patch.
    struct Offers {
        std::vector<float> costs;    // the least
        std::vector<int32_t> nodes;  // whose child offers it
        double Worst() const;
    };

    static constexpr double kLeastAllowed = 1e-6;  // of the bounding radius
    static constexpr int64_t kPatchesAtOnce = 4096;
    // Of a level's progress; the rest is for polishing.
    static constexpr double kSearchUnits = 0.3, kDescentUnits = 0.5;

    static const LevelTuning& TuningOfLevel(const TightTuning& tuning, size_t level) {
        return level == 1 ? tuning.first : level == 2 ? tuning.second : tuning.below;
    }
    bool IsRoot() const { return levels_.size() == 1; }
    const TightSpheres& Nodes() const { return levels_.back(); }
    size_t NodeCount() const { return levels_.back().centres.size(); }

    /// A sphere that costs no more needs no children; the rest of the error is for rounding and the certificate.
    double FinishedAt() const { return 0.97 * bake_.targetError; }

    /// visit(node, place in the node's list, patch) for the patches of a range that nodes with solvers know.
    template <typename Visit>
    void ForOffered(int64_t begin, int64_t end, Visit visit) const {
        for (size_t node = 0; node < NodeCount(); ++node) {
            const std::vector<int32_t>& list = lists_[node];  // ascending
            if (!solvers_[node]) continue;
            for (auto at = std::lower_bound(list.begin(), list.end(), begin); at != list.end() && *at < end; ++at)
                visit(node, size_t(at - list.begin()), size_t(*at));
        }
    }

    void ListPatches();
    void NarrowLists();
    double ReachOf(size_t level, size_t sphere) const {
        return levels_[level].centres[sphere].depth + levels_[level].allowed[sphere];
    }
    void ShareOut();
    void MeasureNeed(const TightSolver& solver, const std::vector<int32_t>& list, std::vector<float>& need) const;
    PatchNeeds Takers(std::vector<float> need) const;
    double CostOf(int32_t patch, const DeepCentre& centre) const;
    void FindCentres();
    bool MovesTree() const;
    Outlook SearchAndDescend();
    Outlook DescendTree(const DescentTuning& tuning, double units);
    void ReplaceWorst();
    static double PartOfChain(double cost, double error);
    using CostsByLevel = std::vector<PatchColumns::Values>;
    CostsByLevel ChainCostsOf(size_t node) const;
    std::vector<CostsByLevel> ChainCostsOfAll() const;
    float ChainSum(const float* costs, size_t node, double leafError) const;
    ChainChoices ListChoices();
    std::vector<std::vector<int32_t>> ListChains(const std::vector<int32_t>& firstLeaf) const;
    double LeastWorst(const ChainChoices& chains, size_t level, const std::vector<double>& limits) const;
    void AllowEach(const std::vector<double>& costs);
    void Settle(double leafError);
    std::vector<double> WorstOfOwners() const;
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
    std::optional<TightSpheres> PolishFound();
    void Remember(double worst);
    double Recall();
    std::optional<TightSpheres> Conclude(double worst);
    TightSpheres MakeAndAssign();
    void Assign(TightSpheres& made);
    void AssignToChains(TightSpheres& made, double worst);
    void TightenFirst(TightSpheres& made, double worst);
    void FitToOwned(TightSpheres& made, size_t deepest);
    void SetChildren(const TightSpheres& made);
    void ShareAmongChains(double worst);
    using CostsBySphere = std::vector<std::vector<float>>;  // by level, from the first
    CostsBySphere CostsOfSpheres(const TightSpheres& leaves) const;
    void ShareByRoom(TightSpheres& made);
    void ShareByRoom(TightSpheres& made, ChainRoom room);
    void LowerMeans(TightSpheres& made);
    void LowerMean(TightSpheres& made, size_t level);
    void EmployIdle(TightSpheres& made);
    std::vector<Vec3> FarthestOfNodes(const TightSpheres& made) const;
    bool HandOnLeaves(TightSpheres& made, int32_t from, int32_t to, const Vec3& place, double most);
    static void Exchange(TightSpheres& made, const std::vector<int32_t>& leaves, int32_t from, int32_t to);
    void SortByParent(TightSpheres& made);
    TightSpheres& SpheresOf(size_t level, TightSpheres& made);
    std::vector<std::vector<DeepCentre>> CentresOfLevels(const TightSpheres& made) const;
    bool IsBetter(const CostsBySphere& now, const CostsBySphere& before, size_t level) const;
    std::vector<std::vector<int32_t>> ListHoldable(const TightSpheres& made, size_t level,
                                                   const CostsBySphere& costs) const;
    std::vector<double> LimitsOf(const ChainChoices& chains, double worst) const;
    template <typename Value>
    std::vector<int32_t> ChooseLeast(const ChainChoices& chains, const std::vector<double>& limits,
                                     Value valueOf) const;
    void GiveTo(const ChainChoices& chains, const std::vector<int32_t>& chosen);
    void Limit(TightSpheres& made, const Offers& offers) const;
    std::vector<double> PartsOf(const std::vector<double>& costs, double error) const;
    std::vector<int32_t> FirstOfNodes() const;

    const BakeContext& bake_;
    TightPatches& patches_;
    std::vector<TightSpheres>& levels_;
    const ProtrusionField* field_;
    const Host& host_;
    Task& task_;
    LevelTuning tuning_;
    double share_;                                  // of the level's progress that this search is
    std::vector<std::vector<DeepCentre>> centres_;  // of each node's children
    std::vector<std::vector<DeepCentre>> best_;     // the same when the worst of them was least
    double bestWorst_ = 0;
    std::vector<std::vector<int32_t>> lists_;  // the patches that each node's solver knows
    std::vector<std::optional<TightSolver>> solvers_;
};

}  // namespace spheretree
