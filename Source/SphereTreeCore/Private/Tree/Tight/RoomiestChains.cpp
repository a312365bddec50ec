#include "Tree/Tight/RoomiestChains.h"

#include "Base/InParts.h"

#include <algorithm>
#include <limits>

namespace spheretree {

namespace {

/// The fuller a sphere would be, the more it counts: the sixteenth power lets the fullest of a chain decide, and the
/// others where that is equal. Infinite where one would be overfull.
float Fullness(const ChainChoices& chains, const ChainRoom& room, int32_t choice) {
    float sum = 0;
    for (size_t level = 0; level < chains.LevelCount(); ++level) {
        const float over = chains.CostsOf(choice)[level] - room.most[level][size_t(chains.SphereOf(choice, level))];
        if (!(over <= 0)) return std::numeric_limits<float>::infinity();
        float part = std::max(1 + over / room.scale[level], 0.0f);
        for (int32_t i = 0; i < 4; ++i) part *= part;
        sum += part;
    }
    return sum;
}

}  // namespace

std::vector<int32_t> RoomiestChains(const ChainChoices& chains, const ChainRoom& room, const Host& host) {
    constexpr int64_t kAtOnce = 4096;
    std::vector<int32_t> chosen(chains.first.size() - 1, -1);
    InParts(int64_t(chosen.size()), kAtOnce, host, [&](int64_t begin, int64_t end) {
        for (size_t patch = size_t(begin); patch < size_t(end); ++patch) {
            float least = std::numeric_limits<float>::infinity();
            for (int32_t i = chains.first[patch]; i < chains.first[patch + 1]; ++i)
                if (const float fullness = Fullness(chains, room, i); fullness < least)
                    least = fullness, chosen[patch] = i;
        }
    });
    return chosen;
}

}  // namespace spheretree
