#pragma once

#include "SphereTree/Host.h"

#include <memory>
#include <string>

namespace spheretree::tool {

/// The tool's host: threads by TBB, a steady clock, a progress bar on a terminal (a plain line now and then elsewhere,
/// only for work of some seconds), Ctrl-C as cancel. Everything it says goes to standard error.
class ToolHost {
public:
    struct Options {
        int threads = 0;  // 0: as many as the machine has
        bool quiet = false;
    };

    ToolHost(const Options& options, std::string title);
    ~ToolHost();
    ToolHost(const ToolHost&) = delete;
    ToolHost& operator=(const ToolHost&) = delete;

    Host Get();

    /// Whether Ctrl-C was pressed. A second one ends the process at once.
    static bool IsCancelled();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace spheretree::tool
