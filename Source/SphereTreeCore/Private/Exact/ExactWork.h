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
    bool HasBoxes() const { return (a.tree && a.tree->boxes) || (b.tree && b.tree->boxes); }
};

inline void ChargeTriangles(ExactWork& work, int64_t tests) {
    const int64_t cost = tests * work.exact.options.triangleCost;
    work.slice.operations -= cost;
    work.slice.spent += cost;
    work.slice.units -= tests;
    work.exact.trianglePairs += tests;
}

enum class StepOutcome { Over, Found, Finished };  // the slice is; a first hit was found; the work is

/// The patches of two surfaces in exact.nodes, down to their triangles.
StepOutcome RunPatches(ExactWork& work);

/// The same where a surface is divided into boxes; the other's may be boxes or patches.
StepOutcome RunBoxes(ExactWork& work);

/// The boxes of a tree in exact.nodes against a shape, down to their triangles.
StepOutcome RunShapeBoxes(ExactWork& work);

/// A triangle of the tree against the shape: false only when they are apart by more than rounding.
bool TouchesShape(ExactWork& work, TriangleShape& hull, int32_t triangle);

/// The leaf at exact.leaf against a shape, triangle by triangle, from where it stands.
StepOutcome RunShapeLeaf(ExactWork& work);

/// Whether one body lies within the other's solid; from the cursor on. Found: it does.
StepOutcome RunNesting(BodiesWork& work, NestCursor& at);

/// The pair at exact.cursor, from where it stands: Over, or Finished with what it is.
StepOutcome RunExactPair(ExactPhase& exact, Traversal& traversal, Slice& slice);

}  // namespace spheretree
