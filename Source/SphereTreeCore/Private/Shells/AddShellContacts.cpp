#include "Contacts/Points.h"
#include "Exact/TrianglePoints.h"
#include "SphereTree/ShellPhase.h"

#include <algorithm>

namespace spheretree {

namespace {

TriangleCorners CornersOf(const Body& body, int32_t place) {
    return body.tree->shells->triangles[static_cast<size_t>(place)];
}

ContactPoint ShellPointOf(const Body& a, const Body& b, const Placement& placement, uint64_t id,
                          const TrianglePairFound& hit) {
    ContactPoint point;
    point.error = placement.margin;
    point.triangleA = hit.a;
    point.triangleB = hit.b;
    point.isLeaf = point.isExact = true;
    point.id = ExactPointId(id, hit.a, hit.b);
    TriangleCorners ofA = CornersOf(a, hit.placeA), ofB = CornersOf(b, hit.placeB);
    for (Vec3& v : ofA) v = placement.OfA(v);
    for (Vec3& v : ofB) v = placement.OfB(v);
    PlaceTriangles(point, ofA, ofB, placement);
    return point;
}

void AddPoints(ShellPhase& phase, const Traversal& traversal, const Scene::Data& scene, size_t index,
               const ContactOptions& options, Contact& contact) {
    const TraversalPair& pair = traversal.pairs[index];
    const ShelledPair& known = phase.pairs[index];
    const Body &a = scene.bodies[pair.body[0]], &b = scene.bodies[pair.body[1]];
    const Placement placement(a, b);
    contact.errorBound = placement.margin;
    contact.state = known.state == ExactState::Touches ? ContactState::Exact : ContactState::Open;
    if (pair.detail == Detail::Simple) return;
    const size_t first = phase.points.size();
    for (int64_t i = 0; i < known.hitCount; ++i)
        phase.points.push_back(
            ShellPointOf(a, b, placement, known.id, phase.hits[static_cast<size_t>(known.firstHit + i)]));
    ReducePoints(phase.points, first, pair.detail == Detail::Witnessed ? 1 : options.mostPoints);
}

}  // namespace

void AddShellContacts(ShellPhase& phase, const Traversal& traversal, const Scene& scene, const ContactOptions& options,
                      Contacts& contacts) {
    if (phase.frame != traversal.counters.frame) return;
    const Scene::Data& data = scene.Inside();
    ReplacePoints(traversal, data, phase.points, contacts, [&](size_t i, Contact& contact) {
        const ShelledPair& known = phase.pairs[i];
        contact.errorBound = std::min(contact.errorBound, known.bound);
        if (known.hitCount == 0) return false;
        AddPoints(phase, traversal, data, i, options, contact);
        return true;
    });
}

std::string AttachShells(PackedTree& tree, std::shared_ptr<const ShellTree> shells) {
    if (!shells || shells->nodes.empty()) return "There are no shells to attach.";
    const Sphere root = BallOf(tree, 0);
    for (size_t i = 0; i < shells->triangles.size(); ++i)
        for (const Vec3& v : shells->triangles[i])
            if (!(Distance(v, root.centre) <= root.radius * (1 + 1e-6)))
                return "Triangle " + std::to_string(shells->source[i]) +
                       " of the shells lies outside of the sphere-tree: they are of another mesh.";
    tree.shells = std::move(shells);
    return "";
}

}  // namespace spheretree
