#pragma once

#include "SphereTree/Host.h"

#include <atomic>
#include <mutex>

namespace spheretree {

/// A piece of long work: sums what its threads finish, tells the host at most a few hundred times, remembers a cancel.
/// A part (`Part`) is a task that fills its share of the whole, so that stages nest without knowing of one another.
class Task {
public:
    Task(const Host& host, double units) : host_(&host), units_(units > 0 ? units : 1) {}
    Task(Host&&, double) = delete;  // a task keeps a pointer: the host must outlive it
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;

    /// Adds finished units; false when the host has asked to stop. Cheap enough for an inner loop of a microsecond.
    bool Advance(double units = 1);

    /// Tells the host that all is done (exactly 1), once; false when it was cancelled before. Nothing is told after.
    bool Finish();

    bool Cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

    /// A host whose progress from 0 to 1 moves this task by `units`: for one task, and valid while this one lives.
    /// Parts may run side by side. A cancel reaches a part the next time it has something to tell.
    Host Part(double units);

private:
    bool Tell(double fraction);

    const Host* host_;
    double units_;
    std::atomic<double> done_{0};
    std::atomic<double> toldFraction_{0};
    std::atomic<double> toldAtSeconds_{0};
    std::atomic<bool> cancelled_{false};
    std::mutex telling_;
};

}  // namespace spheretree
