// Writes the named meshes as files for the tool, the demo and pictures.
#include "Scenes/MeshFile.h"
#include "Scenes/Meshes.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

namespace spheretree::scenes {
namespace {

constexpr const char* kUsage =
    "usage: spheretree-scenes-export NAME -o FILE.obj|FILE.ply\n"
    "       spheretree-scenes-export --all FOLDER   every mesh, as OBJ\n"
    "       spheretree-scenes-export --list\n";

int ExportOne(const std::string& name, const std::filesystem::path& path) {
    const std::vector<std::string> names = AllMeshNames();
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        std::fprintf(stderr, "There is no mesh called \"%s\"; --list names them all.\n", name.c_str());
        return 1;
    }
    if (path.extension() != ".obj" && path.extension() != ".ply") {
        std::fprintf(stderr, "%s must end in .obj or .ply.\n", path.c_str());
        return 1;
    }
    const TriangleMesh mesh = MakeMesh(name).mesh;
    path.extension() == ".ply" ? WritePly(mesh, path) : WriteObj(mesh, path);
    std::printf("%s: %zu triangles\n", path.c_str(), mesh.triangles.size());
    return 0;
}

int ExportAll(const std::filesystem::path& folder) {
    for (const std::string& name : AllMeshNames()) {
        if (const int failure = ExportOne(name, folder / (name + ".obj")); failure != 0) return failure;
    }
    return 0;
}

int Run(const std::vector<std::string>& words) {
    if (words.size() == 1 && words[0] == "--list") {
        for (const std::string& name : AllMeshNames()) std::puts(name.c_str());
        return 0;
    }
    if (words.size() == 2 && words[0] == "--all") return ExportAll(words[1]);
    if (words.size() == 3 && words[1] == "-o") return ExportOne(words[0], words[2]);
    std::fputs(kUsage, stderr);
    return 2;
}

}  // namespace
}  // namespace spheretree::scenes

int main(int argc, char** argv) {
    try {
        return spheretree::scenes::Run({argv + 1, argv + argc});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
