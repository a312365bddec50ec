#include "SurfacePeers.h"

#include "Base/Random.h"
#include "Base/Task.h"
#include "Scenes/Meshes.h"
#include "Surface/SurfaceData.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>

// Ours beside Embree, CGAL and the thesis's grid on the 48k-triangle dragon, in one run. Repetitions of all are
// interleaved, so that what else the machine does hits all alike; each figure is the median. On one thread the
// processor's time counts, on two the clock's.

namespace spheretree::bench {
namespace {

constexpr int kRepetitions = 7;
constexpr int64_t kQuestions = 20'000;

double Seconds(int threads) {
    if (threads == 1) return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double Median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

Host HostWith(int threads) {
    Host host;
    if (threads == 1) return host;
    host.parallelFor = [threads](int64_t count, const std::function<void(int64_t)>& body) {
        tbb::task_arena arena(threads);
        arena.execute([&] { tbb::parallel_for(int64_t{0}, count, body); });
    };
    return host;
}

class Ours : public SurfacePeer {
public:
    Ours(const TriangleMesh& mesh, int threads) : surface(*SurfaceQuery::Build(mesh, HostWith(threads))) {}
    double Distance(const Vec3& p) const override { return surface.Distance(p); }
    double FirstHit(const Vec3& o, const Vec3& d) const override { return surface.FirstHit({o, d}).distance; }

    SurfaceQuery surface;
};

struct Contestant {
    std::string name;
    std::function<void()> run;  // all questions once
    std::vector<double> seconds = {};
};

/// Runs everybody kRepetitions times in turn, the first round unmeasured.
void Measure(std::vector<Contestant>& contestants, int threads) {
    for (int round = 0; round <= kRepetitions; ++round) {
        for (Contestant& c : contestants) {
            const double start = Seconds(threads);
            c.run();
            if (round > 0) c.seconds.push_back(Seconds(threads) - start);
        }
    }
}

void PrintRates(const char* title, const std::vector<Contestant>& contestants) {
    const double ours = Median(contestants[0].seconds);
    std::printf("%-34s", title);
    for (const Contestant& c : contestants) {
        const double median = Median(c.seconds);
        std::printf("  %s %9.0f/s", c.name.c_str(), static_cast<double>(kQuestions) / median);
        if (&c != &contestants[0]) std::printf(" (%.2fx)", median / ours);
    }
    std::printf("\n");
    std::fflush(stdout);
}

struct Workload {
    std::vector<Vec3> points, directions;
};

Vec3 OnSurface(const TriangleMesh& mesh, Random& random) {
    const Triangle& t = mesh.triangles[static_cast<size_t>(random.Below(static_cast<int64_t>(mesh.triangles.size())))];
    const double u = random.Uniform(), v = random.Uniform() * (1 - u);
    const auto corner = [&](size_t c) { return mesh.vertices[static_cast<size_t>(t[c])]; };
    return corner(0) * (1 - u - v) + corner(1) * u + corner(2) * v;
}

Workload MakeWorkload(const TriangleMesh& mesh, bool nearSurface) {
    const MeshReport report = CheckMesh(mesh);
    const double radius = Distance(report.bounds.low, report.bounds.high) / 2;
    Random random(7);
    Workload work;
    for (int64_t i = 0; i < kQuestions; ++i) {
        const Box& b = report.bounds;
        work.points.push_back(nearSurface ? OnSurface(mesh, random) + random.Direction() * (radius * 0.01)
                                          : Vec3{random.Between(b.low.x, b.high.x), random.Between(b.low.y, b.high.y),
                                                 random.Between(b.low.z, b.high.z)});
        work.directions.push_back(random.Direction());
    }
    return work;
}

/// A walk through the box in small steps, as a bake asks.
Workload MakeWalk(const TriangleMesh& mesh) {
    Workload work = MakeWorkload(mesh, true);
    Random random(8);
    const double step = Distance(work.points[0], work.points[1]) * 1e-3;
    for (size_t i = 1; i < work.points.size(); ++i) {
        if (i % 64 != 0) work.points[i] = work.points[i - 1] + random.Direction() * step;
    }
    return work;
}

template <typename Ask>
std::function<void()> AskAll(int threads, const Ask& ask) {
    return [threads, ask] {
        static std::atomic<double> sink;
        const auto chunk = [&ask](int64_t c) {
            double sum = 0;
            const int64_t end = std::min((c + 1) * 500, kQuestions);
            for (int64_t i = c * 500; i < end; ++i) sum += ask(static_cast<size_t>(i));
            sink.store(sum, std::memory_order_relaxed);  // so that no question is left out
        };
        HostWith(threads).parallelFor((kQuestions + 499) / 500, chunk);
    };
}

void MeasureBuilds(const TriangleMesh& mesh, int threads) {
    const LocalFrame frame = MakeLocalFrame(mesh);
    const Host host = HostWith(threads);
    std::vector<Contestant> all;
    all.push_back({"ours, all", [&] { (void)SurfaceQuery::Build(mesh, host); }});
    all.push_back({"ours, hierarchy", [&] {
                       Hierarchy hierarchy;
                       Task task(host, 1);
                       BuildHierarchy(mesh, frame, host, task, hierarchy);
                   }});
    all.push_back({"Embree", [&] { BuildEmbree(mesh, threads); }});
    if (threads == 1) all.push_back({"CGAL", [&] { BuildCgal(mesh); }});
    if (threads == 1) all.push_back({"SEADS", [&] { BuildSeads(mesh, 8); }});
    Measure(all, threads);
    std::printf("build, %d thread%s                 ", threads, threads > 1 ? "s" : " ");
    for (const Contestant& c : all) std::printf("  %s %.1f ms", c.name.c_str(), Median(c.seconds) * 1e3);
    const double embree = Median(all[2].seconds);
    std::printf("  (of Embree's time: hierarchy %.2f, all %.2f)\n", Median(all[1].seconds) / embree,
                Median(all[0].seconds) / embree);
    std::fflush(stdout);
}

struct Peers {
    std::unique_ptr<Ours> ours;
    std::unique_ptr<SurfacePeer> embree, cgal, seads;
};

void MeasureClosest(const char* title, const Peers& peers, const Workload& work, int threads) {
    const auto distance = [&work](const SurfacePeer& peer) {
        return [&work, &peer](size_t i) { return peer.Distance(work.points[i]); };
    };
    std::vector<Contestant> all = {{"ours", AskAll(threads, distance(*peers.ours))},
                                   {"Embree", AskAll(threads, distance(*peers.embree))},
                                   {"CGAL", AskAll(threads, distance(*peers.cgal))},
                                   {"SEADS", AskAll(threads, distance(*peers.seads))}};
    Measure(all, threads);
    PrintRates(title, all);
}

void MeasureRays(const char* title, const Peers& peers, const Workload& work, int threads) {
    const auto hit = [&work](const SurfacePeer& peer) {
        return [&work, &peer](size_t i) { return peer.FirstHit(work.points[i], work.directions[i]); };
    };
    std::vector<Contestant> all = {{"ours", AskAll(threads, hit(*peers.ours))},
                                   {"Embree", AskAll(threads, hit(*peers.embree))},
                                   {"CGAL", AskAll(threads, hit(*peers.cgal))},
                                   {"SEADS", AskAll(threads, hit(*peers.seads))}};
    Measure(all, threads);
    PrintRates(title, all);
}

void MeasureSides(const char* title, const Ours& ours, const Workload& work, int threads) {
    const SurfaceQuery& s = ours.surface;
    const auto& p = work.points;
    std::vector<Contestant> all = {
        {"winding number", AskAll(threads, [&s, &p](size_t i) { return s.WindingNumber(p[i]); })},
        {"signed depth", AskAll(threads, [&s, &p](size_t i) { return s.SignedDepth(p[i]); })},
        {"is inside", AskAll(threads, [&s, &p](size_t i) { return s.IsInside(p[i]) ? 1.0 : 0.0; })},
        {"by feature",
         AskAll(threads, [&s, &p](size_t i) { return s.IsInside(p[i], InsideTest::ClosestFeature) ? 1.0 : 0.0; })},
        {"by votes",
         AskAll(threads, [&s, &p](size_t i) { return s.IsInside(p[i], InsideTest::VotingCrossings) ? 1.0 : 0.0; })}};
    Measure(all, threads);
    std::printf("%-34s", title);
    for (const Contestant& c : all) {
        std::printf("  %s %9.0f/s", c.name.c_str(), static_cast<double>(kQuestions) / Median(c.seconds));
    }
    std::printf("\n");
    std::fflush(stdout);
}

int Run() {
    const TriangleMesh mesh = scenes::MakeMesh("dragon-48k").mesh;
    std::printf("%zu triangles; medians of %d interleaved runs of %lld questions; (n x) how often ours is as fast\n",
                mesh.triangles.size(), kRepetitions, static_cast<long long>(kQuestions));
    for (const int threads : {1, 2}) MeasureBuilds(mesh, threads);
    const Peers peers{std::make_unique<Ours>(mesh, 1), BuildEmbree(mesh, 1), BuildCgal(mesh), BuildSeads(mesh, 8)};
    std::printf("memory of ours: %.1f MB\n", static_cast<double>(peers.ours->surface.MemoryBytes()) / 1e6);
    const Workload anywhere = MakeWorkload(mesh, false), nearby = MakeWorkload(mesh, true), walk = MakeWalk(mesh);
    for (const int threads : {1, 2}) {
        const std::string suffix = threads == 1 ? ", 1 thread" : ", 2 threads";
        MeasureClosest(("closest, in the box" + suffix).c_str(), peers, anywhere, threads);
        MeasureClosest(("closest, near the surface" + suffix).c_str(), peers, nearby, threads);
        MeasureClosest(("closest, a walk" + suffix).c_str(), peers, walk, threads);
        MeasureRays(("first hit, from the box" + suffix).c_str(), peers, anywhere, threads);
        MeasureSides(("sides, in the box" + suffix).c_str(), *peers.ours, anywhere, threads);
        MeasureSides(("sides, near the surface" + suffix).c_str(), *peers.ours, nearby, threads);
    }
    return 0;
}

}  // namespace
}  // namespace spheretree::bench

int main() { return spheretree::bench::Run(); }
