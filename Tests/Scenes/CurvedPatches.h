#pragma once

#include "SphereTree/TriangleMesh.h"

#include <cstdint>

namespace spheretree::scenes {

/// Two neighbouring bicubic patches of the side of Newell's teapot (the upper body between z = 0.9 and 2.4, from its
/// published control points), `steps` × `steps` × 2 triangles each: 50,176 at 112. Convex everywhere.
TriangleMesh MakeTeapotSide(int32_t steps, int32_t patches = 2);

/// z = (kx · x² + ky · y²) / 2 over a square of side 2: elliptic, hyperbolic or flat. `steps` × `steps` × 2 triangles.
TriangleMesh MakeCurvedPatch(double kx, double ky, int32_t steps);

}  // namespace spheretree::scenes
