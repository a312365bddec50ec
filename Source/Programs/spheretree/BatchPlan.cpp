#include "BatchPlan.h"

#include <xxhash.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>

namespace spheretree::tool {

namespace {

namespace fs = std::filesystem;

std::string ExtensionOf(const fs::path& path) {
    std::string extension = path.extension().string();
    if (!extension.empty()) extension.erase(0, 1);
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension;
}

bool IsInside(const fs::path& path, const fs::path& folder) {
    const fs::path below = path.lexically_relative(folder);
    return !below.empty() && *below.begin() != "..";
}

/// Names of wanted files below a folder, its output folder left out.
Result<std::vector<fs::path>> ListMeshes(const fs::path& folder, const fs::path& output,
                                         const std::vector<std::string>& extensions) {
    std::error_code fault;
    if (!fs::is_directory(folder, fault)) return Error{folder.string() + " is not a folder that can be read."};
    const fs::path leftOut = fs::weakly_canonical(output, fault), whole = fs::weakly_canonical(folder, fault);
    std::vector<fs::path> names;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, fault), end;
    for (; !fault && at != end; at.increment(fault)) {
        const fs::path path = whole / at->path().lexically_relative(folder);
        if (leftOut != whole && IsInside(path, leftOut)) continue;
        const bool wanted = std::find(extensions.begin(), extensions.end(), ExtensionOf(path)) != extensions.end();
        if (wanted && at->is_regular_file(fault)) names.push_back(at->path().lexically_relative(folder));
    }
    if (fault) return Error{folder.string() + " cannot be read to its end: " + fault.message() + "."};
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

Result<Shard> ReadShard(const std::string& word) {
    Shard shard;
    const char* end = word.data() + word.size();
    const auto first = std::from_chars(word.data(), end, shard.index);
    const bool hasSlash = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
    const auto second = hasSlash ? std::from_chars(first.ptr + 1, end, shard.count) : first;
    if (!hasSlash || second.ec != std::errc() || second.ptr != end || shard.index < 1 || shard.index > shard.count)
        return Error{"A shard is written i/n, with i from 1 to n, like 2/8; not " + word + "."};
    return shard;
}

Result<std::vector<BatchItem>> PlanBatch(const fs::path& folder, const fs::path& output,
                                         const std::vector<std::string>& extensions) {
    const Result<std::vector<fs::path>> names = ListMeshes(folder, output, extensions);
    if (!names) return Error{names.Sentence()};
    std::map<fs::path, int> users;
    for (fs::path name : *names) ++users[name.replace_extension()];
    std::vector<BatchItem> plan;
    for (const fs::path& name : *names) {
        fs::path tree = name;
        tree.replace_extension();
        if (users[tree] > 1) tree = name;
        tree += ".sphtree";
        plan.push_back({folder / name, output / tree, name.generic_string()});
    }
    return plan;
}

std::vector<BatchItem> TakeShard(const std::vector<BatchItem>& plan, const Shard& shard) {
    std::vector<BatchItem> items;
    for (const BatchItem& item : plan) {
        const uint64_t hash = XXH3_64bits(item.name.data(), item.name.size());
        if (hash % static_cast<uint64_t>(shard.count) == static_cast<uint64_t>(shard.index - 1)) items.push_back(item);
    }
    return items;
}

}  // namespace spheretree::tool
