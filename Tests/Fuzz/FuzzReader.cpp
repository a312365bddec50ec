#include "ReadMesh.h"
#include "SphereTree/TriangleMesh.h"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace spheretree;

constexpr std::array kFormats{"obj", "ply", "stl", "off", "gltf", "glb", "fbx"};

[[noreturn]] void Fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

void CheckRead(const TriangleMesh& mesh) {
    if (mesh.triangles.empty()) Fail("read without a triangle");
    const MeshReport report = CheckMesh(mesh);
    if (report.indexFaults > report.triangleCount) Fail("miscounted");
    CleanMesh(mesh, {.fillHoles = true, .repairOrientation = true});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 2) return 0;
    const char* format = kFormats[data[0] % kFormats.size()];
    const std::span<const char> bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    tool::ReadOptions options;
    options.isolate = std::getenv("ISOLATE") != nullptr;
    const Result<tool::ReadMesh> read = tool::ReadMeshMemory(bytes, format, "input", options);
    if (!read && read.Sentence().find('\n') != std::string::npos) Fail("more than one line");
    if (read) CheckRead(read->mesh);
    return 0;
}
