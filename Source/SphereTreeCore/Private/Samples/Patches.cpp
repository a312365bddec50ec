// Halving triangles at their longest edge. [Rivara 1984] shows that angles stay bounded however often this is done.
// Differs: neighbours need not match (a patch proves something about itself alone), so nothing spreads; but a midpoint
// is made once per pair of corners, so patches on both sides of an edge share it, and there is no gap between them.
#include "SphereTree/SurfaceSamples.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

namespace spheretree {

namespace {
constexpr int32_t kNoPatch = -1;

/// From a pair of points to the point in their middle. Open addressing; a pair is never taken out.
class MidpointTable {
public:
    explicit MidpointTable(size_t expected) : entries_(std::bit_ceil(std::max<size_t>(expected, 64))) {}

    /// The place of the pair's midpoint: negative when it is new, for the caller to fill.
    int32_t& Of(int32_t a, int32_t b) {
        if (2 * (used_ + 1) > entries_.size()) Grow();
        const uint64_t key =
            static_cast<uint64_t>(static_cast<uint32_t>(std::min(a, b))) << 32 | static_cast<uint32_t>(std::max(a, b));
        Entry& entry = Find(key);
        if (entry.key != key) entry.key = key, ++used_;
        return entry.midpoint;
    }

private:
    static constexpr uint64_t kFree = ~uint64_t{0};
    struct Entry {
        uint64_t key = kFree;
        int32_t midpoint = -1;
    };

    Entry& Find(uint64_t key) {
        const size_t mask = entries_.size() - 1;
        size_t slot = static_cast<size_t>((key * 0x9E3779B97F4A7C15u) >> (64 - std::countr_zero(entries_.size())));
        while (entries_[slot].key != key && entries_[slot].key != kFree) slot = (slot + 1) & mask;
        return entries_[slot];
    }

    void Grow() {
        const std::vector<Entry> before = std::move(entries_);
        entries_.assign(before.size() * 2, {});
        for (const Entry& entry : before) {
            if (entry.key != kFree) Find(entry.key) = entry;
        }
    }

    std::vector<Entry> entries_;
    size_t used_ = 0;
};

/// Which of a patch's edges is longest; edge i runs from corner i to i+1. Squares of differences are the same from both
/// ends, so both sides of an edge agree on its length.
struct LongestEdge {
    size_t edge = 0;
    double square = 0;
};

LongestEdge FindLongestEdge(const Patches& patches, size_t patch) {
    const std::array<int32_t, 3>& corners = patches.patches[patch];
    const Vec3& a = patches.points[static_cast<size_t>(corners[0])];
    const Vec3& b = patches.points[static_cast<size_t>(corners[1])];
    const Vec3& c = patches.points[static_cast<size_t>(corners[2])];
    LongestEdge longest{0, LengthSquared(b - a)};
    if (const double square = LengthSquared(c - b); square > longest.square) longest = {1, square};
    if (const double square = LengthSquared(a - c); square > longest.square) longest = {2, square};
    return longest;
}

/// Patches in lists by the size of their longest edge (an eighth of a power of two of its square per list): largest
/// first to within 5 %, in constant time, and in the order in which they came within a list.
class PatchQueue {
public:
    void Push(int32_t patch, double square) {
        if (static_cast<size_t>(patch) >= next_.size()) next_.resize(static_cast<size_t>(patch) * 2 + 64, kNoPatch);
        next_[static_cast<size_t>(patch)] = kNoPatch;
        const size_t list = ListOf(square);
        if (list >= lists_.size()) lists_.resize(list + 1);
        if (lists_[list].last == kNoPatch)
            lists_[list].first = patch;
        else
            next_[static_cast<size_t>(lists_[list].last)] = patch;
        lists_[list].last = patch;
    }

    int32_t Pop() {
        while (!lists_.empty() && lists_.back().first == kNoPatch) lists_.pop_back();
        if (lists_.empty()) return kNoPatch;
        List& list = lists_.back();
        const int32_t patch = list.first;
        list.first = next_[static_cast<size_t>(patch)];
        if (list.first == kNoPatch) list.last = kNoPatch;
        return patch;
    }

private:
    struct List {
        int32_t first = kNoPatch, last = kNoPatch;
    };

    static size_t ListOf(double square) {
        return static_cast<size_t>(std::bit_cast<uint64_t>(square) >> 49);  // exponent and three bits, in order of size
    }

    std::vector<List> lists_;
    std::vector<int32_t> next_;
};

class PatchCutter {
public:
    PatchCutter(Patches& patches, double largestEdge)
        : patches_(patches), limit_(largestEdge * largestEdge), midpoints_(patches.patches.size() * 2) {
        for (size_t i = 0; i < patches.patches.size(); ++i) Enqueue(static_cast<int32_t>(i));
    }

    void CutTo(int64_t count) {
        while (static_cast<int64_t>(patches_.patches.size()) < count) {
            const int32_t patch = queue_.Pop();
            if (patch == kNoPatch) return;
            Cut(patch);
        }
    }

private:
    void Enqueue(int32_t patch) {
        const double square = FindLongestEdge(patches_, static_cast<size_t>(patch)).square;
        if (square > limit_) queue_.Push(patch, square);
    }

    int32_t Midpoint(int32_t a, int32_t b) {
        int32_t& midpoint = midpoints_.Of(a, b);
        if (midpoint >= 0) return midpoint;
        const Vec3 from = patches_.points[static_cast<size_t>(a)], to = patches_.points[static_cast<size_t>(b)];
        const Vec3 middle = from * 0.5 + to * 0.5;
        if (middle == from) return midpoint = a;  // no double lies between
        if (middle == to) return midpoint = b;
        patches_.points.push_back(middle);
        return midpoint = static_cast<int32_t>(patches_.points.size()) - 1;
    }

    void Cut(int32_t patch) {
        const std::array<int32_t, 3> corners = patches_.patches[static_cast<size_t>(patch)];
        const size_t edge = FindLongestEdge(patches_, static_cast<size_t>(patch)).edge;
        const int32_t from = corners[edge], to = corners[(edge + 1) % 3], opposite = corners[(edge + 2) % 3];
        const int32_t middle = Midpoint(from, to);
        if (middle == from || middle == to) return;
        patches_.patches[static_cast<size_t>(patch)] = {from, middle, opposite};
        patches_.patches.push_back({middle, to, opposite});
        patches_.triangles.push_back(patches_.triangles[static_cast<size_t>(patch)]);
        Enqueue(patch);
        Enqueue(static_cast<int32_t>(patches_.patches.size()) - 1);
    }

    Patches& patches_;
    double limit_;  // square of the edge length that may stay
    MidpointTable midpoints_;
    PatchQueue queue_;
};

bool IsSoundTriangle(const TriangleMesh& mesh, const Triangle& triangle) {
    for (const int32_t corner : triangle) {
        if (corner < 0 || static_cast<size_t>(corner) >= mesh.vertices.size()) return false;
        if (!IsFinite(mesh.vertices[static_cast<size_t>(corner)])) return false;
    }
    return true;
}
}  // namespace

Patches MakePatches(const TriangleMesh& mesh, double largestEdge, int64_t atMost) {
    Patches patches;
    patches.points = mesh.vertices;
    patches.patches.reserve(mesh.triangles.size());
    patches.triangles.reserve(mesh.triangles.size());
    for (size_t i = 0; i < mesh.triangles.size(); ++i) {
        if (!IsSoundTriangle(mesh, mesh.triangles[i])) continue;
        patches.patches.push_back(mesh.triangles[i]);
        patches.triangles.push_back(static_cast<int32_t>(i));
    }
    return RefinePatches(std::move(patches), largestEdge, atMost);
}

Patches RefinePatches(Patches patches, double largestEdge, int64_t atMost) {
    const int64_t most = std::min(atMost, kMostPatches);
    const bool staysWhole = largestEdge == std::numeric_limits<double>::infinity();
    if (!staysWhole && static_cast<int64_t>(patches.patches.size()) < most)
        PatchCutter(patches, std::max(largestEdge, 0.0)).CutTo(most);
    return patches;
}

Patches RefinePatchesTo(Patches patches, int64_t atLeast) { return RefinePatches(std::move(patches), 0, atLeast); }

}  // namespace spheretree
