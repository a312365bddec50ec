#include "Mesh/EdgeTable.h"
#include "Mesh/Places.h"
#include "SphereTree/TriangleMesh.h"

#include <algorithm>

namespace spheretree {

namespace {

/// The triangles that have a shape at all, their corners named by place.
struct SoundPart {
    std::vector<Triangle> triangles;
    std::vector<char> usedPlaces, inBounds;
};

SoundPart TakeSoundTriangles(const TriangleMesh& mesh, const std::vector<int32_t>& places, MeshReport& report) {
    SoundPart part;
    part.usedPlaces.assign(mesh.vertices.size(), 0);
    part.inBounds.assign(mesh.vertices.size(), 0);
    part.triangles.reserve(mesh.triangles.size());
    const auto at = [&mesh](int32_t v) { return mesh.vertices[static_cast<size_t>(v)]; };
    for (const Triangle& named : mesh.triangles) {
        if (!HasValidIndices(named, mesh.vertices.size())) {
            ++report.indexFaults;
            continue;
        }
        const Triangle t = MapCorners(named, places);
        if (!IsUsable(at(t[0])) || !IsUsable(at(t[1])) || !IsUsable(at(t[2]))) {
            ++report.nonFiniteTriangles;
            continue;
        }
        for (const int32_t corner : t) part.inBounds[static_cast<size_t>(corner)] = 1;
        report.degenerateTriangles += IsSliver(at(t[0]), at(t[1]), at(t[2]));
        if (IsCollapsed(t)) continue;
        for (const int32_t corner : t) part.usedPlaces[static_cast<size_t>(corner)] = 1;
        part.triangles.push_back(t);  // a sliver between three places stays: without it the mesh would seem to gape
    }
    return part;
}

void CountVertices(const TriangleMesh& mesh, const std::vector<int32_t>& places, MeshReport& report) {
    std::vector<char> named(mesh.vertices.size(), 0);
    for (const Triangle& t : mesh.triangles)
        for (const int32_t corner : t)
            if (corner >= 0 && static_cast<size_t>(corner) < named.size()) named[static_cast<size_t>(corner)] = 1;
    for (size_t v = 0; v < mesh.vertices.size(); ++v) {
        const bool usable = IsUsable(mesh.vertices[v]);
        report.nonFiniteVertices += !usable;
        report.duplicateVertices += usable && places[v] != static_cast<int32_t>(v);
        report.unusedVertices += !named[v];
    }
}

void CountDuplicateTriangles(const SoundPart& part, MeshReport& report) {
    const std::vector<int32_t> same = FirstWithSameCorners(part.triangles, Direction::Same);
    const std::vector<int32_t> any = FirstWithSameCorners(part.triangles, Direction::Any);
    for (size_t t = 0; t < same.size(); ++t) {
        const int32_t self = static_cast<int32_t>(t);
        report.duplicateTriangles += same[t] != self;
        report.backToBackTriangles += same[t] == self && any[t] != self;
    }
}

void CountEdges(const EdgeTable& edges, MeshReport& report) {
    for (int64_t e = 0; e < edges.EdgeCount(); ++e) {
        report.boundaryEdges += edges.UseCount(e) == 1;
        report.nonManifoldEdges += edges.UseCount(e) > 2;
        report.flippedEdges += edges.IsFlipped(e);
    }
}

/// A fan is a run of triangles around a vertex, each joined to the next by an edge that only these two share.
void CountNonManifoldVertices(const std::vector<Triangle>& triangles, const EdgeTable& edges, size_t vertexCount,
                              MeshReport& report) {
    const int64_t cornerCount = 3 * static_cast<int64_t>(triangles.size());
    DisjointSets fans(cornerCount);
    for (int64_t e = 0; e < edges.EdgeCount(); ++e) {
        const std::span<const EdgeUse> uses = edges.Uses(e);
        if (uses.size() != 2) continue;
        const bool same = uses[0].forward == uses[1].forward;
        const int64_t from = uses[1].corner, to = NextCorner(uses[1].corner);
        fans.Join(uses[0].corner, same ? from : to);
        fans.Join(NextCorner(uses[0].corner), same ? to : from);
    }
    std::vector<int32_t> fanCount(vertexCount, 0);
    for (int64_t c = 0; c < cornerCount; ++c)
        if (fans.Find(c) == c) ++fanCount[static_cast<size_t>(VertexAt(triangles, c))];
    report.nonManifoldVertices = std::count_if(fanCount.begin(), fanCount.end(), [](int32_t n) { return n > 1; });
}

void CheckPieces(const TriangleMesh& mesh, const SoundPart& part, const EdgeTable& edges, MeshReport& report) {
    const Components components = FindComponents(edges, static_cast<int64_t>(part.triangles.size()));
    const std::vector<ComponentEdges> checks = CheckComponents(edges, components);
    // About the middle of the bounds, so that a small mesh far from the origin keeps its digits.
    const std::vector<double> volumes =
        ComponentVolumes(mesh.vertices, part.triangles, components, MiddleOf(report.bounds));
    report.components = components.count;
    for (size_t c = 0; c < checks.size(); ++c) {
        report.closedComponents += checks[c].isClosed;
        report.inwardComponents += checks[c].isClosed && checks[c].isOriented && volumes[c] < 0;
        report.signedVolume += volumes[c];
    }
}

double AreaOf(const TriangleMesh& mesh, const std::vector<Triangle>& triangles) {
    double area = 0;
    for (const Triangle& t : triangles) {
        const Vec3& a = mesh.vertices[static_cast<size_t>(t[0])];
        const Vec3 ab = mesh.vertices[static_cast<size_t>(t[1])] - a, ac = mesh.vertices[static_cast<size_t>(t[2])] - a;
        area += Length(Cross(ab, ac)) / 2;
    }
    return area;
}

/// Euler and Poincaré: V − E + F = 2·(components − genus).
int64_t GenusOf(const SoundPart& part, const EdgeTable& edges, const MeshReport& report) {
    if (!report.isClosed || !report.isManifold || !report.isOriented) return -1;
    const int64_t places = std::count(part.usedPlaces.begin(), part.usedPlaces.end(), char{1});
    const int64_t characteristic = places - edges.EdgeCount() + static_cast<int64_t>(part.triangles.size());
    return report.components - characteristic / 2;
}

}  // namespace

MeshReport CheckMesh(const TriangleMesh& mesh) {
    MeshReport report;
    report.vertexCount = static_cast<int64_t>(mesh.vertices.size());
    report.triangleCount = static_cast<int64_t>(mesh.triangles.size());
    const std::vector<int32_t> places = ExactPlaces(mesh.vertices);
    const SoundPart part = TakeSoundTriangles(mesh, places, report);
    report.bounds = BoundsOf(mesh.vertices, part.inBounds);
    CountVertices(mesh, places, report);
    CountDuplicateTriangles(part, report);

    const EdgeTable edges(part.triangles, report.vertexCount);
    CountEdges(edges, report);
    CountNonManifoldVertices(part.triangles, edges, mesh.vertices.size(), report);
    CheckPieces(mesh, part, edges, report);
    report.isClosed = !part.triangles.empty() && report.boundaryEdges == 0 && report.nonManifoldEdges == 0;
    report.isManifold = report.nonManifoldEdges == 0 && report.nonManifoldVertices == 0;
    report.isOriented = report.flippedEdges == 0;
    report.genus = GenusOf(part, edges, report);
    report.area = AreaOf(mesh, part.triangles);
    return report;
}

}  // namespace spheretree
