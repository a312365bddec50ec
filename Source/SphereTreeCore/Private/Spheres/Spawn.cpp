#include "Spheres/FarthestPoint.h"
#include "Spheres/NelderMead.h"
#include "Spheres/SphereMethod.h"
#include "Spheres/StandOffSearch.h"

#include <algorithm>
#include <array>

// [Bradshaw 2002] 5.4, Algorithm 7: spheres of one stand-off, each grown from those before it by an optimiser that
// moves the centre so that it covers most of what is uncovered; no medial axis. Algorithm 7 prints `s` where it means
// `bestS`. Differs: a new sphere is spawned from the spheres nearest to the first uncovered point rather than from all,
// which gives the same sphere at a fraction of the work; the count is helped by a small slope towards the uncovered
// points, because a count alone is flat almost everywhere and gives the optimiser nothing to follow.
//
// Paper → code: P → open, S → spheres, maxErr → standOff

namespace spheretree {

namespace {

constexpr int32_t kGrowEvaluations = 45;
constexpr size_t kParentsToTry = 2;

class Spawner {
public:
    Spawner(const BakeContext& bake, const Region& region, double standOff)
        : bake_(bake), points_(region.patches.points), standOff_(standOff), step_(region.parent.radius / 4) {
        for (size_t i = 0; i < points_.size(); ++i) open_.push_back(int32_t(i));
    }

    /// Spheres that cover all points, or more than `most`, at which it gives up.
    std::vector<Sphere> Run(size_t most) {
        while (!open_.empty() && spheres_.size() <= most) {
            const Sphere next = Next();
            if (bake_.cancelled()) return {};
            const size_t before = open_.size();
            Cover(next);
            if (open_.size() == before) return {};  // cannot happen: a sphere around an open point covers it
            spheres_.push_back(next);
        }
        return open_.empty() ? spheres_ : std::vector<Sphere>{};
    }

private:
    Sphere AtCentre(const Vec3& centre) const { return {centre, bake_.depth.At(centre) + standOff_}; }

    /// How much new surface a sphere at this centre covers (SpawnObjective), with the slope.
    double Gain(const Vec3& centre) const {
        const Sphere sphere = AtCentre(centre);
        if (!(sphere.radius > 0)) return sphere.radius;
        const double squared = sphere.radius * sphere.radius;
        double gain = 0;
        for (int32_t index : open_) {
            const double distance = LengthSquared(points_[size_t(index)] - centre);
            gain += distance <= squared ? 1.0 : 0.1 * squared / distance;
        }
        return gain;
    }

    Vec3 GrowFrom(const Vec3& start) const {
        const auto minus = [&](const std::array<double, 3>& at) { return -Gain({at[0], at[1], at[2]}); };
        const auto found =
            NelderMead<3>(minus, {start.x, start.y, start.z}, step_, {.mostEvaluations = kGrowEvaluations});
        return {found.point[0], found.point[1], found.point[2]};
    }

    std::vector<Vec3> Starts() const {
        const Vec3 first = points_[size_t(open_.front())];
        std::vector<std::pair<double, size_t>> near;
        for (size_t i = 0; i < spheres_.size(); ++i) near.push_back({Distance(spheres_[i].centre, first), i});
        std::sort(near.begin(), near.end());
        std::vector<Vec3> starts{first};
        for (size_t i = 0; i < std::min(near.size(), kParentsToTry); ++i)
            starts.push_back(spheres_[near[i].second].centre);
        return starts;
    }

    int64_t CountOpen(const Sphere& sphere) const {
        return std::count_if(open_.begin(), open_.end(), [&](int32_t i) { return Holds(sphere, points_[size_t(i)]); });
    }

    static bool Holds(const Sphere& sphere, const Vec3& point) {
        return sphere.radius > 0 && LengthSquared(point - sphere.centre) <= sphere.radius * sphere.radius;
    }

    Sphere Next() const {
        Sphere best = AtCentre(points_[size_t(open_.front())]);  // covers at least its own point
        int64_t bestCount = CountOpen(best);
        for (const Vec3& start : Starts()) {
            if (bake_.cancelled()) break;
            const Sphere grown = AtCentre(GrowFrom(start));
            if (const int64_t count = CountOpen(grown); count > bestCount) best = grown, bestCount = count;
        }
        return best;
    }

    void Cover(const Sphere& sphere) {
        open_.erase(
            std::remove_if(open_.begin(), open_.end(), [&](int32_t i) { return Holds(sphere, points_[size_t(i)]); }),
            open_.end());
    }

    const BakeContext& bake_;
    const std::vector<Vec3>& points_;
    double standOff_, step_;
    std::vector<int32_t> open_;
    std::vector<Sphere> spheres_;
};

}  // namespace

SphereSet FitSpawn(const BakeContext& bake, const Region& region, int32_t count, uint64_t) {
    const auto trySpheres = [&](double standOff) { return Spawner(bake, region, standOff).Run(size_t(count)); };
    return {SearchStandOff(region, count, trySpheres, bake), {}};
}

}  // namespace spheretree
