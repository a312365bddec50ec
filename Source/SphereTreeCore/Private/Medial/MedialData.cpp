#include "Medial/MedialData.h"

#include "Medial/Predicates.h"

#include <algorithm>
#include <cassert>

namespace spheretree {

MedialAxis::Data::Data(const SurfaceQuery& theSurface, const MedialOptions& theOptions, const Vec3& theOrigin,
                       double theScale)
    : surface(theSurface), options(theOptions), origin(theOrigin), scale(theScale) {
    slack = 0x1p-50 * (1 / scale + Length(origin));
    for (const Vec3& corner : {Vec3{1, 1, 1}, Vec3{1, -1, -1}, Vec3{-1, 1, -1}, Vec3{-1, -1, 1}})
        delaunay.Insert(corner);
    records.resize(static_cast<size_t>(delaunay.SlotCount()));
}

Vec3 MedialAxis::Data::ToLattice(const Vec3& point) const {
    const Vec3 local = (point - origin) * scale;
    const auto clamped = [](double value) { return std::min(std::max(value, -1.0), 1.0); };
    return SnapToLattice({clamped(local.x), clamped(local.y), clamped(local.z)});
}

bool MedialAxis::Data::IsInFrame(const Vec3& point) const { return Length(point - origin) * scale <= 0.5; }

std::vector<int32_t> MedialAxis::Data::InsertAll(const std::vector<Vec3>& given) {
    std::vector<Vec3> onLattice(given.size());
    for (size_t i = 0; i < given.size(); ++i) onLattice[i] = ToLattice(given[i]);
    std::vector<int32_t> vertices = delaunay.InsertAll(onLattice);
    samples.resize(static_cast<size_t>(delaunay.VertexCount() - kFrameVertices));
    for (size_t i = given.size(); i-- > 0;)  // of points in one place the first counts
        if (vertices[i] >= kFrameVertices) samples[static_cast<size_t>(vertices[i] - kFrameVertices)] = given[i];
    records.assign(static_cast<size_t>(delaunay.SlotCount()), {});
    for (int32_t slot = 0; slot < delaunay.SlotCount(); ++slot) MakeRecord(slot);
    return vertices;
}

void MedialAxis::Data::MakeRecord(int32_t slot) {
    MedialRecord& record = Record(slot);
    record = {};
    if (!delaunay.IsFinite(slot)) return;
    const auto& vertices = delaunay.At(slot).vertices;
    record.touchesFrame = std::any_of(vertices.begin(), vertices.end(), [](int32_t v) { return v < kFrameVertices; });
    if (std::all_of(vertices.begin(), vertices.end(), [](int32_t v) { return v < kFrameVertices; })) return;
    record.birth = births++;
    record.sphere.centre = delaunay.CircumcentreOf(slot) / scale + origin;
    for (const int32_t vertex : vertices)
        if (vertex >= kFrameVertices)
            record.sphere.radius = std::max(record.sphere.radius, Distance(record.sphere.centre, SampleOf(vertex)));
    record.sphere.radius += slack;
}

bool MedialAxis::Data::Insert(const Vec3& point, std::vector<int32_t>& joined, std::vector<int32_t>& uncovered) {
    const Delaunay::Insertion insertion = delaunay.Insert(ToLattice(point));
    if (!insertion.isNew) return false;
    samples.push_back(point);
    for (const int32_t slot : delaunay.Deleted()) {
        if (Record(slot).isMember) Leave(slot, uncovered);
        Record(slot) = {};
    }
    records.resize(static_cast<size_t>(delaunay.SlotCount()));
    for (const int32_t slot : delaunay.Created()) MakeRecord(slot);
    for (const int32_t slot : delaunay.Created()) {
        if (!MayJoinByItself(slot)) continue;
        Join(slot);
        joined.push_back(slot);
    }
    return true;
}

bool MedialAxis::Data::Matters(int32_t slot) const {
    return IsFiniteSlot(slot) && (!points || points->AnyInside(Record(slot).sphere));
}

void MedialAxis::Data::Measure(int32_t slot) {
    MedialRecord& record = Record(slot);
    if (record.isMeasured) return;
    const Vec3& centre = record.sphere.centre;
    record.depth = options.hasInside ? surface.SignedDepth(centre, options.insideTest) : -surface.Distance(centre);
    record.isMeasured = true;
}

bool MedialAxis::Data::MayJoinByItself(int32_t slot) {
    if (!options.hasInside || Record(slot).touchesFrame || !Matters(slot)) return false;
    Measure(slot);
    return Record(slot).IsInside();
}

void MedialAxis::Data::Join(int32_t slot) {
    assert(IsFiniteSlot(slot) && !Record(slot).isMember);
    Record(slot).isMember = true;
    ++memberCount;
    if (!points) return;
    inside_.clear();
    points->Inside(Record(slot).sphere, inside_);
    for (const int32_t point : inside_) ++covered[static_cast<size_t>(point)];
}

void MedialAxis::Data::Leave(int32_t slot, std::vector<int32_t>& uncovered) {
    assert(Record(slot).isMember);
    Record(slot).isMember = false;
    --memberCount;
    if (!points) return;
    inside_.clear();
    points->Inside(Record(slot).sphere, inside_);
    for (const int32_t point : inside_)
        if (--covered[static_cast<size_t>(point)] == 0) uncovered.push_back(point);
}

void MedialAxis::Data::SetPoints(std::shared_ptr<const PointTree> thePoints) {
    points = std::move(thePoints);
    covered.assign(points ? static_cast<size_t>(points->Size()) : 0, 0);
    memberCount = 0;
    for (MedialRecord& record : records) record.isMember = false;
    for (int32_t slot = 0; slot < delaunay.SlotCount(); ++slot)
        if (MayJoinByItself(slot)) Join(slot);
}

void MedialAxis::Data::SpheresAround(const Vec3& point, Delaunay::Scratch& marks, std::vector<int32_t>& out,
                                     int32_t start) const {
    const Vec3 onLattice = ToLattice(point);
    delaunay.Conflicts(onLattice, marks, out, start);
    if (out.empty()) delaunay.Incident(delaunay.NearestVertex(onLattice, marks, start), marks, out);
    out.erase(std::remove_if(out.begin(), out.end(), [&](int32_t slot) { return !IsFiniteSlot(slot); }), out.end());
}

}  // namespace spheretree
