#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace spheretree::tool {

/// Baked trees by their key, one file each; many processes may share a folder, over a network too. An entry is whole or
/// not there. One that was damaged since is as good as none.
class BakeCache {
public:
    /// Writers of different names never touch one another's unfinished files. Empty folder: nothing is kept.
    BakeCache(std::filesystem::path folder, std::string writer);

    /// Removes what a killed writer of this name left unfinished, and makes the folder. Empty, or a sentence.
    std::string Open() const;

    /// The archive of a tree; empty when there is none that can be read.
    std::vector<uint8_t> Find(const std::string& key) const;

    /// Empty, or a sentence: the tree is still good, it is only not kept.
    std::string Keep(const std::string& key, const std::vector<uint8_t>& archive) const;

private:
    std::filesystem::path PlaceOf(const std::string& key) const;

    std::filesystem::path folder_;
    std::string writer_;
};

}  // namespace spheretree::tool
