#include "ConstraintFile.h"
#include "TableFile.h"
#include "ToolHost.h"
#include "TreeFile.h"
#include "Verb.h"

#include <iostream>
#include <map>
#include <memory>

namespace spheretree::tool {

namespace {

struct TabulateSettings {
    std::string first, second, constraint, output, reduction = "cover", keep = "bodies", spheres;
    int32_t levels[2] = {3, 3};
    double radius = 0;
    SubsetOptions options;
    bool json = false;
    ReadOptions reading;
    ToolHost::Options host;
};

const std::map<std::string, SubsetReduction> kReductions{
    {"none", SubsetReduction::None}, {"paper", SubsetReduction::Paper}, {"cover", SubsetReduction::Cover}};
const std::map<std::string, SubsetKeep> kKeeps{
    {"pairs", SubsetKeep::Pairs}, {"rows", SubsetKeep::Rows}, {"bodies", SubsetKeep::Bodies}};
const std::map<std::string, SphereSource> kSources{
    {"level", SphereSource::Level}, {"grown", SphereSource::Grown}, {"vertices", SphereSource::Vertices}};

SpheresWish WishOf(const TabulateSettings& settings, size_t body) {
    SpheresWish wish;
    wish.level = settings.levels[body];
    wish.radius = settings.radius;
    wish.isSet = !settings.spheres.empty();
    if (wish.isSet) wish.source = kSources.at(settings.spheres);
    return wish;
}

Result<SubsetTable> MakeTable(const TabulateSettings& settings) {
    if (const std::string fault = FindOutputFault(settings.output); !fault.empty()) return Error{fault};
    const Result<ConstraintFile> file = ReadConstraintFile(settings.constraint);
    if (!file) return Error{file.Sentence()};
    ToolHost toolHost(settings.host, "tabulating");
    const Host host = toolHost.Get();
    Host silent = host;  // the growth has a progress of its own; one bar is enough
    silent.progress = [](double) { return !ToolHost::IsCancelled(); };
    const std::string* names[2] = {&settings.first, &settings.second};
    BodySpheres bodies[2];
    for (size_t i = 0; i < 2; ++i) {
        Result<BodySpheres> body = ReadBodySpheres(*names[i], WishOf(settings, i), settings.reading, silent);
        if (!body) return Error{body.Sentence()};
        bodies[i] = std::move(*body);
    }
    SubsetOptions options = settings.options;
    options.reduction = kReductions.at(settings.reduction);
    options.keep = kKeeps.at(settings.keep);
    return TabulateSubsets(bodies[0], bodies[1], file->constraint, options, FieldsFor(*file, bodies[1]), host);
}

int RunTabulate(const TabulateSettings& settings) {
    const Result<SubsetTable> table = MakeTable(settings);
    if (!table) {
        std::cerr << table.Sentence() << "\n";
        return ToolHost::IsCancelled() ? kCancelled : kCannotDo;
    }
    const std::vector<uint8_t> bytes = WriteSubsets(*table);
    if (const std::string fault = WriteWholeFile(settings.output, bytes); !fault.empty()) {
        std::cerr << fault << "\n";
        return kCannotDo;
    }
    if (settings.json) {
        nlohmann::ordered_json json{{"file", settings.output}, {"bytes", bytes.size()}, {"table", TableJson(*table)}};
        std::cout << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
        return kDone;
    }
    std::ostream& out = settings.output == "-" ? std::cerr : std::cout;
    out << settings.output << ", " << bytes.size() << " bytes\n" << TableText(*table);
    return kDone;
}

constexpr const char* kTabulateFooter =
    R"(The second body moves relative to the first as the constraint says (its file: Docs/Tabulate.md). Only the spheres that
can ever meet stay in the table; a query tests those, and asks the trees for poses outside the constraint.

  --keep bodies   whether the bodies touch, and some points: the smallest table
  --keep rows     every sphere of the first body that is touched is told of
  --keep pairs    every two spheres that can meet
  --reduction cover loses nothing; paper is the paper's, which may miss poses (verify says which); none keeps all pairs

Examples:
  spheretree tabulate skull.sphtree jaw.sphtree --constraint jaw.json -o jaw.tss
  spheretree tabulate frame.obj door.obj --constraint door.json --spheres grown -o door.tss
  spheretree inspect jaw.tss
  spheretree verify skull.sphtree jaw.sphtree jaw.tss

Exit codes:
  0    the table was made and written
  1    a file cannot be read, the constraint makes no sense, or the file cannot be written (one sentence says why)
  2    the command line is not understood
  130  cancelled with Ctrl-C; nothing was written)";

template <typename Map>
std::vector<std::string> WordsOf(const Map& map) {
    std::vector<std::string> words;
    for (const auto& entry : map) words.push_back(entry.first);
    return words;
}

void AddTabulateLimits(CLI::App& verb, SubsetOptions& options) {
    verb.add_option("--fraction", options.fraction, "Of a radius that a sphere moves between samples, at most")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    verb.add_option("--slop", options.slop,
                    "How far poses may be off the constraint; a thousandth of the reach if left out")
        ->check(CLI::NonNegativeNumber);
    verb.add_option("--loss", options.loss, "Cover: contacts may be told so much early; none is missed")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    verb.add_option("--cells", options.mostCells, "Cells of the motion at most; with fewer the margin grows")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
}

}  // namespace

std::function<int()> AddTabulateVerb(CLI::App& tool) {
    auto settings = std::make_shared<TabulateSettings>();
    CLI::App* verb = tool.add_subcommand("tabulate", "Find the few spheres that can meet under a constrained motion");
    verb->add_option("FIRST", settings->first, "A .sphtree or mesh file")->required();
    verb->add_option("SECOND", settings->second, "The body that moves: a .sphtree or mesh file")->required();
    verb->add_option("--constraint", settings->constraint, "How it moves: a JSON file")->required();
    verb->add_option("-o,--output", settings->output, "The .tss file to write; - for standard output")->required();
    verb->add_option("--spheres", settings->spheres, "level, grown or vertices; trees give a level, meshes grow")
        ->check(CLI::IsMember(WordsOf(kSources)));
    verb->add_option("--level-first", settings->levels[0], "Of the first tree")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    verb->add_option("--level-second", settings->levels[1], "Of the second tree")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    verb->add_option("--radius", settings->radius, "Of vertex spheres; grown: the threshold, of the bounding radius")
        ->check(CLI::PositiveNumber);
    verb->add_option("--keep", settings->keep, "bodies, rows or pairs")
        ->check(CLI::IsMember(WordsOf(kKeeps)))
        ->capture_default_str();
    verb->add_option("--reduction", settings->reduction, "cover, paper or none")
        ->check(CLI::IsMember(WordsOf(kReductions)))
        ->capture_default_str();
    AddTabulateLimits(*verb, settings->options);
    verb->add_flag("--json", settings->json, "Print the figures as JSON");
    verb->add_option("--threads", settings->host.threads, "0 for as many as the machine has")
        ->check(CLI::NonNegativeNumber);
    verb->add_flag("--quiet", settings->host.quiet, "No progress");
    verb->footer(kTabulateFooter);
    verb->callback([settings] {
        if (settings->json && settings->output == "-")
            throw CLI::ValidationError("--json", "and -o - would both use standard output");
        if (settings->spheres == "vertices" && !(settings->radius > 0))
            throw CLI::ValidationError("--spheres", "vertices needs --radius");
    });
    return [settings] { return RunTabulate(*settings); };
}

}  // namespace spheretree::tool
