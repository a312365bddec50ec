#include "Traverse/QueryWork.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

struct Waiting {
    double from = 0;  // the way to the ball
    uint32_t body = 0;
    int32_t slot = 0;
    bool operator<(
        const Waiting& other) const {  // a heap with the nearest on top; ties by place, so that one answer comes out
        return from != other.from ? from > other.from : body != other.body ? body > other.body : slot > other.slot;
    }
};

constexpr double kNever = std::numeric_limits<double>::infinity();

// Where a point on its way enters a ball; never when it does not.
double EntryInto(const NodeBall& ball, const Vec3& start, const Vec3& direction, double length, double radius) {
    const Vec3 between = ball.centre - start;
    const double reach = ball.radius + radius, along = Dot(between, direction);
    const double outside = LengthSquared(between) - reach * reach;
    if (outside <= 0) return 0;
    const double square = along * along - outside;
    if (!(along >= 0) || !(square >= 0)) return kNever;
    // outside / (along + √square) is along − √square without cancellation.
    const double entry = outside / (along + std::sqrt(square)) * (1 - 1e-14);
    return entry <= length ? entry : kNever;
}

struct SphereSweep {
    const Scene::Data& scene;
    Vec3 start, direction;
    double length, radius;
    QueryBudget budget;
    std::vector<Waiting> heap;
    QueryResult result;
    std::vector<uint8_t> found;

    void Try(uint32_t place, int32_t slot) {
        budget.Charge(1);
        const double entry = EntryInto(BallAt(scene.bodies[place], slot), start, direction, length, radius);
        if (!(entry < kNever)) return;
        heap.push_back({entry, place, slot});
        std::push_heap(heap.begin(), heap.end());
    }
    void Report(const Waiting& item) {
        const Body& body = scene.bodies[item.body];
        const NodeBall ball = BallAt(body, item.slot);
        const Vec3 position = start + direction * item.from;
        found[item.body] = 1;
        result.hits.push_back({scene.HandleOf(item.body), item.from, position, Normalized(position - ball.centre),
                               ball.error, body.tree->NodeOf(item.slot), ball.child < 0});
    }
    Waiting TakeNearest() {
        std::pop_heap(heap.begin(), heap.end());
        const Waiting item = heap.back();
        heap.pop_back();
        return item;
    }
    void Run(bool all) {
        bool over = false;
        while (!heap.empty() && (all || result.hits.empty())) {
            const Waiting item = TakeNearest();
            if (found[item.body]) continue;
            const int32_t child = BallAt(scene.bodies[item.body], item.slot).child;
            over = over || budget.Over();
            if (child < 0 || over) {  // out of budget: the nearest ball of each body stands for it
                Report(item);
                continue;
            }
            budget.Charge(2);
            const int count = scene.bodies[item.body].tree->laneCount[static_cast<size_t>(child)];
            for (int lane = 0; lane < count; ++lane) Try(item.body, child * kLanes + lane);
        }
        result.finished = !over;
        result.operations = budget.Spent();
    }
};

}  // namespace

QueryResult SweepSphere(const Scene& scene, const Vec3& start, const Vec3& way, double radius, bool all,
                        const QueryFilter& filter, const Budget& budget, const Host& host) {
    if (!IsFinite(start) || !IsFinite(way) || !(radius >= 0) || !std::isfinite(radius)) return {{}, true, 0};
    const Scene::Data& data = scene.Inside();
    SphereSweep sweep{data, start, Normalized(way), Length(way), radius, QueryBudget(budget, host), {}, {}, {}};
    sweep.found.assign(data.bodies.size(), 0);
    for (uint32_t place = 0; place < data.bodies.size(); ++place)
        if (IsAsked(data, place, filter)) sweep.Try(place, 0);
    sweep.Run(all);
    return sweep.result;
}

QueryResult OverlapSphere(const Scene& scene, const Vec3& centre, double radius, const QueryFilter& filter,
                          const Budget& budget, const Host& host) {
    QueryResult result{{}, true, 0};
    if (!IsFinite(centre) || !(radius >= 0) || !std::isfinite(radius)) return result;
    const Scene::Data& data = scene.Inside();
    QueryBudget left(budget, host);
    std::vector<int32_t> stack;
    for (uint32_t place = 0; place < data.bodies.size(); ++place) {
        if (!IsAsked(data, place, filter)) continue;
        const Body& body = data.bodies[place];
        stack.assign(1, 0);
        while (!stack.empty()) {
            const int32_t slot = stack.back();
            stack.pop_back();
            const NodeBall ball = BallAt(body, slot);
            const double gap = Distance(centre, ball.centre) - radius - ball.radius;
            left.Charge(1);
            if (!(gap <= 0)) continue;
            const bool over = left.Over();
            if (ball.child < 0 || over) {
                const Vec3 normal = Normalized(centre - ball.centre);
                result.hits.push_back({data.HandleOf(place), gap, ball.centre + normal * ball.radius, normal,
                                       ball.error, body.tree->NodeOf(slot), ball.child < 0});
                result.finished = result.finished && !over;
                break;
            }
            for (int lane = 0; lane < body.tree->laneCount[static_cast<size_t>(ball.child)]; ++lane)
                stack.push_back(ball.child * kLanes + lane);
        }
    }
    std::stable_sort(result.hits.begin(), result.hits.end(),
                     [](const QueryHit& a, const QueryHit& b) { return a.distance < b.distance; });
    result.operations = left.Spent();
    return result;
}

}  // namespace spheretree
