#pragma once

#include "Archive/Chunks.h"
#include "SphereTree/SphereTree.h"

#include <string>
#include <vector>

namespace spheretree {

inline constexpr uint32_t kTriangleTag = MakeTag('T', 'R', 'I', 'S');

/// The contents of chunk TRIS (layout in SphereTree/Archive.h). The tree has triangles, and is sound.
std::vector<uint8_t> TriangleContents(const SphereTree& tree);

/// Fills tree.leafTriangles; the tree's nodes stand already. A sentence when the chunk's sizes do not fit one another;
/// what its numbers say is for FindStructureFault to judge.
std::string GetTriangles(const Chunk& chunk, SphereTree& tree);

}  // namespace spheretree
