#pragma once

#include "Base/Task.h"
#include "SphereTree/TriangleMesh.h"

#include <cstdint>
#include <vector>

namespace spheretree {

/// The surface's own coordinates: the mesh's middle is the origin and every vertex lies in [-1, 1]³. The scale is a
/// power of two, so that it rounds nothing; squares and float boxes then neither overflow nor vanish at 1e±9.
struct LocalFrame {
    Vec3 centre;
    double scale = 1, inverseScale = 1;

    Vec3 ToLocal(const Vec3& p) const { return (p - centre) * scale; }
    Vec3 ToMesh(const Vec3& p) const { return p * inverseScale + centre; }
};

/// Eight boxes side by side. A child ≥ 0 is a node, a child < 0 is the block of triangles ~child.
/// Boxes are kBoxPadding wider than what they hold, for what float arithmetic on them loses. Unused lanes lie at
/// infinity. A child's index is greater than its parent's.
struct alignas(32) WideNode {
    float low[3][8];
    float high[3][8];
    int32_t child[8];
    int32_t used;

    WideNode() {}  // leaves all open: a vector of millions need not be written twice
};

inline constexpr float kBoxPadding = 0x1p-21f;
inline constexpr double kNearLimit = 4;  // beyond it, the padding no longer covers float arithmetic
inline constexpr int32_t kBlockSize = 4;
inline constexpr int32_t kSearchStack = 384;  // 7 per level; the builder holds the depth below 50

/// Up to four triangles; unused lanes repeat the first.
struct alignas(32) TriangleBlock {
    double corner[3][3][4];      // corner, axis, lane
    double normal[3][4];         // unit; zero where the triangle has no area to speak of
    double inverseSquare[3][4];  // of each edge's length; zero where the edge is a point
    int32_t triangle[4];
    int32_t count;

    TriangleBlock() {}  // likewise
};

struct Hierarchy {
    std::vector<WideNode> nodes;  // nodes[0] is the root
    std::vector<TriangleBlock> blocks;
};

/// The frame of a mesh whose vertices in use are finite.
LocalFrame MakeLocalFrame(const TriangleMesh& mesh);

/// False when cancelled. The same hierarchy on any number of threads. Advances the task by about one unit per triangle.
bool BuildHierarchy(const TriangleMesh& mesh, const LocalFrame& frame, const Host& host, Task& task, Hierarchy& out);

}  // namespace spheretree
