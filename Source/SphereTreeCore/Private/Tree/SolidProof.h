#pragma once

#include "SphereTree/SphereTree.h"
#include "SphereTree/SurfaceQuery.h"

#include <cstdint>
#include <string>
#include <vector>

namespace spheretree {

/// A cube of space that holds interior points and that no chain holds; `node` is the deepest whose chain does.
struct UncoveredCube {
    Vec3 middle;
    double half = 0;
    int32_t node = 0;
};

/// Of the root's radius: cubes are cut down to this half-width before they count as uncovered. A solid bake grows its
/// spheres by some such cubes' diagonals (Interior.h), so that its proof succeeds above it.
inline constexpr double kSmallestSolidCube = 1.0 / 4096;

/// Subdivides space: a cube is proven when it lies outside the object, or when one chain root → leaf holds it.
/// At most `most` cubes are returned, none when every interior point has its chain. Empty on a cancel too.
std::vector<UncoveredCube> FindUncoveredCubes(const SphereTree& tree, const SurfaceQuery& surface, int64_t most,
                                              const Host& host);

/// Promise 1 for the interior, for FindFault: empty, or a sentence.
std::string FindSolidFault(const SphereTree& tree, const TriangleMesh& mesh, const Host& host);

}  // namespace spheretree
