#pragma once

#include "SphereTree/SphereTree.h"
#include "Spheres/SphereMethod.h"

#include <functional>

namespace spheretree {

/// Gives a region of the whole object its interior: cells whose corners all lie inside, large ones deep inside and
/// small ones near the surface. What lies between them and the surface is left to FillInterior.
void AddInterior(Region& whole, const DepthField& depth);

/// Cuts cells that are large for the region's parent, so that they can be shared out among its children.
void RefineInterior(Region& region);

/// Grows spheres, those that have to grow least, until every interior point has its chain; then all by a margin that
/// lets the proof succeed in any frame. In the bake's frame. False when the host cancelled.
bool FillInterior(SphereTree& tree, const DepthField& depth, const Host& host, const std::function<bool()>& cancelled);

}  // namespace spheretree
