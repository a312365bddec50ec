// On time, in the broad phase, and the right way round: the parts of a frame that are measured alone.

#include "FrameBench.h"
#include "SphereTree/Contact.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace spheretree::bench {
namespace {

double At(const std::vector<double>& sorted, double part) {
    return sorted[std::min(sorted.size() - 1, static_cast<size_t>(part * static_cast<double>(sorted.size())))];
}

double OverrunOf(Traversal& traversal, const Scene& scene, double budget, const Host& host, bool& finished) {
    const double start = ThreadSeconds();
    finished = Advance(traversal, scene, Budget::Seconds(budget), host).finished;
    return std::max(0.0, ThreadSeconds() - start - budget) * 1e6;
}

// Every frame three times from the same state. What the machine takes away falls on one of them and not on the next;
// what we owe falls on all: `least` holds the least of three.
std::vector<double> RunBudget(const TreePointer& tree, int32_t count, double budget, int& finished, double& begin,
                              std::vector<double>& least) {
    const Host host = ThreadClockHost();
    World world(tree, tree->unit, count, Detail::Full, 0.05);
    std::vector<double> overruns;
    Traversal before, copy;
    for (int frame = 0; frame < kFrames; ++frame) {
        world.Move(frame);
        const double started = ThreadSeconds();
        BeginFrame(world.traversal, world.scene);
        begin += (ThreadSeconds() - started) / kFrames * 1e6;
        before = world.traversal;
        bool done = false;
        overruns.push_back(OverrunOf(world.traversal, world.scene, budget, host, done));
        finished += done;
        least.push_back(overruns.back());
        for (int again = 0; again < 2; ++again) {
            copy = before;
            least.back() = std::min(least.back(), OverrunOf(copy, world.scene, budget, host, done));
        }
        EndFrame(world.traversal, world.scene);
    }
    std::sort(overruns.begin(), overruns.end());
    return overruns;
}

// What the machine alone does to such a loop: nothing but looks at the clock, a slice apart.
std::vector<double> RunNothing(double budget) {
    std::vector<double> overruns;
    for (int frame = 0; frame < kFrames; ++frame) {
        const double start = ThreadSeconds();
        double now = start;
        while (now - start < budget) {
            volatile float sum = 0;
            for (int i = 0; i < 3000; ++i) sum = sum + 1.0f;
            now = ThreadSeconds();
        }
        overruns.push_back(std::max(0.0, ThreadSeconds() - start - budget) * 1e6);
    }
    return overruns;
}

}  // namespace

void MeasureTime(const TreePointer& tree) {
    printf(
        "\nOn time: how far %d frames went beyond their budget, us of thread CPU time\n  %6s %9s %8s %8s %8s %9s "
        "%10s\n",
        kFrames, "bodies", "budget ms", "p50", "p99", "worst", "finished", "+roots us");
    std::vector<double> all, least, nothing;
    for (const int32_t count : {20, 200, 2000})
        for (const double budget : {0.05e-3, 0.2e-3, 0.5e-3, 2e-3}) {
            int finished = 0;
            double begin = 0;
            const std::vector<double> overruns = RunBudget(tree, count, budget, finished, begin, least);
            all.insert(all.end(), overruns.begin(), overruns.end());
            const std::vector<double> empty = RunNothing(budget);
            nothing.insert(nothing.end(), empty.begin(), empty.end());
            printf("  %6d %9.2f %8.2f %8.2f %8.2f %8.0f%% %10.1f\n", count, budget * 1e3, At(overruns, 0.5),
                   At(overruns, 0.99), overruns.back(), finished * 100.0 / kFrames, begin);
        }
    for (auto* values : {&all, &least, &nothing}) {
        std::sort(values->begin(), values->end());
        printf("  %s, %zu frames: p50 %.2f, p99 %.2f, p99.9 %.2f, worst %.2f us\n",
               values == &all     ? "ours"
               : values == &least ? "ours, least of three"
                                  : "an empty loop on this machine",
               values->size(), At(*values, 0.5), At(*values, 0.99), At(*values, 0.999), values->back());
    }
}

void CompareBroadPhases(const TreePointer& tree) {
    printf("\nBroad phase: us per step, those that move do so by a tenth of a radius\n");
    for (const int32_t count : {1000, 10000, 20000}) {
        const double radius = tree->unit, world = radius * std::cbrt(count / 0.02);
        const scenes::ConvergingBodies start = scenes::MakeConvergingBodies(count, 5, radius, 0.02);
        const auto ballAt = [&](size_t i, int step) {
            return Sphere{start.bodies[i].start.position + Normalized(start.bodies[i].velocity) * (0.1 * radius * step),
                          radius};
        };
        for (const int32_t movers : {100, 1000, 5000}) {
            if (movers > count) continue;
            constexpr int kSteps = 60;
            const size_t stride = static_cast<size_t>(count / movers);
            printf("  %6d bodies, %5d move:", count, movers);
            std::vector<std::unique_ptr<BroadPhasePeer>> peers;
            peers.push_back(MakeBulletDbvt());
            peers.push_back(MakeBulletSweep(3 * world, count));
            for (const auto& peer : peers) {
                for (size_t i = 0; i < start.bodies.size(); ++i) peer->Add(ballAt(i, 0));
                int64_t pairs = peer->Step();
                const double begin = ThreadSeconds();
                for (int step = 1; step <= kSteps; ++step) {
                    for (size_t i = 0; i < start.bodies.size(); i += stride) peer->Move(i, ballAt(i, step));
                    pairs = peer->Step();
                }
                printf("  %s %.1f (%lld pairs)", peer->Name().c_str(), (ThreadSeconds() - begin) / kSteps * 1e6,
                       static_cast<long long>(pairs));
            }
            Scene scene;
            std::vector<BodyHandle> handles;
            for (size_t i = 0; i < start.bodies.size(); ++i) {
                BodyDescription body;
                body.tree = tree;
                body.pose.position = ballAt(i, 0).centre - tree->origin;
                handles.push_back(*scene.Add(body));
            }
            (void)scene.Step();
            const double begin = ThreadSeconds();
            for (int step = 1; step <= kSteps; ++step) {
                for (size_t i = 0; i < handles.size(); i += stride)
                    (void)scene.Move(handles[i], {ballAt(i, step).centre - tree->origin, {}});
                (void)scene.Step();
            }
            printf("  ours %.1f (%lld pairs)\n", (ThreadSeconds() - begin) / kSteps * 1e6,
                   static_cast<long long>(scene.Counts().pairs));
        }
    }
}

// Bunnies that all but touch, as FCL sees them: how far do our normals turn from the line between the closest points?
void MeasureNormals(const TriangleMesh& mesh, const SphereTree& baked) {
    SphereTree bare = baked;
    bare.normalCones.clear();
    const std::unique_ptr<Peer> fcl = MakeFcl(mesh);
    const TreePointer trees[2] = {*SharePackedTree(bare), *SharePackedTree(baked)};
    const double radius = trees[0]->unit;
    std::vector<double> angles[2];
    for (int i = 0; i < 600; ++i) {
        const Pose a{{}, scenes::RandomRotation(21, 2 * i)};
        Pose b{{}, scenes::RandomRotation(21, 2 * i + 1)};
        const Quat line = scenes::RandomRotation(22, i);
        const Vec3 way = Normalized(Vec3{line.x, line.y, line.z});
        double near = 0, far = 3 * radius;
        for (int step = 0; step < 12; ++step) {
            b.position = way * ((near + far) / 2);
            (fcl->Touches(a, b) ? near : far) = (near + far) / 2;
        }
        b.position = way * far;
        Vec3 exact;
        if (!(fcl->Distance(a, b, exact) > 0)) continue;
        for (int side = 0; side < 2; ++side) {
            Scene scene;
            for (const Pose& pose : {a, b}) {
                BodyDescription body;
                body.tree = trees[side];
                body.pose = pose;
                (void)scene.Add(body);
            }
            (void)scene.Step();
            Traversal traversal;
            Contacts contacts;
            BeginFrame(traversal, scene);
            Advance(traversal, scene, {});
            CollectContacts(traversal, scene, {}, contacts);
            if (contacts.points.empty()) continue;
            const double cosine = Dot(contacts.points[0].normal, exact);
            angles[side].push_back(std::acos(std::clamp(cosine, -1.0, 1.0)) * 180 / 3.14159265358979);
        }
    }
    printf(
        "\nNormals of the deepest point, degrees from the line between the closest points (FCL), bunnies that all but "
        "touch\n  %-18s %8s %8s %8s\n",
        "", "median", "mean", "p90");
    for (int side = 0; side < 2; ++side) {
        std::sort(angles[side].begin(), angles[side].end());
        double sum = 0;
        for (const double angle : angles[side]) sum += angle;
        printf("  %-18s %8.1f %8.1f %8.1f (%zu)\n", side ? "with cones" : "centre to centre", At(angles[side], 0.5),
               sum / static_cast<double>(angles[side].size()), At(angles[side], 0.9), angles[side].size());
    }
}

}  // namespace spheretree::bench
