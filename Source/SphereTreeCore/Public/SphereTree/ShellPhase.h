#pragma once

#include "SphereTree/Contact.h"
#include "SphereTree/Exact.h"
#include "SphereTree/Export.h"
#include "SphereTree/Host.h"
#include "SphereTree/Scene.h"
#include "SphereTree/ShellTraversal.h"
#include "SphereTree/Traversal.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

// Shells in a scene: spheres at the top, shells near the leaves. The traversal confirms pairs of bodies by spheres;
// while budget remains, those whose trees have shells are settled by them, under the same budget, with the same slices,
// pauses and counters. Beside SphereTree/Exact.h, for surfaces that are close and curved; both may run in a frame, one
// after the other, and who was settled by the first is not asked again.
namespace spheretree {

/// Gives a packed tree the shells of its mesh, for all bodies that share it. A sentence when they are of another mesh:
/// outside of the tree's root.
SPHERETREECORE_API std::string AttachShells(PackedTree& tree, std::shared_ptr<const ShellTree> shells);

struct ShellPhaseOptions {
    ShellOrder order = ShellOrder::DepthFirst;
    /// In the frame's operations: a test of two spheres costs 1 there, one of two triangles 16.
    VolumeCosts costs{12, 4, 14, 120, 20, 16};
};

/// What shells know of a pair of bodies; stands at its place in Traversal::pairs.
struct ShelledPair {
    uint64_t id = 0;  // the scene's
    Detail detail = Detail::Full;
    /// Cannot: a tree has no shells, a body is scaled unevenly or moves during the step, or no triangles meet but a
    /// body may lie within the other (a solid tree without triangles). Then the leaves' word stands.
    ExactState state = ExactState::Unasked;
    double bound = std::numeric_limits<double>::infinity();  // certified: the bodies are no farther apart
    int64_t firstHit = 0;                                    // in ShellPhase::hits
    int32_t hitCount = 0;                                    // at most one for pairs without Detail::Full
    int32_t lastA = -1, lastB = -1;                          // triangles that met when it was asked last, by place
};

/// All that the phase knows, as plain data: copying it together with the traversal is a checkpoint. One belongs to one
/// traversal. What did not move since the last frame keeps what was found, and goes on where it was paused.
struct ShellPhase {
    ShellPhaseOptions options;

    std::vector<ShelledPair> pairs, oldPairs;
    std::vector<TrianglePairFound> hits, oldHits;  // pair by pair
    int64_t frame = -1;                            // of the traversal
    uint64_t step = 0;                             // of the scene, when it last began
    int64_t first = 0;                             // the pair that it began with; it goes round
    int64_t cursor = 0;                            // how many are through
    bool isOpen = false;                           // the next has begun
    bool isNesting = false;                        // its triangles are through, and do not meet
    ShellTraversal query;                          // of that pair
    NestCursor nest;
    int64_t debt = 0;
    double secondsPerUnit = 30e-9;

    ShellCounters counters;            // of this frame
    int64_t settled = 0, refuted = 0;  // pairs, in this frame
    std::vector<ContactPoint> points;  // of AddShellContacts, used again
};

/// Advance, and when that is finished and budget remains, the shells of what touches. Same promises: at whatever moment
/// it stops, every pair of touching bodies is among the contacts; a budget of operations gives the same bits in one
/// piece and in many, for any number of threads. A step costs at most 2 · (update + shellTest + triangleTest).
SPHERETREECORE_API Progress AdvanceShells(ShellPhase& phase, Traversal& traversal, const Scene& scene,
                                          const Budget& budget, const Host& host = {});

/// After CollectContacts or CollectExactContacts: what shells know better. Points of triangles that meet, as there; and
/// for pairs under way the bound, where it is smaller.
SPHERETREECORE_API void AddShellContacts(ShellPhase& phase, const Traversal& traversal, const Scene& scene,
                                         const ContactOptions& options, Contacts& contacts);

}  // namespace spheretree
