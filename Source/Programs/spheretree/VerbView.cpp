#include "PageData.h"
#include "PageFiles.h"
#include "TreeFile.h"
#include "Verb.h"

#include <filesystem>
#include <iostream>
#include <memory>

namespace spheretree::tool {

namespace {

struct ViewSettings {
    std::vector<std::string> files;
    std::string folder, meshes, output;
    PageOptions options;
};

int SayFault(const std::string& sentence) {
    std::cerr << sentence << "\n";
    return ToolHost::IsCancelled() ? kCancelled : kCannotDo;
}

int WritePage(const std::vector<std::string>& files, const ViewSettings& settings) {
    if (!HasPage()) return SayFault(kNoPage);
    if (std::string fault = FindOutputFault(settings.output); !fault.empty()) return SayFault(fault);
    const Result<nlohmann::ordered_json> page = GatherPage(files, settings.options);
    if (!page) return SayFault(page.Sentence());
    if (std::string fault = WriteWholeFile(settings.output, PageText(*page)); !fault.empty()) return SayFault(fault);
    return kDone;
}

int RunReport(const ViewSettings& settings) {
    const Result<std::vector<std::string>> files = FilesOfFolder(settings.folder, settings.meshes);
    return files ? WritePage(*files, settings) : SayFault(files.Sentence());
}

constexpr const char* kExitCodes = R"(

Exit codes:
  0    the page was written
  1    a file cannot be read, is damaged or too large (one sentence says which)
  2    the command line is not understood
  130  cancelled with Ctrl-C)";

constexpr const char* kViewFooter =
    R"(The page is one file that needs no network: open it in any browser, send it, print it.
A mesh belongs to the trees that are named after it. Two trees can be set side by side.

Examples:
  spheretree view bunny.ply bunny.sphtree -o bunny.html
  spheretree view bunny.ply merge.sphtree octree.sphtree -o two-methods.html --measure
  spheretree view drop.json -o drop.html)";

constexpr const char* kReportFooter =
    R"(Looks through a folder: every tree with the mesh of the same name, every recording, every evaluation.

Examples:
  spheretree report baked -o baked.html
  spheretree report baked --meshes sources -o baked.html --measure)";

void AddPageOptions(CLI::App& verb, ViewSettings& settings) {
    verb.add_option("-o,--output", settings.output, "The page to write; - for standard output")->required();
    verb.add_option("--title", settings.options.title, "Above the page")->default_val("SphereTree");
    verb.add_flag("--measure", settings.options.measure, "The referee's figures too, for trees with a mesh");
    verb.add_option("--threads", settings.options.host.threads, "0 for as many as the machine has")
        ->check(CLI::NonNegativeNumber);
    verb.add_flag("--quiet", settings.options.host.quiet, "No progress");
}

}  // namespace

std::function<int()> AddViewVerb(CLI::App& tool) {
    auto settings = std::make_shared<ViewSettings>();
    CLI::App* view = tool.add_subcommand("view", "Write trees, recordings and evaluations as a page for the browser");
    view->add_option("FILES", settings->files, "Meshes, .sphtree files, recordings and evaluations (.json)")
        ->required();
    AddPageOptions(*view, *settings);
    view->footer(std::string(kViewFooter) + kExitCodes);
    return [settings] { return WritePage(settings->files, *settings); };
}

std::function<int()> AddReportVerb(CLI::App& tool) {
    auto settings = std::make_shared<ViewSettings>();
    CLI::App* report = tool.add_subcommand("report", "Write a page of everything that a folder holds");
    report->add_option("FOLDER", settings->folder, "Where the trees are")->required();
    report->add_option("--meshes", settings->meshes, "Another folder to look for their meshes in");
    AddPageOptions(*report, *settings);
    report->footer(std::string(kReportFooter) + kExitCodes);
    return [settings] { return RunReport(*settings); };
}

}  // namespace spheretree::tool
