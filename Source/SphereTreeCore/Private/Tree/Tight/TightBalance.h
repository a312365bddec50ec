#pragma once

#include "Tree/Tight/TightLevel.h"

namespace spheretree {

/// Makes spheres hold less whose children have too much to do: their depth counts for less, so that neighbours take
/// over what they can reach; the level is polished again with that, then the children. What does not help is taken
/// back.
class TightBalance {
public:
    /// `bake` for the level that is changed, `bakeBelow` for its children.
    TightBalance(const BakeContext& bake, const BakeContext& bakeBelow, const Host& host, Task& task)
        : bake_(bake), bakeBelow_(bakeBelow), host_(host), task_(task) {}

    /// Changes the last two levels of the tree.
    void Improve(TightTree& tree, int32_t rounds) const;

private:
    std::optional<TightTree> Retry(const TightTree& tree, const std::vector<double>& handicaps) const;

    const BakeContext &bake_, &bakeBelow_;
    const Host& host_;
    Task& task_;
};

}  // namespace spheretree
