#include "LevelFigures.h"

#include "Table.h"

#include <algorithm>
#include <cmath>

namespace spheretree::tool {

namespace {

void AddError(ErrorFigures& figures, double error, double count) {
    figures.largest = std::max(figures.largest, error);
    figures.mean += error / count;
    figures.rms += error * error / count;  // a square until Complete
}

void Complete(ErrorFigures& figures) {
    figures.variance = std::max(0.0, figures.rms - figures.mean * figures.mean);
    figures.rms = std::sqrt(figures.rms);
}

nlohmann::ordered_json ErrorJson(const ErrorFigures& figures) {
    return {{"max", figures.largest}, {"mean", figures.mean}, {"rms", figures.rms}, {"variance", figures.variance}};
}

nlohmann::ordered_json EstimateJson(const Estimate& estimate) {
    return {{"value", estimate.value}, {"standardError", estimate.standardError}};
}

std::string Percent(double fraction) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f %%", 100 * fraction);
    return text;
}

std::vector<std::string> MeasuredCells(const LevelMeasure& level) {
    const auto plusMinus = [](const Estimate& estimate) {
        return Short(estimate.value) + " ± " + Short(estimate.standardError);
    };
    return {Short(level.error.largest),
            Short(level.error.mean),
            Short(level.error.rms),
            Short(level.error.variance),
            plusMinus(level.wastedVolume),
            plusMinus(level.uncoveredVolume),
            Percent(level.uncoveredArea.value),
            Percent(level.siblingOverlap.value)};
}

}  // namespace

TreeMeasure FiguresOfTree(const SphereTree& tree) {
    TreeMeasure measure;
    for (int32_t i = 0; i < tree.LevelCount(); ++i) {
        LevelMeasure& level = measure.levels.emplace_back();
        level.level = i;
        const auto isOfLevel = [&](const TreeNode& node) {
            return node.level == i || (node.level < i && node.childCount == 0);
        };
        level.sphereCount = std::count_if(tree.nodes.begin(), tree.nodes.end(), isOfLevel);
        for (const TreeNode& node : tree.nodes) {
            if (!isOfLevel(node)) continue;
            if (node.level < i) ++level.endedEarly;
            AddError(level.certified, node.error, static_cast<double>(level.sphereCount));
        }
        Complete(level.certified);
    }
    return measure;
}

std::string LevelText(const TreeMeasure& measure, bool isMeasured) {
    std::vector<std::string> head{"level", "spheres", "ended early", "certified max", "mean"};
    if (isMeasured)
        for (const char* word : {"error max", "mean", "rms", "variance", "wasted volume", "uncovered volume",
                                 "uncovered area", "sibling overlap"})
            head.push_back(word);
    Table table(head);
    for (const LevelMeasure& level : measure.levels) {
        std::vector<std::string> row{std::to_string(level.level), std::to_string(level.sphereCount),
                                     std::to_string(level.endedEarly), Short(level.certified.largest),
                                     Short(level.certified.mean)};
        if (isMeasured)
            for (std::string& cell : MeasuredCells(level)) row.push_back(std::move(cell));
        table.Add(row);
    }
    return table.Text();
}

nlohmann::ordered_json LevelJson(const TreeMeasure& measure, bool isMeasured) {
    nlohmann::ordered_json levels = nlohmann::ordered_json::array();
    for (const LevelMeasure& level : measure.levels) {
        nlohmann::ordered_json json{{"level", level.level},
                                    {"spheres", level.sphereCount},
                                    {"endedEarly", level.endedEarly},
                                    {"certified", ErrorJson(level.certified)}};
        if (isMeasured) {
            json["error"] = ErrorJson(level.error);
            json["wastedVolume"] = EstimateJson(level.wastedVolume);
            json["uncoveredVolume"] = EstimateJson(level.uncoveredVolume);
            json["uncoveredArea"] = EstimateJson(level.uncoveredArea);
            json["siblingOverlap"] = EstimateJson(level.siblingOverlap);
        }
        levels.push_back(std::move(json));
    }
    return levels;
}

std::string TreeSentence(const SphereTree& tree) {
    std::string text = std::to_string(tree.nodes.size()) + " spheres on " + std::to_string(tree.LevelCount()) +
                       " levels, at most " + std::to_string(tree.branching) + " children each, by " +
                       MethodName(tree.method);
    if (!tree.volumeSpheres.empty()) text += " (hybrid)";
    text += tree.isSolid ? "; covers surface and interior" : "; covers the surface";
    text += tree.hasInside ? "; errors count to the solid." : "; errors count to the surface.";
    return text;
}

nlohmann::ordered_json TreeJson(const SphereTree& tree) {
    return {{"nodes", tree.nodes.size()},        {"levels", tree.LevelCount()},           {"branching", tree.branching},
            {"method", MethodName(tree.method)}, {"hybrid", !tree.volumeSpheres.empty()}, {"solid", tree.isSolid},
            {"hasInside", tree.hasInside}};
}

}  // namespace spheretree::tool
