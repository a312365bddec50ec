#pragma once

#include "SphereTree/Export.h"

#include <cstdint>

namespace spheretree {

/// How the spheres of one node are found. One file each in Private/Spheres; the table is Methods.cpp.
enum class Method : uint8_t {
    Octree,        // cubes of an octree (thesis 3.1)
    SolidOctree,   // the same with the interior (3.1.2)
    Grid,          // a grid that turns, moves and shrinks (3.3, Algorithms 1 and 2)
    HubbardMerge,  // medial spheres merged pair by pair, Ritter's ball (4.3)
    Merge,         // the same with the exact ball and beneficial merges (5.3.1)
    Burst,         // medial spheres removed one by one (5.3.2, Algorithm 5)
    Expand,        // medial spheres grown to one stand-off, the needless dropped (5.3.3, Algorithm 6)
    Spawn,         // spheres grown from one another, no medial axis (5.4, Algorithm 7)
    Combined,      // Merge and Expand, the better of the two for each node (7.1.5)
    Tight          // ours: centres and parts chosen together for the least worst error
};
inline constexpr int32_t kMethodCount = 10;

/// Which sphere Expand takes next (7.1.3): the one that covers most, or the one that makes most others needless.
enum class Selection : uint8_t { MaxCover, MaxElim };

/// How much Tight may do. With the same effort it gives the same bytes, however fast the machine is.
enum class Effort : uint8_t {
    Fast,      // for previews: a fraction of a second
    Balanced,  // nearly as tight as Tight, in a quarter of its time
    Tight      // all it can
};

/// Eq 6.2: how much error may grow when spheres are taken away. The defaults are the thesis's.
struct BalanceOptions {
    double divisor = 5;         // A; the share of saved work that may turn into error
    double constant = 0;        // B
    double persistence = 0.75;  // v; below 1, each further sphere is harder to remove
};

/// Everything that decides what a bake makes. Same recipe, same mesh: same bytes.
struct Recipe {
    Method method = Method::Combined;
    int32_t branching = 8;  // children per node at most, 2 to 8
    int32_t depth = 3;      // levels below the root, 0 to 8

    int32_t samplePoints = 5000;          // at least so many over the whole surface
    int32_t initialMedialSpheres = 500;   // of the whole object, before any region is refined
    int32_t hubbardMedialSpheres = 2500;  // HubbardMerge does not refine: it starts from these
    int32_t regionMedialSpheres = 100;    // at least so many for each region
    double regionErrorFraction = 0.5;     // a region's medial spheres reach this part of the parent's error

    Effort effort = Effort::Balanced;  // Tight
    /// Tight: where the spheres of a level leave unequally much to do below them, it may stick out more for the sake of
    /// the levels below: up to twice this part.
    double foresight = 0.08;

    /// What to reach, in the mesh's unit: the smallest tree in which every leaf's error is at most this. Tight goes as
    /// deep as that takes; other methods stop at `depth`. 0 asks for nothing.
    double maxError = 0;
    /// The tightest tree of at most so many spheres, all levels counted; 0 for no limit.
    int32_t maxSpheres = 0;

    Selection selection = Selection::MaxElim;
    bool optimise = false;  // Algorithms 9 and 10 after the method
    bool balance = false;   // Algorithm 11 after that
    BalanceOptions balanceOptions;
    bool hybrid = false;     // keep a minimum-volume sphere beside each minimum-error sphere
    bool solid = false;      // cover the interior as well as the surface; closed meshes only
    bool triangles = false;  // give the leaves their triangles: contacts can become exact, the archive grows

    uint64_t seed = 1;
};

/// Tight with that effort, and everything else as it is by default.
SPHERETREECORE_API Recipe RecipeOf(Effort effort);

/// The name that tool, tables and archives use; nullptr for a value that is no method.
SPHERETREECORE_API const char* MethodName(Method method);

}  // namespace spheretree
