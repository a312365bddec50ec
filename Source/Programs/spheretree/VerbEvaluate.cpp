#include "Evaluation.h"
#include "ReadMesh.h"
#include "ToolHost.h"
#include "TreeFile.h"
#include "Verb.h"

#include <iostream>
#include <memory>

namespace spheretree::tool {

namespace {

struct EvaluateSettings {
    std::vector<std::string> meshes;
    std::string output, docs;
    bool quick = false;
    ReadOptions reading;
    ToolHost::Options host;
};

struct EvaluationRows {
    nlohmann::ordered_json trees = nlohmann::ordered_json::array(), frames = nlohmann::ordered_json::array();
    std::vector<std::string> faults;
    int64_t taken = 0;  // units that an earlier run had done
};

/// What an earlier run found, or null.
nlohmann::ordered_json ReadUnit(const std::filesystem::path& place) {
    const std::vector<uint8_t> bytes = ReadWholeFile(place);
    nlohmann::ordered_json rows = nlohmann::ordered_json::parse(bytes.begin(), bytes.end(), nullptr, false);
    return rows.is_array() ? rows : nlohmann::ordered_json();
}

void RunUnits(const std::vector<EvaluationUnit>& units, const EvaluateSettings& settings, EvaluationRows& all) {
    ToolHost toolHost(settings.host, "evaluating");
    const Host whole = toolHost.Get();
    const std::filesystem::path folder = std::filesystem::path(settings.output) / "units";
    double reached = 0;
    for (size_t i = 0; i < units.size() && !ToolHost::IsCancelled(); ++i) {
        Host host = whole;
        host.progress = [&](double fraction) {  // a unit may bake and measure: it never goes back
            reached = std::max(reached, (static_cast<double>(i) + fraction) / static_cast<double>(units.size()));
            return whole.progress(reached);
        };
        const std::filesystem::path place = folder / (units[i].key + ".json");
        nlohmann::ordered_json rows = ReadUnit(place);
        if (rows.is_null()) {
            Result<nlohmann::ordered_json> made = units[i].run(host);
            if (ToolHost::IsCancelled()) return;
            if (!made) {
                all.faults.push_back(units[i].title + ": " + made.Sentence());
                continue;
            }
            rows = std::move(*made);
            if (const std::string fault = WriteWholeFile(place, rows.dump(1) + "\n"); !fault.empty())
                all.faults.push_back(fault);
        } else {
            ++all.taken;
        }
        nlohmann::ordered_json& table = units[i].isOfFrames ? all.frames : all.trees;
        for (nlohmann::ordered_json& row : rows) table.push_back(std::move(row));
    }
}

std::string CommandOf(const EvaluateSettings& settings) {
    std::string command = "spheretree evaluate";
    for (const std::string& mesh : settings.meshes) command += " " + mesh;
    return command + " -o " + settings.output + (settings.quick ? " --quick" : "");
}

std::string WriteAll(const EvaluateSettings& settings, const EvaluationRows& all) {
    const std::filesystem::path folder = settings.output;
    const std::string command = CommandOf(settings), page = EvaluationMarkdown(all.trees, all.frames, command);
    nlohmann::ordered_json json{{"command", command}, {"trees", all.trees}, {"frames", all.frames}};
    std::vector<std::pair<std::filesystem::path, std::string>> files{{folder / "evaluation.json", json.dump(1) + "\n"},
                                                                     {folder / "trees.csv", RowsCsv(all.trees)},
                                                                     {folder / "frames.csv", RowsCsv(all.frames)},
                                                                     {folder / "Evaluation.md", page}};
    if (!settings.docs.empty()) files.emplace_back(settings.docs, page);
    for (const auto& [path, text] : files)
        if (std::string fault = WriteWholeFile(path, text); !fault.empty()) return fault;
    return "";
}

Result<std::vector<EvaluatedMesh>> ReadMeshes(const EvaluateSettings& settings) {
    std::vector<EvaluatedMesh> meshes;
    for (const std::string& file : settings.meshes) {
        Result<ReadMesh> read = ReadMeshFile(file, settings.reading);
        if (!read) return Error{read.Sentence()};
        meshes.push_back({std::filesystem::path(file).stem().string(), std::move(read->mesh)});
    }
    return meshes;
}

int RunEvaluate(const EvaluateSettings& settings) {
    const Result<std::vector<EvaluatedMesh>> meshes = ReadMeshes(settings);
    std::string fault = meshes ? "" : meshes.Sentence();
    const std::filesystem::path folder = settings.output;
    std::error_code cannot;
    if (fault.empty() && (std::filesystem::create_directories(folder / "units", cannot), cannot))
        fault = settings.output + " cannot be made: " + cannot.message() + ".";
    const BakeCache cache(folder / "trees", "evaluate");
    if (fault.empty()) fault = cache.Open();
    EvaluationRows all;
    const EvaluationPlan plan = MakeEvaluationPlan(settings.quick);
    if (fault.empty()) {
        RunUnits(EvaluationUnits(plan, *meshes, cache), settings, all);
        if (!ToolHost::IsCancelled()) fault = WriteAll(settings, all);
    }
    if (ToolHost::IsCancelled()) {
        std::cerr << "Cancelled; what was done is kept, and the same command goes on from there.\n";
        return kCancelled;
    }
    if (!fault.empty()) {
        std::cerr << fault << "\n";
        return kCannotDo;
    }
    for (const std::string& sentence : all.faults) std::cerr << sentence << "\n";
    std::cout << all.trees.size() << " rows of trees and " << all.frames.size() << " of frames are in "
              << settings.output << ": evaluation.json, trees.csv, frames.csv, Evaluation.md";
    if (all.taken > 0) std::cout << " (" << all.taken << " parts from an earlier run)";
    std::cout << ".\n";
    return all.faults.empty() ? kDone : kNotSound;
}

constexpr const char* kEvaluateFooter =
    R"(The evaluation of the thesis on any meshes: error by method and level, and what an
interrupted traversal knows, by tree, scheduler and budget. What is done is kept; stopped, it goes on where it was.

Examples:
  spheretree evaluate bunny.ply dragon.ply -o out/evaluation --quick
  spheretree evaluate bunny.ply dragon.ply -o out/evaluation --docs Docs/Evaluation.md

Exit codes:
  0    done
  1    a mesh cannot be read, or a file cannot be written (one sentence says why)
  2    the command line is not understood
  3    some method gave no tree for some mesh (a sentence for each); the rest is there
  130  cancelled with Ctrl-C; what was done is kept)";

}  // namespace

std::function<int()> AddEvaluateVerb(CLI::App& tool) {
    auto settings = std::make_shared<EvaluateSettings>();
    CLI::App* verb = tool.add_subcommand("evaluate", "Compare methods, schedulers and budgets as the thesis did");
    verb->add_option("MESH", settings->meshes, "Mesh files")->required();
    verb->add_option("-o,--output", settings->output, "Folder for tables and what is kept; made if need be")
        ->required();
    verb->add_option("--docs", settings->docs, "Write the page for people there, too");
    verb->add_flag("--quick", settings->quick, "Fewer methods, budgets and samples: minutes, not an hour");
    verb->add_option("--threads", settings->host.threads, "0 for as many as the machine has")
        ->check(CLI::NonNegativeNumber);
    verb->add_flag("--quiet", settings->host.quiet, "No progress");
    verb->footer(kEvaluateFooter);
    return [settings] { return RunEvaluate(*settings); };
}

}  // namespace spheretree::tool
