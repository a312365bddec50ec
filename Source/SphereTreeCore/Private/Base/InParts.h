#pragma once

#include "SphereTree/Host.h"

#include <algorithm>
#include <cstdint>

namespace spheretree {

/// visit(begin, end) for ranges of at most `atOnce` that together make up [0, count), side by side.
template <typename Visit>
void InParts(int64_t count, int64_t atOnce, const Host& host, Visit visit) {
    host.parallelFor((count + atOnce - 1) / atOnce,
                     [&](int64_t part) { visit(part * atOnce, std::min((part + 1) * atOnce, count)); });
}

}  // namespace spheretree
