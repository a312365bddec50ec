#include "Samples/PlanarClusters.h"

#include "Samples/SampleLayouts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spheretree {

namespace {
struct HalfEdge {
    int32_t low, high;  // vertices
    int32_t triangle, edge;
};

std::vector<HalfEdge> SortedHalfEdges(const TriangleMesh& mesh) {
    std::vector<HalfEdge> edges;
    edges.reserve(mesh.triangles.size() * 3);
    for (size_t t = 0; t < mesh.triangles.size(); ++t) {
        for (size_t i = 0; i < 3; ++i) {
            const auto [low, high] = std::minmax(mesh.triangles[t][i], mesh.triangles[t][(i + 1) % 3]);
            edges.push_back({low, high, static_cast<int32_t>(t), static_cast<int32_t>(i)});
        }
    }
    std::sort(edges.begin(), edges.end(), [](const HalfEdge& a, const HalfEdge& b) {
        if (a.low != b.low) return a.low < b.low;
        if (a.high != b.high) return a.high < b.high;
        return a.triangle != b.triangle ? a.triangle < b.triangle : a.edge < b.edge;
    });
    return edges;
}

/// Across each edge of each triangle, where exactly two meet.
std::vector<std::array<int32_t, 3>> FindNeighbours(const TriangleMesh& mesh) {
    std::vector<std::array<int32_t, 3>> neighbours(mesh.triangles.size(), {-1, -1, -1});
    const std::vector<HalfEdge> edges = SortedHalfEdges(mesh);
    for (size_t i = 0; i < edges.size();) {
        size_t end = i + 1;
        while (end < edges.size() && edges[end].low == edges[i].low && edges[end].high == edges[i].high) ++end;
        const HalfEdge &a = edges[i], &b = edges[end - 1];
        if (end - i == 2 && a.triangle != b.triangle) {
            neighbours[static_cast<size_t>(a.triangle)][static_cast<size_t>(a.edge)] = b.triangle;
            neighbours[static_cast<size_t>(b.triangle)][static_cast<size_t>(b.edge)] = a.triangle;
        }
        i = end;
    }
    return neighbours;
}

double ExtentOf(const TriangleMesh& mesh) {
    double extent = 0;
    const Vec3& first = mesh.vertices[static_cast<size_t>(mesh.triangles.front()[0])];
    for (const Triangle& triangle : mesh.triangles) {
        for (const int32_t corner : triangle) {
            extent = std::max(extent, LengthSquared(mesh.vertices[static_cast<size_t>(corner)] - first));
        }
    }
    return std::sqrt(extent);
}

class ClusterGrower {
public:
    ClusterGrower(const TriangleMesh& mesh, double tolerance)
        : mesh_(mesh), tolerance_(tolerance), neighbours_(FindNeighbours(mesh)) {
        found_.clusterOf.assign(mesh.triangles.size(), -1);
    }

    /// Grows from the seed over its neighbours; the plane stays the seed's, so a gentle curve does not creep in.
    void Grow(int32_t seed) {
        if (found_.clusterOf[static_cast<size_t>(seed)] >= 0) return;
        PlanarCluster cluster = PlaneOf(seed);
        const Vec3 normal = Cross(cluster.right, cluster.up);
        const int32_t index = static_cast<int32_t>(found_.clusters.size());
        found_.clusterOf[static_cast<size_t>(seed)] = index;
        cluster.triangles.push_back(seed);
        for (size_t i = 0; i < cluster.triangles.size(); ++i) {
            for (const int32_t next : neighbours_[static_cast<size_t>(cluster.triangles[i])]) {
                if (next < 0 || found_.clusterOf[static_cast<size_t>(next)] >= 0) continue;
                if (!LiesIn(cluster.origin, normal, next)) continue;
                found_.clusterOf[static_cast<size_t>(next)] = index;
                cluster.triangles.push_back(next);
            }
        }
        found_.clusters.push_back(std::move(cluster));
    }

    PlanarClusters Finish() {
        found_.neighbours = neighbours_;
        for (size_t t = 0; t < neighbours_.size(); ++t) {
            for (size_t i = 0; i < 3; ++i) CutAtBorder(static_cast<int32_t>(t), i);
        }
        return std::move(found_);
    }

private:
    PlanarCluster PlaneOf(int32_t triangle) const {
        const std::array<Vec3, 3> corners = CornersOf(mesh_, triangle);
        const Vec3 normal = NormalOf(corners);
        PlanarCluster cluster;
        cluster.origin = corners[0];
        cluster.right = Normalized(corners[1] - corners[0]);
        cluster.up = Cross(normal, cluster.right);
        return cluster;
    }

    bool LiesIn(const Vec3& origin, const Vec3& normal, int32_t triangle) const {
        const std::array<Vec3, 3> corners = CornersOf(mesh_, triangle);
        for (const Vec3& corner : corners) {
            if (!(std::abs(Dot(corner - origin, normal)) <= tolerance_)) return false;
        }
        return Dot(NormalOf(corners), normal) > 0.99;
    }

    void CutAtBorder(int32_t triangle, size_t edge) {
        const size_t t = static_cast<size_t>(triangle);
        const int32_t other = neighbours_[t][edge];
        const int32_t cluster = found_.clusterOf[t];
        if (other >= 0 && found_.clusterOf[static_cast<size_t>(other)] == cluster) return;
        found_.neighbours[t][edge] = -1;
        const Triangle& corners = mesh_.triangles[t];
        found_.clusters[static_cast<size_t>(cluster)].border.push_back(
            {corners[edge], corners[(edge + 1) % 3], triangle, other});
    }

    const TriangleMesh& mesh_;
    double tolerance_;
    std::vector<std::array<int32_t, 3>> neighbours_;
    PlanarClusters found_;
};
}  // namespace

PlanarClusters FindPlanarClusters(const TriangleMesh& mesh, const std::vector<double>& areas, double flatness) {
    std::vector<int32_t> order(mesh.triangles.size());
    std::iota(order.begin(), order.end(), 0);
    // The largest triangle of a plane knows the plane best.
    std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
        return areas[static_cast<size_t>(a)] > areas[static_cast<size_t>(b)];
    });
    ClusterGrower grower(mesh, flatness * ExtentOf(mesh));
    for (const int32_t seed : order) grower.Grow(seed);
    return grower.Finish();
}

}  // namespace spheretree
