// The tables of [Krishnan 1998] beside ours, and FCL in the same run. CPU time of this thread.
// Usage: shells-bench [costs|table1|table2|table3|plot FILE.svg] ...

#include "Scenes/CurvedPatches.h"
#include "Scenes/Shapes.h"
#include "Shells/VolumeTest.h"
#include "ShellsBench.h"
#include "SphereTree/TrianglePair.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace spheretree::bench {
namespace {

constexpr Vec3 kAway{0, 1, 0};                                           // where the middle of two quarters looks
constexpr Vec3 kQuarterAway{0.7071067811865476, 0.7071067811865476, 0};  // and that of one

/// Pairs of nodes that a query opens: what tests are really asked.
std::vector<OpenVolumes> PairsOnTheWay(const ShellTree& tree, const Pose& pose, ShellRelation& relation) {
    ShellTraversal pair = *BeginShellPair({&tree, {}, 1}, {&tree, pose, 1});
    relation = pair.relation;
    std::vector<OpenVolumes> pairs;
    while (!pair.open.empty() && pairs.size() < 20000) {
        pairs.insert(pairs.end(), pair.open.begin(), pair.open.end());
        AdvanceShellPair(pair, Budget::Operations(20000));
    }
    return pairs;
}

template <typename F>
double NanosecondsOf(size_t count, F f) {
    double best = HUGE_VAL;
    for (int repeat = 0; repeat < 5; ++repeat) {
        const double start = ThreadSeconds();
        for (size_t i = 0; i < count; ++i) f(i);
        best = std::min(best, ThreadSeconds() - start);
    }
    return best / static_cast<double>(count) * 1e9;
}

void MeasureCosts() {
    printf("What the parts of a query cost (eq 1), on pairs of the teapot's side at displacement 0.01\n");
    const TreesOfAllKinds trees = MakeTreesOf(scenes::MakeTeapotSide(56));
    int64_t sink = 0;
    for (const size_t kind : {size_t{0}, size_t{1}, size_t{2}}) {
        const ShellTree& tree = trees[kind];
        ShellRelation relation;
        const std::vector<OpenVolumes> pairs = PairsOnTheWay(tree, {kAway * 0.01, {}}, relation);
        std::vector<VolumeView> own, other, carried;
        for (const OpenVolumes& pair : pairs)
            for (const int turn : {0, 1}) {  // children of both: some meet, some do not
                const VolumeNode &a = tree.nodes[static_cast<size_t>(pair.a)],
                                 &b = tree.nodes[static_cast<size_t>(pair.b)];
                if (a.firstChild < 0 || b.firstChild < 0) continue;
                own.push_back(VolumeAt(tree, tree.nodes[static_cast<size_t>(a.firstChild)]));
                other.push_back(VolumeAt(tree, tree.nodes[static_cast<size_t>(b.firstChild + turn)]));
            }
        std::vector<CarriedVolume> rooms(own.size());
        for (size_t i = 0; i < own.size(); ++i) carried.push_back(Carry(relation, other[i], rooms[i]));
        ShellCounters counters;
        CarriedVolume room;
        int64_t met = 0;
        double gap = 0;
        const double test =
            NanosecondsOf(own.size(), [&](size_t i) { met += TestVolumes(own[i], carried[i], {}, counters, gap); });
        const double update = NanosecondsOf(
            own.size(), [&](size_t i) { sink += Carry(relation, other[i], room).kind == VolumeKind::Ball; });
        printf("  Cv %-7s %7.1f ns per test (%2.0f %% meet), Cu %5.1f ns per update\n", kTreeKindNames[kind], test,
               20.0 * static_cast<double>(met) / static_cast<double>(own.size()), update);
    }
    const auto& faces = trees[0].triangles;
    const double triangle = NanosecondsOf(faces.size() - 1, [&](size_t i) {
        TriangleCorners other = faces[i + 1];
        for (Vec3& v : other) v.y += 0.001;
        sink += TrianglesTouch(faces[i], other, 1e-12);
    });
    printf("  Cp         %7.1f ns per pair of triangles%s\n\n", triangle, sink < 0 ? "!" : "");
}

struct Table1Row {
    double displacement;
    int64_t shells, boxes;
};
constexpr Table1Row kTable1[] = {{0.1, 2277, 2063},        {0.05, 4957, 5571},       {0.02, 13353, 19333},
                                 {0.009, 27795, 47007},    {0.006, 41257, 70091},    {0.003, 77545, 133189},
                                 {0.0009, 190105, 360163}, {0.0006, 248607, 490057}, {0.0004, 297677, 651353},
                                 {0.0002, 357333, 982415}, {0.0001, 389175, 1256949}};

double Slope(double x0, double y0, double x1, double y1) { return std::log(y1 / y0) / std::log(x0 / x1); }

std::string SlopesOf(const std::vector<std::array<QueryCost, 4>>& costs, size_t from, size_t to) {
    const double d0 = kTable1[from].displacement, d1 = kTable1[to].displacement;
    const auto slope = [&](auto count) {
        return Slope(d0, static_cast<double>(count(from)), d1, static_cast<double>(count(to)));
    };
    char text[300];
    const auto ours = [&](size_t k) { return slope([&](size_t i) { return costs[i][k].tests; }); };
    std::snprintf(
        text, sizeof text,
        "  slope from %g to %g: paper shells %.2f, boxes %.2f; ours shells %.2f, boxes %.2f, balls %.2f, mixed %.2f\n",
        d0, d1, slope([](size_t i) { return kTable1[i].shells; }), slope([](size_t i) { return kTable1[i].boxes; }),
        ours(0), ours(1), ours(2), ours(3));
    return text;
}

void PrintTable1(const TriangleMesh& mesh, const Vec3& away, const char* what) {
    printf("Table 1: tests per query, %s, %zu triangles each\n", what, mesh.triangles.size());
    const TreesOfAllKinds trees = MakeTreesOf(mesh);
    const auto fcl = MakeFcl(mesh);
    printf(
        "  displaced    paper: shells     boxes   ours: shells     boxes     balls     mixed   "
        "us: shells    boxes    balls    mixed      FCL\n");
    std::vector<std::array<QueryCost, 4>> costs;
    for (const Table1Row& row : kTable1) {
        const Pose pose{away * row.displacement, {}};
        std::array<QueryCost, 4>& cost = costs.emplace_back();
        for (size_t k = 0; k < 4; ++k) cost[k] = AskPair(trees[k], {}, trees[k], pose);
        const double start = ThreadSeconds();
        const bool touches = fcl->Touches({}, pose);
        const double seconds = ThreadSeconds() - start;
        printf("  %9.4f  %14lld %9lld %14lld %9lld %9lld %9lld   %10.0f %8.0f %8.0f %8.0f %8.0f%s\n", row.displacement,
               static_cast<long long>(row.shells), static_cast<long long>(row.boxes),
               static_cast<long long>(cost[0].tests), static_cast<long long>(cost[1].tests),
               static_cast<long long>(cost[2].tests), static_cast<long long>(cost[3].tests), cost[0].seconds * 1e6,
               cost[1].seconds * 1e6, cost[2].seconds * 1e6, cost[3].seconds * 1e6, seconds * 1e6,
               touches || cost[0].touches ? " touching!" : "");
    }
    printf("%s%s\n", SlopesOf(costs, 2, 8).c_str(), SlopesOf(costs, 2, 10).c_str());
}

/// The triangles of a square of cells of a grid that MakeTeapotSide made.
std::vector<TriangleCorners> CellsOf(const TriangleMesh& mesh, int32_t steps, int32_t row, int32_t column,
                                     int32_t size) {
    std::vector<TriangleCorners> part;
    for (int32_t i = row; i < row + size; ++i)
        for (int32_t k = column; k < column + size; ++k)
            for (const int32_t half : {0, 1}) {
                const Triangle& t = mesh.triangles[static_cast<size_t>((i * steps + k) * 2 + half)];
                part.push_back({mesh.vertices[static_cast<size_t>(t[0])], mesh.vertices[static_cast<size_t>(t[1])],
                                mesh.vertices[static_cast<size_t>(t[2])]});
            }
    return part;
}

struct LevelVolumes {
    double shells = 0, boxes = 0;
};

std::vector<LevelVolumes> VolumesOf(const TriangleMesh& mesh, int32_t steps) {
    std::vector<LevelVolumes> levels;
    for (int32_t size = steps; size >= steps / 16; size /= 2) {
        LevelVolumes& sum = levels.emplace_back();
        for (int32_t i = 0; i < steps; i += size)
            for (int32_t k = 0; k < steps; k += size) {
                const std::vector<TriangleCorners> part = CellsOf(mesh, steps, i, k, size);
                const int64_t count = static_cast<int64_t>(part.size());
                sum.shells += VolumeOf(FitShell(part.data(), count).shell);
                sum.boxes += VolumeOf(FitBox(part.data(), count));
            }
    }
    return levels;
}

void PrintTable2() {
    constexpr int32_t kSteps = 256;
    const std::vector<LevelVolumes> paper{
        {237.37, 83.432}, {35.1976, 28.9779}, {5.31472, 7.62836}, {0.969967, 1.87269}, {0.250267, 0.442474}};
    const std::vector<LevelVolumes> side = VolumesOf(scenes::MakeTeapotSide(kSteps, 1), kSteps);
    const std::vector<LevelVolumes> bowl = VolumesOf(scenes::MakeCurvedPatch(1, 1, kSteps), kSteps);
    const std::vector<LevelVolumes> trough = VolumesOf(scenes::MakeCurvedPatch(6, 0.05, kSteps), kSteps);
    printf(
        "Table 2: volume of all bounding volumes of a level, each divided in four; 131,072 triangles. The paper shows "
        "its\n"
        "  model but does not name it; ours are one patch of the teapot's side, the bowl z = (x^2 + y^2) / 2, and the\n"
        "  trough z = 3 x^2 + y^2 / 40\n");
    printf(
        "  level     paper: shells  ratio    boxes  ratio     side: shells  ratio     boxes  ratio     bowl: shells  "
        "ratio     boxes  ratio   trough: shells  ratio     boxes  ratio\n");
    for (size_t i = 0; i < 5; ++i) {
        printf("  %5zu", i + 1);
        for (const auto* levels : {&paper, &side, &bowl, &trough}) {
            const LevelVolumes &now = (*levels)[i], &then = (*levels)[i ? i - 1 : 0];
            printf("  %16.5f %6.2f %8.4f %6.2f", now.shells, then.shells / now.shells, now.boxes,
                   then.boxes / now.boxes);
        }
        printf("\n");
    }
    printf("\n");
}

/// Five tori like links of a chain; each moves against its neighbours and turns back when it touches one.
struct Chain {
    std::array<Pose, 5> poses;
    std::array<double, 5> way{};

    Chain() {
        for (size_t i = 0; i < 5; ++i) {
            poses[i].position = {1.35 * static_cast<double>(i), 0, 0};
            if (i % 2) poses[i].rotation = {std::sqrt(0.5), 0, 0, std::sqrt(0.5)};
            way[i] = i % 2 ? -0.013 : 0.013;
        }
    }
    void Step() {
        for (size_t i = 0; i < 5; ++i) poses[i].position.x += way[i];
    }
};

struct Table3Row {
    int32_t steps;
    int64_t calls;
    double buildMicroseconds, queryMicroseconds;
};
constexpr Table3Row kTable3[] = {{15, 2553, 8.01e6, 34.46}, {21, 5148, 2.36e7, 49.06},  {24, 8116, 8.61e6, 51.53},
                                 {27, 8842, 9.00e6, 43.38}, {30, 11971, 1.43e7, 39.54}, {33, 13049, 1.40e7, 38.10}};

void PrintTable3() {
    constexpr int kChainFrames = 200;
    printf("Table 3: five interlaced tori, %d frames, every pair asked in every frame (2,000 queries)\n", kChainFrames);
    printf(
        "  triangles  paper: calls  build s  us/query   ours: hits  build s  tests  us/query: shells  boxes  balls  "
        "mixed    FCL  shells/FCL boxes/FCL mixed/FCL  disagreeing\n");
    for (const Table3Row& row : kTable3) {
        const TriangleMesh mesh = scenes::MakeTorus(1, 0.25, row.steps, row.steps);
        const double start = ThreadSeconds();
        const ShellTree shells = MakeTreeOf(mesh, TreeKind::Shells);
        const double build = ThreadSeconds() - start;
        const TreesOfAllKinds trees = MakeTreesOf(mesh);
        const auto fcl = MakeFcl(mesh);
        Chain chain;
        double seconds[5] = {};
        int64_t hits = 0, tests = 0, wrong = 0;
        for (int frame = 0; frame < kChainFrames; ++frame) {
            chain.Step();
            std::array<bool, 5> turns{};
            for (size_t i = 0; i < 5; ++i)
                for (size_t k = i + 1; k < 5; ++k) {
                    const double before = ThreadSeconds();
                    const bool truth = fcl->Touches(chain.poses[i], chain.poses[k]);
                    seconds[4] += ThreadSeconds() - before - ClockCost();
                    for (size_t kind = 0; kind < 4; ++kind) {
                        const QueryCost cost = AskPair(trees[kind], chain.poses[i], trees[kind], chain.poses[k]);
                        seconds[kind] += cost.seconds;
                        wrong += cost.touches != truth;
                        if (kind == 0) tests += cost.tests;
                    }
                    hits += truth;
                    if (truth) turns[i] = turns[k] = true;
                }
            for (size_t i = 0; i < 5; ++i)
                if (turns[i]) chain.way[i] = -chain.way[i];
        }
        const auto micro = [&](int kind) { return seconds[kind] / (10 * kChainFrames) * 1e6; };
        printf(
            "  %9zu  %12lld %8.1f %9.2f %12lld %8.2f %6.1f %17.2f %6.2f %6.2f %6.2f %6.2f %11.2f %9.2f %9.2f %12lld\n",
            mesh.triangles.size(), static_cast<long long>(row.calls), row.buildMicroseconds * 1e-6,
            row.queryMicroseconds, static_cast<long long>(hits), build,
            static_cast<double>(tests) / (10 * kChainFrames), micro(0), micro(1), micro(2), micro(3), micro(4),
            seconds[0] / seconds[4], seconds[1] / seconds[4], seconds[3] / seconds[4], static_cast<long long>(wrong));
    }
    printf("\n");
}

}  // namespace
}  // namespace spheretree::bench

int main(int argc, char** argv) {
    using namespace spheretree::bench;
    const auto asked = [&](const char* name) {
        return argc < 2 ||
               std::any_of(argv + 1, argv + argc, [&](const char* word) { return !std::strcmp(word, name); });
    };
    if (asked("costs")) MeasureCosts();
    using spheretree::scenes::MakeTeapotSide;
    if (asked("table1")) {
        PrintTable1(MakeTeapotSide(112), kAway,
                    "two neighbouring patches of the teapot's side, which graze at their ends");
        PrintTable1(MakeTeapotSide(158, 1), kQuarterAway, "one patch of it, parallel everywhere");
    }
    if (asked("table2")) PrintTable2();
    if (asked("table3")) PrintTable3();
    if (asked("plot")) PlotCosts(argc > 2 ? argv[argc - 1] : "");
}
