#pragma once

#include "Tabulate/PairTally.h"

#include <array>
#include <cstdint>
#include <vector>

namespace spheretree {

/// T_c as rows: for each sphere of the first body that can meet something, those of the second that it can meet.
struct CollisionRows {
    std::vector<int32_t> firsts;             // ascending
    std::vector<std::vector<int32_t>> rows;  // per first, ascending

    explicit CollisionRows(const std::vector<PairCount>& pairs);
    std::array<int64_t, 2> SphereCounts() const;
    int64_t PairTotal() const;
    bool Has(int32_t a, int32_t b) const;
};

/// M_sc → M_sm, the paper's "spheres reduction and tabulation".
void ReduceAsPaper(CollisionRows& rows);

/// M_sm → M_ss: the same removals again and again, until nothing more can go. The paper shows M_ss and leaves the way
/// to it open.
void ReduceToMinimum(CollisionRows& rows);

}  // namespace spheretree
