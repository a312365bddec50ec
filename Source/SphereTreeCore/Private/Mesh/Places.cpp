#include "Mesh/Places.h"

#include "Mesh/FirstOfKind.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

bool IsUsable(const Vec3& p) {
    return std::abs(p.x) <= kLargestCoordinate && std::abs(p.y) <= kLargestCoordinate &&
           std::abs(p.z) <= kLargestCoordinate;
}

bool HasValidIndices(const Triangle& triangle, size_t vertexCount) {
    return std::all_of(triangle.begin(), triangle.end(), [vertexCount](int32_t corner) {
        return corner >= 0 && static_cast<size_t>(corner) < vertexCount;
    });
}

bool IsSliver(const Vec3& a, const Vec3& b, const Vec3& c) {
    constexpr double smallestShare = 1e-12;
    const Vec3 ab = b - a, ac = c - a, bc = c - b;
    const double size =
        std::max({std::abs(ab.x), std::abs(ab.y), std::abs(ab.z), std::abs(ac.x), std::abs(ac.y), std::abs(ac.z)});
    if (!(size >= kSmallestTriangle)) return true;
    const double longest = std::max({LengthSquared(ab / size), LengthSquared(ac / size), LengthSquared(bc / size)});
    return !(Length(Cross(ab / size, ac / size)) > smallestShare * longest);
}

std::vector<int32_t> ExactPlaces(const std::vector<Vec3>& vertices) {
    const auto hash = [&vertices](int32_t i) {
        const Vec3& p = vertices[static_cast<size_t>(i)];
        if (!IsFinite(p)) return MixHash(0, static_cast<uint64_t>(i));  // NaN equals nothing: no crowding in one slot
        return MixHash(MixHash(MixHash(0, BitsOf(p.x)), BitsOf(p.y)), BitsOf(p.z));
    };
    const auto equal = [&vertices](int32_t i, int32_t j) {
        return vertices[static_cast<size_t>(i)] == vertices[static_cast<size_t>(j)];
    };
    return FirstOfKind(static_cast<int32_t>(vertices.size()), hash, equal);
}

std::vector<int32_t> FirstWithSameCorners(const std::vector<Triangle>& triangles, Direction direction) {
    const auto corners = [&triangles, direction](int32_t i) {
        Triangle t = triangles[static_cast<size_t>(i)];
        std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
        if (direction == Direction::Any && t[1] > t[2]) std::swap(t[1], t[2]);
        return t;
    };
    const auto hash = [&corners](int32_t i) {
        const Triangle t = corners(i);
        return MixHash(MixHash(MixHash(0, static_cast<uint64_t>(t[0])), static_cast<uint64_t>(t[1])),
                       static_cast<uint64_t>(t[2]));
    };
    const auto equal = [&corners](int32_t i, int32_t j) { return corners(i) == corners(j); };
    return FirstOfKind(static_cast<int32_t>(triangles.size()), hash, equal);
}

Box BoundsOf(const std::vector<Vec3>& vertices, const std::vector<char>& use) {
    Box box;
    bool empty = true;
    for (size_t v = 0; v < vertices.size(); ++v) {
        if (!use[v]) continue;
        const Vec3& p = vertices[v];
        if (empty) box = {p, p};
        empty = false;
        box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), std::min(box.low.z, p.z)};
        box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y), std::max(box.high.z, p.z)};
    }
    return box;
}

double SixVolumes(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& origin) {
    return Dot(a - origin, Cross(b - origin, c - origin));
}

namespace {

struct GridCell {
    int64_t x, y, z;
    friend bool operator==(const GridCell&, const GridCell&) = default;
};

/// The places found so far, in a hashed grid of cells four weld distances wide: a ball of the weld distance then
/// touches three or four cells on average, and a cell holds few places because they lie apart.
class PlaceGrid {
public:
    PlaceGrid(const std::vector<Vec3>& vertices, const Box& bounds, double distance)
        : vertices_(vertices), low_(bounds.low), distance_(distance), next_(vertices.size(), -1) {
        constexpr double mostCellsAcross = 1e15;  // cell numbers stay exact
        cell_ = std::max(4 * distance, Length(bounds.high - bounds.low) / mostCellsAcross);
        size_t slotCount = 16;
        while (slotCount < 2 * vertices.size()) slotCount *= 2;
        slots_.assign(slotCount, -1);
    }

    int32_t Nearest(const Vec3& p) const {
        const Vec3 reach{distance_, distance_, distance_};
        const GridCell low = CellOf(p - reach), high = CellOf(p + reach);
        Best best;
        for (int64_t x = low.x; x <= high.x; ++x)
            for (int64_t y = low.y; y <= high.y; ++y)
                for (int64_t z = low.z; z <= high.z; ++z) SearchCell({x, y, z}, p, best);
        return best.place;
    }

    void Add(int32_t place) {
        const size_t slot = SlotOf(CellOf(vertices_[static_cast<size_t>(place)]));
        next_[static_cast<size_t>(place)] = slots_[slot];
        slots_[slot] = place;
    }

private:
    struct Best {
        int32_t place = -1;
        double distance = 0;
    };

    GridCell CellOf(const Vec3& p) const {
        const Vec3 q = (p - low_) / cell_;
        return {static_cast<int64_t>(std::floor(q.x)), static_cast<int64_t>(std::floor(q.y)),
                static_cast<int64_t>(std::floor(q.z))};
    }

    /// The cell's chain: its slot holds the last place added, or nothing.
    size_t SlotOf(const GridCell& cell) const {
        const uint64_t hash = MixHash(MixHash(MixHash(0, static_cast<uint64_t>(cell.x)), static_cast<uint64_t>(cell.y)),
                                      static_cast<uint64_t>(cell.z));
        size_t slot = static_cast<size_t>(hash) & (slots_.size() - 1);
        while (slots_[slot] >= 0 && !(CellOf(vertices_[static_cast<size_t>(slots_[slot])]) == cell))
            slot = (slot + 1) & (slots_.size() - 1);
        return slot;
    }

    void SearchCell(const GridCell& cell, const Vec3& p, Best& best) const {
        for (int32_t i = slots_[SlotOf(cell)]; i >= 0; i = next_[static_cast<size_t>(i)]) {
            const double distance = Distance(vertices_[static_cast<size_t>(i)], p);
            if (!(distance <= distance_)) continue;
            const bool nearer = best.place < 0 || distance < best.distance;
            if (nearer || (distance == best.distance && i < best.place)) best = {i, distance};
        }
    }

    const std::vector<Vec3>& vertices_;
    Vec3 low_;
    double distance_, cell_;
    std::vector<int32_t> slots_, next_;
};

}  // namespace

std::vector<int32_t> WeldedPlaces(const std::vector<Vec3>& vertices, const std::vector<char>& use, double distance,
                                  const std::function<bool()>& goesOn) {
    constexpr size_t kVerticesBetweenAsks = 4096;
    const Box bounds = BoundsOf(vertices, use);
    if (!(distance > 0) || !(Length(bounds.high - bounds.low) > 0)) return ExactPlaces(vertices);
    PlaceGrid grid(vertices, bounds, std::min(distance, Length(bounds.high - bounds.low)));
    std::vector<int32_t> places(vertices.size());
    for (size_t v = 0; v < vertices.size(); ++v) {
        if (v % kVerticesBetweenAsks == 0 && !goesOn()) break;
        const int32_t self = static_cast<int32_t>(v);
        const int32_t nearest = use[v] ? grid.Nearest(vertices[v]) : self;
        places[v] = nearest >= 0 ? nearest : self;
        if (use[v] && nearest < 0) grid.Add(self);
    }
    return places;
}

}  // namespace spheretree
