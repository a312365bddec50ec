#include "BakeCache.h"
#include "BakeKey.h"
#include "BatchPlan.h"
#include "LevelFigures.h"
#include "ReadMesh.h"
#include "RecipeOptions.h"
#include "SphereTree/Archive.h"
#include "ToolHost.h"
#include "TreeFile.h"
#include "Verb.h"

#include <chrono>
#include <iostream>
#include <memory>
#include <optional>

namespace spheretree::tool {

namespace {

namespace fs = std::filesystem;

struct BatchSettings {
    std::string folder, output, method = "tight", shard = "1/1", cache, report;
    std::vector<std::string> extensions{"obj", "ply", "stl", "off", "gltf", "glb", "fbx"};
    bool noCache = false, dryRun = false;
    Recipe recipe;
    ReadOptions reading;
    ToolHost::Options host;

    std::string Writer() const {  // 2/8 → 2-of-8
        std::string word = shard;
        return word.replace(word.find('/'), 1, "-of-");
    }
};

enum class BatchOutcome { Baked, FromCache, Failed, NotReached };
constexpr const char* kOutcomeWords[] = {"baked", "cached", "failed", "not reached"};

struct BatchRow {
    BatchOutcome outcome = BatchOutcome::NotReached;
    std::string key, sentence;  // why it failed
    std::vector<std::string> sentences;
    double seconds = 0;
    nlohmann::ordered_json levels;
};

/// What one mesh gives: the bytes of its tree, and how they were come by.
struct Baked {
    std::vector<uint8_t> archive;
    BatchRow row;
};

Baked FailedItem(std::string sentence) {
    Baked baked;
    baked.row.outcome = BatchOutcome::Failed;
    baked.row.sentence = std::move(sentence);
    return baked;
}

Baked BakeOne(const BatchItem& item, const BatchSettings& settings, const BakeCache& cache, const Host& host) {
    const Result<ReadMesh> read = ReadMeshFile(item.mesh, settings.reading);
    if (!read) return FailedItem(read.Sentence());
    Baked baked;
    baked.row.key = BakeKey(read->mesh, settings.recipe);
    baked.archive = cache.Find(baked.row.key);
    baked.row.outcome = baked.archive.empty() ? BatchOutcome::Baked : BatchOutcome::FromCache;
    if (!baked.archive.empty()) return baked;
    const Result<BakedTree> tree = BuildTree(read->mesh, settings.recipe, host);
    if (!tree) return FailedItem(item.mesh.string() + " was not baked. " + tree.Sentence());
    baked.row.sentences = tree->sentences;
    baked.archive = WriteArchive(tree->tree);
    if (const std::string fault = cache.Keep(baked.row.key, baked.archive); !fault.empty())
        host.log(LogLevel::Warning, fault);
    return baked;
}

/// A file that already holds these bytes is left as it is, so that whoever watches it sees no change.
std::string WriteTree(const BatchItem& item, const std::vector<uint8_t>& archive, const std::string& writer) {
    std::error_code fault;
    fs::create_directories(item.tree.parent_path(), fault);
    if (fault) return item.tree.parent_path().string() + " cannot be made: " + fault.message() + ".";
    fs::remove(item.tree.string() + UnfinishedEnding(writer), fault);
    if (ReadWholeFile(item.tree) == archive) return "";
    return WriteWholeFileAs(item.tree, archive, writer);
}

BatchRow RunItem(const BatchItem& item, const BatchSettings& settings, const BakeCache& cache, const Host& host) {
    const auto begin = std::chrono::steady_clock::now();
    Baked baked = BakeOne(item, settings, cache, host);
    BatchRow& row = baked.row;
    if (row.outcome != BatchOutcome::Failed) {
        if (std::string fault = WriteTree(item, baked.archive, settings.Writer()); !fault.empty())
            row = FailedItem(std::move(fault)).row;
        else if (const Result<SphereTree> tree = ReadArchive(baked.archive.data(), baked.archive.size()))
            row.levels = LevelJson(FiguresOfTree(*tree), false);
    }
    row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return row;
}

nlohmann::ordered_json BatchRowJson(const BatchItem& item, const BatchRow& row) {
    nlohmann::ordered_json json{{"mesh", item.name}, {"outcome", kOutcomeWords[static_cast<int>(row.outcome)]}};
    if (row.outcome == BatchOutcome::NotReached) return json;
    json["seconds"] = row.seconds;
    if (row.outcome == BatchOutcome::Failed) {
        json["sentence"] = row.sentence;
        return json;
    }
    json["tree"] = item.tree.generic_string();
    json["key"] = row.key;
    json["levels"] = row.levels;
    if (!row.sentences.empty()) json["sentences"] = row.sentences;
    return json;
}

struct BatchCounts {
    int64_t of[4] = {};
    int64_t& operator[](BatchOutcome outcome) { return of[static_cast<int>(outcome)]; }
};

std::string BatchReportText(const BatchSettings& settings, const std::vector<BatchItem>& items,
                            const std::vector<BatchRow>& rows, BatchCounts counts) {
    nlohmann::ordered_json json{{"folder", settings.folder},
                                {"output", settings.output},
                                {"shard", settings.shard},
                                {"recipe", RecipeLine(settings.recipe)},
                                {"version", SPHERETREE_VERSION}};
    for (const BatchOutcome outcome :
         {BatchOutcome::Baked, BatchOutcome::FromCache, BatchOutcome::Failed, BatchOutcome::NotReached})
        json["counts"][kOutcomeWords[static_cast<int>(outcome)]] = counts[outcome];
    json["meshes"] = nlohmann::ordered_json::array();
    for (size_t i = 0; i < items.size(); ++i) json["meshes"].push_back(BatchRowJson(items[i], rows[i]));
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::vector<BatchRow> RunItems(const std::vector<BatchItem>& items, const BatchSettings& settings,
                               const BakeCache& cache) {
    ToolHost toolHost(settings.host, "baking " + std::to_string(items.size()) + " meshes");
    const Host whole = toolHost.Get();
    std::vector<BatchRow> rows(items.size());
    for (size_t i = 0; i < items.size() && !ToolHost::IsCancelled(); ++i) {
        Host host = whole;
        host.progress = [&](double fraction) {
            return whole.progress((static_cast<double>(i) + fraction) / static_cast<double>(items.size()));
        };
        BatchRow row = RunItem(items[i], settings, cache, host);
        if (ToolHost::IsCancelled() && row.outcome == BatchOutcome::Failed) break;  // its sentence would say just that
        if (row.outcome == BatchOutcome::Failed) whole.log(LogLevel::Warning, row.sentence);
        rows[i] = std::move(row);
    }
    return rows;
}

int Finish(const BatchSettings& settings, const std::vector<BatchItem>& items, const std::vector<BatchRow>& rows) {
    BatchCounts counts;
    for (const BatchRow& row : rows) ++counts[row.outcome];
    std::cout << counts[BatchOutcome::Baked] << " baked, " << counts[BatchOutcome::FromCache] << " from the cache, "
              << counts[BatchOutcome::Failed] << " failed, of " << rows.size() << " meshes";
    if (settings.shard != "1/1") std::cout << " of shard " << settings.shard;
    std::cout << ".\n";
    if (!settings.report.empty()) {
        const std::string fault = WriteWholeFile(settings.report, BatchReportText(settings, items, rows, counts));
        if (!fault.empty()) {
            std::cerr << fault << "\n";
            return kCannotDo;
        }
    }
    if (ToolHost::IsCancelled()) return kCancelled;
    return counts[BatchOutcome::Failed] > 0 ? kNotSound : kDone;
}

int ListOnly(const std::vector<BatchItem>& items) {
    for (const BatchItem& item : items) std::cout << item.name << " -> " << item.tree.generic_string() << "\n";
    return kDone;
}

int RunBatch(BatchSettings& settings) {
    if (settings.cache.empty() && !settings.noCache) settings.cache = (fs::path(settings.output) / ".cache").string();
    const Result<std::vector<BatchItem>> plan = PlanBatch(settings.folder, settings.output, settings.extensions);
    std::string fault = plan ? "" : plan.Sentence();
    if (plan && plan->empty())
        fault = "There is no mesh below " + settings.folder + ". Name its extension with --extensions.";
    if (fault.empty() && !settings.report.empty()) fault = FindOutputFault(settings.report);
    if (fault.empty() && settings.dryRun) return ListOnly(TakeShard(*plan, *ReadShard(settings.shard)));
    const BakeCache cache(settings.noCache ? "" : settings.cache, settings.Writer());
    if (fault.empty()) fault = cache.Open();
    if (!fault.empty()) {
        std::cerr << fault << "\n";
        return kCannotDo;
    }
    const std::vector<BatchItem> items = TakeShard(*plan, *ReadShard(settings.shard));
    return Finish(settings, items, RunItems(items, settings, cache));
}

constexpr const char* kBatchFooter =
    R"(Trees go below the output folder as the meshes lie below theirs: props/chair.obj gives props/chair.sphtree.
A tree that was baked before, from the same geometry with the same recipe and version, comes from the cache; so a batch
that was stopped, killed or cut off goes on where it was. Files are written whole or not at all.

Shards share the work without talking to one another: each mesh belongs to one of n by its name. Every shard is a
process of its own, on this machine or another; they may share the output and the cache.

Examples:
  spheretree batch Meshes -o Trees --report report.json
  spheretree batch Meshes -o Trees --method merge --depth 4 --threads 1 --shard 2/8
  parallel spheretree batch Meshes -o Trees --threads 1 --quiet --shard {}/8 ::: 1 2 3 4 5 6 7 8
  sbatch --array=1-8 --wrap 'spheretree batch Meshes -o Trees --shard $SLURM_ARRAY_TASK_ID/8'

Exit codes:
  0    every mesh has its tree
  1    the folder cannot be read, or the report cannot be written (one sentence says why)
  2    the command line is not understood
  3    some meshes failed; the others have their trees (a sentence for each, and in the report)
  130  cancelled with Ctrl-C; what was finished stays)";

}  // namespace

std::function<int()> AddBatchVerb(CLI::App& tool) {
    auto settings = std::make_shared<BatchSettings>();
    CLI::App* batch = tool.add_subcommand("batch", "Bake every mesh below a folder");
    batch->add_option("FOLDER", settings->folder, "Where the meshes are")->required();
    batch->add_option("-o,--output", settings->output, "Folder for the trees; made if need be")->required();
    batch->add_option("--method", settings->method, "How the spheres of each node are found")->capture_default_str();
    AddRecipeOptions(*batch, settings->recipe);
    batch->add_option("--extensions", settings->extensions, "Which files are meshes")
        ->delimiter(',')
        ->capture_default_str();
    batch->add_option("--shard", settings->shard, "Do part i of n: 2/8")->capture_default_str();
    CLI::Option* cache =
        batch->add_option("--cache", settings->cache, "Folder of trees by content; without it, .cache in the output");
    batch->add_flag("--no-cache", settings->noCache, "Bake everything again, keep nothing")->excludes(cache);
    batch->add_option("--report", settings->report, "Write what became of each mesh, as JSON; - for standard output");
    batch->add_flag("--dry-run", settings->dryRun, "Only list what would be baked");
    batch->add_option("--read-limit", settings->reading.limitSeconds, "Seconds after which an importer is ended")
        ->check(CLI::PositiveNumber);
    batch->add_option("--threads", settings->host.threads, "0 for as many as the machine has")
        ->check(CLI::NonNegativeNumber);
    batch->add_flag("--quiet", settings->host.quiet, "No progress; failures are still named");
    batch->footer(kBatchFooter);
    batch->callback([settings] {
        if (!MethodOfWord(settings->method, settings->recipe.method))
            throw CLI::ValidationError("--method", "knows no " + settings->method);
        if (const Result<Shard> shard = ReadShard(settings->shard); !shard)
            throw CLI::ValidationError("--shard", shard.Sentence());
        for (std::string& extension : settings->extensions) extension = PlainWord(extension);
    });
    return [settings] { return RunBatch(*settings); };
}

}  // namespace spheretree::tool
