#include "Convex/PointShape.h"
#include "Traverse/QueryWork.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

struct Waiting {
    double from = 0;  // the way to the ball
    uint32_t body = 0;
    int64_t slot = 0;  // of a tree, or the name of a ground's box
    bool operator<(
        const Waiting& other) const {  // a heap with the nearest on top; ties by place, so that one answer comes out
        return from != other.from ? from > other.from : body != other.body ? body > other.body : slot > other.slot;
    }
};

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr int kMostSweepSteps = 256;

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

// A ground's boxes: level, row and column in one number.
int64_t BoxName(size_t level, int32_t row, int32_t column) {
    return static_cast<int64_t>(level) << 56 | static_cast<int64_t>(row) << 28 | column;
}

struct GroundBox {
    const HeightGrid* grid;
    size_t level;
    int32_t row, column;
    Vec3 low, high;
    double error;  // how far its top may lie above the ground

    GroundBox(const HeightGrid& of, int64_t name)
        : grid(&of),
          level(static_cast<size_t>(name >> 56)),
          row(static_cast<int32_t>(name >> 28 & 0xFFFFFFF)),
          column(static_cast<int32_t>(name & 0xFFFFFFF)) {
        const HeightGrid::Level& cells = of.levels[level];
        const size_t at = static_cast<size_t>(row) * static_cast<size_t>(cells.columns) + static_cast<size_t>(column);
        low = {column * cells.cell, row * cells.cell, of.bottom};
        high = {std::min((column + 1) * cells.cell, of.width), std::min((row + 1) * cells.cell, of.depth),
                cells.high[at]};
        error = static_cast<double>(cells.high[at]) - cells.low[at];
    }
    Vec3 Closest(const Vec3& p) const {
        return {std::clamp(p.x, low.x, high.x), std::clamp(p.y, low.y, high.y), std::clamp(p.z, low.z, high.z)};
    }
    template <typename F>
    void ForEachPart(F f) const {  // f(name), of the next finer level
        const HeightGrid::Level& finer = grid->levels[level - 1];
        for (int32_t r = 2 * row; r < std::min(2 * row + 2, finer.rows); ++r)
            for (int32_t c = 2 * column; c < std::min(2 * column + 2, finer.columns); ++c) f(BoxName(level - 1, r, c));
    }
};

// Where a point on its way enters a box that is larger by the radius on every side: never later than the sphere
// touches the box. All in the ground's frame; `direction` is a unit vector.
double EntryIntoBox(const GroundBox& box, const Vec3& start, const Vec3& direction, double length, double radius) {
    const double from[3] = {start.x, start.y, start.z}, way[3] = {direction.x, direction.y, direction.z};
    const double low[3] = {box.low.x, box.low.y, box.low.z}, high[3] = {box.high.x, box.high.y, box.high.z};
    double entry = 0, exit = length;
    for (int axis = 0; axis < 3; ++axis) {
        const double pad = radius + 1e-12 * (std::fabs(from[axis]) + std::fabs(low[axis]) + std::fabs(high[axis]));
        const double bottom = low[axis] - pad - from[axis], top = high[axis] + pad - from[axis];
        if (way[axis] == 0) {
            if (bottom > 0 || top < 0) return kNever;
            continue;
        }
        const double t0 = bottom / way[axis], t1 = top / way[axis];
        entry = std::max(entry, std::min(t0, t1));
        exit = std::min(exit, std::max(t0, t1));
    }
    return entry <= exit ? entry * (1 - 1e-14) : kNever;
}

// Where a sphere on its way touches a convex shape: each step is as long as the distance, so none is too long.
double EntryIntoShape(const Body& body, const Vec3& start, const Vec3& direction, double length, double radius) {
    const PlacedShape placed{body.shape.get(), body.shapeMap, 0, {}};
    const double near = 1e-9 * (radius + body.radius) + 4 * body.rounding;
    double entry = 0;
    for (int i = 0; i < kMostSweepSteps; ++i) {
        const double gap = LeastDistance(placed, body.scale, start + direction * entry) - radius;
        if (!(gap > near)) return entry;
        entry += gap;
        if (!(entry <= length)) return kNever;
    }
    return entry;  // it grazes: never later than it touches
}

struct SphereSweep {
    const Scene::Data& scene;
    Vec3 start, direction;
    double length, radius;
    QueryBudget budget;
    std::vector<Waiting> heap;
    QueryResult result;
    std::vector<uint8_t> found;

    double EntryOf(uint32_t place, int64_t slot) const {
        const Body& body = scene.bodies[place];
        if (body.shape) return EntryIntoShape(body, start, direction, length, radius);
        if (!body.isGround)
            return EntryInto(BallAt(body, static_cast<int32_t>(slot)), start, direction, length, radius);
        return EntryIntoBox(GroundBox(*body.ground, slot), body.turn.Back(start - body.pose.position),
                            body.turn.Back(direction), length, radius + body.rounding);
    }
    void Try(uint32_t place, int64_t slot) {
        budget.Charge(1);
        const double entry = EntryOf(place, slot);
        if (!(entry < kNever)) return;
        heap.push_back({entry, place, slot});
        std::push_heap(heap.begin(), heap.end());
    }
    void Report(const Waiting& item) {
        const Body& body = scene.bodies[item.body];
        const Vec3 position = start + direction * item.from;
        found[item.body] = 1;
        if (body.isGround) return ReportGround(item, body, position);
        if (body.shape) return ReportShape(item, body, position);
        const int32_t slot = static_cast<int32_t>(item.slot);
        const NodeBall ball = BallAt(body, slot);
        result.hits.push_back({scene.HandleOf(item.body), item.from, position, Normalized(position - ball.centre),
                               ball.error, body.tree->NodeOf(slot), ball.child < 0});
    }
    void ReportShape(const Waiting& item, const Body& body, const Vec3& position) {
        const PointGap gap = MeasurePoint({body.shape.get(), body.shapeMap, 0, {}}, body.scale, position);
        const double error = std::max(0.0, gap.distance - radius) + 4 * body.rounding;
        result.hits.push_back({scene.HandleOf(item.body), item.from, position, gap.normal, error, -1, true});
    }
    void ReportGround(const Waiting& item, const Body& body, const Vec3& position) {
        const GroundBox box(*body.ground, item.slot);
        const Vec3 local = body.turn.Back(position - body.pose.position), away = local - box.Closest(local);
        const Vec3 normal = LengthSquared(away) > 0 ? Normalized(away) : Vec3{0, 0, 1};
        // The corner of a larger box is √3 radii away, not one.
        const double error = box.error + (std::sqrt(3.0) - 1) * radius + 4 * body.rounding;
        result.hits.push_back(
            {scene.HandleOf(item.body), item.from, position, body.turn * normal, error, -1, box.level == 0});
    }
    bool IsLeaf(const Waiting& item) const {
        const Body& body = scene.bodies[item.body];
        if (body.shape) return true;
        return body.isGround ? item.slot >> 56 == 0 : BallAt(body, static_cast<int32_t>(item.slot)).child < 0;
    }
    void Open(const Waiting& item) {
        const Body& body = scene.bodies[item.body];
        budget.Charge(2);
        if (body.isGround)
            return GroundBox(*body.ground, item.slot).ForEachPart([&](int64_t part) { Try(item.body, part); });
        const int32_t child = BallAt(body, static_cast<int32_t>(item.slot)).child;
        const int count = body.tree->laneCount[static_cast<size_t>(child)];
        for (int lane = 0; lane < count; ++lane) Try(item.body, child * kLanes + lane);
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
            over = over || budget.Over();
            if (over || IsLeaf(item))
                Report(item);  // out of budget: the nearest ball or box of each body stands for it
            else
                Open(item);
        }
        result.finished = !over;
        result.operations = budget.Spent();
    }
};

void OverlapGround(const Scene::Data& data, uint32_t place, const Vec3& centre, double radius, QueryResult& result) {
    const Body& body = data.bodies[place];
    const Vec3 local = body.turn.Back(centre - body.pose.position);
    const HeightHit hit = TestHeightGrid(*body.ground, local, radius + body.rounding);
    if (!hit.overlaps) return;
    const Vec3 away = local - hit.closest;
    const Vec3 normal = LengthSquared(away) > 0 ? Normalized(away) : Vec3{0, 0, 1};
    result.hits.push_back({data.HandleOf(place), hit.gap, body.pose.position + body.turn * hit.closest,
                           body.turn * normal, hit.error + 4 * body.rounding, -1, hit.level == 0});
}

void OverlapShape(const Scene::Data& data, uint32_t place, const Vec3& centre, double radius, QueryResult& result) {
    const Body& body = data.bodies[place];
    const PointGap gap = MeasurePoint({body.shape.get(), body.shapeMap, 0, {}}, body.scale, centre);
    if (!(gap.distance - radius <= 4 * body.rounding)) return;
    result.hits.push_back(
        {data.HandleOf(place), gap.distance - radius, gap.closest, gap.normal, 4 * body.rounding, -1, true});
}

}  // namespace

QueryResult SweepSphere(const Scene& scene, const Vec3& start, const Vec3& way, double radius, bool all,
                        const QueryFilter& filter, const Budget& budget, const Host& host) {
    if (!IsFinite(start) || !IsFinite(way) || !(radius >= 0) || !std::isfinite(radius)) return {{}, true, 0};
    const Scene::Data& data = scene.Inside();
    SphereSweep sweep{data, start, Normalized(way), Length(way), radius, QueryBudget(budget, host), {}, {}, {}};
    sweep.found.assign(data.bodies.size(), 0);
    for (uint32_t place = 0; place < data.bodies.size(); ++place)
        if (IsAsked(data, place, filter)) {
            const Body& body = data.bodies[place];
            sweep.Try(place, body.isGround ? BoxName(body.ground->levels.size() - 1, 0, 0) : 0);
        }
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
        if (body.isGround) {
            OverlapGround(data, place, centre, radius, result);
            left.Charge(1);
            continue;
        }
        if (body.shape) {
            OverlapShape(data, place, centre, radius, result);
            left.Charge(1);
            continue;
        }
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
