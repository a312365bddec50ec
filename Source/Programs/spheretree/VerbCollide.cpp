#include "ReadMesh.h"
#include "Simulation.h"
#include "SphereTree/Contact.h"
#include "SphereTree/Queries.h"
#include "Table.h"
#include "ToolHost.h"
#include "TreeFile.h"
#include "Verb.h"

#include <nlohmann/json.hpp>

#include <iostream>
#include <memory>

namespace spheretree::tool {

namespace {

struct CollideSettings {
    std::string a, b, budget;
    std::vector<double> pose;  // of b: x y z, then a quaternion x y z w
    std::vector<double> scale;
    std::vector<double> from, to;  // trace
    double radius = 0;
    bool json = false, all = false;
    ToolHost::Options host;
};

// A .sphtree file as it is; a mesh is baked with the default recipe.
Result<SphereTree> ReadOrBake(const std::string& file, const Host& host) {
    if (file.size() > 8 && file.substr(file.size() - 8) == ".sphtree") return ReadTreeFile(file);
    Result<ReadMesh> read = ReadMeshFile(file, {});
    if (!read) return Error{read.Sentence()};
    Result<BakedTree> baked = BuildTree(read->mesh, {}, host);
    if (!baked) return Error{file + " cannot be baked: " + baked.Sentence()};
    return std::move(baked->tree);
}

Result<BodyHandle> AddFile(Scene& scene, const std::string& file, const Pose& pose, const Vec3& scale,
                           const Host& host) {
    Result<SphereTree> tree = ReadOrBake(file, host);
    if (!tree) return Error{tree.Sentence()};
    Result<std::shared_ptr<const PackedTree>> packed = SharePackedTree(*tree);
    if (!packed) return Error{file + ": " + packed.Sentence()};
    BodyDescription body;
    body.tree = *packed;
    body.pose = pose;
    body.scale = scale;
    Result<BodyHandle> handle = scene.Add(body);
    if (!handle) return Error{file + ": " + handle.Sentence()};
    return handle;
}

Pose PoseOf(const std::vector<double>& numbers) {
    Pose pose;
    if (numbers.size() >= 3) pose.position = {numbers[0], numbers[1], numbers[2]};
    if (numbers.size() == 7) pose.rotation = {numbers[3], numbers[4], numbers[5], numbers[6]};
    return pose;
}

Vec3 ScaleOf(const std::vector<double>& numbers) {
    return numbers.size() == 3   ? Vec3{numbers[0], numbers[1], numbers[2]}
           : numbers.size() == 1 ? Vec3{1, 1, 1} * numbers[0]
                                 : Vec3{1, 1, 1};
}

nlohmann::ordered_json VecJson(const Vec3& v) { return nlohmann::ordered_json::array({v.x, v.y, v.z}); }

int Fail(const std::string& sentence) {
    std::cerr << sentence << "\n";
    return ToolHost::IsCancelled() ? kCancelled : kCannotDo;
}

int RunCollide(const CollideSettings& settings) {
    ToolHost toolHost(settings.host, "colliding");
    const Host host = toolHost.Get();
    Scene scene;
    const Result<BodyHandle> a = AddFile(scene, settings.a, {}, {1, 1, 1}, host);
    if (!a) return Fail(a.Sentence());
    const Result<BodyHandle> b = AddFile(scene, settings.b, PoseOf(settings.pose), ScaleOf(settings.scale), host);
    if (!b) return Fail(b.Sentence());
    if (std::string fault = scene.Step(); !fault.empty()) return Fail(fault);
    Traversal traversal;
    Contacts contacts;
    BeginFrame(traversal, scene);
    const Progress progress =
        Advance(traversal, scene, settings.budget.empty() ? Budget{} : *ReadBudget(settings.budget), host);
    EndFrame(traversal, scene);
    CollectContacts(traversal, scene, {}, contacts);
    const bool touches = !contacts.contacts.empty();
    const Result<DistanceResult> distance = MeasureDistance(scene, *a, *b);
    nlohmann::ordered_json json{
        {"touches", touches},
        {"finished", progress.finished},
        {"operations", progress.operations},
        {"separationAtLeast", distance->least},
        {"separationAtMost", touches ? std::min(distance->most, contacts.contacts[0].errorBound) : distance->most}};
    for (const ContactPoint& point : contacts.points)
        json["points"].push_back({{"position", VecJson(point.position)},
                                  {"normal", VecJson(point.normal)},
                                  {"depth", point.depth},
                                  {"error", point.error},
                                  {"nodes", {point.nodeA, point.nodeB}}});
    if (settings.json) {
        std::cout << json.dump(2) << "\n";
        return kDone;
    }
    std::cout << (touches ? progress.finished ? "They touch, as far as the leaves can tell"
                                              : "They may touch; the budget ended"
                          : "They do not touch")
              << ": separation from " << Short(json["separationAtLeast"]) << " to " << Short(json["separationAtMost"])
              << ", " << progress.operations << " operations.\n";
    for (const ContactPoint& point : contacts.points)
        std::cout << "  at " << Short(point.position.x) << " " << Short(point.position.y) << " "
                  << Short(point.position.z) << ", normal " << Short(point.normal.x) << " " << Short(point.normal.y)
                  << " " << Short(point.normal.z) << ", within " << Short(point.error) << "\n";
    return kDone;
}

int RunTrace(const CollideSettings& settings) {
    ToolHost toolHost(settings.host, "tracing");
    const Host host = toolHost.Get();
    Scene scene;
    const Result<BodyHandle> body = AddFile(scene, settings.a, {}, {1, 1, 1}, host);
    if (!body) return Fail(body.Sentence());
    const Vec3 from = PoseOf(settings.from).position, to = PoseOf(settings.to).position;
    const Budget budget = settings.budget.empty() ? Budget{} : *ReadBudget(settings.budget);
    const QueryResult result = SweepSphere(scene, from, to - from, settings.radius, false, {}, budget, host);
    if (settings.json) {
        nlohmann::ordered_json json{
            {"hit", !result.hits.empty()}, {"finished", result.finished}, {"operations", result.operations}};
        for (const QueryHit& hit : result.hits) {
            json["distance"] = hit.distance;
            json["position"] = VecJson(hit.position);
            json["error"] = hit.error;
            json["node"] = hit.node;
        }
        std::cout << json.dump(2) << "\n";
    } else if (result.hits.empty()) {
        std::cout << "Nothing is hit; " << result.operations << " operations.\n";
    } else {
        std::cout << "Hit not before " << Short(result.hits[0].distance) << ", node " << result.hits[0].node
                  << ", the body within " << Short(result.hits[0].error) << " of it; " << result.operations
                  << " operations" << (result.finished ? ".\n" : ", the budget ended.\n");
    }
    return kDone;
}

constexpr const char* kCollideCodes = R"(
Exit codes:
  0    answered
  1    a file cannot be read, baked or placed
  2    the command line is not understood)";

void AddShared(CLI::App& verb, CollideSettings& settings) {
    verb.add_option("--budget", settings.budget, "20000ops, 0.5ms, or both with a comma");
    verb.add_flag("--json", settings.json, "Print JSON");
    verb.add_flag("--quiet", settings.host.quiet, "No progress");
}

void CheckBudget(const CollideSettings& settings) {
    if (!settings.budget.empty() && !ReadBudget(settings.budget))
        throw CLI::ValidationError("--budget", "is a number with ops, ms or us");
}

}  // namespace

std::function<int()> AddCollideVerb(CLI::App& tool) {
    auto settings = std::make_shared<CollideSettings>();
    CLI::App* verb = tool.add_subcommand("collide", "Do two bodies touch, and where?");
    verb->add_option("A", settings->a, "A mesh or a baked tree (.sphtree)")->required();
    verb->add_option("B", settings->b, "Another, or the same")->required();
    CLI::Option* pose =
        verb->add_option("--pose", settings->pose, "Of B: x y z, or x y z and a quaternion x y z w")->expected(3, 7);
    CLI::Option* scale = verb->add_option("--scale", settings->scale, "Of B: one factor, or three")->expected(1, 3);
    AddShared(*verb, *settings);
    verb->footer(std::string("Example:\n  spheretree collide bunny.ply torus.obj --pose 0.1 0 0.5 0 0 0 1\n") +
                 kCollideCodes);
    verb->callback([settings, pose, scale] {
        CheckBudget(*settings);
        if (pose->count() && settings->pose.size() != 3 && settings->pose.size() != 7)
            throw CLI::ValidationError("--pose", "needs 3 or 7 numbers");
        if (scale->count() && settings->scale.size() == 2)
            throw CLI::ValidationError("--scale", "needs 1 or 3 numbers");
    });
    return [settings] { return RunCollide(*settings); };
}

std::function<int()> AddTraceVerb(CLI::App& tool) {
    auto settings = std::make_shared<CollideSettings>();
    CLI::App* verb = tool.add_subcommand("trace", "What does a ray, or a moving sphere, meet first?");
    verb->add_option("FILE", settings->a, "A mesh or a baked tree (.sphtree)")->required();
    verb->add_option("--from", settings->from, "x y z")->expected(3)->required();
    verb->add_option("--to", settings->to, "x y z")->expected(3)->required();
    verb->add_option("--radius", settings->radius, "Of the sphere; 0 is a ray")->check(CLI::NonNegativeNumber);
    AddShared(*verb, *settings);
    verb->footer(std::string("Example:\n  spheretree trace bunny.sphtree --from 0 0 5 --to 0 0 -5\n") + kCollideCodes);
    verb->callback([settings] { CheckBudget(*settings); });
    return [settings] { return RunTrace(*settings); };
}

}  // namespace spheretree::tool
