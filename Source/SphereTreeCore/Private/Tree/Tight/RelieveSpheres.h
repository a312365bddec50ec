#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace spheretree {

/// The chains of spheres, from the first level to a leaf, that could hold each patch, and what it would cost them.
struct ChainChoices {
    static constexpr size_t kMostLevels = 9;

    struct Choice {
        int32_t leaf = 0;
        std::array<float, kMostLevels> costs{};  // by level, from the first
    };
    std::vector<int32_t> first;  // of each patch among the choices; one more at the end
    std::vector<Choice> choices;
    std::vector<std::vector<int32_t>> spheres;  // of each leaf's chain: by level, from the first
};

/// `chosen`: for each patch the place of its choice, −1 where it has none. From the first level down, each sphere hands
/// its costliest patches on to chains none of whose spheres comes to cost more than it does: so no sphere gets worse,
/// and many get better.
void RelieveSpheres(const ChainChoices& chains, std::vector<int32_t>& chosen);

}  // namespace spheretree
