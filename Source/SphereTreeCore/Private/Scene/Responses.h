#pragma once

#include "SphereTree/Scene.h"

#include <cstdint>
#include <vector>

namespace spheretree {

/// [van den Bergen 1999] 6.2: a response for a pair overrules one for a class, which overrules the default.
class ResponseTable {
public:
    void SetDefault(Detail detail) { default_ = detail; }
    void SetClass(ResponseClass of, Detail detail) { Put(classes_, of, detail); }
    void SetPair(ResponseClass a, ResponseClass b, Detail detail) { Put(pairs_, Key(a, b), detail); }
    void ResetClass(ResponseClass of) { Drop(classes_, of); }
    void ResetPair(ResponseClass a, ResponseClass b) { Drop(pairs_, Key(a, b)); }
    Detail Of(ResponseClass a, ResponseClass b) const;

private:
    struct Entry {
        uint32_t key;
        Detail detail;
    };
    static uint32_t Key(ResponseClass a, ResponseClass b) {
        return a < b ? uint32_t{a} << 16 | b : uint32_t{b} << 16 | a;
    }
    static const Entry* Find(const std::vector<Entry>& entries, uint32_t key);
    static void Put(std::vector<Entry>& entries, uint32_t key, Detail detail);
    static void Drop(std::vector<Entry>& entries, uint32_t key);

    Detail default_ = Detail::Full;
    std::vector<Entry> classes_, pairs_;  // sorted by key
};

}  // namespace spheretree
