#include "BakeCache.h"

#include "SphereTree/Archive.h"
#include "TreeFile.h"

#include <system_error>
#include <utility>

namespace spheretree::tool {

namespace fs = std::filesystem;

BakeCache::BakeCache(fs::path folder, std::string writer) : folder_(std::move(folder)), writer_(std::move(writer)) {}

fs::path BakeCache::PlaceOf(const std::string& key) const {
    return folder_ / key.substr(0, 2) / (key.substr(2) + ".sphtree");  // no folder with a hundred thousand files
}

std::string BakeCache::Open() const {
    if (folder_.empty()) return "";
    std::error_code fault;
    fs::create_directories(folder_, fault);
    if (fault) return folder_.string() + " cannot be made: " + fault.message() + ".";
    const std::string unfinished = UnfinishedEnding(writer_);
    for (fs::recursive_directory_iterator at(folder_, fault), end; !fault && at != end; at.increment(fault)) {
        std::error_code ignored;
        if (at->path().filename().string().ends_with(unfinished)) fs::remove(at->path(), ignored);
    }
    return fault ? folder_.string() + " cannot be read: " + fault.message() + "." : "";
}

std::vector<uint8_t> BakeCache::Find(const std::string& key) const {
    if (folder_.empty()) return {};
    std::vector<uint8_t> archive = ReadWholeFile(PlaceOf(key));
    if (archive.empty() || !ReadArchive(archive.data(), archive.size())) return {};
    return archive;
}

std::string BakeCache::Keep(const std::string& key, const std::vector<uint8_t>& archive) const {
    if (folder_.empty()) return "";
    const fs::path place = PlaceOf(key);
    std::error_code fault;
    fs::create_directories(place.parent_path(), fault);
    if (fault) return place.parent_path().string() + " cannot be made: " + fault.message() + ".";
    return WriteWholeFileAs(place, archive, writer_);
}

}  // namespace spheretree::tool
