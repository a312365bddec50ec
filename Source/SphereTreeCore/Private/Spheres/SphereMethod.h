#pragma once

#include "SphereTree/Recipe.h"
#include "SphereTree/SurfaceQuery.h"
#include "SphereTree/SurfaceSamples.h"
#include "SphereTree/Vec3.h"
#include "Spheres/DepthField.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace spheretree {

class MedialAxis;
class ProtrusionField;

/// A part of the surface for which a node's children are wanted. All in the bake's own frame: the object's bounding
/// ball is about the unit ball, so absolute tolerances mean something.
struct Region {
    /// What must be covered: every patch wholly inside one sphere. A ball is convex, so its corners decide. Methods
    /// may cover `patches.points` alone (they are the corners); the division sees to the rest.
    Patches patches;
    /// Solid trees: the interior, as tetrahedra whose corners are among the points too. Empty otherwise.
    std::vector<std::array<int32_t, 4>> interior;
    Sphere parent;           // covers all patches
    double parentError = 0;  // its stand-off
    Box cell;                // the cube of this node: octree methods only
    int32_t level = 0;       // of the parent
};

/// What the bake knows of the whole object, made once, read by all threads.
struct BakeContext {
    DepthField depth;                         // the surface, and whether it has an inside
    const SurfaceSamples* samples = nullptr;  // of the whole surface: at least recipe.samplePoints
    const MedialAxis* medial = nullptr;  // of the whole object, for methods that start from it; none without inside
    const Recipe* recipe = nullptr;
    double targetError = 0;                       // Tight: a sphere that sticks out no more than this needs no children
    const ProtrusionField* protrusion = nullptr;  // Tight: where the surface is hollow, spheres may be larger
    std::function<bool()> cancelled;              // long loops ask now and then
};

/// Spheres for one region. They should cover it; where they leave gaps, the division that follows grows them by as
/// little as it can (Spheres/DivideRegion).
struct SphereSet {
    std::vector<Sphere> spheres;
    std::vector<Box> cells;  // octree methods: the cube of each sphere
};

/// `count` spheres at most for the region. Pure: the same input gives the same spheres on any thread.
using SphereMethod = SphereSet (*)(const BakeContext& bake, const Region& region, int32_t count, uint64_t seed);

SphereSet FitOctree(const BakeContext&, const Region&, int32_t count, uint64_t seed);
SphereSet FitSolidOctree(const BakeContext&, const Region&, int32_t count, uint64_t seed);
SphereSet FitGrid(const BakeContext&, const Region&, int32_t count, uint64_t seed);
SphereSet FitHubbardMerge(const BakeContext&, const Region&, int32_t count, uint64_t seed);
SphereSet FitMerge(const BakeContext&, const Region&, int32_t count, uint64_t seed);
SphereSet FitBurst(const BakeContext&, const Region&, int32_t count, uint64_t seed);
SphereSet FitExpand(const BakeContext&, const Region&, int32_t count, uint64_t seed);
SphereSet FitSpawn(const BakeContext&, const Region&, int32_t count, uint64_t seed);
SphereSet FitCombined(const BakeContext&, const Region&, int32_t count, uint64_t seed);
SphereSet FitTight(const BakeContext&, const Region&, int32_t count, uint64_t seed);

/// What the division may do to a method's spheres once it has given each its part of the region.
enum class Refit : uint8_t {
    None,           // leave them as they are
    MinimumVolume,  // the smallest ball around the part
    MinimumError    // the ball around the part that sticks out least
};

struct MethodEntry {
    Method method;
    const char* name;
    SphereMethod fit;
    bool needsMedialAxis;
    Refit refit;
};

/// The table: a new method is one file and one line here.
const MethodEntry* FindMethod(Method method);

/// Steps that may follow any method.
SphereSet OptimiseSpheres(const BakeContext&, const Region&, SphereSet);  // Algorithms 9 and 10
SphereSet BalanceSpheres(const BakeContext&, const Region&, SphereSet);   // Algorithm 11

}  // namespace spheretree
