#include "Scenes/Meshes.h"

#include "Scenes/FormulaMeshes.h"
#include "Scenes/MeshFile.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace spheretree::scenes {
namespace {

enum class Group { Closed, Rough, Large };

struct Entry {
    std::string_view name;
    Group group;
    bool isClosed, isManifold;
    TriangleMesh (*make)();  // null for those that are read from a file
};

constexpr std::array kEntries = {
    Entry{"cube", Group::Closed, true, true, MakeCubeMesh},
    Entry{"ellipsoid", Group::Closed, true, true, MakeEllipsoidMesh},
    Entry{"cylinder", Group::Closed, true, true, MakeCylinderMesh},
    Entry{"torus", Group::Closed, true, true, MakeTorusMesh},
    Entry{"cone", Group::Closed, true, true, MakeConeMesh},
    Entry{"s-shape", Group::Closed, true, true, MakeSShapeMesh},
    Entry{"block", Group::Closed, true, true, MakeBlockMesh},
    Entry{"plate", Group::Closed, true, true, MakePlateMesh},
    Entry{"spike", Group::Closed, true, true, MakeSpikeMesh},
    Entry{"icosphere", Group::Closed, true, true, MakeIcosphereMesh},
    Entry{"interlocked-tori", Group::Closed, true, true, MakeInterlockedToriMesh},
    Entry{"hollow-shell", Group::Closed, true, true, MakeHollowShellMesh},
    Entry{"bunny-1500", Group::Closed, true, true, nullptr},
    Entry{"dragon-1500", Group::Closed, true, true, nullptr},
    Entry{"open-hemisphere", Group::Rough, false, true, MakeOpenHemisphereMesh},
    Entry{"self-intersecting-pair", Group::Rough, true, true, MakeSelfIntersectingPairMesh},
    Entry{"non-manifold-fan", Group::Rough, false, false, MakeNonManifoldFanMesh},
    Entry{"bunny", Group::Rough, true, true, nullptr},
    Entry{"teapot", Group::Rough, false, false, nullptr},
    Entry{"dragon-11k", Group::Large, false, false, nullptr},
    Entry{"dragon-48k", Group::Large, false, false, nullptr},
    Entry{"dragon-203k", Group::Large, false, false, nullptr},
    Entry{"dragon-871k", Group::Large, true, true, nullptr},
};

std::vector<std::string> CollectNames(bool (*isWanted)(const Entry&)) {
    std::vector<std::string> names;
    for (const Entry& entry : kEntries) {
        if (isWanted(entry)) names.emplace_back(entry.name);
    }
    return names;
}

[[noreturn]] void Abort(const std::string& sentence) {
    std::fprintf(stderr, "spheretree-scenes: %s\n", sentence.c_str());
    std::abort();
}

TriangleMesh ReadRealMesh(std::string_view name) {
    const std::filesystem::path path = std::filesystem::path(SPHERETREE_MESHES) / (std::string(name) + ".ply");
    try {
        return ReadPly(path);
    } catch (const std::runtime_error& error) {
        Abort("mesh \"" + std::string(name) + "\" comes from npm and could not be read: " + error.what() +
              ". Run \"npm ci\" in Tests/Scenes, then configure and build again.");
    }
}

}  // namespace

std::vector<std::string> ClosedMeshNames() {
    return CollectNames([](const Entry& entry) { return entry.group == Group::Closed; });
}

std::vector<std::string> RoughMeshNames() {
    return CollectNames([](const Entry& entry) { return entry.group == Group::Rough; });
}

std::vector<std::string> LargeMeshNames() {
    return CollectNames([](const Entry& entry) { return entry.group == Group::Large; });
}

std::vector<std::string> AllMeshNames() {
    return CollectNames([](const Entry&) { return true; });
}

std::vector<std::string> FormulaMeshNames() {
    return CollectNames([](const Entry& entry) { return entry.make != nullptr; });
}

NamedMesh MakeMesh(std::string_view name) {
    const auto entry =
        std::find_if(kEntries.begin(), kEntries.end(), [name](const Entry& e) { return e.name == name; });
    if (entry == kEntries.end()) Abort("there is no mesh called \"" + std::string(name) + "\"");
    return {std::string(name), entry->isClosed, entry->isManifold,
            entry->make != nullptr ? entry->make() : ReadRealMesh(name)};
}

}  // namespace spheretree::scenes
