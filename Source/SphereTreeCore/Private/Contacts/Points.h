#pragma once

#include "Scene/SceneData.h"
#include "SphereTree/Contact.h"

#include <vector>

namespace spheretree {

/// The point of two overlapping nodes.
ContactPoint PointOf(const Scene::Data& scene, const TraversalPair& pair, const NodePair& nodes);

/// How deep two overlapping nodes are in one another: what PointOf says of them, for less.
double DepthOf(const Scene::Data& scene, const TraversalPair& pair, const NodePair& nodes);

/// The direction of the cone that is nearest to the wanted one. Both are unit vectors.
Vec3 IntoCone(const NormalCone& cone, const Vec3& wanted);

/// Keeps at most `most` of the points from `first` on: the deepest, then those that spread widest.
void ReducePoints(std::vector<ContactPoint>& points, size_t first, int32_t most);

}  // namespace spheretree
