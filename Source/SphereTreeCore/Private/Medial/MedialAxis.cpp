#include "SphereTree/MedialAxis.h"

#include "Base/Task.h"
#include "Medial/MedialData.h"

#include <algorithm>
#include <cmath>

namespace spheretree {
namespace {

constexpr int64_t kMeasureChunk = 256;

Box Grown(Box box, const Vec3& point) {
    box.low = {std::min(box.low.x, point.x), std::min(box.low.y, point.y), std::min(box.low.z, point.z)};
    box.high = {std::max(box.high.x, point.x), std::max(box.high.y, point.y), std::max(box.high.z, point.z)};
    return box;
}

/// The power of two that takes a ball of that radius to one of radius at most one half.
double ScaleFor(double radius) {
    int exponent = 0;
    std::frexp(radius, &exponent);  // radius < 2^exponent
    return std::ldexp(1.0, -(exponent + 1));
}

std::unique_ptr<MedialAxis::Data> FramedData(const SurfaceQuery& surface, const std::vector<Vec3>& samples,
                                             const MedialOptions& options) {
    Box box{samples[0], samples[0]};
    for (const Vec3& vertex : surface.Mesh().vertices) box = Grown(box, vertex);
    for (const Vec3& sample : samples) box = Grown(box, sample);
    const Vec3 origin = (box.low + box.high) / 2;
    const double radius = std::max(Length(box.high - box.low) / 2, 1e-280);
    return std::make_unique<MedialAxis::Data>(surface, options, origin, ScaleFor(radius * (1 + 1e-9)));
}

/// The depths of all vertices, side by side; which are members does not depend on the order.
bool MeasureAll(MedialAxis::Data& data, const Host& host) {
    const int64_t slots = data.delaunay.SlotCount(), chunks = (slots + kMeasureChunk - 1) / kMeasureChunk;
    Task task(host, static_cast<double>(chunks));
    host.parallelFor(chunks, [&](int64_t chunk) {
        if (task.Cancelled()) return;
        for (int64_t slot = chunk * kMeasureChunk; slot < std::min(slots, (chunk + 1) * kMeasureChunk); ++slot)
            if (data.IsFiniteSlot(static_cast<int32_t>(slot))) data.Measure(static_cast<int32_t>(slot));
        task.Advance();
    });
    return task.Finish();
}

std::string FaultOfRecord(const MedialAxis::Data& data, int32_t slot) {
    const MedialRecord& record = data.Record(slot);
    const std::string name = "sphere " + std::to_string(slot);
    if (data.IsFiniteSlot(slot) && !data.delaunay.IsFinite(slot)) return name + " has no tetrahedron";
    if (!record.isMember) return "";
    if (!data.IsFiniteSlot(slot) || !record.isMeasured) return name + " belongs to the axis but is not known";
    for (const int32_t vertex : data.delaunay.At(slot).vertices)
        if (vertex >= MedialAxis::Data::kFrameVertices && !PointTree::Contains(record.sphere, data.SampleOf(vertex)))
            return name + " does not reach one of its forming points";
    return "";
}

std::string FaultOfCoverage(const MedialAxis::Data& data) {
    std::vector<int32_t> count(data.covered.size(), 0), inside;
    for (const MedialRecord& record : data.records) {
        if (!record.isMember || !data.points) continue;
        inside.clear();
        data.points->Inside(record.sphere, inside);
        for (const int32_t point : inside) ++count[static_cast<size_t>(point)];
    }
    for (size_t i = 0; i < count.size(); ++i) {
        if (count[i] != data.covered[i]) return "point " + std::to_string(i) + " is miscounted";
        if (count[i] == 0) return "point " + std::to_string(i) + " is not covered";
    }
    return "";
}

}  // namespace

Result<MedialAxis> MedialAxis::Build(const SurfaceQuery& surface, const std::vector<Vec3>& samples,
                                     const MedialOptions& options, const Host& host) {
    if (samples.empty()) return Error{"A medial axis needs samples of the surface, and there are none."};
    for (size_t i = 0; i < samples.size(); ++i)
        if (!IsFinite(samples[i]))
            return Error{"Sample " + std::to_string(i) +
                         " of the surface is not finite: leave it out, or clean the mesh."};
    std::unique_ptr<Data> data = FramedData(surface, samples, options);
    data->InsertAll(samples);
    if (options.hasInside && !MeasureAll(*data, host)) return Error{"The medial axis was cancelled."};
    data->SetPoints(nullptr);
    return MedialAxis(std::move(data));
}

MedialAxis::MedialAxis(std::unique_ptr<Data> data) : data_(std::move(data)) {}
MedialAxis::MedialAxis(const MedialAxis& other) : data_(std::make_unique<Data>(*other.data_)) {}
MedialAxis::MedialAxis(MedialAxis&& other) noexcept = default;
MedialAxis& MedialAxis::operator=(MedialAxis&& other) noexcept = default;
MedialAxis::~MedialAxis() = default;

MedialAxis& MedialAxis::operator=(const MedialAxis& other) {
    if (this != &other) data_ = std::make_unique<Data>(*other.data_);
    return *this;
}

const std::vector<Vec3>& MedialAxis::Samples() const { return data_->samples; }
int32_t MedialAxis::SphereCount() const { return data_->memberCount; }

double MedialAxis::WorstError() const {
    double worst = 0;
    for (const MedialRecord& record : data_->records)
        if (record.isMember) worst = std::max(worst, record.Error());
    return worst;
}

std::vector<MedialSphere> MedialAxis::Spheres() const {
    std::vector<int32_t> members, place(data_->records.size(), -1);
    for (int32_t slot = 0; slot < data_->delaunay.SlotCount(); ++slot) {
        if (!data_->Record(slot).isMember) continue;
        place[static_cast<size_t>(slot)] = static_cast<int32_t>(members.size());
        members.push_back(slot);
    }
    std::vector<MedialSphere> spheres(members.size());
    for (size_t i = 0; i < members.size(); ++i) {
        const MedialRecord& record = data_->Record(members[i]);
        const Delaunay::Tetrahedron& tetrahedron = data_->delaunay.At(members[i]);
        MedialSphere& sphere = spheres[i];
        sphere = {record.sphere, record.depth, record.Error(), record.IsInside(), {}, {}};
        for (size_t k = 0; k < 4; ++k) {
            sphere.forming[k] = std::max(tetrahedron.vertices[k] - Data::kFrameVertices, -1);
            sphere.neighbours[k] = place[static_cast<size_t>(tetrahedron.neighbours[k])];
        }
    }
    return spheres;
}

std::string MedialAxis::FindFault() const {
    std::string fault = data_->delaunay.FindFault();
    int32_t members = 0;
    for (int32_t slot = 0; fault.empty() && slot < data_->delaunay.SlotCount(); ++slot) {
        fault = FaultOfRecord(*data_, slot);
        members += data_->Record(slot).isMember ? 1 : 0;
    }
    if (fault.empty() && members != data_->memberCount) fault = "the spheres of the axis are miscounted";
    return fault.empty() ? FaultOfCoverage(*data_) : fault;
}

}  // namespace spheretree
