#pragma once

#include "FramePeers.h"
#include "Scenes/Bodies.h"
#include "SphereTree/Scene.h"
#include "SphereTree/SphereTree.h"
#include "SphereTree/Traversal.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

// What the parts of frame-bench share: trees, the scenario, and a run of ours.
namespace spheretree::bench {

using TreePointer = std::shared_ptr<const PackedTree>;
inline constexpr int kFrames = 300;
inline constexpr double kSeconds = 4;  // of the scenario
inline constexpr uint64_t kSeed = 7;
inline constexpr double kFill = 0.0023;  // so that 500 bunnies make about 84,000 candidate pairs

struct NamedTree {
    std::string name;
    TreePointer tree;
};

/// The scenario with one tree for all; poses do not depend on what touches.
struct World {
    scenes::ConvergingBodies bodies;
    Scene scene;
    std::vector<BodyHandle> handles;
    Traversal traversal;

    World(const TreePointer& tree, double radius, int32_t count, Detail detail, double fill = kFill,
          uint64_t seed = kSeed)
        : bodies(scenes::MakeConvergingBodies(count, seed, radius, fill)) {
        scene.SetDefaultResponse(detail);
        for (const auto& motion : bodies.bodies) {
            BodyDescription body;
            body.tree = tree;
            body.pose = motion.start;
            handles.push_back(*scene.Add(body));
        }
    }
    Pose PoseOf(size_t body, int frame) const {
        return scenes::PoseAt(bodies.bodies[body], frame * kSeconds / kFrames);
    }
    void Move(int frame) {
        for (size_t i = 0; i < handles.size(); ++i) (void)scene.Move(handles[i], PoseOf(i, frame));
        (void)scene.Step();
    }
};

/// Two bodies of the scenario whose roots overlap in a frame: what everybody is asked about.
struct Candidate {
    int frame;
    uint32_t a, b;
    uint64_t Key() const { return uint64_t(frame) << 40 | uint64_t(a) << 20 | b; }
};

inline std::vector<Candidate> CandidatesOf(World& world) {
    std::vector<Candidate> candidates;
    for (int frame = 0; frame < kFrames; ++frame) {
        world.Move(frame);
        BeginFrame(world.traversal, world.scene);
        for (const TraversalPair& pair : world.traversal.pairs)
            candidates.push_back({frame, pair.body[0], pair.body[1]});
    }
    return candidates;
}

struct PeerAnswer {
    double microseconds = 0;  // a pair
    std::vector<uint64_t> touching;
};

/// Asks one of the others about the candidates, or evenly about so many of them, and prints what it took.
inline PeerAnswer AskPeer(Peer& peer, const World& world, const std::vector<Candidate>& candidates, bool all,
                          size_t most) {
    const size_t stride = std::max<size_t>(1, candidates.size() / most);
    PeerAnswer answer;
    double seconds = 1e9;
    size_t asked = 0;
    for (int repeat = 0; repeat < 2; ++repeat) {
        answer.touching.clear();
        asked = 0;
        const double start = ThreadSeconds();
        for (size_t i = 0; i < candidates.size(); i += stride, ++asked) {
            const Candidate& c = candidates[i];
            const Pose a = world.PoseOf(c.a, c.frame), b = world.PoseOf(c.b, c.frame);
            if (all ? peer.AllContacts(a, b) > 0 : peer.Touches(a, b)) answer.touching.push_back(c.Key());
        }
        seconds = std::min(seconds, ThreadSeconds() - start);
    }
    answer.microseconds = seconds / static_cast<double>(asked) * 1e6;
    printf("  %-34s %9.3f us per pair, %zu of %zu touch\n", peer.Name().c_str(), answer.microseconds,
           answer.touching.size(), asked);
    std::sort(answer.touching.begin(), answer.touching.end());
    return answer;
}

/// Host with the clock of this thread.
inline Host ThreadClockHost() {
    Host host;
    host.clockSeconds = [] { return ThreadSeconds(); };
    return host;
}

void CompareOrders(const NamedTree& named);
void CompareWithThesis(const TreePointer& hubbard, const NamedTree& ours);
void MeasureTime(const TreePointer& tree);
void CompareBroadPhases(const TreePointer& tree);
void MeasureNormals(const TriangleMesh& mesh, const SphereTree& baked);

}  // namespace spheretree::bench
