#pragma once

#include "SphereTree/Export.h"

#include <cstdint>
#include <functional>
#include <string_view>

namespace spheretree {

enum class LogLevel { Info, Warning };

/// What the core needs from whoever runs it. The core has no thread, no clock and no output of its own;
/// each member has a serial, silent default, so `Host{}` is a complete host.
struct Host {
    /// Calls `body(i)` once for every i in [0, count), in any order, on any number of threads, and returns when all
    /// have ended. Results never depend on the order or on the number of threads.
    std::function<void(int64_t count, const std::function<void(int64_t)>& body)> parallelFor =
        [](int64_t count, const std::function<void(int64_t)>& body) {
            for (int64_t i = 0; i < count; ++i) body(i);
        };

    /// Seconds since some fixed moment; called from any thread. The default stands still: limits of time then never end
    /// work.
    std::function<double()> clockSeconds = [] { return 0.0; };

    /// Told the fraction of the work that is done, never falling, 1 at the end; returns false to cancel.
    /// May be called from any thread of parallelFor, one call at a time.
    std::function<bool(double fraction)> progress = [](double) { return true; };

    std::function<void(LogLevel level, std::string_view message)> log = [](LogLevel, std::string_view) {};
};

}  // namespace spheretree
