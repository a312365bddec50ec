#include "Archive/Bytes.h"
#include "Archive/Chunks.h"
#include "Shells/BuildNodes.h"

#include <cassert>
#include <cmath>

namespace spheretree {

namespace {

constexpr uint32_t kShellHeadTag = MakeTag('S', 'H', 'L', 'T'), kShellNodeTag = MakeTag('S', 'H', 'L', 'N'),
                   kShellVolumeTag = MakeTag('S', 'H', 'L', 'V'), kShellGeometryTag = MakeTag('S', 'H', 'L', 'G');
constexpr uint64_t kShellHeadBytes = 24, kShellNodeBytes = 24, kBallBytes = 32, kShellBytes = 72, kBoxBytes = 120,
                   kFaceBytes = 80;

struct ShellCounts {
    uint64_t nodes = 0, balls = 0, shells = 0, boxes = 0, triangles = 0;
};

std::vector<uint8_t> ShellHead(const ShellTree& tree) {
    std::vector<uint8_t> bytes;
    for (const size_t count :
         {tree.nodes.size(), tree.balls.size(), tree.shells.size(), tree.boxes.size(), tree.triangles.size()})
        PutU32(bytes, static_cast<uint32_t>(count));
    PutU32(bytes, 0);
    return bytes;
}

std::vector<uint8_t> ShellNodes(const ShellTree& tree) {
    std::vector<uint8_t> bytes;
    for (const VolumeNode& node : tree.nodes) {
        PutU32(bytes, static_cast<uint32_t>(node.kind));
        PutI32(bytes, node.firstChild);
        PutI32(bytes, node.firstTriangle);
        PutI32(bytes, node.triangleCount);
        PutDouble(bytes, node.error);
    }
    return bytes;
}

std::vector<uint8_t> ShellVolumes(const ShellTree& tree) {
    std::vector<uint8_t> bytes;
    for (const Sphere& ball : tree.balls) {
        PutVec3(bytes, ball.centre);
        PutDouble(bytes, ball.radius);
    }
    for (const Shell& shell : tree.shells) {
        PutVec3(bytes, shell.centre);
        PutVec3(bytes, shell.axis);
        for (const double x : {shell.inner, shell.outer, shell.cosine}) PutDouble(bytes, x);
    }
    for (const OrientedBox& box : tree.boxes) {
        PutVec3(bytes, box.centre);
        for (const Vec3& axis : box.axes) PutVec3(bytes, axis);
        PutVec3(bytes, box.half);
    }
    return bytes;
}

std::vector<uint8_t> ShellGeometry(const ShellTree& tree) {
    std::vector<uint8_t> bytes;
    for (size_t i = 0; i < tree.triangles.size(); ++i) {
        for (const Vec3& v : tree.triangles[i]) PutVec3(bytes, v);
        PutI32(bytes, tree.source[i]);
        PutU32(bytes, 0);
    }
    return bytes;
}

std::string FindShellChunkFault(const std::vector<Chunk>& chunks, ShellCounts& counts) {
    for (const Chunk& chunk : chunks)
        if (chunk.need == ChunkNeed::MustKnow && chunk.tag != kShellHeadTag && chunk.tag != kShellNodeTag &&
            chunk.tag != kShellVolumeTag && chunk.tag != kShellGeometryTag)
            return "The archive needs a reader that knows chunk " + TagName(chunk.tag) + ": it holds no shell tree.";
    const Chunk* head = FindChunk(chunks, kShellHeadTag);
    if (head == nullptr || head->count != kShellHeadBytes)
        return "The archive has no sound chunk SHLT: it holds no shell tree.";
    ByteCursor cursor(head->bytes, head->count);
    for (uint64_t* count : {&counts.nodes, &counts.balls, &counts.shells, &counts.boxes, &counts.triangles})
        *count = cursor.U32();
    if (counts.nodes > INT32_MAX) return "The archive says that it has more nodes than a tree can have.";
    const uint64_t volumes = counts.balls * kBallBytes + counts.shells * kShellBytes + counts.boxes * kBoxBytes;
    const std::pair<uint32_t, uint64_t> wanted[] = {{kShellNodeTag, counts.nodes * kShellNodeBytes},
                                                    {kShellVolumeTag, volumes},
                                                    {kShellGeometryTag, counts.triangles * kFaceBytes}};
    for (const auto& [tag, size] : wanted) {
        const Chunk* chunk = FindChunk(chunks, tag);
        if (chunk == nullptr) return "The archive has no chunk " + TagName(tag) + ".";
        if (chunk->count != size)
            return "Chunk " + TagName(tag) + " has " + std::to_string(chunk->count) + " bytes, not " +
                   std::to_string(size) + " as its counts say.";
    }
    return "";
}

void GetShellVolumes(ByteCursor cursor, const ShellCounts& counts, ShellTree& tree) {
    tree.balls.resize(counts.balls);
    for (Sphere& ball : tree.balls) {
        ball.centre = GetVec3(cursor);
        ball.radius = cursor.Double();
    }
    tree.shells.resize(counts.shells);
    for (Shell& shell : tree.shells) {
        shell.centre = GetVec3(cursor);
        shell.axis = GetVec3(cursor);
        for (double* x : {&shell.inner, &shell.outer, &shell.cosine}) *x = cursor.Double();
    }
    tree.boxes.resize(counts.boxes);
    for (OrientedBox& box : tree.boxes) {
        box.centre = GetVec3(cursor);
        for (Vec3& axis : box.axes) axis = GetVec3(cursor);
        box.half = GetVec3(cursor);
    }
}

void GetShellNodes(ByteCursor cursor, ShellTree& tree) {
    int32_t next[kVolumeKinds + 1] = {};
    for (VolumeNode& node : tree.nodes) {
        const uint32_t kind = std::min<uint32_t>(cursor.U32(), kVolumeKinds);  // a wrong one stays wrong
        node.kind = static_cast<VolumeKind>(kind);
        node.volume = next[kind]++;
        node.firstChild = cursor.I32();
        node.firstTriangle = cursor.I32();
        node.triangleCount = cursor.I32();
        node.error = cursor.Double();
    }
}

void GetShellGeometry(ByteCursor cursor, ShellTree& tree) {
    for (size_t i = 0; i < tree.triangles.size(); ++i) {
        for (Vec3& v : tree.triangles[i]) v = GetVec3(cursor);
        tree.source[i] = cursor.I32();
        cursor.U32();
    }
}

}  // namespace

std::vector<uint8_t> WriteShellArchive(const ShellTree& tree) {
    std::vector<uint8_t> archive = BeginArchive();
    AddChunk(archive, kShellHeadTag, ChunkNeed::MustKnow, ShellHead(tree));
    AddChunk(archive, kShellNodeTag, ChunkNeed::MustKnow, ShellNodes(tree));
    AddChunk(archive, kShellVolumeTag, ChunkNeed::MustKnow, ShellVolumes(tree));
    AddChunk(archive, kShellGeometryTag, ChunkNeed::MustKnow, ShellGeometry(tree));
    SealArchive(archive, 4);
    return archive;
}

Result<ShellTree> ReadShellArchive(const uint8_t* bytes, size_t count) {
    const Result<std::vector<Chunk>> chunks = ReadChunks(bytes, count);
    if (!chunks) return Error{chunks.Sentence()};
    ShellCounts counts;
    if (std::string fault = FindShellChunkFault(*chunks, counts); !fault.empty()) return Error{std::move(fault)};
    ShellTree tree;
    tree.nodes.resize(counts.nodes);
    tree.triangles.resize(counts.triangles);
    tree.source.resize(counts.triangles);
    const auto open = [&](uint32_t tag) {
        const Chunk* chunk = FindChunk(*chunks, tag);
        return ByteCursor(chunk->bytes, chunk->count);
    };
    GetShellVolumes(open(kShellVolumeTag), counts, tree);
    GetShellNodes(open(kShellNodeTag), tree);
    GetShellGeometry(open(kShellGeometryTag), tree);
    DeriveSizes(tree);
    if (const std::string fault = FindFault(tree); !fault.empty())
        return Error{"The archive's shell tree is not sound: " + fault};
    return tree;
}

}  // namespace spheretree
