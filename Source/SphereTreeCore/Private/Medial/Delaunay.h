#pragma once

#include "SphereTree/Vec3.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace spheretree {

/// The Delaunay tetrahedra of points in the cube [-1, 1]^3, to which points can be added at any time; their dual is the
/// Voronoi diagram. Plain flat arrays: a copy is a few memory copies. Const members may be called from many threads at
/// once.
///
/// Outside the convex hull lie infinite tetrahedra: a triangle of the hull and the vertex kInfinite. So each
/// tetrahedron has exactly four neighbours, and each insertion is the same whether inside or outside of what is there.
/// Neighbour i is the one across the face opposite vertex i. Finite tetrahedra have positive volume (Orient3d),
/// infinite ones would, if kInfinite were put anywhere beyond their face.
///
/// Degenerate input needs no care. A point counts as in conflict with a tetrahedron only when strictly inside its
/// sphere: that is the same as lifting each point by an amount that is infinitely small, and infinitely larger than
/// that of all points before it; so ties are broken consistently, cavities are star-shaped and no tetrahedron is flat.
/// [Bowyer 1981; Watson 1981; Devillers, Teillaud 2003 for the perturbation, theirs in lexicographic order]
class Delaunay {
public:
    static constexpr int32_t kInfinite = -1;
    static constexpr int32_t kNone = -1;

    struct Tetrahedron {
        std::array<int32_t, 4> vertices, neighbours;
    };

    struct Insertion {
        int32_t vertex;
        bool isNew;  // false: there was a vertex at the same place of the lattice, and this is it
    };

    /// Marks for the searches of const members. One per thread, for as long as it likes.
    struct Scratch {
        std::vector<uint32_t> marks;
        uint32_t stamp = 0;
        uint32_t Next(int32_t size);  // a stamp for a new search: the marks of earlier ones no longer count
    };

    Insertion Insert(const Vec3& point);

    /// All of them, in an order that is good for speed (HilbertOrder.h); the vertex of each.
    std::vector<int32_t> InsertAll(const std::vector<Vec3>& points);

    /// What the last Insert made and unmade. A slot is not used again before the next. InsertAll leaves both empty.
    const std::vector<int32_t>& Created() const { return created_; }
    const std::vector<int32_t>& Deleted() const { return deleted_; }

    /// Vertices are numbered as they came in; positions are on the lattice.
    int32_t VertexCount() const { return static_cast<int32_t>(positions_.size()); }
    const Vec3& Position(int32_t vertex) const { return positions_[static_cast<size_t>(vertex)]; }

    /// False while all points lie in one plane: then there are vertices, but no tetrahedra yet.
    bool HasTetrahedra() const { return dimension_ == 3; }

    /// Tetrahedra live in slots; not every slot is in use.
    int32_t SlotCount() const { return static_cast<int32_t>(tetrahedra_.size()); }
    const Tetrahedron& At(int32_t slot) const { return tetrahedra_[static_cast<size_t>(slot)]; }
    bool IsLive(int32_t slot) const { return At(slot).vertices[0] != kFree; }
    bool IsFinite(int32_t slot) const { return IsLive(slot) && InfiniteCorner(slot) < 0; }
    Vec3 CircumcentreOf(int32_t slot) const;

    /// The tetrahedron that `point` lies in, or an infinite one beyond whose face it lies. kNone without tetrahedra.
    int32_t Locate(const Vec3& point, int32_t start = kNone) const;

    /// The vertex whose Voronoi cell `point` lies in. kNone without vertices.
    int32_t NearestVertex(const Vec3& point, Scratch& scratch, int32_t start = kNone) const;

    /// Every tetrahedron whose sphere has `point` strictly inside (for infinite ones: beyond whose face it is). Empty
    /// exactly when the point is a vertex.
    void Conflicts(const Vec3& point, Scratch& scratch, std::vector<int32_t>& out, int32_t start = kNone) const;

    /// The tetrahedra around a vertex, finite and infinite: the vertices of its Voronoi cell.
    void Incident(int32_t vertex, Scratch& scratch, std::vector<int32_t>& out) const;

    /// Everything that must hold, as a sentence about the first thing that does not; empty when sound. Local emptiness
    /// of all spheres is checked exactly, which implies emptiness.
    std::string FindFault() const;

private:
    friend struct DelaunayTamper;  // the tests break it on purpose, to see FindFault find that

    static constexpr int32_t kFree = -2;
    struct Face {
        int32_t slot, corner;
    };

    int InfiniteCorner(int32_t slot) const;
    Tetrahedron& Mutable(int32_t slot) { return tetrahedra_[static_cast<size_t>(slot)]; }
    int OrientWith(const Tetrahedron& tetrahedron, int corner, const Vec3& point) const;
    bool IsInConflict(int32_t slot, const Vec3& point) const;
    int32_t VertexAt(int32_t slot, const Vec3& point) const;
    int32_t AddVertex(const Vec3& position);
    Insertion InsertFlat(const Vec3& position);
    bool GrowBase(int32_t vertex);
    void MakeFirstTetrahedra();
    void InsertIntoTetrahedra(int32_t vertex, int32_t conflict);
    void FindCavity(const Vec3& point, int32_t conflict);
    void MakeStar(int32_t vertex);
    void LinkStar(const Face& face, int32_t slot);
    int32_t NewSlot();
    std::string FaultOf(int32_t slot) const;
    std::string FaultOfFace(int32_t slot, int corner) const;

    std::vector<Vec3> positions_;
    std::vector<int32_t> slotOfVertex_;
    std::vector<Tetrahedron> tetrahedra_;
    std::vector<int32_t> free_, created_, deleted_;
    int32_t lastSlot_ = kNone;

    // Until four points span space.
    int dimension_ = -1;
    std::array<int32_t, 4> base_{kNone, kNone, kNone, kNone};
    std::map<std::array<double, 3>, int32_t> flatVertices_;

    // Kept between insertions to save allocations.
    Scratch scratch_;
    std::vector<Face> boundary_;
};

}  // namespace spheretree
