#include "Tree/Tight/RoomiestChains.h"

#include "Base/InParts.h"

#include <algorithm>
#include <limits>

namespace spheretree {

namespace {

constexpr float kNowhere = std::numeric_limits<float>::infinity();

/// What the choice would cost the sphere of its chain on the level more than that may cost.
float OverOn(size_t level, const ChainChoices& chains, const ChainRoom& room, int32_t choice) {
    return chains.CostsOf(choice)[level] - room.most[level][size_t(chains.SphereOf(choice, level))];
}

/// The fuller a sphere would be, the more it counts: the sixteenth power lets the fullest of a chain decide, and the
/// others where that is equal. Infinite where one would be overfull.
float Fullness(const ChainChoices& chains, const ChainRoom& room, int32_t choice) {
    float sum = 0;
    for (size_t level = 0; level < chains.LevelCount(); ++level) {
        const float over = OverOn(level, chains, room, choice);
        if (!(over <= 0)) return kNowhere;
        float part = std::max(1 + over / room.scale[level], 0.0f);
        for (int32_t i = 0; i < 4; ++i) part *= part;
        sum += part;
    }
    return sum;
}

/// What the sphere of the forced level would miss; infinite where another would be overfull.
float MissingOf(const ChainChoices& chains, const ChainRoom& room, int32_t choice) {
    const size_t forced = size_t(room.forced);
    for (size_t level = 0; level < chains.LevelCount(); ++level)
        if (level != forced && !(OverOn(level, chains, room, choice) <= 0)) return kNowhere;
    return OverOn(forced, chains, room, choice);
}

/// The choice of the patch with the least valueOf(choice); −1 where all are infinite.
template <typename Value>
int32_t LeastOf(const ChainChoices& chains, size_t patch, Value valueOf) {
    float least = kNowhere;
    int32_t chosen = -1;
    for (int32_t i = chains.first[patch]; i < chains.first[patch + 1]; ++i)
        if (const float value = valueOf(i); value < least) least = value, chosen = i;
    return chosen;
}

}  // namespace

std::vector<int32_t> RoomiestChains(const ChainChoices& chains, const ChainRoom& room, const Host& host) {
    constexpr int64_t kAtOnce = 4096;
    std::vector<int32_t> chosen(chains.first.size() - 1, -1);
    InParts(int64_t(chosen.size()), kAtOnce, host, [&](int64_t begin, int64_t end) {
        for (size_t patch = size_t(begin); patch < size_t(end); ++patch) {
            chosen[patch] = LeastOf(chains, patch, [&](int32_t i) { return Fullness(chains, room, i); });
            if (chosen[patch] < 0 && room.forced >= 0)
                chosen[patch] = LeastOf(chains, patch, [&](int32_t i) { return MissingOf(chains, room, i); });
        }
    });
    return chosen;
}

}  // namespace spheretree
