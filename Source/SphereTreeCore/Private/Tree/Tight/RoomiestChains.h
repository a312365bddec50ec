#pragma once

#include "SphereTree/Host.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace spheretree {

/// The chains of spheres, from the first level to a leaf, that could hold each patch, and what it would cost them.
struct ChainChoices {
    std::vector<int32_t> first;                 // of each patch among the choices; one more at the end
    std::vector<int32_t> leaves;                // of each choice
    std::vector<float> costs;                   // choice by choice: by level, from the first
    std::vector<std::vector<int32_t>> spheres;  // of each leaf's chain: by level, from the first

    size_t LevelCount() const { return spheres.size(); }
    const float* CostsOf(int32_t choice) const { return costs.data() + size_t(choice) * LevelCount(); }
    int32_t SphereOf(int32_t choice, size_t level) const { return spheres[level][size_t(leaves[size_t(choice)])]; }
};

/// What a patch may cost each sphere, and what counts as much on each level: by level, from the first.
struct ChainRoom {
    std::vector<std::vector<float>> most;
    std::vector<float> scale{};
    int32_t forced = -1;  // of this level a sphere that misses least may be chosen, where all others have room
};

/// For each patch the choice that stays farthest below what its spheres may cost; −1 where none does on every level. So
/// where spheres may cost what they do, none comes to cost more, and whoever has room takes what others can then shrink
/// away from.
std::vector<int32_t> RoomiestChains(const ChainChoices& chains, const ChainRoom& room, const Host& host = {});

}  // namespace spheretree
