#pragma once

#include "Medial/Delaunay.h"
#include "Medial/PointTree.h"
#include "SphereTree/MedialAxis.h"

#include <memory>
#include <vector>

namespace spheretree {

/// What is known of a tetrahedron's sphere, in the slot of the tetrahedron.
struct MedialRecord {
    Sphere sphere;       // in the mesh's frame
    double depth = 0;    // once isMeasured
    int64_t birth = -1;  // a number of its own: slots are used again, births are not. −1: no finite tetrahedron
    bool touchesFrame = false;  // one of its forming points is a corner of the frame
    bool isMeasured = false;
    bool isMember = false;  // of the axis's spheres
    double Error() const { return sphere.radius - depth; }
    bool IsInside() const { return depth > 0; }
};

/// The working state behind MedialAxis; the steps in this folder share it.
///
/// The Delaunay structure starts with a tetrahedron that bounds the object (thesis, 4.1.2), the frame: vertices 0 to 3.
/// So every cell of a sample is bounded, and each point of the surface lies in the sphere of some Voronoi vertex
/// (figure 5.7).
struct MedialAxis::Data {
    static constexpr int32_t kFrameVertices = 4;

    Data(const SurfaceQuery& theSurface, const MedialOptions& theOptions, const Vec3& theOrigin, double theScale);

    /// The same surface, frame and options, without samples.
    Data EmptyCopy() const { return Data(surface, options, origin, scale); }

    Vec3 ToLattice(const Vec3& point) const;
    bool IsInFrame(const Vec3& point) const;
    const Vec3& SampleOf(int32_t vertex) const { return samples[static_cast<size_t>(vertex - kFrameVertices)]; }
    MedialRecord& Record(int32_t slot) { return records[static_cast<size_t>(slot)]; }
    const MedialRecord& Record(int32_t slot) const { return records[static_cast<size_t>(slot)]; }

    /// Into an empty one: the vertex of each. Makes the records, measures nothing.
    std::vector<int32_t> InsertAll(const std::vector<Vec3>& given);

    /// Adds a sample and brings records and members up to date; false when there was a sample in that place.
    /// Points that lost their last sphere are appended to `uncovered`, new members to `joined`.
    bool Insert(const Vec3& point, std::vector<int32_t>& joined, std::vector<int32_t>& uncovered);

    bool IsFiniteSlot(int32_t slot) const { return Record(slot).birth >= 0; }
    bool Matters(int32_t slot) const;    // contains a point to cover, if there are any
    void Measure(int32_t slot);          // asks the surface for the depth, once
    bool MayJoinByItself(int32_t slot);  // a sphere of the medial axis proper that matters
    void Join(int32_t slot);
    void Leave(int32_t slot, std::vector<int32_t>& uncovered);
    bool IsNeedless(int32_t slot);  // a coverage sphere, all of whose points are covered by others too

    /// All members anew, for these points; coverage spheres are left to CoverPoint.
    void SetPoints(std::shared_ptr<const PointTree> thePoints);

    /// Sees to it that the point lies in a member. Appends what joined, and points that lost their sphere on the way.
    void CoverPoint(int32_t point, CoverChoice choice, std::vector<int32_t>& joined, std::vector<int32_t>& uncovered);
    void CoverAll(std::vector<int32_t>& uncovered, CoverChoice choice, std::vector<int32_t>& joined);

    /// Finite tetrahedra whose spheres contain the point, or touch it where it is a sample.
    void SpheresAround(const Vec3& point, Delaunay::Scratch& marks, std::vector<int32_t>& out, int32_t start) const;

    SurfaceQuery surface;
    MedialOptions options;
    Vec3 origin;   // the mesh's frame → the lattice's: (point − origin) · scale
    double scale;  // a power of two: no digit is lost
    double slack;  // what the lattice's rounding may move a point, in the mesh's unit
    Delaunay delaunay;
    std::vector<Vec3> samples;
    std::vector<MedialRecord> records;
    int64_t births = 0;
    int32_t memberCount = 0;

    std::shared_ptr<const PointTree> points;  // to cover; null: none, all inner vertices count
    std::vector<int32_t> covered;             // how many members contain each

private:
    void MakeRecord(int32_t slot);
    int32_t ChooseCover(const Vec3& point, CoverChoice choice);

    // Kept to save allocations.
    Delaunay::Scratch scratch_;
    std::vector<int32_t> found_, inside_;
};

}  // namespace spheretree
