#include "ExportForms.h"
#include "TreeFile.h"
#include "Verb.h"

#include <algorithm>
#include <cctype>
#include <iostream>
#include <memory>

namespace spheretree::tool {

namespace {

struct ExportSettings {
    std::string file, output, form;
    std::vector<int32_t> levels;
    int32_t subdivisions = 2;
};

/// The form that the output's extension asks for; empty when it asks for none.
std::string FormOf(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    if (extension == ".sph") return "sph";
    if (extension == ".obj") return "obj";
    return extension == ".txt" || extension == ".lines" ? "lines" : "";
}

Result<std::string> Convert(const ExportSettings& settings, const SphereTree& tree) {
    if (settings.form == "sph") return SphText(tree);
    if (settings.form == "lines") return LinesText(tree);
    const int32_t levelCount = tree.LevelCount();
    std::vector<int32_t> levels = settings.levels;
    if (levels.empty()) levels = {levelCount - 1};
    for (const int32_t level : levels)
        if (level < 0 || level >= levelCount)
            return Error{settings.file + " has no level " + std::to_string(level) + ": it has levels 0 to " +
                         std::to_string(levelCount - 1) + "."};
    return ObjText(tree, levels, settings.subdivisions);
}

int RunExport(const ExportSettings& settings) {
    const Result<SphereTree> tree = ReadTreeFile(settings.file);
    const Result<std::string> text = tree ? Convert(settings, *tree) : Error{tree.Sentence()};
    const std::string fault = text ? WriteWholeFile(settings.output, *text) : text.Sentence();
    if (fault.empty()) return kDone;
    std::cerr << fault << "\n";
    return kCannotDo;
}

constexpr const char* kExportFooter = R"(Forms:
  sph    the thesis toolkit's text: "levels branch", then "x y z r importance" for each place of the complete tree,
         level by level; r is -1 for a place without a sphere
  lines  "level parent x y z r error" per sphere; parent is a line number from 0, -1 for the root
  obj    the spheres of the chosen levels as meshes

Examples:
  spheretree export bunny.sphtree -o bunny.sph
  spheretree export bunny.sphtree -o - --form lines | sort -n
  spheretree export bunny.sphtree -o bunny-balls.obj --levels 1,2

Exit codes:
  0    the file was written
  1    the tree cannot be read, or the file cannot be written (one sentence says why)
  2    the command line is not understood)";

}  // namespace

std::function<int()> AddExportVerb(CLI::App& tool) {
    auto settings = std::make_shared<ExportSettings>();
    CLI::App* exporter = tool.add_subcommand("export", "Write a sphere tree in another form");
    exporter->add_option("FILE", settings->file, "A .sphtree file")->required();
    exporter->add_option("-o,--output", settings->output, "The file to write; - for standard output")->required();
    exporter->add_option("--form", settings->form, "Taken from the extension (.sph, .txt, .obj) when left out")
        ->check(CLI::IsMember({"sph", "lines", "obj"}));
    exporter->add_option("--levels", settings->levels, "Of the obj form, e.g. 1,2; the deepest when left out")
        ->delimiter(',');
    exporter->add_option("--subdivisions", settings->subdivisions, "Of the obj form: 20*4^n triangles per sphere")
        ->check(CLI::Range(0, 5))
        ->capture_default_str();
    exporter->footer(kExportFooter);
    exporter->callback([settings] {
        if (settings->form.empty()) settings->form = FormOf(settings->output);
        if (settings->form.empty())
            throw CLI::ValidationError("--form", "is needed: the output's extension is none of .sph, .txt, .obj");
    });
    return [settings] { return RunExport(*settings); };
}

}  // namespace spheretree::tool
