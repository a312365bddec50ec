#pragma once

#include "SphereTree/SphereTree.h"
#include "SphereTree/TriangleMesh.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

// What the page reads: JSON with the long arrays as base64 of little-endian numbers. Resources/Viewer/README.md
// describes every field.
namespace spheretree::tool {

/// More than this makes a page that no browser opens in good time.
inline constexpr int64_t kMostPageSpheres = 1'000'000;
inline constexpr int64_t kMostPageTriangles = 3'000'000;

std::string Base64(const void* bytes, size_t count);

template <typename T>
std::string Base64(const std::vector<T>& values) {
    return Base64(values.data(), values.size() * sizeof(T));
}

/// Corners in units around the middle of the mesh, so that floats hold them wherever the mesh is.
nlohmann::ordered_json PageMeshJson(const std::string& name, const TriangleMesh& mesh);

/// Spheres in units of the root. `mesh` is the place of the tree's mesh among the page's, −1 for none; `levels` are
/// LevelJson's.
nlohmann::ordered_json PageTreeJson(const std::string& name, const SphereTree& tree, int32_t mesh,
                                    const nlohmann::ordered_json& levels);

/// The page with the data in it; empty when the tool was built without the page.
std::string PageText(const nlohmann::ordered_json& data);

/// Whether the tool was built with the page, and the sentence when it was not.
bool HasPage();
inline constexpr const char* kNoPage =
    "This tool was built without its page: run npm ci in Resources/Viewer and build again (make demo does both).";

}  // namespace spheretree::tool
