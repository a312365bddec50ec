#pragma once

#include "Base/Random.h"
#include "Core/Traverse/FrameFixtures.h"
#include "Scene/Rigid.h"
#include "SphereTree/Exact.h"

#include <gtest/gtest.h>

#include <array>

namespace spheretree {

/// A loose tree whose leaves have their triangles.
inline SphereTree MakeExactBake(const TriangleMesh& mesh, int32_t depth = 3) {
    SphereTree tree = scenes::MakeSplitTree(mesh, depth);
    EXPECT_EQ(AttachTriangles(tree, mesh), "");
    return tree;
}

inline TreePointer MakeExactTree(const TriangleMesh& mesh, int32_t depth = 3) {
    Result<TreePointer> tree = SharePackedTree(MakeExactBake(mesh, depth));
    EXPECT_TRUE(tree) << tree.Sentence();
    return *tree;
}

/// One frame of a scene, as far as the budget reaches.
struct ExactFrame {
    Traversal traversal;
    ExactPhase exact;
    Contacts contacts;
    Progress progress;

    void Run(Scene& scene, const Budget& budget = {}, const Host& host = {}) {
        BeginFrame(traversal, scene);
        progress = AdvanceExact(exact, traversal, scene, budget, host);
        Collect(scene);
    }
    void Collect(Scene& scene) {
        EndFrame(traversal, scene);
        CollectExactContacts(exact, traversal, scene, {}, contacts);
    }
};

inline Pose RandomPose(Random& random, double spread) {
    Pose pose;
    const Vec3 axis = random.Direction();  // one after the other: compilers differ in which factor they ask for first
    pose.rotation = FromTurn(axis * random.Between(0, 3.1));
    const Vec3 way = random.Direction();
    pose.position = way * random.Between(0, spread);
    return pose;
}

/// All that the exact phase has found, in its order.
struct ExactFindings {
    std::vector<std::array<int32_t, 3>> hits;
    std::vector<uint8_t> states;
    friend bool operator==(const ExactFindings&, const ExactFindings&) = default;
};

inline ExactFindings FindingsOf(const ExactPhase& exact) {
    ExactFindings found;
    for (size_t i = 0; i < exact.pairs.size(); ++i) {
        const ExactPair& pair = exact.pairs[i];
        found.states.push_back(static_cast<uint8_t>(pair.state));
        for (int64_t k = pair.firstHit; k < pair.firstHit + pair.hitCount; ++k) {
            const ExactHit& hit = exact.hits[static_cast<size_t>(k)];
            found.hits.push_back({static_cast<int32_t>(i), hit.triangleA, hit.triangleB});
        }
    }
    return found;
}

/// A body's vertex in the world.
inline Vec3 InWorld(const Vec3& vertex, const Pose& pose, const Vec3& scale) {
    return pose.position + ToRotation(Normalized(pose.rotation)) * Scaled(vertex, scale);
}

}  // namespace spheretree
