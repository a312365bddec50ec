#include "Spheres/Optimise.h"

#include "Spheres/FitPoints.h"
#include "Spheres/NelderMead.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

// [Bradshaw 2002] 6.2, Algorithms 9 and 10, eq 6.1 (which prints Error where it means Error²). One sphere at a time,
// the worst first, is moved by an optimiser; points that it leaves go to the sphere closest to covering them, points
// that it takes leave the others, and the others are refitted. The metric is the worst error plus a share of the RMS.
// Differs: a moved sphere keeps the least radius its own points need, so three numbers are searched instead of four.
//
// Paper → code: S → spheres, manSph → moved, repSph → replacement, OptFunc → Metric

namespace spheretree {

namespace {

constexpr double kWorstWeight = 2;  // of the worst error against the RMS error
constexpr int32_t kMoveEvaluations = 40;
constexpr int32_t kMostPasses = 4;
constexpr double kLeastStepGain = 1e-3;  // of the metric: below it the set is no longer improving

double MetricOf(const std::vector<PointedSphere>& spheres) {
    double worst = 0, squares = 0;
    for (const PointedSphere& sphere : spheres) {
        worst = std::max(worst, sphere.error);
        squares += sphere.error * sphere.error;
    }
    return kWorstWeight * worst + std::sqrt(squares / double(spheres.size()));
}

class SphereOptimiser {
public:
    SphereOptimiser(const BakeContext& bake, const Region& region, std::vector<PointedSphere> spheres)
        : bake_(bake), region_(region), spheres_(std::move(spheres)) {}

    std::vector<PointedSphere> Run() {
        double metric = MetricOf(spheres_);
        for (int32_t pass = 0; pass < kMostPasses && !bake_.cancelled(); ++pass) {
            ImproveEach();
            const double now = MetricOf(spheres_);
            if (!(now < metric * (1 - kLeastStepGain))) break;
            metric = now;
        }
        return std::move(spheres_);
    }

private:
    void ImproveEach() {
        std::vector<int32_t> order(spheres_.size());
        for (size_t i = 0; i < order.size(); ++i) order[i] = int32_t(i);
        std::stable_sort(order.begin(), order.end(),
                         [&](int32_t a, int32_t b) { return spheres_[size_t(a)].error > spheres_[size_t(b)].error; });
        for (int32_t moved : order) {
            if (bake_.cancelled()) return;
            Improve(size_t(moved));
        }
    }

    void Improve(size_t moved) {
        const Sphere start = spheres_[moved].sphere;
        std::vector<PointedSphere> best = spheres_;
        double bestMetric = MetricOf(spheres_);
        const auto tryAt = [&](const std::array<double, 4>& at) {
            std::vector<PointedSphere> changed = Replace(moved, {{at[0], at[1], at[2]}, at[3]});
            const double metric = MetricOf(changed);
            if (metric < bestMetric) bestMetric = metric, best = std::move(changed);
            return metric;
        };
        NelderMead<4>(tryAt, {start.centre.x, start.centre.y, start.centre.z, start.radius}, 0.1 * start.radius,
                      {.mostEvaluations = kMoveEvaluations});
        spheres_ = std::move(best);
    }

    bool Holds(const Sphere& sphere, int32_t point) const {
        return LengthSquared(region_.patches.points[size_t(point)] - sphere.centre) <= sphere.radius * sphere.radius;
    }

    size_t ClosestOther(size_t moved, int32_t point) const {
        size_t closest = moved;
        double least = std::numeric_limits<double>::infinity();
        for (size_t i = 0; i < spheres_.size(); ++i) {
            if (i == moved) continue;
            const Sphere& sphere = spheres_[i].sphere;
            const double distance = Distance(region_.patches.points[size_t(point)], sphere.centre) - sphere.radius;
            if (distance < least) least = distance, closest = i;
        }
        return closest;
    }

    /// Algorithm 10: the set with the sphere replaced, points handed over, the others refitted.
    std::vector<PointedSphere> Replace(size_t moved, const Sphere& replacement) const {
        std::vector<std::vector<int32_t>> points(spheres_.size());
        std::vector<uint8_t> changed(spheres_.size(), 0);
        for (size_t i = 0; i < spheres_.size(); ++i) {
            for (int32_t point : spheres_[i].points) {
                const bool held = replacement.radius > 0 && Holds(replacement, point);
                const size_t owner = held ? moved : i == moved ? ClosestOther(moved, point) : i;
                points[owner].push_back(point);
                if (owner != i) changed[owner] = changed[i] = 1;
            }
        }
        std::vector<PointedSphere> set = spheres_;
        for (size_t i = 0; i < set.size(); ++i) {
            if (!changed[i] && i != moved) continue;
            std::sort(points[i].begin(), points[i].end());
            set[i] = points[i].empty() ? PointedSphere{{set[i].sphere.centre, 0}, 0, {}}
                                       : Refitted(std::move(points[i]), i == moved ? replacement : set[i].sphere);
        }
        return set;
    }

    PointedSphere Refitted(std::vector<int32_t> points, const Sphere& old) const {
        return FitPointsOrGrow(bake_, region_, std::move(points), old.centre);
    }

    const BakeContext& bake_;
    const Region& region_;
    std::vector<PointedSphere> spheres_;
};

}  // namespace

std::vector<PointedSphere> OptimisePointed(const BakeContext& bake, const Region& region,
                                           std::vector<PointedSphere> spheres) {
    return SphereOptimiser(bake, region, std::move(spheres)).Run();
}

SphereSet OptimiseSpheres(const BakeContext& bake, const Region& region, SphereSet set) {
    if (set.spheres.empty()) return set;
    return WithoutPoints(OptimisePointed(bake, region, WithPoints(bake, region, set)));
}

}  // namespace spheretree
