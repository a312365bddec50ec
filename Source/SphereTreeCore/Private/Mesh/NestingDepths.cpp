#include "Mesh/Soup.h"

#include <algorithm>
#include <numeric>

// Which closed components lie within which. From points of each component a line runs straight up; it crosses every
// component that holds the point an odd number of times above it. The mesh is first seen from an odd direction, so
// that no line runs along walls. The crossing test asks each edge in one fixed order of its ends: neighbouring
// triangles get the same answer, and a line cannot slip between them.
namespace spheretree {

namespace {

struct FlatBox {
    double lowX, lowY, highX, highY;
    bool Holds(const Vec3& p) const { return p.x >= lowX && p.x <= highX && p.y >= lowY && p.y <= highY; }
};

/// A turn by which no direction that people model in stays upright. Its entries need not be exactly orthogonal.
Vec3 SeenAskew(const Vec3& p) {
    return {0.7137 * p.x + 0.5379 * p.y - 0.4485 * p.z, -0.6443 * p.x + 0.7361 * p.y - 0.2075 * p.z,
            0.2186 * p.x + 0.4371 * p.y + 0.8724 * p.z};
}

/// Whether the upright line through p passes the triangle, and whether above p.
bool CrossesAbove(const Vec3& p, const std::array<Vec3, 3>& corners) {
    bool inside = false;
    for (size_t i = 0; i < 3; ++i) {
        Vec3 a = corners[i], b = corners[(i + 1) % 3];
        if (b.x < a.x || (b.x == a.x && b.y < a.y)) std::swap(a, b);
        if ((a.x <= p.x) == (b.x <= p.x)) continue;
        inside ^= (b.x - a.x) * (p.y - a.y) < (p.x - a.x) * (b.y - a.y);
    }
    if (!inside) return false;
    const Vec3 normal = Cross(corners[1] - corners[0], corners[2] - corners[0]);
    const double side = Dot(normal, corners[0] - p);
    return normal.z > 0 ? side > 0 : side < 0;
}

/// Triangles in a binary tree of flat boxes, halved at the median: the triangles above or below a point are few.
class UprightLines {
public:
    explicit UprightLines(std::vector<std::array<Vec3, 3>> triangles)
        : triangles_(std::move(triangles)), order_(triangles_.size()), boxes_(2 * triangles_.size()) {
        std::iota(order_.begin(), order_.end(), 0);
        if (!order_.empty()) Build(1, 0, order_.size());
    }

    template <typename Visit>
    void ForEachAbove(const Vec3& p, const Visit& visit) const {
        struct Range {
            size_t node, first, end;
        };
        std::vector<Range> open{{1, 0, order_.size()}};
        while (!open.empty()) {
            const Range range = open.back();
            open.pop_back();
            if (range.first == range.end || !BoxOf(range.node, range.first, range.end).Holds(p)) continue;
            if (range.end - range.first <= kLeaf) {
                for (size_t i = range.first; i < range.end; ++i)
                    if (CrossesAbove(p, triangles_[order_[i]])) visit(order_[i]);
                continue;
            }
            const size_t middle = (range.first + range.end) / 2;
            open.push_back({2 * range.node, range.first, middle});
            open.push_back({2 * range.node + 1, middle, range.end});
        }
    }

private:
    static constexpr size_t kLeaf = 4;

    FlatBox BoxOf(size_t node, size_t first, size_t end) const {
        return node < boxes_.size() ? boxes_[node] : Around(first, end);
    }

    FlatBox Around(size_t first, size_t end) const {
        const Vec3& p = triangles_[order_[first]][0];
        FlatBox box{p.x, p.y, p.x, p.y};
        for (size_t i = first; i < end; ++i)
            for (const Vec3& c : triangles_[order_[i]])
                box = {std::min(box.lowX, c.x), std::min(box.lowY, c.y), std::max(box.highX, c.x),
                       std::max(box.highY, c.y)};
        return box;
    }

    void Build(size_t node, size_t first, size_t end) {
        const FlatBox box = Around(first, end);
        if (node < boxes_.size()) boxes_[node] = box;
        if (end - first <= kLeaf) return;
        const bool alongX = box.highX - box.lowX >= box.highY - box.lowY;
        const auto key = [this, alongX](size_t t) {
            const auto& c = triangles_[t];
            return alongX ? c[0].x + c[1].x + c[2].x : c[0].y + c[1].y + c[2].y;
        };
        const auto before = [&key](size_t a, size_t b) {
            const double keyA = key(a), keyB = key(b);
            return keyA != keyB ? keyA < keyB : a < b;
        };
        const size_t middle = (first + end) / 2;
        const auto at = [this](size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
        std::nth_element(at(first), at(middle), at(end), before);
        Build(2 * node, first, middle);
        Build(2 * node + 1, middle, end);
    }

    std::vector<std::array<Vec3, 3>> triangles_;
    std::vector<size_t> order_;
    std::vector<FlatBox> boxes_;
};

/// Points on a component, spread evenly over its triangles, and the triangles of all closed components, seen askew.
struct AskewPieces {
    std::vector<std::array<Vec3, 3>> triangles;
    std::vector<int32_t> owner;
    std::vector<std::vector<Vec3>> probes;
};

AskewPieces LookAskew(const Soup& soup, const std::vector<int32_t>& componentOf, const std::vector<char>& isClosed) {
    constexpr int64_t mostProbes = 32;
    std::vector<int64_t> sizes(isClosed.size(), 0), seen(isClosed.size(), 0);
    for (const int32_t c : componentOf) ++sizes[static_cast<size_t>(c)];
    AskewPieces pieces;
    pieces.probes.resize(isClosed.size());
    for (size_t t = 0; t < soup.triangles.size(); ++t) {
        const size_t c = static_cast<size_t>(componentOf[t]);
        if (!isClosed[c]) continue;
        const Triangle& tri = soup.triangles[t];
        pieces.triangles.push_back(
            {SeenAskew(soup.At(tri[0])), SeenAskew(soup.At(tri[1])), SeenAskew(soup.At(tri[2]))});
        pieces.owner.push_back(componentOf[t]);
        const std::array<Vec3, 3>& a = pieces.triangles.back();
        const int64_t stride = (sizes[c] + mostProbes - 1) / mostProbes;
        if (seen[c]++ % stride == 0) pieces.probes[c].push_back(a[0] * 0.3511 + a[1] * 0.2897 + a[2] * 0.3592);
    }
    return pieces;
}

/// The components that hold the point, each once, in order.
void AddHolders(const UprightLines& lines, const std::vector<int32_t>& owner, const Vec3& point,
                std::vector<int32_t>& holders) {
    std::vector<int32_t> crossed;
    lines.ForEachAbove(point, [&crossed, &owner](size_t t) { crossed.push_back(owner[t]); });
    std::sort(crossed.begin(), crossed.end());
    for (auto run = crossed.begin(); run != crossed.end();) {
        const auto end = std::upper_bound(run, crossed.end(), *run);
        if ((end - run) % 2 == 1) holders.push_back(*run);
        run = end;
    }
}

}  // namespace

// Components that cut through one another are common (a limb that ends within a body). Only one that lies within
// another with all its probes is nested in it.
std::vector<int32_t> NestingDepths(const Soup& soup, const std::vector<int32_t>& componentOf,
                                   const std::vector<char>& isClosed) {
    std::vector<int32_t> depths(isClosed.size(), 0);
    if (std::count(isClosed.begin(), isClosed.end(), char{1}) < 2) return depths;
    AskewPieces pieces = LookAskew(soup, componentOf, isClosed);
    const UprightLines lines(std::move(pieces.triangles));
    for (size_t c = 0; c < isClosed.size(); ++c) {
        std::vector<int32_t> holders;
        for (const Vec3& probe : pieces.probes[c]) AddHolders(lines, pieces.owner, probe, holders);
        std::sort(holders.begin(), holders.end());
        for (auto run = holders.begin(); run != holders.end();) {
            const auto end = std::upper_bound(run, holders.end(), *run);
            const bool holdsAll = end - run == static_cast<std::ptrdiff_t>(pieces.probes[c].size());
            depths[c] += holdsAll && *run != static_cast<int32_t>(c);
            run = end;
        }
    }
    return depths;
}

}  // namespace spheretree
