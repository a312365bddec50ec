#pragma once

#include "Exact/Placement.h"
#include "SphereTree/Exact.h"
#include "Traverse/Work.h"

namespace spheretree {

/// What the steps for one pair of bodies read, of whatever phase.
struct BodiesWork {
    const Traversal& traversal;
    Slice& slice;
    const Body &a, &b;
    Placement placement;

    const PackedTriangles& TrianglesA() const { return *a.tree->triangles; }
    const PackedTriangles& TrianglesB() const { return *b.tree->triangles; }
};

struct ExactWork : BodiesWork {
    ExactPhase& exact;
    bool firstOnly;  // one hit is enough

    bool HasShape() const { return a.shape || b.shape; }
    const Body& Tree() const { return a.tree ? a : b; }  // of a pair with a shape
    const Body& Shape() const { return a.tree ? b : a; }
};

void ChargeTriangles(ExactWork& work, int64_t tests);

enum class StepOutcome { Over, Found, Finished };  // the slice is; a first hit was found; the work is

/// Whether the triangles of two leaves are near one another at all: one test of two balls.
bool PatchesOverlap(ExactWork& work, int32_t slotA, int32_t slotB);

/// The leaves at exact.leaf, from where they stand.
StepOutcome RunLeaf(ExactWork& work);

/// The same for a leaf and a shape.
StepOutcome RunShapeLeaf(ExactWork& work);

/// Whether one body lies within the other's solid; from the cursor on. Found: it does.
StepOutcome RunNesting(BodiesWork& work, NestCursor& at);

/// The pair at exact.cursor, from where it stands: Over, or Finished with what it is.
StepOutcome RunExactPair(ExactPhase& exact, Traversal& traversal, Slice& slice);

}  // namespace spheretree
