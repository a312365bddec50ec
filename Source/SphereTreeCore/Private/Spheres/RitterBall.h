#pragma once

#include "SphereTree/Vec3.h"

#include <span>

namespace spheretree {

/// A ball that contains the points, by Ritter's two passes: quick, up to some 20 % too large.
/// Hubbard's merge is built on it; everything of ours uses MinimumBall.
Sphere RitterBall(std::span<const Vec3> points);

}  // namespace spheretree
