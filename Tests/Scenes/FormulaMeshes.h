#pragma once

#include "SphereTree/TriangleMesh.h"

// The shapes of [Bradshaw 2002] chapter 7 and the rough ones that a bake must survive, each made by formula.
// About 1,500 triangles where that makes sense, as in the thesis; unit size, centred on the origin.
namespace spheretree::scenes {

TriangleMesh MakeCubeMesh();
TriangleMesh MakeEllipsoidMesh();
TriangleMesh MakeCylinderMesh();
TriangleMesh MakeTorusMesh();
TriangleMesh MakeConeMesh();
TriangleMesh MakeSShapeMesh();
TriangleMesh MakeBlockMesh();
TriangleMesh MakePlateMesh();
TriangleMesh MakeSpikeMesh();
TriangleMesh MakeIcosphereMesh();
TriangleMesh MakeInterlockedToriMesh();
TriangleMesh MakeHollowShellMesh();

TriangleMesh MakeOpenHemisphereMesh();
TriangleMesh MakeSelfIntersectingPairMesh();
TriangleMesh MakeNonManifoldFanMesh();

}  // namespace spheretree::scenes
