#include "Medial/MedialData.h"

#include <algorithm>

// [Bradshaw 2002] 6.1: "When the sphere generator is asked to approximate a region of the object, the Voronoi diagram
// is updated so that it contains a set of spheres that approximates the region to a desired level." Differs: each
// region gets a diagram of its own, so that regions can be refined side by side and none changes what another sees.
//
// Why the spheres are the same as in the whole: a tetrahedron whose four samples are kept stays Delaunay when others
// go. And the spheres that contain a point p are those of the cavity that inserting p would make; its outline belongs
// to the Voronoi cell of p, which depends only on p's neighbours, and these are corners of the cavity: kept.
namespace spheretree {
namespace {

using Data = MedialAxis::Data;
using Quad = std::array<int32_t, 4>;

/// The tetrahedra whose spheres contain or touch one of the points, rising.
std::vector<int32_t> SlotsAround(const Data& data, const PointTree& points) {
    Delaunay::Scratch scratch;
    std::vector<bool> isTaken(data.records.size(), false);
    std::vector<int32_t> around;
    int32_t start = Delaunay::kNone;
    for (int32_t point = 0; point < points.Size(); ++point) {
        data.SpheresAround(points.At(point), scratch, around, start);
        for (const int32_t slot : around) isTaken[static_cast<size_t>(slot)] = true;
        start = around.empty() ? start : around.front();
    }
    std::vector<int32_t> slots;
    for (size_t slot = 0; slot < isTaken.size(); ++slot)
        if (isTaken[slot]) slots.push_back(static_cast<int32_t>(slot));
    return slots;
}

/// Keyed by its corners, so that a sphere measured in the whole need not be measured again.
struct KnownDepth {
    Quad corners;
    double depth;
    bool operator<(const KnownDepth& other) const { return corners < other.corners; }
};

class RegionBuilder {
public:
    RegionBuilder(const Data& whole, const std::vector<Vec3>& points)
        : whole_(whole), points_(std::make_shared<const PointTree>(points)), slots_(SlotsAround(whole, *points_)) {}

    std::unique_ptr<Data> Build() {
        auto region = std::make_unique<Data>(whole_.EmptyCopy());
        InsertSamples(*region);
        TakeDepths(*region);
        region->SetPoints(points_);
        return region;
    }

private:
    void InsertSamples(Data& region) {
        newVertex_.assign(static_cast<size_t>(whole_.delaunay.VertexCount()), -1);
        std::vector<int32_t> kept;
        for (const int32_t slot : slots_)
            for (const int32_t vertex : whole_.delaunay.At(slot).vertices)
                if (vertex >= Data::kFrameVertices && newVertex_[static_cast<size_t>(vertex)] < 0) {
                    newVertex_[static_cast<size_t>(vertex)] = 0;
                    kept.push_back(vertex);
                }
        std::sort(kept.begin(), kept.end());
        std::vector<Vec3> samples;
        for (const int32_t vertex : kept) samples.push_back(whole_.SampleOf(vertex));
        const std::vector<int32_t> vertices = region.InsertAll(samples);
        for (size_t i = 0; i < kept.size(); ++i) newVertex_[static_cast<size_t>(kept[i])] = vertices[i];
        for (int32_t v = 0; v < Data::kFrameVertices; ++v) newVertex_[static_cast<size_t>(v)] = v;
    }

    void TakeDepths(Data& region) const {
        std::vector<KnownDepth> known;
        for (const int32_t slot : slots_) {
            if (!whole_.Record(slot).isMeasured) continue;
            Quad corners = whole_.delaunay.At(slot).vertices;
            for (int32_t& corner : corners) corner = newVertex_[static_cast<size_t>(corner)];
            std::sort(corners.begin(), corners.end());
            known.push_back({corners, whole_.Record(slot).depth});
        }
        std::sort(known.begin(), known.end());
        for (int32_t slot = 0; slot < region.delaunay.SlotCount(); ++slot) {
            if (!region.IsFiniteSlot(slot)) continue;
            KnownDepth wanted{region.delaunay.At(slot).vertices, 0};
            std::sort(wanted.corners.begin(), wanted.corners.end());
            const auto found = std::lower_bound(known.begin(), known.end(), wanted);
            if (found == known.end() || found->corners != wanted.corners) continue;
            region.Record(slot).depth = found->depth;
            region.Record(slot).isMeasured = true;
        }
    }

    const Data& whole_;
    std::shared_ptr<const PointTree> points_;
    std::vector<int32_t> slots_;
    std::vector<int32_t> newVertex_;
};

}  // namespace

MedialAxis MedialAxis::ForRegion(const std::vector<Vec3>& points) const {
    if (points.empty()) return *this;
    MedialAxis region(RegionBuilder(*data_, points).Build());
    std::vector<int32_t> uncovered, joined;
    Data& data = region.Access();
    for (size_t i = 0; i < data.covered.size(); ++i)
        if (data.covered[i] == 0) uncovered.push_back(static_cast<int32_t>(i));
    data.CoverAll(uncovered, CoverChoice::MostDeletable, joined);
    return region;
}

}  // namespace spheretree
