#pragma once

#include "ReadMesh.h"
#include "SphereTree/BodySpheres.h"
#include "SphereTree/Host.h"
#include "SphereTree/Result.h"
#include "SphereTree/SubsetTable.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

namespace spheretree::tool {

/// Whether a name is that of a table of subsets.
bool IsTableName(const std::filesystem::path& path);

/// The error is one whole sentence that names the file.
Result<SubsetTable> ReadTableFile(const std::filesystem::path& path);

/// How a body becomes spheres.
struct SpheresWish {
    SphereSource source = SphereSource::Level;
    int32_t level = 3;
    double radius = 0;   // Vertices: of the spheres; Grown: the threshold, a part of the bounding radius
    bool isSet = false;  // somebody asked for it; otherwise trees give levels, meshes grown spheres
};

/// A .sphtree file or a mesh as spheres.
Result<BodySpheres> ReadBodySpheres(const std::filesystem::path& path, const SpheresWish& wish,
                                    const ReadOptions& reading, const Host& host);

std::string TableText(const SubsetTable& table);
nlohmann::ordered_json TableJson(const SubsetTable& table);

const char* KeepName(SubsetKeep keep);
const char* ReductionName(SubsetReduction reduction);

}  // namespace spheretree::tool
