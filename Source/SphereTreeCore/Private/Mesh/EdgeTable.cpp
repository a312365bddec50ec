#include "Mesh/EdgeTable.h"

#include "Mesh/Places.h"

#include <algorithm>
#include <utility>

namespace spheretree {

namespace {

EdgeUse MakeUse(const std::vector<Triangle>& triangles, int64_t corner) {
    const int32_t from = VertexAt(triangles, corner), to = VertexAt(triangles, NextCorner(corner));
    return {std::min(from, to), std::max(from, to), corner, from < to};
}

/// Buckets by the lower vertex, then sorts each bucket: linear but for vertices of very many edges.
std::vector<EdgeUse> SortedUses(const std::vector<Triangle>& triangles, int64_t vertexCount,
                                const std::function<bool()>& goesOn) {
    constexpr size_t kVerticesBetweenAsks = 8192;
    const int64_t cornerCount = 3 * static_cast<int64_t>(triangles.size());
    std::vector<int64_t> start(static_cast<size_t>(vertexCount) + 1, 0);
    for (int64_t c = 0; c < cornerCount; ++c) ++start[static_cast<size_t>(MakeUse(triangles, c).low) + 1];
    for (size_t v = 0; v < static_cast<size_t>(vertexCount); ++v) start[v + 1] += start[v];
    std::vector<EdgeUse> uses(static_cast<size_t>(cornerCount));
    std::vector<int64_t> fill = start;
    for (int64_t c = 0; c < cornerCount; ++c) {
        const EdgeUse use = MakeUse(triangles, c);
        uses[static_cast<size_t>(fill[static_cast<size_t>(use.low)]++)] = use;
    }
    for (size_t v = 0; v < static_cast<size_t>(vertexCount); ++v) {
        if (v % kVerticesBetweenAsks == 0 && !goesOn()) break;
        std::sort(uses.begin() + start[v], uses.begin() + start[v + 1], [](const EdgeUse& a, const EdgeUse& b) {
            return a.high != b.high ? a.high < b.high : a.corner < b.corner;
        });
    }
    return uses;
}

}  // namespace

EdgeTable::EdgeTable(const std::vector<Triangle>& triangles, int64_t vertexCount, const std::function<bool()>& goesOn)
    : uses_(SortedUses(triangles, vertexCount, goesOn)), edgeOfCorner_(uses_.size()) {
    firstUse_.reserve(uses_.size() / 2 + 2);
    for (size_t i = 0; i < uses_.size(); ++i) {
        const bool isNew = i == 0 || uses_[i].low != uses_[i - 1].low || uses_[i].high != uses_[i - 1].high;
        if (isNew) firstUse_.push_back(static_cast<int64_t>(i));
        edgeOfCorner_[static_cast<size_t>(uses_[i].corner)] = static_cast<int64_t>(firstUse_.size()) - 1;
    }
    firstUse_.push_back(static_cast<int64_t>(uses_.size()));
}

std::span<const EdgeUse> EdgeTable::Uses(int64_t edge) const {
    const size_t first = static_cast<size_t>(firstUse_[static_cast<size_t>(edge)]);
    const size_t end = static_cast<size_t>(firstUse_[static_cast<size_t>(edge) + 1]);
    return {uses_.data() + first, end - first};
}

int64_t EdgeTable::Find(int32_t a, int32_t b) const {
    const std::pair<int32_t, int32_t> wanted{std::min(a, b), std::max(a, b)};
    const auto at = std::lower_bound(uses_.begin(), uses_.end(), wanted, [](const EdgeUse& use, const auto& key) {
        return std::pair<int32_t, int32_t>{use.low, use.high} < key;
    });
    if (at == uses_.end() || at->low != wanted.first || at->high != wanted.second) return -1;
    return EdgeOf(at->corner);
}

int64_t EdgeTable::Opposite(int64_t corner) const {
    const std::span<const EdgeUse> uses = Uses(EdgeOf(corner));
    if (uses.size() != 2) return -1;
    return uses[0].corner == corner ? uses[1].corner : uses[0].corner;
}

bool EdgeTable::IsFlipped(int64_t edge) const {
    const std::span<const EdgeUse> uses = Uses(edge);
    return uses.size() == 2 && uses[0].forward == uses[1].forward;
}

DisjointSets::DisjointSets(int64_t count) : parent_(static_cast<size_t>(count)) {
    for (size_t i = 0; i < parent_.size(); ++i) parent_[i] = static_cast<int64_t>(i);
}

int64_t DisjointSets::Find(int64_t i) {
    while (parent_[static_cast<size_t>(i)] != i) {
        int64_t& parent = parent_[static_cast<size_t>(i)];
        parent = parent_[static_cast<size_t>(parent)];
        i = parent;
    }
    return i;
}

void DisjointSets::Join(int64_t i, int64_t j) {
    i = Find(i);
    j = Find(j);
    parent_[static_cast<size_t>(std::max(i, j))] = std::min(i, j);
}

Components FindComponents(const EdgeTable& edges, int64_t triangleCount) {
    DisjointSets sets(triangleCount);
    for (int64_t e = 0; e < edges.EdgeCount(); ++e) {
        const std::span<const EdgeUse> uses = edges.Uses(e);
        for (const EdgeUse& use : uses.subspan(1)) sets.Join(TriangleOf(uses[0].corner), TriangleOf(use.corner));
    }
    Components components;
    components.ofTriangle.resize(static_cast<size_t>(triangleCount));
    for (int64_t t = 0; t < triangleCount; ++t) {
        const int64_t lowest = sets.Find(t);
        components.ofTriangle[static_cast<size_t>(t)] =
            lowest == t ? components.count++ : components.ofTriangle[static_cast<size_t>(lowest)];
    }
    return components;
}

std::vector<ComponentEdges> CheckComponents(const EdgeTable& edges, const Components& components) {
    std::vector<ComponentEdges> checks(static_cast<size_t>(components.count));
    for (int64_t e = 0; e < edges.EdgeCount(); ++e) {
        const int64_t triangle = TriangleOf(edges.Uses(e)[0].corner);
        ComponentEdges& one = checks[static_cast<size_t>(components.ofTriangle[static_cast<size_t>(triangle)])];
        one.isClosed = one.isClosed && edges.UseCount(e) == 2;
        one.isOriented = one.isOriented && !edges.IsFlipped(e);
    }
    return checks;
}

std::vector<double> ComponentVolumes(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles,
                                     const Components& components, const Vec3& origin) {
    std::vector<double> volumes(static_cast<size_t>(components.count), 0.0);
    const auto at = [&vertices](int32_t v) { return vertices[static_cast<size_t>(v)]; };
    for (size_t t = 0; t < triangles.size(); ++t) {
        const Triangle& tri = triangles[t];
        volumes[static_cast<size_t>(components.ofTriangle[t])] +=
            SixVolumes(at(tri[0]), at(tri[1]), at(tri[2]), origin) / 6;
    }
    return volumes;
}

}  // namespace spheretree
