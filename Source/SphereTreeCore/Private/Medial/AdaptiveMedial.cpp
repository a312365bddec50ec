#include "Medial/MedialData.h"

#include "Base/Task.h"

#include <algorithm>
#include <optional>
#include <queue>

// [Bradshaw 2002] 5.1, Algorithm 3: the worst sphere is replaced, again and again, by adding the point of the surface
// closest to its centre. Differs: coverage spheres (Algorithm 4) are kept complete at each step and compete for being
// worst like all others; equal errors resolve by age, so a bake is reproducible.
namespace spheretree {
namespace {

using Data = MedialAxis::Data;

struct QueuedSphere {
    double error;
    int64_t birth;
    int32_t slot;
    bool operator<(const QueuedSphere& other) const {  // the greatest comes out first: largest error, then oldest
        return error != other.error ? error < other.error : birth > other.birth;
    }
};

class Refinement {
public:
    Refinement(Data& data, const RefineOptions& options)
        : data_(data), options_(options), wanted_(options.minSpheres), samplesBefore_(data.samples.size()) {}

    RefineReport Run(const Host& host) {
        Task task(host, options_.minSpheres > 0 ? options_.minSpheres : 1000);
        for (;;) {
            const size_t samples = data_.samples.size();
            ReplaceWorst(task);
            if (options_.finalChoice != options_.choice) ChooseAnew();
            DropNeedless();
            // The last two may take some away: then it goes on for as many more.
            const int32_t missing = options_.minSpheres - data_.memberCount;
            if (missing <= 0 || report_.cancelled || data_.samples.size() == samples) break;
            wanted_ += missing;
        }
        return Finished();
    }

private:
    void ReplaceWorst(Task& task) {
        queue_ = {};
        for (int32_t slot = 0; slot < data_.delaunay.SlotCount(); ++slot)
            if (data_.Record(slot).isMember) Push(slot);
        for (;;) {
            const std::optional<int32_t> worst = PopWorst();
            if (!worst || IsEnough(data_.Record(*worst))) return;
            if (!Replace(*worst)) ++report_.settled;
            if ((report_.cancelled = !task.Advance(0.25))) return;
        }
    }

    int32_t SamplesAdded() const { return static_cast<int32_t>(data_.samples.size() - samplesBefore_); }

    void Push(int32_t slot) { queue_.push({data_.Record(slot).Error(), data_.Record(slot).birth, slot}); }

    /// The worst sphere that is still a member; coverage spheres that are no longer needed go on the way.
    std::optional<int32_t> PopWorst() {
        while (!queue_.empty()) {
            const QueuedSphere top = queue_.top();
            queue_.pop();
            const MedialRecord& record = data_.Record(top.slot);
            if (record.birth != top.birth || !record.isMember) continue;
            if (!data_.IsNeedless(top.slot)) return top.slot;
            data_.Leave(top.slot, uncovered_);
        }
        return std::nullopt;
    }

    bool IsEnough(const MedialRecord& worst) const {
        if (SamplesAdded() >= options_.maxSamples || IsFull(worst)) return true;
        if (worst.Error() <= 16 * data_.slack) return true;  // nothing but rounding is left
        return worst.Error() <= options_.maxError && data_.memberCount >= wanted_;
    }

    /// A coverage sphere that has just been chosen because it is easy to replace must not be the last word: it gets a
    /// tenth more.
    bool IsFull(const MedialRecord& worst) const {
        const int32_t most = options_.maxSpheres;
        return data_.memberCount >= most && (worst.IsInside() || data_.memberCount - most > most / 10);
    }

    /// Adds a sample that lies inside the sphere. False when none does: then the sphere stays.
    bool Replace(int32_t slot) {
        const MedialRecord record = data_.Record(slot);
        const ClosestPoint closest = data_.surface.Closest(record.sphere.centre, record.sphere.radius);
        const bool isReached = closest.triangle >= 0 && closest.distance < record.sphere.radius - 4 * data_.slack;
        const bool isAdded = (isReached && Add(closest.point)) || AddDeepestPoint(record.sphere);
        return isAdded && data_.Record(slot).birth != record.birth;
    }

    bool Add(const Vec3& point) {
        std::vector<int32_t> joined;
        const bool isNew = data_.Insert(point, joined, uncovered_);
        data_.CoverAll(uncovered_, options_.choice, joined);
        for (const int32_t slot : joined)
            if (data_.Record(slot).isMember) Push(slot);
        return isNew;
    }

    /// Where the closest point is a sample already: the surface next to that point to cover which lies deepest inside.
    /// (Points of a solid object's interior are to be covered too, but samples are of the surface.)
    bool AddDeepestPoint(const Sphere& sphere) {
        if (!data_.points) return false;
        std::vector<int32_t> inside;
        data_.points->Inside(sphere, inside);
        Vec3 deepest;
        double nearest = sphere.radius - 4 * data_.slack;
        const double limit = nearest;
        for (const int32_t point : inside) {
            if (Distance(sphere.centre, data_.points->At(point)) >= nearest) continue;
            const Vec3 onSurface = data_.surface.Closest(data_.points->At(point)).point;
            const double distance = Distance(sphere.centre, onSurface);
            if (distance < nearest) nearest = distance, deepest = onSurface;
        }
        return nearest < limit && Add(deepest);
    }

    std::vector<int32_t> CoverageMembers() const {
        std::vector<int32_t> slots;
        for (int32_t slot = 0; slot < data_.delaunay.SlotCount(); ++slot)
            if (data_.Record(slot).isMember && !data_.Record(slot).IsInside()) slots.push_back(slot);
        return slots;
    }

    void ChooseAnew() {
        for (const int32_t slot : CoverageMembers()) data_.Leave(slot, uncovered_);
        std::vector<int32_t> joined;
        data_.CoverAll(uncovered_, options_.finalChoice, joined);
    }

    void DropNeedless() {
        std::vector<int32_t> slots = CoverageMembers();
        std::sort(slots.begin(), slots.end(), [&](int32_t a, int32_t b) {
            const MedialRecord &first = data_.Record(a), &second = data_.Record(b);
            return first.Error() != second.Error() ? first.Error() > second.Error() : first.birth < second.birth;
        });
        for (const int32_t slot : slots)
            if (data_.IsNeedless(slot)) data_.Leave(slot, uncovered_);
    }

    RefineReport Finished() {
        report_.spheres = data_.memberCount;
        report_.samplesAdded = SamplesAdded();
        for (const MedialRecord& record : data_.records)
            if (record.isMember) report_.worstError = std::max(report_.worstError, record.Error());
        report_.reachedError = report_.worstError <= options_.maxError;
        return report_;
    }

    Data& data_;
    RefineOptions options_;
    int32_t wanted_;
    size_t samplesBefore_;
    RefineReport report_;
    std::priority_queue<QueuedSphere> queue_;
    std::vector<int32_t> uncovered_;
};

}  // namespace

RefineReport RefineMedialAxis(MedialAxis& axis, const RefineOptions& options, const Host& host) {
    return Refinement(axis.Access(), options).Run(host);
}

}  // namespace spheretree
