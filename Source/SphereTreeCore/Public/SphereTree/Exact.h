#pragma once

#include "SphereTree/Contact.h"
#include "SphereTree/Export.h"
#include "SphereTree/Host.h"
#include "SphereTree/Scene.h"
#include "SphereTree/Traversal.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

// Beyond the leaves [Bradshaw 2002] 8.3.7: while budget remains, the triangles of overlapping leaves are tested. A
// contact becomes exact, or is refuted. Against a convex shape, triangles are tested by GJK. A mesh that deforms is met
// through its boxes (SphereTree/DeformingMesh.h), everybody else's through patches of his surface. Where a tree has no
// triangles, or a body moves during the step, contacts stay as the spheres know them.
namespace spheretree {

struct ExactOptions {
    int32_t triangleCost = 16;  // operations for a test of two triangles; a test of two spheres costs 1
};

enum class ExactState : uint8_t {
    Unasked,  // not yet, or under way
    Touches,  // two triangles touch
    Nested,   // none do, but one body lies within the other, whose tree is solid
    Apart,    // neither: the contact is refuted
    Cannot    // a tree has no triangles, or a body moves during the step: the leaves' word stands
};

/// Two triangles that touch, and leaves that name them.
struct ExactHit {
    int32_t triangleA, triangleB;  // −1 for a shape
    int32_t slotA, slotB;
};

/// What is known of a pair of bodies; stands at its place in Traversal::pairs.
struct ExactPair {
    ExactState state = ExactState::Unasked;
    int64_t firstHit = 0;  // in ExactPhase::hits
    int32_t hitCount = 0;  // one for pairs without Detail::Full
};

/// Two blocks of triangles under way, triangle by triangle of the one; or a leaf against a shape.
struct LeafCursor {
    bool isOpen = false;
    bool isFiltered = false;  // `lanes` is known
    int32_t a = 0, b = 0;     // patches whose parts are triangles; for a shape, slots of the tree
    int32_t next = 0;         // for a shape: the triangle that comes next, in PackedTriangles::ofSlot
    uint32_t lanes = 0;       // triangles of a that wait
};

/// Whether a body lies within the other: vertex by vertex of its pieces, some triangles at a time.
struct NestCursor {
    int32_t side = 0;  // whose inside is asked
    int32_t piece = 0;
    bool isNear = false;  // a leaf holds the piece's vertex, or may
    int32_t triangle = 0;
    double angle = 0;  // seen so far from the piece's vertex
};

/// All that the exact phase knows, as plain data: copying it together with the traversal is a checkpoint. One belongs
/// to one traversal.
struct ExactPhase {
    ExactOptions options;

    std::vector<ExactPair> pairs;
    std::vector<ExactHit> hits;  // pair by pair
    int64_t frame = -1;          // of the traversal
    int64_t cursor = 0;          // the pair under way
    bool isOpen = false;         // it has begun
    bool isNesting = false;      // its triangles are through, and do not touch
    PairFrame pairFrame{};
    std::vector<NodePair> nodes;  // of it, that wait: patches or boxes of two surfaces; of a shape's pair, nodes
    LeafCursor leaf;
    NestCursor nest;
    std::unordered_map<uint64_t, ExactHit> remembered;  // by pair of bodies: who touched last; only looked up
    Vec3 axis;                                          // that parted the last triangle from a shape
    int64_t debt = 0;
    double secondsPerUnit = 100e-9;

    int64_t leafPairs = 0, trianglePairs = 0;  // tested in this frame
    int64_t refuted = 0;                       // contacts, in this frame
    std::vector<ContactPoint> points;          // of CollectExactContacts, used again
};

/// Advance, and when that is finished and budget remains, the triangles of what touches. Same promises: at whatever
/// moment it stops, every pair of touching bodies is among the contacts; a budget of operations gives the same bits in
/// one piece and in many, for any number of threads. A step of this phase costs at most 10 + 8 · triangleCost.
SPHERETREECORE_API Progress AdvanceExact(ExactPhase& exact, Traversal& traversal, const Scene& scene,
                                         const Budget& budget, const Host& host = {});

/// CollectContacts, with the points of triangles where they are known. A point's normal is the one of both surfaces'
/// along which the two triangles overlap least, its depth that overlap: how far they must move to come apart.
SPHERETREECORE_API void CollectExactContacts(ExactPhase& exact, Traversal& traversal, Scene& scene,
                                             const ContactOptions& options, Contacts& contacts);

}  // namespace spheretree
