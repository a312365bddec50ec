#include "Contacts/Points.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace spheretree {

namespace {

constexpr int64_t kMostCandidates = 256;

// Which of very many node pairs are looked at: by a hash, so that the same two nodes are chosen from frame to frame.
bool IsChosen(const NodePair& nodes, uint64_t oneOf) {
    uint64_t hash = static_cast<uint64_t>(static_cast<uint32_t>(nodes.a)) << 32 | static_cast<uint32_t>(nodes.b);
    hash = (hash ^ hash >> 33) * 0xFF51AFD7ED558CCD;
    return ((hash ^ hash >> 33) & (oneOf - 1)) == 0;
}

// All node pairs of a contact as points, or of a great many the deepest and some of the others: a manifold needs no
// more, and must not cost more than the traversal that found them.
void AddCandidates(const Traversal& traversal, const Scene::Data& scene, size_t index, int64_t most,
                   std::vector<ContactPoint>& points) {
    const TraversalPair& pair = traversal.pairs[index];
    const NodePair* nodes = traversal.gathered.data() + traversal.gatheredFirst[index];
    const int64_t count = traversal.gatheredFirst[index + 1] - traversal.gatheredFirst[index];
    const uint64_t oneOf = most >= count ? 1 : std::bit_ceil(static_cast<uint64_t>(count / kMostCandidates + 1));
    int64_t deepest = 0;
    double depth = -std::numeric_limits<double>::infinity();
    for (int64_t i = 0; i < count; ++i) {
        if (IsChosen(nodes[i], oneOf)) points.push_back(PointOf(scene, pair, nodes[i]));
        if (oneOf == 1) continue;
        const double here = DepthOf(scene, pair, nodes[i]);
        if (!(here > depth)) continue;
        depth = here;
        deepest = i;
    }
    if (oneOf > 1 && !IsChosen(nodes[deepest], oneOf)) points.push_back(PointOf(scene, pair, nodes[deepest]));
}

void AddPoints(const Traversal& traversal, const Scene::Data& scene, size_t index, const ContactOptions& options,
               Contacts& out, Contact& contact) {
    const TraversalPair& pair = traversal.pairs[index];
    contact.firstPoint = static_cast<int32_t>(out.points.size());
    if (pair.detail == Detail::Simple) return;
    const bool witnessed = pair.detail == Detail::Witnessed && pair.state == PairState::Confirmed;
    if (witnessed) {
        out.points.push_back(PointOf(scene, pair, {pair.witnessA, pair.witnessB, pair.bound}));
    } else {
        const int32_t most = pair.detail == Detail::Witnessed ? 1 : options.mostPoints;
        const size_t first = out.points.size();
        AddCandidates(traversal, scene, index, most, out.points);
        ReducePoints(out.points, first, most);
    }
    contact.pointCount = static_cast<int32_t>(out.points.size()) - contact.firstPoint;
}

bool IsFinished(const Traversal& traversal, const TraversalPair& pair, const Contacts& out, const Contact& contact) {
    if (pair.state != PairState::Confirmed) return false;
    if (traversal.phase == Traversal::Phase::Done || pair.detail != Detail::Full) return true;
    return contact.pointCount > 0 && std::all_of(out.points.begin() + contact.firstPoint, out.points.end(),
                                                 [](const ContactPoint& point) { return point.isLeaf; });
}

void AddContact(const Traversal& traversal, Scene::Data& scene, size_t index, const ContactOptions& options,
                Contacts& out) {
    const TraversalPair& pair = traversal.pairs[index];
    ScenePair& from = scene.pairs.Pairs()[static_cast<size_t>(pair.scenePair)];
    Contact contact;
    contact.id = from.id;
    contact.a = scene.HandleOf(pair.body[0]);
    contact.b = scene.HandleOf(pair.body[1]);
    contact.event = from.touching ? ContactEvent::Stay : ContactEvent::Begin;
    contact.detail = pair.detail;
    contact.isConfirmed = pair.state == PairState::Confirmed;
    contact.errorBound = pair.bound;
    AddPoints(traversal, scene, index, options, out, contact);
    contact.state = IsFinished(traversal, pair, out, contact) ? ContactState::Leaf : ContactState::Open;
    const bool isExact = scene.bodies[pair.body[0]].shape && scene.bodies[pair.body[1]].shape;
    if (isExact && contact.isConfirmed) contact.state = ContactState::Exact;
    out.contacts.push_back(contact);
}

}  // namespace

void CollectContacts(Traversal& traversal, Scene& scene, const ContactOptions& options, Contacts& out) {
    Scene::Data& data = scene.Inside();
    GatherFronts(traversal);
    out.contacts.clear();
    out.points.clear();
    out.ended.clear();
    for (const EndedPair& pair : data.ended) out.ended.push_back({pair.id, pair.a, pair.b});
    data.ended.clear();
    for (size_t i = 0; i < traversal.pairs.size(); ++i) {
        const TraversalPair& pair = traversal.pairs[i];
        const bool alive = data.bodies[pair.body[0]].alive && data.bodies[pair.body[1]].alive;
        if (pair.state != PairState::Refuted && alive) AddContact(traversal, data, i, options, out);
    }
    // What touched before and is not among the contacts has ended. The list of pairs is walked, not of contacts: a
    // pair whose roots came apart is not in the traversal at all.
    for (ScenePair& pair : data.pairs.Pairs()) {
        const bool inTraversal = pair.traversal >= 0 && static_cast<size_t>(pair.traversal) < traversal.pairs.size();
        const bool touches =
            inTraversal && traversal.pairs[static_cast<size_t>(pair.traversal)].state != PairState::Refuted;
        if (pair.touching && !touches) out.ended.push_back({pair.id, data.HandleOf(pair.a), data.HandleOf(pair.b)});
        pair.touching = touches;
    }
}

}  // namespace spheretree
