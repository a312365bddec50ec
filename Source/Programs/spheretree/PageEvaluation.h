#pragma once

#include <nlohmann/json.hpp>

namespace spheretree::tool {

/// What `spheretree evaluate` writes: an object with `trees` and `frames`.
bool IsEvaluation(const nlohmann::ordered_json& json);

/// As the rows that the page draws, with the thesis's printed improvements beside ours. Rows that lack a field leave a
/// gap in the page.
nlohmann::ordered_json EvaluationPageRows(const nlohmann::ordered_json& evaluation);

}  // namespace spheretree::tool
