#pragma once

#include "SphereTree/BodySpheres.h"
#include "SphereTree/SubsetTable.h"
#include "SphereTree/TriangleMesh.h"

#include <string>
#include <vector>

// Pairs of bodies whose relative motion is constrained, made by formula: what tabulated subsets are for.
namespace spheretree::scenes {

/// What [Navarro Newball 2008] reports of a pair like this; 0 where the paper has none.
struct PaperFigures {
    CountPair before{}, after{};  // first, second body
    int64_t tests = 0;            // per step
    int64_t products = 0;         // 4 per test
};

struct JointScene {
    std::string name;
    TriangleMesh first, second;  // the second one moves
    MotionConstraint constraint;
    std::vector<DisplacementField> fields;  // of the vertices of `second`
    double vertexRadius = 0;                // above 0: spheres at the vertices, as deforming bodies have
    GrowOptions growth;                     // otherwise: the paper's spheres
    PaperFigures paper;
};

/// Two U-shaped arcs with teeth; the lower opens about the axis through its ends and swings to the sides.
JointScene MakeJawScene();
/// A leaf with a knob in a frame with a stop.
JointScene MakeDoorScene();
/// A ringed piston in a sleeve with a head.
JointScene MakePistonScene();
/// A sheet over an ellipsoid that bulges and shortens.
JointScene MakeSkinScene();
std::vector<JointScene> MakeJointScenes();

/// The spheres of both bodies as the scene says; aborts with a sentence when that fails.
BodySpheres FirstSpheres(const JointScene& scene);
BodySpheres SecondSpheres(const JointScene& scene);

}  // namespace spheretree::scenes
