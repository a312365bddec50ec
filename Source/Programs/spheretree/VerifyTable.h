#pragma once

#include "ReadMesh.h"
#include "ToolHost.h"

#include <cstdint>
#include <string>

namespace spheretree::tool {

struct VerifyTableSettings {
    std::string first, second, table, constraint;
    double radius = 0;
    int64_t poses = 20000;
    uint64_t seed = 1;
    bool json = false;
    ReadOptions reading;
    ToolHost::Options host;
};

/// Holds a table of subsets against the bodies it was made from; an exit code.
int VerifyTableFile(const VerifyTableSettings& settings);

}  // namespace spheretree::tool
