#include "Evaluation.h"

#include "BakeKey.h"
#include "SphereTree/Archive.h"
#include "Table.h"

#include <algorithm>
#include <set>

namespace spheretree::tool {

namespace {

using Json = nlohmann::ordered_json;

std::vector<Contender> ContendersNamed(const std::vector<std::string>& names) {
    std::vector<Contender> chosen;
    for (const Contender& contender : AllContenders())
        if (std::find(names.begin(), names.end(), contender.name) != names.end()) chosen.push_back(contender);
    return chosen;
}

Recipe RecipeFor(const EvaluationPlan& plan, const Contender& contender) {
    Recipe recipe = plan.recipe;
    recipe.method = contender.method;
    recipe.hybrid = contender.hybrid;
    return recipe;
}

std::string MeasuringLine(const MeasureOptions& m) {
    return "measured " + std::to_string(m.directions) + " " + std::to_string(m.raysPerLevel) + " " +
           std::to_string(m.areaSamples) + " " + std::to_string(m.raysPerFamily) + " " + std::to_string(m.seed);
}

std::string ScenarioLine(const EvaluationPlan& plan, const std::string& scheduler) {
    const SimulationSettings& s = plan.scenario;
    std::string line = "frames " + scheduler + " " + std::to_string(s.count) + " " + std::to_string(s.frames) + " " +
                       Exact(s.seconds) + " " + Exact(s.fill) + " " + std::to_string(s.seed);
    for (const int64_t operations : plan.budgets) line += " " + std::to_string(operations);
    return line;
}

Result<SphereTree> CachedTree(const EvaluatedMesh& of, const Recipe& recipe, const BakeCache& cache, const Host& host) {
    const std::string key = BakeKey(of.mesh, recipe);
    if (const std::vector<uint8_t> archive = cache.Find(key); !archive.empty())
        return ReadArchive(archive.data(), archive.size());
    Result<BakedTree> baked = BuildTree(of.mesh, recipe, host);
    if (!baked) return Error{baked.Sentence()};
    cache.Keep(key, WriteArchive(baked->tree));
    return std::move(baked->tree);
}

Result<Json> TreeRows(const EvaluatedMesh& of, const Contender& contender, const EvaluationPlan& plan,
                      const Host& host) {
    const Outcome outcome = Contend(contender, of.mesh, plan.recipe, plan.measuring, host, host);
    if (!outcome.sentence.empty()) return Error{outcome.sentence};
    const double unit = outcome.measure.boundingRadius;
    Json rows = Json::array();
    for (const LevelMeasure& level : outcome.measure.levels)
        rows.push_back({{"mesh", of.name},
                        {"triangles", of.mesh.triangles.size()},
                        {"method", contender.name},
                        {"level", level.level},
                        {"spheres", level.sphereCount},
                        {"max", level.error.largest / unit},
                        {"mean", level.error.mean / unit},
                        {"rms", level.error.rms / unit},
                        {"certifiedMax", level.certified.largest / unit},
                        {"wastedVolume", level.wastedVolume.value / (unit * unit * unit)},
                        {"uncoveredArea", level.uncoveredArea.value},
                        {"bakeSeconds", outcome.seconds}});
    return rows;
}

Result<Json> FrameRows(const EvaluatedMesh& of, const Contender& contender, const std::string& scheduler,
                       const EvaluationPlan& plan, const BakeCache& cache, const Host& host) {
    const Result<SphereTree> tree = CachedTree(of, RecipeFor(plan, contender), cache, host);
    if (!tree) return Error{tree.Sentence()};
    SimulationSettings scenario = plan.scenario;
    scenario.radius = tree->nodes[0].sphere.radius;
    SchedulerOfWord(scheduler, scenario.traversal.scheduler);
    Json rows = Json::array();
    for (const int64_t operations : plan.budgets) {
        if (!host.progress(1)) return Error{"Cancelled."};
        const Result<SimulationRow> row = Simulate(*tree, scenario, Budget::Operations(operations), host);
        if (!row) return Error{row.Sentence()};
        rows.push_back({{"mesh", of.name},
                        {"method", contender.name},
                        {"scheduler", scheduler},
                        {"budgetOperations", operations},
                        {"worst", row->worstError},
                        {"rms", row->rmsError},
                        {"best", row->bestError},
                        {"bound", row->worstBound},
                        {"contacts", row->contacts},
                        {"openPairs", row->openPairs},
                        {"nodePairs", row->nodePairs},
                        {"operations", row->operations},
                        {"unfinishedFrames", row->unfinished},
                        {"framesWithContacts", row->frames}});
    }
    return rows;
}

std::vector<std::string> Distinct(const Json& rows, const char* field) {
    std::vector<std::string> values;
    for (const Json& row : rows) {
        const std::string value = row[field].is_string() ? row[field].get<std::string>() : row[field].dump();
        if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    }
    return values;
}

/// A table of one figure: rows by one field, columns by another; the rest of the fields are fixed.
std::string MarkdownGrid(const Json& rows, const char* down, const char* across, const char* figure,
                         const std::string& corner) {
    const std::vector<std::string> lines = Distinct(rows, down), columns = Distinct(rows, across);
    std::string text = "| " + corner + " |", rule = "|---|";
    for (const std::string& column : columns) text += " " + column + " |", rule += "---|";
    text += "\n" + rule + "\n";
    for (const std::string& line : lines) {
        text += "| " + line + " |";
        for (const std::string& column : columns) {
            std::string cell;
            for (const Json& row : rows) {
                const auto is = [&row](const char* field, const std::string& value) {
                    return (row[field].is_string() ? row[field].get<std::string>() : row[field].dump()) == value;
                };
                if (is(down, line) && is(across, column)) cell = Short(row[figure].get<double>());
            }
            text += " " + cell + " |";
        }
        text += "\n";
    }
    return text + "\n";
}

Json Where(const Json& rows, const char* field, const std::string& value) {
    Json found = Json::array();
    for (const Json& row : rows)
        if (row[field] == value) found.push_back(row);
    return found;
}

}  // namespace

EvaluationPlan MakeEvaluationPlan(bool isQuick) {
    EvaluationPlan plan;
    plan.schedulers = {"best-first", "breadth-first", "two-class", "depth-first"};
    plan.scenario.traversal.coherent = false;  // as the thesis: every frame from the roots
    if (isQuick) {
        plan.treeMethods = ContendersNamed({"Octree", "Grid", "Hubbard", "Merge", "Combined", "Tight"});
        plan.frameMethods = ContendersNamed({"Octree", "Hubbard", "Combined", "Tight"});
        plan.budgets = {500, 1000, 2000, 5000, 10000, 15000};
        plan.scenario.frames = 100;
        plan.measuring = {512, 4000, 4000, 64, 1};
        return plan;
    }
    plan.treeMethods = AllContenders();
    std::erase_if(plan.treeMethods, [](const Contender& contender) { return contender.volumes.has_value(); });
    plan.frameMethods =
        ContendersNamed({"Octree", "Grid", "Hybrid", "Hubbard", "Merge", "Expand", "Combined", "Tight"});
    plan.budgets = {500, 1000, 2000, 3000, 4000, 5000, 7500, 10000, 12500, 15000};
    return plan;
}

std::vector<EvaluationUnit> EvaluationUnits(const EvaluationPlan& plan, const std::vector<EvaluatedMesh>& meshes,
                                            const BakeCache& cache) {
    std::vector<EvaluationUnit> units;
    for (const EvaluatedMesh& mesh : meshes)
        for (const Contender& contender : plan.treeMethods) {
            const std::string key = BakeKey(mesh.mesh, RecipeFor(plan, contender));
            units.push_back(
                {mesh.name + ", " + contender.name,
                 TextKey(mesh.name + " " + key + " " + MeasuringLine(plan.measuring)), false,
                 [&mesh, &plan, contender](const Host& host) { return TreeRows(mesh, contender, plan, host); }});
        }
    for (const EvaluatedMesh& mesh : meshes)
        for (const Contender& contender : plan.frameMethods)
            for (const std::string& scheduler : plan.schedulers) {
                const std::string key = BakeKey(mesh.mesh, RecipeFor(plan, contender));
                units.push_back({mesh.name + ", " + contender.name + ", " + scheduler,
                                 TextKey(mesh.name + " " + key + " " + ScenarioLine(plan, scheduler)), true,
                                 [&mesh, &plan, &cache, contender, scheduler](const Host& host) {
                                     return FrameRows(mesh, contender, scheduler, plan, cache, host);
                                 }});
            }
    return units;
}

std::string RowsCsv(const Json& rows) {
    if (rows.empty()) return "";
    std::vector<std::string> head;
    for (const auto& [name, value] : rows[0].items()) head.push_back(name);
    std::string text = Line(head, ',');
    for (const Json& row : rows) {
        std::vector<std::string> cells;
        for (const auto& [name, value] : row.items()) {
            std::string cell = value.is_string()         ? value.get<std::string>()
                               : value.is_number_float() ? Exact(value.get<double>())
                                                         : value.dump();
            std::replace(cell.begin(), cell.end(), ',', ' ');
            cells.push_back(std::move(cell));
        }
        text += Line(cells, ',');
    }
    return text;
}

std::string EvaluationMarkdown(const Json& trees, const Json& frames, const std::string& command) {
    std::string text = "# Evaluation\n\nMade by `" + command + "`. Nothing here was written by hand.\n\n";
    text +=
        "## How far the spheres stick out\n\nThe largest distance of a point of a sphere's surface, outside the "
        "object, "
        "to the object, in bounding radii, by level (thesis 7.1; figures 7.15 to 7.26). Every tree covers the whole "
        "surface, proven.\n\n";
    for (const std::string& mesh : Distinct(trees, "mesh")) {
        const Json rows = Where(trees, "mesh", mesh);
        text += "### " + mesh + ", " + rows[0]["triangles"].dump() + " triangles\n\nLargest, by level:\n\n";
        text += MarkdownGrid(rows, "method", "level", "max", "method");
        text += "Mean, by level:\n\n" + MarkdownGrid(rows, "method", "level", "mean", "method");
        text += "Spheres, by level:\n\n" + MarkdownGrid(rows, "method", "level", "spheres", "method");
    }
    text +=
        "## What an interrupted traversal knows\n\nBodies on a sphere fly towards its centre, and each frame is "
        "interrupted after so many operations (thesis 7.2; figures 7.27 to 7.34). The worst error of what then counts "
        "as contact, in body radii, mean over the frames with contacts.\n\n";
    for (const std::string& mesh : Distinct(frames, "mesh"))
        for (const std::string& scheduler : Distinct(frames, "scheduler")) {
            const Json rows = Where(Where(frames, "mesh", mesh), "scheduler", scheduler);
            if (rows.empty()) continue;
            text.append("### ").append(mesh).append(", ").append(scheduler);
            text += "\n\nWorst error, by operations per frame:\n\n";
            text += MarkdownGrid(rows, "method", "budgetOperations", "worst", "tree");
        }
    return text;
}

}  // namespace spheretree::tool
