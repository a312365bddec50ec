#include "MeshReportText.h"
#include "ReadMesh.h"
#include "SphereTree/TriangleMesh.h"
#include "ToolHost.h"
#include "Verb.h"

#include <algorithm>
#include <atomic>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>

namespace spheretree::tool {

namespace {

struct CheckSettings {
    std::vector<std::string> files;
    std::string format;
    bool json = false, strict = false, clean = false;
    CleanOptions cleaning;
    ReadOptions reading;
    ToolHost::Options host;
};

struct CheckedFile {
    std::string sentence;  // why there is no report
    ReadMesh read;
    MeshReport report;
    std::optional<CleanReport> cleaned;
};

Result<ReadMesh> ReadStandardInput(const CheckSettings& settings) {
    const std::string bytes{std::istreambuf_iterator<char>(std::cin), {}};
    return ReadMeshMemory(bytes, settings.format, "standard input", settings.reading);
}

CheckedFile CheckFile(const std::string& file, const CheckSettings& settings) {
    CheckedFile checked;
    Result<ReadMesh> read = file == "-" ? ReadStandardInput(settings) : ReadMeshFile(file, settings.reading);
    if (!read) {
        checked.sentence = read.Sentence();
        return checked;
    }
    checked.read = std::move(*read);
    if (settings.clean) {
        Result<CleanedMesh> cleaned = CleanMesh(checked.read.mesh, settings.cleaning);
        if (!cleaned) {
            checked.sentence = file + " cannot be cleaned: " + cleaned.Sentence();
            return checked;
        }
        checked.cleaned = std::move(cleaned->report);
        checked.read.mesh = std::move(cleaned->mesh);
    }
    checked.report = CheckMesh(checked.read.mesh);
    checked.read.mesh = {};  // the report is all that is kept of it
    return checked;
}

nlohmann::ordered_json FileJson(const std::string& file, const CheckedFile& checked) {
    nlohmann::ordered_json json{{"file", file}};
    if (!checked.sentence.empty()) {
        json["error"] = checked.sentence;
        return json;
    }
    json["parts"] = checked.read.parts;
    json["pointsAndLines"] = checked.read.pointsAndLines;
    if (checked.cleaned) json["cleaning"] = CleanJson(*checked.cleaned);
    json["report"] = ReportJson(checked.report);
    return json;
}

void PrintText(const std::string& file, const CheckedFile& checked) {
    if (!checked.sentence.empty()) {
        std::cerr << checked.sentence << "\n";
        return;
    }
    std::cout << file << "\n";
    if (checked.read.pointsAndLines > 0)
        std::cout << "  " << checked.read.pointsAndLines << " points and lines were left out.\n";
    if (checked.cleaned)
        for (const std::string& sentence : checked.cleaned->sentences) std::cout << "  " << sentence << "\n";
    if (checked.cleaned && checked.cleaned->sentences.empty()) std::cout << "  Cleaning changed nothing.\n";
    std::cout << ReportText(checked.report);
}

void PrintJson(const CheckSettings& settings, const std::vector<CheckedFile>& all) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (size_t i = 0; i < all.size(); ++i) json.push_back(FileJson(settings.files[i], all[i]));
    const nlohmann::ordered_json& shown = all.size() == 1 ? json[0] : json;
    std::cout << shown.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
}

/// False when Ctrl-C came first.
bool CheckAll(const CheckSettings& settings, std::vector<CheckedFile>& all) {
    ToolHost toolHost(settings.host, "checking");
    const Host host = toolHost.Get();
    std::atomic<int64_t> done{0};
    host.parallelFor(static_cast<int64_t>(all.size()), [&](int64_t i) {
        if (ToolHost::IsCancelled()) return;
        all[static_cast<size_t>(i)] = CheckFile(settings.files[static_cast<size_t>(i)], settings);
        host.progress(static_cast<double>(++done) / static_cast<double>(all.size()));
    });
    return !ToolHost::IsCancelled();
}

int RunCheck(const CheckSettings& settings) {
    std::vector<CheckedFile> all(settings.files.size());
    if (!CheckAll(settings, all)) {
        std::cerr << "Cancelled.\n";
        return kCancelled;
    }
    if (settings.json) PrintJson(settings, all);
    for (size_t i = 0; i < all.size() && !settings.json; ++i) PrintText(settings.files[i], all[i]);
    const auto failed = [](const CheckedFile& one) { return !one.sentence.empty(); };
    const auto isSound = [](const CheckedFile& one) { return IsSound(one.report); };
    if (std::any_of(all.begin(), all.end(), failed)) return kCannotDo;
    return settings.strict && !std::all_of(all.begin(), all.end(), isSound) ? kNotSound : kDone;
}

constexpr const char* kCheckFooter = R"(Examples:
  spheretree check bunny.obj
  spheretree check --json *.glb > report.json
  spheretree check --fill-holes --repair-orientation --strict scan.ply
  zcat scan.ply.gz | spheretree check - --format ply

Exit codes:
  0    every file was read and reported
  1    a file cannot be read, or nothing is left of it after cleaning (one sentence says why)
  2    the command line is not understood
  3    with --strict: a mesh is not sound (closed, 2-manifold, facing outward, no broken triangle)
  130  cancelled with Ctrl-C)";

}  // namespace

std::function<int()> AddCheckVerb(CLI::App& tool) {
    auto settings = std::make_shared<CheckSettings>();
    CLI::App* check = tool.add_subcommand("check", "Say what a mesh is made of, what is wrong with it, and what to do");
    check
        ->add_option("FILE", settings->files,
                     "Mesh files (OBJ, PLY, STL, OFF, glTF, GLB, FBX, ...); - reads standard input")
        ->required();
    CLI::Option* format =
        check->add_option("--format", settings->format, "Format of standard input, as a file extension");
    check->add_flag("--json", settings->json, "Print the report as JSON: an object, or an array for several files");
    check->add_flag("--strict", settings->strict, "End with 3 when a mesh is not sound");
    CLI::Option* clean = check->add_flag("--clean", settings->clean, "Clean the mesh first and say what was changed");
    CLI::Option* weld = check
                            ->add_option("--weld", settings->cleaning.weldDistance,
                                         "Weld vertices this close, in bounding radii (implies --clean)")
                            ->capture_default_str();
    CLI::Option* sheets =
        check->add_flag("--drop-back-to-back", settings->cleaning.dropBackToBack,
                        "Drop pairs of triangles that face opposite ways on the same corners (implies --clean)");
    CLI::Option* fill = check->add_flag("--fill-holes", settings->cleaning.fillHoles, "Close holes (implies --clean)");
    CLI::Option* orient =
        check->add_flag("--repair-orientation", settings->cleaning.repairOrientation,
                        "Make neighbours agree and shells face outward, cavities inward (implies --clean)");
    check
        ->add_option("--read-limit", settings->reading.limitSeconds,
                     "Seconds after which an importer is ended; 0: a minute, and 5 seconds for every MiB")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    check
        ->add_option("--threads", settings->host.threads,
                     "Files read side by side; 0 for as many as the machine has threads")
        ->check(CLI::NonNegativeNumber);
    check->add_flag("--quiet", settings->host.quiet, "No progress");
    check->footer(kCheckFooter);
    check->callback([settings, clean, weld, sheets, fill, orient, format] {
        settings->clean = clean->count() + weld->count() + sheets->count() + fill->count() + orient->count() > 0;
        const bool fromInput = std::count(settings->files.begin(), settings->files.end(), "-") > 0;
        if (fromInput && format->count() == 0)
            throw CLI::ValidationError("--format", "is needed to read standard input");
    });
    return [settings] { return RunCheck(*settings); };
}

}  // namespace spheretree::tool
