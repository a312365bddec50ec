#include "Archive/Chunks.h"

#include "Archive/Bytes.h"
#include "Archive/Crc64.h"
#include "SphereTree/Archive.h"

#include <algorithm>
#include <cstring>

namespace spheretree {

namespace {

constexpr uint8_t kMagic[8] = {'S', 'P', 'H', 'T', 'R', 'E', 'E', 0x1A};
constexpr size_t kChunkCountAt = 12, kLengthAt = 16, kChecksumAt = 24;

constexpr size_t FillingOf(size_t count) { return (8 - count % 8) % 8; }

void OverwriteNumber(std::vector<uint8_t>& bytes, size_t at, uint64_t value, int byteCount) {
    for (int i = 0; i < byteCount; ++i) bytes[at + static_cast<size_t>(i)] = static_cast<uint8_t>(value >> (8 * i));
}

std::string FindHeaderFault(const uint8_t* bytes, size_t count) {
    const size_t magicBytes = std::min(count, sizeof kMagic);
    if (magicBytes > 0 && std::memcmp(bytes, kMagic, magicBytes) != 0)
        return "This is not a sphere tree: the bytes do not begin with SPHTREE.";
    if (count < kHeaderBytes)
        return "The archive ends after " + std::to_string(count) + " bytes, within its header; it was cut short.";
    const uint64_t version = GetU64(bytes + sizeof kMagic, 4);
    if (version != kArchiveVersion)
        return "The archive has version " + std::to_string(version) + "; this program reads version " +
               std::to_string(kArchiveVersion) + ". Bake the mesh again, or use a newer program.";
    const uint64_t length = GetU64(bytes + kLengthAt);
    if (length != count)
        return "The archive says that it has " + std::to_string(length) + " bytes, but there are " +
               std::to_string(count) + "; it was cut short or changed.";
    if (GetU64(bytes + kChecksumAt) != ArchiveChecksum(bytes, count))
        return "The archive's checksum does not fit its bytes: it is damaged. Bake the mesh again.";
    return "";
}

std::string FindFillingFault(const Chunk& chunk) {
    for (size_t i = 0; i < FillingOf(chunk.count); ++i)
        if (chunk.bytes[chunk.count + i] != 0)
            return "The filling after chunk " + TagName(chunk.tag) +
                   " is not zero: the archive was not written by this product.";
    return "";
}

/// One chunk from `at` on; moves `at` behind it. Nothing is read before it is known to be there.
Result<Chunk> ReadChunk(const uint8_t* bytes, size_t count, size_t& at) {
    if (count - at < kChunkHeadBytes)
        return Error{"A chunk's head at byte " + std::to_string(at) + " passes the end of the archive."};
    ByteCursor head(bytes + at, kChunkHeadBytes);
    Chunk chunk;
    chunk.tag = head.U32();
    const uint32_t need = head.U32();
    const uint64_t length = head.U64();
    const size_t left = count - at - kChunkHeadBytes;
    if (need > 1) return Error{"Chunk " + TagName(chunk.tag) + " has flags that version 1 does not know."};
    if (length > left || FillingOf(static_cast<size_t>(length)) > left - static_cast<size_t>(length))
        return Error{"Chunk " + TagName(chunk.tag) + " says that it has " + std::to_string(length) + " bytes, but " +
                     std::to_string(left) + " are left."};
    chunk.need = static_cast<ChunkNeed>(need);
    chunk.bytes = bytes + at + kChunkHeadBytes;
    chunk.count = static_cast<size_t>(length);
    if (std::string fault = FindFillingFault(chunk); !fault.empty()) return Error{std::move(fault)};
    at += kChunkHeadBytes + chunk.count + FillingOf(chunk.count);
    return chunk;
}

bool HasTwins(const std::vector<Chunk>& chunks, uint32_t& twin) {
    std::vector<uint32_t> tags;
    for (const Chunk& chunk : chunks) tags.push_back(chunk.tag);
    std::sort(tags.begin(), tags.end());
    const auto found = std::adjacent_find(tags.begin(), tags.end());
    if (found == tags.end()) return false;
    twin = *found;
    return true;
}

}  // namespace

std::string TagName(uint32_t tag) {
    std::string name;
    for (int i = 0; i < 4; ++i) {
        const char letter = static_cast<char>((tag >> (8 * i)) & 255);
        name += (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z') ? letter : '?';
    }
    return name;
}

std::vector<uint8_t> BeginArchive() {
    std::vector<uint8_t> archive(std::begin(kMagic), std::end(kMagic));
    PutU32(archive, kArchiveVersion);
    archive.resize(kHeaderBytes);
    return archive;
}

void AddChunk(std::vector<uint8_t>& archive, uint32_t tag, ChunkNeed need, const std::vector<uint8_t>& contents) {
    PutU32(archive, tag);
    PutU32(archive, static_cast<uint32_t>(need));
    PutU64(archive, contents.size());
    archive.insert(archive.end(), contents.begin(), contents.end());
    archive.resize(archive.size() + FillingOf(contents.size()));
}

void SealArchive(std::vector<uint8_t>& archive, uint32_t chunkCount) {
    OverwriteNumber(archive, kChunkCountAt, chunkCount, 4);
    OverwriteNumber(archive, kLengthAt, archive.size(), 8);
    OverwriteNumber(archive, kChecksumAt, ArchiveChecksum(archive.data(), archive.size()), 8);
}

uint64_t ArchiveChecksum(const uint8_t* bytes, size_t count) {
    return Crc64(bytes + kHeaderBytes, count - kHeaderBytes, Crc64(bytes, kChecksumAt));
}

Result<std::vector<Chunk>> ReadChunks(const uint8_t* bytes, size_t count) {
    if (std::string fault = FindHeaderFault(bytes, count); !fault.empty()) return Error{std::move(fault)};
    const uint64_t chunkCount = GetU64(bytes + kChunkCountAt, 4);
    std::vector<Chunk> chunks;  // grows with what is found, never with what is announced
    size_t at = kHeaderBytes;
    while (at < count) {
        Result<Chunk> chunk = ReadChunk(bytes, count, at);
        if (!chunk) return Error{chunk.Sentence()};
        chunks.push_back(*chunk);
    }
    if (chunks.size() != chunkCount)
        return Error{"The archive says that it has " + std::to_string(chunkCount) + " chunks, but there are " +
                     std::to_string(chunks.size()) + "."};
    if (uint32_t twin = 0; HasTwins(chunks, twin)) return Error{"The archive has chunk " + TagName(twin) + " twice."};
    return chunks;
}

const Chunk* FindChunk(const std::vector<Chunk>& chunks, uint32_t tag) {
    for (const Chunk& chunk : chunks)
        if (chunk.tag == tag) return &chunk;
    return nullptr;
}

}  // namespace spheretree
