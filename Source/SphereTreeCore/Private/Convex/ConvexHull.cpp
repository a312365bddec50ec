#include "Medial/Delaunay.h"
#include "SphereTree/ConvexShape.h"

#include <algorithm>
#include <set>
#include <utility>

namespace spheretree {

namespace {

using Edge = std::pair<int32_t, int32_t>;

/// Into the cube that the Delaunay structure wants, each axis by itself: a hull stays a hull under affine maps.
struct IntoCube {
    Vec3 middle, perUnit{1, 1, 1};

    explicit IntoCube(const std::vector<Vec3>& points) {
        Vec3 low = points[0], high = points[0];
        for (const Vec3& p : points) {
            low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        }
        middle = low * 0.5 + high * 0.5;
        const auto scale = [](double l, double h) { return h > l ? 1 / (h * 0.5 - l * 0.5) : 1.0; };
        perUnit = {scale(low.x, high.x), scale(low.y, high.y), scale(low.z, high.z)};
    }

    Vec3 operator()(const Vec3& p) const {
        const Vec3 q = p - middle;
        const auto clamp = [](double x) { return std::clamp(x, -1.0, 1.0); };
        return {clamp(q.x * perUnit.x), clamp(q.y * perUnit.y), clamp(q.z * perUnit.z)};
    }
};

/// Both directions of every edge of a hull triangle: the finite face of an infinite tetrahedron.
std::set<Edge> HullEdges(const Delaunay& delaunay) {
    std::set<Edge> edges;
    for (int32_t slot = 0; slot < delaunay.SlotCount(); ++slot) {
        if (!delaunay.IsLive(slot) || delaunay.IsFinite(slot)) continue;
        const std::array<int32_t, 4>& v = delaunay.At(slot).vertices;
        for (size_t i = 0; i < 4; ++i)
            for (size_t j = 0; j < 4; ++j)
                if (i != j && v[i] != Delaunay::kInfinite && v[j] != Delaunay::kInfinite) edges.insert({v[i], v[j]});
    }
    return edges;
}

/// All points are corners: they lie in a plane, on a line or at one place.
ConvexHull FlatHull(const std::vector<Vec3>& points) {
    ConvexHull hull;
    for (const Vec3& p : points)
        if (std::find(hull.corners.begin(), hull.corners.end(), p) == hull.corners.end()) hull.corners.push_back(p);
    return hull;
}

}  // namespace

Result<std::shared_ptr<const ConvexHull>> ConvexHull::Build(const std::vector<Vec3>& points) {
    if (points.empty()) return Error{"A hull needs at least one point."};
    for (const Vec3& p : points)
        if (!IsFinite(p)) return Error{"A point of the hull is not finite."};
    const IntoCube intoCube(points);
    Delaunay delaunay;
    std::vector<Vec3> placed;
    for (const Vec3& p : points) placed.push_back(intoCube(p));
    const std::vector<int32_t> vertexOf = delaunay.InsertAll(placed);
    if (!delaunay.HasTetrahedra()) return std::make_shared<const ConvexHull>(FlatHull(points));

    std::vector<Vec3> positions(static_cast<size_t>(delaunay.VertexCount()));
    for (size_t i = points.size(); i-- > 0;) positions[static_cast<size_t>(vertexOf[i])] = points[i];
    const std::set<Edge> edges = HullEdges(delaunay);  // sorted: corner by corner
    ConvexHull hull;
    std::vector<int32_t> cornerOf(positions.size(), -1);
    for (const Edge& edge : edges) {
        int32_t& corner = cornerOf[static_cast<size_t>(edge.first)];
        if (corner >= 0) continue;
        corner = static_cast<int32_t>(hull.corners.size());
        hull.corners.push_back(positions[static_cast<size_t>(edge.first)]);
    }
    hull.firstNeighbour.assign(hull.corners.size() + 1, 0);
    for (const Edge& edge : edges) {
        hull.neighbours.push_back(cornerOf[static_cast<size_t>(edge.second)]);
        hull.firstNeighbour[static_cast<size_t>(cornerOf[static_cast<size_t>(edge.first)]) + 1] =
            static_cast<int32_t>(hull.neighbours.size());
    }
    for (size_t i = 0; i < 6; ++i) {
        const double sign = i % 2 == 0 ? 1 : -1;
        const Vec3 direction = i < 2 ? Vec3{sign, 0, 0} : i < 4 ? Vec3{0, sign, 0} : Vec3{0, 0, sign};
        for (size_t c = 0; c < hull.corners.size(); ++c)
            if (Dot(hull.corners[c] - hull.corners[static_cast<size_t>(hull.extremes[i])], direction) > 0)
                hull.extremes[i] = static_cast<int32_t>(c);
    }
    return std::make_shared<const ConvexHull>(std::move(hull));
}

}  // namespace spheretree
