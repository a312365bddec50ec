#pragma once

#include "SphereTree/Shell.h"

#include <vector>

namespace spheretree {

/// About so many points that stand for all: the vertices where they are few; otherwise the means of the leaves of an
/// octree whose fullest leaf is divided until there are enough. [Krishnan 1998] 4.1
std::vector<Vec3> ClusterMeans(const TriangleCorners* triangles, int64_t count, int32_t clusters);

/// The centre of the sphere that fits the points best, by singular values; and what a flat part has instead.
struct CentreFit {
    Vec3 mean, normal;          // of the points: where they are, and across which direction they are thinnest
    double radius = 0;          // the farthest point from the mean
    Vec3 centre;                // of the best sphere
    bool isDetermined = false;  // by the points alone
};

/// Of all centres that fit as well as any, the one nearest to `above`; the mean where there is none. Directions in
/// which the points extend less than `leastExtent`, as a part of their largest extent, determine nothing.
CentreFit FitCentre(const std::vector<Vec3>& points, const Vec3* above, double leastExtent);

}  // namespace spheretree
