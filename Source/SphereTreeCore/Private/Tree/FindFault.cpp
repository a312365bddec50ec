#include "Base/Task.h"
#include "SphereTree/SphereTree.h"
#include "Tree/CoverageProof.h"
#include "Tree/SolidProof.h"

#include <algorithm>
#include <cstdio>

namespace spheretree {

namespace {

constexpr int64_t kTrianglesPerTask = 1024;

std::string DescribePiece(const UncoveredPiece& piece, int64_t triangle) {
    const Vec3 middle = (piece.corners[0] + piece.corners[1] + piece.corners[2]) / 3;
    double size = 0;
    for (const Vec3& corner : piece.corners) size = std::max(size, Distance(corner, middle));
    char text[256];
    std::snprintf(text, sizeof text,
                  "Triangle %lld has a piece of size %.3g around (%.9g, %.9g, %.9g) that no child of node %d covers.",
                  static_cast<long long>(triangle), size, middle.x, middle.y, middle.z, piece.node);
    return text;
}

bool IsSound(const TriangleMesh& mesh, const Triangle& triangle) {
    return std::all_of(triangle.begin(), triangle.end(), [&](int32_t index) {
        return index >= 0 && size_t(index) < mesh.vertices.size() && IsFinite(mesh.vertices[size_t(index)]);
    });
}

/// The first fault among the triangles [begin, end), or an empty sentence.
std::string FindSurfaceFault(const SphereTree& tree, const TriangleMesh& mesh, int64_t begin, int64_t end) {
    CoverageProof proof(tree);
    for (int64_t index = begin; index < end; ++index) {
        const Triangle& triangle = mesh.triangles[size_t(index)];
        if (!IsSound(mesh, triangle)) continue;  // has no place in space; CheckMesh counts it
        const auto uncovered =
            proof.FindUncovered({mesh.vertices[size_t(triangle[0])], mesh.vertices[size_t(triangle[1])],
                                 mesh.vertices[size_t(triangle[2])]});
        if (uncovered) return DescribePiece(*uncovered, index);
    }
    return {};
}

}  // namespace

std::string FindFault(const SphereTree& tree, const TriangleMesh& mesh, const Host& host) {
    if (std::string fault = FindStructureFault(tree); !fault.empty()) return fault;
    const int64_t count = int64_t(mesh.triangles.size());
    const int64_t tasks = (count + kTrianglesPerTask - 1) / kTrianglesPerTask;
    std::vector<std::string> faults(size_t(tasks) + 1);
    Task task(host, double(tasks + 1));
    host.parallelFor(tasks, [&](int64_t i) {
        if (!task.Advance()) return;
        faults[size_t(i)] =
            FindSurfaceFault(tree, mesh, i * kTrianglesPerTask, std::min((i + 1) * kTrianglesPerTask, count));
    });
    if (!task.Cancelled() && tree.isSolid) faults.back() = FindSolidFault(tree, mesh, task.Part(1));
    if (!task.Finish()) return "The proof was cancelled.";
    for (std::string& fault : faults)
        if (!fault.empty()) return std::move(fault);
    return {};
}

}  // namespace spheretree
