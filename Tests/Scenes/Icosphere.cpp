#include "Scenes/Meshes.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace spheretree::scenes {
namespace {

TriangleMesh MakeIcosahedron() {
    const double golden = (1 + std::sqrt(5.0)) / 2;
    TriangleMesh mesh;
    mesh.vertices = {{-1, golden, 0}, {1, golden, 0}, {-1, -golden, 0}, {1, -golden, 0},
                     {0, -1, golden}, {0, 1, golden}, {0, -1, -golden}, {0, 1, -golden},
                     {golden, 0, -1}, {golden, 0, 1}, {-golden, 0, -1}, {-golden, 0, 1}};
    for (Vec3& vertex : mesh.vertices) vertex = Normalized(vertex);
    mesh.triangles = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                      {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                      {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
    return mesh;
}

// Hands out the vertex in the middle of an edge, the same one to both of its triangles.
class EdgeMiddles {
public:
    explicit EdgeMiddles(std::vector<Vec3>& vertices, size_t edgeCount) : vertices_(vertices) {
        indices_.reserve(edgeCount);
        vertices_.reserve(vertices_.size() + edgeCount);
    }

    int32_t Of(int32_t a, int32_t b) {
        const auto [low, high] = std::minmax(a, b);
        const auto key = static_cast<uint64_t>(low) << 32 | static_cast<uint64_t>(high);
        const auto [place, isNew] = indices_.try_emplace(key, static_cast<int32_t>(vertices_.size()));
        if (isNew) {
            vertices_.push_back(Normalized(vertices_[static_cast<size_t>(low)] + vertices_[static_cast<size_t>(high)]));
        }
        return place->second;
    }

private:
    std::vector<Vec3>& vertices_;
    std::unordered_map<uint64_t, int32_t> indices_;
};

void Subdivide(TriangleMesh& mesh) {
    const std::vector<Triangle> coarse = std::exchange(mesh.triangles, {});
    mesh.triangles.reserve(coarse.size() * 4);
    EdgeMiddles middles(mesh.vertices, coarse.size() * 3 / 2);
    for (const auto& [a, b, c] : coarse) {
        const int32_t ab = middles.Of(a, b), bc = middles.Of(b, c), ca = middles.Of(c, a);
        mesh.triangles.insert(mesh.triangles.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
    }
}

}  // namespace

TriangleMesh MakeIcosphere(int32_t subdivisions) {
    TriangleMesh mesh = MakeIcosahedron();
    for (int32_t i = 0; i < subdivisions; ++i) Subdivide(mesh);
    return mesh;
}

}  // namespace spheretree::scenes
