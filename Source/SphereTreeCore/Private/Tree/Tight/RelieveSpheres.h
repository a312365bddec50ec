#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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

/// `chosen`: for each patch the place of its choice, −1 where it has none. From the first level down, each sphere hands
/// its costliest patches on to chains none of whose spheres comes to cost more than it does: so no sphere gets worse,
/// and many get better. One that is cancelled leaves the rest as it was.
void RelieveSpheres(
    const ChainChoices& chains, std::vector<int32_t>& chosen,
    const std::function<bool()>& cancelled = [] { return false; });

}  // namespace spheretree
