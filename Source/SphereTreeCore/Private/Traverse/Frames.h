#pragma once

#include "Scene/SceneData.h"
#include "SphereTree/Traversal.h"

namespace spheretree {

inline constexpr uint8_t kPlainPair = 0, kMovingPair = 1, kGroundPair = 2;

/// Do the root balls overlap, at any time of the step? In double, and generous by rounding. `overlap` from 0, where
/// they touch, to 1, where they are concentric.
bool RootsOverlap(const Body& a, const Body& b, double& overlap);

/// What the roots' overlap proves about the separation, in the world.
float RootError(const Body& a, const Body& b);

/// The pair's frames from the bodies' poses, in double, then narrowed.
void DeriveFrame(PairFrame& pair, const Scene::Data& scene, uint32_t a, uint32_t b);

/// For a pair with a ground: the ball of the tree's slot in the ground's frame.
HeightHit TestGround(const Body& tree, const Body& ground, int32_t slot);

/// Nothing lies below: a leaf of a tree, or the ground.
inline bool IsLeafSlot(const Body& body, int32_t slot) {
    return !body.tree || body.tree->blocks[static_cast<size_t>(slot / kLanes)].child[slot % kLanes] < 0;
}

/// Which of the two is the ground: 0 or 1; −1 when none is.
inline int GroundSide(const Body& a, const Body& b) { return a.isGround ? 0 : b.isGround ? 1 : -1; }

}  // namespace spheretree
