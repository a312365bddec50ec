#include "Medial/Delaunay.h"
#include "Medial/Predicates.h"

#include <algorithm>
#include <cassert>

namespace spheretree {

uint32_t Delaunay::Scratch::Next(int32_t size) {
    if (marks.size() < static_cast<size_t>(size)) marks.resize(static_cast<size_t>(size), 0);
    if (++stamp == 0) {
        std::fill(marks.begin(), marks.end(), 0u);
        stamp = 1;
    }
    return stamp;
}

void Delaunay::Conflicts(const Vec3& given, Scratch& scratch, std::vector<int32_t>& out, int32_t start) const {
    out.clear();
    if (!HasTetrahedra()) return;
    const Vec3 point = SnapToLattice(given);
    const int32_t first = Locate(point, start);
    if (VertexAt(first, point) != kNone) return;
    const uint32_t seen = scratch.Next(SlotCount());
    out.push_back(first);
    scratch.marks[static_cast<size_t>(first)] = seen;
    for (size_t next = 0; next < out.size(); ++next) {
        for (const int32_t neighbour : At(out[next]).neighbours) {
            uint32_t& mark = scratch.marks[static_cast<size_t>(neighbour)];
            if (mark == seen) continue;
            mark = seen;
            if (IsInConflict(neighbour, point)) out.push_back(neighbour);
        }
    }
}

void Delaunay::Incident(int32_t vertex, Scratch& scratch, std::vector<int32_t>& out) const {
    out.clear();
    if (!HasTetrahedra()) return;
    const uint32_t seen = scratch.Next(SlotCount());
    out.push_back(slotOfVertex_[static_cast<size_t>(vertex)]);
    scratch.marks[static_cast<size_t>(out.front())] = seen;
    for (size_t next = 0; next < out.size(); ++next) {
        const int32_t slot = out[next];
        for (int corner = 0; corner < 4; ++corner) {
            if (At(slot).vertices[static_cast<size_t>(corner)] == vertex)
                continue;  // the face across does not touch it
            const int32_t neighbour = At(slot).neighbours[static_cast<size_t>(corner)];
            uint32_t& mark = scratch.marks[static_cast<size_t>(neighbour)];
            if (mark != seen) out.push_back(neighbour);
            mark = seen;
        }
    }
}

/// Greedy: a vertex that is not nearest has a Delaunay neighbour that is nearer.
int32_t Delaunay::NearestVertex(const Vec3& point, Scratch& scratch, int32_t start) const {
    const auto isNearer = [&](int32_t a, int32_t b) {
        return LengthSquared(Position(a) - point) < LengthSquared(Position(b) - point);
    };
    int32_t nearest = VertexCount() > 0 ? 0 : kNone;
    if (!HasTetrahedra()) {
        for (int32_t vertex = 1; vertex < VertexCount(); ++vertex)
            if (isNearer(vertex, nearest)) nearest = vertex;
        return nearest;
    }
    std::vector<int32_t> around{Locate(point, start)};
    nearest = At(around[0]).vertices[InfiniteCorner(around[0]) == 0 ? 1 : 0];
    for (;;) {
        const int32_t before = nearest;
        Incident(before, scratch, around);
        for (const int32_t slot : around)
            for (const int32_t vertex : At(slot).vertices)
                if (vertex != kInfinite && isNearer(vertex, nearest)) nearest = vertex;
        if (nearest == before) return nearest;
    }
}

std::string Delaunay::FaultOfFace(int32_t slot, int corner) const {
    const std::string name = "face " + std::to_string(corner) + " of tetrahedron " + std::to_string(slot);
    const auto& here = At(slot);
    const int32_t neighbour = here.neighbours[static_cast<size_t>(corner)];
    if (neighbour < 0 || neighbour >= SlotCount() || !IsLive(neighbour)) return name + " has no live neighbour";
    const auto& there = At(neighbour);
    int back = 0;
    while (back < 4 && there.neighbours[static_cast<size_t>(back)] != slot) ++back;
    if (back == 4) return name + " has a neighbour that does not know it";
    for (int i = 0; i < 4; ++i) {
        const int32_t vertex = here.vertices[static_cast<size_t>(i)];
        const bool isShared = std::find(there.vertices.begin(), there.vertices.end(), vertex) != there.vertices.end();
        if (isShared != (i != corner)) return name + " and its neighbour do not share three vertices";
    }
    const int32_t opposite = there.vertices[static_cast<size_t>(back)];
    if (opposite != kInfinite && IsInConflict(slot, Position(opposite)))
        return name + " has a neighbour with a vertex inside the sphere";
    return "";
}

std::string Delaunay::FaultOf(int32_t slot) const {
    const auto& v = At(slot).vertices;
    const int infinite = InfiniteCorner(slot);
    if (infinite < 0 && Orient3d(Position(v[0]), Position(v[1]), Position(v[2]), Position(v[3])) <= 0)
        return "tetrahedron " + std::to_string(slot) + " has no positive volume";
    for (int corner = 0; corner < 4; ++corner) {
        std::string fault = FaultOfFace(slot, corner);
        if (!fault.empty()) return fault;
    }
    return "";
}

std::string Delaunay::FindFault() const {
    int64_t live = 0;
    for (int32_t slot = 0; slot < SlotCount(); ++slot) {
        if (!IsLive(slot)) continue;
        ++live;
        std::string fault = FaultOf(slot);
        if (!fault.empty()) return fault;
    }
    if (live + static_cast<int64_t>(free_.size()) != SlotCount()) return "slots are lost, or free twice";
    for (int32_t vertex = 0; HasTetrahedra() && vertex < VertexCount(); ++vertex) {
        const int32_t slot = slotOfVertex_[static_cast<size_t>(vertex)];
        const auto& v = At(slot).vertices;
        if (!IsLive(slot) || std::find(v.begin(), v.end(), vertex) == v.end())
            return "vertex " + std::to_string(vertex) + " has no tetrahedron";
    }
    return "";
}

}  // namespace spheretree
