#include "Tree/Tight/TightBalance.h"

#include <algorithm>

namespace spheretree {

namespace {

/// By how much more a level may stick out for the sake of the next: the first, and those below.
constexpr double kMostGivenFirst = 0.002, kMostGiven = 0.08;
constexpr double kFirstGain = 0.08;  // of the level's error: the handicap of the worst sphere
constexpr double kLeastGain = 0.001;

std::vector<double> RaiseHandicaps(const TightTree& tree, std::vector<double> handicaps, double gain) {
    const TightSpheres& spheres = tree.levels[tree.levels.size() - 2];
    const std::vector<double>& strains = tree.levels.back().strains;
    std::vector<double> sorted = strains;
    std::nth_element(sorted.begin(), sorted.begin() + int64_t(sorted.size() / 2), sorted.end());
    const double median = sorted[sorted.size() / 2], most = *std::max_element(strains.begin(), strains.end());
    for (size_t i = 0; i < strains.size() && most > median; ++i) {
        const double above = std::max((strains[i] - median) / (most - median), 0.0);
        handicaps[i] += gain * spheres.worst * above * above;
    }
    return handicaps;
}

/// The tree without its last two levels, its patches with those who owned them there.
TightTree WithoutLastTwo(const TightTree& tree) {
    TightTree above{tree.patches, {tree.levels.begin(), tree.levels.end() - 2}};
    const TightSpheres &spheres = tree.levels[tree.levels.size() - 2], &below = tree.levels.back();
    for (int32_t patch = 0; patch < int32_t(above.patches.Count()); ++patch) {
        const int32_t owner = below.parents[size_t(above.patches.OwnerOf(patch))];
        above.patches.SetOwner(patch, spheres.parents[size_t(owner)]);
    }
    return above;
}

}  // namespace

std::optional<TightTree> TightBalance::Retry(const TightTree& tree, const std::vector<double>& handicaps) const {
    TightTree trial = WithoutLastTwo(tree);
    const TightSpheres &spheres = tree.levels[tree.levels.size() - 2], &below = tree.levels.back();
    std::optional<TightSpheres> again = TightLevelSearch(bake_, trial, host_, task_).RunFrom(spheres, handicaps);
    if (!again || again->centres.size() != spheres.centres.size()) return std::nullopt;
    trial.levels.push_back(*std::move(again));
    std::optional<TightSpheres> children = TightLevelSearch(bakeBelow_, trial, host_, task_).RunFrom(below, {});
    if (!children) return std::nullopt;
    trial.levels.push_back(*std::move(children));
    return trial;
}

void TightBalance::Improve(TightTree& tree, int32_t rounds) const {
    const size_t level = tree.levels.size() - 2;
    const double limit = tree.levels[level].worst * (1 + (level == 1 ? kMostGivenFirst : kMostGiven));
    std::vector<double> handicaps(tree.levels[level].centres.size(), 0.0);
    double gain = kFirstGain;
    for (int32_t round = 0; round < rounds && !task_.Cancelled(); ++round) {
        const std::vector<double> tried = RaiseHandicaps(tree, handicaps, gain);
        std::optional<TightTree> trial = Retry(tree, tried);
        if (!trial) return;
        const double before = tree.levels[level].worst * tree.levels[level + 1].worst;
        const double after = trial->levels[level].worst * trial->levels[level + 1].worst;
        const bool isBetter = trial->levels[level].worst <= limit && after < before * (1 - kLeastGain);
        gain *= isBetter ? 1.25 : 0.5;
        if (!isBetter) continue;
        tree = *std::move(trial);
        handicaps = tried;
    }
}

}  // namespace spheretree
