#include "ExportForms.h"

#include "SphereTree/TriangleMesh.h"
#include "Table.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace spheretree::tool {

namespace {

constexpr int64_t kMostPlaces = 50'000'000;  // of a complete tree: more than a gigabyte of text

std::vector<std::string> SphereCells(const Sphere& sphere) {
    return {Exact(sphere.centre.x), Exact(sphere.centre.y), Exact(sphere.centre.z), Exact(sphere.radius)};
}

int64_t PlacesOf(int32_t levels, int32_t branching) {
    int64_t places = 0, width = 1;
    for (int32_t level = 0; level < levels && places <= kMostPlaces; ++level, width *= branching) places += width;
    return places;
}

/// Each edge's middle once, however many triangles share it.
struct Refinement {
    TriangleMesh& mesh;
    std::map<std::pair<int32_t, int32_t>, int32_t> middles;

    int32_t MiddleOf(int32_t a, int32_t b) {
        const auto [found, isNew] = middles.try_emplace(std::minmax(a, b), static_cast<int32_t>(mesh.vertices.size()));
        if (isNew)
            mesh.vertices.push_back(
                Normalized(mesh.vertices[static_cast<size_t>(a)] + mesh.vertices[static_cast<size_t>(b)]));
        return found->second;
    }
};

void Refine(TriangleMesh& mesh) {
    Refinement refinement{mesh, {}};
    std::vector<Triangle> finer;
    for (const auto& [a, b, c] : mesh.triangles) {
        const int32_t ab = refinement.MiddleOf(a, b), bc = refinement.MiddleOf(b, c), ca = refinement.MiddleOf(c, a);
        for (const Triangle& triangle : {Triangle{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}})
            finer.push_back(triangle);
    }
    mesh.triangles = std::move(finer);
}

TriangleMesh UnitIcosphere(int32_t subdivisions) {
    const double g = (1 + std::sqrt(5.0)) / 2;
    TriangleMesh mesh;
    for (const Vec3& corner : {Vec3{-1, g, 0},
                               {1, g, 0},
                               {-1, -g, 0},
                               {1, -g, 0},
                               {0, -1, g},
                               {0, 1, g},
                               {0, -1, -g},
                               {0, 1, -g},
                               {g, 0, -1},
                               {g, 0, 1},
                               {-g, 0, -1},
                               {-g, 0, 1}})
        mesh.vertices.push_back(Normalized(corner));
    mesh.triangles = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                      {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                      {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
    for (int32_t i = 0; i < subdivisions; ++i) Refine(mesh);
    return mesh;
}

void AppendBall(std::string& text, const TriangleMesh& unit, const Sphere& sphere, int64_t firstVertex) {
    for (const Vec3& corner : unit.vertices) {
        const Vec3 point = sphere.centre + corner * sphere.radius;
        text += Line({"v", Exact(point.x), Exact(point.y), Exact(point.z)}, ' ');
    }
    for (const auto& [a, b, c] : unit.triangles)
        text += Line(
            {"f", std::to_string(firstVertex + a), std::to_string(firstVertex + b), std::to_string(firstVertex + c)},
            ' ');
}

}  // namespace

Result<std::string> SphText(const SphereTree& tree) {
    const int32_t levels = tree.LevelCount(), branching = tree.branching;
    const int64_t places = PlacesOf(levels, branching);
    if (places > kMostPlaces)
        return Error{"A complete tree of " + std::to_string(levels) + " levels and branching " +
                     std::to_string(branching) + " has too many places for the .sph form; export it as lines."};
    std::vector<int32_t> nodeAt(static_cast<size_t>(places), -1);
    nodeAt[0] = 0;
    for (int64_t place = 0; place < places; ++place) {  // child i of place p stands at p·branching + 1 + i
        if (nodeAt[static_cast<size_t>(place)] < 0) continue;
        const TreeNode& node = tree.nodes[static_cast<size_t>(nodeAt[static_cast<size_t>(place)])];
        for (int32_t i = 0; i < node.childCount; ++i)
            nodeAt[static_cast<size_t>(place * branching + 1 + i)] = node.firstChild + i;
    }
    std::string text = std::to_string(levels) + " " + std::to_string(branching) + "\n";
    for (const int32_t node : nodeAt) {
        if (node < 0) {
            text += "0 0 0 -1 0\n";
            continue;
        }
        std::vector<std::string> cells = SphereCells(tree.nodes[static_cast<size_t>(node)].sphere);
        cells.push_back("1");
        text += Line(cells, ' ');
    }
    return text;
}

std::string LinesText(const SphereTree& tree) {
    std::string text;
    for (const TreeNode& node : tree.nodes) {
        std::vector<std::string> cells{std::to_string(node.level), std::to_string(node.parent)};
        for (std::string& cell : SphereCells(node.sphere)) cells.push_back(std::move(cell));
        cells.push_back(Exact(node.error));
        text += Line(cells, ' ');
    }
    return text;
}

std::string ObjText(const SphereTree& tree, const std::vector<int32_t>& levels, int32_t subdivisions) {
    const TriangleMesh unit = UnitIcosphere(subdivisions);
    std::string text;
    int64_t firstVertex = 1;
    for (const int32_t level : levels) {
        text += "o level" + std::to_string(level) + "\n";
        for (size_t i = 0; i < tree.nodes.size(); ++i) {
            const TreeNode& node = tree.nodes[i];
            if (node.level != level && !(node.level < level && node.childCount == 0)) continue;
            text += "g level" + std::to_string(level) + "_node" + std::to_string(i) + "\n";
            AppendBall(text, unit, node.sphere, firstVertex);
            firstVertex += static_cast<int64_t>(unit.vertices.size());
        }
    }
    return text;
}

}  // namespace spheretree::tool
