#pragma once

#include "Drop.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace spheretree::tool {

inline constexpr const char* kRecordingFormat = "spheretree-recording";

/// A drop as the page plays it. `meshes` and `trees` are PageMeshJson's and PageTreeJson's, in the drop's order.
nlohmann::ordered_json RecordingJson(const Drop& drop, const DropSettings& settings, const std::string& scheduler,
                                     const nlohmann::ordered_json& meshes, const nlohmann::ordered_json& trees);

bool IsRecording(const nlohmann::ordered_json& json);

/// Empty, or what is wrong: a file may come from anywhere, and the page trusts what the tool lets through.
std::string FindRecordingFault(const nlohmann::ordered_json& json);

}  // namespace spheretree::tool
