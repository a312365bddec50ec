#pragma once

#include "SphereTree/TriangleMesh.h"

#include <filesystem>

// The files that real meshes travel in, between the build steps and the tests. Users' files are read by the
// command-line tool; these are only ever our own.
namespace spheretree::scenes {

/// PLY, binary, little-endian, coordinates in double: nothing is lost on the way. Throws std::runtime_error with a
/// sentence when the file is missing or is not exactly what WritePly and export_meshes.mjs write.
TriangleMesh ReadPly(const std::filesystem::path& path);

/// Written under another name first, so that nobody ever reads half a file.
void WritePly(const TriangleMesh& mesh, const std::filesystem::path& path);

/// Text that every program reads, with coordinates that come back as the same doubles.
void WriteObj(const TriangleMesh& mesh, const std::filesystem::path& path);

}  // namespace spheretree::scenes
