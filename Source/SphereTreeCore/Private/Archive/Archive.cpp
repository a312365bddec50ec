#include "SphereTree/Archive.h"

#include "Archive/Bytes.h"
#include "Archive/Chunks.h"
#include "Archive/TriangleChunk.h"

#include <cassert>
#include <limits>
#include <utility>

namespace spheretree {

namespace {

constexpr uint32_t kTreeTag = MakeTag('T', 'R', 'E', 'E');
constexpr uint32_t kNodeTag = MakeTag('N', 'O', 'D', 'E');
constexpr uint32_t kVolumeTag = MakeTag('V', 'O', 'L', 'S');
constexpr uint32_t kConeTag = MakeTag('C', 'O', 'N', 'E');
constexpr size_t kTreeBytes = 16, kNodeBytes = 56, kVolumeBytes = 32, kConeBytes = 32;
constexpr uint32_t kSolidFlag = 1, kInsideFlag = 2;

void PutSphere(std::vector<uint8_t>& bytes, const Sphere& sphere) {
    PutVec3(bytes, sphere.centre);
    PutDouble(bytes, sphere.radius);
}

Sphere GetSphere(ByteCursor& cursor) {
    Sphere sphere;
    sphere.centre = GetVec3(cursor);
    sphere.radius = cursor.Double();
    return sphere;
}

std::vector<uint8_t> TreeContents(const SphereTree& tree) {
    std::vector<uint8_t> bytes;
    PutU32(bytes, static_cast<uint32_t>(tree.branching));
    PutU32(bytes, static_cast<uint32_t>(tree.nodes.size()));
    PutU32(bytes, static_cast<uint32_t>(tree.method));
    PutU32(bytes, (tree.isSolid ? kSolidFlag : 0) | (tree.hasInside ? kInsideFlag : 0));
    return bytes;
}

std::vector<uint8_t> NodeContents(const SphereTree& tree) {
    std::vector<uint8_t> bytes;
    bytes.reserve(tree.nodes.size() * kNodeBytes);
    for (const TreeNode& node : tree.nodes) {
        PutSphere(bytes, node.sphere);
        PutDouble(bytes, node.error);
        PutI32(bytes, node.parent);
        PutI32(bytes, node.firstChild);
        PutI32(bytes, node.childCount);
        PutI32(bytes, node.level);
    }
    return bytes;
}

std::vector<uint8_t> VolumeContents(const SphereTree& tree) {
    std::vector<uint8_t> bytes;
    bytes.reserve(tree.volumeSpheres.size() * kVolumeBytes);
    for (const Sphere& sphere : tree.volumeSpheres) PutSphere(bytes, sphere);
    return bytes;
}

std::vector<uint8_t> ConeContents(const SphereTree& tree) {
    std::vector<uint8_t> bytes;
    bytes.reserve(tree.normalCones.size() * kConeBytes);
    for (const NormalCone& cone : tree.normalCones) PutSphere(bytes, {cone.axis, cone.halfAngle});
    return bytes;
}

std::string FindUnknownChunk(const std::vector<Chunk>& chunks) {
    for (const Chunk& chunk : chunks)
        if (chunk.need == ChunkNeed::MustKnow && chunk.tag != kTreeTag && chunk.tag != kNodeTag &&
            chunk.tag != kVolumeTag && chunk.tag != kConeTag && chunk.tag != kTriangleTag)
            return "The archive needs a reader that knows chunk " + TagName(chunk.tag) + ": use a newer program.";
    return "";
}

/// Counts against the bytes that are there: after this, what is allocated is no larger than the file.
std::string FindCountFault(const std::vector<Chunk>& chunks, uint64_t nodeCount) {
    if (nodeCount > static_cast<uint64_t>(std::numeric_limits<int32_t>::max()))
        return "The archive says that it has " + std::to_string(nodeCount) + " nodes; no tree has so many.";
    const Chunk* nodes = FindChunk(chunks, kNodeTag);
    if (nodes == nullptr) return "The archive has no chunk NODE: it holds no tree.";
    if (nodes->count != nodeCount * kNodeBytes)
        return "The archive says that it has " + std::to_string(nodeCount) + " nodes, but chunk NODE has " +
               std::to_string(nodes->count) + " bytes, not " + std::to_string(nodeCount * kNodeBytes) + ".";
    for (const auto& [tag, size] : {std::pair{kVolumeTag, kVolumeBytes}, {kConeTag, kConeBytes}}) {
        const Chunk* chunk = FindChunk(chunks, tag);
        if (chunk != nullptr && chunk->count != nodeCount * size)
            return "Chunk " + TagName(tag) + " has " + std::to_string(chunk->count) + " bytes, not " +
                   std::to_string(nodeCount * size) + " as for " + std::to_string(nodeCount) + " nodes.";
    }
    return "";
}

void GetNodes(const Chunk& chunk, std::vector<TreeNode>& nodes) {
    nodes.resize(chunk.count / kNodeBytes);
    ByteCursor cursor(chunk.bytes, chunk.count);
    for (TreeNode& node : nodes) {
        node.sphere = GetSphere(cursor);
        node.error = cursor.Double();
        node.parent = cursor.I32();
        node.firstChild = cursor.I32();
        node.childCount = cursor.I32();
        node.level = cursor.I32();
    }
}

void GetVolumes(const Chunk& chunk, std::vector<Sphere>& volumes) {
    volumes.resize(chunk.count / kVolumeBytes);
    ByteCursor cursor(chunk.bytes, chunk.count);
    for (Sphere& sphere : volumes) sphere = GetSphere(cursor);
}

void GetCones(const Chunk& chunk, std::vector<NormalCone>& cones) {
    cones.resize(chunk.count / kConeBytes);
    ByteCursor cursor(chunk.bytes, chunk.count);
    for (NormalCone& cone : cones) {
        const Sphere numbers = GetSphere(cursor);
        cone = {numbers.centre, numbers.radius};
    }
}

Result<SphereTree> ReadTree(const std::vector<Chunk>& chunks) {
    const Chunk* head = FindChunk(chunks, kTreeTag);
    if (head == nullptr || head->count != kTreeBytes)
        return Error{"The archive has no sound chunk TREE: it holds no tree."};
    ByteCursor cursor(head->bytes, head->count);
    const uint32_t branching = cursor.U32(), nodeCount = cursor.U32(), method = cursor.U32(), flags = cursor.U32();
    if (branching < 2 || branching > 8)
        return Error{"The tree's branching is " + std::to_string(branching) + "; it must be 2 to 8."};
    if (method >= static_cast<uint32_t>(kMethodCount))
        return Error{"The tree was made by method number " + std::to_string(method) +
                     ", which this program does not know."};
    if (flags > (kSolidFlag | kInsideFlag)) return Error{"The tree has flags that version 1 does not know."};
    if (std::string fault = FindCountFault(chunks, nodeCount); !fault.empty()) return Error{std::move(fault)};

    SphereTree tree;
    tree.branching = static_cast<int32_t>(branching);
    tree.method = static_cast<Method>(method);
    tree.isSolid = (flags & kSolidFlag) != 0;
    tree.hasInside = (flags & kInsideFlag) != 0;
    GetNodes(*FindChunk(chunks, kNodeTag), tree.nodes);
    if (const Chunk* volumes = FindChunk(chunks, kVolumeTag)) GetVolumes(*volumes, tree.volumeSpheres);
    if (const Chunk* cones = FindChunk(chunks, kConeTag)) GetCones(*cones, tree.normalCones);
    if (const Chunk* triangles = FindChunk(chunks, kTriangleTag))
        if (std::string fault = GetTriangles(*triangles, tree); !fault.empty()) return Error{std::move(fault)};
    return tree;
}

}  // namespace

std::vector<uint8_t> WriteArchive(const SphereTree& tree) {
    assert(FindStructureFault(tree).empty());
    std::vector<uint8_t> archive = BeginArchive();
    AddChunk(archive, kTreeTag, ChunkNeed::MustKnow, TreeContents(tree));
    AddChunk(archive, kNodeTag, ChunkNeed::MustKnow, NodeContents(tree));
    if (!tree.volumeSpheres.empty()) AddChunk(archive, kVolumeTag, ChunkNeed::MaySkip, VolumeContents(tree));
    if (!tree.normalCones.empty()) AddChunk(archive, kConeTag, ChunkNeed::MaySkip, ConeContents(tree));
    if (!tree.leafTriangles.IsEmpty()) AddChunk(archive, kTriangleTag, ChunkNeed::MaySkip, TriangleContents(tree));
    SealArchive(archive, 2 + !tree.volumeSpheres.empty() + !tree.normalCones.empty() + !tree.leafTriangles.IsEmpty());
    return archive;
}

Result<SphereTree> ReadArchive(const uint8_t* bytes, size_t count) {
    const Result<std::vector<Chunk>> chunks = ReadChunks(bytes, count);
    if (!chunks) return Error{chunks.Sentence()};
    if (std::string fault = FindUnknownChunk(*chunks); !fault.empty()) return Error{std::move(fault)};
    Result<SphereTree> tree = ReadTree(*chunks);
    if (!tree) return tree;
    if (const std::string fault = FindStructureFault(*tree); !fault.empty())
        return Error{"The archive's tree is not sound: " + fault};
    return tree;
}

}  // namespace spheretree
