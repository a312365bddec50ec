#include "ToolHost.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <unistd.h>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <mutex>

namespace spheretree::tool {

namespace {

volatile std::sig_atomic_t interrupted = 0;

void OnInterrupt(int) { interrupted = 1; }

void ListenForInterrupt() {
    struct sigaction action {};
    action.sa_handler = OnInterrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);  // no SA_RESTART: a wait for an importer ends, too
    sigaction(SIGINT, &action, nullptr);
}

double SteadySeconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

struct ToolHost::State {
    Options options;
    std::string title;
    tbb::task_arena arena;
    double startSeconds = SteadySeconds(), shownAtSeconds = 0;
    double shownFraction = 0;
    bool isTerminal = isatty(STDERR_FILENO) != 0, barIsShown = false;
    std::mutex output;

    State(const Options& wanted, std::string name)
        : options(wanted),
          title(std::move(name)),
          arena(wanted.threads > 0 ? wanted.threads : tbb::task_arena::automatic) {}

    /// A guess, once there is something to guess from; in units that do not flicker.
    std::string TimeLeft(double fraction) const {
        constexpr double quietSeconds = 3;
        const double spent = SteadySeconds() - startSeconds;
        if (spent < quietSeconds || fraction < 0.02 || fraction >= 1) return "";
        const double left = spent / fraction * (1 - fraction);
        if (left >= 5400) return ", about " + std::to_string(std::lround(left / 3600)) + " h left";
        if (left >= 90) return ", about " + std::to_string(std::lround(left / 60)) + " min left";
        return ", about " + std::to_string(std::lround(left)) + " s left";
    }

    void ShowBar(double fraction) {
        constexpr int width = 40;
        const double now = SteadySeconds();
        if (fraction < 1 && now - shownAtSeconds < 0.05) return;
        shownAtSeconds = now;
        const int filled = static_cast<int>(fraction * width);
        std::fprintf(stderr, "\r%s [%.*s%.*s] %3d %%%s\033[K", title.c_str(), filled,
                     "########################################", width - filled,
                     "                                        ", static_cast<int>(fraction * 100),
                     TimeLeft(fraction).c_str());
        barIsShown = true;
    }

    void ShowLine(double fraction) {
        constexpr double quietSeconds = 2, step = 0.1;
        if (SteadySeconds() - startSeconds < quietSeconds || fraction < shownFraction + step || fraction >= 1) return;
        shownFraction = fraction;
        std::fprintf(stderr, "%s: %d %%%s\n", title.c_str(), static_cast<int>(fraction * 100),
                     TimeLeft(fraction).c_str());
    }

    void Show(double fraction) {
        if (options.quiet) return;
        const std::lock_guard<std::mutex> lock(output);
        if (isTerminal)
            ShowBar(fraction);
        else
            ShowLine(fraction);
    }

    void EndBar() {
        if (barIsShown) std::fprintf(stderr, "\r\033[K");
        barIsShown = false;
    }
};

ToolHost::ToolHost(const Options& options, std::string title)
    : state_(std::make_unique<State>(options, std::move(title))) {
    ListenForInterrupt();
}

ToolHost::~ToolHost() { state_->EndBar(); }

bool ToolHost::IsCancelled() { return interrupted != 0; }

Host ToolHost::Get() {
    Host host;
    State* state = state_.get();
    host.parallelFor = [state](int64_t count, const std::function<void(int64_t)>& body) {
        state->arena.execute([count, &body] { tbb::parallel_for(int64_t{0}, count, body); });
    };
    host.clockSeconds = SteadySeconds;
    host.progress = [state](double fraction) {
        state->Show(fraction);
        return !IsCancelled();
    };
    host.log = [state](LogLevel level, std::string_view message) {
        if (state->options.quiet && level == LogLevel::Info) return;
        const std::lock_guard<std::mutex> lock(state->output);
        state->EndBar();
        std::fprintf(stderr, "%s%.*s\n", level == LogLevel::Warning ? "warning: " : "",
                     static_cast<int>(message.size()), message.data());
    };
    return host;
}

}  // namespace spheretree::tool
