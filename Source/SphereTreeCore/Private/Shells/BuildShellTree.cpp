#include "Base/Task.h"
#include "Shells/BuildNodes.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

namespace spheretree {

namespace {

constexpr double kLargestCoordinate = 1e60;  // as CheckMesh

bool IsSound(const TriangleMesh& mesh, const Triangle& triangle) {
    for (const int32_t v : triangle) {
        if (v < 0 || static_cast<size_t>(v) >= mesh.vertices.size()) return false;
        const Vec3& p = mesh.vertices[static_cast<size_t>(v)];
        if (!(std::fabs(p.x) <= kLargestCoordinate && std::fabs(p.y) <= kLargestCoordinate &&
              std::fabs(p.z) <= kLargestCoordinate))
            return false;
    }
    return true;
}

void TakeTriangles(const TriangleMesh& mesh, ShellTree& tree) {
    for (size_t i = 0; i < mesh.triangles.size(); ++i) {
        const Triangle& t = mesh.triangles[i];
        if (!IsSound(mesh, t)) continue;
        const auto at = [&](int k) { return mesh.vertices[static_cast<size_t>(t[static_cast<size_t>(k)])]; };
        tree.triangles.push_back({at(0), at(1), at(2)});
        tree.source.push_back(static_cast<int32_t>(i));
    }
}

/// One level: every node's volumes, and where its triangles are divided.
struct LevelWork {
    std::vector<NodeVolumes> volumes;
    std::vector<int64_t> firstCounts;
    std::vector<Vec3> centres;  // of the shell above each node; none above the root
};

bool BuildLevel(ShellTree& tree, size_t begin, const ShellRecipe& recipe, const Host& host, Task& task,
                LevelWork& work) {
    const size_t count = tree.nodes.size() - begin;
    work.volumes.assign(count, {});
    work.firstCounts.assign(count, 0);
    host.parallelFor(static_cast<int64_t>(count), [&](int64_t i) {
        if (task.Cancelled()) return;
        const VolumeNode& node = tree.nodes[begin + static_cast<size_t>(i)];
        TriangleCorners* corners = tree.triangles.data() + node.firstTriangle;
        int32_t* source = tree.source.data() + node.firstTriangle;
        NodeVolumes& volumes = work.volumes[static_cast<size_t>(i)];
        const Vec3* above = begin > 0 ? &work.centres[static_cast<size_t>(i)] : nullptr;
        volumes = FitVolumes(corners, node.triangleCount, recipe.kind, recipe.fit, above);
        if (node.triangleCount > 1)
            work.firstCounts[static_cast<size_t>(i)] =
                DividePart({corners, source, node.triangleCount}, volumes, recipe.kind);
        task.Advance(node.triangleCount);
    });
    return !task.Cancelled();
}

void AddChildren(ShellTree& tree, size_t begin, LevelWork& work) {
    const size_t end = tree.nodes.size();
    work.centres.clear();
    for (size_t i = begin; i < end; ++i) {
        if (tree.nodes[i].triangleCount == 1) continue;
        tree.nodes[i].firstChild = static_cast<int32_t>(tree.nodes.size());
        const VolumeNode parent = tree.nodes[i];
        const int32_t first = static_cast<int32_t>(work.firstCounts[i - begin]);
        VolumeNode child;
        child.firstTriangle = parent.firstTriangle;
        child.triangleCount = first;
        tree.nodes.push_back(child);
        work.centres.insert(work.centres.end(), 2, work.volumes[i - begin].shell.shell.centre);
        child.firstTriangle = parent.firstTriangle + first;
        child.triangleCount = parent.triangleCount - first;
        tree.nodes.push_back(child);
    }
}

void TakeVolumes(ShellTree& tree, const std::vector<NodeVolumes>& volumes) {
    for (size_t i = 0; i < volumes.size(); ++i) {
        VolumeNode& node = tree.nodes[i];
        const auto put = [&](auto& list, const auto& volume) {
            node.volume = static_cast<int32_t>(list.size());
            list.push_back(volume);
        };
        if (node.kind == VolumeKind::Ball) put(tree.balls, volumes[i].ball);
        if (node.kind == VolumeKind::Shell) put(tree.shells, volumes[i].shell.shell);
        if (node.kind == VolumeKind::Box) put(tree.boxes, volumes[i].box);
    }
    DeriveSizes(tree);
}

bool MeasureErrors(ShellTree& tree, const Host& host, Task& task, double units) {
    const VolumeErrors errors(tree, host);
    const double each = units / static_cast<double>(tree.nodes.size());
    host.parallelFor(static_cast<int64_t>(tree.nodes.size()), [&](int64_t i) {
        if (task.Cancelled()) return;
        VolumeNode& node = tree.nodes[static_cast<size_t>(i)];
        node.error = errors.Of(node);
        task.Advance(each);
    });
    return !task.Cancelled();
}

}  // namespace

NodeVolumes FitVolumes(const TriangleCorners* triangles, int64_t count, TreeKind kind, const ShellFitOptions& options,
                       const Vec3* above) {
    NodeVolumes volumes;
    if (kind == TreeKind::Balls || kind == TreeKind::Mixed) volumes.ball = FitBall(triangles, count);
    if (kind == TreeKind::Shells || kind == TreeKind::Mixed) volumes.shell = FitShell(triangles, count, options, above);
    if (kind != TreeKind::Shells) volumes.box = FitBox(triangles, count);
    return volumes;
}

namespace {

/// What the trial places cost, eq 1; a query that its limit ends counts as all of it.
int64_t TrialCost(const ShellTree& tree, const std::vector<ShellBody>& places, const ShellRecipe& recipe) {
    int64_t cost = 0;
    for (ShellBody place : places) {
        place.tree = &tree;
        ShellTraversalOptions options;
        options.costs = recipe.costs;
        Result<ShellTraversal> pair = BeginShellPair({&tree, {}, 1}, place, options);
        if (!pair) continue;
        AdvanceShellPair(*pair, Budget::Operations(recipe.trialTests * recipe.costs.shellTest));
        cost += pair->counters.operations;
    }
    return cost;
}

/// All but the errors.
Result<ShellTree> BuildOneKind(const TriangleMesh& mesh, const ShellRecipe& recipe, const Host& host) {
    ShellTree tree;
    TakeTriangles(mesh, tree);
    if (tree.triangles.empty())
        return Error{"The mesh has no triangle with finite corners: there is nothing to cover."};
    if (tree.triangles.size() > (size_t{1} << 29))
        return Error{"The mesh has more than 2^29 triangles, which a shell tree cannot number."};
    const double size = static_cast<double>(tree.triangles.size());
    Task task(host, size * (std::log2(size) + 2) * 1.3);
    tree.nodes.push_back({VolumeKind::Ball, 0, -1, 0, static_cast<int32_t>(tree.triangles.size()), 0, 0});
    std::vector<NodeVolumes> volumes;
    LevelWork work;
    for (size_t begin = 0; begin < tree.nodes.size();) {
        const size_t end = tree.nodes.size();
        if (!BuildLevel(tree, begin, recipe, host, task, work)) return Error{"The building was cancelled."};
        volumes.insert(volumes.end(), work.volumes.begin(), work.volumes.end());
        AddChildren(tree, begin, work);
        begin = end;
    }
    constexpr VolumeKind kKinds[] = {VolumeKind::Shell, VolumeKind::Box, VolumeKind::Ball, VolumeKind::Shell};
    for (VolumeNode& node : tree.nodes) node.kind = kKinds[static_cast<size_t>(recipe.kind)];
    if (recipe.kind == TreeKind::Mixed) ChooseVolumes(tree, volumes, recipe);
    TakeVolumes(tree, volumes);
    if (!task.Finish()) return Error{"The building was cancelled."};
    return tree;
}

Result<ShellTree> BuildCheapest(const TriangleMesh& mesh, ShellRecipe recipe, const Host& host) {
    constexpr TreeKind kTried[] = {TreeKind::Boxes, TreeKind::Shells, TreeKind::Mixed};
    Task task(host, std::size(kTried));
    std::vector<ShellBody> places;
    std::optional<ShellTree> best;
    int64_t least = 0;
    for (const TreeKind kind : kTried) {
        recipe.kind = kind;
        Result<ShellTree> tree = BuildOneKind(mesh, recipe, task.Part(1));
        if (!tree) return tree;
        if (!best) places = TrialPlaces(*tree, recipe);
        const int64_t cost = TrialCost(*tree, places, recipe);
        if (best && cost >= least) continue;
        least = cost;
        best = std::move(*tree);
    }
    if (!task.Finish()) return Error{"The building was cancelled."};
    return std::move(*best);
}

}  // namespace

Result<ShellTree> BuildShellTree(const TriangleMesh& mesh, const ShellRecipe& recipe, const Host& host) {
    Task task(host, 1);
    Result<ShellTree> tree = recipe.kind == TreeKind::Auto ? BuildCheapest(mesh, recipe, task.Part(0.7))
                                                           : BuildOneKind(mesh, recipe, task.Part(0.7));
    if (!tree) return tree;
    if (!MeasureErrors(*tree, host, task, 0.3) || !task.Finish()) return Error{"The building was cancelled."};
    return tree;
}

}  // namespace spheretree
