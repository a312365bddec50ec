#include "SphereTree/Queries.h"
#include "Traverse/OpenBoth.h"

#include <algorithm>
#include <vector>

namespace spheretree {

namespace {

int32_t LevelAt(const Body& body, int32_t slot) { return body.tree ? body.tree->LevelOf(slot) : 0; }

// A descent without a budget, and how deep it went.
void ExplainDescent(const Scene::Data& scene, const PairFrame& frame, float rootError, PairExplanation& answer) {
    const Body &a = scene.bodies[frame.body[0]], &b = scene.bodies[frame.body[1]];
    std::vector<NodePair> stack{{0, 0, rootError}};
    answer.verdict = PairVerdict::NodesApart;
    while (!stack.empty()) {
        const NodePair nodes = stack.back();
        stack.pop_back();
        if (IsLeafPair(frame, nodes.a, nodes.b)) {
            answer.verdict = PairVerdict::Touching;
            return;
        }
        Expansion step;
        ExpandAny(frame, nodes, scene, step);
        int32_t& level = step.side ? answer.levelB : answer.levelA;
        level = std::max(level, LevelAt(step.side ? b : a, step.firstSlot));
        const Children children(step);
        for (unsigned rest = step.hits; rest; rest &= rest - 1)
            stack.push_back(children.Of(nodes, step, std::countr_zero(rest)));
    }
}

}  // namespace

Result<PairExplanation> ExplainPair(const Scene& scene, BodyHandle a, BodyHandle b) {
    const Scene::Data& data = scene.Inside();
    const Body *first = data.Find(a), *second = data.Find(b);
    if (!first || !second || first == second)
        return Error{"Two living bodies are needed; one of the handles is stale, or both are the same."};
    PairExplanation answer;
    if (data.DetailOf(*first, *second) == Detail::None) return answer;
    double overlap = 0;
    ShapeAxes axes;  // nothing is remembered between explanations
    const bool treeless = first->isTreeless && second->isTreeless;
    if (treeless ? TreelessOverlap(*first, *second, 0, axes) : RootsOverlap(*first, *second, overlap)) {
        PairFrame frame;
        DeriveFrame(frame, data, a.index, b.index);
        ExplainDescent(data, frame, RootError(*first, *second), answer);
    } else {
        answer.verdict = PairVerdict::RootsApart;
    }
    if (const Result<DistanceResult> distance = MeasureDistance(scene, a, b)) answer.least = distance->least;
    return answer;
}

}  // namespace spheretree
