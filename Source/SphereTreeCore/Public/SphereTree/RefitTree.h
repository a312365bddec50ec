#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/SphereTree.h"

#include <string>
#include <vector>

namespace spheretree {

/// A tree with triangles whose mesh deformed: the same leaves, each ball as large as its triangles now want, each
/// parent as large as its children. Linear time, promise 1 holds, errors are upper bounds again (a ball's diameter for
/// the worst); what is lost is tightness, and with it speed. Docs/Exact.md says for how long that stays useful.
/// `vertices` are those of tree.leafTriangles, moved. A sentence when they do not fit; the tree is then as it was.
SPHERETREECORE_API std::string RefitTree(SphereTree& tree, const std::vector<Vec3>& vertices);

}  // namespace spheretree
