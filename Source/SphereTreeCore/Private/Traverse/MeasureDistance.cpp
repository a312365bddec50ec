// [Quinlan 1994] Closest distance by spheres: lower bounds from balls that are far apart, an upper bound from the
// certified errors, and a stop when the two are as close as was wanted. Differs: best first, so that it can be
// interrupted with the best bounds so far; the upper bound needs no triangles; and a convex shape may stand on either
// side, as a single node.

#include "Convex/PointShape.h"
#include "SphereTree/Gjk.h"
#include "Traverse/QueryWork.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace spheretree {

namespace {

struct Apart {
    double gap = 0;
    int32_t a = 0, b = 0;
    bool operator<(const Apart& other) const {
        return gap != other.gap ? gap > other.gap : a != other.a ? a > other.a : b > other.b;
    }
};

/// Two balls, a ball and a shape, or two shapes: what they hold is at least `gap` apart and at most `most`.
struct NodeGap {
    double gap = 0, most = 0;
    Vec3 pointA, pointB;
};

// A lower bound is what rounding leaves of it.
NodeGap OfBalls(const NodeBall& x, const NodeBall& y) {
    const double centres = Distance(x.centre, y.centre);
    const double gap = std::max(0.0, centres - x.radius - y.radius - 1e-14 * centres);
    return {gap, gap + x.error + y.error + 1e-13 * centres, {}, {}};
}

// Only for the best: balls are many.
void PlaceOnBalls(NodeGap& gap, const NodeBall& x, const NodeBall& y) {
    const Vec3 direction = Normalized(y.centre - x.centre);
    gap.pointA = x.centre + direction * x.radius;
    gap.pointB = y.centre - direction * y.radius;
}

NodeGap OfBallAndShape(const NodeBall& ball, const Body& body) {
    const PointGap found = MeasurePoint({body.shape.get(), body.shapeMap, 0, {}}, body.scale, ball.centre);
    const double centre = Distance(ball.centre, found.closest), slack = 1e-13 * (centre + body.radius);
    const double apart = found.distance > 0 ? std::max(0.0, centre - ball.radius) : 0;
    return {std::max(0.0, found.distance - ball.radius - slack), apart + ball.error + slack,
            ball.centre - found.normal * ball.radius, found.closest};
}

NodeGap OfShapes(const Body& a, const Body& b) {
    const GjkDistance found = MeasureGjk({a.shape.get(), a.shapeMap, 0, {}}, {b.shape.get(), b.shapeMap, 0, {}});
    return {found.lowerBound, found.distance + 1e-13 * (a.radius + b.radius), found.pointA, found.pointB};
}

/// A shape is a body of one node, without an error.
NodeBall NodeAt(const Body& body, int32_t slot) { return body.tree ? BallAt(body, slot) : NodeBall{}; }

NodeGap MeasureNodeGap(const Body& a, int32_t slotA, const Body& b, int32_t slotB) {
    if (a.shape && b.shape) return OfShapes(a, b);
    if (b.shape) return OfBallAndShape(BallAt(a, slotA), b);
    if (!a.shape) return OfBalls(BallAt(a, slotA), BallAt(b, slotB));
    NodeGap turned = OfBallAndShape(BallAt(b, slotB), a);
    std::swap(turned.pointA, turned.pointB);
    return turned;
}

struct DistanceSearch {
    const Body &a, &b;
    QueryBudget& budget;
    std::vector<Apart> heap;
    DistanceResult result;

    void Try(int32_t slotA, int32_t slotB) {
        budget.Charge(1);
        NodeGap found = MeasureNodeGap(a, slotA, b, slotB);
        if (found.most < result.most) {
            if (a.tree && b.tree) PlaceOnBalls(found, BallAt(a, slotA), BallAt(b, slotB));
            result.most = found.most;
            result.pointA = found.pointA;
            result.pointB = found.pointB;
        }
        if (found.gap > result.most) return;
        heap.push_back({found.gap, slotA, slotB});
        std::push_heap(heap.begin(), heap.end());
    }
    void Expand(const Apart& item, const NodeBall& x, const NodeBall& y) {
        const bool second = y.child >= 0 && (x.child < 0 || y.error >= x.error);
        const int32_t child = second ? y.child : x.child;
        const int count = (second ? b : a).tree->laneCount[static_cast<size_t>(child)];
        budget.Charge(2);
        for (int lane = 0; lane < count; ++lane) {
            const int32_t slot = child * kLanes + lane;
            Try(second ? item.a : slot, second ? slot : item.b);
        }
    }
    void Run(const DistanceOptions& options) {
        double leafGap = std::numeric_limits<double>::infinity();
        Try(0, 0);
        while (!heap.empty()) {
            result.least = std::min(leafGap, heap.front().gap);
            const double slack = std::max(options.relativeError * result.most, options.absoluteError);
            if (result.most - result.least <= slack || leafGap <= heap.front().gap) break;
            if (budget.Over()) return;
            std::pop_heap(heap.begin(), heap.end());
            const Apart item = heap.back();
            heap.pop_back();
            const NodeBall x = NodeAt(a, item.a), y = NodeAt(b, item.b);
            if (x.child < 0 && y.child < 0)
                leafGap = std::min(leafGap, item.gap);
            else
                Expand(item, x, y);
        }
        if (heap.empty()) result.least = std::min(leafGap, result.most);
        result.finished = true;
    }
};

DistanceResult MeasureBodies(const Body& a, const Body& b, const DistanceOptions& options, QueryBudget& budget) {
    DistanceSearch search{a, b, budget, {}, {}};
    search.result.most = std::numeric_limits<double>::infinity();
    search.Run(options);
    search.result.operations = budget.Spent();
    return search.result;
}

std::string FindPairFault(const Body* a, const Body* b) {
    if (!a || !b) return "A handle names no living body.";
    if (a->isGround || b->isGround)
        return "A height field has no distance; this needs two bodies with trees or shapes.";
    return "";
}

// No two points of the bodies approach faster than this.
double FastestApproach(const Body& a, const Body& b) {
    return Length(a.linearVelocity - b.linearVelocity) + Length(a.angularVelocity) * a.reach +
           Length(b.angularVelocity) * b.reach;
}

void MoveTo(Body& body, const Pose& start, double seconds) {
    body.pose.position = start.position + body.linearVelocity * seconds;
    body.pose.rotation = Multiply(FromTurn(body.angularVelocity * seconds), start.rotation);
    DeriveFrame(body);
    DeriveMotion(body, 0);
}

}  // namespace

Result<DistanceResult> MeasureDistance(const Scene& scene, BodyHandle a, BodyHandle b, const DistanceOptions& options,
                                       const Budget& budget, const Host& host) {
    const Body *first = scene.Inside().Find(a), *second = scene.Inside().Find(b);
    if (std::string fault = FindPairFault(first, second); !fault.empty()) return Error{std::move(fault)};
    QueryBudget left(budget, host);
    return MeasureBodies(*first, *second, options, left);
}

Result<ImpactResult> FindImpact(const Scene& scene, BodyHandle handleA, BodyHandle handleB, double seconds,
                                double tolerance, const Budget& budget, const Host& host) {
    const Body *first = scene.Inside().Find(handleA), *second = scene.Inside().Find(handleB);
    if (std::string fault = FindPairFault(first, second); !fault.empty()) return Error{std::move(fault)};
    if (!(seconds >= 0 && seconds < 1e9) || !(tolerance >= 0))
        return Error{"The time and the tolerance must be numbers from 0 on."};
    Body a = *first, b = *second;
    QueryBudget left(budget, host);
    ImpactResult result;
    const double fastest = FastestApproach(a, b);
    for (;;) {
        MoveTo(a, first->pose, result.seconds);
        MoveTo(b, second->pose, result.seconds);
        const DistanceResult distance = MeasureBodies(a, b, {0.5, tolerance / 2}, left);
        result.separation = distance.most;
        result.operations = left.Spent();
        if (!(distance.least > tolerance)) {
            result.meets = true;
            result.finished = distance.finished;
            return result;
        }
        if (!(fastest * (seconds - result.seconds) > distance.least)) break;
        const double next = std::min(seconds, result.seconds + distance.least / fastest * (1 - 1e-12));
        const bool stuck = !(next > result.seconds);  // the step is below what a double can tell
        result.seconds = next;
        if (stuck ||
            (!distance.finished && left.Over())) {  // proven apart until here; nothing is known of what follows
            result.meets = true;
            return result;
        }
    }
    result.seconds = seconds;
    result.finished = true;
    return result;
}

}  // namespace spheretree
