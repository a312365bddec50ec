#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Host.h"
#include "SphereTree/Result.h"
#include "SphereTree/TriangleMesh.h"
#include "SphereTree/Vec3.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace spheretree {

/// The part of a triangle on which a closest point lies. Edge i runs from corner i to corner i+1.
enum class Feature : uint8_t { Face, Edge0, Edge1, Edge2, Vertex0, Vertex1, Vertex2 };

struct ClosestPoint {
    Vec3 point;
    double distance = std::numeric_limits<double>::infinity();  // infinite when nothing lies within the limit asked for
    int32_t triangle = -1;
    Feature feature = Feature::Face;
};

struct Ray {
    Vec3 origin, direction;  // the direction needs no unit length; `distance` of a hit counts in its lengths
    double nearest = 0, farthest = std::numeric_limits<double>::infinity();
};

struct RayHit {
    double distance = std::numeric_limits<double>::infinity();
    int32_t triangle = -1;
    double u = 0, v = 0;      // barycentric: corner0·(1−u−v) + corner1·u + corner2·v
    bool fromBehind = false;  // the ray leaves through the triangle's back, against its normal's side
};

enum class InsideTest : uint8_t {
    WindingNumber,   // generalized winding number above one half: works on open and self-intersecting meshes
    ClosestFeature,  // sign at the closest face, edge or vertex (thesis, A.1): closed, oriented meshes
    VotingCrossings  // parity of crossings of several rays, the majority decides (thesis, A.2)
};

/// Questions to a mesh's surface. Immutable once built, safe from any number of threads; cheap to copy (shared).
class SPHERETREECORE_API SurfaceQuery {
public:
    /// Builds the hierarchy through `host.parallelFor`. An error when the mesh has no triangle, an index out of range
    /// or a vertex that is not finite (CleanMesh mends all three), or when the host cancels.
    static Result<SurfaceQuery> Build(TriangleMesh mesh, const Host& host = {});

    const TriangleMesh& Mesh() const;
    bool IsClosed() const;          // CheckMesh's verdict: the inside tests by sign and parity need it
    Sphere BoundingSphere() const;  // a ball around the mesh, not the smallest
    int64_t MemoryBytes() const;

    /// The closest point of the surface, or none within `withinDistance`.
    ClosestPoint Closest(const Vec3& point, double withinDistance = std::numeric_limits<double>::infinity()) const;
    /// Which parts of this surface were near when it was last asked, for those who ask about place after place.
    class Whereabouts {
    public:
        /// The latest comes first.
        void Remember(int32_t block) {
            int32_t last = block;
            for (int32_t i = 0; i < count_; ++i) {
                std::swap(blocks_[i], last);
                if (last == block) return;
            }
            if (count_ < kMost) blocks_[count_++] = last;
        }
        std::span<const int32_t> Blocks() const { return {blocks_, size_t(count_)}; }

    private:
        static constexpr int32_t kMost = 2;
        int32_t blocks_[kMost] = {};
        int32_t count_ = 0;
    };

    /// Only how far; the same distance as Closest, a little cheaper. Where the surface is nearer than `enough`, any
    /// distance up to that will do: much cheaper for those who look for what is far away, and most of all where what
    /// was `near` the last time says so already.
    double Distance(const Vec3& point, double withinDistance = std::numeric_limits<double>::infinity(),
                    double enough = 0, Whereabouts* near = nullptr) const;

    /// The first hit; triangle −1 where there is none.
    RayHit FirstHit(const Ray& ray) const;
    /// Every triangle that the ray crosses, nearest first.
    std::vector<RayHit> AllHits(const Ray& ray) const;
    int32_t CountCrossings(const Ray& ray) const;

    /// Generalized winding number, by a hierarchy of dipoles: within 1e-3 of the sum of solid angles, mostly to 1e-4;
    /// 1 deep inside a closed outward mesh, 0 outside. [Jacobson 2013; Barill 2018]
    double WindingNumber(const Vec3& point) const;
    double ExactWindingNumber(const Vec3& point) const;  // the plain sum of solid angles: the referee

    /// By winding number it is exact and fast where the surface has no boundary (Private/Surface/SignGrid.h).
    bool IsInside(const Vec3& point, InsideTest test = InsideTest::WindingNumber) const;
    /// Positive inside, as the later stages want it: how deep a centre lies.
    double SignedDepth(const Vec3& point, InsideTest test = InsideTest::WindingNumber) const;

    // Many points at once, through host.parallelFor. `out` is resized. False when the host cancelled.
    bool Closest(const std::vector<Vec3>& points, std::vector<ClosestPoint>& out, const Host& host) const;
    bool WindingNumber(const std::vector<Vec3>& points, std::vector<double>& out, const Host& host) const;
    bool SignedDepth(const std::vector<Vec3>& points, std::vector<double>& out, const Host& host) const;

    struct Data;  // Private/Surface

private:
    explicit SurfaceQuery(std::shared_ptr<const Data> data);
    std::shared_ptr<const Data> data_;
};

}  // namespace spheretree
