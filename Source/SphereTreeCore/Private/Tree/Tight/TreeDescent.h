#pragma once

#include "Base/Task.h"
#include "Tree/Tight/CentreMotion.h"
#include "Tree/Tight/ChainCosts.h"
#include "Tree/Tight/TightLevel.h"

#include <array>
#include <cstdint>
#include <vector>

namespace spheretree {

/// What says how much a level above the leaves should give way.
struct SlackNeed {
    size_t level = 1;
    double imbalance = 1;  // of what the leaves below its spheres cost
    double drop = 3;       // how many times finer the next level is
    double above = 3;      // how many times coarser the one above
    bool isOpen = false;   // the surface has no inside
};

/// What the level may cost more, as a part of its error.
double SlackFor(const SlackNeed& need, double foresight);

/// How much of what its cheap spheres leave a level holds back while all move. On the first level they help where one
/// branch is crowded; on the others they help those below, but not along a tube, where these hardly need it.
double HeldFor(const SlackNeed& need);

/// Moves all spheres of a tree at once, so that the worst cost of its leaves falls and the levels above them keep to
/// their errors. (TreeDescent.cpp says how.)
class TreeDescent {
public:
    /// `levels`: of the tree, the leaves last; the others have errors. `field`: for the levels that have one.
    TreeDescent(const BakeContext& bake, const ProtrusionField* field, TightPatches& patches,
                std::vector<TightSpheres>& levels, const Host& host, Task& task);

    /// The task advances by `units`. The levels above the leaves get new slacks.
    void Run(const DescentTuning& tuning, double units);

    /// What the leaves come to, by points.
    double Error() const { return errors_[last_]; }

    /// What the leaves cost at most and in the mean.
    double Worst() const { return WorstOf(last_); }
    double Mean() const { return MeanOf(last_); }

private:
    struct Motion {
        CentreMotion way;
        Vec3 deeper, pull;
        double weight = 0;
    };

    template <typename Function>
    void ForAll(Function visit);
    void FormGroups();
    void TakePoints();
    double PartFor(const std::array<int32_t, 3>& corners, size_t level, size_t index) const;
    double PartOf(int32_t patch) const;
    void Cut();
    bool UsesField(size_t level) const;
    double FieldDepth(size_t level, const Vec3& centre, double depth, bool confirms, std::vector<Vec3>& stops) const;
    /// How far a sphere reaches for the points that it had when costs were last evaluated.
    double ReachOf(size_t level, size_t index) const;
    double MostFor(double depth, double reach) const;
    void Ask(size_t level, size_t index, bool checks);
    void Guess(size_t level, size_t index);
    void Meet();
    bool Begin();
    void MeetErrors();
    void TakeErrors();
    void GiveWay();
    void Revive();
    void CheckAbove();
    void Step(int32_t step, double size, int32_t doublings);
    /// The levels above must keep to an error; so their maxima are less soft.
    static constexpr int32_t kAboveHarder = 1;
    int32_t DoublingsOf(size_t level, int32_t doublings) const {
        return doublings + (level < last_ ? kAboveHarder : 0);
    }
    void Pull(int32_t doublings);
    void PullBranch(size_t branch, int32_t doublings);
    void Move(int32_t step, double size);
    double WorstOf(size_t level) const;
    double MeanOf(size_t level) const;
    double ImbalanceOf(size_t level) const;
    double ErrorOf(size_t level) const;
    /// The error at which the field is asked; the last level's is about to fall.
    double AimOf(size_t level) const { return (level < last_ ? 1 : 0.97) * ErrorOf(level); }

    const BakeContext& bake_;
    const ProtrusionField* field_;
    TightPatches& patches_;
    std::vector<TightSpheres>& levels_;
    const Host& host_;
    Task& task_;
    size_t last_;
    std::vector<double> errors_;  // of each level; of the last: the present worst
    ChainCosts costs_;
    std::vector<int32_t> places_;  // of the patches' corners among the points
    struct Group {
        size_t level = 0, begin = 0, end = 0;
    };
    std::vector<Group> groups_;
    std::vector<std::vector<Motion>> motions_;
    struct Sum {
        Vec3 pull;
        double weight = 0;
    };
    std::vector<std::array<Sum, ChainCosts::kMostLevels>> sums_;  // of each branch, for the spheres above its leaves
};

}  // namespace spheretree
