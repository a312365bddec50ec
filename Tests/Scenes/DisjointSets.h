#pragma once

#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace spheretree::scenes {

/// Sets that only ever grow together; the smallest member stands for each.
class DisjointSets {
public:
    explicit DisjointSets(size_t count) : parents_(count) { std::iota(parents_.begin(), parents_.end(), size_t{0}); }

    size_t Find(size_t member) {
        while (parents_[member] != member) member = parents_[member] = parents_[parents_[member]];
        return member;
    }

    void Join(size_t a, size_t b) {
        a = Find(a);
        b = Find(b);
        if (a > b) std::swap(a, b);
        parents_[b] = a;
    }

private:
    std::vector<size_t> parents_;
};

}  // namespace spheretree::scenes
