#include "Surface/Topology.h"
#include "Mesh/Places.h"

#include <algorithm>
#include <cmath>

// [Bærentzen, Aanæs 2005, Signed distance computation using the angle weighted pseudonormal]: with the sum of the two
// face normals on edges and the angle-weighted sum at vertices, the sign at the closest feature is right everywhere
// around a closed, oriented surface that does not cut itself. The thesis's rules (A.1: behind both, behind one, behind
// all) call some inner points outer; this replaces them.

namespace spheretree {

namespace {

struct HalfEdge {
    int32_t other;  // the edge's vertex with the higher number
    int32_t corner; // triangle·3 + edge
    bool forward;   // runs from the lower to the higher
};

/// All half edges, gathered by the lower of their two vertices.
struct EdgesByVertex {
    std::vector<int32_t> first;
    std::vector<HalfEdge> edges;
};

EdgesByVertex GatherEdges(const TriangleMesh& mesh, const std::vector<int32_t>& place) {
    EdgesByVertex g;
    g.first.assign(mesh.vertices.size() + 1, 0);
    const auto each = [&](const auto& visit) {
        for (size_t t = 0; t < mesh.triangles.size(); ++t) {
            const Triangle v = MapCorners(mesh.triangles[t], place);
            if (IsCollapsed(v)) continue;  // its edges cancel
            for (size_t e = 0; e < 3; ++e) visit(v[e], v[(e + 1) % 3], static_cast<int32_t>(t * 3 + e));
        }
    };
    each([&](int32_t a, int32_t b, int32_t) { ++g.first[static_cast<size_t>(std::min(a, b)) + 1]; });
    for (size_t i = 1; i < g.first.size(); ++i) g.first[i] += g.first[i - 1];
    g.edges.resize(static_cast<size_t>(g.first.back()));
    std::vector<int32_t> next(g.first.begin(), g.first.end() - 1);
    each([&](int32_t a, int32_t b, int32_t corner) {
        auto& slot = next[static_cast<size_t>(std::min(a, b))];
        g.edges[static_cast<size_t>(slot++)] = {std::max(a, b), corner, a < b};
    });
    return g;
}

/// Around one lower vertex: sorts by the other vertex, keeping the order of triangles, and visits each edge's fan.
template <typename Visit>
void VisitFans(HalfEdge* begin, HalfEdge* end, const Visit& visit) {
    std::stable_sort(begin, end, [](const HalfEdge& a, const HalfEdge& b) { return a.other < b.other; });
    while (begin < end) {
        HalfEdge* last = begin;
        while (last < end && last->other == begin->other) ++last;
        visit(begin, last);
        begin = last;
    }
}

double AngleAt(const Vec3& apex, const Vec3& a, const Vec3& b) {
    const Vec3 u = a - apex, v = b - apex;
    return std::atan2(Length(Cross(u, v)), Dot(u, v));
}

struct Corners {
    Vec3 p[3];
    Vec3 normal;
};

/// Relative to its first corner and at unit size, so that neither 1e-9 nor 1e9 loses the normal.
Corners CornersOf(const TriangleMesh& mesh, size_t triangle) {
    const Triangle& t = mesh.triangles[triangle];
    const Vec3 origin = mesh.vertices[static_cast<size_t>(t[0])];
    Corners c;
    double size = 0;
    for (size_t i = 0; i < 3; ++i) {
        c.p[i] = mesh.vertices[static_cast<size_t>(t[i])] - origin;
        size = std::max(std::max(size, std::abs(c.p[i].x)), std::max(std::abs(c.p[i].y), std::abs(c.p[i].z)));
    }
    if (size > 0) {
        for (Vec3& p : c.p) p = p / size;
    }
    c.normal = Normalized(Cross(c.p[1] - c.p[0], c.p[2] - c.p[0]));
    return c;
}

}  // namespace

Topology MakeTopology(const TriangleMesh& mesh) {
    Topology out;
    out.place = ExactPlaces(mesh.vertices);
    out.vertexNormals.resize(mesh.vertices.size());
    std::vector<Vec3> faceNormals(mesh.triangles.size());
    for (size_t t = 0; t < mesh.triangles.size(); ++t) {
        const Corners c = CornersOf(mesh, t);
        faceNormals[t] = c.normal;
        const Triangle v = MapCorners(mesh.triangles[t], out.place);
        for (size_t i = 0; i < 3; ++i) {
            const double angle = AngleAt(c.p[i], c.p[(i + 1) % 3], c.p[(i + 2) % 3]);
            out.vertexNormals[static_cast<size_t>(v[i])] += c.normal * angle;
        }
    }

    out.edgeNormals.resize(mesh.triangles.size() * 3);
    EdgesByVertex gathered = GatherEdges(mesh, out.place);
    out.isClosed = !gathered.edges.empty();
    out.hasBoundary = false;
    for (size_t v = 0; v + 1 < gathered.first.size(); ++v) {
        HalfEdge* edges = gathered.edges.data();
        VisitFans(edges + gathered.first[v], edges + gathered.first[v + 1], [&](HalfEdge* begin, HalfEdge* end) {
            Vec3 normal;
            int64_t balance = 0;
            for (HalfEdge* e = begin; e < end; ++e) {
                normal += faceNormals[static_cast<size_t>(e->corner / 3)];
                balance += e->forward ? 1 : -1;
            }
            for (HalfEdge* e = begin; e < end; ++e) out.edgeNormals[static_cast<size_t>(e->corner)] = normal;
            if (end - begin != 2) out.isClosed = false;
            if (balance != 0) out.hasBoundary = true;
        });
    }
    return out;
}

Vec3 Pseudonormal(const TriangleMesh& mesh, const Topology& topology, int32_t triangle, Feature feature) {
    const auto t = static_cast<size_t>(triangle);
    if (feature == Feature::Face) return CornersOf(mesh, t).normal;
    const auto number = static_cast<size_t>(feature);
    if (feature < Feature::Vertex0) return topology.edgeNormals[t * 3 + number - static_cast<size_t>(Feature::Edge0)];
    const int32_t vertex = mesh.triangles[t][number - static_cast<size_t>(Feature::Vertex0)];
    return topology.vertexNormals[static_cast<size_t>(topology.place[static_cast<size_t>(vertex)])];
}

}  // namespace spheretree
