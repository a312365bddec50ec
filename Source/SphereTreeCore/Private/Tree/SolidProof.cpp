#include "Tree/SolidProof.h"

#include "Base/Task.h"
#include "Tree/ChainSearch.h"

#include <cmath>
#include <cstdio>

namespace spheretree {

namespace {

constexpr double kCubeDiagonal = 1.7320508075688774;  // of half the width: from the middle to a corner
constexpr int32_t kCubesPerAxis = 8;                  // the first cut, one task each

struct Cube {
    Vec3 middle;
    double half = 0;

    double FarthestSquared(const Vec3& centre) const {
        const Vec3 offset = middle - centre;
        return LengthSquared({std::abs(offset.x) + half, std::abs(offset.y) + half, std::abs(offset.z) + half});
    }
    Vec3 Middle() const { return middle; }
    double Reach() const { return half * kCubeDiagonal; }
};

class SolidSearch {
public:
    SolidSearch(const SphereTree& tree, const SurfaceQuery& surface, Task& task)
        : chains_(tree), surface_(surface), task_(task) {}

    std::vector<UncoveredCube> Run(const Cube& whole, int64_t most) {
        std::vector<UncoveredCube> uncovered;
        const double smallest = chains_.RootRadius() * kSmallestSolidCube;
        std::vector<ChainSearch<Cube>::Piece> open{chains_.Start(whole)};
        while (!open.empty() && int64_t(uncovered.size()) < most && task_.Advance(0)) {
            auto piece = open.back();
            open.pop_back();
            if (chains_.FindChain(piece) || IsOutside(piece.shape)) continue;
            if (piece.shape.half <= smallest || (!piece.HasPending() && HasInterior(piece.shape)))
                uncovered.push_back({piece.shape.middle + chains_.Origin(), piece.shape.half, piece.deepestNode});
            else
                Cut(piece, open);
        }
        return uncovered;
    }

private:
    double DepthAt(const Vec3& local) const { return surface_.SignedDepth(local + chains_.Origin()); }
    bool IsOutside(const Cube& cube) const { return DepthAt(cube.middle) <= -cube.Reach(); }
    bool HasInterior(const Cube& cube) const { return DepthAt(cube.middle) > 0; }

    static void Cut(const ChainSearch<Cube>::Piece& piece, std::vector<ChainSearch<Cube>::Piece>& open) {
        const double half = piece.shape.half / 2;
        for (int corner = 0; corner < 8; ++corner) {
            open.push_back(piece);
            open.back().shape.half = half;
            open.back().shape.middle +=
                Vec3{corner & 1 ? half : -half, corner & 2 ? half : -half, corner & 4 ? half : -half};
        }
    }

    ChainSearch<Cube> chains_;
    const SurfaceQuery& surface_;
    Task& task_;
};

}  // namespace

std::vector<UncoveredCube> FindUncoveredCubes(const SphereTree& tree, const SurfaceQuery& surface, int64_t most,
                                              const Host& host) {
    const Sphere& root = tree.nodes.front().sphere;
    const int64_t tasks = int64_t(kCubesPerAxis) * kCubesPerAxis * kCubesPerAxis;
    const double half = root.radius / kCubesPerAxis;
    std::vector<std::vector<UncoveredCube>> found(static_cast<size_t>(tasks));
    Task task(host, double(tasks));
    host.parallelFor(tasks, [&](int64_t i) {
        if (!task.Advance()) return;
        const auto along = [&](int64_t cell) { return double(2 * cell + 1 - kCubesPerAxis) * half; };
        const Cube cube{{along(i % kCubesPerAxis), along(i / kCubesPerAxis % kCubesPerAxis),
                         along(i / kCubesPerAxis / kCubesPerAxis)},
                        half};
        found[size_t(i)] = SolidSearch(tree, surface, task).Run(cube, most);
    });
    std::vector<UncoveredCube> all;
    if (!task.Finish()) return all;
    for (const auto& part : found) all.insert(all.end(), part.begin(), part.end());
    if (int64_t(all.size()) > most) all.resize(size_t(most));
    return all;
}

std::string FindSolidFault(const SphereTree& tree, const TriangleMesh& mesh, const Host& host) {
    Result<CleanedMesh> cleaned = CleanMesh(mesh);
    if (!cleaned) return cleaned.Sentence();
    Task task(host, 2);
    Result<SurfaceQuery> surface = SurfaceQuery::Build(std::move(cleaned->mesh), task.Part(1));
    if (!surface) return surface.Sentence();
    if (!surface->IsClosed()) return "The tree claims to be solid, but the mesh is open and has no inside.";
    const std::vector<UncoveredCube> uncovered = FindUncoveredCubes(tree, *surface, 1, task.Part(1));
    if (!task.Finish() || uncovered.empty()) return {};
    char text[256];
    const UncoveredCube& cube = uncovered.front();
    std::snprintf(text, sizeof text,
                  "The interior around (%.9g, %.9g, %.9g) (half-width %.3g) is covered by no child of node %d.",
                  cube.middle.x, cube.middle.y, cube.middle.z, cube.half, cube.node);
    return text;
}

}  // namespace spheretree
