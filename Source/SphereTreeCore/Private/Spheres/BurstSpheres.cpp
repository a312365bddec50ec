#include "Spheres/BurstSpheres.h"

#include "Spheres/FitPoints.h"

#include <algorithm>
#include <iterator>
#include <limits>

// [Bradshaw 2002] 5.3.2, Algorithm 5. The effect of removing each sphere is computed once and again only when one of
// the spheres it would change has changed. Of all removals the one that leaves the least error goes first, which also
// takes beneficial ones (a fall of error) before all others. Equal errors resolve by lower index.

namespace spheretree {

namespace {

struct SphereRemoval {
    bool current = false;
    double cost = 0;                                         // rise of error over the spheres that it changes
    std::vector<std::pair<int32_t, PointedSphere>> changed;  // by index, rising
};

class Burster {
public:
    Burster(const BakeContext& bake, const Region& region, std::vector<PointedSphere> spheres)
        : bake_(bake),
          region_(region),
          spheres_(std::move(spheres)),
          alive_(spheres_.size(), 1),
          left_(int32_t(spheres_.size())),
          removals_(spheres_.size()) {}

    std::vector<PointedSphere> Run(int32_t count) {
        while (left_ > std::max(count, 1)) {
            const int32_t cheapest = FindCheapest();
            if (bake_.cancelled()) break;
            Remove(cheapest);
        }
        std::vector<PointedSphere> left;
        for (size_t i = 0; i < spheres_.size(); ++i)
            if (alive_[i]) left.push_back(std::move(spheres_[i]));
        return left;
    }

private:
    /// The living sphere, other than `removed`, that is closest to covering the point (eq 5.2).
    int32_t ClosestSphere(const Vec3& point, int32_t removed) const {
        int32_t closest = -1;
        double least = std::numeric_limits<double>::infinity();
        for (int32_t i = 0; i < int32_t(spheres_.size()); ++i) {
            if (!alive_[size_t(i)] || i == removed) continue;
            const Sphere& sphere = spheres_[size_t(i)].sphere;
            const double distance = Distance(point, sphere.centre) - sphere.radius;
            if (distance < least) least = distance, closest = i;
        }
        return closest;
    }

    SphereRemoval Consider(int32_t removed) const {
        std::vector<std::vector<int32_t>> received(spheres_.size());
        for (int32_t point : spheres_[size_t(removed)].points)
            received[size_t(ClosestSphere(region_.patches.points[size_t(point)], removed))].push_back(point);
        SphereRemoval removal;
        removal.current = true;
        double before = spheres_[size_t(removed)].error, after = -std::numeric_limits<double>::infinity();
        for (int32_t i = 0; i < int32_t(spheres_.size()); ++i) {
            if (received[size_t(i)].empty()) continue;
            const PointedSphere& old = spheres_[size_t(i)];
            std::vector<int32_t> points;
            std::set_union(old.points.begin(), old.points.end(), received[size_t(i)].begin(), received[size_t(i)].end(),
                           std::back_inserter(points));
            removal.changed.push_back({i, FitPointsOrGrow(bake_, region_, std::move(points), old.sphere.centre)});
            before = std::max(before, old.error);
            after = std::max(after, removal.changed.back().second.error);
        }
        // A fall of the worst error around counts as such; a rise counts by the error that it leaves, so that error
        // spreads instead of gathering.
        removal.cost = after <= before ? after - before : after;
        return removal;
    }

    /// Anything when the bake is cancelled meanwhile.
    int32_t FindCheapest() {
        int32_t cheapest = -1;
        for (int32_t i = 0; i < int32_t(spheres_.size()) && !bake_.cancelled(); ++i) {
            if (!alive_[size_t(i)]) continue;
            SphereRemoval& removal = removals_[size_t(i)];
            if (!removal.current) removal = Consider(i);
            if (cheapest < 0 || removal.cost < removals_[size_t(cheapest)].cost) cheapest = i;
        }
        return cheapest;
    }

    void Remove(int32_t removed) {
        SphereRemoval removal = std::move(removals_[size_t(removed)]);
        alive_[size_t(removed)] = 0;
        --left_;
        std::vector<uint8_t> changed(spheres_.size(), 0);
        changed[size_t(removed)] = 1;
        for (auto& [index, sphere] : removal.changed) {
            spheres_[size_t(index)] = std::move(sphere);
            changed[size_t(index)] = 1;
            removals_[size_t(index)].current = false;
        }
        for (SphereRemoval& other : removals_)
            if (std::any_of(other.changed.begin(), other.changed.end(),
                            [&](const auto& c) { return changed[size_t(c.first)]; }))
                other.current = false;
    }

    const BakeContext& bake_;
    const Region& region_;
    std::vector<PointedSphere> spheres_;
    std::vector<uint8_t> alive_;
    int32_t left_;
    std::vector<SphereRemoval> removals_;
};

}  // namespace

std::vector<PointedSphere> BurstSpheres(const BakeContext& bake, const Region& region,
                                        std::vector<PointedSphere> spheres, int32_t count) {
    return Burster(bake, region, std::move(spheres)).Run(count);
}

SphereSet FitBurst(const BakeContext& bake, const Region& region, int32_t count, uint64_t) {
    SphereSet set;
    for (const PointedSphere& left : BurstSpheres(bake, region, FindRegionSpheres(bake, region).spheres, count))
        set.spheres.push_back(left.sphere);
    return set;
}

}  // namespace spheretree
