#include "NamedOption.h"
#include "ReadMesh.h"
#include "Simulation.h"
#include "SphereTree/ShellTraversal.h"
#include "SphereTree/ShellTree.h"
#include "Table.h"
#include "ToolHost.h"
#include "TreeFile.h"
#include "Verb.h"

#include <nlohmann/json.hpp>

#include <iostream>
#include <memory>
#include <utility>

namespace spheretree::tool {

namespace {

constexpr std::string_view kShellEnding = ".sphshell";
const std::vector<std::pair<std::string, TreeKind>> kKindNames{{"shells", TreeKind::Shells},
                                                               {"boxes", TreeKind::Boxes},
                                                               {"balls", TreeKind::Balls},
                                                               {"mixed", TreeKind::Mixed},
                                                               {"auto", TreeKind::Auto}};

struct ShellSettings {
    std::string a, b, output, budget;
    ShellRecipe recipe;
    std::vector<double> pose;
    double scale = 1;
    bool json = false, all = false;
    ToolHost::Options host;
};

bool IsShellFile(const std::string& file) { return file.size() > kShellEnding.size() && file.ends_with(kShellEnding); }

/// A .sphshell file as it is, which proves it; a mesh is built, and proven against itself.
Result<ShellTree> ReadOrBuildShells(const std::string& file, const ShellSettings& settings) {
    if (IsShellFile(file)) {
        const std::vector<uint8_t> bytes = ReadWholeFile(file);
        if (bytes.empty()) return Error{file + " cannot be read."};
        Result<ShellTree> tree = ReadShellArchive(bytes.data(), bytes.size());
        if (!tree) return Error{file + ": " + tree.Sentence()};
        return tree;
    }
    Result<ReadMesh> read = ReadMeshFile(file, {});
    if (!read) return Error{read.Sentence()};
    ToolHost toolHost(settings.host, file);
    Result<ShellTree> tree = BuildShellTree(read->mesh, settings.recipe, toolHost.Get());
    if (!tree) return Error{file + ": " + tree.Sentence()};
    if (const std::string fault = FindFault(*tree); !fault.empty()) return Error{file + ": " + fault};
    return tree;
}

struct ShellLevel {
    int64_t nodes = 0, kinds[kVolumeKinds] = {};
    double volume = 0, thickness = 0, error = 0, worst = 0;
};

double NodeVolume(const ShellTree& tree, const VolumeNode& node) {
    const size_t at = static_cast<size_t>(node.volume);
    if (node.kind == VolumeKind::Shell) return VolumeOf(tree.shells[at]);
    if (node.kind == VolumeKind::Box) return VolumeOf(tree.boxes[at]);
    const double r = tree.balls[at].radius;
    return 4.1887902047863905 * r * r * r;
}

std::vector<ShellLevel> LevelsOfShells(const ShellTree& tree) {
    std::vector<ShellLevel> levels;
    std::vector<size_t> levelOf(tree.nodes.size());
    for (size_t i = 0; i < tree.nodes.size(); ++i) {
        const VolumeNode& node = tree.nodes[i];
        if (levels.size() <= levelOf[i]) levels.emplace_back();
        ShellLevel& level = levels[levelOf[i]];
        ++level.nodes;
        ++level.kinds[static_cast<size_t>(node.kind)];
        level.volume += NodeVolume(tree, node);
        level.error += node.error;
        level.worst = std::max(level.worst, node.error);
        if (node.kind == VolumeKind::Shell)
            level.thickness += tree.shells[static_cast<size_t>(node.volume)].Thickness();
        if (node.firstChild < 0) continue;
        for (const int32_t child : {node.firstChild, node.firstChild + 1})
            levelOf[static_cast<size_t>(child)] = levelOf[i] + 1;
    }
    return levels;
}

void PrintShells(const ShellTree& tree, bool asJson) {
    Table table(
        {"level", "nodes", "balls", "shells", "boxes", "volume", "mean thickness", "mean error", "worst error"});
    nlohmann::ordered_json json{{"triangles", tree.triangles.size()}, {"nodes", tree.nodes.size()}, {"proven", true}};
    const std::vector<ShellLevel> levels = LevelsOfShells(tree);
    for (size_t i = 0; i < levels.size(); ++i) {
        const ShellLevel& level = levels[i];
        const double thickness = level.kinds[1] ? level.thickness / static_cast<double>(level.kinds[1]) : 0;
        table.Add({std::to_string(i), std::to_string(level.nodes), std::to_string(level.kinds[0]),
                   std::to_string(level.kinds[1]), std::to_string(level.kinds[2]), Short(level.volume),
                   level.kinds[1] ? Short(thickness) : "", Short(level.error / static_cast<double>(level.nodes)),
                   Short(level.worst)});
        json["levels"].push_back({{"nodes", level.nodes},
                                  {"balls", level.kinds[0]},
                                  {"shells", level.kinds[1]},
                                  {"boxes", level.kinds[2]},
                                  {"volume", level.volume},
                                  {"meanThickness", thickness},
                                  {"meanError", level.error / static_cast<double>(level.nodes)},
                                  {"worstError", level.worst}});
    }
    if (asJson)
        std::cout << json.dump(2) << "\n";
    else
        std::cout << tree.triangles.size() << " triangles, " << tree.nodes.size()
                  << " volumes; each contains all that is below it (proven).\n"
                  << table.Text();
}

nlohmann::ordered_json CountersJson(const ShellTraversal& pair, const Progress& progress) {
    const ShellCounters& c = pair.counters;
    return {{"touches", pair.state != PairState::Refuted},
            {"exact", pair.state != PairState::Pending},
            {"finished", progress.finished},
            {"separationAtMost",
             pair.state == PairState::Refuted ? nlohmann::ordered_json() : nlohmann::ordered_json(pair.bound)},
            {"contacts", pair.contacts.size()},
            {"updates", c.updates},
            {"volumeTests", c.VolumeTests()},
            {"shellTests", c.shellTests},
            {"boxTests", c.boxTests},
            {"ballTests", c.ballTests},
            {"mixedTests", c.mixedTests},
            {"triangleTests", c.triangleTests},
            {"operations", c.operations}};
}

int CollideShells(const ShellSettings& settings, const ShellTree& a, const ShellTree& b) {
    ShellBody bodyB{&b, {}, settings.scale};
    if (settings.pose.size() >= 3) bodyB.pose.position = {settings.pose[0], settings.pose[1], settings.pose[2]};
    if (settings.pose.size() == 7)
        bodyB.pose.rotation = {settings.pose[3], settings.pose[4], settings.pose[5], settings.pose[6]};
    ShellTraversalOptions options;
    options.goal = settings.all ? ShellGoal::All : ShellGoal::First;
    Result<ShellTraversal> pair = BeginShellPair({&a, {}, 1}, bodyB, options);
    if (!pair) {
        std::cerr << pair.Sentence() << "\n";
        return kCannotDo;
    }
    ToolHost toolHost(settings.host, "colliding");
    const Progress progress =
        AdvanceShellPair(*pair, settings.budget.empty() ? Budget{} : *ReadBudget(settings.budget), toolHost.Get());
    if (settings.json) {
        nlohmann::ordered_json json = CountersJson(*pair, progress);
        for (const TrianglePairFound& found : pair->contacts) json["triangles"].push_back({found.a, found.b});
        std::cout << json.dump(2) << "\n";
        return kDone;
    }
    if (pair->state == PairState::Refuted)
        std::cout << "They do not touch";
    else if (pair->state == PairState::Confirmed)
        std::cout << "They touch: triangle " << pair->contacts[0].a << " meets triangle " << pair->contacts[0].b
                  << (settings.all ? ", one of " + std::to_string(pair->contacts.size()) + " pairs" : "");
    else
        std::cout << "They may touch; the budget ended, and they are at most " << Short(pair->bound) << " apart";
    std::cout << "; " << pair->counters.VolumeTests() << " tests of volumes, " << pair->counters.triangleTests
              << " of triangles.\n";
    return kDone;
}

int FailShells(const std::string& sentence) {
    std::cerr << sentence << "\n";
    return ToolHost::IsCancelled() ? kCancelled : kCannotDo;
}

int RunShells(const ShellSettings& settings) {
    const Result<ShellTree> a = ReadOrBuildShells(settings.a, settings);
    if (!a) return FailShells(a.Sentence());
    if (!settings.output.empty())
        if (const std::string fault = WriteWholeFile(settings.output, WriteShellArchive(*a)); !fault.empty())
            return FailShells(fault);
    if (settings.b.empty()) {
        PrintShells(*a, settings.json);
        return kDone;
    }
    const Result<ShellTree> b = ReadOrBuildShells(settings.b, settings);
    if (!b) return FailShells(b.Sentence());
    return CollideShells(settings, *a, *b);
}

constexpr const char* kShellsFooter =
    R"(One mesh: builds its tree of spherical shells, boxes, balls, or balls and shells (auto: what costs this body least),
proves that nothing of the mesh lies outside any volume, and prints it level by level. Two: says whether they touch,
triangle against triangle, and what it cost.

Examples:
  spheretree shells bunny.ply -o bunny.sphshell
  spheretree shells bunny.sphshell torus.obj --pose 0.1 0 0.5 0 0 0 1
  spheretree shells bunny.ply --kind boxes --json

Exit codes:
  0    done
  1    a file cannot be read or written, or holds no sound tree
  2    the command line is not understood
  130  cancelled with Ctrl-C)";

}  // namespace

std::function<int()> AddShellsVerb(CLI::App& tool) {
    auto settings = std::make_shared<ShellSettings>();
    CLI::App* verb = tool.add_subcommand("shells", "Trees of spherical shells: build, prove, collide exactly");
    verb->add_option("A", settings->a, "A mesh, or a tree of shells (.sphshell)")->required();
    verb->add_option("B", settings->b, "Another, or the same: do they touch?");
    verb->add_option("-o,--output", settings->output, "Write A's tree to this file");
    AddNamedOption(*verb, "--kind", settings->recipe.kind, kKindNames,
                   "Of volumes; mixed: balls and shells; auto, the default: whatever is cheapest");
    CLI::Option* pose =
        verb->add_option("--pose", settings->pose, "Of B: x y z, or x y z and a quaternion x y z w")->expected(3, 7);
    verb->add_option("--scale", settings->scale, "Of B: one factor")->check(CLI::PositiveNumber);
    verb->add_flag("--all", settings->all, "Every pair of triangles that meet, not only the first");
    verb->add_option("--budget", settings->budget, "20000ops, 0.5ms, or both with a comma");
    verb->add_flag("--json", settings->json, "Print JSON");
    verb->add_option("--threads", settings->host.threads, "0 for as many as the machine has")
        ->check(CLI::NonNegativeNumber);
    verb->add_flag("--quiet", settings->host.quiet, "No progress");
    verb->footer(kShellsFooter);
    verb->callback([settings, pose] {
        if (!settings->budget.empty() && !ReadBudget(settings->budget))
            throw CLI::ValidationError("--budget", "is a number with ops, ms or us");
        if (pose->count() && settings->pose.size() != 3 && settings->pose.size() != 7)
            throw CLI::ValidationError("--pose", "needs 3 or 7 numbers");
    });
    return [settings] { return RunShells(*settings); };
}

}  // namespace spheretree::tool
