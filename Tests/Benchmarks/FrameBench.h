#pragma once

#include "FramePeers.h"
#include "Scenes/Bodies.h"
#include "SphereTree/Scene.h"
#include "SphereTree/SphereTree.h"
#include "SphereTree/Traversal.h"

#include <memory>
#include <string>
#include <vector>

// What the parts of frame-bench share: trees, the scenario, and a run of ours.
namespace spheretree::bench {

using TreePointer = std::shared_ptr<const PackedTree>;
inline constexpr int kFrames = 300;
inline constexpr double kSeconds = 4;    // of the scenario
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

    World(const TreePointer& tree, double radius, int32_t count, Detail detail, double fill = kFill)
        : bodies(scenes::MakeConvergingBodies(count, 7, radius, fill)) {
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
