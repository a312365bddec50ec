#pragma once

#include "SphereTree/Shell.h"

namespace spheretree {

/// Whether the whole triangle surely lies in the shell's cone.
bool StaysInCone(const Shell& shell, const TriangleCorners& triangle);

}  // namespace spheretree
