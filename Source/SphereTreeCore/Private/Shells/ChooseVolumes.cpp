// Which nodes of a mixed tree are balls and which are shells. [Bradshaw 2002] 8.3.6 would have spheres at the top and
// better volumes near the leaves; here each node is asked what it costs. The body is put against itself at seeded
// places where it almost touches. Wherever two balls overlap, the rest of that descent is costed by eq 1 of
// [Krishnan 1998]; a shell that refutes the pair saves it, and costs its test. What saves more than it costs is a
// shell.

#include "Shells/BuildNodes.h"
#include "Shells/VolumeTest.h"

#include <algorithm>

namespace spheretree {

namespace {

struct NodeLedger {
    double saved = 0, paid = 0;
};

struct Trial {
    const ShellTree& tree;
    const std::vector<NodeVolumes>& volumes;
    const std::vector<Sphere>& shellBalls;
    const VolumeCosts& costs;
    std::vector<NodeLedger>& ledger;
    ShellRelation relation;
    int64_t testsLeft = 0;

    VolumeView Placed(int32_t i, VolumeKind kind) const {
        const size_t at = static_cast<size_t>(i);
        if (kind == VolumeKind::Ball) return {kind, &volumes[at].ball, nullptr, nullptr};
        return {kind, &shellBalls[at], &volumes[at].shell.shell, nullptr};
    }

    double OpenCost(int32_t a, int32_t b) {
        const VolumeNode &nodeA = tree.nodes[static_cast<size_t>(a)], &nodeB = tree.nodes[static_cast<size_t>(b)];
        if (nodeA.firstChild < 0 && nodeB.firstChild < 0) return costs.triangleTest;
        const double sizeA = volumes[static_cast<size_t>(a)].ball.radius;
        const double sizeB = volumes[static_cast<size_t>(b)].ball.radius;
        if (nodeB.firstChild < 0 || (nodeA.firstChild >= 0 && sizeA >= sizeB))
            return Cost(nodeA.firstChild, b) + Cost(nodeA.firstChild + 1, b);
        return Cost(a, nodeB.firstChild) + Cost(a, nodeB.firstChild + 1);
    }

    /// The least that this pair and all below it can cost, each pair taken as a ball or as a shell.
    double Cost(int32_t a, int32_t b) {
        const double own = costs.ballTest + costs.update / 2.0;
        if (--testsLeft < 0) return own;
        CarriedVolume room;
        ShellCounters unused;
        double gap = 0;
        const auto meetAs = [&](VolumeKind kind) {
            return TestVolumes(Placed(a, kind), Carry(relation, Placed(b, kind), room), costs, unused, gap);
        };
        if (!meetAs(VolumeKind::Ball)) return own;
        const double below = OpenCost(a, b);
        const bool meet = meetAs(VolumeKind::Shell);
        const double extra = costs.shellTest - costs.ballTest, kept = meet ? below : 0;
        for (const int32_t i : {a, b}) {
            ledger[static_cast<size_t>(i)].saved += below - kept;
            ledger[static_cast<size_t>(i)].paid += extra;
        }
        return own + std::min(below, extra + kept);
    }
};

std::vector<int32_t> LevelsOf(const ShellTree& tree) {
    std::vector<int32_t> levels(tree.nodes.size());
    for (size_t i = 0; i < tree.nodes.size(); ++i) {
        const int32_t child = tree.nodes[i].firstChild;
        if (child < 0) continue;
        levels[static_cast<size_t>(child)] = levels[static_cast<size_t>(child) + 1] = levels[i] + 1;
    }
    return levels;
}

void Decide(ShellTree& tree, const std::vector<NodeLedger>& ledger) {
    const std::vector<int32_t> levels = LevelsOf(tree);
    std::vector<NodeLedger> ofLevel(static_cast<size_t>(levels.back()) + 1);
    for (size_t i = 0; i < ledger.size(); ++i) {
        ofLevel[static_cast<size_t>(levels[i])].saved += ledger[i].saved;
        ofLevel[static_cast<size_t>(levels[i])].paid += ledger[i].paid;
    }
    for (size_t i = 0; i < ledger.size(); ++i) {
        const NodeLedger& level = ofLevel[static_cast<size_t>(levels[i])];
        const NodeLedger& own = ledger[i].paid > 0 ? ledger[i] : level;  // who was never asked follows his level
        tree.nodes[i].kind = own.saved >= own.paid ? VolumeKind::Shell : VolumeKind::Ball;
    }
}

}  // namespace

void ChooseVolumes(ShellTree& tree, const std::vector<NodeVolumes>& volumes, const ShellRecipe& recipe) {
    ShellTree shells = tree;  // all shells, to find places
    for (size_t i = 0; i < volumes.size(); ++i) {
        shells.nodes[i].kind = VolumeKind::Shell;
        shells.nodes[i].volume = static_cast<int32_t>(i);
        shells.shells.push_back(volumes[i].shell.shell);
    }
    DeriveSizes(shells);
    std::vector<NodeLedger> ledger(volumes.size());
    for (const ShellBody& place : TrialPlaces(shells, recipe)) {
        const Result<ShellTraversal> placed = BeginShellPair({&shells, {}, 1}, place);
        if (!placed) continue;
        Trial trial{tree, volumes, shells.shellBalls, recipe.costs, ledger, placed->relation, recipe.trialTests};
        trial.Cost(0, 0);
    }
    Decide(tree, ledger);
}

}  // namespace spheretree
