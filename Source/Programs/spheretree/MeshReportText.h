#pragma once

#include "SphereTree/TriangleMesh.h"

#include <nlohmann/json.hpp>

#include <string>

namespace spheretree::tool {

/// For people: what the mesh is, what is wrong with it, and what to do.
std::string ReportText(const MeshReport& report);

/// For machines: every field of MeshReport by its own name.
nlohmann::ordered_json ReportJson(const MeshReport& report);
nlohmann::ordered_json CleanJson(const CleanReport& report);

/// One sentence: closed and sound, or what it lacks.
std::string Verdict(const MeshReport& report);

/// Closed, 2-manifold, oriented, outward, and free of broken triangles.
bool IsSound(const MeshReport& report);

}  // namespace spheretree::tool
