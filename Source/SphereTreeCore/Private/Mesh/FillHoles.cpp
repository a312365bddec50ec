#include "Mesh/EdgeTable.h"
#include "Mesh/Soup.h"

#include <algorithm>

// A hole is a closed walk along boundary edges. It is closed with one new vertex in its middle and a fan around it, or
// with a single triangle when it has three edges: no new edge then joins two old vertices, so no edge can come to
// have three triangles. A walk that passes a vertex twice is cut there, which keeps the fan's own edges apart too.
namespace spheretree {

namespace {

using HoleLoop = std::vector<int32_t>;  // places, in the direction of the triangles along it

/// The next boundary corner around the far end of `corner`, turning through the triangles that meet there; −1 where
/// the fan ends at an edge of three or more. The walk's direction is given by the place it leads to.
struct BoundaryStep {
    int64_t corner = -1;
    int32_t to = -1;
};

BoundaryStep StepAlongBoundary(const std::vector<Triangle>& triangles, const EdgeTable& edges, BoundaryStep from) {
    int64_t corner = from.corner;
    for (;;) {
        // Of the triangle's two half-edges at the place, the one that is not this edge.
        const bool endsThere = VertexAt(triangles, NextCorner(corner)) == from.to;
        const int64_t other = endsThere ? NextCorner(corner) : PreviousCorner(corner);
        const int64_t uses = edges.UseCount(edges.EdgeOf(other));
        const int32_t start = VertexAt(triangles, other), end = VertexAt(triangles, NextCorner(other));
        if (uses == 1) return {other, start == from.to ? end : start};
        if (uses > 2) return {};
        corner = edges.Opposite(other);
    }
}

/// Walks one loop; empty when it does not close.
HoleLoop WalkLoop(const std::vector<Triangle>& triangles, const EdgeTable& edges, int64_t start,
                  std::vector<char>& visited) {
    HoleLoop loop{VertexAt(triangles, start)};
    BoundaryStep step{start, VertexAt(triangles, NextCorner(start))};
    while (step.corner >= 0 && !visited[static_cast<size_t>(edges.EdgeOf(step.corner))]) {
        visited[static_cast<size_t>(edges.EdgeOf(step.corner))] = 1;
        loop.push_back(step.to);
        step = StepAlongBoundary(triangles, edges, step);
    }
    if (step.corner != start) return {};
    loop.pop_back();  // the start again
    return loop;
}

/// Cuts a walk into loops that pass every place once.
void CutAtRepeats(const HoleLoop& walk, std::vector<int32_t>& position, std::vector<HoleLoop>& loops) {
    HoleLoop open;
    for (const int32_t place : walk) {
        int32_t& at = position[static_cast<size_t>(place)];
        if (at >= 0) {
            const int32_t repeat = at;
            loops.emplace_back(open.begin() + repeat, open.end());
            for (const int32_t gone : loops.back()) position[static_cast<size_t>(gone)] = -1;
            open.resize(static_cast<size_t>(repeat));
        }
        at = static_cast<int32_t>(open.size());
        open.push_back(place);
    }
    for (const int32_t place : open) position[static_cast<size_t>(place)] = -1;
    loops.push_back(std::move(open));
}

struct HoleSearch {
    std::vector<HoleLoop> loops;
    int64_t unclosedWalks = 0;
};

HoleSearch FindLoops(const std::vector<Triangle>& triangles, const EdgeTable& edges, size_t vertexCount) {
    HoleSearch found;
    std::vector<char> visited(static_cast<size_t>(edges.EdgeCount()), 0);
    std::vector<int32_t> position(vertexCount, -1);
    for (int64_t e = 0; e < edges.EdgeCount(); ++e) {
        if (edges.UseCount(e) != 1 || visited[static_cast<size_t>(e)]) continue;
        const HoleLoop walk = WalkLoop(triangles, edges, edges.Uses(e)[0].corner, visited);
        if (walk.empty())
            ++found.unclosedWalks;
        else
            CutAtRepeats(walk, position, found.loops);
    }
    return found;
}

Vec3 MiddleOfLoop(const Soup& soup, const HoleLoop& loop) {
    Vec3 sum;
    const Vec3 origin = soup.At(loop[0]);
    for (const int32_t place : loop) sum += soup.At(place) - origin;
    return origin + sum / static_cast<double>(loop.size());
}

/// A lone triangle's outline is no hole.
bool IsOutlineOfOneTriangle(const EdgeTable& edges, const HoleLoop& loop) {
    const auto owner = [&edges](int32_t a, int32_t b) {
        const int64_t edge = edges.Find(a, b);
        return edge < 0 ? -1 : TriangleOf(edges.Uses(edge)[0].corner);
    };
    return loop.size() == 3 && owner(loop[0], loop[1]) == owner(loop[1], loop[2]) &&
           owner(loop[1], loop[2]) == owner(loop[2], loop[0]);
}

std::vector<Triangle> FanFor(const HoleLoop& loop, int32_t middle) {
    if (loop.size() == 3) return {Triangle{loop[0], loop[2], loop[1]}};
    std::vector<Triangle> fan;
    for (size_t i = 0; i < loop.size(); ++i) fan.push_back({loop[(i + 1) % loop.size()], loop[i], middle});
    return fan;
}

/// A hole that can be closed, and with which new vertex.
struct HolePatch {
    HoleLoop loop;
    Vec3 middle;
    bool NeedsMiddle() const { return loop.size() > 3; }
};

/// Three edges in a line are no flaw: the sliver that closes them is merged with a neighbour afterwards.
bool IsFlawed(const Soup& soup, const EdgeTable& edges, const HolePatch& patch) {
    if (!patch.NeedsMiddle()) return IsOutlineOfOneTriangle(edges, patch.loop);
    for (size_t i = 0; i < patch.loop.size(); ++i)
        if (IsSliver(soup.At(patch.loop[i]), soup.At(patch.loop[(i + 1) % patch.loop.size()]), patch.middle))
            return true;
    return false;
}

/// Leaves out patches whose middle lies on a vertex or on another's middle: they would fold onto the mesh.
std::vector<HolePatch> WithFreeMiddles(const Soup& soup, const std::vector<HolePatch>& patches) {
    std::vector<Vec3> positions;
    const std::vector<char> use = soup.VerticesInUse();
    for (size_t v = 0; v < use.size(); ++v)
        if (use[v]) positions.push_back(soup.vertices[v]);
    const size_t first = positions.size();
    for (const HolePatch& patch : patches)
        if (patch.NeedsMiddle()) positions.push_back(patch.middle);
    const std::vector<char> all(positions.size(), 1);
    const std::vector<int32_t> places = WeldedPlaces(positions, all, std::max(soup.weldDistance, 0.0));
    std::vector<HolePatch> kept;
    size_t next = first;
    for (const HolePatch& patch : patches) {
        const size_t v = patch.NeedsMiddle() ? next++ : 0;
        if (!patch.NeedsMiddle() || places[v] == static_cast<int32_t>(v)) kept.push_back(patch);
    }
    return kept;
}

void Fill(Soup& soup, const HolePatch& patch, CleanReport& report) {
    if (patch.NeedsMiddle()) {
        soup.places.push_back(static_cast<int32_t>(soup.vertices.size()));
        soup.vertices.push_back(patch.middle);
    }
    const std::vector<Triangle> fan = FanFor(patch.loop, static_cast<int32_t>(soup.vertices.size()) - 1);
    for (const Triangle& t : fan) soup.Add(t);
    report.addedTriangles += static_cast<int64_t>(fan.size());
    report.addedVertices += patch.NeedsMiddle();
}

}  // namespace

void FillHoles(Soup& soup, const CleanOptions& options, CleanReport& report) {
    const std::vector<Triangle> byPlace = soup.TrianglesByPlace();
    const EdgeTable edges(byPlace, static_cast<int64_t>(soup.vertices.size()));
    const HoleSearch found = FindLoops(byPlace, edges, soup.vertices.size());
    std::vector<HolePatch> patches;
    for (const HoleLoop& loop : found.loops) {
        const HolePatch patch{loop, MiddleOfLoop(soup, loop)};
        const bool isShort = static_cast<int64_t>(loop.size()) <= options.largestHoleEdges;
        if (isShort && !IsFlawed(soup, edges, patch)) patches.push_back(patch);
    }
    patches = WithFreeMiddles(soup, patches);
    for (const HolePatch& patch : patches) Fill(soup, patch, report);
    const int64_t filled = static_cast<int64_t>(patches.size());
    report.unfilledHoles = static_cast<int64_t>(found.loops.size()) - filled + found.unclosedWalks;

    CleanReport mending;  // a crack of three edges in a line was filled with a sliver; its neighbour takes it in
    MendSlivers(soup, mending);
    report.mendedSlivers += mending.mendedSlivers;
    report.addedTriangles -= mending.droppedDegenerate;
    report.unfilledHoles += mending.droppedDegenerate;
    report.filledHoles += filled - mending.droppedDegenerate;
}

}  // namespace spheretree
