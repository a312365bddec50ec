#pragma once

#include "Samples/PlanarClusters.h"
#include "SphereTree/TriangleMesh.h"
#include "SphereTree/Vec3.h"

#include <cstdint>
#include <vector>

namespace spheretree {

struct SurfacePoint {
    Vec3 position;
    int32_t triangle = 0;
};

/// Moves the points of one cluster apart, `steps` times; none leaves the cluster. `spacing` is the distance wanted.
void RelaxCluster(const TriangleMesh& mesh, const PlanarClusters& clusters, int64_t cluster, double spacing,
                  int32_t steps, std::vector<SurfacePoint>& points);

}  // namespace spheretree
