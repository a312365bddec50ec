#include "Base/Task.h"

#include <algorithm>
#include <memory>

namespace spheretree {

namespace {
constexpr double kSmallestStepTold = 1.0 / 512;
constexpr double kLongestSilenceSeconds = 0.01;  // a host that wants to cancel is asked at least this often

double AddTo(std::atomic<double>& sum, double amount) {
    double before = sum.load(std::memory_order_relaxed);
    while (!sum.compare_exchange_weak(before, before + amount, std::memory_order_relaxed)) {
    }
    return before + amount;
}
}  // namespace

bool Task::Advance(double units) {
    if (Cancelled()) return false;
    const double fraction = std::min(AddTo(done_, units) / units_, 1.0);
    const bool smallStep = fraction < toldFraction_.load(std::memory_order_relaxed) + kSmallestStepTold;
    const double silence = host_->clockSeconds() - toldAtSeconds_.load(std::memory_order_relaxed);
    if (smallStep && silence < kLongestSilenceSeconds) return true;
    return Tell(std::min(fraction, 1.0 - kSmallestStepTold));  // 1 is said by Finish alone
}

bool Task::Finish() { return !Cancelled() && Tell(1.0); }

bool Task::Tell(double fraction) {
    const std::lock_guard<std::mutex> lock(telling_);
    if (Cancelled()) return false;
    if (!(toldFraction_.load(std::memory_order_relaxed) < 1)) return true;
    fraction = std::max(fraction, toldFraction_.load(std::memory_order_relaxed));
    toldFraction_.store(fraction, std::memory_order_relaxed);
    toldAtSeconds_.store(host_->clockSeconds(), std::memory_order_relaxed);
    if (host_->progress(fraction)) return true;
    cancelled_.store(true, std::memory_order_relaxed);
    return false;
}

Host Task::Part(double units) {
    Host part = *host_;
    auto before = std::make_shared<double>(0.0);  // only touched under the part's own lock
    part.progress = [this, units, before](double fraction) {
        const double step = (fraction - *before) * units;
        *before = fraction;
        return Advance(step);
    };
    return part;
}

}  // namespace spheretree
