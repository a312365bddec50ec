#pragma once

#include "SphereTree/Host.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace spheretree::scenes {

/// A host with real threads and a real clock.
inline Host MakeThreadedHost(int threadCount) {
    Host host;
    host.parallelFor = [threadCount](int64_t count, const std::function<void(int64_t)>& body) {
        std::atomic<int64_t> next{0};
        const auto work = [&] {
            for (int64_t i = next++; i < count; i = next++) body(i);
        };
        std::vector<std::thread> helpers;
        for (int64_t i = 1; i < std::min<int64_t>(threadCount, count); ++i) helpers.emplace_back(work);
        work();
        for (std::thread& helper : helpers) helper.join();
    };
    host.clockSeconds = [] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    };
    return host;
}

}  // namespace spheretree::scenes
