#include "PageEvaluation.h"

#include "ThesisTables.h"

#include <algorithm>
#include <string>
#include <vector>

namespace spheretree::tool {

namespace {

using Json = nlohmann::ordered_json;

bool IsListOfObjects(const Json& json, const char* member) {
    return json.contains(member) && json[member].is_array() &&
           std::all_of(json[member].begin(), json[member].end(), [](const Json& row) { return row.is_object(); });
}

struct Renamed {
    const char* from;
    const char* to;
};

/// The row's fields under the page's names; what is not there is left out.
template <size_t N>
Json PageRow(const char* kind, const Json& row, const Renamed (&fields)[N]) {
    Json made{{"kind", kind}};
    for (const Renamed& field : fields)
        if (row.contains(field.from)) made[field.to] = row[field.from];
    return made;
}

constexpr Renamed kErrorFields[] = {
    {"mesh", "mesh"}, {"method", "method"}, {"level", "level"}, {"spheres", "spheres"},
    {"max", "worst"}, {"rms", "rms"},       {"mean", "mean"},   {"certifiedMax", "certified"}};
constexpr Renamed kInterruptionFields[] = {{"mesh", "mesh"},           {"method", "method"},
                                           {"scheduler", "scheduler"}, {"budgetOperations", "operations"},
                                           {"worst", "worst"},         {"rms", "rms"},
                                           {"best", "best"},           {"bound", "bound"},
                                           {"contacts", "contacts"},   {"nodePairs", "nodePairs"}};

std::string TextOf(const Json& row, const char* member) {
    return row.contains(member) && row[member].is_string() ? row[member].get<std::string>() : "";
}

/// A figure of one method at one level; 0 when there is none.
double FigureOf(const Json& trees, const std::string& mesh, const std::string& method, int level, const char* figure) {
    for (const Json& row : trees)
        if (TextOf(row, "mesh") == mesh && TextOf(row, "method") == method && row.contains("level") &&
            row["level"].is_number_integer() && row["level"].get<int>() == level && row.contains(figure) &&
            row[figure].is_number())
            return row[figure].get<double>();
    return 0;
}

Json RatioOf(double reference, double own) { return reference > 0 && own > 0 ? Json(reference / own) : Json(); }

void AddImprovements(const Json& trees, const std::string& mesh, const ThesisTable& table, Json& rows) {
    for (const ImprovementRow& printed : table.rows)
        for (int level = 1; level <= 3; ++level) {
            const auto figure = [&](const char* method, const char* name) {
                return FigureOf(trees, mesh, method, level, name);
            };
            Json row{{"kind", "improvement"},
                     {"mesh", mesh},
                     {"reference", printed.reference},
                     {"method", printed.method},
                     {"level", level}};
            row["worst"] = RatioOf(figure(printed.reference, "max"), figure(printed.method, "max"));
            row["rms"] = RatioOf(figure(printed.reference, "rms"), figure(printed.method, "rms"));
            if (row["worst"].is_null()) continue;  // not run: the paper's number alone says nothing here
            rows.push_back(row);
            row["worst"] = printed.factors[static_cast<size_t>(2 * level - 2)];
            row["rms"] = printed.factors[static_cast<size_t>(2 * level - 1)];
            row["source"] = std::string("thesis ") + table.title;
            rows.push_back(row);
        }
}

}  // namespace

bool IsEvaluation(const Json& json) { return IsListOfObjects(json, "trees") && IsListOfObjects(json, "frames"); }

Json EvaluationPageRows(const Json& evaluation) {
    Json rows = Json::array();
    std::vector<std::string> meshes;
    for (const Json& row : evaluation["trees"]) {
        rows.push_back(PageRow("error", row, kErrorFields));
        if (const std::string mesh = TextOf(row, "mesh"); std::find(meshes.begin(), meshes.end(), mesh) == meshes.end())
            meshes.push_back(mesh);
    }
    for (const Json& row : evaluation["frames"]) rows.push_back(PageRow("interruption", row, kInterruptionFields));
    for (const std::string& mesh : meshes)
        if (const ThesisTable* table = FindThesisTable(mesh)) AddImprovements(evaluation["trees"], mesh, *table, rows);
    return rows;
}

}  // namespace spheretree::tool
