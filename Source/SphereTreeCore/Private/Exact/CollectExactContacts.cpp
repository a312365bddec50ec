#include "Contacts/Points.h"
#include "Exact/TrianglePoints.h"
#include "SphereTree/Exact.h"
#include "SphereTree/Gjk.h"

#include <algorithm>

namespace spheretree {

namespace {

/// A triangle and a shape: out of the surface, unless the shortest way is out of it too.
void PlaceTriangleOnShape(ContactPoint& point, const Body& tree, const Body& shape, int32_t triangle, double towards) {
    const TriangleCorners corners = CornersBeside(tree, shape, triangle);
    const PlacedShape placed = PlacedAtHome(shape);
    TriangleShape hull;
    const GjkDepth depth = MeasureDepth(hull.Of(corners), placed);
    const double turned = tree.scale.x * tree.scale.y * tree.scale.z < 0 ? -1 : 1;
    const Vec3 outward = Normalized(Cross(corners[1] - corners[0], corners[2] - corners[0])) * turned;
    Vec3 normal = depth.normal;
    point.depth = depth.depth;
    if (Dot(normal, outward) < 0) {
        normal = outward;
        double high = Dot(corners[0], normal);
        for (const Vec3& p : corners) high = std::max(high, Dot(p, normal));
        point.depth = high - Dot(SupportPoint(placed, -normal), normal);
    }
    point.normal = normal * towards;
    point.position = shape.pose.position + (depth.pointA + depth.pointB) * 0.5;
}

void NameNodes(ContactPoint& point, const Body& a, const Body& b, const ExactHit& hit) {
    if (a.tree) point.nodeA = a.tree->NodeOf(hit.slotA), point.levelA = a.tree->LevelOf(hit.slotA);
    if (b.tree) point.nodeB = b.tree->NodeOf(hit.slotB), point.levelB = b.tree->LevelOf(hit.slotB);
    point.triangleA = hit.triangleA;
    point.triangleB = hit.triangleB;
    point.isLeaf = point.isExact = true;
}

ContactPoint ExactPointOf(const Scene::Data& scene, const TraversalPair& pair, const Placement& placement,
                          const ExactHit& hit) {
    const Body &a = scene.bodies[pair.body[0]], &b = scene.bodies[pair.body[1]];
    ContactPoint point;
    point.error = placement.margin;
    NameNodes(point, a, b, hit);
    point.id = ExactPointId(scene.pairs.Pairs()[static_cast<size_t>(pair.scenePair)].id, hit.triangleA, hit.triangleB);
    if (a.shape)
        PlaceTriangleOnShape(point, b, a, hit.triangleB, -1);
    else if (b.shape)
        PlaceTriangleOnShape(point, a, b, hit.triangleA, 1);
    else
        PlaceTriangles(point, placement.CornersA(*a.tree->triangles, hit.triangleA),
                       placement.CornersB(*b.tree->triangles, hit.triangleB), placement);
    return point;
}

/// A triangle that reaches over several leaves is met in several.
void DropTwins(ExactPhase& exact, ExactPair& pair) {
    const auto first = exact.hits.begin() + pair.firstHit, end = first + pair.hitCount;
    std::sort(first, end, [](const ExactHit& p, const ExactHit& q) {
        return p.triangleA != q.triangleA   ? p.triangleA < q.triangleA
               : p.triangleB != q.triangleB ? p.triangleB < q.triangleB
               : p.slotA != q.slotA         ? p.slotA < q.slotA
                                            : p.slotB < q.slotB;
    });
    const auto last = std::unique(first, end, [](const ExactHit& p, const ExactHit& q) {
        return p.triangleA == q.triangleA && p.triangleB == q.triangleB;
    });
    const bool isLast = end == exact.hits.end();
    pair.hitCount = static_cast<int32_t>(last - first);
    if (isLast) exact.hits.erase(last, exact.hits.end());
}

void AddExactPoints(ExactPhase& exact, const Traversal& traversal, const Scene::Data& scene, size_t index,
                    const ContactOptions& options, Contact& contact) {
    const TraversalPair& pair = traversal.pairs[index];
    ExactPair& known = exact.pairs[index];
    const Placement placement(scene.bodies[pair.body[0]], scene.bodies[pair.body[1]]);
    contact.errorBound = placement.margin;
    contact.state = known.state == ExactState::Touches ? ContactState::Exact : ContactState::Open;
    if (pair.detail == Detail::Simple) return;
    DropTwins(exact, known);
    const size_t first = exact.points.size();
    for (int64_t i = 0; i < known.hitCount; ++i)
        exact.points.push_back(
            ExactPointOf(scene, pair, placement, exact.hits[static_cast<size_t>(known.firstHit + i)]));
    ReducePoints(exact.points, first, pair.detail == Detail::Witnessed ? 1 : options.mostPoints);
}

}  // namespace

void CollectExactContacts(ExactPhase& exact, Traversal& traversal, Scene& scene, const ContactOptions& options,
                          Contacts& out) {
    CollectContacts(traversal, scene, options, out);
    if (exact.frame != traversal.counters.frame) return;
    const Scene::Data& data = scene.Inside();
    ReplacePoints(traversal, data, exact.points, out, [&](size_t i, Contact& contact) {
        if (exact.pairs[i].hitCount == 0) return false;
        AddExactPoints(exact, traversal, data, i, options, contact);
        return true;
    });
}

}  // namespace spheretree
