#pragma once

#include "SphereTree/Vec3.h"

#include <cstdint>
#include <vector>

namespace spheretree {

/// The place of a point of the cube [-1, 1]^3 along a Hilbert curve of 2^63 steps.
uint64_t HilbertIndex(const Vec3& point);

/// An order in which to insert points into a Delaunay structure: rounds that grow eightfold, chosen by a hash of the
/// index, and a Hilbert curve within each. The rounds keep cavities small on any input, the curve keeps walks short.
/// [Amenta, Choi, Rote 2003, "Incremental constructions con BRIO"]. The same points give the same order everywhere.
std::vector<int32_t> InsertionOrder(const std::vector<Vec3>& points);

}  // namespace spheretree
