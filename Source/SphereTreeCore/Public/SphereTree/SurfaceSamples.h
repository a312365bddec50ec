#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Host.h"
#include "SphereTree/Result.h"
#include "SphereTree/TriangleMesh.h"
#include "SphereTree/Vec3.h"

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace spheretree {

enum class SampleLayout : uint8_t {
    Grid,    // rows of a raster within each triangle (thesis, 5.1, figure 5.1)
    Relaxed  // random by area, evened out within each planar cluster, and along the clusters' edges (thesis, 4.1.1)
};

struct SampleOptions {
    int32_t count = 5000;  // at least so many points
    SampleLayout layout = SampleLayout::Grid;
    uint64_t seed = 1;
    int32_t relaxationSteps = 20;  // of the relaxed layout; 0 leaves the random points where they fell
};

/// Points on a surface, side by side: the point, the unit normal there, and the triangle that it lies on.
/// Where a point lies on an edge between two planar clusters, its normal is the mean of both.
struct SurfaceSamples {
    std::vector<Vec3> points, normals;
    std::vector<int32_t> triangles;
};

/// Points spread over the whole surface, as many per area everywhere. The same seed gives the same bytes on any host.
/// An error when the mesh has no area, an index out of range or a vertex that is not finite, or when the host cancels.
SPHERETREECORE_API Result<SurfaceSamples> SampleSurface(const TriangleMesh& mesh, const SampleOptions& options = {},
                                                        const Host& host = {});

/// A surface cut into small triangles, for proofs about all of it: what holds for a convex set's three corners holds
/// for the patch between them. The patches of a triangle make up exactly that triangle (to rounding of their corners).
/// The first points are the mesh's vertices, in order; patches share corners wherever they were cut at the same edge.
struct Patches {
    std::vector<Vec3> points;
    std::vector<std::array<int32_t, 3>> patches;  // as the triangle runs, so normals agree
    std::vector<int32_t> triangles;               // the source triangle of each patch
};

constexpr int64_t kMostPatches = int64_t{1} << 26;

/// Cuts until no patch has an edge longer than `largestEdge` (in the mesh's unit), or until there are `atMost`.
/// Patches are halved at their longest edge, those with the longest edges first. Triangles that name a vertex that does
/// not exist or is not finite are left out.
SPHERETREECORE_API Patches MakePatches(const TriangleMesh& mesh,
                                       double largestEdge = std::numeric_limits<double>::infinity(),
                                       int64_t atMost = kMostPatches);

/// The same, going on from patches made before. The corners that exist keep their indices.
SPHERETREECORE_API Patches RefinePatches(Patches patches, double largestEdge, int64_t atMost = kMostPatches);

/// Cuts until there are at least so many: fewer only where corners are too close together for a double between them.
SPHERETREECORE_API Patches RefinePatchesTo(Patches patches, int64_t atLeast);

}  // namespace spheretree
