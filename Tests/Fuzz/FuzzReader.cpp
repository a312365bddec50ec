#include "ReadMesh.h"
#include "SphereTree/TriangleMesh.h"

#include <array>
#include <cstdio>
#include <cstdlib>

// Any bytes, said to be of some format → a mesh or one sentence, by the tool's own path for standard input.
//
// What this can and cannot find: Debian's libassimp 5.2.5 is not instrumented, so the fuzzer mutates without feedback
// from within it. Fed directly, it aborted on OFF within seconds, spun on PLY that claims many elements, and leaked on
// OBJ, glTF and FBX. That is why the tool imports in a process of its own, and why the fuzzer does, too: what is held
// to account here is that nothing an importer does reaches the tool, and that any mesh that comes out of one can be
// checked and cleaned. FuzzMesh holds the core's side to account with feedback.
namespace {

using namespace spheretree;

constexpr std::array kFormats{"obj", "ply", "stl", "off", "gltf", "glb", "fbx"};

[[noreturn]] void Fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

void CheckRead(const TriangleMesh& mesh) {
    const MeshReport report = CheckMesh(mesh);
    if (report.triangleCount == 0) Fail("a mesh without a triangle was read");
    CleanOptions options;
    options.fillHoles = options.repairOrientation = options.dropBackToBack = true;
    const Result<CleanedMesh> cleaned = CleanMesh(mesh, options);
    if (!cleaned && cleaned.Sentence().empty()) Fail("refused without a sentence");
}

void CheckSentence(const std::string& sentence) {
    if (sentence.rfind("input cannot be read: ", 0) != 0 || sentence.back() != '.') Fail("not a sentence");
    for (const char c : sentence)
        if (c < ' ' || c > '~') Fail("a sentence of one plain line was promised");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 2) return 0;
    const std::span<const char> bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    tool::ReadOptions options;
    options.limitSeconds = 3;
    const Result<tool::ReadMesh> read =
        tool::ReadMeshMemory(bytes, kFormats[data[0] % kFormats.size()], "input", options);
    if (read)
        CheckRead(read->mesh);
    else
        CheckSentence(read.Sentence());
    return 0;
}
