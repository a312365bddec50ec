#pragma once

#include "SphereTree/Result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace spheretree {

// The frame of an archive (layout in SphereTree/Archive.h): header and chunks, whatever the chunks hold.
// A new product writes one more AddChunk and reads one more FindChunk.

inline constexpr size_t kHeaderBytes = 32;
inline constexpr size_t kChunkHeadBytes = 16;

constexpr uint32_t MakeTag(char a, char b, char c, char d) {
    return static_cast<uint32_t>(static_cast<uint8_t>(a)) | static_cast<uint32_t>(static_cast<uint8_t>(b)) << 8 |
           static_cast<uint32_t>(static_cast<uint8_t>(c)) << 16 | static_cast<uint32_t>(static_cast<uint8_t>(d)) << 24;
}

/// The four letters; anything that is no letter becomes a question mark, so that a sentence stays printable.
std::string TagName(uint32_t tag);

enum class ChunkNeed : uint32_t { MaySkip = 0, MustKnow = 1 };

/// A chunk's place in the bytes it was read from.
struct Chunk {
    uint32_t tag = 0;
    ChunkNeed need = ChunkNeed::MaySkip;
    const uint8_t* bytes = nullptr;
    size_t count = 0;
};

/// Begins an archive: a header that SealArchive completes.
std::vector<uint8_t> BeginArchive();
void AddChunk(std::vector<uint8_t>& archive, uint32_t tag, ChunkNeed need, const std::vector<uint8_t>& contents);
/// Writes number of chunks, length and checksum into the header.
void SealArchive(std::vector<uint8_t>& archive, uint32_t chunkCount);

/// The checksum that the header of these bytes must hold; at least kHeaderBytes of them.
uint64_t ArchiveChecksum(const uint8_t* bytes, size_t count);

/// All chunks, after header, checksum, lengths, filling and uniqueness of tags have been checked.
Result<std::vector<Chunk>> ReadChunks(const uint8_t* bytes, size_t count);

const Chunk* FindChunk(const std::vector<Chunk>& chunks, uint32_t tag);

}  // namespace spheretree
