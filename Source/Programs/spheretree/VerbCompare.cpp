#include "Comparison.h"
#include "ReadMesh.h"
#include "RecipeOptions.h"
#include "ToolHost.h"
#include "Verb.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

namespace spheretree::tool {

namespace {

struct CompareSettings {
    std::vector<std::string> meshes, methods;
    Recipe recipe;
    bool json = false, csv = false;
    MeasureOptions measuring;
    ReadOptions reading;
    ToolHost::Options host;
};

bool Answers(const Contender& contender, const std::string& word) {
    const std::string plain = PlainWord(word);
    if (plain == PlainWord(contender.name)) return true;
    return !contender.hybrid && !contender.volumes && plain == PlainWord(MethodName(contender.method));
}

std::vector<Contender> ChosenContenders(const std::vector<std::string>& words) {
    std::vector<Contender> chosen = AllContenders();
    if (words.empty()) return chosen;
    std::erase_if(chosen, [&](const Contender& contender) {
        return std::none_of(words.begin(), words.end(),
                            [&](const std::string& word) { return Answers(contender, word); });
    });
    return chosen;
}

MeshComparison CompareOne(const CompareSettings& settings, const std::string& file, const TriangleMesh& mesh) {
    MeshComparison comparison;
    comparison.mesh = std::filesystem::path(file).stem().string();
    comparison.triangles = static_cast<int64_t>(mesh.triangles.size());
    for (const Contender& contender : ChosenContenders(settings.methods)) {
        if (ToolHost::IsCancelled()) break;
        ToolHost bakeHost(settings.host, comparison.mesh + ", " + contender.name + ", baking");
        ToolHost measureHost(settings.host, comparison.mesh + ", " + contender.name + ", measuring");
        const Host bake = bakeHost.Get(), measure = measureHost.Get();
        comparison.outcomes.push_back(Contend(contender, mesh, settings.recipe, settings.measuring, bake, measure));
    }
    return comparison;
}

void PrintComparison(const CompareSettings& settings, const MeshComparison& comparison, nlohmann::ordered_json& all) {
    if (settings.json)
        all.push_back(ComparisonJson(comparison));
    else
        std::cout << (settings.csv ? ComparisonCsv(comparison) : ComparisonText(comparison)) << std::flush;
}

int RunCompare(const CompareSettings& settings) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    bool allDone = true;
    if (settings.csv) std::cout << ComparisonCsvHead();
    for (const std::string& file : settings.meshes) {
        Result<ReadMesh> read = ReadMeshFile(file, settings.reading);
        if (!read) {
            std::cerr << read.Sentence() << "\n";
            allDone = false;
            continue;
        }
        const MeshComparison comparison = CompareOne(settings, file, read->mesh);
        if (ToolHost::IsCancelled()) break;
        PrintComparison(settings, comparison, all);
        for (const Outcome& outcome : comparison.outcomes) allDone = allDone && outcome.sentence.empty();
    }
    if (ToolHost::IsCancelled()) {
        std::cerr << "Cancelled.\n";
        return kCancelled;
    }
    if (settings.json) std::cout << all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
    return allDone ? kDone : kCannotDo;
}

constexpr const char* kCompareFooter =
    R"(Bakes every mesh by every method and measures each tree with the referee. For bunny, dragon, s-shape and ellipsoid
(by the mesh's file name) the improvement factors stand beside those of tables 7.2 to 7.5 of the thesis; for these and
cube, torus and plate the errors stand beside the best published tool's on a mesh of that name and 1,500 triangles.

Examples:
  spheretree compare bunny.obj dragon.obj
  spheretree compare bunny.obj dragon.obj cube.obj --methods tight --preset tight
  spheretree compare bunny.obj --methods octree,hubbard,combined --csv > figures.csv

Methods: octree, solid-octree, grid, hybrid, hubbard, merge, burst, expand, spawn, combined, tight; and, as many volumes as a
level of the sphere trees has, shells and boxes.

Exit codes:
  0    every mesh was baked by every method
  1    a mesh cannot be read, or a method failed on one (one sentence says why; the rest is printed)
  2    the command line is not understood
  130  cancelled with Ctrl-C)";

}  // namespace

std::function<int()> AddCompareVerb(CLI::App& tool) {
    auto settings = std::make_shared<CompareSettings>();
    settings->measuring.raysPerLevel = settings->measuring.areaSamples = settings->measuring.raysPerFamily = 0;
    CLI::App* compare = tool.add_subcommand("compare", "Bake meshes by several methods, side by side");
    compare->add_option("MESH", settings->meshes, "Mesh files")->required();
    compare->add_option("--methods", settings->methods, "Separated by commas; all when left out")->delimiter(',');
    AddRecipeOptions(*compare, settings->recipe);
    CLI::Option* json = compare->add_flag("--json", settings->json, "Print all figures as JSON");
    compare->add_flag("--csv", settings->csv, "Print all figures as CSV")->excludes(json);
    compare->add_option("--threads", settings->host.threads, "0 for as many as the machine has")
        ->check(CLI::NonNegativeNumber);
    compare->add_flag("--quiet", settings->host.quiet, "No progress");
    compare->footer(kCompareFooter);
    compare->callback([settings] {
        const std::vector<Contender> all = AllContenders();
        for (const std::string& word : settings->methods)
            if (std::none_of(all.begin(), all.end(), [&](const Contender& one) { return Answers(one, word); }))
                throw CLI::ValidationError("--methods", "knows no " + word);
    });
    return [settings] { return RunCompare(*settings); };
}

}  // namespace spheretree::tool
