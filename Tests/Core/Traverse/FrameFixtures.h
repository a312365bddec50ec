#pragma once

#include "Scenes/Bodies.h"
#include "Scenes/Meshes.h"
#include "Scenes/SplitTree.h"
#include "SphereTree/Contact.h"
#include "SphereTree/Scene.h"
#include "SphereTree/Traversal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace spheretree {

using TreePointer = std::shared_ptr<const PackedTree>;

inline TreePointer MakeTree(const TriangleMesh& mesh, int32_t depth = 3) {
    Result<TreePointer> tree = SharePackedTree(scenes::MakeSplitTree(mesh, depth));
    EXPECT_TRUE(tree) << tree.Sentence();
    return *tree;
}

inline TreePointer MakeNamedTree(const char* name, int32_t depth = 3) {
    return MakeTree(scenes::MakeMesh(name).mesh, depth);
}

inline BodyHandle AddBody(Scene& scene, const TreePointer& tree, const Pose& pose, const Vec3& scale = {1, 1, 1}) {
    BodyDescription body;
    body.tree = tree;
    body.pose = pose;
    body.scale = scale;
    const Result<BodyHandle> handle = scene.Add(body);
    EXPECT_TRUE(handle) << handle.Sentence();
    return handle ? *handle : BodyHandle{};
}

/// A crowd in the middle of its way: about half of the pairs whose balls meet touch.
inline Scene MakeCrowd(const TreePointer& tree, int32_t count, uint64_t seed,
                       std::vector<BodyHandle>* handles = nullptr, double seconds = 2) {
    Scene scene;
    const scenes::ConvergingBodies bodies = scenes::MakeConvergingBodies(count, seed, tree->unit);
    for (const auto& motion : bodies.bodies) {
        const BodyHandle handle = AddBody(scene, tree, scenes::PoseAt(motion, seconds));
        if (handles) handles->push_back(handle);
    }
    EXPECT_EQ(scene.Step(), "");
    return scene;
}

/// A host that splits work over so many threads, in an order that differs from run to run.
inline Host ThreadedHost(int threadCount) {
    Host host;
    host.parallelFor = [threadCount](int64_t count, const std::function<void(int64_t)>& body) {
        std::atomic<int64_t> next{0};
        std::vector<std::thread> threads;
        for (int t = 0; t < threadCount; ++t)
            threads.emplace_back([&] {
                for (int64_t i = next++; i < count; i = next++) body(i);
            });
        for (std::thread& thread : threads) thread.join();
    };
    return host;
}

/// Everything that a traversal has found, in an order that does not depend on how it got there.
struct Findings {
    struct Item {
        uint32_t bodyA, bodyB;
        int32_t a, b;
        float error;
        friend auto operator<=>(const Item&,
                                const Item&) = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 errs
    };
    std::vector<Item> items;
    std::vector<std::pair<uint8_t, float>> pairs;  // state and bound
    friend bool operator==(const Findings&, const Findings&) = default;
};

inline Findings FindingsOf(Traversal traversal) {
    GatherFronts(traversal);
    Findings found;
    for (size_t i = 0; i < traversal.pairs.size(); ++i) {
        const TraversalPair& pair = traversal.pairs[i];
        found.pairs.emplace_back(static_cast<uint8_t>(pair.state), pair.bound);
        for (int64_t k = traversal.gatheredFirst[i]; k < traversal.gatheredFirst[i + 1]; ++k) {
            const NodePair& nodes = traversal.gathered[static_cast<size_t>(k)];
            found.items.push_back({pair.body[0], pair.body[1], nodes.a, nodes.b, nodes.error});
        }
    }
    std::sort(found.items.begin(), found.items.end());
    return found;
}

}  // namespace spheretree
