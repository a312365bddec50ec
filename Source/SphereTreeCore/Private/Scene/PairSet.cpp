#include "Scene/PairSet.h"

#include <utility>

namespace spheretree {

uint64_t PairSet::KeyAt(size_t cell) const {
    const ScenePair& pair = pairs_[static_cast<size_t>(cells_[cell])];
    return Key(pair.a, pair.b);
}

// The cell that holds the key, or the empty one where it belongs.
size_t PairSet::Seek(uint64_t key) const {
    const size_t mask = cells_.size() - 1;
    size_t cell = static_cast<size_t>(Hash(key)) & mask;
    while (cells_[cell] >= 0 && KeyAt(cell) != key) cell = (cell + 1) & mask;
    return cell;
}

ScenePair* PairSet::Find(uint32_t a, uint32_t b) {
    if (cells_.empty()) return nullptr;
    const int32_t place = cells_[Seek(Key(a, b))];
    return place < 0 ? nullptr : &pairs_[static_cast<size_t>(place)];
}

int64_t PairSet::Add(uint32_t a, uint32_t b, bool& isNew) {
    if (cells_.size() < 2 * (pairs_.size() + 1)) Grow();
    const size_t cell = Seek(Key(a, b));
    isNew = cells_[cell] < 0;
    if (!isNew) return cells_[cell];
    cells_[cell] = static_cast<int32_t>(pairs_.size());
    ScenePair pair;
    pair.a = a < b ? a : b;
    pair.b = a < b ? b : a;
    pair.id = nextId_++;
    pairs_.push_back(pair);
    return cells_[cell];
}

bool PairSet::Remove(uint32_t a, uint32_t b) {
    if (cells_.empty()) return false;
    const size_t cell = Seek(Key(a, b));
    const int32_t place = cells_[cell];
    if (place < 0) return false;
    const int32_t last = static_cast<int32_t>(pairs_.size()) - 1;
    if (place != last) cells_[Seek(Key(pairs_.back().a, pairs_.back().b))] = place;
    EraseCell(cell);  // while both records still stand, so that keys can be read
    pairs_[static_cast<size_t>(place)] = pairs_.back();
    pairs_.pop_back();
    return true;
}

// Linear probing without tombstones: later keys of the same run move up.
void PairSet::EraseCell(size_t cell) {
    const size_t mask = cells_.size() - 1;
    size_t hole = cell;
    // The moved record is still readable at its old place; its cell already names the new one, which holds the erased
    // record's key until the caller copies. So keys are taken before anything is compared with the erased place.
    const int32_t erased = cells_[cell];
    const int32_t last = static_cast<int32_t>(pairs_.size()) - 1;
    for (size_t next = (cell + 1) & mask; cells_[next] >= 0; next = (next + 1) & mask) {
        const int32_t place = cells_[next] == erased ? last : cells_[next];
        const ScenePair& pair = pairs_[static_cast<size_t>(place)];
        const size_t home = static_cast<size_t>(Hash(Key(pair.a, pair.b))) & mask;
        if (((next - home) & mask) < ((next - hole) & mask)) continue;
        cells_[hole] = cells_[next];
        hole = next;
    }
    cells_[hole] = -1;
}

void PairSet::Grow() {
    cells_.assign(cells_.empty() ? 64 : 2 * cells_.size(), -1);
    for (size_t i = 0; i < pairs_.size(); ++i) cells_[Seek(Key(pairs_[i].a, pairs_[i].b))] = static_cast<int32_t>(i);
}

void PairSet::Clear() {
    pairs_.clear();
    cells_.assign(cells_.size(), -1);
}

}  // namespace spheretree
