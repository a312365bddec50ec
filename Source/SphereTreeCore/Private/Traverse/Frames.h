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

/// How two trees stand to each other: what a pair's frames begin with, and all that a plane between them needs.
struct PairPlace {
    alignas(16) float there[4];  // from a's centre to b's, in a's unit frame; last: pad
    alignas(16) float back[4];   // from b's centre to a's, in b's
    double ratio[2];             // b's unit in a's, a's in b's
    double pad;                  // what turning and rounding add to every ball, in the world
    bool isStill;                // no uneven scale, no motion
};
void DerivePlace(PairPlace& place, const Body& a, const Body& b);

/// The pair's frames from the bodies' poses, in double, then narrowed.
void DeriveFrame(PairFrame& pair, const Scene::Data& scene, uint32_t a, uint32_t b);

/// The same for two trees whose place is known.
void DeriveFrame(PairFrame& pair, const PairPlace& place, const Scene::Data& scene, uint32_t a, uint32_t b);

/// For two bodies without trees: do they overlap, at any time of the step? Two shapes start from the axis that parted
/// the pair last.
bool TreelessOverlap(const Body& a, const Body& b, uint64_t pair, ShapeAxes& axes);

/// A shape and a ground: the box of a cell that the shape reaches deepest into, all in the ground's frame.
HeightHit TestGroundShape(const Body& shape, const Body& ground);

/// For a pair with a ground or a shape: the ball of the tree's slot in its frame.
HeightHit TestGround(const Body& tree, const Body& ground, int32_t slot);

/// Nothing lies below: a leaf of a tree, or the ground.
inline bool IsLeafSlot(const Body& body, int32_t slot) {
    return !body.tree || body.tree->blocks[static_cast<size_t>(slot / kLanes)].child[slot % kLanes] < 0;
}

/// Which of the two is the ground, or a shape: 0 or 1; −1 when none is, 2 when neither has a tree.
inline int GroundSide(const Body& a, const Body& b) {
    return a.isTreeless ? (b.isTreeless ? 2 : 0) : b.isTreeless ? 1 : -1;
}

}  // namespace spheretree
