// [Bradshaw 2002] 4.1.1, after Hubbard, after [Turk 1991, "Generating textures on arbitrary surfaces"].
// Random points, by area; within each planar cluster they push one another apart; each edge of a cluster pushes as a
// row of points beyond it would; the edges themselves, which that leaves bare, get points of their own. Differs:
// interior and edge points are shared out so that both have the same spacing and the total is what was asked.
//
// Key: s → spacing = √(area per point), r → kRepulsionReach·spacing, Turk's radius of repulsion
#include "Base/Random.h"
#include "Base/Task.h"
#include "Samples/ClusterRelaxation.h"
#include "Samples/PlanarClusters.h"
#include "Samples/SampleLayouts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spheretree {

namespace {
/// The normal of an edge is the mean of both sides; where they cancel, or there is one side, that side's.
Vec3 NormalOfEdge(const TriangleMesh& mesh, const ClusterEdge& edge) {
    const Vec3 own = NormalOf(CornersOf(mesh, edge.triangle));
    if (edge.other < 0) return own;
    const Vec3 mean = Normalized(own + NormalOf(CornersOf(mesh, edge.other)));
    return LengthSquared(mean) > 0.5 ? mean : own;
}

/// Every border edge once. Where a vertex pair borders more than two triangles each of them has it, the first stays.
/// Edges of triangles without area are no part of the surface.
std::vector<ClusterEdge> AllBorders(const TriangleMesh& mesh, const PlanarClusters& clusters) {
    std::vector<ClusterEdge> edges;
    for (const PlanarCluster& cluster : clusters.clusters) {
        for (const ClusterEdge& edge : cluster.border) {
            const bool isFirst = edge.other < 0 || edge.triangle < edge.other;
            if (isFirst && LengthSquared(NormalOfEdge(mesh, edge)) > 0) edges.push_back(edge);
        }
    }
    const auto key = [](const ClusterEdge& e) {
        return std::array<int32_t, 3>{std::min(e.from, e.to), std::max(e.from, e.to), e.triangle};
    };
    std::sort(edges.begin(), edges.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    const auto isSame = [&](const auto& a, const auto& b) { return key(a)[0] == key(b)[0] && key(a)[1] == key(b)[1]; };
    edges.erase(std::unique(edges.begin(), edges.end(), isSame), edges.end());
    return edges;
}

double LengthOf(const TriangleMesh& mesh, const ClusterEdge& edge) {
    return Distance(mesh.vertices[static_cast<size_t>(edge.from)], mesh.vertices[static_cast<size_t>(edge.to)]);
}

/// Of `count` points in all, those inside clusters: M + length/spacing = count, with spacing = √(area / M).
int32_t CountInside(int32_t count, double area, double edgeLength) {
    const double k = edgeLength / std::sqrt(area);
    const double root = 2 * count / (k + std::sqrt(k * k + 4.0 * count));  // the quadratic's root, without cancellation
    return std::clamp(static_cast<int32_t>(std::ceil(root * root)), 1, count);
}

SurfacePoint DrawPoint(const TriangleMesh& mesh, const std::vector<double>& sums, Random& random) {
    const double target = random.Uniform() * sums.back();
    const auto found = std::upper_bound(sums.begin(), sums.end(), target);
    const size_t triangle = static_cast<size_t>(std::min<std::ptrdiff_t>(found - sums.begin(), std::ssize(sums) - 1));
    const auto [a, b, c] = CornersOf(mesh, static_cast<int32_t>(triangle));
    const double root = std::sqrt(random.Uniform()), v = random.Uniform();  // uniform over the triangle
    return {a * (1 - root) + b * (root * (1 - v)) + c * (root * v), static_cast<int32_t>(triangle)};
}

std::vector<std::vector<SurfacePoint>> DrawPoints(const TriangleMesh& mesh, const TriangleAreas& areas,
                                                  const PlanarClusters& clusters, int32_t count, uint64_t seed) {
    std::vector<double> sums(areas.areas.size());
    std::partial_sum(areas.areas.begin(), areas.areas.end(), sums.begin());
    std::vector<std::vector<SurfacePoint>> drawn(clusters.clusters.size());
    Random random(seed);
    for (int32_t i = 0; i < count; ++i) {
        const SurfacePoint point = DrawPoint(mesh, sums, random);
        drawn[static_cast<size_t>(clusters.clusterOf[static_cast<size_t>(point.triangle)])].push_back(point);
    }
    return drawn;
}

void LayAlongEdges(const TriangleMesh& mesh, std::vector<ClusterEdge> edges, int32_t count, SurfaceSamples& samples) {
    std::vector<int32_t> rank(mesh.triangles.size());
    const std::vector<int32_t> order = OrderAlongCurve(mesh);
    for (size_t i = 0; i < order.size(); ++i) rank[static_cast<size_t>(order[i])] = static_cast<int32_t>(i);
    std::stable_sort(edges.begin(), edges.end(), [&](const ClusterEdge& a, const ClusterEdge& b) {
        return rank[static_cast<size_t>(a.triangle)] < rank[static_cast<size_t>(b.triangle)];
    });
    double total = 0;
    for (const ClusterEdge& edge : edges) total += LengthOf(mesh, edge);
    SampleShares shares(count, total, 0.5);
    for (const ClusterEdge& edge : edges) {
        const Vec3& from = mesh.vertices[static_cast<size_t>(edge.from)];
        const Vec3& to = mesh.vertices[static_cast<size_t>(edge.to)];
        const int32_t share = shares.Next(LengthOf(mesh, edge));
        for (int32_t i = 0; i < share; ++i) samples.points.push_back(from + (to - from) * ((i + 0.5) / share));
        samples.normals.resize(samples.points.size(), NormalOfEdge(mesh, edge));
        samples.triangles.resize(samples.points.size(), edge.triangle);
    }
}

void Append(const TriangleMesh& mesh, const std::vector<SurfacePoint>& points, SurfaceSamples& samples) {
    for (const SurfacePoint& point : points) {
        samples.points.push_back(point.position);
        samples.normals.push_back(NormalOf(CornersOf(mesh, point.triangle)));
        samples.triangles.push_back(point.triangle);
    }
}
}  // namespace

SurfaceSamples LayRelaxed(const TriangleMesh& mesh, const TriangleAreas& areas, const SampleOptions& options,
                          const Host& host) {
    const PlanarClusters clusters = FindPlanarClusters(mesh, areas.areas);
    std::vector<ClusterEdge> edges = AllBorders(mesh, clusters);
    double edgeLength = 0;
    for (const ClusterEdge& edge : edges) edgeLength += LengthOf(mesh, edge);
    const int32_t inside = CountInside(options.count, areas.total, edgeLength);
    const double spacing = std::sqrt(areas.total / inside);

    auto points = DrawPoints(mesh, areas, clusters, inside, options.seed);
    Task task(host, inside);
    host.parallelFor(std::ssize(points), [&](int64_t i) {
        const size_t cluster = static_cast<size_t>(i);
        if (task.Cancelled() || points[cluster].empty()) return;
        RelaxCluster(mesh, clusters, i, spacing, options.relaxationSteps, points[cluster]);
        task.Advance(static_cast<double>(points[cluster].size()));
    });
    if (task.Cancelled()) return {};
    SurfaceSamples samples;
    for (const auto& ofCluster : points) Append(mesh, ofCluster, samples);
    if (options.count > inside) LayAlongEdges(mesh, std::move(edges), options.count - inside, samples);
    return samples;
}

}  // namespace spheretree
