// The measurements of [Van den Bergen 1999], chapters 4 and 5, as counts and ratios, which no machine changes, beside
// the thesis's own.

#include "Base/Random.h"
#include "Exact/BoxOverlap.h"
#include "ExactBench.h"
#include "FramePeers.h"
#include "Scene/Rigid.h"
#include "Scenes/Bodies.h"
#include "Scenes/Meshes.h"
#include "Scenes/Shapes.h"
#include "Scenes/SplitTree.h"
#include "SphereTree/BoxTree.h"
#include "SphereTree/DeformingMesh.h"
#include "SphereTree/Exact.h"
#include "SphereTree/Gjk.h"
#include "SphereTree/RefitTree.h"
#include "SphereTree/Traversal.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace spheretree::bench {
namespace {

/// A number that counts what is done with it.
struct Counted {
    double value = 0;
    inline static int64_t operations = 0;
    friend Counted operator+(Counted a, Counted b) { return ++operations, Counted{a.value + b.value}; }
    friend Counted operator-(Counted a, Counted b) { return ++operations, Counted{a.value - b.value}; }
    friend Counted operator*(Counted a, Counted b) { return ++operations, Counted{a.value * b.value}; }
    friend bool operator>(Counted a, Counted b) { return ++operations, a.value > b.value; }
    friend Counted fabs(Counted a) { return ++operations, Counted{std::fabs(a.value)}; }
};

/// Of boxes that overlap: no axis parts them, all are tried.
int64_t CountBoxTest(bool all) {
    BoxAxes<Counted> axes{};
    for (int i = 0; i < 3; ++i) axes.r[i][i].value = axes.abs[i][i].value = 1;
    const Counted half[3] = {{1}, {1}, {1}}, t[3] = {{0.1}, {0.2}, {0.3}};
    Counted::operations = 0;
    (void)FacesPart(half, half, axes, t);
    if (all) (void)EdgesPart(half, half, axes, t);
    return Counted::operations;
}

int64_t CountSphereTest() {
    const Counted a[4] = {{0}, {0}, {0}, {1}}, b[4] = {{1}, {0}, {0}, {1}};
    Counted::operations = 0;
    const Counted x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2], reach = a[3] + b[3];
    (void)((x * x + y * y) + z * z > reach * reach);
    return Counted::operations;
}

int64_t CountAlignedTest() {
    const Counted a[6] = {{0}, {0}, {0}, {1}, {1}, {1}};
    Counted::operations = 0;
    for (int i = 0; i < 3; ++i) {
        (void)(a[i] > a[i + 3]);
        (void)(a[i] > a[i + 3]);
    }
    return Counted::operations;
}

TriangleMesh Subdivided(const TriangleMesh& mesh) {
    TriangleMesh fine = mesh;
    fine.triangles.clear();
    for (const Triangle& t : mesh.triangles) {
        int32_t middle[3];
        for (size_t i = 0; i < 3; ++i) {
            middle[i] = static_cast<int32_t>(fine.vertices.size());
            fine.vertices.push_back(
                (mesh.vertices[static_cast<size_t>(t[i])] + mesh.vertices[static_cast<size_t>(t[(i + 1) % 3])]) * 0.5);
        }
        fine.triangles.push_back({t[0], middle[0], middle[2]});
        fine.triangles.push_back({t[1], middle[1], middle[0]});
        fine.triangles.push_back({t[2], middle[2], middle[1]});
        fine.triangles.push_back({middle[0], middle[1], middle[2]});
    }
    return fine;
}

struct Placements {
    double cube = 1;  // side, for about 60 % hits
    double hits = 0;
    double boxTests = 0, triangleTests = 0, overlaps = 0, byEdges = 0;  // per placement
    double seconds = 0;                                                 // per placement
};

Pose RandomPlace(Random& random, double cube) {
    Pose pose;
    pose.rotation = scenes::RandomRotation(random.Bits(), 0);
    pose.position = Vec3{random.Between(-0.5, 0.5), random.Between(-0.5, 0.5), random.Between(-0.5, 0.5)} * cube;
    return pose;
}

Placements Place(const BoxTree& tree, double cube, BoxTest test, int64_t count) {
    Placements result;
    result.cube = cube;
    const double start = ThreadSeconds();
    for (int64_t i = 0; i < count; ++i) {
        Random random = Random::OfItem(41, i);
        const Pose a = RandomPlace(random, cube), b = RandomPlace(random, cube);
        const BoxTreeResult found = IntersectBoxTrees(tree, a, tree, b, {test, false});
        result.hits += !found.hits.empty();
        result.boxTests += static_cast<double>(found.boxTests);
        result.triangleTests += static_cast<double>(found.triangleTests);
        result.overlaps += static_cast<double>(found.boxOverlaps);
        result.byEdges += static_cast<double>(found.partedByEdges);
    }
    const double n = static_cast<double>(count);
    result.seconds = (ThreadSeconds() - start) / n;
    for (double* sum : {&result.hits, &result.boxTests, &result.triangleTests, &result.overlaps, &result.byEdges})
        *sum /= n;
    return result;
}

/// The side of the cube in which 60 % of the placements hit.
double CubeFor60(const BoxTree& tree) {
    double low = 0, high = 8 * Length(tree.nodes[0].half);
    for (int i = 0; i < 14; ++i) {
        const double middle = (low + high) / 2;
        (Place(tree, middle, BoxTest::FacesOnly, 2000).hits > 0.6 ? low : high) = middle;
    }
    return (low + high) / 2;
}

struct ThesisModel {
    const char* name;
    TriangleMesh mesh;
    double boxes, triangles;          // table 5.4: AABB tree, SAT, per placement
    double boxesLite, trianglesLite;  // table 5.5
    double buildToRefit;              // table 5.6
};

void PrintTrees(const ThesisModel& model) {
    constexpr int64_t kPlacements = 20'000;
    const BoxTree tree = *BoxTree::Build(model.mesh);
    const double cube = CubeFor60(tree);
    const Placements all = Place(tree, cube, BoxTest::All, kPlacements);
    const Placements lite = Place(tree, cube, BoxTest::FacesOnly, kPlacements);
    printf("  %s, %zu triangles, %.1f %% hits\n", model.name, model.mesh.triangles.size(), lite.hits * 100);
    printf("    all axes    Nb %7.1f (thesis %5.1f)   Np %6.1f (thesis %5.1f)   %6.2f us\n", all.boxTests, model.boxes,
           all.triangleTests, model.triangles, all.seconds * 1e6);
    printf("    faces only  Nb %7.1f (thesis %5.1f)   Np %6.1f (thesis %5.1f)   %6.2f us\n", lite.boxTests,
           model.boxesLite, lite.triangleTests, model.trianglesLite, lite.seconds * 1e6);
    printf(
        "    boxes that overlap %.0f %% (thesis about 60 %%); false overlaps with faces only %.1f %% (thesis about 6 "
        "%%)\n",
        100 * all.overlaps / all.boxTests, 100 * all.byEdges / all.boxTests);
}

void PrintRefit(const ThesisModel& model) {
    BoxTree tree = *BoxTree::Build(model.mesh);
    double build = 1e9, refit = 1e9;
    for (int repeat = 0; repeat < 15; ++repeat) {
        const double start = ThreadSeconds();
        const BoxTree again = *BoxTree::Build(model.mesh);
        build = std::min(build, ThreadSeconds() - start);
    }
    for (int repeat = 0; repeat < 15; ++repeat) {  // by itself: after a build, it would find its boxes far away
        const double start = ThreadSeconds();
        (void)tree.Refit(model.mesh.vertices);
        refit = std::min(refit, ThreadSeconds() - start);
    }
    printf("  %s: build %.0f us, refit %.0f us, %.1f times (thesis %.1f)\n", model.name, build * 1e6, refit * 1e6,
           build / refit, model.buildToRefit);
}

}  // namespace

void PrintThesisTables() {
    printf("\nOperations of one overlap test (thesis, table 5.1)\n");
    printf(
        "  sphere %lld (11), aligned box %lld (9), turned box, all axes %lld (200 with its matrices), faces only "
        "%lld\n",
        static_cast<long long>(CountSphereTest()), static_cast<long long>(CountAlignedTest()),
        static_cast<long long>(CountBoxTest(true)), static_cast<long long>(CountBoxTest(false)));
    const ThesisModel models[] = {
        {"torus", scenes::MakeTorus(10, 2, 100, 25), 329.13, 39.97, 402.38, 52.23, 0.11 / 0.015},
        {"teapot", Subdivided(scenes::MakeMesh("teapot").mesh), 258.11, 18.75, 301.28, 22.15, 0.08 / 0.011}};
    printf("\nTrees of boxes, per placement (tables 5.4, 5.5)\n");
    for (const ThesisModel& model : models) PrintTrees(model);
    printf("\nBuilding and refitting (table 5.6)\n");
    for (const ThesisModel& model : models) PrintRefit(model);
}

namespace {

struct BoxedBody {
    ConvexShape shape;
    double radius = 1;
    Pose pose;
    Vec3 velocity, turning;
};

/// The simulation of I-COLLIDE as the thesis set it up: twenty polyhedra of twenty corners in a cube.
struct BoxOfBodies {
    std::vector<BoxedBody> bodies;
    double half;

    BoxOfBodies(double density, double speed, double degrees, uint64_t seed) {
        double volume = 0;
        Random random(seed);
        for (int i = 0; i < 20; ++i) {
            std::vector<Vec3> points;
            for (int k = 0; k < 20; ++k) points.push_back(random.Direction());
            BoxedBody body;
            body.shape = ConvexShape::Hull(*ConvexHull::Build(points));
            body.velocity = random.Direction() * speed;
            body.turning = random.Direction() * (degrees * 3.14159265358979 / 180);
            volume += 2.7;  // about what such a body fills of its unit ball's 4.19
            bodies.push_back(body);
        }
        half = std::cbrt(volume / density) / 2;
        for (BoxedBody& body : bodies)
            body.pose = {Vec3{random.Between(-1, 1), random.Between(-1, 1), random.Between(-1, 1)} * half,
                         scenes::RandomRotation(seed, random.Below(1000))};
    }
    void Step() {
        for (BoxedBody& body : bodies) {
            body.pose.position += body.velocity;
            body.pose.rotation = Multiply(FromTurn(body.turning), body.pose.rotation);
            for (const auto axis : {&Vec3::x, &Vec3::y, &Vec3::z})
                if (std::fabs(body.pose.position.*axis) > half)
                    body.velocity.*axis = -std::copysign(body.velocity.*axis, body.pose.position.*axis);
        }
    }
    PlacedShape Placed(size_t i) const {
        PlacedShape placed{&bodies[i].shape, {}};
        const Rotation turn = ToRotation(Normalized(bodies[i].pose.rotation));
        for (size_t k = 0; k < 3; ++k) placed.map.row[k] = turn.row[k];
        placed.map.offset = bodies[i].pose.position;
        return placed;
    }
};

struct IsaCounts {
    int64_t asked = 0, overlaps = 0, fresh = 0, centred = 0, kept = 0, distance = 0;
    int64_t apart = 0, freshApart = 0, keptApart = 0, keptOnce = 0;
};

IsaCounts RunIsa(double density, double speed, double degrees, bool boxesOnly, int frames) {
    BoxOfBodies world(density, speed, degrees, 17);
    std::vector<Vec3> axes(400, Vec3{});
    IsaCounts counts;
    for (int frame = 0; frame < frames; ++frame) {
        world.Step();
        for (size_t i = 0; i < 20; ++i)
            for (size_t k = 0; k < i; ++k) {
                const Vec3 between = world.bodies[i].pose.position - world.bodies[k].pose.position;
                Vec3& axis = axes[i * 20 + k];
                // Sweep and prune first, as in I-COLLIDE: balls' boxes.
                const bool near = std::fabs(between.x) < 2 && std::fabs(between.y) < 2 && std::fabs(between.z) < 2;
                if (boxesOnly && !near) continue;
                const PlacedShape a = world.Placed(i), b = world.Placed(k);
                const GjkOverlap fresh = FindSeparatingAxis(a, b), again = FindSeparatingAxis(a, b, axis);
                ++counts.asked;
                counts.overlaps += fresh.overlaps;
                counts.fresh += fresh.steps;
                counts.centred += FindSeparatingAxis(a, b, between).steps;
                counts.kept += again.steps;
                counts.distance += MeasureGjk(a, b).steps;
                if (again.overlaps) {
                    std::swap(world.bodies[i].velocity, world.bodies[k].velocity);
                    continue;
                }
                axis = again.axis;
                ++counts.apart;
                counts.freshApart += fresh.steps;
                counts.keptApart += again.steps;
                counts.keptOnce += again.steps == 1;
            }
    }
    return counts;
}

void PrintIsa(const char* name, const IsaCounts& c) {
    const auto per = [](int64_t steps, int64_t of) { return static_cast<double>(steps) / static_cast<double>(of); };
    printf(
        "  %-44s %.2f kept axis, %.2f from x, %.2f from centres, %.2f distance; apart: %.2f against %.2f, %.0f %% in "
        "one; "
        "%.1f %% overlap\n",
        name, per(c.kept, c.asked), per(c.fresh, c.asked), per(c.centred, c.asked), per(c.distance, c.asked),
        per(c.keptApart, c.apart), per(c.freshApart, c.apart), 100 * per(c.keptOnce, c.apart),
        100 * per(c.overlaps, c.asked));
}

}  // namespace

void MeasureIsaGjk() {
    printf(
        "\nISA-GJK, steps per question, 20 bodies of 20 corners, 5 %% density, 5 %% of the radius and 10 degrees a "
        "frame\n");
    PrintIsa("pairs whose boxes overlap", RunIsa(0.05, 0.05, 10, true, 5000));
    PrintIsa("all pairs", RunIsa(0.05, 0.05, 10, false, 500));
    PrintIsa("boxes overlap, 1 degree and 1 % a frame", RunIsa(0.05, 0.01, 1, true, 5000));
}

namespace {

/// A twist about z, so many radians per unit of height, and a bend.
std::vector<Vec3> Deformed(const std::vector<Vec3>& vertices, double amount) {
    std::vector<Vec3> moved;
    for (const Vec3& v : vertices) {
        const double angle = amount * v.x, c = std::cos(angle), s = std::sin(angle);
        moved.push_back({v.x, v.y * c - v.z * s, v.y * s + v.z * c + 0.3 * amount * v.x * v.x});
    }
    return moved;
}

double BallTests(const SphereTree& tree, const SphereTree& other, int64_t count) {
    const auto a = *SharePackedTree(tree), b = *SharePackedTree(other);
    double tests = 0;
    for (int64_t i = 0; i < count; ++i) {
        Random random = Random::OfItem(43, i);
        Scene scene;
        scene.SetDefaultResponse(Detail::Full);
        for (const auto& packed : {a, b}) {
            BodyDescription body;
            body.tree = packed;
            body.pose = RandomPlace(random, 2 * tree.nodes[0].sphere.radius);
            (void)scene.Add(body);
        }
        (void)scene.Step();
        Traversal traversal;
        BeginFrame(traversal, scene);
        tests += static_cast<double>(Advance(traversal, scene, {}).tests);
    }
    return tests / static_cast<double>(count);
}

double WorstLeaf(const SphereTree& tree) {
    double worst = 0;
    for (const TreeNode& node : tree.nodes)
        if (node.childCount == 0) worst = std::max(worst, node.sphere.radius);
    return worst;
}

/// The least of a few, in microseconds.
template <typename F>
double LeastMicroseconds(int times, const F& f) {
    double least = HUGE_VAL;
    for (int i = 0; i < times; ++i) {
        const double start = ThreadSeconds();
        f();
        least = std::min(least, ThreadSeconds() - start);
    }
    return least * 1e6;
}

using SharedTree = std::shared_ptr<const PackedTree>;

/// What the exact phase takes for a pair that the spheres confirmed, in a crowd of two kinds of trees in turn.
double MicrosecondsPerPair(const SharedTree& even, const SharedTree& odd, Detail detail, int64_t& touching) {
    Scene scene;
    scene.SetDefaultResponse(detail);
    int i = 0;
    for (const auto& motion : scenes::MakeConvergingBodies(100, 3, even->unit).bodies) {
        BodyDescription body;
        body.tree = i++ % 2 ? odd : even;
        body.pose = scenes::PoseAt(motion, 2);
        (void)scene.Add(body);
    }
    (void)scene.Step();
    Traversal begun;
    BeginFrame(begun, scene);
    (void)Advance(begun, scene, {});
    const auto pairs = std::count_if(begun.pairs.begin(), begun.pairs.end(),
                                     [](const TraversalPair& pair) { return pair.state == PairState::Confirmed; });
    double least = HUGE_VAL;
    for (int run = 0; run < 3; ++run) {
        Traversal traversal = begun;
        ExactPhase exact;
        least = std::min(least, LeastMicroseconds(1, [&] { (void)AdvanceExact(exact, traversal, scene, {}); }));
        touching = std::count_if(exact.pairs.begin(), exact.pairs.end(),
                                 [](const ExactPair& pair) { return pair.state == ExactState::Touches; });
    }
    return least / static_cast<double>(pairs);
}

void PrintPairCosts(const char* kind, const SharedTree& even, const SharedTree& odd) {
    int64_t first = 0, all = 0;
    const double simple = MicrosecondsPerPair(even, odd, Detail::Simple, first),
                 full = MicrosecondsPerPair(even, odd, Detail::Full, all);
    printf("    %s: first hit %.2f us per pair, all %.1f us; %lld and %lld pairs touch\n", kind, simple, full,
           static_cast<long long>(first), static_cast<long long>(all));
}

/// A frame of a body that deforms: with boxes, and with patches divided anew.
void MeasureDeformingFrame(const char* name) {
    const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
    SphereTree tree = scenes::MakeSplitTree(mesh, 3);
    (void)AttachTriangles(tree, mesh);
    const double size = tree.nodes[0].sphere.radius;
    DeformingMesh deforming = *DeformingMesh::Make(tree);
    printf("\nA frame of %s, %zu triangles, that deforms\n", name, mesh.triangles.size());
    for (const double amount : {0.25, 1.0, 2.0}) {
        const std::vector<Vec3> moved = Deformed(tree.leafTriangles.vertices, amount / size);
        SharedTree boxed, patched;
        const double balls = LeastMicroseconds(20, [&] { (void)RefitTree(deforming.tree, moved); });
        const double boxes = LeastMicroseconds(20, [&] { (void)deforming.boxes.Refit(moved); });
        const double pack = LeastMicroseconds(20, [&] { boxed = *deforming.Pack(); });
        const double anew = LeastMicroseconds(20, [&] { patched = *SharePackedTree(deforming.tree); });
        printf(
            "  twist %.2f over its radius: refit of balls %.0f us, of boxes %.0f us; packed with boxes %.0f us, with "
            "patches %.0f us; a frame %.0f us, %.0f us\n",
            amount, balls, boxes, pack, anew, balls + boxes + pack, balls + anew);
        PrintPairCosts("boxes on both sides", boxed, boxed);
        PrintPairCosts("boxes and patches in turn", boxed, patched);
        PrintPairCosts("patches on both sides", patched, patched);
    }
}

}  // namespace

void MeasureDeformation() {
    MeasureDeformingFrame("torus");
    MeasureDeformingFrame("bunny-1500");
    const TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    SphereTree tree = scenes::MakeSplitTree(mesh, 3);
    (void)AttachTriangles(tree, mesh);
    printf("\nA refitted sphere-tree against one made anew, %zu triangles (twist in radians per unit)\n",
           mesh.triangles.size());
    for (const double amount : {0.0, 0.25, 0.5, 1.0, 2.0, 4.0}) {
        const std::vector<Vec3> moved = Deformed(tree.leafTriangles.vertices, amount);
        TriangleMesh now = mesh;
        now.vertices = moved;
        SphereTree refitted = tree, anew = scenes::MakeSplitTree(now, 3);
        const double start = ThreadSeconds();
        (void)RefitTree(refitted, moved);
        const double refit = ThreadSeconds() - start;
        (void)AttachTriangles(anew, now);
        SphereTree likeRefitted = anew;
        (void)RefitTree(likeRefitted, moved);  // the same balls, on the new division
        printf(
            "  twist %.2f: worst leaf radius %.3f refitted, %.3f anew; ball tests per placement %.0f refitted, %.0f "
            "anew; "
            "refit %.0f us; root radius %.2f, %.2f\n",
            amount, WorstLeaf(refitted), WorstLeaf(likeRefitted), BallTests(refitted, refitted, 300),
            BallTests(likeRefitted, likeRefitted, 300), refit * 1e6, refitted.nodes[0].sphere.radius,
            likeRefitted.nodes[0].sphere.radius);
    }
}

}  // namespace spheretree::bench
