#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Host.h"
#include "SphereTree/Result.h"
#include "SphereTree/SurfaceQuery.h"
#include "SphereTree/Vec3.h"

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace spheretree {

/// A sphere around a vertex of the Voronoi diagram of surface samples: it touches four of them and contains none.
struct MedialSphere {
    Sphere sphere;     // the radius reaches the farthest of its forming points
    double depth = 0;  // of the centre: positive inside the object, minus the distance outside
    double error = 0;  // radius − depth: how far it stands off the surface at most (thesis, eq 5.1)
    bool isInside =
        false;  // the centre is: a sphere of the medial axis proper. Otherwise a coverage sphere (Algorithm 4)
    std::array<int32_t, 4>
        forming{};  // the samples that it touches: indices into MedialAxis::Samples, −1 for the frame
    std::array<int32_t, 4> neighbours{};  // along its Voronoi edges: indices into the same list of spheres, −1 for none
};

struct MedialOptions {
    bool hasInside =
        true;  // false for open meshes: depth is then minus the distance everywhere, and all spheres are for coverage
    InsideTest insideTest = InsideTest::WindingNumber;
};

/// The approximate medial axis of an object: the Voronoi diagram of samples of its surface (thesis, 4.1), with those of
/// its vertices that lie inside. All that goes in and comes out is in the mesh's own frame and unit. A value: a copy is
/// independent and takes a few memory copies; const members may be called from many threads.
///
/// Points to cover (CoverPoints, ForRegion) narrow it: from then on its spheres are those that contain at least one of
/// the points, together with coverage spheres for points that no sphere around an inner vertex contains. Without such
/// points all inner vertices count.
class SPHERETREECORE_API MedialAxis {
public:
    /// Of these samples, in any order; those in the same place count once. An error when there is none, when one is not
    /// finite, or when the host cancels.
    static Result<MedialAxis> Build(const SurfaceQuery& surface, const std::vector<Vec3>& samples,
                                    const MedialOptions& options = {}, const Host& host = {});

    /// A small axis for a part of the surface: only the samples on which the spheres that contain one of `points`
    /// depend, so those spheres are exactly the same as here, and refining them touches nothing else. It covers
    /// `points`.
    MedialAxis ForRegion(const std::vector<Vec3>& points) const;

    /// Every sample, in the order in which it was taken up (not the order given).
    const std::vector<Vec3>& Samples() const;

    /// The spheres of the axis, in a fixed order.
    std::vector<MedialSphere> Spheres() const;
    int32_t SphereCount() const;
    double WorstError() const;  // of the spheres; 0 when there is none

    /// What must hold, as a sentence about the first thing that does not; empty when sound.
    std::string FindFault() const;

    MedialAxis(const MedialAxis& other);
    MedialAxis(MedialAxis&& other) noexcept;
    MedialAxis& operator=(const MedialAxis& other);
    MedialAxis& operator=(MedialAxis&& other) noexcept;
    ~MedialAxis();

    struct Data;  // Private/Medial
    Data& Access() { return *data_; }
    const Data& Access() const { return *data_; }

private:
    explicit MedialAxis(std::unique_ptr<Data> data);
    std::unique_ptr<Data> data_;
};

/// Among the spheres that contain a point that is not covered yet, which one will cover it (thesis, 5.2).
enum class CoverChoice : uint8_t {
    MostDeletable,  // the one that has the point deepest inside: refinement will replace it soonest. The thesis's
                    // choice.
    LeastError      // the one that stands off least
};

/// Sets the points that the axis is to cover (in place of earlier ones), and covers them: afterwards each lies in one
/// of its spheres. Points lie on the surface or inside the object; where nothing else helps, the surface next to one is
/// sampled. (Algorithm 4)
SPHERETREECORE_API void CoverPoints(MedialAxis& axis, const std::vector<Vec3>& points,
                                    CoverChoice choice = CoverChoice::MostDeletable);

struct RefineOptions {
    double maxError = 0;     // in the mesh's unit: refine until no sphere stands off more...
    int32_t minSpheres = 0;  // ...and there are at least so many
    int32_t maxSpheres = std::numeric_limits<int32_t>::max();  // stop there, whatever the error; a tenth more while the
                                                               // worst of all is a coverage sphere
    int32_t maxSamples = 20000;                                // that are added: no surface is without end
    CoverChoice choice = CoverChoice::MostDeletable;           // while refining
    CoverChoice finalChoice = CoverChoice::LeastError;         // coverage spheres are chosen anew at the end
};

struct RefineReport {
    int32_t spheres = 0, samplesAdded = 0;
    double worstError = 0;
    int32_t settled = 0;  // spheres that could not be improved: the surface does not reach into them
    bool reachedError = false, cancelled = false;
};

/// Samples are added where the worst sphere's centre is closest to the surface, until the limits hold (Algorithm 3).
SPHERETREECORE_API RefineReport RefineMedialAxis(MedialAxis& axis, const RefineOptions& options, const Host& host = {});

struct GapOptions {
    int32_t maxRounds = 8;
    int32_t maxSamples = 5000;  // that are added
};

struct GapReport {
    int32_t rounds = 0, samplesAdded = 0;
    int64_t found = 0;      // gap-crossing pairs of cells in the first round
    int64_t remaining = 0;  // after the last; 0 unless a limit ended the repair
    bool cancelled = false;
};

/// Finds pairs of Voronoi cells whose common face crosses a side of the object on which their samples do not lie, and
/// adds samples there (thesis, 4.2).
SPHERETREECORE_API GapReport RepairGaps(MedialAxis& axis, const GapOptions& options = {}, const Host& host = {});

}  // namespace spheretree
