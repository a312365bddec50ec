#include "Scene/Responses.h"

#include <algorithm>

namespace spheretree {

const ResponseTable::Entry* ResponseTable::Find(const std::vector<Entry>& entries, uint32_t key) {
    const auto at = std::lower_bound(entries.begin(), entries.end(), key,
                                     [](const Entry& entry, uint32_t wanted) { return entry.key < wanted; });
    return at != entries.end() && at->key == key ? &*at : nullptr;
}

void ResponseTable::Put(std::vector<Entry>& entries, uint32_t key, Detail detail) {
    Drop(entries, key);
    const auto at = std::lower_bound(entries.begin(), entries.end(), key,
                                     [](const Entry& entry, uint32_t wanted) { return entry.key < wanted; });
    entries.insert(at, {key, detail});
}

void ResponseTable::Drop(std::vector<Entry>& entries, uint32_t key) {
    std::erase_if(entries, [key](const Entry& entry) { return entry.key == key; });
}

Detail ResponseTable::Of(ResponseClass a, ResponseClass b) const {
    if (pairs_.empty() && classes_.empty()) return default_;
    if (const Entry* pair = Find(pairs_, Key(a, b))) return pair->detail;
    const Entry* ofA = Find(classes_, a);
    const Entry* ofB = Find(classes_, b);
    if (ofA && ofB) return std::max(ofA->detail, ofB->detail);
    return ofA ? ofA->detail : ofB ? ofB->detail : default_;
}

}  // namespace spheretree
