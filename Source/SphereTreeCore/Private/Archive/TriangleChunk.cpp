#include "Archive/TriangleChunk.h"

#include "Archive/Bytes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace spheretree {

namespace {

constexpr size_t kHeadBytes = 16;
constexpr uint64_t kMostNames = static_cast<uint64_t>(std::numeric_limits<int32_t>::max());

/// Up to the largest float: what was read as floats is written as floats again.
bool IsFloat(double x) {
    return std::abs(x) <= static_cast<double>(std::numeric_limits<float>::max()) &&
           static_cast<double>(static_cast<float>(x)) == x;
}

bool AreFloats(const std::vector<Vec3>& vertices) {
    return std::all_of(vertices.begin(), vertices.end(),
                       [](const Vec3& v) { return IsFloat(v.x) && IsFloat(v.y) && IsFloat(v.z); });
}

void PutCoordinate(std::vector<uint8_t>& bytes, double value, bool narrow) {
    if (narrow)
        PutU32(bytes, std::bit_cast<uint32_t>(static_cast<float>(value)));
    else
        PutDouble(bytes, value);
}

double GetCoordinate(ByteCursor& cursor, bool narrow) {
    return narrow ? static_cast<double>(std::bit_cast<float>(cursor.U32())) : cursor.Double();
}

bool IsLeafNode(const TreeNode& node) { return node.childCount == 0; }

struct Sizes {
    uint64_t vertices, triangles, names, leaves;
    bool narrow;

    uint64_t Bytes() const {  // each below 2^32, so that nothing overflows
        return kHeadBytes + vertices * (narrow ? 12 : 24) + triangles * 12 + leaves * 4 + names * 4;
    }
};

/// Leaves' counts → firstOfNode; false when they do not add up to the names.
bool GetLists(ByteCursor& cursor, const Sizes& sizes, SphereTree& tree) {
    LeafTriangles& of = tree.leafTriangles;
    of.firstOfNode.assign(1, 0);
    uint64_t named = 0;
    for (const TreeNode& node : tree.nodes) {
        if (IsLeafNode(node)) named += cursor.U32();
        if (named > sizes.names) return false;
        of.firstOfNode.push_back(static_cast<int32_t>(named));
    }
    if (named != sizes.names) return false;
    of.ofNode.resize(static_cast<size_t>(sizes.names));
    for (int32_t& triangle : of.ofNode) triangle = cursor.I32();
    return true;
}

}  // namespace

std::vector<uint8_t> TriangleContents(const SphereTree& tree) {
    const LeafTriangles& of = tree.leafTriangles;
    const bool narrow = AreFloats(of.vertices);
    std::vector<uint8_t> bytes;
    PutU32(bytes, static_cast<uint32_t>(of.vertices.size()));
    PutU32(bytes, static_cast<uint32_t>(of.triangles.size()));
    PutU32(bytes, static_cast<uint32_t>(of.ofNode.size()));
    PutU32(bytes, narrow ? 1 : 0);
    for (const Vec3& v : of.vertices)
        for (const double x : {v.x, v.y, v.z}) PutCoordinate(bytes, x, narrow);
    for (const Triangle& t : of.triangles)
        for (const int32_t v : t) PutI32(bytes, v);
    for (size_t i = 0; i < tree.nodes.size(); ++i)
        if (IsLeafNode(tree.nodes[i])) PutI32(bytes, of.firstOfNode[i + 1] - of.firstOfNode[i]);
    for (const int32_t triangle : of.ofNode) PutI32(bytes, triangle);
    return bytes;
}

std::string GetTriangles(const Chunk& chunk, SphereTree& tree) {
    if (chunk.count < kHeadBytes) return "Chunk TRIS is too short for its own head.";
    ByteCursor cursor(chunk.bytes, chunk.count);
    Sizes sizes{};
    sizes.vertices = cursor.U32();
    sizes.triangles = cursor.U32();
    sizes.names = cursor.U32();
    const uint32_t width = cursor.U32();
    if (width > 1) return "Chunk TRIS has vertices of a width that version 1 does not know.";
    if (sizes.triangles == 0) return "Chunk TRIS holds no triangle.";
    sizes.narrow = width == 1;
    sizes.leaves = static_cast<uint64_t>(std::count_if(tree.nodes.begin(), tree.nodes.end(), IsLeafNode));
    if (sizes.Bytes() != chunk.count || sizes.names > kMostNames)
        return "Chunk TRIS has " + std::to_string(chunk.count) + " bytes, not " + std::to_string(sizes.Bytes()) +
               " as its counts say.";
    LeafTriangles& of = tree.leafTriangles;
    of.vertices.resize(static_cast<size_t>(sizes.vertices));
    for (Vec3& v : of.vertices)
        for (double* x : {&v.x, &v.y, &v.z}) *x = GetCoordinate(cursor, sizes.narrow);
    of.triangles.resize(static_cast<size_t>(sizes.triangles));
    for (Triangle& t : of.triangles)
        for (int32_t& v : t) v = cursor.I32();
    return GetLists(cursor, sizes, tree) ? "" : "The leaves of chunk TRIS do not name as many triangles as it says.";
}

}  // namespace spheretree
