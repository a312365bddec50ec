// The triangles of a leaf against a convex shape, by GJK, each starting from the axis that parted its neighbour.
// [Van den Bergen 1999] 6.3.4

#include "Exact/ExactWork.h"
#include "SphereTree/Gjk.h"

namespace spheretree {

bool TouchesShape(ExactWork& work, TriangleShape& hull, int32_t triangle) {
    const PlacedShape corners = hull.Of(CornersBeside(work.Tree(), work.Shape(), triangle));
    const PlacedShape placed = PlacedAtHome(work.Shape());
    const GjkOverlap found = FindSeparatingAxis(corners, placed, work.exact.axis);
    if (found.overlaps) return true;
    work.exact.axis = found.axis;
    const double margin = work.placement.margin;
    return !(SeparationAlong(corners, placed, found.axis) > margin) &&
           !(MeasureGjk(corners, placed).lowerBound > margin);
}

StepOutcome RunShapeLeaf(ExactWork& work) {
    LeafCursor& at = work.exact.leaf;
    const bool treeFirst = work.a.tree != nullptr;
    const PackedTriangles& of = *work.Tree().tree->triangles;
    const int32_t end = of.firstOfSlot[static_cast<size_t>(treeFirst ? at.a : at.b) + 1];
    TriangleShape hull;
    for (; at.next < end; ++at.next) {
        if (work.slice.Over()) return StepOutcome::Over;
        const int32_t name = of.ofSlot[static_cast<size_t>(at.next)];
        ChargeTriangles(work, 1);
        if (!TouchesShape(work, hull, name)) continue;
        work.exact.hits.push_back({treeFirst ? name : -1, treeFirst ? -1 : name, at.a, at.b});
        if (work.firstOnly) return StepOutcome::Found;
    }
    at.isOpen = false;
    return StepOutcome::Finished;
}

}  // namespace spheretree
