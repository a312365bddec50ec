#include "Scenes/Untangle.h"

#include "Scenes/DisjointSets.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <utility>

// Corner 3t + i of triangle t is where the half-edge 3t + i starts; it runs to corner Next(3t + i).
// Two half-edges that were paired are `twins`.
namespace spheretree::scenes {
namespace {

size_t Next(size_t corner) { return corner % 3 == 2 ? corner - 2 : corner + 1; }

int32_t VertexAt(const TriangleMesh& mesh, size_t corner) { return mesh.triangles[corner / 3][corner % 3]; }

const Vec3& PlaceAt(const TriangleMesh& mesh, size_t corner) {
    return mesh.vertices[static_cast<size_t>(VertexAt(mesh, corner))];
}

Triangle StartAtSmallest(Triangle triangle) {
    std::rotate(triangle.begin(), std::min_element(triangle.begin(), triangle.end()), triangle.end());
    return triangle;
}

// Two triangles with the same corners and opposite sides enclose nothing. What is left of each kind is their surplus.
void CancelOpposites(TriangleMesh& mesh) {
    std::map<Triangle, int32_t> surplus;
    for (const Triangle& triangle : mesh.triangles) {
        const auto [a, b, c] = StartAtSmallest(triangle);
        if (b < c) {
            ++surplus[{a, b, c}];
        } else {
            --surplus[{a, c, b}];
        }
    }
    std::vector<Triangle> kept;
    for (const Triangle& triangle : mesh.triangles) {
        const auto [a, b, c] = StartAtSmallest(triangle);
        int32_t& left = surplus[{a, std::min(b, c), std::max(b, c)}];
        if (b < c ? left <= 0 : left >= 0) continue;
        left += b < c ? -1 : 1;
        kept.push_back(triangle);
    }
    mesh.triangles = std::move(kept);
}

// A half-edge of an edge, and at which angle its triangle leaves that edge.
struct Blade {
    double angle = 0;
    size_t halfEdge = 0;
    bool closesSolid = false;  // going round by growing angle, the solid ends here
};

std::vector<Blade> SortBlades(const TriangleMesh& mesh, const std::vector<size_t>& halfEdges) {
    const size_t first = halfEdges.front();
    const Vec3 origin = PlaceAt(mesh, first), axis = Normalized(PlaceAt(mesh, Next(first)) - origin);
    const Vec3 across = Normalized(Cross(axis, std::abs(axis.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
    const Vec3 up = Cross(axis, across);
    std::vector<Blade> blades;
    for (const size_t halfEdge : halfEdges) {
        const Vec3 toTip = PlaceAt(mesh, Next(Next(halfEdge))) - origin;
        const bool isForward = VertexAt(mesh, halfEdge) == VertexAt(mesh, first);
        blades.push_back({std::atan2(Dot(toTip, up), Dot(toTip, across)), halfEdge, isForward});
    }
    std::sort(blades.begin(), blades.end(), [](const Blade& a, const Blade& b) {
        return std::pair(a.angle, a.halfEdge) < std::pair(b.angle, b.halfEdge);
    });
    return blades;
}

// Pairs the triangles around one edge like brackets: those of a pair have solid between them.
void PairBlades(const TriangleMesh& mesh, const std::vector<size_t>& halfEdges, std::vector<size_t>& twins) {
    const std::vector<Blade> blades = SortBlades(mesh, halfEdges);
    std::vector<size_t> open;
    size_t paired = 0;
    for (size_t i = 0; i < 2 * blades.size(); ++i) {  // twice round: a bracket may open before the start
        const Blade& blade = blades[i % blades.size()];
        if (!blade.closesSolid) {
            if (i < blades.size()) open.push_back(blade.halfEdge);
        } else if (!open.empty() && twins[blade.halfEdge] == blade.halfEdge) {
            twins[blade.halfEdge] = open.back();
            twins[open.back()] = blade.halfEdge;
            open.pop_back();
            paired += 2;
        }
    }
    if (paired != blades.size()) {
        throw std::runtime_error("an edge is run through more often one way than the other: the mesh is not closed");
    }
}

std::vector<size_t> FindTwins(const TriangleMesh& mesh) {
    std::map<std::pair<int32_t, int32_t>, std::vector<size_t>> edges;
    std::vector<size_t> twins(mesh.triangles.size() * 3);
    for (size_t halfEdge = 0; halfEdge < twins.size(); ++halfEdge) {
        twins[halfEdge] = halfEdge;  // not yet paired
        edges[std::minmax(VertexAt(mesh, halfEdge), VertexAt(mesh, Next(halfEdge)))].push_back(halfEdge);
    }
    for (const auto& [ends, halfEdges] : edges) PairBlades(mesh, halfEdges, twins);
    return twins;
}

// One vertex for every fan of triangles. Copies of a vertex move towards the middle of their neighbours.
TriangleMesh CutApart(const TriangleMesh& mesh, const std::vector<size_t>& twins) {
    constexpr double kPull = 0.1;
    DisjointSets fans(twins.size());
    for (size_t corner = 0; corner < twins.size(); ++corner) fans.Join(corner, Next(twins[corner]));
    std::vector<int32_t> vertexOfFan(twins.size(), -1), copies(mesh.vertices.size(), 0), sources;
    TriangleMesh cut;
    cut.triangles.resize(mesh.triangles.size());
    for (size_t corner = 0; corner < twins.size(); ++corner) {
        int32_t& vertex = vertexOfFan[fans.Find(corner)];
        if (vertex < 0) {
            vertex = static_cast<int32_t>(sources.size());
            sources.push_back(VertexAt(mesh, corner));
            ++copies[static_cast<size_t>(sources.back())];
        }
        cut.triangles[corner / 3][corner % 3] = vertex;
    }

    std::vector<Vec3> sums(sources.size());
    std::vector<double> counts(sources.size(), 0);
    for (size_t corner = 0; corner < twins.size(); ++corner) {
        const auto vertex = static_cast<size_t>(VertexAt(cut, corner));
        sums[vertex] += PlaceAt(mesh, Next(corner));
        counts[vertex] += 1;
    }
    for (size_t vertex = 0; vertex < sources.size(); ++vertex) {
        const auto source = static_cast<size_t>(sources[vertex]);
        const double pull = copies[source] > 1 ? kPull : 0;
        const Vec3& place = mesh.vertices[source];
        cut.vertices.push_back(pull > 0 ? place * (1 - pull) + sums[vertex] * (pull / counts[vertex]) : place);
    }
    return cut;
}

TriangleMesh KeepLargestPiece(const TriangleMesh& mesh) {
    DisjointSets pieces(mesh.vertices.size());
    for (const auto& [a, b, c] : mesh.triangles) {
        pieces.Join(static_cast<size_t>(a), static_cast<size_t>(b));
        pieces.Join(static_cast<size_t>(a), static_cast<size_t>(c));
    }
    std::vector<int64_t> sizes(mesh.vertices.size(), 0);
    for (const Triangle& triangle : mesh.triangles) ++sizes[pieces.Find(static_cast<size_t>(triangle[0]))];
    const auto largest = static_cast<size_t>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());

    TriangleMesh kept;
    std::vector<int32_t> renamed(mesh.vertices.size(), -1);
    for (size_t vertex = 0; vertex < mesh.vertices.size(); ++vertex) {
        if (pieces.Find(vertex) != largest) continue;
        renamed[vertex] = static_cast<int32_t>(kept.vertices.size());
        kept.vertices.push_back(mesh.vertices[vertex]);
    }
    for (const auto& [a, b, c] : mesh.triangles) {
        if (renamed[static_cast<size_t>(a)] < 0) continue;
        kept.triangles.push_back(
            {renamed[static_cast<size_t>(a)], renamed[static_cast<size_t>(b)], renamed[static_cast<size_t>(c)]});
    }
    return kept;
}

}  // namespace

TriangleMesh Untangle(const TriangleMesh& mesh) {
    TriangleMesh left = mesh;
    CancelOpposites(left);
    if (left.triangles.empty()) throw std::runtime_error("the mesh encloses nothing");
    return KeepLargestPiece(CutApart(left, FindTwins(left)));
}

}  // namespace spheretree::scenes
