#include "VolumeRows.h"

#include "SphereTree/ShellTree.h"
#include "SphereTree/SurfaceQuery.h"

#include <algorithm>
#include <cmath>

namespace spheretree::tool {

namespace {

std::vector<Vec3> BoundaryOf(const Shell& shell) {
    std::vector<Vec3> points;
    const Vec3 other = std::fabs(shell.axis.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 u = Normalized(Cross(shell.axis, other)), v = Cross(shell.axis, u);
    constexpr int kTurns = 12, kTilts = 6, kDepths = 4;
    for (int turn = 0; turn < kTurns; ++turn) {
        const double angle = 2 * 3.141592653589793 * turn / kTurns;
        const Vec3 across = u * std::cos(angle) + v * std::sin(angle);
        const auto at = [&](double cosine, double radius) {
            const double sine = std::sqrt(std::max(0.0, 1 - cosine * cosine));
            points.push_back(shell.centre + (shell.axis * cosine + across * sine) * radius);
        };
        for (int tilt = 0; tilt <= kTilts; ++tilt)
            for (const double radius : {shell.inner, shell.outer}) at(1 - (1 - shell.cosine) * tilt / kTilts, radius);
        for (int depth = 1; depth < kDepths; ++depth)
            at(shell.cosine, shell.inner + shell.Thickness() * depth / kDepths);
    }
    return points;
}

std::vector<Vec3> BoundaryOf(const OrientedBox& box) {
    std::vector<Vec3> points;
    constexpr int kSteps = 6;
    for (int i = 0; i <= kSteps; ++i)
        for (int k = 0; k <= kSteps; ++k)
            for (const double side : {-1.0, 1.0}) {
                const double x = 2.0 * i / kSteps - 1, y = 2.0 * k / kSteps - 1;
                for (const Vec3& p : {Vec3{x, y, side}, Vec3{x, side, y}, Vec3{side, x, y}})
                    points.push_back(box.centre + box.axes[0] * (p.x * box.half.x) + box.axes[1] * (p.y * box.half.y) +
                                     box.axes[2] * (p.z * box.half.z));
            }
    return points;
}

double ProtrusionOf(const ShellTree& tree, const VolumeNode& node, const SurfaceQuery& surface) {
    const size_t at = static_cast<size_t>(node.volume);
    double largest = 0;
    for (const Vec3& point :
         node.kind == VolumeKind::Shell ? BoundaryOf(tree.shells[at]) : BoundaryOf(tree.boxes[at])) {
        const double distance = surface.Distance(point);
        if (distance > largest && !(surface.IsClosed() && surface.IsInside(point))) largest = distance;
    }
    return largest;
}

/// The nodes of a level, and the leaves above it.
std::vector<size_t> NodesOfLevel(const ShellTree& tree, int32_t level) {
    std::vector<int32_t> levelOf(tree.nodes.size());
    std::vector<size_t> found;
    for (size_t i = 0; i < tree.nodes.size(); ++i) {
        const int32_t child = tree.nodes[i].firstChild;
        if (levelOf[i] == level || (child < 0 && levelOf[i] < level)) found.push_back(i);
        if (child < 0) continue;
        levelOf[static_cast<size_t>(child)] = levelOf[static_cast<size_t>(child) + 1] = levelOf[i] + 1;
    }
    return found;
}

LevelMeasure MeasureVolumes(const ShellTree& tree, int32_t level, const std::vector<size_t>& nodes,
                            const SurfaceQuery& surface, const Host& host) {
    std::vector<double> errors(nodes.size());
    host.parallelFor(static_cast<int64_t>(nodes.size()), [&](int64_t i) {
        const size_t at = static_cast<size_t>(i);
        errors[at] = ProtrusionOf(tree, tree.nodes[nodes[at]], surface);
    });
    LevelMeasure measure;
    measure.level = level;
    measure.sphereCount = static_cast<int64_t>(nodes.size());
    double sum = 0, squares = 0, certified = 0;
    for (size_t i = 0; i < nodes.size(); ++i) {
        measure.error.largest = std::max(measure.error.largest, errors[i]);
        measure.certified.largest = std::max(measure.certified.largest, tree.nodes[nodes[i]].error);
        sum += errors[i];
        squares += errors[i] * errors[i];
        certified += tree.nodes[nodes[i]].error;
    }
    const double count = static_cast<double>(nodes.size());
    measure.error.mean = sum / count;
    measure.error.rms = std::sqrt(squares / count);
    measure.error.variance = squares / count - measure.error.mean * measure.error.mean;
    measure.certified.mean = certified / count;
    return measure;
}

}  // namespace

Outcome ContendVolumes(const Contender& contender, const TriangleMesh& mesh, const Recipe& recipe, const Host& bakeHost,
                       const Host& measureHost) {
    Outcome outcome;
    outcome.contender = contender;
    ShellRecipe shells;
    shells.kind = *contender.volumes;
    const Result<CleanedMesh> cleaned = CleanMesh(mesh);
    if (!cleaned) {
        outcome.sentence = cleaned.Sentence();
        return outcome;
    }
    const double begin = bakeHost.clockSeconds();
    const Result<ShellTree> tree = BuildShellTree(cleaned->mesh, shells, bakeHost);
    outcome.seconds = bakeHost.clockSeconds() - begin;
    const Result<SurfaceQuery> surface = SurfaceQuery::Build(cleaned->mesh);
    if (!tree || !surface) {
        outcome.sentence = tree ? surface.Sentence() : tree.Sentence();
        return outcome;
    }
    outcome.measure.boundingRadius =
        FitBall(tree->triangles.data(), static_cast<int64_t>(tree->triangles.size())).radius;
    for (int32_t level = 0; level <= recipe.depth; ++level) {
        const double binary = level * std::log2(static_cast<double>(recipe.branching));
        const std::vector<size_t> nodes = NodesOfLevel(*tree, static_cast<int32_t>(std::lround(binary)));
        outcome.measure.levels.push_back(MeasureVolumes(*tree, level, nodes, *surface, measureHost));
    }
    return outcome;
}

}  // namespace spheretree::tool
