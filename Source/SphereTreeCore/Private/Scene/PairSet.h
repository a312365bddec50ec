#pragma once

#include "SphereTree/Scene.h"

#include <cstdint>
#include <vector>

namespace spheretree {

/// Two bodies whose bounds overlap, and what a frame leaves for the next.
struct ScenePair {
    uint32_t a = 0, b = 0;  // body places, a < b
    uint64_t id = 0;        // never used again
    Detail detail = Detail::Full;
    bool touching = false;                  // was reported as a contact in the last frame that was collected
    uint16_t unvisited = 0, unrefined = 0;  // frames since it last got work of that kind while it wanted some
    int32_t witnessA = -1, witnessB = -1;   // slots that proved the last contact
    int32_t traversal = -1;                 // its place in the traversal of the last frame
};

/// A contact that ended because its pair did.
struct EndedPair {
    uint64_t id = 0;
    BodyHandle a, b;
};

/// The pairs: a dense list to walk through, and a hash table (linear probing) to find one.
/// Order depends only on the history of calls, so that a frame is reproducible.
class PairSet {
public:
    ScenePair* Find(uint32_t a, uint32_t b);
    /// The pair's place; adds it when it is new.
    int64_t Add(uint32_t a, uint32_t b, bool& isNew);
    bool Remove(uint32_t a, uint32_t b);  // true when it was there
    void Clear();

    std::vector<ScenePair>& Pairs() { return pairs_; }
    const std::vector<ScenePair>& Pairs() const { return pairs_; }

private:
    static uint64_t Key(uint32_t a, uint32_t b) { return a < b ? uint64_t{a} << 32 | b : uint64_t{b} << 32 | a; }
    static uint64_t Hash(uint64_t key) {
        key = (key ^ (key >> 32)) * 0x9E3779B97F4A7C15;
        return key ^ (key >> 29);
    }
    size_t Seek(uint64_t key) const;
    uint64_t KeyAt(size_t cell) const;
    void Grow();
    void EraseCell(size_t cell);

    std::vector<ScenePair> pairs_;
    std::vector<int32_t> cells_;  // −1: empty; else a place in pairs_
    uint64_t nextId_ = 1;
};

}  // namespace spheretree
