#pragma once

#include "Comparison.h"

namespace spheretree::tool {

/// Shells or boxes measured as the thesis measures spheres: of each volume's boundary, where it is outside the object,
/// the largest distance to the object, at some two hundred points. A level has as many volumes as a sphere tree of that
/// branching may have there.
Outcome ContendVolumes(const Contender& contender, const TriangleMesh& mesh, const Recipe& recipe, const Host& bakeHost,
                       const Host& measureHost);

}  // namespace spheretree::tool
