// Where two surfaces meet, of which one deforms: [Van den Bergen 1999] 5.2.4, on boxes whose relative axes are the same
// for the whole pair, by the axes of faces only. A scale along the body's own axes leaves boxes boxes, however uneven.
// A surface that does not deform has patches, and each is seen as the box around it. Differs: the one with the longer
// diagonal opens, not the one of larger volume, since flat boxes have none; and the deepest part comes first.

#include "Exact/BoxOverlap.h"
#include "Exact/ExactWork.h"
#include "SphereTree/BoxTree.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

double Vec3::*const kBoxAxes[3] = {&Vec3::x, &Vec3::y, &Vec3::z};

/// One patch: a ball, cut by two planes.
struct CutBall {
    Vec3 centre, normal;  // unit, or zero where there are no planes
    double radius, low, high;

    CutBall(const PatchBlock& block, int lane)
        : centre{block.x[lane], block.y[lane], block.z[lane]}, radius(block.radius[lane]), low(-radius), high(radius) {
        const Vec3 across{block.normalX[lane], block.normalY[lane], block.normalZ[lane]};
        const double length = Length(across);
        if (!(length > 0.5)) return;
        normal = across / length;
        const double middle = block.middle[lane] / length - Dot(normal, centre), half = block.half[lane] / length;
        low = std::max(low, middle - half), high = std::min(high, middle + half);
    }
    /// How far it reaches from the centre, in a direction at such a cosine to the normal: where the ball ends, or where
    /// a plane cuts it.
    double Reach(double cosine) const {
        const double along = std::max(low, std::min(high, radius * cosine));
        return along * cosine + std::sqrt(std::max(0.0, (radius * radius - along * along) * (1 - cosine * cosine)));
    }
};

/// A surface as boxes along its mesh's axes. A box of its tree goes by its number; a patch by its slot, and each of its
/// triangles by ~ the triangle.
class BoxedSurface {
public:
    explicit BoxedSurface(const PackedTree& tree)
        : tree_(tree), of_(*tree.triangles), boxes_(tree.boxes ? tree.boxes->nodes.data() : nullptr) {}

    const PackedTriangles& Triangles() const { return of_; }
    BoxNode At(int32_t node) const {
        return boxes_ ? boxes_[node] : node < 0 ? AroundTriangle(~node) : AroundPatch(node);
    }
    template <typename F>
    void ForEachPart(int32_t node, const F& f) const {
        if (boxes_) {
            f(boxes_[node].first);
            f(boxes_[node].first + 1);
            return;
        }
        const int32_t child = of_.patches[static_cast<size_t>(node / kLanes)].child[node % kLanes];
        const auto block = static_cast<size_t>(child < 0 ? ~child : child);
        const int count = child < 0 ? of_.cornerLanes[block] : of_.patchLanes[block];
        for (int lane = 0; lane < count; ++lane)
            f(child < 0 ? ~of_.corners[block].patch.child[lane] : child * kLanes + lane);
    }

private:
    static constexpr int32_t kHasParts = 0;  // as BoxNode::first

    BoxNode AroundTriangle(int32_t name) const {
        const Triangle& t = of_.triangles[static_cast<size_t>(name)];
        const Vec3 &a = of_.vertices[static_cast<size_t>(t[0])], &b = of_.vertices[static_cast<size_t>(t[1])],
                   &c = of_.vertices[static_cast<size_t>(t[2])];
        BoxNode box;
        box.triangle = name;
        for (const auto axis : kBoxAxes)
            Put(box, axis, std::min(a.*axis, std::min(b.*axis, c.*axis)),
                std::max(a.*axis, std::max(b.*axis, c.*axis)));
        return box;
    }
    BoxNode AroundPatch(int32_t slot) const {
        constexpr double kCut = 1e-7;  // roots of small differences know no more digits
        const CutBall ball(of_.patches[static_cast<size_t>(slot / kLanes)], slot % kLanes);
        BoxNode box;
        box.first = kHasParts;
        for (const auto axis : kBoxAxes) {
            const double up = ball.Reach(ball.normal.*axis), down = ball.Reach(-(ball.normal.*axis)),
                         pad = kCut * ball.radius;
            const double middle = tree_.origin.*axis + ball.centre.*axis * tree_.unit;
            Put(box, axis, middle - (down + pad) * tree_.unit, middle + (up + pad) * tree_.unit);
        }
        return box;
    }
    static void Put(BoxNode& box, double Vec3::*axis, double low, double high) {
        box.centre.*axis = (low + high) * 0.5;
        box.half.*axis = (high - low) * 0.5 + (std::fabs(low) + std::fabs(high)) * 0x1p-51;
    }

    const PackedTree& tree_;
    const PackedTriangles& of_;
    const BoxNode* boxes_;
};

/// In the frame of the placement; of a along a's axes, of b along b's.
struct PlacedBox {
    Vec3 centre, half;
};

Vec3 SizeOf(const Body& body) { return {std::fabs(body.scale.x), std::fabs(body.scale.y), std::fabs(body.scale.z)}; }

struct BoxedPair {
    ExactWork& work;
    BoxedSurface a, b;
    BoxAxes<double> axes;  // a's, seen from b's
    Vec3 sizeA, sizeB;
    double pad;  // two triangles touch at the placement's margin; what a turn may lose is less

    explicit BoxedPair(ExactWork& in)
        : work(in),
          a(*in.a.tree),
          b(*in.b.tree),
          sizeA(SizeOf(in.a)),
          sizeB(SizeOf(in.b)),
          pad(2 * in.placement.margin) {
        constexpr double kTurned = 1e-12;
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k) {
                axes.r[i][k] = Dot(in.b.turn.Column(i), in.a.turn.Column(k));
                axes.abs[i][k] = std::fabs(axes.r[i][k]) + kTurned;
            }
    }
    PlacedBox PlaceA(const BoxNode& box) const { return {work.placement.OfA(box.centre), Scaled(box.half, sizeA)}; }
    PlacedBox PlaceB(const BoxNode& box) const {
        return {work.placement.OfB(box.centre), Scaled(box.half, sizeB) + Vec3{pad, pad, pad}};
    }
    double Gap(const PlacedBox& one, const PlacedBox& two) const {
        const Vec3 way = one.centre - two.centre;
        const double t[3] = {way.x, way.y, way.z}, ha[3] = {one.half.x, one.half.y, one.half.z},
                     hb[3] = {two.half.x, two.half.y, two.half.z};
        return FacesGap(hb, ha, axes, t);
    }
};

/// True when they touch.
bool TestTwoTriangles(const BoxedPair& on, int32_t one, int32_t two) {
    ExactWork& work = on.work;
    ++work.exact.leafPairs;
    ChargeTriangles(work, 1);
    const PackedTriangles &ofA = on.a.Triangles(), &ofB = on.b.Triangles();
    if (!TrianglesTouch(work.placement.CornersA(ofA, one), work.placement.CornersB(ofB, two), work.placement.margin))
        return false;
    work.exact.hits.push_back({one, two, ofA.leafOf[static_cast<size_t>(one)], ofB.leafOf[static_cast<size_t>(two)]});
    return true;
}

/// The parts that meet the other box wait, the deepest on top.
void OpenLongerBox(const BoxedPair& on, const NodePair& nodes, const BoxNode& one, const BoxNode& two) {
    const PlacedBox ofA = on.PlaceA(one), ofB = on.PlaceB(two);
    const bool opensA = two.first < 0 || (one.first >= 0 && LengthSquared(ofA.half) >= LengthSquared(ofB.half));
    std::vector<NodePair>& waiting = on.work.exact.nodes;
    double deepest = 0;
    int64_t tests = 0;
    const auto test = [&](const PlacedBox& x, const PlacedBox& y, const NodePair& parts) {
        ++tests;
        const double gap = on.Gap(x, y);
        if (gap > 0) return;
        waiting.push_back(parts);
        if (gap <= deepest)
            deepest = gap;
        else
            std::swap(waiting.back(), waiting[waiting.size() - 2]);
    };
    if (opensA)
        on.a.ForEachPart(nodes.a, [&](int32_t i) { test(on.PlaceA(on.a.At(i)), ofB, {i, nodes.b, 0}); });
    else
        on.b.ForEachPart(nodes.b, [&](int32_t i) { test(ofA, on.PlaceB(on.b.At(i)), {nodes.a, i, 0}); });
    ChargeSteps(on.work.slice, on.work.traversal.options, 1, tests);
}

}  // namespace

StepOutcome RunBoxes(ExactWork& work) {
    const BoxedPair on(work);
    std::vector<NodePair>& waiting = work.exact.nodes;
    while (!waiting.empty()) {
        if (work.slice.Over()) return StepOutcome::Over;
        const NodePair nodes = waiting.back();
        waiting.pop_back();
        const BoxNode one = on.a.At(nodes.a), two = on.b.At(nodes.b);
        if (one.first >= 0 || two.first >= 0)
            OpenLongerBox(on, nodes, one, two);
        else if (TestTwoTriangles(on, one.triangle, two.triangle) && work.firstOnly)
            return StepOutcome::Found;
    }
    return StepOutcome::Finished;
}

}  // namespace spheretree
