#pragma once

#include "SphereTree/Result.h"
#include "SphereTree/TriangleMesh.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

// Meshes from files, through assimp: OBJ, PLY, STL, OFF, glTF, GLB, FBX and whatever else it knows. Node transforms
// are applied, polygons are cut into triangles, points and lines are left out, units stay as they are.
namespace spheretree::tool {

struct ReadOptions {
    double limitSeconds = 0;  // an importer that takes longer is ended; 0: a minute, and 5 seconds for every MiB
    bool isolate = true;      // in a process of its own, so that a crash in an importer is a sentence
};

struct ReadMesh {
    TriangleMesh mesh;
    int64_t parts = 0;           // meshes as the file counts them, once per place in its scene
    int64_t pointsAndLines = 0;  // left out
};

/// The error is one whole sentence that names the file.
Result<ReadMesh> ReadMeshFile(const std::filesystem::path& path, const ReadOptions& options = {});

/// `format` is the extension that such a file would have ("obj", "glb"). `name` is what the sentence calls it.
Result<ReadMesh> ReadMeshMemory(std::span<const char> bytes, const std::string& format, const std::string& name,
                                const ReadOptions& options = {});

}  // namespace spheretree::tool
