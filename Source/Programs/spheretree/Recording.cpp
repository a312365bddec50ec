#include "Recording.h"

#include "PageData.h"
#include "Table.h"

#include <algorithm>
#include <cmath>

namespace spheretree::tool {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kPoseFloats = 7, kPointFloats = 10;

Json BudgetJson(const Budget& budget) {
    Json json;
    std::string label;
    if (budget.operations != Budget::kNoLimit) {
        json["operations"] = budget.operations;
        label = std::to_string(budget.operations) + " operations";
    }
    if (std::isfinite(budget.seconds)) {
        json["seconds"] = budget.seconds;
        label += (label.empty() ? "" : ", ") + Short(budget.seconds * 1e3) + " ms";
    }
    json["label"] = label.empty() ? "no limit" : label;
    return json;
}

std::string PosesText(const std::vector<Pose>& poses) {
    std::vector<float> values;
    for (const Pose& pose : poses)
        for (const double value : {pose.position.x, pose.position.y, pose.position.z, pose.rotation.x, pose.rotation.y,
                                   pose.rotation.z, pose.rotation.w})
            values.push_back(static_cast<float>(value));
    return Base64(values);
}

// 0: neither confirmed nor refuted; 1: confirmed, and could be finer; 2: as fine as the trees are.
float StateOf(const Contact& contact) {
    if (!contact.isConfirmed) return 0;
    return contact.state == ContactState::Open ? 1 : 2;
}

// One point of each contact, the deepest, with the bound of the whole contact. The ground is the first body: −1.
std::string ContactsText(const Contacts& contacts, size_t& count) {
    std::vector<float> values;
    count = 0;
    for (const Contact& contact : contacts.contacts) {
        if (contact.pointCount == 0) continue;
        const auto first = contacts.points.begin() + contact.firstPoint;
        const ContactPoint& point =
            *std::max_element(first, first + contact.pointCount,
                              [](const ContactPoint& a, const ContactPoint& b) { return a.depth < b.depth; });
        for (const double value : {point.position.x, point.position.y, point.position.z, point.normal.x, point.normal.y,
                                   point.normal.z, contact.errorBound, contact.a.index - 1.0, contact.b.index - 1.0})
            values.push_back(static_cast<float>(value));
        values.push_back(StateOf(contact));
        ++count;
    }
    return Base64(values);
}

Json AtBudgetJson(const FrameAtBudget& at) {
    size_t count = 0;
    std::string points = ContactsText(at.contacts, count);
    return {{"operations", at.counters.operations}, {"contacts", count},
            {"openPairs", at.counters.openPairs},   {"nodePairs", at.counters.nodePairs},
            {"worstBound", at.counters.worstBound}, {"points", std::move(points)}};
}

Json CostsJson(const std::vector<FrameCost>& costs) {
    Json json{{"milliseconds", Json::array()},
              {"response", Json::array()},
              {"operations", Json::array()},
              {"contacts", Json::array()},
              {"worstBound", Json::array()}};
    const auto rounded = [](double value) { return std::round(value * 1e6) / 1e6; };
    for (const FrameCost& cost : costs) {
        json["milliseconds"].push_back(rounded(cost.seconds * 1e3));
        json["response"].push_back(rounded(cost.responseSeconds * 1e3));
        json["operations"].push_back(cost.operations);
        json["contacts"].push_back(cost.contacts);
        json["worstBound"].push_back(rounded(cost.worstBound));
    }
    return json;
}

bool HasBase64(const Json& json, const char* member, size_t bytes) {
    return json.contains(member) && json[member].is_string() &&
           json[member].get_ref<const std::string&>().size() == (bytes + 2) / 3 * 4;
}

bool HasWhole(const Json& json, const char* member, int64_t low, int64_t high) {
    return json.contains(member) && json[member].is_number_integer() && json[member].get<int64_t>() >= low &&
           json[member].get<int64_t>() <= high;
}

bool HasArray(const Json& json, const char* member, size_t count) {
    return json.contains(member) && json[member].is_array() && json[member].size() == count;
}

bool IsFrame(const Json& frame, size_t bodies, size_t budgets) {
    if (!frame.is_object() || !HasWhole(frame, "frame", 0, 1 << 24) ||
        !HasBase64(frame, "poses", 4 * kPoseFloats * bodies) || !HasArray(frame, "budgets", budgets))
        return false;
    return std::all_of(frame["budgets"].begin(), frame["budgets"].end(), [](const Json& at) {
        return at.is_object() && HasWhole(at, "contacts", 0, 1 << 24) &&
               HasBase64(at, "points", 4 * kPointFloats * at["contacts"].get<size_t>());
    });
}

bool IsMesh(const Json& mesh) {
    return mesh.is_object() && HasWhole(mesh, "vertices", 3, 1 << 28) && HasWhole(mesh, "triangles", 1, 1 << 28) &&
           HasBase64(mesh, "positions", 12 * mesh["vertices"].get<size_t>()) &&
           HasBase64(mesh, "indices", 12 * mesh["triangles"].get<size_t>());
}

bool IsTree(const Json& tree) {
    return tree.is_object() && HasWhole(tree, "nodes", 1, kMostPageSpheres) &&
           HasBase64(tree, "spheres", 20 * tree["nodes"].get<size_t>()) &&
           HasBase64(tree, "links", 16 * tree["nodes"].get<size_t>()) && tree.contains("levels") &&
           tree["levels"].is_array();
}

bool AllOf(const Json& json, const char* member, bool (*is)(const Json&)) {
    return json.contains(member) && json[member].is_array() &&
           std::all_of(json[member].begin(), json[member].end(), is);
}

}  // namespace

Json RecordingJson(const Drop& drop, const DropSettings& settings, const std::string& scheduler, const Json& meshes,
                   const Json& trees) {
    Json json{{"format", kRecordingFormat},
              {"version", 1},
              {"count", settings.count},
              {"frames", settings.frames},
              {"step", settings.step},
              {"seed", settings.seed},
              {"scheduler", scheduler},
              {"budget", BudgetJson(settings.budget)},
              {"budgets", Json::array()},
              {"chosen", drop.chosen},
              {"meshes", meshes},
              {"trees", trees},
              {"bodies", drop.treeOf},
              {"ground", {{"size", drop.floor}}},
              {"costs", CostsJson(drop.costs)},
              {"recorded", Json::array()}};
    for (const Budget& budget : drop.budgets) json["budgets"].push_back(BudgetJson(budget));
    for (const RecordedFrame& frame : drop.recorded) {
        Json budgets = Json::array();
        for (const FrameAtBudget& at : frame.atBudget) budgets.push_back(AtBudgetJson(at));
        json["recorded"].push_back(
            {{"frame", frame.frame}, {"poses", PosesText(frame.poses)}, {"budgets", std::move(budgets)}});
    }
    return json;
}

bool IsRecording(const Json& json) {
    return json.contains("format") && json["format"].is_string() && json["format"] == kRecordingFormat;
}

std::string FindRecordingFault(const Json& json) {
    if (!HasWhole(json, "version", 1, 1)) return "it is of another version.";
    if (!HasWhole(json, "count", 1, 100000) || !HasArray(json, "bodies", json["count"].get<size_t>()))
        return "its bodies do not count up.";
    if (!AllOf(json, "meshes", IsMesh) || !AllOf(json, "trees", IsTree)) return "a mesh or a tree in it is cut off.";
    const int64_t trees = static_cast<int64_t>(json["trees"].size());
    for (const Json& body : json["bodies"])
        if (!body.is_number_integer() || body.get<int64_t>() < 0 || body.get<int64_t>() >= trees)
            return "a body has no tree.";
    if (!json.contains("budgets") || !json["budgets"].is_array() || json["budgets"].empty() ||
        !HasWhole(json, "chosen", 0, static_cast<int64_t>(json["budgets"].size()) - 1))
        return "it has no budgets.";
    if (!HasWhole(json, "frames", 1, 1 << 24) || !json.contains("costs") || !json["costs"].is_object() ||
        !HasArray(json["costs"], "milliseconds", json["frames"].get<size_t>()))
        return "the costs of its frames are missing.";
    if (!json.contains("recorded") || !json["recorded"].is_array() || json["recorded"].empty())
        return "no frame is recorded in it.";
    for (const Json& frame : json["recorded"])
        if (!IsFrame(frame, json["bodies"].size(), json["budgets"].size())) return "a frame in it is cut off.";
    return "";
}

}  // namespace spheretree::tool
