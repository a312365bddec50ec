#include "Comparison.h"

#include "AnchorTables.h"
#include "SphereTree/SphereTree.h"
#include "Table.h"
#include "ThesisTables.h"
#include "VolumeRows.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <optional>

namespace spheretree::tool {

namespace {

constexpr double kTooFarBelow = 2.0 / 3;  // of the thesis's factor

std::string Fixed(double value, const char* format) {
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

const Outcome* FindOutcome(const MeshComparison& comparison, const std::string& name) {
    for (const Outcome& outcome : comparison.outcomes)
        if (outcome.contender.name == name && outcome.sentence.empty()) return &outcome;
    return nullptr;
}

/// A tree that ended above a level still has its last one there.
const LevelMeasure& LevelOf(const Outcome& outcome, size_t level) {
    return outcome.measure.levels[std::min(level, outcome.measure.levels.size() - 1)];
}

size_t DeepestLevel(const MeshComparison& comparison) {
    size_t deepest = 0;
    for (const Outcome& outcome : comparison.outcomes)
        if (!outcome.measure.levels.empty()) deepest = std::max(deepest, outcome.measure.levels.size() - 1);
    return deepest;
}

double Ratio(double reference, double error) {
    if (error > 0) return reference / error;
    return reference > 0 ? std::numeric_limits<double>::infinity() : 1;
}

/// Reference's error over the method's: max and RMS of each level from 1 on.
std::vector<double> Factors(const Outcome& reference, const Outcome& outcome, size_t deepest) {
    std::vector<double> factors;
    for (size_t level = 1; level <= deepest; ++level) {
        const ErrorFigures &before = LevelOf(reference, level).error, &after = LevelOf(outcome, level).error;
        factors.push_back(Ratio(before.largest, after.largest));
        factors.push_back(Ratio(before.rms, after.rms));
    }
    return factors;
}

struct FactorRow {
    std::string reference, method;
    std::vector<double> ours;
    const ImprovementRow* thesis = nullptr;
};

const ImprovementRow* FindThesisRow(const std::string& mesh, const std::string& reference, const std::string& method) {
    const ThesisTable* table = FindThesisTable(mesh);
    if (table == nullptr) return nullptr;
    for (const ImprovementRow& row : table->rows)
        if (row.reference == reference && row.method == method) return &row;
    return nullptr;
}

/// Medial-axis methods against Hubbard's, cube-based ones against the octree, as in tables 7.2 to 7.5.
std::vector<FactorRow> FactorRows(const MeshComparison& comparison) {
    std::vector<FactorRow> rows;
    for (const Outcome& outcome : comparison.outcomes) {
        const std::string& name = outcome.contender.name;
        const bool isCubeBased = name == "Octree" || name == "SolidOctree" || name == "Grid" || name == "Hybrid";
        const std::string referenceName = isCubeBased ? "Octree" : "Hubbard";
        const Outcome* reference = FindOutcome(comparison, referenceName);
        if (reference == nullptr || name == referenceName || !outcome.sentence.empty()) continue;
        rows.push_back({referenceName, name, Factors(*reference, outcome, DeepestLevel(comparison)),
                        FindThesisRow(comparison.mesh, referenceName, name)});
    }
    return rows;
}

bool IsTooFarBelow(const FactorRow& row, size_t i) {
    return row.thesis != nullptr && i < row.thesis->factors.size() &&
           row.ours[i] < kTooFarBelow * row.thesis->factors[i];
}

std::string FactorText(const MeshComparison& comparison) {
    std::vector<std::string> head{"improvement of", "over"};
    const size_t deepest = DeepestLevel(comparison);
    for (size_t level = 1; level <= deepest; ++level)
        for (const char* figure : {" max", " rms"}) {
            head.push_back("level " + std::to_string(level) + figure);
            head.push_back("thesis");
        }
    Table table(head);
    for (const FactorRow& row : FactorRows(comparison)) {
        std::vector<std::string> cells{row.method, row.reference};
        for (size_t i = 0; i < row.ours.size(); ++i) {
            cells.push_back(Fixed(row.ours[i], "%.2f") + (IsTooFarBelow(row, i) ? " !" : ""));
            const bool isPrinted = row.thesis != nullptr && i < row.thesis->factors.size();
            cells.push_back(isPrinted ? Fixed(row.thesis->factors[i], "%.2f") : "");
        }
        table.Add(cells);
    }
    return table.Text();
}

std::string ErrorText(const MeshComparison& comparison) {
    std::vector<std::string> head{"method", "seconds"};
    const size_t deepest = DeepestLevel(comparison);
    for (size_t level = 1; level <= deepest; ++level)
        for (const char* figure : {" spheres", " max", " mean", " rms"}) head.push_back(std::to_string(level) + figure);
    Table table(head);
    for (const Outcome& outcome : comparison.outcomes) {
        if (!outcome.sentence.empty()) continue;
        std::vector<std::string> cells{outcome.contender.name, Fixed(outcome.seconds, "%.2f")};
        for (size_t i = 1; i <= deepest; ++i) {
            const LevelMeasure& level = LevelOf(outcome, i);
            cells.push_back(std::to_string(level.sphereCount));
            for (const double error : {level.error.largest, level.error.mean, level.error.rms})
                cells.push_back(Fixed(error / outcome.measure.boundingRadius, "%.4f"));
        }
        table.Add(cells);
    }
    return table.Text();
}

/// Our error over the best published tool's; and, where no spheres can go below a limit, ours over that.
std::string AnchorText(const MeshComparison& comparison) {
    const AnchorTable* anchor = FindAnchorTable(comparison.mesh);
    if (anchor == nullptr) return "";
    const size_t deepest = std::min(DeepestLevel(comparison), anchor->levels.size());
    std::vector<std::string> head{"method"};
    for (size_t level = 1; level <= deepest; ++level)
        for (const char* figure : {" max", " mean", " over limit"}) head.push_back(std::to_string(level) + figure);
    Table table(head);
    for (const Outcome& outcome : comparison.outcomes) {
        if (!outcome.sentence.empty()) continue;
        std::vector<std::string> cells{outcome.contender.name};
        for (size_t i = 1; i <= deepest; ++i) {
            const ErrorFigures& error = LevelOf(outcome, i).error;
            const AnchorLevel& best = anchor->levels[i - 1];
            const double unit = outcome.measure.boundingRadius, limit = anchor->limits[i - 1];
            cells.push_back(Fixed(error.largest / unit / best.largest, "%.2f"));
            cells.push_back(Fixed(error.mean / unit / best.mean, "%.2f"));
            cells.push_back(limit > 0 ? Fixed(error.largest / unit / limit, "%.2f") : "");
        }
        table.Add(cells);
    }
    return "\n  Error as a part of the best published tool's (branching 8):\n" + table.Text();
}

nlohmann::ordered_json OutcomeJson(const Outcome& outcome) {
    nlohmann::ordered_json json{{"method", outcome.contender.name}};
    if (!outcome.sentence.empty()) {
        json["error"] = outcome.sentence;
        return json;
    }
    json["seconds"] = outcome.seconds;
    json["boundingRadius"] = outcome.measure.boundingRadius;
    json["levels"] = nlohmann::ordered_json::array();
    for (const LevelMeasure& level : outcome.measure.levels)
        json["levels"].push_back({{"level", level.level},
                                  {"spheres", level.sphereCount},
                                  {"max", level.error.largest},
                                  {"mean", level.error.mean},
                                  {"rms", level.error.rms},
                                  {"variance", level.error.variance},
                                  {"certifiedMax", level.certified.largest},
                                  {"certifiedMean", level.certified.mean}});
    return json;
}

}  // namespace

std::vector<Contender> AllContenders() {
    return {{"Octree", Method::Octree, false},
            {"SolidOctree", Method::SolidOctree, false},
            {"Grid", Method::Grid, false},
            {"Hybrid", Method::Grid, true},
            {"Hubbard", Method::HubbardMerge, false},
            {"Merge", Method::Merge, false},
            {"Burst", Method::Burst, false},
            {"Expand", Method::Expand, false},
            {"Spawn", Method::Spawn, false},
            {"Combined", Method::Combined, false},
            {"Tight", Method::Tight, false},
            {"Shells", Method::Combined, false, TreeKind::Shells},
            {"Boxes", Method::Combined, false, TreeKind::Boxes}};
}

Outcome Contend(const Contender& contender, const TriangleMesh& mesh, Recipe recipe, const MeasureOptions& measuring,
                const Host& bakeHost, const Host& measureHost) {
    if (contender.volumes) return ContendVolumes(contender, mesh, recipe, bakeHost, measureHost);
    Outcome outcome;
    outcome.contender = contender;
    recipe.method = contender.method;
    recipe.hybrid = contender.hybrid;
    const double begin = bakeHost.clockSeconds();
    const Result<BakedTree> baked = BuildTree(mesh, recipe, bakeHost);
    outcome.seconds = bakeHost.clockSeconds() - begin;
    if (!baked) {
        outcome.sentence = baked.Sentence();
        return outcome;
    }
    Result<TreeMeasure> measure = MeasureTree(baked->tree, mesh, measuring, measureHost);
    if (measure)
        outcome.measure = std::move(*measure);
    else
        outcome.sentence = measure.Sentence();
    return outcome;
}

std::string ComparisonText(const MeshComparison& comparison) {
    const ThesisTable* table = FindThesisTable(comparison.mesh);
    std::string text = comparison.mesh + ", " + std::to_string(comparison.triangles) + " triangles\n\n";
    text += "  Errors per level, in bounding radii:\n" + ErrorText(comparison);
    for (const Outcome& outcome : comparison.outcomes)
        if (!outcome.sentence.empty()) text += "  " + outcome.contender.name + ": " + outcome.sentence + "\n";
    text += AnchorText(comparison);
    const std::string factors = FactorText(comparison);
    text += "\n  How many times smaller the error is";
    text += table != nullptr
                ? std::string(", beside the thesis (") + table->title + "); ! marks what is under two thirds of it:\n"
                : std::string(":\n");
    return text + factors + "\n";
}

nlohmann::ordered_json ComparisonJson(const MeshComparison& comparison) {
    nlohmann::ordered_json json{{"mesh", comparison.mesh}, {"triangles", comparison.triangles}};
    json["methods"] = nlohmann::ordered_json::array();
    for (const Outcome& outcome : comparison.outcomes) json["methods"].push_back(OutcomeJson(outcome));
    json["improvements"] = nlohmann::ordered_json::array();
    for (const FactorRow& row : FactorRows(comparison)) {
        nlohmann::ordered_json entry{{"method", row.method}, {"over", row.reference}, {"factors", row.ours}};
        if (row.thesis != nullptr) entry["thesis"] = row.thesis->factors;
        json["improvements"].push_back(std::move(entry));
    }
    return json;
}

const char* ComparisonCsvHead() {
    return "mesh,method,seconds,bounding_radius,level,spheres,max,mean,rms,variance,certified_max,certified_mean\n";
}

std::string ComparisonCsv(const MeshComparison& comparison) {
    std::string text;
    for (const Outcome& outcome : comparison.outcomes)
        for (const LevelMeasure& level : outcome.measure.levels) {
            std::vector<std::string> cells{comparison.mesh,
                                           outcome.contender.name,
                                           Fixed(outcome.seconds, "%.3f"),
                                           Exact(outcome.measure.boundingRadius),
                                           std::to_string(level.level),
                                           std::to_string(level.sphereCount)};
            for (const double value : {level.error.largest, level.error.mean, level.error.rms, level.error.variance,
                                       level.certified.largest, level.certified.mean})
                cells.push_back(Exact(value));
            std::replace(cells[0].begin(), cells[0].end(), ',', ' ');  // a file's name may hold any letter
            text += Line(cells, ',');
        }
    return text;
}

}  // namespace spheretree::tool
