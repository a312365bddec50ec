// A convex shape against the boxes of a mesh that deforms, along the mesh's axes: boxes against the shape's box,
// triangles by GJK, each starting from the axis that parted its neighbour. [Van den Bergen 1999] 5.2.5, 6.3.4

#include "Exact/ExactWork.h"
#include "SphereTree/BoxTree.h"

#include <cmath>

namespace spheretree {

namespace {

/// Along the tree's axes, about the tree's place, in world units. A triangle touches the shape at the placement's
/// margin, so that the box is wider.
BoxNode BoxOfShape(const ExactWork& work) {
    const Body &tree = work.Tree(), &shape = work.Shape();
    const PlacedShape placed = PlacedAtHome(shape);
    const Vec3 way = tree.turn.Back(shape.pose.position - tree.pose.position);
    BoxNode box;
    int column = 0;
    for (const auto axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        const Vec3 out = tree.turn.Column(column++);
        const double high = Dot(SupportPoint(placed, out), out), low = Dot(SupportPoint(placed, -out), out);
        box.centre.*axis = (low + high) * 0.5 + way.*axis;
        box.half.*axis = (high - low) * 0.5 + 2 * work.placement.margin + 1e-14 * (std::fabs(low) + std::fabs(high));
    }
    return box;
}

bool OverlapsShape(const BoxNode& shape, const BoxNode& node, const Vec3& scale) {
    for (const auto axis : {&Vec3::x, &Vec3::y, &Vec3::z})
        if (std::fabs(shape.centre.*axis - node.centre.*axis * scale.*axis) >
            shape.half.*axis + node.half.*axis * std::fabs(scale.*axis))
            return false;
    return true;
}

/// True when the triangle touches.
bool TestAgainstShape(ExactWork& work, TriangleShape& hull, int32_t name) {
    ++work.exact.leafPairs;
    ChargeTriangles(work, 1);
    if (!TouchesShape(work, hull, name)) return false;
    const int32_t slot = work.Tree().tree->triangles->leafOf[static_cast<size_t>(name)];
    work.exact.hits.push_back(work.a.tree ? ExactHit{name, -1, slot, 0} : ExactHit{-1, name, 0, slot});
    return true;
}

}  // namespace

StepOutcome RunShapeBoxes(ExactWork& work) {
    const BoxNode shape = BoxOfShape(work);
    const std::vector<BoxNode>& boxes = work.Tree().tree->boxes->nodes;
    std::vector<NodePair>& waiting = work.exact.nodes;
    TriangleShape hull;
    while (!waiting.empty()) {
        if (work.slice.Over()) return StepOutcome::Over;
        const BoxNode& node = boxes[static_cast<size_t>(waiting.back().a)];
        waiting.pop_back();
        ChargeSteps(work.slice, work.traversal.options, 1, 1);
        if (!OverlapsShape(shape, node, work.Tree().scale)) continue;
        if (node.first >= 0) {
            waiting.push_back({node.first + 1, 0, 0});
            waiting.push_back({node.first, 0, 0});
        } else if (TestAgainstShape(work, hull, node.triangle) && work.firstOnly) {
            return StepOutcome::Found;
        }
    }
    return StepOutcome::Finished;
}

}  // namespace spheretree
