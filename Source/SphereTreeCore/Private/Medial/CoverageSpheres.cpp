#include "Medial/MedialData.h"

#include <algorithm>
#include <limits>

// [Bradshaw 2002] 5.2, Algorithm 4: surface points that no sphere of the medial axis contains get a sphere around a
// Voronoi vertex outside the object. Differs: the spheres that contain a point are found as the tetrahedra in conflict
// with it, all of them at the price of an insertion; which points are covered is counted, so that refinement
// (AdaptiveMedial.cpp) keeps it true at each step.
namespace spheretree {
namespace {

using Data = MedialAxis::Data;

/// The sample in whose cell the point lies: it is a corner of one of the tetrahedra whose spheres contain the point.
int32_t NearestAmong(const Data& data, const std::vector<int32_t>& slots, const Vec3& point) {
    int32_t nearest = -1;
    for (const int32_t slot : slots)
        for (const int32_t vertex : data.delaunay.At(slot).vertices)
            if (vertex >= Data::kFrameVertices &&
                (nearest < 0 || Distance(data.SampleOf(vertex), point) < Distance(data.SampleOf(nearest), point)))
                nearest = vertex;
    return nearest;
}

void KeepOnly(std::vector<int32_t>& slots, const auto& condition) {
    std::vector<int32_t> kept;
    std::copy_if(slots.begin(), slots.end(), std::back_inserter(kept), condition);
    if (!kept.empty()) slots.swap(kept);
}

/// Of the spheres of the point's cell those that have it deepest inside ("deletability", 4.1.3), up to rounding: a
/// sample lies on all the spheres around it.
void KeepMostDeletable(const Data& data, std::vector<int32_t>& slots, const Vec3& point) {
    const int32_t nearest = NearestAmong(data, slots, point);
    KeepOnly(slots, [&](int32_t slot) {
        const auto& vertices = data.delaunay.At(slot).vertices;
        return std::find(vertices.begin(), vertices.end(), nearest) != vertices.end();
    });
    const auto deletability = [&](int32_t slot) {
        const Sphere& sphere = data.Record(slot).sphere;
        return sphere.radius - Distance(sphere.centre, point);
    };
    double most = 0;
    for (const int32_t slot : slots) most = std::max(most, deletability(slot));
    KeepOnly(slots, [&](int32_t slot) { return deletability(slot) >= most - 4 * data.slack; });
}

}  // namespace

int32_t MedialAxis::Data::ChooseCover(const Vec3& point, CoverChoice choice) {
    SpheresAround(point, scratch_, found_, found_.empty() ? Delaunay::kNone : found_.front());
    std::vector<int32_t> slots;
    for (const int32_t slot : found_)
        if (PointTree::Contains(Record(slot).sphere, point)) slots.push_back(slot);
    KeepOnly(slots, [&](int32_t slot) { return !Record(slot).touchesFrame; });
    if (choice == CoverChoice::MostDeletable) KeepMostDeletable(*this, slots, point);
    int32_t best = Delaunay::kNone;
    for (const int32_t slot : slots) {
        Measure(slot);
        const bool isFirst = best == Delaunay::kNone;
        if (isFirst || Record(slot).Error() < Record(best).Error() ||
            (Record(slot).Error() == Record(best).Error() && Record(slot).birth < Record(best).birth))
            best = slot;
    }
    return best;
}

void MedialAxis::Data::CoverPoint(int32_t point, CoverChoice choice, std::vector<int32_t>& joined,
                                  std::vector<int32_t>& uncovered) {
    if (covered[static_cast<size_t>(point)] > 0) return;
    const Vec3 place = points->At(point);
    int32_t slot = ChooseCover(place, choice);
    if (slot == Delaunay::kNone && Insert(surface.Closest(place).point, joined, uncovered)) {
        if (covered[static_cast<size_t>(point)] > 0) return;
        slot = ChooseCover(place, choice);
    }
    if (slot == Delaunay::kNone) return;  // only for points far from the surface, outside the frame
    Join(slot);
    joined.push_back(slot);
}

void MedialAxis::Data::CoverAll(std::vector<int32_t>& uncovered, CoverChoice choice, std::vector<int32_t>& joined) {
    std::vector<int32_t> batch;
    while (!uncovered.empty()) {
        batch.swap(uncovered);
        uncovered.clear();
        std::sort(batch.begin(), batch.end());
        batch.erase(std::unique(batch.begin(), batch.end()), batch.end());
        for (const int32_t point : batch) CoverPoint(point, choice, joined, uncovered);
    }
}

bool MedialAxis::Data::IsNeedless(int32_t slot) {
    if (Record(slot).IsInside() || !points) return false;
    inside_.clear();
    points->Inside(Record(slot).sphere, inside_);
    return std::all_of(inside_.begin(), inside_.end(),
                       [&](int32_t point) { return covered[static_cast<size_t>(point)] > 1; });
}

void CoverPoints(MedialAxis& axis, const std::vector<Vec3>& points, CoverChoice choice) {
    Data& data = axis.Access();
    data.SetPoints(points.empty() ? nullptr : std::make_shared<const PointTree>(points));
    std::vector<int32_t> uncovered, joined;
    for (size_t i = 0; i < data.covered.size(); ++i)
        if (data.covered[i] == 0) uncovered.push_back(static_cast<int32_t>(i));
    data.CoverAll(uncovered, choice, joined);
}

}  // namespace spheretree
