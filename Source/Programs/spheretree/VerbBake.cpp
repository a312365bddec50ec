#include "LevelFigures.h"
#include "ReadMesh.h"
#include "RecipeOptions.h"
#include "SphereTree/Archive.h"
#include "SphereTree/SphereTree.h"
#include "ToolHost.h"
#include "TreeFile.h"
#include "Verb.h"

#include <chrono>
#include <iostream>
#include <memory>

namespace spheretree::tool {

namespace {

struct BakeSettings {
    std::string mesh, output, method = "tight";
    Recipe recipe;
    bool json = false;
    ReadOptions reading;
    ToolHost::Options host;
};

void PrintBaked(const BakeSettings& settings, const BakedTree& baked, size_t bytes, double seconds) {
    const TreeMeasure figures = FiguresOfTree(baked.tree);
    if (settings.json) {
        nlohmann::ordered_json json{{"mesh", settings.mesh}, {"file", settings.output}, {"bytes", bytes}};
        json["seconds"] = seconds;
        json["tree"] = TreeJson(baked.tree);
        json["levels"] = LevelJson(figures, false);
        json["stages"] = nlohmann::ordered_json::object();
        for (const BakeStage& stage : baked.stages) {
            const double before = json["stages"].value(stage.name, 0.0);
            json["stages"][stage.name] = before + stage.seconds;
        }
        json["sentences"] = baked.sentences;
        std::cout << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
        return;
    }
    std::ostream& out = settings.output == "-" ? std::cerr : std::cout;  // the tree itself may be on standard output
    for (const std::string& sentence : baked.sentences) out << sentence << "\n";
    out << TreeSentence(baked.tree) << "\n" << LevelText(figures, false);
    char line[64];
    std::snprintf(line, sizeof line, "%zu bytes in %.2f s", bytes, seconds);
    out << settings.output << ": " << line << "\n";
}

int RunBake(const BakeSettings& settings) {
    const std::string outputFault = FindOutputFault(settings.output);
    Result<ReadMesh> read = outputFault.empty() ? ReadMeshFile(settings.mesh, settings.reading) : Error{outputFault};
    if (!read) {
        std::cerr << read.Sentence() << "\n";
        return ToolHost::IsCancelled() ? kCancelled : kCannotDo;
    }
    const auto begin = std::chrono::steady_clock::now();
    const Result<BakedTree> baked = [&] {
        ToolHost toolHost(settings.host, "baking");
        const Host host = toolHost.Get();
        return BuildTree(read->mesh, settings.recipe, host);
    }();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!baked) {
        std::cerr << settings.mesh << " was not baked. " << baked.Sentence() << "\n";
        return ToolHost::IsCancelled() ? kCancelled : kCannotDo;
    }
    const std::vector<uint8_t> bytes = WriteArchive(baked->tree);
    if (const std::string fault = WriteWholeFile(settings.output, bytes); !fault.empty()) {
        std::cerr << fault << "\n";
        return kCannotDo;
    }
    PrintBaked(settings, *baked, bytes.size(), seconds);
    return kDone;
}

constexpr const char* kBakeFooter = R"(Examples:
  spheretree bake bunny.obj -o bunny.sphtree
  spheretree bake bunny.obj -o bunny.sphtree --preset tight
  spheretree bake bunny.obj -o bunny.sphtree --max-error 0.5cm
  spheretree bake bunny.obj -o bunny.sphtree --spheres 200
  spheretree bake bunny.obj -o bunny.sphtree --method grid --hybrid --depth 4
  spheretree bake bunny.obj -o bunny.sphtree --optimise --balance 5,0,0.75 --seed 7

Methods: octree, solid-octree, grid, hubbard-merge, merge, burst, expand, spawn, combined, tight.
Presets are of tight: fast for previews, balanced for daily work, tight for what you ship.
The file is written whole or not at all. The same mesh, options and seed give the same bytes, for every number of threads.

Exit codes:
  0    the tree was baked, proven and written
  1    the mesh cannot be read or baked, or the file cannot be written (one sentence says why)
  2    the command line is not understood
  130  cancelled with Ctrl-C; nothing was written)";

}  // namespace

std::function<int()> AddBakeVerb(CLI::App& tool) {
    auto settings = std::make_shared<BakeSettings>();
    CLI::App* bake = tool.add_subcommand("bake", "Make the sphere tree of a mesh and write it to a file");
    bake->add_option("MESH", settings->mesh, "Mesh file (OBJ, PLY, STL, OFF, glTF, GLB, FBX, ...)")->required();
    bake->add_option("-o,--output", settings->output, "The .sphtree file to write; - for standard output")->required();
    bake->add_option("--method", settings->method, "How the spheres of each node are found")->capture_default_str();
    AddRecipeOptions(*bake, settings->recipe);
    bake->add_flag("--hybrid", settings->recipe.hybrid,
                   "Keep a minimum-volume sphere beside each minimum-error sphere");
    bake->add_flag("--json", settings->json, "Print what was made as JSON");
    bake->add_option("--read-limit", settings->reading.limitSeconds, "Seconds after which an importer is ended")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    bake->add_option("--threads", settings->host.threads, "0 for as many as the machine has")
        ->check(CLI::NonNegativeNumber);
    bake->add_flag("--quiet", settings->host.quiet, "No progress");
    bake->footer(kBakeFooter);
    bake->callback([settings] {
        if (!MethodOfWord(settings->method, settings->recipe.method))
            throw CLI::ValidationError("--method", "knows no " + settings->method);
        if (settings->json && settings->output == "-")
            throw CLI::ValidationError("--json", "and -o - would both use standard output");
    });
    return [settings] { return RunBake(*settings); };
}

}  // namespace spheretree::tool
