#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace spheretree {

/// What the built tool said and ended with.
struct ToolRun {
    int code = -1;  // −1 when a signal ended it
    std::string out, err;
    int64_t ErrorLines() const;
};

struct ToolInput {
    std::string standardInput = {};
    double interruptAfterSeconds = -1;  // sends SIGINT, as Ctrl-C does
};

ToolRun RunTool(const std::vector<std::string>& arguments, const ToolInput& input = {});

/// A file in a folder of this process alone.
std::string WriteScratch(const std::string& name, const std::string& bytes);
std::string ReadWhole(const std::filesystem::path& path);

/// The bytes of a seed of the reader's fuzzer: a tetrahedron, in the format that the seed is named after.
std::string SeedBytes(const std::string& name);

}  // namespace spheretree
