// Tight sees the tree as a whole. A patch may go down any chain of spheres that can hold it within the error of their
// level; so which part of the surface a node answers for is decided by the spheres below it, not by the node. A node
// whose children are hard pressed gives patches to neighbours whose children are not, as far as their own spheres
// reach. That balances the tree at no cost to the levels above.
//
// Level by level: (1) the patches of each node, where they cost least, get centres of their own (SolveTight); (2) all
// centres of the level are polished together, each node on every patch that it may have, against what the children of
// other nodes would do for it; (3) patches that cost most are cut finer, and (2) again. At the end each leaf has its
// patches, and all spheres are fitted to what they turned out to hold.
#include "Base/Random.h"
#include "Spheres/CertifiedError.h"
#include "Spheres/DivideRegion.h"
#include "Spheres/FarthestPoint.h"
#include "Spheres/MinimumBall.h"
#include "Spheres/MinimumErrorBall.h"
#include "Spheres/Tight.h"
#include "Spheres/Tight/ProtrusionField.h"
#include "Spheres/Tight/TightSolver.h"
#include "Tree/BuildLevels.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <optional>

namespace spheretree {

namespace {

double EnvOr(const char* name, double value) {
    const char* text = std::getenv(name);
    return text ? std::atof(text) : value;
}

constexpr float kNoCost = std::numeric_limits<float>::max();

/// The spheres of one level while they are looked for.
struct TightLevelState {
    std::vector<DeepCentre> centres;
    std::vector<int32_t> parents;              // of each: its place in the level above
    std::vector<std::vector<int32_t>> lists;   // the patches that each may have
    double allowed = 0;                        // the cost that no patch may exceed
};

class TightBuilder {
public:
    TightBuilder(const BakeContext& bake, const Region& whole, const Host& host, Task& task)
        : bake_(bake), whole_(whole), host_(host), task_(task) {}

    SphereTree Build() {
        const ProtrusionField field(bake_.depth, 1.4, int32_t(EnvOr("CELLS", 120)));
        TightLevelState root;
        root.centres = {{whole_.parent.centre, bake_.depth.At(whole_.parent.centre)}};
        root.parents = {-1};
        root.allowed = 4;
        levels_ = {root};
        owners_.assign(whole_.patches.patches.size(), 0);
        for (int32_t level = 0; level < bake_.recipe->depth && !task_.Cancelled(); ++level) {
            bake_.protrusion = level < int(EnvOr("TRUE", 2)) ? &field : nullptr;
            AddLevel(level);
        }
        return task_.Cancelled() ? SphereTree{} : MakeTree();
    }

private:
    const Patches& AllPatches() const { return whole_.patches; }

    /// Cuts patches; their halves keep the owner. New ones come at the end.
    void CutTo(int64_t count) {
        std::vector<int32_t>& sources = whole_.patches.triangles;  // RefinePatches hands these on to the halves
        std::iota(sources.begin(), sources.end(), 0);
        whole_.patches = RefinePatchesTo(std::move(whole_.patches), count);
        InheritOwners();
    }

    void InheritOwners() {
        const std::vector<int32_t> before = owners_;
        owners_.resize(whole_.patches.patches.size());
        for (size_t i = 0; i < owners_.size(); ++i) owners_[i] = before[size_t(whole_.patches.triangles[i])];
    }

    /// Those that cost more than part of what the worst of the level costs, once each.
    void CutCostly(const std::vector<float>& costs, float limit) {
        std::vector<int32_t> costly, cheap;
        for (size_t i = 0; i < costs.size(); ++i) (costs[i] > limit ? costly : cheap).push_back(int32_t(i));
        std::iota(whole_.patches.triangles.begin(), whole_.patches.triangles.end(), 0);
        Region cut = SelectPart(whole_, costly, {});
        cut.patches = RefinePatchesTo(std::move(cut.patches), 2 * int64_t(costly.size()));
        const Region rest = SelectPart(whole_, cheap, {});
        const int32_t shift = int32_t(cut.patches.points.size());
        cut.patches.points.insert(cut.patches.points.end(), rest.patches.points.begin(), rest.patches.points.end());
        for (auto corners : rest.patches.patches) {
            for (int32_t& corner : corners) corner += shift;
            cut.patches.patches.push_back(corners);
        }
        cut.patches.triangles.insert(cut.patches.triangles.end(), rest.patches.triangles.begin(),
                                     rest.patches.triangles.end());
        whole_.patches = std::move(cut.patches);
        InheritOwners();
    }

    void AddLevel(int32_t level);
    void ListPatches();
    std::vector<std::vector<DeepCentre>> SolveNodes(int32_t level);
    void PolishTogether(std::vector<std::optional<TightSolver>>& solvers, int32_t rounds, int32_t doublings);
    void ResolveWorst(int32_t level, std::vector<std::optional<TightSolver>>& solvers);
    void MeetOutside(std::vector<std::optional<TightSolver>>& solvers);
    std::vector<float> BestCosts(const std::vector<std::optional<TightSolver>>& solvers, std::vector<int32_t>* nodes) const;
    SphereTree MakeTree() const;

    BakeContext bake_;
    Region whole_;
    const Host& host_;
    Task& task_;
    std::vector<TightLevelState> levels_;
    std::vector<int32_t> owners_;  // of each patch, among the spheres of the last level
};

/// From the root down: what a node may have is what its parent may have and what it can hold itself.
void TightBuilder::ListPatches() {
    std::vector<int32_t> all(AllPatches().patches.size());
    std::iota(all.begin(), all.end(), 0);
    levels_[0].lists = {std::move(all)};
    for (size_t level = 1; level < levels_.size(); ++level) {
        TightLevelState& state = levels_[level];
        state.lists.assign(state.centres.size(), {});
        host_.parallelFor(int64_t(state.centres.size()), [&](int64_t i) {
            const DeepCentre& centre = state.centres[size_t(i)];
            const double reach = centre.depth + state.allowed;
            if (!(reach > 0)) return;
            for (const int32_t patch : levels_[level - 1].lists[size_t(state.parents[size_t(i)])]) {
                const auto& corners = AllPatches().patches[size_t(patch)];
                const bool held = std::all_of(corners.begin(), corners.end(), [&](int32_t corner) {
                    return LengthSquared(AllPatches().points[size_t(corner)] - centre.centre) <= reach * reach;
                });
                if (held) state.lists[size_t(i)].push_back(patch);
            }
        });
    }
}

std::vector<std::vector<DeepCentre>> TightBuilder::SolveNodes(int32_t level) {
    const size_t nodes = levels_.back().centres.size();
    std::vector<std::vector<int32_t>> owned(nodes);
    for (size_t i = 0; i < owners_.size(); ++i) owned[size_t(owners_[i])].push_back(int32_t(i));
    std::vector<std::vector<DeepCentre>> children(nodes);
    TightEffort effort;
    effort.starts = level == 0 ? int32_t(EnvOr("STARTS", 8)) : level == 1 ? 3 : 2;
    effort.candidates = level == 0 ? int32_t(EnvOr("CANDS", 800)) : 300;effort.swaps = level == 0 ? int32_t(EnvOr("SWAPS", 60)) : 60;
    host_.parallelFor(int64_t(nodes), [&](int64_t i) {
        if (task_.Cancelled() || owned[size_t(i)].empty()) return;
        Region region = SelectPart(whole_, owned[size_t(i)], {});
        region.parent = MinimumBall(region.patches.points);
        region.level = level;
        const uint64_t seed = Random::OfItem(bake_.recipe->seed, level * 1000000 + i).Bits();
        const auto found = SolveTight(bake_, region, bake_.recipe->branching, seed, effort);
        if (level == 0 && getenv("VERBOSE"))
            for (const auto& one : found) std::fprintf(stderr, " %.4f", one.worst);
        children[size_t(i)] = found.front().centres;
        task_.Advance(0.5 / double(nodes));
    });
    return children;
}

/// The least cost of each patch over all nodes, and the node that offers it.
std::vector<float> TightBuilder::BestCosts(const std::vector<std::optional<TightSolver>>& solvers,
                                           std::vector<int32_t>* nodes) const {
    std::vector<float> best(AllPatches().patches.size(), kNoCost);
    if (nodes) nodes->assign(best.size(), 0);
    for (size_t node = 0; node < solvers.size(); ++node) {
        if (!solvers[node]) continue;
        const std::vector<int32_t>& list = levels_.back().lists[node];
        const PatchColumns::Values least = solvers[node]->LeastCosts();
        for (size_t i = 0; i < list.size(); ++i)
            if (const float cost = ValueOf(least, int64_t(i)); cost < best[size_t(list[i])]) {
                best[size_t(list[i])] = cost;
                if (nodes) (*nodes)[size_t(list[i])] = int32_t(node);
            }
    }
    return best;
}

/// Tells each node what the children of all others would do for its patches.
void TightBuilder::MeetOutside(std::vector<std::optional<TightSolver>>& solvers) {
    std::vector<int32_t> nodes;
    const std::vector<float> best = BestCosts(solvers, &nodes);
    std::vector<float> second(best.size(), kNoCost);
    std::vector<PatchColumns::Values> least(solvers.size());
    for (size_t node = 0; node < solvers.size(); ++node) {
        if (!solvers[node]) continue;
        const std::vector<int32_t>& list = levels_.back().lists[node];
        least[node] = solvers[node]->LeastCosts();
        for (size_t i = 0; i < list.size(); ++i)
            if (nodes[size_t(list[i])] != int32_t(node))
                second[size_t(list[i])] = std::min(second[size_t(list[i])], ValueOf(least[node], int64_t(i)));
    }
    for (size_t node = 0; node < solvers.size(); ++node) {
        if (!solvers[node]) continue;
        const std::vector<int32_t>& list = levels_.back().lists[node];
        PatchColumns::Values outside(least[node].size());
        for (size_t i = 0; i < outside.size() * PatchColumns::kLanes; ++i) {
            const size_t patch = size_t(list[std::min(i, list.size() - 1)]);
            outside[i / PatchColumns::kLanes].value[i % PatchColumns::kLanes] =
                nodes[patch] == int32_t(node) ? second[patch] : best[patch];
        }
        solvers[node]->SetOutside(std::move(outside));
    }
}

void TightBuilder::PolishTogether(std::vector<std::optional<TightSolver>>& solvers, int32_t rounds,
                                  int32_t doublings) {
    for (int32_t round = 0; round < rounds && !task_.Cancelled(); ++round) {
        MeetOutside(solvers);
        double worst = 0;
        for (const auto& solver : solvers)
            if (solver) worst = std::max(worst, solver->WorstCost());
        if (getenv("VERBOSE")) std::fprintf(stderr, "    round %d worst %.4f\n", round, worst);
        const double step = round % 2 ? 0.05 : 0.15;
        host_.parallelFor(int64_t(solvers.size()), [&](int64_t i) {
            if (!solvers[size_t(i)] || task_.Cancelled()) return;
            solvers[size_t(i)]->SetError(worst);
            solvers[size_t(i)]->Polish(doublings, 50, step, worst);
        });
    }
    MeetOutside(solvers);
}

void TightBuilder::ResolveWorst(int32_t level, std::vector<std::optional<TightSolver>>& solvers) {
    std::vector<int32_t> nodeOf;
    const std::vector<float> costs = BestCosts(solvers, &nodeOf);
    std::vector<float> worst(solvers.size(), 0.0f);
    for (size_t i = 0; i < costs.size(); ++i)
        worst[size_t(nodeOf[i])] = std::max(worst[size_t(nodeOf[i])], costs[i]);
    const float limit = 0.85f * *std::max_element(worst.begin(), worst.end());
    std::vector<std::vector<int32_t>> owned(solvers.size());
    for (size_t i = 0; i < costs.size(); ++i) owned[size_t(nodeOf[i])].push_back(int32_t(i));
    TightEffort effort;
    effort.starts = 6;
    effort.candidates = 400;
    host_.parallelFor(int64_t(solvers.size()), [&](int64_t i) {
        const size_t node = size_t(i);
        if (!solvers[node] || worst[node] < limit || task_.Cancelled()) return;
        Region region = SelectPart(whole_, owned[node], {});
        region.parent = MinimumBall(region.patches.points);
        region.level = level;
        const uint64_t seed = Random::OfItem(bake_.recipe->seed, 7000000 + level * 1000000 + i).Bits();
        TightCentres found = SolveTight(bake_, region, bake_.recipe->branching, seed, effort).front();
        const bool better = found.worst < double(worst[node]);
        if (getenv("VERBOSE")) std::fprintf(stderr, "      resolve %d: %.4f -> %.4f\n", int(node), double(worst[node]), found.worst);
        if (better) solvers[node]->SetCentres(std::move(found.centres));
    });
}

void TightBuilder::AddLevel(int32_t level) {
    const int64_t nodes = int64_t(levels_.back().centres.size());
    CutTo(int64_t(level == 0 ? EnvOr("PPS0", 400) : EnvOr("PPS", 120)) * bake_.recipe->branching * nodes);
    ListPatches();
    std::vector<std::vector<DeepCentre>> children = SolveNodes(level);
    if (task_.Cancelled()) return;
    std::vector<std::optional<TightSolver>> solvers(children.size());
    const auto setUp = [&] {
        host_.parallelFor(int64_t(children.size()), [&](int64_t i) {
            const size_t node = size_t(i);
            if (children[node].empty() || levels_.back().lists[node].empty()) return;
            std::vector<DeepCentre> centres = solvers[node] ? solvers[node]->Centres() : children[node];
            const Region region = SelectPart(whole_, levels_.back().lists[node], {});
            solvers[node].emplace(bake_, region.patches, levels_.back().centres[node].centre);
            solvers[node]->SetCentres(std::move(centres));
        });
    };
    setUp();
    PolishTogether(solvers, int32_t(EnvOr("ROUNDS", 3)), 4);
    for (int cut = 0; cut < (level == 0 ? int(EnvOr("CUTS0", 5)) : int(EnvOr("CUTS", 4))) && !task_.Cancelled(); ++cut) {
        const std::vector<float> costs = BestCosts(solvers, nullptr);
        if (cut < int(EnvOr("RESOLVE", 2))) ResolveWorst(level, solvers);
        CutCostly(costs, float(EnvOr("CUTLIM", 0.7)) * *std::max_element(costs.begin(), costs.end()));
        ListPatches();
        setUp();
        PolishTogether(solvers, int32_t(EnvOr("ROUNDS2", 2)), cut == 0 ? 5 : 6);
    }
    if (task_.Cancelled()) return;
    TightLevelState next;
    std::vector<int32_t> nodeOf;
    const std::vector<float> costs = BestCosts(solvers, &nodeOf);
    std::vector<int32_t> first(solvers.size(), 0);
    for (size_t node = 0; node < solvers.size(); ++node) {
        first[node] = int32_t(next.centres.size());
        if (!solvers[node]) continue;
        for (const DeepCentre& centre : solvers[node]->Centres()) {
            next.centres.push_back(centre);
            next.parents.push_back(int32_t(node));
        }
    }
    for (size_t node = 0; node < solvers.size(); ++node) {
        if (!solvers[node]) continue;
        const std::vector<int32_t> owners = solvers[node]->Owners();
        const std::vector<int32_t>& list = levels_.back().lists[node];
        for (size_t i = 0; i < list.size(); ++i)
            if (nodeOf[size_t(list[i])] == int32_t(node)) owners_[size_t(list[i])] = first[node] + owners[i];
    }
    const double worst = double(*std::max_element(costs.begin(), costs.end()));
    if (level + 1 == bake_.recipe->depth && EnvOr("EASE", 1) > 0) {
        std::vector<float> ease(costs.size(), kNoCost);
        const float limit = float(EnvOr("EASELIM", 0.9) * worst);
        for (size_t node = 0; node < solvers.size(); ++node) {
            if (!solvers[node]) continue;
            const std::vector<int32_t> owners = solvers[node]->Owners();
            const PatchColumns::Values least = solvers[node]->LeastCosts();
            const std::vector<int32_t>& list = levels_.back().lists[node];
            for (size_t i = 0; i < list.size(); ++i) {
                const float cost = ValueOf(least, int64_t(i));
                const size_t patch = size_t(list[i]);
                if (cost > limit && cost > costs[patch]) continue;
                double sum = cost / worst;
                int32_t above = int32_t(node);
                for (size_t l = levels_.size() - 1; l > 0; --l) {
                    const DeepCentre& centre = levels_[l].centres[size_t(above)];
                    double reach = 0;
                    for (int32_t corner : AllPatches().patches[patch]) reach = std::max(reach, LengthSquared(AllPatches().points[size_t(corner)] - centre.centre));
                    sum += EnvOr("EASEW", 1) * std::max((std::sqrt(reach) - centre.depth) / levels_[l].allowed, 0.0);
                    above = levels_[l].parents[size_t(above)];
                }
                if (float(sum) < ease[patch]) ease[patch] = float(sum), owners_[patch] = first[node] + owners[i];
            }
        }
    }
    next.allowed = worst * (1 + EnvOr(level == 0 ? "TRADE0" : "TRADE1", level == 0 ? 0.0 : 0.02)) + 1e-6;
    if (getenv("VERBOSE")) std::fprintf(stderr, "level %d: worst %.4f, %zu patches\n", level + 1, worst, owners_.size());
    levels_.push_back(std::move(next));
}

SphereTree TightBuilder::MakeTree() const {
    // owners of each level, from the leaves up
    std::vector<std::vector<std::vector<int32_t>>> owned(levels_.size());
    for (size_t level = 0; level < levels_.size(); ++level) owned[level].resize(levels_[level].centres.size());
    for (size_t patch = 0; patch < owners_.size(); ++patch) {
        int32_t owner = owners_[patch];
        for (size_t level = levels_.size(); level-- > 0;) {
            owned[level][size_t(owner)].push_back(int32_t(patch));
            owner = levels_[level].parents[size_t(owner)];
        }
    }
    const auto errorOf = [&](const Sphere& ball) {
        return CertifyError(bake_.depth, ball, {.relativeGap = 0.03, .absoluteGap = 1e-3, .evaluationLimit = 1000})
            .upper;
    };
    std::vector<std::vector<Sphere>> spheres(levels_.size());
    for (size_t level = 0; level < levels_.size(); ++level) {
        spheres[level].resize(levels_[level].centres.size());
        std::vector<double> errors(spheres[level].size());
        host_.parallelFor(int64_t(spheres[level].size()), [&](int64_t i) {
            if (owned[level][size_t(i)].empty() || task_.Cancelled()) return;
            const Region region = SelectPart(whole_, owned[level][size_t(i)], {});
            const PointColumns points(region.patches.points);
            Sphere kept = level == 0 ? MinimumBall(points) : BallAround(points, levels_[level].centres[size_t(i)].centre);
            double keptError = errorOf(kept);
            if (level > 0) {
                const Sphere refit = MinimumErrorBall(points, bake_.depth, {&kept.centre, 1}).ball;
                if (const double error = errorOf(refit); error < keptError) kept = refit, keptError = error;
            }
            spheres[level][size_t(i)] = kept;
            errors[size_t(i)] = keptError;
        });
        if (getenv("VERBOSE")) {
            std::sort(errors.begin(), errors.end());
            std::fprintf(stderr, "  level %zu: median %.4f, 90%% %.4f, worst %.4f\n", level, errors[errors.size() / 2], errors[errors.size() * 9 / 10], errors.back());
        }
    }
    SphereTree tree;
    tree.branching = bake_.recipe->branching;
    tree.method = bake_.recipe->method;
    tree.hasInside = bake_.depth.hasInside;
    std::vector<int32_t> places;  // of the spheres of the level above, in the tree
    for (size_t level = 0; level < levels_.size(); ++level) {
        std::vector<int32_t> here(spheres[level].size(), -1);
        for (size_t i = 0; i < here.size(); ++i) {
            if (owned[level][i].empty()) continue;
            TreeNode node;
            node.sphere = spheres[level][i];
            node.level = int32_t(level);
            here[i] = int32_t(tree.nodes.size());
            if (level > 0) {
                node.parent = places[size_t(levels_[level].parents[i])];
                TreeNode& parent = tree.nodes[size_t(node.parent)];
                if (parent.childCount++ == 0) parent.firstChild = here[i];
            }
            tree.nodes.push_back(node);
        }
        places = std::move(here);
    }
    return tree;
}

}  // namespace

SphereTree BuildTightLevels(const BakeContext& bake, const Region& whole, const Host& host, Task& task) {
    return TightBuilder(bake, whole, host, task).Build();
}

}  // namespace spheretree
