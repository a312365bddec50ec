#pragma once

#include "SphereTree/Host.h"
#include "SphereTree/Recipe.h"
#include "SphereTree/Result.h"
#include "SphereTree/ShellTree.h"
#include "SphereTree/TreeMeasure.h"
#include "SphereTree/TriangleMesh.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace spheretree::tool {

/// A method as the tables name it: the thesis calls HubbardMerge "Hubbard", and Grid with minimum-error spheres
/// "Hybrid".
struct Contender {
    std::string name;
    Method method = Method::Combined;
    bool hybrid = false;
    std::optional<TreeKind> volumes = {};  // no sphere tree: shells or boxes
};

/// All of them, in the order of the tables.
std::vector<Contender> AllContenders();

struct Outcome {
    Contender contender;
    std::string sentence;  // why there is no tree
    double seconds = 0;    // of the bake alone
    TreeMeasure measure;
};

struct MeshComparison {
    std::string mesh;  // file name without folder and extension
    int64_t triangles = 0;
    std::vector<Outcome> outcomes;
};

/// Bakes and measures one contender.
Outcome Contend(const Contender& contender, const TriangleMesh& mesh, Recipe recipe, const MeasureOptions& measuring,
                const Host& bakeHost, const Host& measureHost);

/// Error per level in bounding radii, spheres, seconds; then the improvement factors, the thesis's beside ours where it
/// has them. A factor under two thirds of the thesis's is marked with an exclamation mark.
std::string ComparisonText(const MeshComparison& comparison);
nlohmann::ordered_json ComparisonJson(const MeshComparison& comparison);
/// Rows without a heading; ComparisonCsvHead has it.
std::string ComparisonCsv(const MeshComparison& comparison);
const char* ComparisonCsvHead();

}  // namespace spheretree::tool
