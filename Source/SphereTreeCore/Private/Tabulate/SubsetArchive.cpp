#include "SphereTree/SubsetTable.h"

#include "Archive/Bytes.h"
#include "Archive/Chunks.h"

#include <cassert>
#include <string>
#include <utility>

namespace spheretree {

namespace {

constexpr uint32_t kHeadTag = MakeTag('T', 'S', 'S', 'H');
constexpr uint32_t kMotionTag = MakeTag('T', 'S', 'S', 'M');
constexpr uint32_t kFirstTag = MakeTag('T', 'S', 'S', 'A');
constexpr uint32_t kSecondTag = MakeTag('T', 'S', 'S', 'B');
constexpr uint32_t kFieldTag = MakeTag('T', 'S', 'S', 'F');
constexpr uint32_t kPairTag = MakeTag('T', 'S', 'S', 'P');
constexpr size_t kHeadBytes = 264, kMotionBytes = 160, kRangeBytes = 16, kPoseBytes = 56, kSphereBytes = 80,
                 kWayBytes = 24, kPairBytes = 16;

void PutPose(std::vector<uint8_t>& bytes, const Pose& pose) {
    PutVec3(bytes, pose.position);
    PutVec3(bytes, {pose.rotation.x, pose.rotation.y, pose.rotation.z});
    PutDouble(bytes, pose.rotation.w);
}
Pose GetPose(ByteCursor& cursor) {
    Pose pose;
    pose.position = GetVec3(cursor);
    const Vec3 turn = GetVec3(cursor);
    pose.rotation = {turn.x, turn.y, turn.z, cursor.Double()};
    return pose;
}

/// The figures, each once, in the order of the archive.
template <typename Figures, typename F>
void ForEachCount(Figures& figures, F f) {
    for (auto* counts : {&figures.all, &figures.colliding, &figures.smallest, &figures.minimal, &figures.kept})
        for (auto& count : *counts) f(count);
    for (auto* count : {&figures.collidingPairs, &figures.smallestPairs, &figures.minimalPairs, &figures.keptPairs,
                        &figures.forcedPairs, &figures.cells, &figures.poses})
        f(*count);
}

std::vector<uint8_t> HeadContents(const SubsetTable& table) {
    std::vector<uint8_t> bytes;
    for (const uint32_t number : {static_cast<uint32_t>(table.keep), static_cast<uint32_t>(table.reduction),
                                  static_cast<uint32_t>(table.source[0]), static_cast<uint32_t>(table.source[1]),
                                  static_cast<uint32_t>(table.level[0]), static_cast<uint32_t>(table.level[1]),
                                  (table.coversMesh[0] ? 1u : 0u) | (table.coversMesh[1] ? 2u : 0u),
                                  static_cast<uint32_t>(table.fields.size())})
        PutU32(bytes, number);
    PutU64(bytes, table.fingerprint[0]);
    PutU64(bytes, table.fingerprint[1]);
    PutDouble(bytes, table.fraction);
    PutDouble(bytes, table.slop);
    PutDouble(bytes, table.slack);
    PutVec3(bytes, table.secondCentre);
    PutDouble(bytes, table.secondReach);
    ForEachCount(table.figures, [&](const int64_t& count) { PutU64(bytes, static_cast<uint64_t>(count)); });
    PutDouble(bytes, table.figures.collidingShare);
    PutDouble(bytes, table.figures.largestMargin);
    PutDouble(bytes, table.figures.reachedFraction);
    assert(bytes.size() == kHeadBytes);
    return bytes;
}

std::vector<uint8_t> MotionContents(const MotionConstraint& constraint) {
    std::vector<uint8_t> bytes;
    PutU32(bytes, static_cast<uint32_t>(constraint.kind));
    PutU32(bytes, static_cast<uint32_t>(constraint.ranges.size()));
    PutU64(bytes, constraint.poses.size());
    PutPose(bytes, constraint.rest);
    PutVec3(bytes, constraint.pivot);
    PutVec3(bytes, constraint.axis);
    PutVec3(bytes, constraint.secondAxis);
    PutDouble(bytes, constraint.cone);
    PutU64(bytes, 0);
    assert(bytes.size() == kMotionBytes);
    for (const MotionRange& range : constraint.ranges) {
        PutDouble(bytes, range.low);
        PutDouble(bytes, range.high);
    }
    for (const Pose& pose : constraint.poses) PutPose(bytes, pose);
    return bytes;
}

std::vector<uint8_t> SphereContents(const std::vector<TableSphere>& spheres) {
    std::vector<uint8_t> bytes;
    for (const TableSphere& sphere : spheres) {
        PutVec3(bytes, sphere.sphere.centre);
        PutDouble(bytes, sphere.sphere.radius);
        PutDouble(bytes, sphere.error);
        PutVec3(bytes, sphere.cone.axis);
        PutDouble(bytes, sphere.cone.halfAngle);
        PutI32(bytes, sphere.index);
        PutI32(bytes, sphere.original);
    }
    return bytes;
}

std::vector<uint8_t> FieldContents(const std::vector<DisplacementField>& fields) {
    std::vector<uint8_t> bytes;
    for (const DisplacementField& field : fields) {
        PutDouble(bytes, field.weight.low);
        PutDouble(bytes, field.weight.high);
        for (const Vec3& way : field.displacements) PutVec3(bytes, way);
    }
    return bytes;
}

std::vector<uint8_t> PairContents(const std::vector<TablePair>& pairs) {
    std::vector<uint8_t> bytes;
    for (const TablePair& pair : pairs) {
        PutI32(bytes, pair.a);
        PutI32(bytes, pair.b);
        PutDouble(bytes, pair.likelihood);
    }
    return bytes;
}

Result<size_t> ReadHead(const Chunk& chunk, SubsetTable& table) {
    if (chunk.count != kHeadBytes) return Error{"Chunk TSSH has " + std::to_string(chunk.count) + " bytes, not 264."};
    ByteCursor cursor(chunk.bytes, chunk.count);
    const uint32_t keep = cursor.U32(), reduction = cursor.U32();
    const uint32_t source[2] = {cursor.U32(), cursor.U32()};
    const int32_t level[2] = {cursor.I32(), cursor.I32()};
    const uint32_t flags = cursor.U32(), fields = cursor.U32();
    if (keep > 2 || reduction > 2 || source[0] > 2 || source[1] > 2 || flags > 3 || level[0] < 0 || level[1] < 0 ||
        fields > static_cast<uint32_t>(kMostFields))
        return Error{"The table's head has numbers that version 1 does not know."};
    table.keep = static_cast<SubsetKeep>(keep);
    table.reduction = static_cast<SubsetReduction>(reduction);
    table.fingerprint = {cursor.U64(), cursor.U64()};
    for (size_t i = 0; i < 2; ++i) {
        table.source[i] = static_cast<SphereSource>(source[i]);
        table.level[i] = level[i];
        table.coversMesh[i] = (flags >> i & 1) != 0;
    }
    table.fraction = cursor.Double();
    table.slop = cursor.Double();
    table.slack = cursor.Double();
    table.secondCentre = GetVec3(cursor);
    table.secondReach = cursor.Double();
    ForEachCount(table.figures, [&](int64_t& count) { count = static_cast<int64_t>(cursor.U64()); });
    table.figures.collidingShare = cursor.Double();
    table.figures.largestMargin = cursor.Double();
    table.figures.reachedFraction = cursor.Double();
    return static_cast<size_t>(fields);
}

std::string ReadMotion(const Chunk& chunk, MotionConstraint& constraint) {
    if (chunk.count < kMotionBytes) return "Chunk TSSM is too short.";
    ByteCursor cursor(chunk.bytes, chunk.count);
    const uint32_t kind = cursor.U32(), ranges = cursor.U32();
    const uint64_t poses = cursor.U64();
    if (kind >= static_cast<uint32_t>(kMotionKindCount))
        return "The table's constraint is of a kind that is not known.";
    if (ranges > 6 || poses > static_cast<uint64_t>(kMostRecordedPoses) ||
        chunk.count != kMotionBytes + ranges * kRangeBytes + static_cast<size_t>(poses) * kPoseBytes)
        return "Chunk TSSM does not have the bytes of its ranges and poses.";
    constraint.kind = static_cast<MotionKind>(kind);
    constraint.rest = GetPose(cursor);
    constraint.pivot = GetVec3(cursor);
    constraint.axis = GetVec3(cursor);
    constraint.secondAxis = GetVec3(cursor);
    constraint.cone = cursor.Double();
    if (cursor.U64() != 0) return "Chunk TSSM has a number that version 1 does not know.";
    constraint.ranges.resize(ranges);
    for (MotionRange& range : constraint.ranges) {
        range.low = cursor.Double();
        range.high = cursor.Double();
    }
    constraint.poses.resize(static_cast<size_t>(poses));
    for (Pose& pose : constraint.poses) pose = GetPose(cursor);
    return "";
}

std::string ReadSpheres(const Chunk& chunk, std::vector<TableSphere>& spheres) {
    if (chunk.count % kSphereBytes != 0) return "Chunk " + TagName(chunk.tag) + " is no list of spheres.";
    spheres.resize(chunk.count / kSphereBytes);
    ByteCursor cursor(chunk.bytes, chunk.count);
    for (TableSphere& sphere : spheres) {
        sphere.sphere.centre = GetVec3(cursor);
        sphere.sphere.radius = cursor.Double();
        sphere.error = cursor.Double();
        sphere.cone.axis = GetVec3(cursor);
        sphere.cone.halfAngle = cursor.Double();
        sphere.index = cursor.I32();
        sphere.original = cursor.I32();
    }
    return "";
}

std::string ReadFields(const Chunk& chunk, size_t fieldCount, size_t spheres, std::vector<DisplacementField>& fields) {
    if (chunk.count != fieldCount * (kRangeBytes + spheres * kWayBytes))
        return "Chunk TSSF does not have one displacement per sphere and field.";
    ByteCursor cursor(chunk.bytes, chunk.count);
    fields.resize(fieldCount);
    for (DisplacementField& field : fields) {
        field.weight.low = cursor.Double();
        field.weight.high = cursor.Double();
        field.displacements.resize(spheres);
        for (Vec3& way : field.displacements) way = GetVec3(cursor);
    }
    return "";
}

std::string ReadPairs(const Chunk& chunk, std::vector<TablePair>& pairs) {
    if (chunk.count % kPairBytes != 0) return "Chunk TSSP is no list of pairs.";
    pairs.resize(chunk.count / kPairBytes);
    ByteCursor cursor(chunk.bytes, chunk.count);
    for (TablePair& pair : pairs) {
        pair.a = cursor.I32();
        pair.b = cursor.I32();
        pair.likelihood = cursor.Double();
    }
    return "";
}

std::string ReadTable(const std::vector<Chunk>& chunks, SubsetTable& table) {
    for (const uint32_t tag : {kHeadTag, kMotionTag, kFirstTag, kSecondTag, kFieldTag, kPairTag})
        if (FindChunk(chunks, tag) == nullptr)
            return "The archive has no chunk " + TagName(tag) + ": it holds no table.";
    for (const Chunk& chunk : chunks)
        if (chunk.need == ChunkNeed::MustKnow && (chunk.tag & 0xFFFFFF) != (kHeadTag & 0xFFFFFF))
            return "The archive needs a reader that knows chunk " + TagName(chunk.tag) + ": use a newer program.";
    const Result<size_t> fieldCount = ReadHead(*FindChunk(chunks, kHeadTag), table);
    if (!fieldCount) return fieldCount.Sentence();
    if (std::string fault = ReadMotion(*FindChunk(chunks, kMotionTag), table.constraint); !fault.empty()) return fault;
    if (std::string fault = ReadSpheres(*FindChunk(chunks, kFirstTag), table.spheres[0]); !fault.empty()) return fault;
    if (std::string fault = ReadSpheres(*FindChunk(chunks, kSecondTag), table.spheres[1]); !fault.empty()) return fault;
    if (std::string fault =
            ReadFields(*FindChunk(chunks, kFieldTag), *fieldCount, table.spheres[1].size(), table.fields);
        !fault.empty())
        return fault;
    return ReadPairs(*FindChunk(chunks, kPairTag), table.pairs);
}

}  // namespace

std::vector<uint8_t> WriteSubsets(const SubsetTable& table) {
    assert(FindTableFault(table).empty());
    std::vector<uint8_t> archive = BeginArchive();
    AddChunk(archive, kHeadTag, ChunkNeed::MustKnow, HeadContents(table));
    AddChunk(archive, kMotionTag, ChunkNeed::MustKnow, MotionContents(table.constraint));
    AddChunk(archive, kFirstTag, ChunkNeed::MustKnow, SphereContents(table.spheres[0]));
    AddChunk(archive, kSecondTag, ChunkNeed::MustKnow, SphereContents(table.spheres[1]));
    AddChunk(archive, kFieldTag, ChunkNeed::MustKnow, FieldContents(table.fields));
    AddChunk(archive, kPairTag, ChunkNeed::MustKnow, PairContents(table.pairs));
    SealArchive(archive, 6);
    return archive;
}

Result<SubsetTable> ReadSubsets(const uint8_t* bytes, size_t count) {
    const Result<std::vector<Chunk>> chunks = ReadChunks(bytes, count);
    if (!chunks) return Error{chunks.Sentence()};
    SubsetTable table;
    if (std::string fault = ReadTable(*chunks, table); !fault.empty()) return Error{std::move(fault)};
    if (const std::string fault = FindTableFault(table); !fault.empty())
        return Error{"The archive's table is not sound: " + fault};
    return table;
}

}  // namespace spheretree
