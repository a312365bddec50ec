#pragma once

#include "Base/Task.h"
#include "SphereTree/SurfaceQuery.h"
#include "SphereTree/TreeMeasure.h"

#include <vector>

namespace spheretree {

struct VolumePair {
    Estimate wasted, uncovered;
};

/// Spheres minus object and object minus spheres. Without an inside the object has no volume. Advances the task by 1.
VolumePair MeasureVolumes(const SurfaceQuery& surface, bool hasInside, const std::vector<Sphere>& spheres, int64_t rays,
                          uint64_t seed, const Host& host, Task& task);

/// What each family (spheres with one parent) shares of the volume it fills, over all families. Advances the task by 1.
Estimate MeasureOverlap(const std::vector<std::vector<Sphere>>& families, int64_t raysPerFamily, uint64_t seed,
                        const Host& host, Task& task);

/// The fraction of the surface that lies in none of the spheres. Advances the task by 1.
Estimate MeasureUncoveredArea(const TriangleMesh& mesh, const std::vector<Sphere>& spheres, int64_t samples,
                              uint64_t seed, const Host& host, Task& task);

}  // namespace spheretree
