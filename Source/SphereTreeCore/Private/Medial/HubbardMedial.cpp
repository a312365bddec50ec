#include "Base/Task.h"
#include "Medial/MedialData.h"
#include "Samples/PlanarClusters.h"
#include "Samples/SampleLayouts.h"

#include <algorithm>
#include <utility>

// [Bradshaw 2002] 4.2, after Hubbard: "The two cells around Pj and Pk are gap crossing if the shared face intersects a
// cluster that does not contain both Pj and Pk." Samples are added until no pair is left. As figure 5.2 has it, a
// sample also counts as lying on a cluster that is a neighbour of its own; neighbours share a vertex. Differs: a face
// is probed along its edges, which are the segments between neighbouring Voronoi vertices; a cluster small enough to
// pass between them stays unnoticed. Rounds are limited, because the snapped points "may not fix the problem, and many
// new gap-crossing cells may result".
namespace spheretree {
namespace {

using Data = MedialAxis::Data;

/// Which cluster each triangle belongs to, and which clusters touch.
class ClusterMap {
public:
    explicit ClusterMap(const TriangleMesh& mesh)
        : mesh_(mesh), clusters_(FindPlanarClusters(mesh, MeasureTriangles(mesh).areas)) {
        std::vector<std::pair<int32_t, int32_t>> clusterAtVertex;
        for (size_t t = 0; t < mesh.triangles.size(); ++t)
            for (const int32_t vertex : mesh.triangles[t]) clusterAtVertex.push_back({vertex, clusters_.clusterOf[t]});
        std::sort(clusterAtVertex.begin(), clusterAtVertex.end());
        clusterAtVertex.erase(std::unique(clusterAtVertex.begin(), clusterAtVertex.end()), clusterAtVertex.end());
        for (size_t first = 0, end = 0; first < clusterAtVertex.size(); first = end) {
            while (end < clusterAtVertex.size() && clusterAtVertex[end].first == clusterAtVertex[first].first) ++end;
            for (size_t i = first; i < end; ++i)
                for (size_t j = first; j < end; ++j)
                    touching_.push_back({clusterAtVertex[i].second, clusterAtVertex[j].second});
        }
        std::sort(touching_.begin(), touching_.end());
        touching_.erase(std::unique(touching_.begin(), touching_.end()), touching_.end());
    }

    int32_t Of(int32_t triangle) const { return clusters_.clusterOf[static_cast<size_t>(triangle)]; }

    bool AreSameOrTouch(int32_t a, int32_t b) const {
        return a == b || std::binary_search(touching_.begin(), touching_.end(), std::pair(a, b));
    }

    Vec3 OnPlane(int32_t cluster, const Vec3& point) const {
        const PlanarCluster& plane = clusters_.clusters[static_cast<size_t>(cluster)];
        const Vec3 normal = Cross(plane.right, plane.up);
        return point - normal * Dot(point - plane.origin, normal);
    }

    bool Contains(int32_t cluster, const Vec3& onPlane) const {
        const PlanarCluster& plane = clusters_.clusters[static_cast<size_t>(cluster)];
        const Vec3 normal = Cross(plane.right, plane.up);
        return std::any_of(plane.triangles.begin(), plane.triangles.end(),
                           [&](int32_t triangle) { return IsOver(triangle, normal, onPlane); });
    }

private:
    bool IsOver(int32_t triangle, const Vec3& normal, const Vec3& point) const {
        const Triangle& corners = mesh_.triangles[static_cast<size_t>(triangle)];
        bool anyLeft = false, anyRight = false;
        for (size_t i = 0; i < 3; ++i) {
            const Vec3& from = mesh_.vertices[static_cast<size_t>(corners[i])];
            const Vec3& to = mesh_.vertices[static_cast<size_t>(corners[(i + 1) % 3])];
            const double side = Dot(Cross(to - from, point - from), normal);
            anyLeft |= side > 0;
            anyRight |= side < 0;
        }
        return !(anyLeft && anyRight);
    }

    const TriangleMesh& mesh_;
    PlanarClusters clusters_;
    std::vector<std::pair<int32_t, int32_t>> touching_;
};

/// The point of a triangle closest to `point`: on the face, or on the best of its edges.
Vec3 SnappedToTriangle(const TriangleMesh& mesh, int32_t triangle, const Vec3& point) {
    const Triangle& corners = mesh.triangles[static_cast<size_t>(triangle)];
    Vec3 best = mesh.vertices[static_cast<size_t>(corners[0])];
    for (size_t i = 0; i < 3; ++i) {
        const Vec3& from = mesh.vertices[static_cast<size_t>(corners[i])];
        const Vec3 along = mesh.vertices[static_cast<size_t>(corners[(i + 1) % 3])] - from;
        const double length = LengthSquared(along);
        const double part = length > 0 ? std::min(std::max(Dot(point - from, along) / length, 0.0), 1.0) : 0;
        const Vec3 candidate = from + along * part;
        if (Distance(candidate, point) < Distance(best, point)) best = candidate;
    }
    return best;
}

class GapRepair {
public:
    GapRepair(Data& data, const GapOptions& options) : data_(data), options_(options), clusters_(data.surface.Mesh()) {}

    GapReport Run(const Host& host) {
        Task task(host, options_.maxRounds);
        std::vector<int32_t> slots;
        for (int32_t slot = 0; slot < data_.delaunay.SlotCount(); ++slot) slots.push_back(slot);
        for (;;) {
            const int64_t crossing = FindCrossings(slots);
            if (report_.rounds == 0) report_.found = crossing;
            report_.remaining = crossing;
            if (crossing == 0 || report_.rounds >= options_.maxRounds || IsFull()) break;
            if ((report_.cancelled = !task.Advance())) break;
            ++report_.rounds;
            slots = InsertWanted();
            if (slots.empty()) break;
        }
        return report_;
    }

private:
    bool IsFull() const { return report_.samplesAdded >= options_.maxSamples; }

    int32_t ClusterOfSample(int32_t vertex) {
        const size_t index = static_cast<size_t>(vertex);
        if (clusterOfVertex_.size() <= index) clusterOfVertex_.resize(index + 1, -1);
        int32_t& cluster = clusterOfVertex_[index];
        if (cluster < 0) cluster = clusters_.Of(data_.surface.Closest(data_.SampleOf(vertex)).triangle);
        return cluster;
    }

    /// Each Voronoi edge that starts at one of these vertices, once; what should be added goes to wanted_.
    int64_t FindCrossings(const std::vector<int32_t>& slots) {
        std::vector<bool> isListed(data_.records.size(), false);
        for (const int32_t slot : slots) isListed[static_cast<size_t>(slot)] = true;
        int64_t crossings = 0;
        wanted_.clear();
        for (const int32_t slot : slots) {
            if (!data_.IsFiniteSlot(slot)) continue;
            for (int corner = 0; corner < 4; ++corner) {
                const int32_t neighbour = data_.delaunay.At(slot).neighbours[static_cast<size_t>(corner)];
                const bool isSeen = isListed[static_cast<size_t>(neighbour)] && neighbour < slot;
                if (!isSeen && data_.IsFiniteSlot(neighbour)) crossings += ProbeEdge(slot, corner, neighbour);
            }
        }
        return crossings;
    }

    /// The three faces around a Voronoi edge belong to the pairs among the three samples of the Delaunay triangle it is
    /// dual to.
    int64_t ProbeEdge(int32_t slot, int corner, int32_t neighbour) {
        std::array<int32_t, 3> samples{};
        size_t count = 0;
        for (int i = 0; i < 4; ++i)
            if (i != corner) samples[count++] = data_.delaunay.At(slot).vertices[static_cast<size_t>(i)];
        if (std::any_of(samples.begin(), samples.end(), [](int32_t v) { return v < Data::kFrameVertices; })) return 0;
        const Vec3& from = data_.Record(slot).sphere.centre;
        const Vec3 along = data_.Record(neighbour).sphere.centre - from;
        if (!(LengthSquared(along) > data_.slack * data_.slack)) return 0;
        int64_t crossings = 0;
        for (const RayHit& hit : data_.surface.AllHits({from, along, 0, 1}))
            for (size_t i = 0; i < 3; ++i) crossings += ProbePair(samples[i], samples[(i + 1) % 3], hit.triangle);
        return crossings;
    }

    int64_t ProbePair(int32_t j, int32_t k, int32_t triangle) {
        const int32_t cluster = clusters_.Of(triangle);
        const bool isJ = clusters_.AreSameOrTouch(ClusterOfSample(j), cluster);
        const bool isK = clusters_.AreSameOrTouch(ClusterOfSample(k), cluster);
        if (isJ && isK) return 0;
        bool isProjected = false;
        for (const auto& [vertex, lies] : {std::pair(j, isJ), std::pair(k, isK)}) {
            if (lies) continue;
            const Vec3 point = clusters_.OnPlane(cluster, data_.SampleOf(vertex));
            if (!clusters_.Contains(cluster, point)) continue;
            isProjected = true;
            wanted_.push_back(point);
        }
        if (!isProjected)
            wanted_.push_back(SnappedToTriangle(data_.surface.Mesh(), triangle, data_.SampleOf(isJ ? k : j)));
        return 1;
    }

    /// Adds what was wanted, except where a sample is so close that the new one would only make slivers; what changed.
    std::vector<int32_t> InsertWanted() {
        std::vector<bool> isNew(data_.records.size(), false);
        std::vector<int32_t> joined, uncovered;
        for (const Vec3& point : wanted_) {
            if (IsFull()) break;
            const Vec3 onLattice = data_.ToLattice(point);
            const int32_t nearest = data_.delaunay.NearestVertex(onLattice, scratch_);
            if (Distance(data_.delaunay.Position(nearest), onLattice) < kClosestSamples) continue;
            if (!data_.Insert(point, joined, uncovered)) continue;
            ++report_.samplesAdded;
            isNew.resize(data_.records.size(), false);
            for (const int32_t slot : data_.delaunay.Created()) isNew[static_cast<size_t>(slot)] = true;
        }
        data_.CoverAll(uncovered, CoverChoice::MostDeletable, joined);
        std::vector<int32_t> slots;
        isNew.resize(data_.records.size(), false);
        for (size_t slot = 0; slot < isNew.size(); ++slot)
            if (isNew[slot] && data_.IsFiniteSlot(static_cast<int32_t>(slot)))
                slots.push_back(static_cast<int32_t>(slot));
        return slots;
    }

    static constexpr double kClosestSamples =
        1e-4;  // in the lattice's unit: the object's radius is a quarter to a half

    Data& data_;
    GapOptions options_;
    ClusterMap clusters_;
    std::vector<int32_t> clusterOfVertex_;
    std::vector<Vec3> wanted_;
    Delaunay::Scratch scratch_;
    GapReport report_;
};

}  // namespace

GapReport RepairGaps(MedialAxis& axis, const GapOptions& options, const Host& host) {
    return GapRepair(axis.Access(), options).Run(host);
}

}  // namespace spheretree
