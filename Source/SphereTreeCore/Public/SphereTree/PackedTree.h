#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Result.h"
#include "SphereTree/SphereTree.h"
#include "SphereTree/Vec3.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace spheretree {

struct ShellTree;  // SphereTree/ShellTree.h
struct BoxTree;    // SphereTree/BoxTree.h

inline constexpr int32_t kLanes = 8;
inline constexpr int32_t kMostPackedLevels = 16;
inline constexpr int32_t kLeafCells = 8;     // along each axis of `nearestLeaf`
inline constexpr int32_t kSupportCells = 8;  // along each edge of a face of the octahedron of `support`

/// The children of one node, side by side: one sphere is tested against all eight at once. Three cache lines, of which
/// a test that finds nothing reads two. Lanes without a child stand far away, where nothing overlaps them.
struct alignas(64) PackedBlock {
    float x[kLanes], y[kLanes], z[kLanes], radius[kLanes];
    float error[kLanes];
    int32_t child[kLanes];  // the block of this child's children; −1 for a leaf or an empty lane
};

/// A node's normal cone, in the mesh's frame; all zero where the node has none that means something.
struct PackedNormal {
    float x = 0, y = 0, z = 0;
    float halfAngle = 0;
};

/// For a cone of directions, the point that lies no nearer along any of them than the leaves reach.
struct alignas(16) ReachPoint {
    float x = 0, y = 0, z = 0, unused = 0;
};

/// Eight patches of a surface side by side, in the packed tree's frame. A patch lies within its ball, and between two
/// planes: middle ± half along a normal that is no longer than 1. Flat pieces are thin, which no ball is.
struct alignas(64) PatchBlock {
    float x[kLanes], y[kLanes], z[kLanes], radius[kLanes];
    float normalX[kLanes], normalY[kLanes], normalZ[kLanes], middle[kLanes], half[kLanes];
    int32_t child[kLanes];  // the block of this patch's parts; where they are triangles, ~ their block
};

/// Up to eight triangles side by side, each with its ball, its planes and its corners.
struct alignas(64) CornerBlock {
    PatchBlock patch;             // child: the triangle's number
    float at[3][3][kLanes] = {};  // by corner and coordinate
};

/// The triangles of the leaves, for exact contacts; and the surface divided by itself, whatever the tree's balls are
/// like: every triangle once, in patches that are halved until eight triangles are left. Patch 0 is the whole; there
/// are none where a tree of boxes takes their place.
struct PackedTriangles {
    std::vector<Vec3> vertices;        // in the mesh's frame and unit
    std::vector<Triangle> triangles;   // facing outwards
    std::vector<int32_t> firstOfSlot;  // per slot, and one more
    std::vector<int32_t> ofSlot;       // the triangles that each leaf names
    std::vector<int32_t> leafOf;       // per triangle: the first slot that names it
    std::vector<PatchBlock> patches;
    std::vector<CornerBlock> corners;
    std::vector<uint8_t> patchLanes, cornerLanes;  // in use, per block
    std::vector<int32_t> pieces;                   // a vertex of each connected piece of the surface
};

/// A tree as a frame reads it: floats in units of the root's radius around the root's centre, so that the size and the
/// place of a mesh never cost precision. Every float ball contains the baked ball, and every error grew accordingly:
/// what is true of the packed tree is true of the baked one.
///
/// A node is named by its slot: 8 · block + lane. The root is slot 0 and alone in block 0. Blocks stand level by
/// level, so the levels that every traversal reads lie together.
struct PackedTree {
    std::vector<PackedBlock> blocks;
    std::vector<int32_t> firstNode;     // per block: the baked node of lane 0; lane i is firstNode + i
    std::vector<uint8_t> laneCount;     // per block
    std::vector<uint8_t> blockLevel;    // per block: the level of its nodes; the root's is 0
    std::vector<uint8_t> aboveLeaves;   // per block: the lanes whose children are leaves, all of them
    std::vector<float> leastError;      // per block
    std::vector<PackedNormal> normals;  // per slot; empty when the tree has no normal cones
    std::vector<int32_t> nearestLeaf;   // per cell of a grid over the root's cube, x first: a leaf close to it
    std::vector<ReachPoint> support;    // how far the leaves reach: Scene/SupportTable.h
    std::shared_ptr<const PackedTriangles> triangles;  // none: contacts end at the leaves
    std::shared_ptr<const ShellTree> shells;           // of the same mesh: SphereTree/ShellPhase.h
    std::shared_ptr<const BoxTree> boxes;              // of the same triangles: SphereTree/DeformingMesh.h
    Vec3 origin;                                       // the root's centre, in the mesh's frame
    double unit = 1;                                   // the root's radius, in the mesh's unit
    float extent = 1;                                  // no ball reaches farther from the origin, in units
    int32_t levelCount = 0;
    bool isSolid = false;

    int32_t NodeOf(int32_t slot) const { return firstNode[static_cast<size_t>(slot / kLanes)] + slot % kLanes; }
    int32_t LevelOf(int32_t slot) const { return blockLevel[static_cast<size_t>(slot / kLanes)]; }
};

/// Baked tree → run-time tree. An error when the tree's structure is unsound, when a node has more than eight children,
/// or when a number is not finite. With the tree's normal cones, contacts know which way the surface faces.
SPHERETREECORE_API Result<PackedTree> PackTree(const SphereTree& tree);

/// The same, ready to be shared by any number of bodies.
SPHERETREECORE_API Result<std::shared_ptr<const PackedTree>> SharePackedTree(const SphereTree& tree);

/// A slot's ball and error in the mesh's own frame and unit.
SPHERETREECORE_API Sphere BallOf(const PackedTree& tree, int32_t slot);
SPHERETREECORE_API double ErrorOf(const PackedTree& tree, int32_t slot);

}  // namespace spheretree
