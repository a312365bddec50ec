#include "Base/Random.h"
#include "Shells/BuildNodes.h"

#include <cmath>

namespace spheretree {

namespace {

bool AreApart(const ShellTree& tree, const ShellBody& b, const Budget& budget) {
    Result<ShellTraversal> pair = BeginShellPair({&tree, {}, 1}, b);
    if (!pair) return false;
    AdvanceShellPair(*pair, budget);
    return pair->state == PairState::Refuted;
}

/// Turned in any way, and moved until the two almost touch: the last of some halvings that is refuted within a budget.
ShellBody AlmostTouching(const ShellTree& tree, const Sphere& around, Random& random, const Budget& budget) {
    ShellBody b{&tree, {}, 1};
    const Vec3 turn = random.Direction(), way = random.Direction();
    b.pose.rotation = {turn.x, turn.y, turn.z, random.Between(0, 1)};
    double near = 0, far = 4 * around.radius + 2 * Length(around.centre);
    for (int i = 0; i < 16; ++i) {
        b.pose.position = way * ((near + far) / 2);
        (AreApart(tree, b, budget) ? far : near) = (near + far) / 2;
    }
    b.pose.position = way * far;
    return b;
}

/// Its own twin, a little above it: the case for shells, where the body has it. A closed body cuts its twin.
bool FindParallel(const ShellTree& tree, const Vec3& up, double radius, Random& random, const Budget& budget,
                  ShellBody& b) {
    b = {&tree, {}, 1};
    const double apart = radius * std::exp2(-random.Between(3, 12));
    b.pose.position = up * (random.Below(2) ? apart : -apart);
    return AreApart(tree, b, budget);
}

}  // namespace

std::vector<ShellBody> TrialPlaces(const ShellTree& tree, const ShellRecipe& recipe) {
    const int64_t count = static_cast<int64_t>(tree.triangles.size());
    const Sphere around = FitBall(tree.triangles.data(), count);
    const Vec3 up = FitBox(tree.triangles.data(), count).axes[2];  // where the body is thinnest
    const Budget budget = Budget::Operations(recipe.trialTests / 8 * recipe.costs.shellTest);
    std::vector<ShellBody> places;
    for (int32_t i = 0; i < recipe.trialQueries; ++i) {
        Random random = Random::OfItem(recipe.seed, i);
        ShellBody body;
        if (i % 2 == 0 || !FindParallel(tree, up, around.radius, random, budget, body))
            body = AlmostTouching(tree, around, random, budget);
        places.push_back(body);
    }
    return places;
}

}  // namespace spheretree
