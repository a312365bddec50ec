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

/// The same for somebody who may be killed at any moment: the unfinished file beside it has a name that follows from
/// the writer's, so that the same writer can find it and clear it away when it starts again.
std::string WriteWholeFileAs(const std::filesystem::path& path, const std::vector<uint8_t>& bytes,
                             const std::string& writer);
std::string UnfinishedEnding(const std::string& writer);

/// All bytes; none when the file is not there or cannot be read.
std::vector<uint8_t> ReadWholeFile(const std::filesystem::path& path);

}  // namespace spheretree::tool
