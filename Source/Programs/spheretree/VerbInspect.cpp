#include "LevelFigures.h"
#include "ReadMesh.h"
#include "Table.h"
#include "TableFile.h"
#include "ToolHost.h"
#include "TreeFile.h"
#include "Verb.h"

#include <iostream>
#include <memory>

namespace spheretree::tool {

namespace {

struct InspectSettings {
    std::string file, mesh;
    bool json = false, csv = false;
    MeasureOptions measuring;
    ReadOptions reading;
    ToolHost::Options host;
};

/// One line per sphere; the last column only where the mesh was given.
std::string SphereCsv(const SphereTree& tree, const std::vector<double>& nodeErrors) {
    std::vector<std::string> head{"node", "level", "parent", "children", "x", "y", "z", "radius", "certified_error"};
    if (!nodeErrors.empty()) head.push_back("error");
    std::string text = Line(head, ',');
    for (size_t i = 0; i < tree.nodes.size(); ++i) {
        const TreeNode& node = tree.nodes[i];
        std::vector<std::string> cells{std::to_string(i), std::to_string(node.level), std::to_string(node.parent),
                                       std::to_string(node.childCount)};
        for (const double value :
             {node.sphere.centre.x, node.sphere.centre.y, node.sphere.centre.z, node.sphere.radius, node.error})
            cells.push_back(Exact(value));
        if (!nodeErrors.empty()) cells.push_back(Exact(nodeErrors[i]));
        text += Line(cells, ',');
    }
    return text;
}

void PrintTree(const InspectSettings& settings, const SphereTree& tree, const TreeMeasure& measure) {
    const bool isMeasured = !settings.mesh.empty();
    if (settings.csv) {
        std::cout << SphereCsv(tree, measure.nodeErrors);
        return;
    }
    if (settings.json) {
        nlohmann::ordered_json json{{"file", settings.file}, {"tree", TreeJson(tree)}};
        if (isMeasured) json["mesh"] = settings.mesh;
        if (isMeasured) json["boundingRadius"] = measure.boundingRadius;
        json["levels"] = LevelJson(measure, isMeasured);
        std::cout << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
        return;
    }
    std::cout << settings.file << "\n  " << TreeSentence(tree) << "\n";
    if (isMeasured)
        std::cout << "  measured against " << settings.mesh << ", bounding radius " << Short(measure.boundingRadius)
                  << "\n";
    std::cout << LevelText(measure, isMeasured);
}

/// The referee's figures where a mesh was given, otherwise the tree's own.
Result<TreeMeasure> MeasureOrList(const InspectSettings& settings, const SphereTree& tree) {
    if (settings.mesh.empty()) return FiguresOfTree(tree);
    Result<ReadMesh> read = ReadMeshFile(settings.mesh, settings.reading);
    if (!read) return Error{read.Sentence()};
    ToolHost toolHost(settings.host, "measuring");
    const Host host = toolHost.Get();
    return MeasureTree(tree, read->mesh, settings.measuring, host);
}

/// One line per pair.
std::string PairCsv(const SubsetTable& table) {
    std::string text = Line({"a", "b", "node_a", "node_b", "likelihood"}, ',');
    for (const TablePair& pair : table.pairs) {
        const TableSphere &a = table.spheres[0][static_cast<size_t>(pair.a)],
                          &b = table.spheres[1][static_cast<size_t>(pair.b)];
        text += Line({std::to_string(pair.a), std::to_string(pair.b), std::to_string(a.original),
                      std::to_string(b.original), Exact(pair.likelihood)},
                     ',');
    }
    return text;
}

int InspectTable(const InspectSettings& settings) {
    const Result<SubsetTable> table = ReadTableFile(settings.file);
    if (!table) {
        std::cerr << table.Sentence() << "\n";
        return kCannotDo;
    }
    if (settings.csv) {
        std::cout << PairCsv(*table);
    } else if (settings.json) {
        const nlohmann::ordered_json json{{"file", settings.file}, {"table", TableJson(*table)}};
        std::cout << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
    } else {
        std::cout << settings.file << "\n" << TableText(*table);
    }
    return kDone;
}

int RunInspect(const InspectSettings& settings) {
    if (IsTableName(settings.file)) return InspectTable(settings);
    const Result<SphereTree> tree = ReadTreeFile(settings.file);
    if (!tree) {
        std::cerr << tree.Sentence() << "\n";
        return kCannotDo;
    }
    const Result<TreeMeasure> measure = MeasureOrList(settings, *tree);
    if (!measure) {
        std::cerr << measure.Sentence() << "\n";
        return ToolHost::IsCancelled() ? kCancelled : kCannotDo;
    }
    PrintTree(settings, *tree, *measure);
    return kDone;
}

constexpr const char* kInspectFooter =
    R"(A level is its own spheres and the leaves above it: what a traversal has when it stops there.
  certified  the bound that each node carries: over its whole ball
  error      found by the referee: the largest distance from the sphere's surface, outside the object, to the object

Examples:
  spheretree inspect bunny.sphtree
  spheretree inspect bunny.sphtree --mesh bunny.obj
  spheretree inspect bunny.sphtree --csv > spheres.csv
  spheretree inspect jaw.tss

Exit codes:
  0    the tree was read and printed
  1    a file cannot be read (one sentence says why)
  2    the command line is not understood
  130  cancelled with Ctrl-C)";

}  // namespace

std::function<int()> AddInspectVerb(CLI::App& tool) {
    auto settings = std::make_shared<InspectSettings>();
    CLI::App* inspect = tool.add_subcommand("inspect", "Print what a sphere tree holds, level by level");
    inspect->add_option("FILE", settings->file, "A .sphtree file, or a .tss table of subsets")->required();
    inspect->add_option("--mesh", settings->mesh, "The mesh it was baked from: measures error, volumes, area, overlap");
    CLI::Option* json = inspect->add_flag("--json", settings->json, "Print the levels as JSON");
    inspect->add_flag("--csv", settings->csv, "Print all spheres as CSV")->excludes(json);
    inspect->add_option("--rays", settings->measuring.raysPerLevel, "Rays per level, for the volumes")
        ->check(CLI::Range(0, 100'000'000))
        ->capture_default_str();
    inspect->add_option("--seed", settings->measuring.seed, "Of the measurement")->capture_default_str();
    inspect->add_option("--threads", settings->host.threads, "0 for as many as the machine has")
        ->check(CLI::NonNegativeNumber);
    inspect->add_flag("--quiet", settings->host.quiet, "No progress");
    inspect->footer(kInspectFooter);
    return [settings] { return RunInspect(*settings); };
}

}  // namespace spheretree::tool
