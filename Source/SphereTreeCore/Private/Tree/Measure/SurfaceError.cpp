#include "Tree/Measure/SurfaceError.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace spheretree {

namespace {

constexpr size_t kPeaks = 8;            // refined, each for itself
constexpr double kFinestStep = 1.0e-5;  // of the radius

/// A triangle of directions: the octahedron's faces, each divided into four again and again.
struct Facet {
    std::array<Vec3, 3> corners;
    double value = 0;  // signed distance at the middle; above it where the facet cannot win

    Vec3 Middle() const { return Normalized(corners[0] + corners[1] + corners[2]); }
    double Reach() const {
        const Vec3 middle = Middle();
        return std::max({Distance(middle, corners[0]), Distance(middle, corners[1]), Distance(middle, corners[2])});
    }
};

std::vector<Facet> Octahedron() {
    std::vector<Facet> facets;
    for (const double x : {-1.0, 1.0})
        for (const double y : {-1.0, 1.0})
            for (const double z : {-1.0, 1.0}) facets.push_back({{Vec3{x, 0, 0}, Vec3{0, y, 0}, Vec3{0, 0, z}}, 0});
    return facets;
}

void AppendQuarters(const Facet& facet, std::vector<Facet>& out) {
    const auto& [a, b, c] = facet.corners;
    const Vec3 ab = Normalized(a + b), bc = Normalized(b + c), ca = Normalized(c + a);
    for (const auto& corners :
         {std::array{a, ab, ca}, std::array{ab, b, bc}, std::array{ca, bc, c}, std::array{ab, bc, ca}})
        out.push_back({corners, 0});
}

class ErrorSearch {
public:
    ErrorSearch(const SurfaceQuery& surface, bool hasInside, const Sphere& sphere)
        : surface_(surface), hasInside_(hasInside), sphere_(sphere) {}

    SurfaceProtrusion Run(int32_t directions) {
        std::vector<Facet> facets = Octahedron();
        for (int64_t tried = 8;; tried *= 4) {
            for (Facet& facet : facets)
                facet.value = Try(facet.Middle(), best_.distance - facet.Reach() * sphere_.radius);
            DropHopeless(facets);
            if (tried >= directions) break;
            std::vector<Facet> finer;
            for (const Facet& facet : facets) AppendQuarters(facet, finer);
            facets = std::move(finer);
        }
        for (const Facet& peak : ChoosePeaks(facets)) Climb(peak);
        return best_;
    }

private:
    /// Signed distance outwards from the object at a direction; raises the best. On which side the point lies is asked
    /// only where a distance above `threshold` makes it matter.
    double Try(const Vec3& direction, double threshold) {
        const Vec3 point = sphere_.centre + direction * sphere_.radius;
        const double distance = surface_.Distance(point);
        if (!(distance > threshold)) return distance;
        if (hasInside_ && surface_.IsInside(point)) return -distance;
        if (distance > best_.distance) best_ = {distance, point};
        return distance;
    }

    /// The signed distance changes by no more than one walks, so a facet's reach bounds what it can hold.
    void DropHopeless(std::vector<Facet>& facets) const {
        std::erase_if(facets, [this](const Facet& facet) {
            return !(facet.value + facet.Reach() * sphere_.radius > best_.distance);
        });
    }

    /// The best middles that are no neighbours of a better one.
    static std::vector<Facet> ChoosePeaks(std::vector<Facet>& facets) {
        std::stable_sort(facets.begin(), facets.end(),
                         [](const Facet& a, const Facet& b) { return a.value > b.value; });
        std::vector<Facet> peaks;
        for (const Facet& facet : facets) {
            const double apart = 3 * facet.Reach();
            const bool isNeighbour = std::any_of(peaks.begin(), peaks.end(), [&](const Facet& peak) {
                return Distance(peak.Middle(), facet.Middle()) < apart;
            });
            if (!isNeighbour) peaks.push_back(facet);
            if (peaks.size() == kPeaks) break;
        }
        return peaks;
    }

    /// Compass search on the sphere: goes where it is higher, halves the step where no side is.
    void Climb(const Facet& start) {
        Vec3 at = start.Middle();
        double value = start.value;
        for (double step = start.Reach(); step > kFinestStep;) {
            const Vec3 across = Normalized(std::abs(at.x) < 0.6 ? Cross(at, {1, 0, 0}) : Cross(at, {0, 1, 0}));
            const Vec3 along = Cross(at, across);
            Vec3 next = at;
            for (const Vec3& side : {across, -across, along, -along}) {
                const Vec3 direction = Normalized(at + side * step);
                const double found = Try(direction, value);
                if (!(found > value)) continue;
                value = found;
                next = direction;
            }
            if (next == at) step /= 2;
            at = next;
        }
    }

    const SurfaceQuery& surface_;
    const bool hasInside_;
    const Sphere sphere_;
    SurfaceProtrusion best_;
};

}  // namespace

SurfaceProtrusion FindSurfaceProtrusion(const SurfaceQuery& surface, bool hasInside, const Sphere& sphere,
                                        int32_t directions) {
    return ErrorSearch(surface, hasInside, sphere).Run(directions);
}

}  // namespace spheretree
