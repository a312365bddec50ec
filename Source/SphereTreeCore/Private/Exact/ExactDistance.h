#pragma once

#include "SphereTree/Response.h"
#include "Traverse/QueryWork.h"

namespace spheretree {

/// Of two bodies that have triangles or a shape, where they stand.
ExactDistance MeasureExactBodies(const Body& a, const Body& b, QueryBudget& budget);

}  // namespace spheretree
