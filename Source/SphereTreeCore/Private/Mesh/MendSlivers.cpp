#include "Mesh/EdgeTable.h"
#include "Mesh/Soup.h"

#include <algorithm>

namespace spheretree {

namespace {

/// The corner at which the longest edge starts.
int64_t LongestEdgeCorner(const Soup& soup, int64_t triangle) {
    const Triangle& t = soup.triangles[static_cast<size_t>(triangle)];
    int64_t best = 0;
    double longest = -1;
    for (size_t i = 0; i < 3; ++i) {
        const double length = Distance(soup.At(t[i]), soup.At(t[(i + 1) % 3]));
        if (length > longest) best = static_cast<int64_t>(i);
        longest = std::max(longest, length);
    }
    return 3 * triangle + best;
}

void ReplaceCorner(Triangle& triangle, const std::vector<int32_t>& places, int32_t fromPlace, int32_t to) {
    for (int32_t& corner : triangle)
        if (places[static_cast<size_t>(corner)] == fromPlace) corner = to;
}

/// The sliver P Q R lies along its longest edge PQ; the neighbour P Q D there becomes P R D and R Q D.
bool TurnLongestEdge(Soup& soup, const EdgeTable& edges, int64_t sliver, std::vector<char>& touched) {
    const int64_t corner = LongestEdgeCorner(soup, sliver), across = edges.Opposite(corner);
    if (across < 0) return false;
    const size_t s = static_cast<size_t>(sliver), n = static_cast<size_t>(TriangleOf(across));
    if (touched[s] || touched[n] || soup.IsSliverAt(soup.triangles[n])) return false;
    const auto place = [&soup](int64_t c) { return soup.places[static_cast<size_t>(VertexAt(soup.triangles, c))]; };
    const int32_t p = place(corner), q = place(NextCorner(corner)), r = place(PreviousCorner(corner));
    const int32_t d = place(PreviousCorner(across)), middle = VertexAt(soup.triangles, PreviousCorner(corner));
    if (d == r || edges.Find(d, r) >= 0) return false;
    Triangle first = soup.triangles[n], second = first;
    ReplaceCorner(first, soup.places, q, middle);
    ReplaceCorner(second, soup.places, p, middle);
    soup.triangles[s] = first;
    soup.triangles[n] = second;
    soup.turnedOver[s] = soup.turnedOver[n];
    touched[s] = touched[n] = 1;
    return true;
}

std::vector<int64_t> FindSlivers(const Soup& soup) {
    std::vector<int64_t> slivers;
    for (size_t t = 0; t < soup.triangles.size(); ++t)
        if (soup.IsSliverAt(soup.triangles[t])) slivers.push_back(static_cast<int64_t>(t));
    return slivers;
}

/// A second edge D–R may come into being through another turn of the same pass, so turns that share a place wait.
int64_t MendOnce(Soup& soup, const std::vector<int64_t>& slivers) {
    const std::vector<Triangle> byPlace = soup.TrianglesByPlace();
    const EdgeTable edges(byPlace, static_cast<int64_t>(soup.vertices.size()));
    std::vector<char> touched(soup.triangles.size(), 0), busy(soup.vertices.size(), 0);
    int64_t mended = 0;
    for (const int64_t sliver : slivers) {
        const int64_t across = edges.Opposite(LongestEdgeCorner(soup, sliver));
        if (across < 0) continue;
        const Triangle &s = byPlace[static_cast<size_t>(sliver)], &n = byPlace[static_cast<size_t>(TriangleOf(across))];
        const auto isBusy = [&busy](int32_t v) { return busy[static_cast<size_t>(v)] != 0; };
        if (std::any_of(s.begin(), s.end(), isBusy) || std::any_of(n.begin(), n.end(), isBusy)) continue;
        if (!TurnLongestEdge(soup, edges, sliver, touched)) continue;
        for (const int32_t v : s) busy[static_cast<size_t>(v)] = 1;
        for (const int32_t v : n) busy[static_cast<size_t>(v)] = 1;
        ++mended;
    }
    return mended;
}

void DropSlivers(Soup& soup, const std::vector<int64_t>& slivers, CleanReport& report) {
    if (slivers.empty()) return;
    std::vector<char> keep(soup.triangles.size(), 1);
    for (const int64_t t : slivers) keep[static_cast<size_t>(t)] = 0;
    soup.Keep(keep);
    report.droppedDegenerate += static_cast<int64_t>(slivers.size());
}

}  // namespace

void DropCollapsed(Soup& soup, CleanReport& report) {
    std::vector<char> keep(soup.triangles.size());
    for (size_t t = 0; t < keep.size(); ++t) keep[t] = !IsCollapsed(MapCorners(soup.triangles[t], soup.places));
    const int64_t dropped = std::count(keep.begin(), keep.end(), char{0});
    report.droppedDegenerate += dropped;
    if (dropped > 0) soup.Keep(keep);
}

void MendSlivers(Soup& soup, CleanReport& report) {
    constexpr int32_t mostPasses = 32;
    std::vector<int64_t> slivers = FindSlivers(soup);
    for (int32_t pass = 0; pass < mostPasses && !slivers.empty(); ++pass) {
        const int64_t mended = MendOnce(soup, slivers);
        report.mendedSlivers += mended;
        if (mended == 0) break;
        slivers = FindSlivers(soup);
    }
    DropSlivers(soup, slivers, report);
}

}  // namespace spheretree
