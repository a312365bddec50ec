// [Navarro Newball 2008] 2, "Spheres reduction and tabulation". Paper → code: T_a[S_j][S_i] → Together(j, i).
// Differs: T_a is not stored. Each of its entries is the number of common ones in two rows of bits, counted when it is
// asked for: the same numbers in N_s · N_A bits instead of N_s² counts. Where two spheres appear with exactly the same
// ones the text would remove both; a sphere only goes when the other one is still there.

#include "Tabulate/PaperReduction.h"

#include <algorithm>
#include <bit>

namespace spheretree {

namespace {

/// Which rows each sphere of the second body appears in.
class Appearances {
public:
    explicit Appearances(const std::vector<std::vector<int32_t>>& rows) : words_((rows.size() + 63) / 64) {
        for (const std::vector<int32_t>& row : rows) ids_.insert(ids_.end(), row.begin(), row.end());
        std::sort(ids_.begin(), ids_.end());
        ids_.erase(std::unique(ids_.begin(), ids_.end()), ids_.end());
        bits_.assign(ids_.size() * words_, 0);
        for (size_t r = 0; r < rows.size(); ++r)
            for (const int32_t id : rows[r]) bits_[PlaceOf(id) * words_ + r / 64] |= uint64_t{1} << (r % 64);
    }
    const std::vector<int32_t>& Ids() const { return ids_; }
    size_t PlaceOf(int32_t id) const {
        return static_cast<size_t>(std::lower_bound(ids_.begin(), ids_.end(), id) - ids_.begin());
    }
    /// T_a's entry: in how many rows both appear.
    int64_t Together(size_t i, size_t j) const {
        int64_t count = 0;
        for (size_t w = 0; w < words_; ++w) count += std::popcount(bits_[i * words_ + w] & bits_[j * words_ + w]);
        return count;
    }

private:
    size_t words_;
    std::vector<int32_t> ids_;
    std::vector<uint64_t> bits_;
};

/// Spheres of the second body that never appear without another one.
std::vector<int32_t> FindNeedless(const std::vector<std::vector<int32_t>>& rows) {
    const Appearances table(rows);
    const size_t count = table.Ids().size();
    std::vector<int64_t> alone(count);
    for (size_t i = 0; i < count; ++i) alone[i] = table.Together(i, i);
    std::vector<uint8_t> removed(count, 0);
    std::vector<int32_t> needless;
    for (size_t i = 0; i < count; ++i)
        for (size_t j = 0; j < count && !removed[i]; ++j) {
            if (j == i || removed[j] || alone[j] < alone[i] || table.Together(j, i) != alone[i]) continue;
            removed[i] = 1;
            needless.push_back(table.Ids()[i]);
        }
    return needless;
}

bool RemoveNeedless(std::vector<std::vector<int32_t>>& rows) {
    const std::vector<int32_t> needless = FindNeedless(rows);
    for (std::vector<int32_t>& row : rows)
        std::erase_if(row, [&](int32_t b) { return std::binary_search(needless.begin(), needless.end(), b); });
    return !needless.empty();
}

/// Rows that contain exactly the same spheres as an earlier one.
bool RemoveTwins(CollisionRows& rows) {
    std::vector<size_t> order(rows.rows.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](size_t x, size_t y) { return rows.rows[x] != rows.rows[y] ? rows.rows[x] < rows.rows[y] : x < y; });
    std::vector<uint8_t> isTwin(order.size(), 0);
    for (size_t i = 1; i < order.size(); ++i) isTwin[order[i]] = rows.rows[order[i]] == rows.rows[order[i - 1]];
    size_t kept = 0;
    for (size_t i = 0; i < isTwin.size(); ++i) {
        if (isTwin[i]) continue;
        rows.firsts[kept] = rows.firsts[i];
        if (kept != i) rows.rows[kept] = std::move(rows.rows[i]);
        ++kept;
    }
    const bool found = kept < isTwin.size();
    rows.firsts.resize(kept);
    rows.rows.resize(kept);
    return found;
}

}  // namespace

CollisionRows::CollisionRows(const std::vector<PairCount>& pairs) {
    std::vector<PairCount> sorted = pairs;
    std::sort(sorted.begin(), sorted.end(),
              [](const PairCount& x, const PairCount& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
    for (const PairCount& pair : sorted) {
        if (firsts.empty() || firsts.back() != pair.a) {
            firsts.push_back(pair.a);
            rows.emplace_back();
        }
        rows.back().push_back(pair.b);
    }
}

std::array<int64_t, 2> CollisionRows::SphereCounts() const {
    std::vector<int32_t> seconds;
    for (const std::vector<int32_t>& row : rows) seconds.insert(seconds.end(), row.begin(), row.end());
    std::sort(seconds.begin(), seconds.end());
    const auto end = std::unique(seconds.begin(), seconds.end());
    return {static_cast<int64_t>(firsts.size()), static_cast<int64_t>(end - seconds.begin())};
}

int64_t CollisionRows::PairTotal() const {
    int64_t total = 0;
    for (const std::vector<int32_t>& row : rows) total += static_cast<int64_t>(row.size());
    return total;
}

bool CollisionRows::Has(int32_t a, int32_t b) const {
    const auto found = std::lower_bound(firsts.begin(), firsts.end(), a);
    if (found == firsts.end() || *found != a) return false;
    const std::vector<int32_t>& row = rows[static_cast<size_t>(found - firsts.begin())];
    return std::binary_search(row.begin(), row.end(), b);
}

void ReduceAsPaper(CollisionRows& rows) {
    RemoveNeedless(rows.rows);
    RemoveTwins(rows);
}

void ReduceToMinimum(CollisionRows& rows) {
    for (bool changed = true; changed;) {
        changed = RemoveNeedless(rows.rows);
        changed = RemoveTwins(rows) || changed;
    }
}

}  // namespace spheretree
