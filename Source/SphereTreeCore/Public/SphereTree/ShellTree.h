#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Host.h"
#include "SphereTree/Result.h"
#include "SphereTree/Shell.h"
#include "SphereTree/TriangleMesh.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace spheretree {

enum class VolumeKind : uint8_t { Ball, Shell, Box };
inline constexpr int32_t kVolumeKinds = 3;

struct VolumeNode {
    VolumeKind kind = VolumeKind::Ball;
    int32_t volume = 0;         // its place in the tree's balls, shells or boxes
    int32_t firstChild = -1;    // the two children stand side by side; −1 for a leaf, which has one triangle
    int32_t firstTriangle = 0;  // the triangles below stand side by side
    int32_t triangleCount = 0;
    double error = 0;  // certified: no point of the volume is farther than this from the tree's triangles
    double size = 0;   // the volume's diameter; derived, not in the archive
};

/// A binary tree of bounding volumes over triangles: spherical shells, boxes or balls, or several of them.
/// [Krishnan 1998] 7. Nodes stand level by level. Every node's volume contains every triangle below it, whole.
struct ShellTree {
    std::vector<VolumeNode> nodes;
    std::vector<Sphere> balls;
    std::vector<Shell> shells;
    std::vector<Sphere> shellBalls;  // around each shell, for a quick no; derived, not in the archive
    std::vector<OrientedBox> boxes;
    std::vector<TriangleCorners> triangles;
    std::vector<int32_t> source;  // of each triangle: its place in the mesh
};

/// What the parts of a query cost, in operations of eq 1: T = Nu·Cu + Nv·Cv + Np·Cp. The figures are nanoseconds
/// measured by shells-bench on the machine of Docs/Shells.md; only their ratios matter.
struct VolumeCosts {
    int32_t update = 25;     // Cu: moving a volume into the other body's frame
    int32_t ballTest = 9;    // Cv, ball against ball
    int32_t mixedTest = 30;  // ball against something else
    int32_t shellTest = 260;
    int32_t boxTest = 45;
    int32_t triangleTest = 35;  // Cp
};

enum class TreeKind : uint8_t {
    Shells,
    Boxes,
    Balls,
    Mixed,  // balls and shells, whichever costs less at each node
    Auto    // shells, boxes or mixed, whichever costs this body least
};

/// Mixed and Auto measure the body against itself at seeded places: almost touching, and parallel to its twin where it
/// has a place beside it. Costs are counted, not timed: the same on every machine.
struct ShellRecipe {
    TreeKind kind = TreeKind::Auto;
    ShellFitOptions fit;
    VolumeCosts costs;
    int32_t trialQueries = 16;   // places
    int64_t trialTests = 40000;  // and how many pairs of volumes each may look at
    uint64_t seed = 1;
};

/// Mesh → tree, in parallel through the host; the same for every number of threads. An error for a mesh without a sound
/// triangle, or when the host cancels. Triangles without area are kept: they may be touched.
SPHERETREECORE_API Result<ShellTree> BuildShellTree(const TriangleMesh& mesh, const ShellRecipe& recipe = {},
                                                    const Host& host = {});

/// Empty when the tree is sound: its structure, the proof that no point of any triangle lies outside of any volume
/// above it, and that no error is smaller than what can be proven. Otherwise a sentence names the first fault.
SPHERETREECORE_API std::string FindFault(const ShellTree& tree);
/// The same, and that the tree's triangles are the mesh's.
SPHERETREECORE_API std::string FindFault(const ShellTree& tree, const TriangleMesh& mesh);

/// The layout is in Docs/Shells.md: the frame of SphereTree/Archive.h with chunks SHLT, SHLN, SHLV and SHLG.
SPHERETREECORE_API std::vector<uint8_t> WriteShellArchive(const ShellTree& tree);
/// Never crashes, and never allocates more than `count` bytes justify. What comes back is sound (FindFault).
SPHERETREECORE_API Result<ShellTree> ReadShellArchive(const uint8_t* bytes, size_t count);

}  // namespace spheretree
