#include "Exact/ExactWork.h"

#include <algorithm>

namespace spheretree {

namespace {

bool IsAskable(const Body& a, const Body& b) {
    const auto hasTriangles = [](const Body& body) { return body.tree && body.tree->triangles; };
    if (a.moves || b.moves) return false;
    return (hasTriangles(a) && (b.shape || hasTriangles(b))) || (a.shape && hasTriangles(b));
}

/// Of a full contact with a shape, all leaves are known; their order must not depend on how they were found. Others
/// know a first leaf, and descend again when its triangles do not touch.
void OpenShapePair(ExactPhase& exact, const Traversal& traversal, const TraversalPair& pair) {
    if (pair.detail != Detail::Full) {
        exact.nodes.push_back({0, 0, pair.rootError});
        if (pair.witnessA >= 0) exact.nodes.push_back({pair.witnessA, pair.witnessB, pair.bound});
        return;
    }
    const auto place = static_cast<size_t>(exact.cursor);
    exact.nodes.assign(traversal.gathered.begin() + traversal.gatheredFirst[place],
                       traversal.gathered.begin() + traversal.gatheredFirst[place + 1]);
    std::sort(exact.nodes.begin(), exact.nodes.end(),
              [](const NodePair& p, const NodePair& q) { return p.a != q.a ? p.a > q.a : p.b > q.b; });
}

void OpenPair(ExactPhase& exact, const Traversal& traversal, const TraversalPair& pair, const Scene::Data& scene) {
    DeriveFrame(exact.pairFrame, scene, pair.body[0], pair.body[1]);
    exact.isOpen = true;
    exact.isNesting = exact.leaf.isOpen = false;
    exact.pairs[static_cast<size_t>(exact.cursor)].firstHit = static_cast<int64_t>(exact.hits.size());
    exact.nodes.clear();
    const Body &a = scene.bodies[pair.body[0]], &b = scene.bodies[pair.body[1]];
    exact.axis = a.centre - b.centre;
    const bool hasBoxes = (a.tree && a.tree->boxes) || (b.tree && b.tree->boxes);
    if ((a.shape || b.shape) && !hasBoxes)
        OpenShapePair(exact, traversal, pair);
    else
        exact.nodes.push_back({0, 0, 0});  // both as wholes
}

void OpenLeaf(ExactWork& work, const NodePair& nodes) {
    LeafCursor& at = work.exact.leaf;
    at = {};
    at.isOpen = true;
    at.a = nodes.a;
    at.b = nodes.b;
    const int32_t slot = work.a.tree ? nodes.a : nodes.b;
    at.next = work.Tree().tree->triangles->firstOfSlot[static_cast<size_t>(slot)];
    ++work.exact.leafPairs;
}

/// Children, the deepest on top; the witness was tested first, and is not tested again.
void PushChildren(ExactWork& work, const TraversalPair& pair, const NodePair& nodes) {
    Expansion step;
    ExpandAny(work.exact.pairFrame, nodes, *work.slice.scene, step);
    Charge(work.slice, work.traversal.options, step);
    if (!step.hits) return;
    const Children children(step);
    const size_t first = work.exact.nodes.size();
    for (unsigned rest = step.hits; rest; rest &= rest - 1) {
        const NodePair child = children.Of(nodes, step, std::countr_zero(rest));
        if (child.a != pair.witnessA || child.b != pair.witnessB) work.exact.nodes.push_back(child);
    }
    if (work.exact.nodes.size() == first) return;
    const NodePair deepest = children.Of(nodes, step, children.Deepest(step.hits));
    for (size_t i = first; i < work.exact.nodes.size(); ++i)
        if (work.exact.nodes[i].a == deepest.a && work.exact.nodes[i].b == deepest.b)
            std::swap(work.exact.nodes[i], work.exact.nodes.back());
}

/// A tree against a shape.
StepOutcome RunNodes(ExactWork& work, const TraversalPair& pair) {
    ExactPhase& exact = work.exact;
    for (;;) {
        if (exact.leaf.isOpen)
            if (const StepOutcome outcome = RunShapeLeaf(work); outcome != StepOutcome::Finished) return outcome;
        if (exact.nodes.empty()) return StepOutcome::Finished;
        if (work.slice.Over()) return StepOutcome::Over;
        const NodePair nodes = exact.nodes.back();
        exact.nodes.pop_back();
        if (IsLeafPair(exact.pairFrame, nodes.a, nodes.b))
            OpenLeaf(work, nodes);
        else
            PushChildren(work, pair, nodes);
    }
}

/// Whatever divides the two.
StepOutcome RunTriangles(ExactWork& work, const TraversalPair& pair) {
    if (work.HasShape()) return work.HasBoxes() ? RunShapeBoxes(work) : RunNodes(work, pair);
    return work.HasBoxes() ? RunBoxes(work) : RunPatches(work);
}

/// Coherence: do the triangles that touched in the last frame still touch? Then one test is all.
bool TryRemembered(ExactWork& work, uint64_t id) {
    if (!work.traversal.options.coherent || work.HasShape()) return false;
    const auto known = work.exact.remembered.find(id);
    if (known == work.exact.remembered.end()) return false;
    const ExactHit& hit = known->second;
    const PackedTriangles &ofA = work.TrianglesA(), &ofB = work.TrianglesB();
    if (static_cast<size_t>(hit.triangleA) >= ofA.triangles.size() ||
        static_cast<size_t>(hit.triangleB) >= ofB.triangles.size())
        return false;  // it has another tree now
    ChargeTriangles(work, 1);
    if (!TrianglesTouch(work.placement.CornersA(ofA, hit.triangleA), work.placement.CornersB(ofB, hit.triangleB),
                        work.placement.margin))
        return false;
    work.exact.hits.push_back(hit);
    return true;
}

void Close(ExactPhase& exact, Traversal& traversal, ExactState state) {
    exact.isOpen = exact.leaf.isOpen = false;
    exact.pairs[static_cast<size_t>(exact.cursor)].state = state;
    if (state != ExactState::Apart) return;
    traversal.pairs[static_cast<size_t>(exact.cursor)].state = PairState::Refuted;
    ++exact.refuted;
}

}  // namespace

StepOutcome RunExactPair(ExactPhase& exact, Traversal& traversal, Slice& slice) {
    const auto place = static_cast<size_t>(exact.cursor);
    const TraversalPair& pair = traversal.pairs[place];
    const Body &a = slice.scene->bodies[pair.body[0]], &b = slice.scene->bodies[pair.body[1]];
    if (pair.state != PairState::Confirmed || !IsAskable(a, b)) {
        exact.pairs[place].state = ExactState::Cannot;
        return StepOutcome::Finished;
    }
    const bool isNew = !exact.isOpen;
    if (isNew) {
        OpenPair(exact, traversal, pair, *slice.scene);
        slice.units -= 4;
    }
    ExactWork work{{traversal, slice, a, b, Placement(a, b)}, exact, pair.detail != Detail::Full};
    const uint64_t id = uint64_t{pair.body[0]} << 32 | pair.body[1];  // who meets again finds his old memory
    if (isNew && work.firstOnly && TryRemembered(work, id)) {
        exact.pairs[place].hitCount = 1;
        Close(exact, traversal, ExactState::Touches);
        return StepOutcome::Finished;
    }
    if (!exact.isNesting) {
        const StepOutcome outcome = RunTriangles(work, pair);
        exact.pairs[place].hitCount =
            static_cast<int32_t>(static_cast<int64_t>(exact.hits.size()) - exact.pairs[place].firstHit);
        if (outcome == StepOutcome::Over) return outcome;
        if (exact.pairs[place].hitCount > 0) {
            if (work.firstOnly) exact.remembered[id] = exact.hits.back();
            Close(exact, traversal, ExactState::Touches);
            return StepOutcome::Finished;
        }
        exact.isNesting = true;
        exact.nest = {};
    }
    const StepOutcome nesting = RunNesting(work, exact.nest);
    if (nesting == StepOutcome::Over) return nesting;
    Close(exact, traversal, nesting == StepOutcome::Found ? ExactState::Nested : ExactState::Apart);
    return StepOutcome::Finished;
}

}  // namespace spheretree
