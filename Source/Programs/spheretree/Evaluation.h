#pragma once

#include "BakeCache.h"
#include "Comparison.h"
#include "Simulation.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

// The evaluation of chapter 7, on any meshes: how far the spheres of each method and level stick out (7.1), and how
// much of that a traversal has reached when it is interrupted (7.2).
namespace spheretree::tool {

struct EvaluationPlan {
    std::vector<Contender> treeMethods, frameMethods;
    std::vector<std::string> schedulers;
    std::vector<int64_t> budgets;  // operations per frame
    Recipe recipe;
    MeasureOptions measuring;
    SimulationSettings scenario;
};

/// The whole of it, or one of a few minutes that shows the same.
EvaluationPlan MakeEvaluationPlan(bool isQuick);

struct EvaluatedMesh {
    std::string name;  // file name without folder and extension
    TriangleMesh mesh;
};

/// One piece of the work: some rows of a table. What is done is kept by its key, so that an evaluation which was
/// stopped goes on where it was.
struct EvaluationUnit {
    std::string title, key;
    bool isOfFrames = false;
    std::function<Result<nlohmann::ordered_json>(const Host&)> run;  // an array of flat rows
};

/// Refers to the plan, the meshes and the cache, which must outlive it.
std::vector<EvaluationUnit> EvaluationUnits(const EvaluationPlan& plan, const std::vector<EvaluatedMesh>& meshes,
                                            const BakeCache& cache);

/// Flat rows as a table for spreadsheets; the heads are the first row's names.
std::string RowsCsv(const nlohmann::ordered_json& rows);

/// The page for people; `command` is what made it.
std::string EvaluationMarkdown(const nlohmann::ordered_json& trees, const nlohmann::ordered_json& frames,
                               const std::string& command);

}  // namespace spheretree::tool
