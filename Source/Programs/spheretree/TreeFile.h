#pragma once

#include "SphereTree/Result.h"
#include "SphereTree/SphereTree.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace spheretree::tool {

/// The tree of a .sphtree file. The error is one whole sentence that names the file.
Result<SphereTree> ReadTreeFile(const std::filesystem::path& path);

/// Empty, or why no file can be written there: asked before long work, so that it is not lost.
std::string FindOutputFault(const std::filesystem::path& path);

/// Writes beside the file and then takes its place, so that whoever reads it sees the old bytes or the new ones, never
/// half of them. "-" is standard output. Empty, or a sentence that names the file.
std::string WriteWholeFile(const std::filesystem::path& path, std::string_view bytes);
std::string WriteWholeFile(const std::filesystem::path& path, const std::vector<uint8_t>& bytes);

}  // namespace spheretree::tool
