// Where two surfaces meet, of which one deforms: [Van den Bergen 1999] 5.2.4, on boxes whose relative axes are the same
// for the whole pair, by the axes of faces only. A scale along the body's own axes leaves boxes boxes, however uneven.
// A surface that does not deform has patches, and each is seen as the box around it. Differs: the one with the longer
// diagonal opens, not the one of larger volume, since flat boxes have none.

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
    /// The last first: what waits is taken from the end.
    template <typename F>
    void ForEachPart(int32_t node, const F& f) const {
        if (boxes_) {
            f(boxes_[node].first + 1);
            f(boxes_[node].first);
            return;
        }
        const int32_t child = of_.patches[static_cast<size_t>(node / kLanes)].child[node % kLanes];
        const auto block = static_cast<size_t>(child < 0 ? ~child : child);
        for (int lane = child < 0 ? of_.cornerLanes[block] : of_.patchLanes[block]; lane-- > 0;)
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

/// Two surfaces in the frame of the placement: b's axes.
struct BoxedPair {
    ExactWork& work;
    BoxedSurface a, b;
    BoxAxes<double> axes;  // a's, seen from b's
    double pad;            // two triangles touch at the placement's margin; what a turn may lose is less

    explicit BoxedPair(ExactWork& in) : work(in), a(*in.a.tree), b(*in.b.tree), pad(2 * in.placement.margin) {
        constexpr double kTurned = 1e-12;
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k) {
                axes.r[i][k] = Dot(in.b.turn.Column(i), in.a.turn.Column(k));
                axes.abs[i][k] = std::fabs(axes.r[i][k]) + kTurned;
            }
    }
    static Vec3 HalfOf(const BoxNode& box, const Vec3& scale, double pad) {
        return {box.half.x * std::fabs(scale.x) + pad, box.half.y * std::fabs(scale.y) + pad,
                box.half.z * std::fabs(scale.z) + pad};
    }
    bool Part(const BoxNode& one, const Vec3& halfOne, const BoxNode& two, const Vec3& halfTwo) const {
        const Vec3 way = work.placement.OfA(one.centre) - work.placement.OfB(two.centre);
        const double t[3] = {way.x, way.y, way.z}, ha[3] = {halfOne.x, halfOne.y, halfOne.z},
                     hb[3] = {halfTwo.x, halfTwo.y, halfTwo.z};
        return FacesPart(hb, ha, axes, t);
    }
    /// True when they touch.
    bool TestTriangles(int32_t one, int32_t two) const {
        ++work.exact.leafPairs;
        ChargeTriangles(work, 1);
        const PackedTriangles &ofA = a.Triangles(), &ofB = b.Triangles();
        if (!TrianglesTouch(work.placement.CornersA(ofA, one), work.placement.CornersB(ofB, two),
                            work.placement.margin))
            return false;
        work.exact.hits.push_back(
            {one, two, ofA.leafOf[static_cast<size_t>(one)], ofB.leafOf[static_cast<size_t>(two)]});
        return true;
    }
};

/// One pair of boxes that waited; true when the first hit is enough and was found.
bool StepBoxes(const BoxedPair& on, const NodePair& nodes) {
    ExactWork& work = on.work;
    ChargeSteps(work.slice, work.traversal.options, 1, 1);
    const BoxNode one = on.a.At(nodes.a), two = on.b.At(nodes.b);
    const Vec3 halfOne = BoxedPair::HalfOf(one, work.a.scale, 0),
               halfTwo = BoxedPair::HalfOf(two, work.b.scale, on.pad);
    if (on.Part(one, halfOne, two, halfTwo)) return false;
    if (one.first < 0 && two.first < 0) return on.TestTriangles(one.triangle, two.triangle) && work.firstOnly;
    std::vector<NodePair>& waiting = work.exact.nodes;
    if (two.first < 0 || (one.first >= 0 && LengthSquared(halfOne) >= LengthSquared(halfTwo)))
        on.a.ForEachPart(nodes.a, [&](int32_t part) { waiting.push_back({part, nodes.b, 0}); });
    else
        on.b.ForEachPart(nodes.b, [&](int32_t part) { waiting.push_back({nodes.a, part, 0}); });
    return false;
}

}  // namespace

StepOutcome RunBoxes(ExactWork& work) {
    const BoxedPair on(work);
    std::vector<NodePair>& waiting = work.exact.nodes;
    while (!waiting.empty()) {
        if (work.slice.Over()) return StepOutcome::Over;
        const NodePair nodes = waiting.back();
        waiting.pop_back();
        if (StepBoxes(on, nodes)) return StepOutcome::Found;
    }
    return StepOutcome::Finished;
}

}  // namespace spheretree
