#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Result.h"
#include "SphereTree/SphereTree.h"

#include <cstddef>
#include <cstdint>
#include <vector>

// A sphere tree as bytes: the contents of a .sphtree file, and of the Unreal asset. Version 1, byte by byte.
//
// Every number is little-endian, whatever the machine; a real number is the 64 bits of an IEEE 754 double, so that what
// is read is bit for bit what was written. `u` is unsigned, `i` is two's complement, the digits are bits.
//
//   offset  size  header
//        0     8  53 50 48 54 52 45 45 1A      "SPHTREE" and a control-Z, which ends a text shown by mistake
//        8   u32  1                            version: another number means another layout, and is refused
//       12   u32  number of chunks
//       16   u64  number of bytes of the whole archive
//       24   u64  CRC-64/XZ of all other bytes: those from 0 to 23, then those from 32 to the end
//       32        the chunks, one after the other, up to the end
//
//   offset  size  chunk, from its own start
//        0     4  tag: four letters
//        4   u32  1 when a reader that does not know the tag must refuse the archive, 0 when it may skip the chunk
//        8   u64  length of the contents, without this head and without the filling
//       16        the contents, then zeros up to the next multiple of 8 bytes
//
// A tag stands at most once. A reader skips unknown chunks that may be skipped: later products (leaf triangles,
// tables of subsets) add their own, and older readers still find the tree. The order of chunks is free; the
// writer's is the one below.
//
//   "TREE"  must be understood; 16 bytes
//        0   u32  branching: children per node at most, 2 to 8
//        4   u32  number of nodes, 1 to 2^31 − 1
//        8   u32  method: 0 Octree, 1 SolidOctree, 2 Grid, 3 HubbardMerge, 4 Merge, 5 Burst, 6 Expand, 7 Spawn,
//                 8 Combined, 9 Tight
//       12   u32  flags: 1 the interior is covered too, 2 errors are measured to the solid; the rest are 0
//
//   "NODE"  must be understood; 56 bytes per node, level by level
//        0  4 × double  centre x, y, z, radius
//       32      double  certified error
//       40         i32  parent, −1 for the root
//       44         i32  first child, −1 for a leaf
//       48         i32  number of children
//       52         i32  level, 0 for the root
//
//   "VOLS"  may be skipped; 32 bytes per node, only in hybrid trees
//        0  4 × double  centre x, y, z, radius of the smallest sphere of the node's region
//
//   "CONE"  may be skipped; 32 bytes per node, only where they were measured
//        0  4 × double  mean normal x, y, z of the node's surface; largest angle from it, in radians
//
//   "TRIS"  may be skipped; the triangles of the leaves, only where they were asked for
//        0   u32  number of vertices
//        4   u32  number of triangles
//        8   u32  number of names: of all leaves together
//       12   u32  1 when vertices are floats (each then is, exactly, a float), 0 when they are doubles
//       16        vertices: x, y, z each; triangles: three u32 each; then for each leaf, in the order of nodes, a u32:
//                 how many triangles it names; then the names, a u32 each, leaf by leaf

namespace spheretree {

inline constexpr uint32_t kArchiveVersion = 1;

/// The tree must be sound (FindStructureFault is empty). The same tree gives the same bytes on every machine.
SPHERETREECORE_API std::vector<uint8_t> WriteArchive(const SphereTree& tree);

/// Never crashes and never allocates more than `count` bytes justify, whatever the bytes are. A tree that comes back is
/// sound and is, bit for bit, the one that was written; otherwise a sentence says what is wrong.
SPHERETREECORE_API Result<SphereTree> ReadArchive(const uint8_t* bytes, size_t count);

}  // namespace spheretree
