#pragma once

#include "SphereTree/Host.h"
#include "Surface/Wide.h"
#include "Tree/Tight/TightLevel.h"

#include <array>
#include <cstdint>
#include <vector>

namespace spheretree {

/// Which chain of spheres, from the first level down to a leaf, each point of the surface is best off with. A cost
/// counts as a part of what its level may cost, raised to a high power; a chain's is the sum over its levels, so that a
/// leaf with much to do weighs as much as a node that must reach far.
class ChainCosts {
public:
    static constexpr size_t kMostLevels = 9;  // of a tree, the root's among them

    /// `levels`: of the tree, the leaves last. It must outlive this; its centres may move.
    explicit ChainCosts(const std::vector<TightSpheres>& levels);

    void SetPoints(std::vector<Vec3> points) { points_ = std::move(points); }
    const std::vector<Vec3>& Points() const { return points_; }

    /// Looks which points each branch may have: those that its spheres above the leaves hold at `slack` times the
    /// errors of their levels. To be done now and then: centres move little at a time.
    void List(const std::vector<double>& errors, double slack, const Host& host);

    /// From which part of a sphere's worst, as it was the last time, a point is costly to it.
    struct CostlyFrom {
        float leaves = 0, above = 0;
    };

    /// Finds the best chain of each point, and what each sphere costs at most for the points that it has.
    void Evaluate(const std::vector<double>& errors, const CostlyFrom& costlyFrom, const Host& host);
    const std::vector<std::vector<float>>& Worst() const { return worst_; }

    /// A point that a branch has, or would have nearly as well.
    struct Visit {
        int32_t point = 0;
        bool has = true;
        float share = 1;               // 1 for the branch that has it, less for others
        int32_t leaf = 0, second = 0;  // the leaf that it costs least, and the next
        float leafCost = 0, secondCost = 0;
        std::array<float, kMostLevels> above{};  // its costs on the levels above the leaves
    };

    /// The leaf of the chain that is best for the point, and what the point costs it.
    struct LeafCost {
        int32_t leaf = 0;
        float cost = 0;
    };
    LeafCost LeafOf(int32_t point) const;

    size_t BranchCount() const { return branches_.size(); }
    /// The places in their levels of a branch's spheres above its leaves, by level.
    const std::array<int32_t, kMostLevels>& ChainOf(size_t branch) const { return branches_[branch].chain; }

    /// Of the points that a branch has, or would have nearly as well, those that cost one of its spheres much.
    const std::vector<Visit>& Costly(size_t branch) const { return branches_[branch].costly; }

private:
    struct alignas(32) Lanes {
        float value[8];
    };
    struct alignas(32) PointBlock {
        float at[3][8];
    };
    /// A node above leaves, and those that are above it.
    struct Branch {
        std::array<int32_t, kMostLevels> chain{};
        std::vector<int32_t> leaves;
        std::vector<int32_t> points;  // that it may have, ascending
        Vec3 origin;                  // of the blocks
        std::vector<PointBlock> blocks;
        std::vector<Lanes> totals, first, second;           // of the chain; of the two best leaves, tagged
        std::array<std::vector<Lanes>, kMostLevels> above;  // costs by level
        std::array<float, kMostLevels> worst{};             // of those that it has
        std::vector<Visit> costly;
    };
    struct WideSphere;

    double FullestOf(const Branch& branch, const Vec3& point, const std::vector<double>& errors) const;
    void ListTheRest(const std::vector<double>& errors);
    void Pack(Branch& branch) const;
    void Measure(Branch& branch, const std::vector<double>& errors) const;
    void FindBest(int32_t from, int32_t to);
    void FindWorst(size_t branch);
    uint32_t CostlyOf(const Branch& branch, size_t block, float leavesAt) const;
    uint32_t NearlyBestOf(const Branch& branch, size_t block) const;
    void TakeCostly(size_t branch, size_t i);

    const std::vector<TightSpheres>& levels_;
    size_t last_;
    std::vector<Vec3> points_;
    std::vector<Branch> branches_;
    struct Best {
        int32_t branch = 0, place = 0;  // and where the point stands among those of the branch
    };
    std::vector<Best> best_;                            // of each point
    std::vector<float> leastTotals_;                    // and the total there
    std::vector<std::vector<float>> worst_, costlyAt_;  // of each sphere, level by level
};

}  // namespace spheretree
