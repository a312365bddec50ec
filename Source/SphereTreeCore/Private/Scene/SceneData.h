#pragma once

#include "Scene/HeightGrid.h"
#include "Scene/PairSet.h"
#include "Scene/Responses.h"
#include "Scene/Rigid.h"
#include "Scene/ShapePair.h"
#include "Scene/SweepPrune.h"
#include "SphereTree/Scene.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace spheretree {

/// A body with what follows from its pose. Its unit frame: world = turn · (size · u) + centre, where u = squeeze ∘ c
/// for a packed coordinate c, and the largest |squeeze| is 1. Unit frames of two bodies differ by a similarity, so a
/// ball stays a ball; an uneven scale only moves centres, and every radius grows as the largest factor does.
struct alignas(64) Body {
    // One cache line for the test of roots ...
    Vec3 centre;          // of the tree's root
    double radius = 0;    // of the root ball, in the world
    double spin = 0;      // how far a turn of one step can carry a point off its straight way
    double rounding = 0;  // what double arithmetic on all this may lose, in the world
    float importance = 1;
    uint32_t generation = 0;
    bool alive = false;
    bool moves = false;  // drift or spin is not zero
    bool isEven = true;  // squeeze is (1, 1, 1)
    bool isStatic = false;
    bool isGround = false;
    bool isTreeless = false;  // a ground or a shape
    bool queued = false;      // among Data::dirty
    bool hasAside = false;    // some pair with it is answered elsewhere

    // ... and two more for a pair's relative frame.
    alignas(64) float rows[3][4] = {};  // of `turn`, narrowed
    double size = 1;                    // world units per unit of the unit frame: the root's radius
    double perSize = 1;                 // 1 / size
    const PackedBlock* blocks = nullptr;
    const uint8_t* laneCount = nullptr;
    const int32_t* nearestLeaf = nullptr;
    double span = 0;       // no ball reaches farther from the centre, in the world
    double uneven = 0;     // (largest − smallest factor) as `size`: what an uneven scale adds to an error per radius
    double rootError = 0;  // of the root ball, in the world
    uint64_t changed = 0;  // the step at which anything here last changed
    const ReachPoint* support = nullptr;

    Vec3 drift;        // of pose.position during the step
    double reach = 0;  // farthest point from pose.position
    Rotation turn;
    Vec3 squeeze{1, 1, 1};
    std::shared_ptr<const PackedTree> tree;
    std::shared_ptr<const HeightGrid> ground;
    std::shared_ptr<const ConvexShape> shape;
    AffineMap shapeMap;  // the shape's frame → the world

    Pose pose;
    Vec3 scale{1, 1, 1};
    Vec3 linearVelocity, angularVelocity;
    uint32_t groups = 1, mask = ~0u;
    uint32_t family = 0;
    ResponseClass responseClass = 0;
    uint64_t user = 0;
};

/// Two bodies that somebody else tests.
struct AsidePair {
    BodyHandle a, b;
};

struct Scene::Data final : OverlapListener {
    SceneOptions options;
    std::vector<Body> bodies;
    std::vector<uint32_t> freePlaces, addedPlaces, removedPlaces, dirty;
    SweepPrune sweep;
    PairSet pairs;
    std::vector<EndedPair> ended;  // touching pairs that are gone since contacts were last collected
    ResponseTable responses;
    ShapeAxes axes;
    std::vector<AsidePair> aside;  // few: joints
    bool refilter = false;         // filters or responses changed: every overlap must be asked again
    bool overflowed = false;
    double timeStep = 0;
    uint64_t step = 0;
    BroadPhaseCounts counts;

    void Begin(uint32_t a, uint32_t b) override;
    void End(uint32_t a, uint32_t b) override;
    bool Full() const override { return overflowed; }

    Body* Find(BodyHandle handle);
    const Body* Find(BodyHandle handle) const { return const_cast<Data*>(this)->Find(handle); }
    BodyHandle HandleOf(uint32_t place) const { return {place, bodies[place].generation}; }
    Detail DetailOf(const Body& a, const Body& b) const;
    bool IsAside(const Body& a, const Body& b) const;
    uint32_t TakePlace();
    void Queue(uint32_t place);
    void Drop(uint32_t a, uint32_t b);
    void Free(uint32_t place);
    void RebuildAll();
    void ApplyChanges();
};

/// Empty when a pose, a scale and velocities can be used; else what is wrong.
std::string FindPoseFault(const Pose& pose);
std::string FindScaleFault(const Vec3& scale, const PackedTree& tree);
std::string FindScaleFault(const Vec3& scale, const ConvexShape& shape);

/// What follows from pose and scale; and from velocities, for a step of so many seconds.
void DeriveFrame(Body& body);
void DeriveMotion(Body& body, double timeStep);
Extent BoundsOf(const Body& body);

}  // namespace spheretree
