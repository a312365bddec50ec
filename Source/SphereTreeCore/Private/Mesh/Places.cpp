#include "Mesh/Places.h"

#include "Mesh/FirstOfKind.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

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
    const double longestSquare = std::max({LengthSquared(ab), LengthSquared(ac), LengthSquared(bc)});
    if (LengthSquared(Cross(ab, ac)) > 1e-20 * longestSquare * longestSquare) return false;  // far from it: no division
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

namespace {

/// A triangle's corners, the lowest first, the others as it runs.
struct CornersOfTriangle {
    int32_t low, middle, last, triangle;

    friend bool operator<(const CornersOfTriangle& a, const CornersOfTriangle& b) {
        if (a.middle != b.middle) return a.middle < b.middle;
        return a.last != b.last ? a.last < b.last : a.triangle < b.triangle;
    }
};

CornersOfTriangle CornersFromLowest(const Triangle& t, int32_t triangle, Direction direction) {
    const size_t lowest = t[1] < t[0] ? (t[2] < t[1] ? 2 : 1) : (t[2] < t[0] ? 2 : 0);
    CornersOfTriangle corners{t[lowest], t[(lowest + 1) % 3], t[(lowest + 2) % 3], triangle};
    if (direction == Direction::Any && corners.middle > corners.last) std::swap(corners.middle, corners.last);
    return corners;
}

/// Put in order of their lowest corners alone, by counting: few triangles share it, so what follows is short.
std::vector<CornersOfTriangle> ByLowestCorner(const std::vector<Triangle>& triangles, Direction direction) {
    int32_t most = -1;
    for (const Triangle& t : triangles) most = std::max({most, t[0], t[1], t[2]});
    std::vector<int32_t> next(static_cast<size_t>(most) + 2, 0);
    for (const Triangle& t : triangles) ++next[static_cast<size_t>(std::min({t[0], t[1], t[2]})) + 1];
    for (size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
    std::vector<CornersOfTriangle> sorted(triangles.size());
    for (size_t i = 0; i < triangles.size(); ++i) {
        const CornersOfTriangle corners = CornersFromLowest(triangles[i], static_cast<int32_t>(i), direction);
        sorted[static_cast<size_t>(next[static_cast<size_t>(corners.low)]++)] = corners;
    }
    return sorted;
}

}  // namespace

std::vector<int32_t> FirstWithSameCorners(const std::vector<Triangle>& triangles, Direction direction) {
    std::vector<CornersOfTriangle> sorted = ByLowestCorner(triangles, direction);
    std::vector<int32_t> first(triangles.size());
    for (auto begin = sorted.begin(); begin != sorted.end();) {
        const auto end = std::find_if(begin, sorted.end(), [&](const auto& one) { return one.low != begin->low; });
        std::sort(begin, end);
        for (auto lowest = begin; begin != end; ++begin) {
            if (begin->middle != lowest->middle || begin->last != lowest->last) lowest = begin;
            first[static_cast<size_t>(begin->triangle)] = lowest->triangle;
        }
    }
    return first;
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

/// The places found so far, in a hashed grid of cells some weld distances wide. In narrow ones a ball of the weld
/// distance touches three or four cells on average, but a cell surely holds few places because they lie apart. In wide
/// ones it mostly touches one.
constexpr double kNarrowCell = 4, kWideCell = 64;

class PlaceGrid {
public:
    PlaceGrid(const std::vector<Vec3>& vertices, const Box& bounds, double distance, double distancesPerCell)
        : vertices_(vertices), low_(bounds.low), distance_(distance), next_(vertices.size(), -1) {
        constexpr double mostCellsAcross = 1e15;  // cell numbers stay exact
        cell_ = std::max(distancesPerCell * distance, Length(bounds.high - bounds.low) / mostCellsAcross);
        size_t slotCount = 16;
        while (slotCount < 2 * vertices.size()) slotCount *= 2;
        slots_.assign(slotCount, {});
    }

    /// How many places were looked at so far.
    int64_t Looks() const { return looks_; }

    int32_t Nearest(const Vec3& p) {
        const Vec3 reach{distance_, distance_, distance_};
        const GridCell low = CellOf(p - reach), high = CellOf(p + reach);
        Best best;
        for (int64_t x = low.x; x <= high.x; ++x)
            for (int64_t y = low.y; y <= high.y; ++y)
                for (int64_t z = low.z; z <= high.z; ++z) SearchCell({x, y, z}, p, best);
        return best.place;
    }

    void Add(int32_t place) {
        const GridCell cell = CellOf(vertices_[static_cast<size_t>(place)]);
        const uint64_t hash = HashOf(cell);
        Slot& slot = slots_[SlotOf(cell, hash)];
        next_[static_cast<size_t>(place)] = slot.last;
        slot = {hash, place};
    }

private:
    struct Best {
        int32_t place = -1;
        double distance = 0;
    };
    struct Slot {
        uint64_t hash = 0;  // of the cell: most others are told apart by it
        int32_t last = -1;  // place that was added to the cell
    };

    GridCell CellOf(const Vec3& p) const {
        const Vec3 q = (p - low_) / cell_;
        return {static_cast<int64_t>(std::floor(q.x)), static_cast<int64_t>(std::floor(q.y)),
                static_cast<int64_t>(std::floor(q.z))};
    }

    static uint64_t HashOf(const GridCell& cell) {
        return MixHash(MixHash(MixHash(0, static_cast<uint64_t>(cell.x)), static_cast<uint64_t>(cell.y)),
                       static_cast<uint64_t>(cell.z));
    }

    /// The cell's chain: its slot holds the last place added, or nothing.
    size_t SlotOf(const GridCell& cell, uint64_t hash) const {
        size_t slot = static_cast<size_t>(hash) & (slots_.size() - 1);
        while (slots_[slot].last >= 0 && !Holds(slots_[slot], cell, hash)) slot = (slot + 1) & (slots_.size() - 1);
        return slot;
    }

    bool Holds(const Slot& slot, const GridCell& cell, uint64_t hash) const {
        return slot.hash == hash && CellOf(vertices_[static_cast<size_t>(slot.last)]) == cell;
    }

    void SearchCell(const GridCell& cell, const Vec3& p, Best& best) {
        for (int32_t i = slots_[SlotOf(cell, HashOf(cell))].last; i >= 0; i = next_[static_cast<size_t>(i)]) {
            ++looks_;
            const double distance = Distance(vertices_[static_cast<size_t>(i)], p);
            if (!(distance <= distance_)) continue;
            const bool nearer = best.place < 0 || distance < best.distance;
            if (nearer || (distance == best.distance && i < best.place)) best = {i, distance};
        }
    }

    const std::vector<Vec3>& vertices_;
    Vec3 low_;
    double distance_, cell_;
    int64_t looks_ = 0;
    std::vector<Slot> slots_;
    std::vector<int32_t> next_;
};

/// False when the cells turn out to be crowded: then narrower ones are quicker. The places are the same for any width.
bool WeldInGrid(PlaceGrid& grid, const std::vector<Vec3>& vertices, const std::vector<char>& use, bool mayBeCrowded,
                const std::function<bool()>& goesOn, std::vector<int32_t>& places) {
    constexpr size_t kVerticesBetweenAsks = 4096;
    constexpr int64_t kMostLooks = 8;  // for each vertex on average
    for (size_t v = 0; v < vertices.size(); ++v) {
        if (v % kVerticesBetweenAsks == 0) {
            if (!goesOn()) break;
            if (!mayBeCrowded && grid.Looks() > kMostLooks * static_cast<int64_t>(v)) return false;
        }
        const int32_t self = static_cast<int32_t>(v);
        const int32_t nearest = use[v] ? grid.Nearest(vertices[v]) : self;
        places[v] = nearest >= 0 ? nearest : self;
        if (use[v] && nearest < 0) grid.Add(self);
    }
    return true;
}

}  // namespace

std::vector<int32_t> WeldedPlaces(const std::vector<Vec3>& vertices, const std::vector<char>& use, double distance,
                                  const std::function<bool()>& goesOn) {
    const Box bounds = BoundsOf(vertices, use);
    if (!(distance > 0) || !(Length(bounds.high - bounds.low) > 0)) return ExactPlaces(vertices);
    const double within = std::min(distance, Length(bounds.high - bounds.low));
    std::vector<int32_t> places(vertices.size());
    PlaceGrid wide(vertices, bounds, within, kWideCell);
    if (WeldInGrid(wide, vertices, use, false, goesOn, places)) return places;
    PlaceGrid narrow(vertices, bounds, within, kNarrowCell);
    WeldInGrid(narrow, vertices, use, true, goesOn, places);
    return places;
}

}  // namespace spheretree
