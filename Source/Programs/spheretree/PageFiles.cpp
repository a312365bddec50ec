#include "PageFiles.h"

#include "LevelFigures.h"
#include "PageData.h"
#include "PageEvaluation.h"
#include "Recording.h"
#include "TreeFile.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

namespace spheretree::tool {

namespace {

using Json = nlohmann::ordered_json;

constexpr uintmax_t kMostBytes = uintmax_t{256} << 20;  // of one JSON file

std::string PageExtension(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    return extension;
}

std::string PageStem(const std::string& file) { return std::filesystem::path(file).stem().string(); }

Result<Json> ReadJsonFile(const std::string& file) {
    std::error_code fault;
    const uintmax_t size = std::filesystem::file_size(file, fault);
    if (fault) return Error{file + " cannot be opened: " + fault.message() + "."};
    if (size > kMostBytes) return Error{file + " is too large for a page: more than 256 MiB."};
    std::ifstream stream(file, std::ios::binary);
    Json json = Json::parse(stream, nullptr, false);
    if (json.is_discarded() || !json.is_object()) return Error{file + " is damaged: it is not a JSON object."};
    return json;
}

/// What a page is gathered into, file by file.
class Gathering {
public:
    Gathering(const PageOptions& options, Json& page) : options_(options), page_(page) {}

    std::string Add(const std::string& file) {
        const std::string extension = PageExtension(file);
        if (extension == ".sphtree") return AddTree(file);
        if (extension == ".json") return AddJson(file);
        return AddMesh(file);
    }

    /// The last mesh with no tree after it would not be seen.
    std::string FindUnseenMesh() const {
        if (!hasMesh_ || meshUsed_) return "";
        return meshFile_ + " has no tree after it: bake one, and name it after its mesh.";
    }

private:
    std::string AddMesh(const std::string& file) {
        if (std::string unseen = FindUnseenMesh(); !unseen.empty()) return unseen;
        Result<ReadMesh> read = ReadMeshFile(file, options_.reading);
        if (!read) return read.Sentence();
        Result<CleanedMesh> clean = CleanMesh(read->mesh);
        if (!clean) return file + " cannot be shown: " + clean.Sentence();
        mesh_ = std::move(clean->mesh);
        triangles_ += static_cast<int64_t>(mesh_.triangles.size());
        if (triangles_ > kMostPageTriangles)
            return file + " is too large for a page: more than " + std::to_string(kMostPageTriangles) +
                   " triangles in all.";
        page_["meshes"].push_back(PageMeshJson(PageStem(file), mesh_));
        meshFile_ = file;
        hasMesh_ = true;
        meshUsed_ = false;
        return "";
    }

    std::string AddTree(const std::string& file) {
        const Result<SphereTree> tree = ReadTreeFile(file);
        if (!tree) return tree.Sentence();
        spheres_ += static_cast<int64_t>(tree->nodes.size());
        if (spheres_ > kMostPageSpheres)
            return file + " is too large for a page: more than " + std::to_string(kMostPageSpheres) +
                   " spheres in all.";
        Result<TreeMeasure> measure = FiguresOfTree(*tree);
        const bool isMeasured = hasMesh_ && options_.measure;
        if (isMeasured) {
            ToolHost toolHost(options_.host, "measuring " + PageStem(file));
            measure = MeasureTree(*tree, mesh_, {}, toolHost.Get());
        }
        if (!measure) return file + " cannot be measured: " + measure.Sentence();
        const int32_t mesh = hasMesh_ ? static_cast<int32_t>(page_["meshes"].size()) - 1 : -1;
        page_["trees"].push_back(PageTreeJson(PageStem(file), *tree, mesh, LevelJson(*measure, isMeasured)));
        meshUsed_ = true;
        return "";
    }

    std::string AddJson(const std::string& file) {
        Result<Json> json = ReadJsonFile(file);
        if (!json) return json.Sentence();
        if (IsRecording(*json)) {
            if (std::string fault = FindRecordingFault(*json); !fault.empty()) return file + " is damaged: " + fault;
            (*json)["name"] = PageStem(file);
            page_["recordings"].push_back(std::move(*json));
            return "";
        }
        if (IsEvaluation(*json)) {
            Json made{{"name", PageStem(file)}, {"rows", EvaluationPageRows(*json)}};
            if (json->contains("command")) made["command"] = (*json)["command"];
            page_["evaluations"].push_back(std::move(made));
            return "";
        }
        if (!json->contains("rows") || !(*json)["rows"].is_array() ||
            !std::all_of((*json)["rows"].begin(), (*json)["rows"].end(),
                         [](const Json& row) { return row.is_object(); }))
            return file + " is neither a recording (spheretree drop) nor an evaluation (spheretree evaluate).";
        (*json)["name"] = PageStem(file);
        page_["evaluations"].push_back(std::move(*json));
        return "";
    }

    const PageOptions& options_;
    Json& page_;
    TriangleMesh mesh_;
    std::string meshFile_;
    bool hasMesh_ = false, meshUsed_ = false;
    int64_t triangles_ = 0, spheres_ = 0;
};

bool IsMeshFile(const std::filesystem::path& path) {
    constexpr std::array kMeshes{".obj", ".ply", ".stl", ".off", ".gltf", ".glb", ".fbx"};
    return std::find(kMeshes.begin(), kMeshes.end(), PageExtension(path)) != kMeshes.end();
}

Result<std::vector<std::filesystem::path>> SortedFiles(const std::string& folder) {
    std::error_code fault;
    std::vector<std::filesystem::path> paths;
    std::filesystem::directory_iterator entry(folder, fault), end;
    for (; !fault && entry != end; entry.increment(fault))
        if (entry->is_regular_file(fault)) paths.push_back(entry->path());
    if (fault) return Error{folder + " cannot be read: " + fault.message() + "."};
    std::sort(paths.begin(), paths.end());
    return paths;
}

/// The mesh of the tree's name; empty when there is none.
std::string MeshOfTree(const std::filesystem::path& tree, const std::vector<std::filesystem::path>& first,
                       const std::vector<std::filesystem::path>& second) {
    for (const std::vector<std::filesystem::path>* paths : {&first, &second})
        for (const std::filesystem::path& path : *paths)
            if (IsMeshFile(path) && path.stem() == tree.stem()) return path.string();
    return "";
}

/// Whether a JSON file is one of ours for the page: a folder holds other reports as well.
bool IsForPage(const std::filesystem::path& path) {
    const Result<Json> json = ReadJsonFile(path.string());
    return !json || IsRecording(*json) || IsEvaluation(*json) || (json->contains("rows") && (*json)["rows"].is_array());
}

}  // namespace

Result<Json> GatherPage(const std::vector<std::string>& files, const PageOptions& options) {
    Json page{{"format", "spheretree-page"}, {"version", 1},
              {"title", options.title},      {"tool", SPHERETREE_VERSION},
              {"meshes", Json::array()},     {"trees", Json::array()},
              {"recordings", Json::array()}, {"evaluations", Json::array()}};
    Gathering gathering(options, page);
    for (const std::string& file : files)
        if (std::string fault = gathering.Add(file); !fault.empty()) return Error{fault};
    if (std::string fault = gathering.FindUnseenMesh(); !fault.empty()) return Error{fault};
    return page;
}

Result<std::vector<std::string>> FilesOfFolder(const std::string& folder, const std::string& meshes) {
    const Result<std::vector<std::filesystem::path>> ours = SortedFiles(folder);
    if (!ours) return Error{ours.Sentence()};
    Result<std::vector<std::filesystem::path>> others = std::vector<std::filesystem::path>{};

    if (!meshes.empty()) others = SortedFiles(meshes);
    if (!others) return Error{others.Sentence()};
    std::vector<std::string> files, withMesh, last;  // trees without a mesh stand first, where none is before them
    for (const std::filesystem::path& path : *ours) {
        if (PageExtension(path) == ".json" && IsForPage(path)) last.push_back(path.string());
        if (PageExtension(path) != ".sphtree") continue;
        const std::string mesh = MeshOfTree(path, *ours, *others);
        if (!mesh.empty()) withMesh.push_back(mesh);
        (mesh.empty() ? files : withMesh).push_back(path.string());
    }
    files.insert(files.end(), withMesh.begin(), withMesh.end());
    files.insert(files.end(), last.begin(), last.end());
    if (files.empty()) return Error{folder + " holds no tree, no recording and no evaluation."};
    return files;
}

}  // namespace spheretree::tool
