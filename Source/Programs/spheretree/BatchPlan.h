#pragma once

#include "SphereTree/Result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

// Which meshes a batch bakes, and where each tree goes.
namespace spheretree::tool {

/// One of `count` parts of a batch, from 1 on. A mesh's part follows from its name alone, so that parts agree on who
/// does what without talking to one another, even while files come and go.
struct Shard {
    int32_t index = 1, count = 1;
};

/// "2/8"; the error is a sentence.
Result<Shard> ReadShard(const std::string& word);

struct BatchItem {
    std::filesystem::path mesh, tree;
    std::string name;  // of the mesh, below the folder: what the report calls it
};

/// All meshes below `folder`, sorted by name; with their trees below `output` in the same folders. A tree has the name
/// of its mesh with another extension; where two meshes would share it, they keep their own extension before it.
Result<std::vector<BatchItem>> PlanBatch(const std::filesystem::path& folder, const std::filesystem::path& output,
                                         const std::vector<std::string>& extensions);

/// Of a plan, what a shard does.
std::vector<BatchItem> TakeShard(const std::vector<BatchItem>& plan, const Shard& shard);

}  // namespace spheretree::tool
