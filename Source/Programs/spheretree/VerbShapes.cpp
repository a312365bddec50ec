#include "ReadMesh.h"
#include "SphereTree/Exact.h"
#include "Table.h"
#include "ToolHost.h"
#include "Verb.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <iostream>
#include <memory>

namespace spheretree::tool {

namespace {

struct ShapesSettings {
    std::string mesh;
    int count = 60, frames = 120;
    uint64_t seed = 1;
    bool json = false;
    ToolHost::Options host;
};

constexpr std::array kKinds{"sphere", "box", "capsule", "cylinder", "cone", "hull", "tree"};
constexpr size_t kTree = kKinds.size() - 1;

/// The demo's own chance: the same scene for the same seed, on every machine.
struct ShapesDice {
    uint64_t state;
    double Between(double low, double high) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return low + (high - low) * static_cast<double>(state >> 11) * 0x1p-53;
    }
    Vec3 Point(double size) { return {Between(-size, size), Between(-size, size), Between(-size, size)}; }
};

ConvexShape ShapeOfKind(size_t kind, ShapesDice& dice) {
    const double r = dice.Between(0.4, 0.8), h = dice.Between(0.4, 0.9);
    if (kind == 0) return ConvexShape::Sphere(r);
    if (kind == 1) return ConvexShape::Box({r, h, dice.Between(0.3, 0.8)});
    if (kind == 2) return ConvexShape::Capsule(r * 0.6, h);
    if (kind == 3) return ConvexShape::Cylinder(r, h);
    if (kind == 4) return ConvexShape::Cone(r, h);
    std::vector<Vec3> points;
    for (int i = 0; i < 24; ++i) points.push_back(dice.Point(0.8));
    return ConvexShape::Hull(*ConvexHull::Build(points));
}

struct MovingBody {
    BodyHandle handle;
    size_t kind;
    Vec3 start, velocity, turning;
};

struct ShapesDemo {
    Scene scene;
    std::vector<MovingBody> bodies;
    ExactPhase exact;
    Traversal traversal;
    Contacts contacts;
    int64_t met[kKinds.size()][kKinds.size()] = {};
    int64_t contactCount = 0, exactCount = 0, operations = 0, begun = 0, ended = 0;
    double deepest = 0;

    /// From a ring around the middle towards it, turning.
    std::string Fill(const ShapesSettings& settings, const std::shared_ptr<const PackedTree>& tree) {
        ShapesDice dice{settings.seed * 2 + 1};
        const size_t kinds = tree ? kKinds.size() : kTree;
        for (int i = 0; i < settings.count; ++i) {
            MovingBody body{{}, static_cast<size_t>(i) % kinds, {}, {}, dice.Point(2)};
            body.start = dice.Point(1) * 6.0;
            body.velocity = (dice.Point(1) - body.start) * 0.5;
            BodyDescription description;
            description.pose.position = body.start;
            if (body.kind == kTree) {
                description.tree = tree;
                description.scale = Vec3{1, 1, 1} * (0.8 / tree->unit);
            } else {
                description.shape = std::make_shared<const ConvexShape>(ShapeOfKind(body.kind, dice));
            }
            const Result<BodyHandle> handle = scene.Add(description);
            if (!handle) return handle.Sentence();
            body.handle = *handle;
            bodies.push_back(body);
        }
        return "";
    }
    void Move(double seconds) {
        for (const MovingBody& body : bodies) {
            const Vec3 half = body.turning * (seconds / 2);
            const double angle = Length(half);
            const Vec3 axis = angle > 0 ? half * (std::sin(angle) / angle) : Vec3{};
            (void)scene.Move(body.handle,
                             {body.start + body.velocity * seconds, {axis.x, axis.y, axis.z, std::cos(angle)}});
        }
        (void)scene.Step();
    }
    void Frame(double seconds, const Host& host) {
        Move(seconds);
        BeginFrame(traversal, scene);
        operations += AdvanceExact(exact, traversal, scene, {}, host).operations;
        EndFrame(traversal, scene);
        CollectExactContacts(exact, traversal, scene, {}, contacts);
        ended += static_cast<int64_t>(contacts.ended.size());
        for (const Contact& contact : contacts.contacts) {
            const size_t a = bodies[contact.a.index].kind, b = bodies[contact.b.index].kind;
            ++met[std::min(a, b)][std::max(a, b)];
            ++contactCount;
            exactCount += contact.state == ContactState::Exact;
            begun += contact.event == ContactEvent::Begin;
        }
        for (const ContactPoint& point : contacts.points) deepest = std::max(deepest, point.depth);
    }
};

Result<std::shared_ptr<const PackedTree>> BakeForDemo(const std::string& file, const Host& host) {
    Result<ReadMesh> read = ReadMeshFile(file, {});
    if (!read) return Error{read.Sentence()};
    Recipe recipe = RecipeOf(Effort::Fast);
    recipe.triangles = true;
    Result<BakedTree> baked = BuildTree(read->mesh, recipe, host);
    if (!baked) return Error{file + " cannot be baked: " + baked.Sentence()};
    return SharePackedTree(baked->tree);
}

void PrintDemo(const ShapesDemo& demo, const ShapesSettings& settings) {
    std::cout << settings.count << " bodies, " << settings.frames << " frames: " << demo.contactCount << " contacts, "
              << demo.exactCount << " of them exact; " << demo.begun << " began, " << demo.ended << " ended; deepest "
              << Short(demo.deepest) << "; " << demo.operations << " operations.\n";
    std::vector<std::string> head{"met"};
    head.insert(head.end(), kKinds.begin(), kKinds.end());
    Table table(head);
    for (size_t a = 0; a < kKinds.size(); ++a) {
        std::vector<std::string> row{kKinds[a]};
        for (size_t b = 0; b < kKinds.size(); ++b) row.push_back(b < a ? "" : std::to_string(demo.met[a][b]));
        table.Add(row);
    }
    std::cout << table.Text();
}

nlohmann::ordered_json DemoJson(const ShapesDemo& demo) {
    nlohmann::ordered_json json{{"contacts", demo.contactCount}, {"exact", demo.exactCount},
                                {"begun", demo.begun},           {"ended", demo.ended},
                                {"deepest", demo.deepest},       {"operations", demo.operations}};
    for (size_t a = 0; a < kKinds.size(); ++a)
        for (size_t b = a; b < kKinds.size(); ++b)
            json["met"][std::string(kKinds[a]) + " " + kKinds[b]] = demo.met[a][b];
    return json;
}

int RunShapes(const ShapesSettings& settings) {
    ToolHost toolHost(settings.host, "baking");
    const Host host = toolHost.Get();
    std::shared_ptr<const PackedTree> tree;
    if (!settings.mesh.empty()) {
        Result<std::shared_ptr<const PackedTree>> baked = BakeForDemo(settings.mesh, host);
        if (!baked) {
            std::cerr << baked.Sentence() << "\n";
            return ToolHost::IsCancelled() ? kCancelled : kCannotDo;
        }
        tree = *baked;
    }
    ShapesDemo demo;
    if (const std::string fault = demo.Fill(settings, tree); !fault.empty()) {
        std::cerr << fault << "\n";
        return kCannotDo;
    }
    for (int frame = 0; frame < settings.frames; ++frame) demo.Frame(frame / 30.0, host);
    if (settings.json)
        std::cout << DemoJson(demo).dump(2) << "\n";
    else
        PrintDemo(demo, settings);
    return kDone;
}

}  // namespace

std::function<int()> AddShapesVerb(CLI::App& tool) {
    auto settings = std::make_shared<ShapesSettings>();
    CLI::App* verb = tool.add_subcommand("shapes", "Boxes, balls, capsules, cylinders, cones, hulls and a mesh meet");
    verb->add_option("MESH", settings->mesh, "Flies along as a sphere-tree with triangles");
    verb->add_option("--count", settings->count, "Bodies")->check(CLI::Range(2, 5000))->capture_default_str();
    verb->add_option("--frames", settings->frames, "Of a thirtieth of a second")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str();
    verb->add_option("--seed", settings->seed, "Same seed, same figures")->capture_default_str();
    verb->add_flag("--json", settings->json, "Print JSON");
    verb->add_flag("--quiet", settings->host.quiet, "No progress");
    verb->footer(R"(Example:
  spheretree shapes bunny.ply --count 100

Exit codes:
  0    done
  1    the mesh cannot be read or baked
  2    the command line is not understood)");
    return [settings] { return RunShapes(*settings); };
}

}  // namespace spheretree::tool
