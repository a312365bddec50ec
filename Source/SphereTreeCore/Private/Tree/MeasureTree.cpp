#include "Base/Task.h"
#include "SphereTree/SurfaceQuery.h"
#include "SphereTree/TreeMeasure.h"
#include "Spheres/MinimumBall.h"
#include "Tree/Measure/Levels.h"
#include "Tree/Measure/SurfaceError.h"
#include "Tree/Measure/Volumes.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

constexpr double kUnitsPerLevel = 100;  // of progress, beside one for each sphere

ErrorFigures FiguresOf(const std::vector<double>& errors) {
    ErrorFigures figures;
    const double n = static_cast<double>(errors.size());
    double squares = 0, deviations = 0;
    for (const double error : errors) {
        figures.largest = std::max(figures.largest, error);
        figures.mean += error / n;
        squares += error * error / n;
    }
    for (const double error : errors) deviations += (error - figures.mean) * (error - figures.mean) / n;
    figures.rms = std::sqrt(squares);
    figures.variance = deviations;
    return figures;
}

std::vector<double> MeasureNodeErrors(const SphereTree& tree, const SurfaceQuery& surface,
                                      const MeasureOptions& options, const Host& host, Task& task) {
    if (options.directions <= 0) return {};
    std::vector<double> errors(tree.nodes.size());
    host.parallelFor(static_cast<int64_t>(errors.size()), [&](int64_t i) {
        if (task.Cancelled()) return;
        const Sphere& sphere = tree.nodes[static_cast<size_t>(i)].sphere;
        errors[static_cast<size_t>(i)] = MeasureSurfaceError(surface, tree.hasInside, sphere, options.directions);
        task.Advance();
    });
    return errors;
}

std::vector<std::vector<Sphere>> FamiliesOfLevel(const SphereTree& tree, int32_t level) {
    std::vector<std::vector<Sphere>> families;
    for (const TreeNode& node : tree.nodes) {
        if (node.level != level - 1 || node.childCount == 0) continue;
        std::vector<Sphere>& family = families.emplace_back();
        for (int32_t i = 0; i < node.childCount; ++i)
            family.push_back(tree.nodes[static_cast<size_t>(node.firstChild + i)].sphere);
    }
    return families;
}

void MeasureLevelErrors(const SphereTree& tree, const std::vector<int32_t>& nodes,
                        const std::vector<double>& nodeErrors, LevelMeasure& out) {
    std::vector<double> errors, certified;
    for (const int32_t node : nodes) {
        certified.push_back(tree.nodes[static_cast<size_t>(node)].error);
        if (!nodeErrors.empty()) errors.push_back(nodeErrors[static_cast<size_t>(node)]);
        if (tree.nodes[static_cast<size_t>(node)].level < out.level) ++out.endedEarly;
    }
    out.sphereCount = static_cast<int64_t>(nodes.size());
    out.error = FiguresOf(errors);
    out.certified = FiguresOf(certified);
}

LevelMeasure MeasureLevel(const SphereTree& tree, const SurfaceQuery& surface, const std::vector<double>& nodeErrors,
                          int32_t level, const MeasureOptions& options, const Host& host) {
    LevelMeasure out;
    out.level = level;
    const std::vector<int32_t> nodes = NodesOfLevel(tree, level);
    MeasureLevelErrors(tree, nodes, nodeErrors, out);
    const std::vector<Sphere> spheres = SpheresOf(tree, nodes);
    const auto seedOf = [&](uint64_t measure) {
        return options.seed * 1000003 + static_cast<uint64_t>(level) * 8 + measure;
    };
    Task task(host, 3);
    if (options.raysPerLevel > 0) {
        const VolumePair volumes =
            MeasureVolumes(surface, tree.hasInside, spheres, options.raysPerLevel, seedOf(0), host, task);
        out.wastedVolume = volumes.wasted;
        out.uncoveredVolume = volumes.uncovered;
    }
    if (options.areaSamples > 0)
        out.uncoveredArea = MeasureUncoveredArea(surface.Mesh(), spheres, options.areaSamples, seedOf(1), host, task);
    if (options.raysPerFamily > 0 && level > 0)
        out.siblingOverlap = MeasureOverlap(FamiliesOfLevel(tree, level), options.raysPerFamily, seedOf(2), host, task);
    task.Finish();
    return out;
}

}  // namespace

Result<TreeMeasure> MeasureTree(const SphereTree& tree, const TriangleMesh& mesh, const MeasureOptions& options,
                                const Host& host) {
    if (const std::string fault = FindStructureFault(tree); !fault.empty())
        return Error{"The tree cannot be measured: " + fault};
    Result<CleanedMesh> cleaned = CleanMesh(mesh);
    if (!cleaned) return Error{cleaned.Sentence()};
    const int32_t levelCount = tree.LevelCount();
    Task task(host, static_cast<double>(tree.nodes.size()) + kUnitsPerLevel * (levelCount + 1));
    const Host surfaceHost = task.Part(kUnitsPerLevel);
    const Result<SurfaceQuery> surface = SurfaceQuery::Build(std::move(cleaned->mesh), surfaceHost);
    if (!surface) return Error{surface.Sentence()};

    TreeMeasure measure;
    measure.boundingRadius = MinimumBall(surface->Mesh().vertices).radius;
    measure.nodeErrors = MeasureNodeErrors(tree, *surface, options, host, task);
    for (int32_t level = 0; level < levelCount && !task.Cancelled(); ++level) {
        const Host levelHost = task.Part(kUnitsPerLevel);
        measure.levels.push_back(MeasureLevel(tree, *surface, measure.nodeErrors, level, options, levelHost));
    }
    if (!task.Finish()) return Error{"Measuring was cancelled."};
    return measure;
}

}  // namespace spheretree
