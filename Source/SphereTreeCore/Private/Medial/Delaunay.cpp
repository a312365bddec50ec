#include "Medial/Delaunay.h"

#include "Medial/HilbertOrder.h"
#include "Medial/Predicates.h"

#include <algorithm>
#include <cassert>

namespace spheretree {
namespace {

int CornerOf(const std::array<int32_t, 4>& four, int32_t value) {
    for (int i = 0; i < 3; ++i)
        if (four[i] == value) return i;
    assert(four[3] == value);
    return 3;
}

}  // namespace

int Delaunay::InfiniteCorner(int32_t slot) const {
    const auto& v = At(slot).vertices;
    return v[0] == kInfinite ? 0 : v[1] == kInfinite ? 1 : v[2] == kInfinite ? 2 : v[3] == kInfinite ? 3 : -1;
}

Vec3 Delaunay::CircumcentreOf(int32_t slot) const {
    const auto& v = At(slot).vertices;
    return Circumcentre(Position(v[0]), Position(v[1]), Position(v[2]), Position(v[3]));
}

/// The sign of the volume when `point` takes the place of a corner.
int Delaunay::OrientWith(const Tetrahedron& tetrahedron, int corner, const Vec3& point) const {
    const auto& v = tetrahedron.vertices;
    switch (corner) {
        case 0:
            return Orient3d(point, Position(v[1]), Position(v[2]), Position(v[3]));
        case 1:
            return Orient3d(Position(v[0]), point, Position(v[2]), Position(v[3]));
        case 2:
            return Orient3d(Position(v[0]), Position(v[1]), point, Position(v[3]));
        default:
            return Orient3d(Position(v[0]), Position(v[1]), Position(v[2]), point);
    }
}

bool Delaunay::IsInConflict(int32_t slot, const Vec3& point) const {
    const Tetrahedron& tetrahedron = At(slot);
    const int infinite = InfiniteCorner(slot);
    if (infinite < 0) {
        const auto& v = tetrahedron.vertices;
        return InSphere(Position(v[0]), Position(v[1]), Position(v[2]), Position(v[3]), point) > 0;
    }
    const int side = OrientWith(tetrahedron, infinite, point);
    if (side != 0) return side > 0;
    // In the plane of the face: its circle decides, which is where the sphere of the tetrahedron behind it cuts the
    // plane.
    return IsInConflict(tetrahedron.neighbours[static_cast<size_t>(infinite)], point);
}

/// The walk goes to a neighbour across any face that has the point strictly behind it. In Delaunay tetrahedra it cannot
/// go in circles [Edelsbrunner 1990].
int32_t Delaunay::Locate(const Vec3& given, int32_t start) const {
    if (!HasTetrahedra()) return kNone;
    const Vec3 point = SnapToLattice(given);
    int32_t slot = start != kNone && IsLive(start) ? start : lastSlot_;
    const int infinite = InfiniteCorner(slot);
    if (infinite >= 0) slot = At(slot).neighbours[static_cast<size_t>(infinite)];
    for (int32_t from = kNone;;) {
        const Tetrahedron& tetrahedron = At(slot);
        int corner = 0;
        while (corner < 4 && (tetrahedron.neighbours[static_cast<size_t>(corner)] == from ||
                              OrientWith(tetrahedron, corner, point) >= 0))
            ++corner;
        if (corner == 4) return slot;
        from = slot;
        slot = tetrahedron.neighbours[static_cast<size_t>(corner)];
        if (InfiniteCorner(slot) >= 0) return slot;
    }
}

int32_t Delaunay::VertexAt(int32_t slot, const Vec3& point) const {
    for (const int32_t vertex : At(slot).vertices)
        if (vertex != kInfinite && Position(vertex) == point) return vertex;
    return kNone;
}

int32_t Delaunay::AddVertex(const Vec3& position) {
    positions_.push_back(position);
    slotOfVertex_.push_back(kNone);
    return VertexCount() - 1;
}

Delaunay::Insertion Delaunay::Insert(const Vec3& given) {
    const Vec3 point = SnapToLattice(given);
    created_.clear();
    deleted_.clear();
    if (!HasTetrahedra()) return InsertFlat(point);
    const int32_t slot = Locate(point);
    const int32_t existing = VertexAt(slot, point);
    if (existing != kNone) return {existing, false};
    const int32_t vertex = AddVertex(point);
    InsertIntoTetrahedra(vertex, slot);
    return {vertex, true};
}

std::vector<int32_t> Delaunay::InsertAll(const std::vector<Vec3>& points) {
    std::vector<int32_t> vertices(points.size());
    for (const int32_t index : InsertionOrder(points))
        vertices[static_cast<size_t>(index)] = Insert(points[static_cast<size_t>(index)]).vertex;
    created_.clear();
    deleted_.clear();
    return vertices;
}

Delaunay::Insertion Delaunay::InsertFlat(const Vec3& position) {
    const auto [place, isNew] = flatVertices_.try_emplace({position.x, position.y, position.z}, VertexCount());
    if (!isNew) return {place->second, false};
    const int32_t vertex = AddVertex(position);
    if (GrowBase(vertex)) MakeFirstTetrahedra();
    return {vertex, true};
}

/// The base is a point, then a line, a plane, a tetrahedron; true when it has become one.
bool Delaunay::GrowBase(int32_t vertex) {
    const auto at = [&](int i) -> const Vec3& { return Position(base_[static_cast<size_t>(i)]); };
    const Vec3& point = Position(vertex);
    if (dimension_ == 1 && AreCollinear(at(0), at(1), point)) return false;
    if (dimension_ == 2 && Orient3d(at(0), at(1), at(2), point) == 0) return false;
    base_[static_cast<size_t>(++dimension_)] = vertex;
    return dimension_ == 3;
}

/// One finite and four infinite tetrahedra, then all the points that had been waiting in a plane.
void Delaunay::MakeFirstTetrahedra() {
    if (Orient3d(Position(base_[0]), Position(base_[1]), Position(base_[2]), Position(base_[3])) < 0)
        std::swap(base_[0], base_[1]);
    // Slot 4 is the finite one, slot i has kInfinite in place of corner i, with two corners swapped to face outward.
    tetrahedra_.resize(5);
    tetrahedra_[4] = {base_, {0, 1, 2, 3}};
    for (int i = 0; i < 4; ++i) {
        Tetrahedron& outer = tetrahedra_[static_cast<size_t>(i)];
        outer = {base_, {0, 1, 2, 3}};
        outer.vertices[static_cast<size_t>(i)] = kInfinite;
        outer.neighbours[static_cast<size_t>(i)] = 4;
        const size_t a = i == 0 ? 1 : 0, b = i <= 1 ? 2 : 1;
        std::swap(outer.vertices[a], outer.vertices[b]);
        std::swap(outer.neighbours[a], outer.neighbours[b]);
    }
    for (const int32_t vertex : base_) slotOfVertex_[static_cast<size_t>(vertex)] = 4;
    lastSlot_ = 4;
    for (int32_t vertex = 0; vertex < VertexCount(); ++vertex)
        if (slotOfVertex_[static_cast<size_t>(vertex)] == kNone) InsertIntoTetrahedra(vertex, Locate(Position(vertex)));
    flatVertices_.clear();
    created_.clear();
    deleted_.clear();
    for (int32_t slot = 0; slot < SlotCount(); ++slot)
        if (IsLive(slot)) created_.push_back(slot);
}

void Delaunay::InsertIntoTetrahedra(int32_t vertex, int32_t conflict) {
    created_.clear();
    deleted_.clear();
    FindCavity(Position(vertex), conflict);
    MakeStar(vertex);
    for (const int32_t slot : deleted_) Mutable(slot).vertices[0] = kFree;
    free_.insert(free_.end(), deleted_.begin(), deleted_.end());
    lastSlot_ = created_.front();
}

/// All tetrahedra in conflict: they are connected, so a search from one of them finds them. Leaves them in deleted_,
/// with marks, and the faces around them in boundary_.
void Delaunay::FindCavity(const Vec3& point, int32_t conflict) {
    const uint32_t inside = scratch_.Next(SlotCount()), outside = scratch_.Next(SlotCount());
    std::vector<uint32_t>& marks = scratch_.marks;
    boundary_.clear();
    deleted_.push_back(conflict);
    marks[static_cast<size_t>(conflict)] = inside;
    for (size_t next = 0; next < deleted_.size(); ++next) {
        for (int corner = 0; corner < 4; ++corner) {
            const int32_t slot = deleted_[next];
            const int32_t neighbour = At(slot).neighbours[static_cast<size_t>(corner)];
            uint32_t& mark = marks[static_cast<size_t>(neighbour)];
            if (mark != inside && mark != outside) {
                mark = IsInConflict(neighbour, point) ? inside : outside;
                if (mark == inside) deleted_.push_back(neighbour);
            }
            if (mark == outside) boundary_.push_back({slot, corner});
        }
    }
    assert(boundary_.size() >= 4);
}

int32_t Delaunay::NewSlot() {
    if (free_.empty()) {
        tetrahedra_.push_back({});
        return SlotCount() - 1;
    }
    const int32_t slot = free_.back();
    free_.pop_back();
    return slot;
}

/// A tetrahedron from the new vertex to each face of the cavity's boundary: the old one with a corner replaced, so its
/// orientation is right already. The old one is told of it across that face, for LinkStar.
void Delaunay::MakeStar(int32_t vertex) {
    for (const Face& face : boundary_) {
        const int32_t slot = NewSlot();
        const size_t corner = static_cast<size_t>(face.corner);
        Tetrahedron& made = Mutable(slot);
        made = At(face.slot);
        made.vertices[corner] = vertex;
        Tetrahedron& behind = Mutable(made.neighbours[corner]);
        behind.neighbours[static_cast<size_t>(CornerOf(behind.neighbours, face.slot))] = slot;
        Mutable(face.slot).neighbours[corner] = slot;
        for (const int32_t other : made.vertices)
            if (other != kInfinite) slotOfVertex_[static_cast<size_t>(other)] = slot;
        created_.push_back(slot);
    }
    scratch_.marks.resize(std::max(scratch_.marks.size(), tetrahedra_.size()), 0);
    for (size_t i = 0; i < boundary_.size(); ++i) LinkStar(boundary_[i], created_[i]);
}

/// Joins a new tetrahedron to its three new neighbours. Two of them stand on the boundary at a common edge: turning
/// around that edge through the cavity leads from one to the other.
void Delaunay::LinkStar(const Face& face, int32_t slot) {
    const uint32_t inCavity = scratch_.marks[static_cast<size_t>(face.slot)];
    for (int corner = 0; corner < 4; ++corner) {
        if (corner == face.corner) continue;
        int32_t at = face.slot;
        int enter = face.corner, leave = corner;
        int32_t next = At(at).neighbours[static_cast<size_t>(leave)];
        while (scratch_.marks[static_cast<size_t>(next)] == inCavity) {
            const int32_t facing = At(at).vertices[static_cast<size_t>(enter)];
            enter = CornerOf(At(next).neighbours, at);
            leave = CornerOf(At(next).vertices, facing);
            at = next;
            next = At(at).neighbours[static_cast<size_t>(leave)];
        }
        Mutable(slot).neighbours[static_cast<size_t>(corner)] = next;
    }
}

}  // namespace spheretree
