// [Quinlan 1994], to the end: pairs of nodes by their balls' gap, the nearest first; leaves by their triangles. What is
// farther than the best so far is never opened.

#include "Exact/ExactDistance.h"

#include "Convex/PointShape.h"
#include "Exact/Placement.h"
#include "SphereTree/Gjk.h"

#include <algorithm>
#include <limits>

namespace spheretree {

namespace {

constexpr int32_t kWholeShape = -1;

struct Near {
    double gap;
    int32_t a, b;  // slots; kWholeShape for a shape
    bool operator<(const Near& other) const {
        return gap != other.gap ? gap > other.gap : a != other.a ? a > other.a : b > other.b;
    }
};

TriangleCorners InWorld(const Body& body, int32_t triangle) {
    const PackedTriangles& of = *body.tree->triangles;
    const Triangle& t = of.triangles[static_cast<size_t>(triangle)];
    const auto at = [&](size_t k) {
        return body.pose.position + body.turn * Scaled(of.vertices[static_cast<size_t>(t[k])], body.scale);
    };
    return {at(0), at(1), at(2)};
}

struct ExactSearch {
    const Body &a, &b;
    QueryBudget& budget;
    std::vector<Near> heap;
    ExactDistance best;
    TriangleShape hull;

    PlacedShape Placed(const Body& body) const { return {body.shape.get(), body.shapeMap, 0, {}}; }

    double GapOf(int32_t slotA, int32_t slotB) const {
        if (slotA != kWholeShape && slotB != kWholeShape) {
            const NodeBall x = BallAt(a, slotA), y = BallAt(b, slotB);
            return std::max(0.0, Distance(x.centre, y.centre) * (1 - 1e-14) - x.radius - y.radius);
        }
        const Body &tree = slotA == kWholeShape ? b : a, &shape = slotA == kWholeShape ? a : b;
        const NodeBall ball = BallAt(tree, slotA == kWholeShape ? slotB : slotA);
        return std::max(0.0, LeastDistance(Placed(shape), shape.scale, ball.centre) * (1 - 1e-14) - ball.radius);
    }
    void Try(int32_t slotA, int32_t slotB) {
        budget.Charge(1);
        const double gap = GapOf(slotA, slotB);
        if (!(gap < best.distance)) return;
        heap.push_back({gap, slotA, slotB});
        std::push_heap(heap.begin(), heap.end());
    }
    void Take(double distance, const Vec3& pointA, const Vec3& pointB, int32_t triangleA, int32_t triangleB) {
        budget.Charge(16);
        if (!(distance < best.distance)) return;
        best.distance = distance;
        best.pointA = pointA, best.pointB = pointB;
        best.triangleA = triangleA, best.triangleB = triangleB;
    }
    template <typename F>
    static void ForEachTriangle(const Body& body, int32_t slot, F f) {
        const PackedTriangles& of = *body.tree->triangles;
        for (int32_t i = of.firstOfSlot[static_cast<size_t>(slot)]; i < of.firstOfSlot[static_cast<size_t>(slot) + 1];
             ++i)
            f(of.ofSlot[static_cast<size_t>(i)]);
    }
    void TestShape(const Body& tree, const Body& shape, int32_t slot, bool treeFirst) {
        ForEachTriangle(tree, slot, [&](int32_t name) {
            const GjkDistance found = MeasureGjk(hull.Of(InWorld(tree, name)), Placed(shape));
            if (treeFirst)
                Take(found.distance, found.pointA, found.pointB, name, -1);
            else
                Take(found.distance, found.pointB, found.pointA, -1, name);
        });
    }
    void TestLeaves(const Near& item) {
        if (item.a == kWholeShape) return TestShape(b, a, item.b, false);
        if (item.b == kWholeShape) return TestShape(a, b, item.a, true);
        ForEachTriangle(a, item.a, [&](int32_t one) {
            const TriangleCorners corners = InWorld(a, one);
            ForEachTriangle(b, item.b, [&](int32_t two) {
                const TriangleGap gap = MeasureTriangles(corners, InWorld(b, two));
                Take(gap.distance, gap.pointA, gap.pointB, one, two);
            });
        });
    }
    int32_t ChildOf(const Body& body, int32_t slot) const {
        return slot == kWholeShape ? -1 : BallAt(body, slot).child;
    }
    double RadiusOf(const Body& body, int32_t slot) const {
        return slot == kWholeShape ? 0 : BallAt(body, slot).radius;
    }
    void Open(const Near& item) {
        const int32_t childA = ChildOf(a, item.a), childB = ChildOf(b, item.b);
        if (childA < 0 && childB < 0) return TestLeaves(item);
        const bool second = childB >= 0 && (childA < 0 || RadiusOf(b, item.b) >= RadiusOf(a, item.a));
        const Body& body = second ? b : a;
        const int32_t child = second ? childB : childA;
        for (int lane = 0; lane < body.tree->laneCount[static_cast<size_t>(child)]; ++lane) {
            const int32_t slot = child * kLanes + lane;
            Try(second ? item.a : slot, second ? slot : item.b);
        }
    }
    void Run() {
        best.distance = std::numeric_limits<double>::infinity();
        Try(a.shape ? kWholeShape : 0, b.shape ? kWholeShape : 0);
        while (!heap.empty() && best.distance > 0 && heap.front().gap < best.distance) {
            if (budget.Over()) return;
            std::pop_heap(heap.begin(), heap.end());
            const Near item = heap.back();
            heap.pop_back();
            Open(item);
        }
        best.finished = true;
    }
};

std::string FindExactFault(const Body* a, const Body* b) {
    for (const Body* body : {a, b}) {
        if (!body) return "A handle names no living body.";
        if (!body->shape && !(body->tree && body->tree->triangles))
            return "An exact distance needs triangles or a shape: bake the tree with triangles.";
    }
    return "";
}

}  // namespace

ExactDistance MeasureExactBodies(const Body& a, const Body& b, QueryBudget& budget) {
    if (a.shape && b.shape) {
        const GjkDistance found = MeasureGjk({a.shape.get(), a.shapeMap, 0, {}}, {b.shape.get(), b.shapeMap, 0, {}});
        return {found.distance, found.pointA, found.pointB, -1, -1, true, budget.Spent()};
    }
    ExactSearch search{a, b, budget, {}, {}, {}};
    search.Run();
    search.best.operations = budget.Spent();
    return search.best;
}

Result<ExactDistance> MeasureExactDistance(const Scene& scene, BodyHandle a, BodyHandle b, const Budget& budget,
                                           const Host& host) {
    const Body *first = scene.Inside().Find(a), *second = scene.Inside().Find(b);
    if (std::string fault = FindExactFault(first, second); !fault.empty()) return Error{std::move(fault)};
    QueryBudget left(budget, host);
    return MeasureExactBodies(*first, *second, left);
}

Result<Vec3> ToBodyFrame(const Scene& scene, BodyHandle handle, const Vec3& point) {
    const Body* body = scene.Inside().Find(handle);
    if (!body) return Error{"A handle names no living body."};
    const Vec3 local = body->turn.Back(point - body->pose.position), &by = body->scale;
    if (!(by.x != 0 && by.y != 0 && by.z != 0)) return Error{"A body of no thickness has no frame to go back to."};
    return Vec3{local.x / by.x, local.y / by.y, local.z / by.z};
}

void FrameMemory::Remember(const Scene& scene) {
    places_.clear();
    for (const BodyHandle handle : scene.Bodies()) {
        if (handle.index >= places_.size()) places_.resize(static_cast<size_t>(handle.index) + 1);
        places_[handle.index] = {handle, scene.Inside().Find(handle)->pose};
    }
}

bool FrameMemory::Find(BodyHandle body, Pose& pose) const {
    if (body.index >= places_.size() || !(places_[body.index].body == body)) return false;
    pose = places_[body.index].pose;
    return true;
}

Result<SmartResponse> FindSmartResponse(const Scene& scene, const FrameMemory& before, BodyHandle a, BodyHandle b) {
    const Body *nowA = scene.Inside().Find(a), *nowB = scene.Inside().Find(b);
    if (std::string fault = FindExactFault(nowA, nowB); !fault.empty()) return Error{std::move(fault)};
    Body first = *nowA, second = *nowB;
    if (!before.Find(a, first.pose) || !before.Find(b, second.pose))
        return Error{"One of the bodies was not there in the frame before."};
    for (Body* body : {&first, &second}) {
        DeriveFrame(*body);
        DeriveMotion(*body, 0);
    }
    const Budget budget;
    const Host host;
    QueryBudget unlimited(budget, host);  // which keeps references
    const ExactDistance found = MeasureExactBodies(first, second, unlimited);
    if (!(found.distance > 0))
        return Error{"The bodies touched already in the frame before: their closest points say nothing of a normal."};
    const auto local = [](const Body& body, const Vec3& p) {
        const Vec3 q = body.turn.Back(p - body.pose.position);
        return Vec3{q.x / body.scale.x, q.y / body.scale.y, q.z / body.scale.z};
    };
    return SmartResponse{local(first, found.pointA), local(second, found.pointB),
                         Normalized(found.pointB - found.pointA), found.distance};
}

}  // namespace spheretree
