#pragma once

#include "Scene/SceneData.h"
#include "SphereTree/Contact.h"

namespace spheretree {

/// The point of a tree's ball and a shape. `towards` is 1 when the tree is a, −1 when it is b.
void PlaceOnShape(ContactPoint& point, const Body& tree, const Body& shape, int32_t slot, double towards);

/// The point of a shape on a ground: straight up. `towards` is 1 when the shape is a, −1 when it is b.
void PlaceShapeOnGround(ContactPoint& point, const Body& shape, const Body& ground, double towards);

/// The point of two overlapping shapes.
void PlaceShapes(ContactPoint& point, const Body& a, const Body& b);

}  // namespace spheretree
