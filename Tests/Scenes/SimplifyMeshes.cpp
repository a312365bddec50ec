// A step of the build: closed, 2-manifold meshes of about 1,500 triangles, the size used in [Bradshaw 2002] 7.1, from
// the real ones. spheretree-simplify-meshes IN.ply OUT.ply
#include "Scenes/MeshFile.h"
#include "Scenes/Untangle.h"

#include <meshoptimizer.h>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <limits>
#include <stdexcept>
#include <string>

namespace spheretree::scenes {
namespace {

constexpr size_t kTriangles = 1500;

// Opposite triangles must still cancel, so none is dropped for being the second of its kind.
TriangleMesh Close(const TriangleMesh& mesh) {
    CleanOptions options;
    options.dropDuplicates = false;
    options.fillHoles = true;
    Result<CleanedMesh> cleaned = CleanMesh(mesh, options);
    if (!cleaned) throw std::runtime_error(cleaned.Sentence());
    return Untangle(cleaned->mesh);
}

TriangleMesh Simplify(const TriangleMesh& mesh, size_t triangleCount) {
    std::vector<float> places;
    for (const Vec3& vertex : mesh.vertices) {
        places.insert(places.end(),
                      {static_cast<float>(vertex.x), static_cast<float>(vertex.y), static_cast<float>(vertex.z)});
    }
    std::vector<unsigned int> indices;
    for (const Triangle& triangle : mesh.triangles) indices.insert(indices.end(), triangle.begin(), triangle.end());
    std::vector<unsigned int> fewer(indices.size());
    fewer.resize(meshopt_simplify(fewer.data(), indices.data(), indices.size(), places.data(), mesh.vertices.size(),
                                  3 * sizeof(float), std::min(indices.size(), triangleCount * 3),
                                  std::numeric_limits<float>::max(), 0, nullptr));
    TriangleMesh simplified;
    simplified.vertices = mesh.vertices;
    for (size_t i = 0; i < fewer.size(); i += 3) {
        simplified.triangles.push_back(
            {static_cast<int32_t>(fewer[i]), static_cast<int32_t>(fewer[i + 1]), static_cast<int32_t>(fewer[i + 2])});
    }
    return simplified;
}

// Into a box around the origin whose half diagonal is 1: errors of different meshes can then be compared.
void Normalize(TriangleMesh& mesh) {
    const Box bounds = CheckMesh(mesh).bounds;
    const Vec3 centre = (bounds.low + bounds.high) * 0.5;
    const double scale = 2 / Distance(bounds.low, bounds.high);
    for (Vec3& vertex : mesh.vertices) vertex = (vertex - centre) * scale;
}

bool IsSound(const MeshReport& report) {
    return report.isClosed && report.isManifold && report.isOriented && report.components == 1 &&
           report.degenerateTriangles == 0 && report.signedVolume > 0;
}

// The simplifier may fold thin parts onto themselves: each fold is untangled and the rest simplified again.
TriangleMesh MakeSimplified(const TriangleMesh& source) {
    constexpr int kRounds = 10;
    TriangleMesh mesh = Close(source);
    for (int round = 0; round < kRounds; ++round) {
        mesh = Untangle(Simplify(mesh, kTriangles));
        if (IsSound(CheckMesh(mesh)) && mesh.triangles.size() <= kTriangles) return mesh;
    }
    throw std::runtime_error("no closed 2-manifold mesh came out");
}

}  // namespace
}  // namespace spheretree::scenes

int main(int argc, char** argv) {
    using namespace spheretree::scenes;
    if (argc != 3) {
        std::fprintf(stderr, "usage: spheretree-simplify-meshes IN.ply OUT.ply\n");
        return 2;
    }
    try {
        spheretree::TriangleMesh mesh = MakeSimplified(ReadPly(argv[1]));
        Normalize(mesh);
        WritePly(mesh, argv[2]);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s could not be simplified: %s\n", argv[1], error.what());
        return 1;
    }
    return 0;
}
