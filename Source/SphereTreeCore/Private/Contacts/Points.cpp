#include "Contacts/Points.h"

#include "Contacts/ShapePoints.h"
#include "Traverse/Frames.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spheretree {

namespace {

struct WorldBall {
    Vec3 centre;
    double radius = 0;
};

WorldBall BallInWorld(const Body& body, int32_t slot) {
    const PackedBlock& block = body.tree->blocks[static_cast<size_t>(slot / kLanes)];
    const int lane = slot % kLanes;
    const Vec3 unit = Scaled({block.x[lane], block.y[lane], block.z[lane]}, body.squeeze);
    return {body.centre + body.turn * (unit * body.size), block.radius[lane] * body.size};
}

Vec3 DirectionOr(const Vec3& wanted, const Vec3& otherwise) {
    if (LengthSquared(wanted) > 0) return Normalized(wanted);
    return LengthSquared(otherwise) > 0 ? Normalized(otherwise) : Vec3{0, 0, 1};
}

// The node's normal cone in the world; a zero axis when it has none. An uneven scale turns normals by its inverse.
NormalCone SurfaceCone(const Body& body, int32_t slot) {
    if (body.tree->normals.empty()) return {};
    const PackedNormal& normal = body.tree->normals[static_cast<size_t>(slot)];
    const Vec3 scaled{normal.x / body.scale.x, normal.y / body.scale.y, normal.z / body.scale.z};
    if (!IsFinite(scaled)) return {};
    return {body.turn * Normalized(scaled), static_cast<double>(normal.halfAngle)};
}

// From centre to centre, as far as the surfaces face that way: balls that have passed each other's centre, or that hug
// a flat piece from the side, would push where no surface looks.
Vec3 ContactNormal(const Body& a, const Body& b, const NodePair& nodes, const Vec3& between) {
    const Vec3 line = DirectionOr(between, b.centre - a.centre);
    const NormalCone coneA = SurfaceCone(a, nodes.a), coneB = SurfaceCone(b, nodes.b);
    Vec3 sum;
    if (LengthSquared(coneA.axis) > 0) sum += IntoCone(coneA, line);
    if (LengthSquared(coneB.axis) > 0) sum -= IntoCone(coneB, line * -1.0);
    return LengthSquared(sum) > 0.01 ? Normalized(sum) : line;
}

// Between two moving centres, when they are closest.
struct Apart {
    double time = 0;
    Vec3 way;

    Apart(const Body& a, const Body& b, const Vec3& between) {
        const Vec3 relative = a.drift - b.drift;
        const double squared = LengthSquared(relative);
        time = squared > 0 ? std::clamp(Dot(between, relative) / squared, 0.0, 1.0) : 0;
        way = between - relative * time;
    }
};

void PlaceBetweenBalls(ContactPoint& point, const Body& a, const Body& b, const NodePair& nodes) {
    const WorldBall ballA = BallInWorld(a, nodes.a), ballB = BallInWorld(b, nodes.b);
    const Apart apart(a, b, ballB.centre - ballA.centre);
    point.time = apart.time;
    point.depth = ballA.radius + ballB.radius - Length(apart.way);
    point.position =
        ballA.centre + a.drift * point.time + DirectionOr(apart.way, {}) * (ballA.radius - point.depth / 2);
    point.normal = ContactNormal(a, b, nodes, apart.way);
}

void PlaceOnGround(ContactPoint& point, const Body& tree, const Body& ground, int32_t slot, double towards) {
    const WorldBall ball = BallInWorld(tree, slot);
    const HeightHit hit = TestGround(tree, ground, slot);
    const Vec3 onBox = ground.pose.position + ground.turn * hit.closest;
    const Vec3 down = ground.turn * Vec3{0, 0, -1};
    point.normal = DirectionOr(onBox - (ball.centre + tree.drift / 2), down) * towards;
    point.depth = -hit.gap;
    point.position = onBox;
    point.time = LengthSquared(tree.drift) > 0 ? 0.5 : 0;
}

uint64_t PointId(uint64_t pair, const NodePair& nodes) {
    const uint64_t slots = static_cast<uint64_t>(static_cast<uint32_t>(nodes.a)) << 32 | static_cast<uint32_t>(nodes.b);
    uint64_t id = (slots ^ pair * 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9;
    return id ^ (id >> 31);
}

// Twice the area of the triangle, or the distance, or nothing: how much a point adds to those that are chosen.
double SpreadOf(const std::vector<ContactPoint>& points, size_t first, size_t chosen, size_t candidate) {
    const Vec3& p = points[candidate].position;
    if (chosen == 1) return Distance(p, points[first].position);
    double least = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i + 1 < chosen; ++i)
        for (size_t k = i + 1; k < chosen; ++k) {
            const Vec3& a = points[first + i].position;
            least = std::min(least, Length(Cross(points[first + k].position - a, p - a)));
        }
    return least;
}

bool ComesFirst(const ContactPoint& a, const ContactPoint& b) {
    return a.nodeA != b.nodeA ? a.nodeA < b.nodeA : a.nodeB < b.nodeB;
}

}  // namespace

Vec3 IntoCone(const NormalCone& cone, const Vec3& wanted) {
    const double cosine = Dot(cone.axis, wanted), least = std::cos(cone.halfAngle);
    if (cosine >= least) return wanted;
    const Vec3 aside = wanted - cone.axis * cosine;
    if (!(LengthSquared(aside) > 1e-20)) return cone.axis;
    return cone.axis * least + Normalized(aside) * std::sin(cone.halfAngle);
}

ContactPoint PointOf(const Scene::Data& scene, const TraversalPair& pair, const NodePair& nodes) {
    const Body &a = scene.bodies[pair.body[0]], &b = scene.bodies[pair.body[1]];
    ContactPoint point;
    point.error = nodes.error;
    point.isLeaf = IsLeafSlot(a, nodes.a) && IsLeafSlot(b, nodes.b);
    if (a.tree) {
        point.nodeA = a.tree->NodeOf(nodes.a);
        point.levelA = a.tree->LevelOf(nodes.a);
    }
    if (b.tree) {
        point.nodeB = b.tree->NodeOf(nodes.b);
        point.levelB = b.tree->LevelOf(nodes.b);
    }
    point.id = PointId(scene.pairs.Pairs()[static_cast<size_t>(pair.scenePair)].id, nodes);
    if (a.tree && b.tree)
        PlaceBetweenBalls(point, a, b, nodes);
    else if (a.shape && b.shape)
        PlaceShapes(point, a, b);
    else if (a.isGround ? !b.tree : b.isGround && !a.tree)
        PlaceShapeOnGround(point, a.isGround ? b : a, a.isGround ? a : b, a.isGround ? -1 : 1);
    else if (a.shape || b.shape)
        PlaceOnShape(point, a.tree ? a : b, a.tree ? b : a, a.tree ? nodes.a : nodes.b, a.tree ? 1 : -1);
    else
        PlaceOnGround(point, a.tree ? a : b, a.tree ? b : a, a.tree ? nodes.a : nodes.b, a.tree ? 1 : -1);
    return point;
}

double DepthOf(const Scene::Data& scene, const TraversalPair& pair, const NodePair& nodes) {
    const Body &a = scene.bodies[pair.body[0]], &b = scene.bodies[pair.body[1]];
    if (a.shape || b.shape) return PointOf(scene, pair, nodes).depth;
    if (!a.tree || !b.tree) return -TestGround(a.tree ? a : b, a.tree ? b : a, a.tree ? nodes.a : nodes.b).gap;
    const WorldBall ballA = BallInWorld(a, nodes.a), ballB = BallInWorld(b, nodes.b);
    return ballA.radius + ballB.radius - Length(Apart(a, b, ballB.centre - ballA.centre).way);
}

void ReducePoints(std::vector<ContactPoint>& points, size_t first, int32_t most) {
    const size_t count = points.size() - first, wanted = static_cast<size_t>(std::max(most, 1));
    if (count <= wanted) return;
    for (size_t chosen = 0; chosen < wanted; ++chosen) {
        size_t best = first + chosen;
        double bestScore = -std::numeric_limits<double>::infinity();
        for (size_t i = first + chosen; i < points.size(); ++i) {
            const double score = chosen == 0 ? points[i].depth : SpreadOf(points, first, chosen, i);
            if (score > bestScore || (score == bestScore && ComesFirst(points[i], points[best]))) {
                best = i;
                bestScore = score;
            }
        }
        std::swap(points[first + chosen], points[best]);
    }
    points.resize(first + wanted);
}

}  // namespace spheretree
