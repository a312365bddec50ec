#include "Drop.h"
#include "LevelFigures.h"
#include "PageData.h"
#include "ReadMesh.h"
#include "Recording.h"
#include "Simulation.h"
#include "Table.h"
#include "ToolHost.h"
#include "TreeFile.h"
#include "Verb.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>

namespace spheretree::tool {

namespace {

constexpr size_t kMostDrawnTriangles = 20000;  // of a body; one with more is drawn as its spheres

struct DropOptions {
    std::vector<std::string> files;
    std::string record, budget = "0.5ms", scheduler = "best-first";
    bool json = false;
    DropSettings settings;
    ReadOptions reading;
    ToolHost::Options host;
};

struct Fallers {
    std::vector<SphereTree> trees;
    nlohmann::ordered_json meshJson = nlohmann::ordered_json::array(), treeJson = nlohmann::ordered_json::array();
};

std::string AddFile(const std::string& file, const ReadOptions& reading, int32_t& mesh, Fallers& fallers) {
    const std::filesystem::path path(file);
    if (path.extension() == ".sphtree") {
        Result<SphereTree> tree = ReadTreeFile(path);
        if (!tree) return tree.Sentence();
        if (static_cast<int64_t>(tree->nodes.size()) > kMostPageSpheres) return file + " is too large to be recorded.";
        const nlohmann::ordered_json levels = LevelJson(FiguresOfTree(*tree), false);
        fallers.treeJson.push_back(PageTreeJson(path.stem().string(), *tree, mesh, levels));
        fallers.trees.push_back(std::move(*tree));
        return "";
    }
    Result<ReadMesh> read = ReadMeshFile(path, reading);
    if (!read) return read.Sentence();
    Result<CleanedMesh> clean = CleanMesh(read->mesh);
    if (!clean) return file + " cannot be drawn: " + clean.Sentence();
    mesh = -1;
    if (clean->mesh.triangles.size() > kMostDrawnTriangles) return "";
    mesh = static_cast<int32_t>(fallers.meshJson.size());
    fallers.meshJson.push_back(PageMeshJson(path.stem().string(), clean->mesh));
    return "";
}

double Quantile(std::vector<double> values, double part) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    return values[static_cast<size_t>(std::lround(part * static_cast<double>(values.size() - 1)))];
}

struct DropSummary {
    double p50 = 0, p99 = 0, most = 0, responseP50 = 0, contacts = 0, bound = 0;  // milliseconds; bodies' radii
    int64_t within = 0, mostContacts = 0;
};

DropSummary Summarise(const Drop& drop, const Budget& budget) {
    DropSummary summary;
    std::vector<double> costs, responses;
    for (const FrameCost& cost : drop.costs) {
        costs.push_back(cost.seconds * 1e3);
        responses.push_back(cost.responseSeconds * 1e3);
        summary.within += cost.seconds <= budget.seconds;
        summary.contacts += static_cast<double>(cost.contacts) / static_cast<double>(drop.costs.size());
        summary.mostContacts = std::max(summary.mostContacts, cost.contacts);
        summary.bound = std::max(summary.bound, cost.worstBound);
    }
    summary.p50 = Quantile(costs, 0.5);
    summary.p99 = Quantile(costs, 0.99);
    summary.most = Quantile(costs, 1);
    summary.responseP50 = Quantile(responses, 0.5);
    return summary;
}

void PrintDrop(const DropOptions& options, const Drop& drop) {
    const DropSummary summary = Summarise(drop, options.settings.budget);
    if (options.json) {
        const nlohmann::ordered_json json{
            {"count", options.settings.count}, {"frames", options.settings.frames},
            {"budget", options.budget},        {"scheduler", options.scheduler},
            {"seed", options.settings.seed},   {"p50Milliseconds", summary.p50},
            {"p99Milliseconds", summary.p99},  {"mostMilliseconds", summary.most},
            {"framesWithin", summary.within},  {"responseP50Milliseconds", summary.responseP50},
            {"contacts", summary.contacts},    {"mostContacts", summary.mostContacts},
            {"worstBound", summary.bound}};
        std::cout << json.dump(2) << "\n";
        return;
    }
    std::cout << "Frame cost: p50 " << Short(summary.p50) << " ms, p99 " << Short(summary.p99) << " ms, most "
              << Short(summary.most) << " ms against a budget of " << options.budget;
    if (std::isfinite(options.settings.budget.seconds))
        std::cout << " (" << summary.within << " of " << options.settings.frames << " frames within)";
    std::cout << "\nContacts:   " << Short(summary.contacts) << " a frame on average, at most " << summary.mostContacts
              << "; worst error bound " << Short(summary.bound) << " of a body's radius\n";
}

int RunDrop(const DropOptions& options) {
    const auto say = [](const std::string& sentence) {
        std::cerr << sentence << "\n";
        return ToolHost::IsCancelled() ? kCancelled : kCannotDo;
    };
    if (!options.record.empty())
        if (std::string fault = FindOutputFault(options.record); !fault.empty()) return say(fault);
    Fallers fallers;
    int32_t mesh = -1;
    for (const std::string& file : options.files)
        if (std::string fault = AddFile(file, options.reading, mesh, fallers); !fault.empty()) return say(fault);
    if (fallers.trees.empty()) return say("There is no tree to drop: name a .sphtree file.");
    ToolHost toolHost(options.host, "dropping");
    const Result<Drop> drop = DropBodies(fallers.trees, options.settings, toolHost.Get());
    if (!drop) return say(drop.Sentence());
    if (!options.record.empty()) {
        const nlohmann::ordered_json json =
            RecordingJson(*drop, options.settings, options.scheduler, fallers.meshJson, fallers.treeJson);
        if (std::string fault = WriteWholeFile(options.record, json.dump() + "\n"); !fault.empty()) return say(fault);
    }
    PrintDrop(options, *drop);
    return kDone;
}

constexpr const char* kDropFooter =
    R"(Bodies of equal size fall onto a floor, collide and pile up. The budget is that of a whole frame: broad phase, traversal
and contacts. A recording also holds each recorded frame within other budgets, from an eighth of the one asked for to
no limit; spheretree view plays it. A mesh is only drawn, and belongs to the trees that are named after it.

Examples:
  spheretree drop bunny.ply bunny.sphtree --record drop.json
  spheretree drop bunny.sphtree teapot.sphtree --count 200 --budget 0.25ms --json
  spheretree view drop.json -o drop.html

Exit codes:
  0    done
  1    a file cannot be read or written
  2    the command line is not understood
  130  cancelled with Ctrl-C)";

void AddNumbers(CLI::App& verb, DropSettings& settings) {
    verb.add_option("--count", settings.count, "Bodies")->check(CLI::Range(1, 10000))->capture_default_str();
    verb.add_option("--frames", settings.frames, "Frames, of a sixtieth of a second")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str();
    verb.add_option("--every", settings.every, "One frame in so many is recorded")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    verb.add_option("--seed", settings.seed, "Another seed, another heap")->capture_default_str();
}

}  // namespace

std::function<int()> AddDropVerb(CLI::App& tool) {
    auto options = std::make_shared<DropOptions>();
    CLI::App* verb =
        tool.add_subcommand("drop", "Drop bodies onto a floor within a budget, with response, and record it");
    verb->add_option("FILES", options->files, "Trees (.sphtree), each after its mesh")->required();
    verb->add_option("--record", options->record, "The recording to write (.json)");
    AddNumbers(*verb, options->settings);
    verb->add_option("--budget", options->budget, "Per frame: 0.5ms, 20000ops, or both with a comma")
        ->capture_default_str();
    verb->add_option("--scheduler", options->scheduler, "best-first, breadth-first, two-class or depth-first")
        ->capture_default_str();
    verb->add_flag("--json", options->json, "Print the figures as JSON");
    verb->add_flag("--quiet", options->host.quiet, "No progress");
    verb->footer(kDropFooter);
    verb->callback([options] {
        const Result<Budget> budget = ReadBudget(options->budget);
        if (!budget) throw CLI::ValidationError("--budget", "is a number with ops, ms or us");
        options->settings.budget = *budget;
        if (!SchedulerOfWord(options->scheduler, options->settings.traversal.scheduler))
            throw CLI::ValidationError("--scheduler", "is best-first, breadth-first, two-class or depth-first");
    });
    return [options] { return RunDrop(*options); };
}

}  // namespace spheretree::tool
