#pragma once

#include "Tabulate/CellSearch.h"
#include "Tabulate/PairTally.h"

#include <cstdint>
#include <vector>

namespace spheretree {

struct CoverResult {
    std::vector<uint8_t> kept;  // per pair of T_c
    int64_t forced = 0;         // of those, that nothing can stand for
};

/// Ours. The motion space is cut into cells; in a cell where some pair overlaps all over (or comes within `loss`), that
/// pair alone tells of whatever happens there. Where none does, contact begins or ends: the cell is halved, and what is
/// still undecided at the finest level keeps all its pairs. What is left is a set cover, cells by pairs, taken greedily
/// [Chvátal 1979]. So every pose of the whole space, not only every sample, is told of.
///
/// `pairs` is T_c, sorted by b, then a. False when the host cancelled.
bool CoverMotion(const CellSearch& search, const std::vector<PairCount>& pairs, SubsetKeep keep, double loss,
                 const Host& host, Task& task, CoverResult& result);

}  // namespace spheretree
