#include "Surface/Topology.h"
#include "Mesh/Places.h"

#include <algorithm>
#include <atomic>
#include <cmath>

// [Bærentzen, Aanæs 2005, Signed distance computation using the angle weighted pseudonormal]: with the sum of the two
// face normals on edges and the angle-weighted sum at vertices, the sign at the closest feature is right everywhere
// around a closed, oriented surface that does not cut itself. The thesis's rules (A.1: behind both, behind one, behind
// all) call some inner points outer; this replaces them.

namespace spheretree {

namespace {

void GatherFans(const TriangleMesh& mesh, Topology& out) {
    out.firstFan.assign(mesh.vertices.size() + 1, 0);
    const auto each = [&](const auto& visit) {
        for (size_t t = 0; t < mesh.triangles.size(); ++t) {
            const Triangle corners = MapCorners(mesh.triangles[t], out.places);
            if (IsCollapsed(corners)) continue;  // its edges cancel
            for (const int32_t place : corners) visit(static_cast<size_t>(place), static_cast<int32_t>(t));
        }
    };
    each([&](size_t place, int32_t) { ++out.firstFan[place + 1]; });
    for (size_t i = 1; i < out.firstFan.size(); ++i) out.firstFan[i] += out.firstFan[i - 1];
    out.fans.resize(static_cast<size_t>(out.firstFan.back()));
    std::vector<int32_t> next(out.firstFan.begin(), out.firstFan.end() - 1);
    each([&](size_t place, int32_t triangle) { out.fans[static_cast<size_t>(next[place]++)] = triangle; });
}

struct UpwardEdge {
    int32_t other;
    int32_t direction;  // 1 away from the place, −1 towards it
};

/// The half edges between a place and others with a higher number, sorted by these.
void EdgesUpwards(const TriangleMesh& mesh, const Topology& topology, int32_t place, std::vector<UpwardEdge>& out) {
    out.clear();
    const auto p = static_cast<size_t>(place);
    for (int32_t i = topology.firstFan[p]; i < topology.firstFan[p + 1]; ++i) {
        const auto triangle = static_cast<size_t>(topology.fans[static_cast<size_t>(i)]);
        const Triangle c = MapCorners(mesh.triangles[triangle], topology.places);
        for (size_t e = 0; e < 3; ++e) {
            const int32_t from = c[e], to = c[(e + 1) % 3];
            if (from == place && to > place) out.push_back({to, 1});
            if (to == place && from > place) out.push_back({from, -1});
        }
    }
    std::sort(out.begin(), out.end(), [](const UpwardEdge& a, const UpwardEdge& b) { return a.other < b.other; });
}

struct EdgeFaults {
    std::atomic<bool> notTwo{false}, unbalanced{false};
};

void CheckEdges(const std::vector<UpwardEdge>& edges, EdgeFaults& faults) {
    for (size_t i = 0; i < edges.size();) {
        size_t uses = 0;
        int32_t balance = 0;
        for (const int32_t other = edges[i].other; i < edges.size() && edges[i].other == other; ++i) {
            ++uses;
            balance += edges[i].direction;
        }
        if (uses != 2) faults.notTwo.store(true, std::memory_order_relaxed);
        if (balance != 0) faults.unbalanced.store(true, std::memory_order_relaxed);
    }
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

double AngleOf(const Corners& c, int corner) {
    const Vec3 u = c.p[(corner + 1) % 3] - c.p[corner], v = c.p[(corner + 2) % 3] - c.p[corner];
    return std::atan2(Length(Cross(u, v)), Dot(u, v));
}

}  // namespace

bool MakeTopology(const TriangleMesh& mesh, const Host& host, Task& task, Topology& out) {
    out.places = ExactPlaces(mesh.vertices);
    if (!task.Advance(0)) return false;
    GatherFans(mesh, out);
    if (!task.Advance(0)) return false;
    EdgeFaults faults;
    const auto count = static_cast<int64_t>(mesh.vertices.size());
    constexpr int64_t kChunk = 4096;
    host.parallelFor((count + kChunk - 1) / kChunk, [&](int64_t chunk) {
        if (!task.Advance(0)) return;
        std::vector<UpwardEdge> edges;
        for (int64_t v = chunk * kChunk; v < std::min((chunk + 1) * kChunk, count); ++v) {
            EdgesUpwards(mesh, out, static_cast<int32_t>(v), edges);
            CheckEdges(edges, faults);
        }
    });
    out.isClosed = !out.fans.empty() && !faults.notTwo;
    out.hasBoundary = faults.unbalanced;
    return !task.Cancelled();
}

Vec3 Pseudonormal(const TriangleMesh& mesh, const Topology& topology, int32_t triangle, Feature feature) {
    const auto t = static_cast<size_t>(triangle);
    if (feature == Feature::Face) return CornersOf(mesh, t).normal;
    const Triangle corners = MapCorners(mesh.triangles[t], topology.places);
    const bool isEdge = feature < Feature::Vertex0;
    const auto first = static_cast<size_t>(feature) - static_cast<size_t>(isEdge ? Feature::Edge0 : Feature::Vertex0);
    const int32_t place = corners[first], other = corners[(first + 1) % 3];
    Vec3 sum;
    const auto p = static_cast<size_t>(place);
    for (int32_t i = topology.firstFan[p]; i < topology.firstFan[p + 1]; ++i) {
        const auto n = static_cast<size_t>(topology.fans[static_cast<size_t>(i)]);
        const Triangle c = MapCorners(mesh.triangles[n], topology.places);
        const Corners shape = CornersOf(mesh, n);
        if (isEdge && (c[0] == other || c[1] == other || c[2] == other)) sum += shape.normal;
        if (!isEdge) sum += shape.normal * AngleOf(shape, c[0] == place ? 0 : c[1] == place ? 1 : 2);
    }
    return sum;
}

}  // namespace spheretree
