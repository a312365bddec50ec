// Which nodes of a mixed tree are balls and which are shells. [Bradshaw 2002] 8.3.6 would have spheres at the top and
// better volumes near the leaves; here each node is asked what it costs. The body is put against itself at seeded
// places where it almost touches. Wherever two balls overlap, the rest of that descent is costed by eq 1 of
// [Krishnan 1998]; a shell that refutes the pair saves it, and costs its test. What saves more than it costs is a
// shell.

#include "Base/Random.h"
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

    PlacedVolume Placed(int32_t i, VolumeKind kind) const {
        const NodeVolumes& node = volumes[static_cast<size_t>(i)];
        PlacedVolume placed;
        placed.kind = kind;
        placed.shell = node.shell.shell;
        placed.ball = kind == VolumeKind::Ball ? node.ball : shellBalls[static_cast<size_t>(i)];
        return placed;
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
        if (!Overlap(Placed(a, VolumeKind::Ball).ball, Carry(relation, Placed(b, VolumeKind::Ball)).ball)) return own;
        const double below = OpenCost(a, b);
        ShellCounters unused;
        const bool meet =
            TestVolumes(Placed(a, VolumeKind::Shell), Carry(relation, Placed(b, VolumeKind::Shell)), costs, unused);
        const double extra = costs.shellTest - costs.ballTest, kept = meet ? below : 0;
        for (const int32_t i : {a, b}) {
            ledger[static_cast<size_t>(i)].saved += below - kept;
            ledger[static_cast<size_t>(i)].paid += extra;
        }
        return own + std::min(below, extra + kept);
    }
};

/// Moves b along a way until the two almost touch: the last of some halvings that is refuted within its budget.
ShellBody AlmostTouching(const ShellTree& tree, Random& random, int64_t tests, const VolumeCosts& costs) {
    const Sphere& around = tree.shellBalls[0];
    ShellBody a{&tree, {}, 1}, b = a;
    const double half = random.Between(0, 1);
    const Vec3 turn = random.Direction();
    b.pose.rotation = {turn.x, turn.y, turn.z, half};
    const Vec3 way = random.Direction();
    double near = 0, far = 4 * around.radius + Length(around.centre) * 2;
    for (int i = 0; i < 16; ++i) {
        const double middle = (near + far) / 2;
        b.pose.position = way * middle;
        Result<ShellTraversal> pair = BeginShellPair(a, b);
        if (!pair) break;
        AdvanceShellPair(*pair, Budget::Operations(tests * costs.shellTest));
        (pair->state == PairState::Refuted ? far : near) = middle;
    }
    b.pose.position = way * far;
    return b;
}

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
    DeriveShellBalls(shells);
    for (VolumeNode& node : shells.nodes) node.error = CertifiedError(shells, node);
    std::vector<NodeLedger> ledger(volumes.size());
    for (int32_t i = 0; i < recipe.trialQueries; ++i) {
        Random random = Random::OfItem(recipe.seed, i);
        const ShellBody body = AlmostTouching(shells, random, recipe.trialTests / 16, recipe.costs);
        const Result<ShellTraversal> placed = BeginShellPair({&shells, {}, 1}, body);
        if (!placed) continue;
        Trial trial{tree, volumes, shells.shellBalls, recipe.costs, ledger, placed->relation, recipe.trialTests};
        trial.Cost(0, 0);
    }
    Decide(tree, ledger);
}

}  // namespace spheretree
