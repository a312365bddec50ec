#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Host.h"
#include "SphereTree/Result.h"
#include "SphereTree/SphereTree.h"
#include "SphereTree/TriangleMesh.h"

#include <cstdint>
#include <string>
#include <vector>

namespace spheretree {

/// How much work to spend. A count of 0 leaves that measure out (its figures stay 0).
struct MeasureOptions {
    int32_t directions = 2048;     // points tried on each sphere, before the best are refined; rounded up to 8·4^k
    int32_t raysPerLevel = 20000;  // for wasted and uncovered volume
    int32_t areaSamples = 20000;   // points of the surface, for the uncovered area
    int32_t raysPerFamily = 256;   // for the overlap of each node's children
    uint64_t seed = 1;
};

/// Of the errors of a level's spheres, in the mesh's unit.
struct ErrorFigures {
    double largest = 0, mean = 0, rms = 0, variance = 0;
};

/// A value that chance had a part in, and the standard deviation that chance gives it.
struct Estimate {
    double value = 0, standardError = 0;
};

/// A level is its own spheres and the leaves above it: what a traversal has when it stops there.
struct LevelMeasure {
    int32_t level = 0;
    int64_t sphereCount = 0;
    int64_t endedEarly = 0;  // of those, leaves of levels above

    /// Of each sphere's surface, where it is outside the object: the largest distance to the object (thesis 7.1.1).
    ErrorFigures error;
    /// Of the bounds that the nodes carry: over the ball, so never less.
    ErrorFigures certified;

    Estimate wastedVolume;     // in the spheres, not in the object; cubic units
    Estimate uncoveredVolume;  // in the object, not in the spheres; an open mesh has none
    Estimate uncoveredArea;    // of the surface, outside all spheres; a fraction
    Estimate siblingOverlap;   // of the volume of the families that end at this level, what lies in two or more of one
                               // family; a fraction
};

struct TreeMeasure {
    std::vector<LevelMeasure> levels;
    std::vector<double> nodeErrors;  // per node, as LevelMeasure::error; empty when directions is 0
    double boundingRadius = 0;       // of the smallest ball around the mesh: for figures that do not depend on size
};

/// The builder's referee: how well a tree fits, found again from nothing but the mesh. The mesh is cleaned first, as a
/// bake does. Same seed, same figures, for every number of threads. An error for an unsound tree or mesh, or when the
/// host cancels.
SPHERETREECORE_API Result<TreeMeasure> MeasureTree(const SphereTree& tree, const TriangleMesh& mesh,
                                                   const MeasureOptions& options = {}, const Host& host = {});

/// How far FindErrorFault came. A node is proven when no point of its ball can be farther out than its error says; it
/// is searched when no such point was found, but some of its ball is undecided, because its error leaves no room.
struct ErrorProof {
    int64_t provenNodes = 0, searchedNodes = 0;
    double undecided = 0;  // the most by which a searched node could still pass its error; the mesh's unit
};

/// Promise 2, held against the mesh by other means than the builder's: empty, or a sentence that names the node and a
/// point of its ball, outside the object, that is farther from it than the node's error.
SPHERETREECORE_API std::string FindErrorFault(const SphereTree& tree, const TriangleMesh& mesh, const Host& host = {},
                                              ErrorProof* proof = nullptr);

}  // namespace spheretree
