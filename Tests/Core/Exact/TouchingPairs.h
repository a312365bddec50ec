#pragma once

#include "Core/Exact/ExactFixtures.h"
#include "Exact/Placement.h"
#include "SphereTree/TrianglePair.h"

#include <set>

// The exact phase against every triangle of the one with every triangle of the other.
namespace spheretree {

using NamePairs = std::set<std::pair<int32_t, int32_t>>;

/// Asked one by one.
inline NamePairs TouchingPairs(const Body& a, const Body& b, double margin) {
    const Placement placement(a, b);
    NamePairs pairs;
    const auto countA = static_cast<int32_t>(a.tree->triangles->triangles.size()),
               countB = static_cast<int32_t>(b.tree->triangles->triangles.size());
    for (int32_t i = 0; i < countA; ++i) {
        const TriangleCorners corners = placement.CornersA(*a.tree->triangles, i);
        for (int32_t k = 0; k < countB; ++k)
            if (TrianglesTouch(corners, placement.CornersB(*b.tree->triangles, k), margin * placement.margin))
                pairs.emplace(i, k);
    }
    return pairs;
}

struct Placed {
    Pose pose;
    Vec3 scale;
};

/// What the exact phase names is all that touches, and nothing that does not.
inline void ExpectAllFound(const TreePointer& treeA, const TreePointer& treeB, const Placed& a, const Placed& b,
                           int64_t& touching) {
    Scene scene;
    AddBody(scene, treeA, a.pose, a.scale);
    AddBody(scene, treeB, b.pose, b.scale);
    ASSERT_EQ(scene.Step(), "");
    ExactFrame frame;
    frame.Run(scene);
    NamePairs found;
    for (const ExactHit& hit : frame.exact.hits) found.emplace(hit.triangleA, hit.triangleB);
    const Body &bodyA = scene.Inside().bodies[0], &bodyB = scene.Inside().bodies[1];
    const NamePairs least = TouchingPairs(bodyA, bodyB, 0), most = TouchingPairs(bodyA, bodyB, 1);
    ASSERT_TRUE(std::includes(found.begin(), found.end(), least.begin(), least.end())) << "a pair was lost";
    ASSERT_TRUE(std::includes(most.begin(), most.end(), found.begin(), found.end())) << "a pair is false";
    touching += static_cast<int64_t>(found.size());
}

}  // namespace spheretree
