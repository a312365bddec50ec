#pragma once

#include "SphereTree/LeafTriangles.h"
#include "SphereTree/PackedTree.h"

#include <cmath>
#include <limits>
#include <memory>

namespace spheretree {

/// The least float that is not below.
inline float RoundedUp(double value) {
    const float nearest = static_cast<float>(value);
    return static_cast<double>(nearest) >= value ? nearest
                                                 : std::nextafter(nearest, std::numeric_limits<float>::infinity());
}

/// A block of eight balls that stand nowhere.
PackedBlock EmptyBlock();

/// Puts a ball of the mesh's frame into a lane, rounded so that the float ball contains it; the error grows as it does.
void PutBall(PackedTree& packed, PackedBlock& block, int lane, const Sphere& ball, double error);

/// Divides the surface into patches, down to blocks of eight triangles. The vertices and triangles are there; the
/// packed tree's extent may grow.
void PackPatches(PackedTree& packed, PackedTriangles& into);

/// Who divides the surface for the exact phase: patches, which are made here, or somebody else.
enum class SurfaceDivision : uint8_t { Patches, Elsewhere };

/// The triangles of the leaves, slot by slot, and the patches. `packed` has its blocks; its extent may grow.
std::shared_ptr<const PackedTriangles> PackTriangles(PackedTree& packed, const LeafTriangles& of,
                                                     SurfaceDivision division);

/// PackTree, with its triangles divided so.
Result<PackedTree> PackTreeWith(const SphereTree& tree, SurfaceDivision division);

}  // namespace spheretree
