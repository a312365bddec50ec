#include "ReadMesh.h"
#include "Simulation.h"
#include "SphereTree/Exact.h"
#include "SphereTree/Response.h"
#include "Table.h"
#include "ToolHost.h"
#include "TreeFile.h"
#include "Verb.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <iostream>
#include <memory>

namespace spheretree::tool {

namespace {

struct ExactSettings {
    std::string a, b, budget;
    std::vector<double> pose, scale;  // of b
    bool json = false;
    ToolHost::Options host;
};

/// "sphere:0.5", "box:1,2,3", "capsule:0.5,1", "cylinder:0.5,1", "cone:0.5,1": radius, or half sizes, then half height.
bool ReadShape(const std::string& text, ConvexShape& shape) {
    const size_t colon = text.find(':');
    if (colon == std::string::npos) return false;
    const std::string kind = text.substr(0, colon);
    double n[3] = {0, 0, 0};
    char rest = 0;
    const int count = std::sscanf(text.c_str() + colon + 1, "%lf,%lf,%lf%c", &n[0], &n[1], &n[2], &rest);
    if (kind == "sphere" && count == 1) return shape = ConvexShape::Sphere(n[0]), true;
    if (kind == "box" && count == 3) return shape = ConvexShape::Box({n[0], n[1], n[2]}), true;
    if (kind == "capsule" && count == 2) return shape = ConvexShape::Capsule(n[0], n[1]), true;
    if (kind == "cylinder" && count == 2) return shape = ConvexShape::Cylinder(n[0], n[1]), true;
    if (kind == "cone" && count == 2) return shape = ConvexShape::Cone(n[0], n[1]), true;
    return false;
}

/// A .sphtree that has its triangles as it is; a mesh is baked with them.
Result<SphereTree> ReadWithTriangles(const std::string& file, const Host& host) {
    if (file.size() > 8 && file.substr(file.size() - 8) == ".sphtree") {
        Result<SphereTree> tree = ReadTreeFile(file);
        if (tree && tree->leafTriangles.IsEmpty())
            return Error{file + " has no triangles at its leaves: bake it with --triangles."};
        return tree;
    }
    Result<ReadMesh> read = ReadMeshFile(file, {});
    if (!read) return Error{read.Sentence()};
    Recipe recipe = RecipeOf(Effort::Fast);
    recipe.triangles = true;
    Result<BakedTree> baked = BuildTree(read->mesh, recipe, host);
    if (!baked) return Error{file + " cannot be baked: " + baked.Sentence()};
    return std::move(baked->tree);
}

Result<BodyHandle> AddThing(Scene& scene, const std::string& thing, const Pose& pose, const Vec3& scale,
                            const Host& host) {
    BodyDescription body;
    body.pose = pose;
    body.scale = scale;
    if (ConvexShape shape; ReadShape(thing, shape)) {
        body.shape = std::make_shared<const ConvexShape>(shape);
    } else {
        Result<SphereTree> tree = ReadWithTriangles(thing, host);
        if (!tree) return Error{tree.Sentence()};
        Result<std::shared_ptr<const PackedTree>> packed = SharePackedTree(*tree);
        if (!packed) return Error{thing + ": " + packed.Sentence()};
        body.tree = *packed;
    }
    Result<BodyHandle> handle = scene.Add(body);
    if (!handle) return Error{thing + ": " + handle.Sentence()};
    return handle;
}

Pose ExactPoseOf(const std::vector<double>& numbers) {
    Pose pose;
    if (numbers.size() >= 3) pose.position = {numbers[0], numbers[1], numbers[2]};
    if (numbers.size() == 7) pose.rotation = {numbers[3], numbers[4], numbers[5], numbers[6]};
    return pose;
}

Vec3 ExactScaleOf(const std::vector<double>& numbers) {
    return numbers.size() == 3   ? Vec3{numbers[0], numbers[1], numbers[2]}
           : numbers.size() == 1 ? Vec3{1, 1, 1} * numbers[0]
                                 : Vec3{1, 1, 1};
}

nlohmann::ordered_json ExactVec(const Vec3& v) { return nlohmann::ordered_json::array({v.x, v.y, v.z}); }

std::string WordsOf(const Vec3& v) { return Short(v.x) + " " + Short(v.y) + " " + Short(v.z); }

int FailExact(const std::string& sentence) {
    std::cerr << sentence << "\n";
    return ToolHost::IsCancelled() ? kCancelled : kCannotDo;
}

struct ExactAnswer {
    bool spheresTouch = false, touches = false;
    Progress spheres, exact;
    ExactPhase phase;
    Contacts contacts;
    ExactDistance distance;
};

/// What the spheres say, then what the triangles say.
Result<ExactAnswer> Answer(Scene& scene, BodyHandle a, BodyHandle b, const Budget& budget, const Host& host) {
    if (std::string fault = scene.Step(); !fault.empty()) return Error{std::move(fault)};
    ExactAnswer answer;
    Traversal traversal, spheres;
    BeginFrame(spheres, scene);
    answer.spheres = Advance(spheres, scene, budget, host);
    EndFrame(spheres, scene);
    answer.spheresTouch = spheres.counters.contacts > 0;
    BeginFrame(traversal, scene);
    answer.exact = AdvanceExact(answer.phase, traversal, scene, budget, host);
    EndFrame(traversal, scene);
    CollectExactContacts(answer.phase, traversal, scene, {}, answer.contacts);
    answer.touches = !answer.contacts.contacts.empty();
    if (answer.touches) return answer;
    const Result<ExactDistance> distance = MeasureExactDistance(scene, a, b, {}, host);
    if (!distance) return Error{distance.Sentence()};
    answer.distance = *distance;
    return answer;
}

nlohmann::ordered_json AnswerJson(const ExactAnswer& answer) {
    nlohmann::ordered_json json{{"touches", answer.touches},
                                {"spheresTouch", answer.spheresTouch},
                                {"finished", answer.exact.finished},
                                {"operations", answer.exact.operations},
                                {"leafPairs", answer.phase.leafPairs},
                                {"triangleTests", answer.phase.trianglePairs},
                                {"trianglePairs", answer.phase.hits.size()}};
    if (!answer.touches) {
        json["distance"] = answer.distance.distance;
        json["closestPoints"] = {ExactVec(answer.distance.pointA), ExactVec(answer.distance.pointB)};
    }
    for (const ContactPoint& point : answer.contacts.points)
        json["points"].push_back({{"position", ExactVec(point.position)},
                                  {"normal", ExactVec(point.normal)},
                                  {"depth", point.depth},
                                  {"exact", point.isExact},
                                  {"triangles", {point.triangleA, point.triangleB}}});
    return json;
}

void PrintAnswer(const ExactAnswer& answer) {
    if (!answer.touches) {
        std::cout << "They do not touch: " << Short(answer.distance.distance) << " apart, from "
                  << WordsOf(answer.distance.pointA) << " to " << WordsOf(answer.distance.pointB)
                  << (answer.spheresTouch ? "; the spheres alone could not tell.\n" : ".\n");
        return;
    }
    const bool exact = answer.contacts.contacts[0].state == ContactState::Exact;
    std::cout << (exact                   ? "They touch"
                  : answer.exact.finished ? "One lies within the other"
                                          : "They may touch; the budget ended")
              << ": " << answer.phase.hits.size() << " pairs of triangles after " << answer.phase.trianglePairs
              << " tests, " << answer.exact.operations << " operations.\n";
    for (const ContactPoint& point : answer.contacts.points)
        std::cout << "  at " << WordsOf(point.position) << ", normal " << WordsOf(point.normal) << ", depth "
                  << Short(point.depth) << (point.isExact ? "\n" : ", as the spheres know it\n");
}

int RunExactVerb(const ExactSettings& settings) {
    ToolHost toolHost(settings.host, "baking");
    const Host host = toolHost.Get();
    Scene scene;
    const Result<BodyHandle> a = AddThing(scene, settings.a, {}, {1, 1, 1}, host);
    if (!a) return FailExact(a.Sentence());
    const Result<BodyHandle> b =
        AddThing(scene, settings.b, ExactPoseOf(settings.pose), ExactScaleOf(settings.scale), host);
    if (!b) return FailExact(b.Sentence());
    const Budget budget = settings.budget.empty() ? Budget{} : *ReadBudget(settings.budget);
    const Result<ExactAnswer> answer = Answer(scene, *a, *b, budget, host);
    if (!answer) return FailExact(answer.Sentence());
    if (settings.json)
        std::cout << AnswerJson(*answer).dump(2) << "\n";
    else
        PrintAnswer(*answer);
    return kDone;
}

}  // namespace

std::function<int()> AddExactVerb(CLI::App& tool) {
    auto settings = std::make_shared<ExactSettings>();
    CLI::App* verb = tool.add_subcommand("exact", "Do two bodies touch, triangle by triangle? If not, how far apart?");
    const char* what =
        "A mesh, a tree baked with its triangles, or sphere:R, box:X,Y,Z, capsule:R,H, cylinder:R,H, cone:R,H";
    verb->add_option("A", settings->a, what)->required();
    verb->add_option("B", settings->b, "Another, or the same")->required();
    verb->add_option("--pose", settings->pose, "Of B: x y z, or x y z and a quaternion x y z w")->expected(3, 7);
    verb->add_option("--scale", settings->scale, "Of B: one factor, or three")->expected(1, 3);
    verb->add_option("--budget", settings->budget, "20000ops, 0.5ms, or both with a comma");
    verb->add_flag("--json", settings->json, "Print JSON");
    verb->add_flag("--quiet", settings->host.quiet, "No progress");
    verb->footer(R"(Example:
  spheretree exact bunny.ply box:0.1,0.1,0.1 --pose 0.1 0 0.5

Exit codes:
  0    answered
  1    a file cannot be read, baked or placed
  2    the command line is not understood)");
    verb->callback([settings] {
        if (!settings->budget.empty() && !ReadBudget(settings->budget))
            throw CLI::ValidationError("--budget", "is a number with ops, ms or us");
        if (!settings->pose.empty() && settings->pose.size() != 3 && settings->pose.size() != 7)
            throw CLI::ValidationError("--pose", "needs 3 or 7 numbers");
        if (settings->scale.size() == 2) throw CLI::ValidationError("--scale", "needs 1 or 3 numbers");
    });
    return [settings] { return RunExactVerb(*settings); };
}

}  // namespace spheretree::tool
