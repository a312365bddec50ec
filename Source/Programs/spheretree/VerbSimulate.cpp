#include "ReadMesh.h"
#include "RecipeOptions.h"
#include "Simulation.h"
#include "Table.h"
#include "ToolHost.h"
#include "TreeFile.h"
#include "Verb.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>

namespace spheretree::tool {

namespace {

struct SimulateSettings {
    std::string mesh, tree, budget, scheduler = "best-first", figure;
    std::vector<std::string> methods;
    bool json = false;
    SimulationSettings scenario;
    Recipe recipe;
    ReadOptions reading;
    ToolHost::Options host;
};

struct Named {
    std::string name;
    SphereTree tree;
};

// The operations of figures 7.27 to 7.34.
std::vector<Budget> FigureBudgets() {
    std::vector<Budget> budgets;
    for (const int64_t operations : {500, 1000, 2000, 3000, 4000, 5000, 7500, 10000, 12500, 15000})
        budgets.push_back(Budget::Operations(operations));
    return budgets;
}

bool IsFigure(const std::string& word) {
    return word.size() == 4 && word.substr(0, 2) == "7." && word >= "7.27" && word <= "7.34";
}

// Medial-axis trees beside Hubbard's (7.27–7.30), octree-like ones beside the octree (7.31–7.34).
std::vector<std::string> FigureMethods(const std::string& figure) {
    if (figure <= "7.30") return {"hubbardmerge", "merge", "expand", "combined"};
    return {"octree", "grid", "hubbardmerge"};
}

std::string BudgetText(const Budget& budget) {
    std::string text;
    if (budget.operations != Budget::kNoLimit) text = std::to_string(budget.operations) + " ops";
    if (std::isfinite(budget.seconds)) text += (text.empty() ? "" : ", ") + Short(budget.seconds * 1e3) + " ms";
    return text.empty() ? "none" : text;
}

nlohmann::ordered_json RowJson(const SimulationRow& row, bool withFrames) {
    nlohmann::ordered_json json{{"framesWithContacts", row.frames},
                                {"unfinishedFrames", row.unfinished},
                                {"operationsPerFrame", row.operations},
                                {"pairs", row.pairs},
                                {"contacts", row.contacts},
                                {"openPairs", row.openPairs},
                                {"nodePairs", row.nodePairs},
                                {"worstBound", row.worstBound},
                                {"worstError", row.worstError},
                                {"rmsError", row.rmsError},
                                {"bestError", row.bestError}};
    if (row.budget.operations != Budget::kNoLimit) json["budgetOperations"] = row.budget.operations;
    if (std::isfinite(row.budget.seconds)) {
        json["budgetSeconds"] = row.budget.seconds;
        json["worstOverrunMicroseconds"] = row.overrunMicroseconds;
    }
    if (!withFrames) return json;
    for (const FrameCounters& frame : row.byFrame)
        json["frames"].push_back({{"frame", frame.frame},
                                  {"pairs", frame.pairs},
                                  {"contacts", frame.contacts},
                                  {"openPairs", frame.openPairs},
                                  {"nodePairs", frame.nodePairs},
                                  {"operations", frame.operations},
                                  {"worstBound", frame.worstBound},
                                  {"worstError", frame.worstError},
                                  {"rmsError", frame.rmsError},
                                  {"bestError", frame.bestError}});
    return json;
}

// Each figure's graphs are fractions of the first tree's: frame by frame, then the mean over frames (thesis 7.2).
double MeanRatio(const SimulationRow& row, const SimulationRow& first, double FrameCounters::*member) {
    double sum = 0, count = 0;
    for (size_t i = 0; i < row.byFrame.size(); ++i) {
        const double reference = first.byFrame[i].*member;
        if (!(reference > 0)) continue;
        sum += row.byFrame[i].*member / reference;
        count += 1;
    }
    return count > 0 ? sum / count : 0;
}

Result<std::vector<Named>> ReadTrees(const SimulateSettings& settings, const Host& host) {
    std::vector<Named> trees;
    if (!settings.tree.empty()) {
        Result<SphereTree> tree = ReadTreeFile(settings.tree);
        if (!tree) return Error{tree.Sentence()};
        trees.push_back({settings.tree, std::move(*tree)});
        return trees;
    }
    Result<ReadMesh> read = ReadMeshFile(settings.mesh, settings.reading);
    if (!read) return Error{read.Sentence()};
    for (const std::string& word : settings.methods) {
        Recipe recipe = settings.recipe;
        if (!MethodOfWord(word, recipe.method)) return Error{"There is no method " + word + "."};
        Result<BakedTree> baked = BuildTree(read->mesh, recipe, host);
        if (!baked) return Error{settings.mesh + " cannot be baked with " + word + ": " + baked.Sentence()};
        trees.push_back({word, std::move(baked->tree)});
    }
    return trees;
}

int RunSimulate(SimulateSettings& settings) {
    ToolHost toolHost(settings.host, "simulating");
    const Host host = toolHost.Get();
    const Result<std::vector<Named>> trees = ReadTrees(settings, host);
    if (!trees) {
        std::cerr << trees.Sentence() << "\n";
        return ToolHost::IsCancelled() ? kCancelled : kCannotDo;
    }
    std::vector<Budget> budgets = FigureBudgets();
    if (!settings.budget.empty()) budgets.assign(1, *ReadBudget(settings.budget));
    settings.scenario.radius = trees->front().tree.nodes[0].sphere.radius;  // one scenario for all trees
    nlohmann::ordered_json json{{"count", settings.scenario.count},
                                {"frames", settings.scenario.frames},
                                {"seed", settings.scenario.seed},
                                {"scheduler", settings.scheduler},
                                {"rows", nlohmann::ordered_json::array()}};
    Table table({"tree", "budget", "worst bound", "worst", "rms", "best", "node pairs", "contacts", "unfinished",
                 "of first: worst", "rms", "best", "node pairs", "unfinished"});
    for (const Budget& budget : budgets) {
        Result<SimulationRow> first = Error{"none yet"};
        for (const Named& named : *trees) {
            const Result<SimulationRow> row = Simulate(named.tree, settings.scenario, budget, host);
            if (!row) {
                std::cerr << row.Sentence() << "\n";
                return kCannotDo;
            }
            if (!first) first = *row;
            const auto ratio = [&](double FrameCounters::*member) { return MeanRatio(*row, *first, member); };
            const double nodePairs = first->nodePairs > 0 ? row->nodePairs / first->nodePairs : 0;
            const double unfinished =
                first->unfinished > 0 ? static_cast<double>(row->unfinished) / static_cast<double>(first->unfinished)
                                      : 0;
            table.Add({named.name, BudgetText(budget), Short(row->worstBound), Short(row->worstError),
                       Short(row->rmsError), Short(row->bestError), Short(row->nodePairs), Short(row->contacts),
                       std::to_string(row->unfinished) + "/" + std::to_string(row->frames),
                       Short(ratio(&FrameCounters::worstError)), Short(ratio(&FrameCounters::rmsError)),
                       Short(ratio(&FrameCounters::bestError)), Short(nodePairs), Short(unfinished)});
            nlohmann::ordered_json item = RowJson(*row, settings.json && budgets.size() == 1);
            item["tree"] = named.name;
            item["worstOfFirst"] = ratio(&FrameCounters::worstError);
            item["rmsOfFirst"] = ratio(&FrameCounters::rmsError);
            item["bestOfFirst"] = ratio(&FrameCounters::bestError);
            item["nodePairsOfFirst"] = nodePairs;
            item["unfinishedOfFirst"] = unfinished;
            json["rows"].push_back(item);
        }
    }
    if (settings.json)
        std::cout << json.dump(2) << "\n";
    else
        std::cout << "Errors in body radii, means over frames with contacts; seed " << settings.scenario.seed << ".\n"
                  << table.Text();
    return kDone;
}

constexpr const char* kSimulateFooter = R"(Examples:
  spheretree simulate --mesh bunny.ply --budget 20000ops
  spheretree simulate --tree bunny.sphtree --count 500 --budget 0.5ms --scheduler best-first --json
  spheretree simulate --mesh bunny.ply --figure 7.27

Exit codes:
  0    done
  1    a file cannot be read, or the mesh cannot be baked
  2    the command line is not understood
  130  cancelled with Ctrl-C)";

}  // namespace

std::function<int()> AddSimulateVerb(CLI::App& tool) {
    auto settings = std::make_shared<SimulateSettings>();
    CLI::App* verb =
        tool.add_subcommand("simulate", "Bodies that fly towards one another: error and contacts against the budget");
    CLI::Option* mesh = verb->add_option("--mesh", settings->mesh, "A mesh, baked first");
    CLI::Option* tree = verb->add_option("--tree", settings->tree, "A baked tree (.sphtree)")->excludes(mesh);
    verb->add_option("--method", settings->methods, "Methods of the bake; the first is the reference")->delimiter(',');
    verb->add_option("--count", settings->scenario.count, "Bodies")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str();
    verb->add_option("--frames", settings->scenario.frames, "Frames")
        ->check(CLI::Range(1, 1000000))
        ->capture_default_str();
    verb->add_option(
        "--budget", settings->budget,
        "Per frame: 20000ops, 0.5ms, or both with a comma; without it, the operations of figures 7.27 to 7.34");
    verb->add_option("--scheduler", settings->scheduler, "best-first, breadth-first, two-class or depth-first")
        ->capture_default_str();
    verb->add_option(
        "--figure", settings->figure,
        "7.27 to 7.34 of the thesis: its methods, its scheduler, its budgets; the mesh is yours (the thesis: "
        "bunny, dragon, S-shape, ellipsoid, twice over)");
    verb->add_option("--seed", settings->scenario.seed, "Another seed, another crowd")->capture_default_str();
    verb->add_flag("--json", settings->json, "Print JSON; with one budget, frame by frame");
    verb->add_flag("--quiet", settings->host.quiet, "No progress");
    verb->footer(kSimulateFooter);
    verb->callback([settings, mesh, tree] {
        if (mesh->count() + tree->count() == 0) throw CLI::ValidationError("--mesh", "or --tree is needed");
        if (!settings->budget.empty() && !ReadBudget(settings->budget))
            throw CLI::ValidationError("--budget", "is a number with ops, ms or us");
        if (!settings->figure.empty()) {
            if (!IsFigure(settings->figure)) throw CLI::ValidationError("--figure", "is one of 7.27 to 7.34");
            if (settings->methods.empty()) settings->methods = FigureMethods(settings->figure);
            settings->scheduler = "breadth-first";
            settings->scenario.traversal.coherent = false;
        }
        if (settings->methods.empty()) settings->methods = {"combined"};
        if (!SchedulerOfWord(settings->scheduler, settings->scenario.traversal.scheduler))
            throw CLI::ValidationError("--scheduler", "is best-first, breadth-first, two-class or depth-first");
    });
    return [settings] { return RunSimulate(*settings); };
}

}  // namespace spheretree::tool
