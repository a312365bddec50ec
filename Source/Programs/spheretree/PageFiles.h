#pragma once

#include "ReadMesh.h"
#include "ToolHost.h"

#include "SphereTree/Result.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace spheretree::tool {

struct PageOptions {
    std::string title;
    bool measure = false;  // the referee's figures for every tree that has a mesh
    ReadOptions reading;
    ToolHost::Options host;
};

/// Trees (.sphtree), meshes, recordings and evaluations (.json) → the page's data. A mesh belongs to the trees that
/// come after it. The error is one whole sentence that names the file.
Result<nlohmann::ordered_json> GatherPage(const std::vector<std::string>& files, const PageOptions& options);

/// Every tree of a folder with the mesh of the same name before it, then its recordings and evaluations; by name, so
/// that the same folder gives the same page. `meshes` is a second folder to look for meshes in; may be empty.
Result<std::vector<std::string>> FilesOfFolder(const std::string& folder, const std::string& meshes);

}  // namespace spheretree::tool
