#pragma once

#include "SphereTree/LeafTriangles.h"
#include "SphereTree/PackedTree.h"

#include <memory>

namespace spheretree {

/// A block of eight balls that stand nowhere.
PackedBlock EmptyBlock();

/// Puts a ball of the mesh's frame into a lane, rounded so that the float ball contains it; the error grows as it does.
void PutBall(PackedTree& packed, PackedBlock& block, int lane, const Sphere& ball, double error);

/// The triangles of the leaves in blocks of eight, slot by slot. `packed` has its blocks; its extent may grow.
std::shared_ptr<const PackedTriangles> PackTriangles(PackedTree& packed, const LeafTriangles& of);

}  // namespace spheretree
