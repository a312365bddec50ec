#pragma once

#include "SphereTree/SphereTree.h"
#include "SphereTree/TriangleMesh.h"

namespace spheretree::scenes {

/// A plain sphere-tree without any bake: triangles split in the middle, eight ways, a ball around each part. Sound
/// (each triangle lies wholly in one leaf and in all its ancestors; the error is an upper bound: radius plus the way
/// from the centre to the surface) but loose: the tree to beat, and one that is ready in a millisecond.
SphereTree MakeSplitTree(const TriangleMesh& mesh, int32_t depth);

}  // namespace spheretree::scenes
