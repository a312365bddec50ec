#pragma once

#include "Surface/SignGrid.h"
#include "Surface/Topology.h"
#include "Surface/Winding.h"

namespace spheretree {

struct SurfaceQuery::Data {
    TriangleMesh mesh;
    LocalFrame frame;
    Hierarchy hierarchy;
    std::vector<WideMoments> moments;  // beside hierarchy.nodes
    Topology topology;
    SignGrid signGrid;  // only where the surface has no boundary
    Sphere ball;
};

}  // namespace spheretree
