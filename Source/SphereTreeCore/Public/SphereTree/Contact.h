#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Scene.h"
#include "SphereTree/Traversal.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace spheretree {

enum class ContactState : uint8_t {
    Open,  // interrupted: more budget would tell more
    Leaf,  // as fine as the trees are
    Exact  // triangles or shapes touch, as far as doubles can tell (SphereTree/Exact.h)
};

enum class ContactEvent : uint8_t { Begin, Stay };

struct ContactPoint {
    Vec3 position;                   // between the two balls, in the world
    Vec3 normal;                     // unit, from a to b
    double depth = 0;                // how far the two balls, or the two triangles along the normal, overlap
    double error = 0;                // certified: the bodies' separation is at most this
    double time = 0;                 // of closest approach, as a fraction of the step; 0 without one
    int32_t nodeA = -1, nodeB = -1;  // of the baked trees; −1 for a ground
    int32_t levelA = 0, levelB = 0;
    uint64_t id = 0;  // the same while the same two nodes of the same pair touch
    bool isLeaf = false;
    bool isExact = false;                    // of two triangles that touch: SphereTree/Exact.h
    int32_t triangleA = -1, triangleB = -1;  // those, of the trees' triangles
};

/// Two bodies that touch, as far as is known. With Detail::Simple there are no points, with Witnessed one.
struct Contact {
    uint64_t id = 0;  // the same from Begin to End
    BodyHandle a, b;
    ContactEvent event = ContactEvent::Begin;
    ContactState state = ContactState::Open;
    Detail detail = Detail::Full;
    bool isConfirmed = false;  // two leaves overlap; otherwise it may yet turn out to be none
    double errorBound = 0;     // certified: the bodies' true separation is at most this
    int32_t firstPoint = 0, pointCount = 0;
};

struct EndedContact {
    uint64_t id = 0;
    BodyHandle a, b;  // may be stale by now
};

struct Contacts {
    std::vector<Contact> contacts;
    std::vector<ContactPoint> points;
    std::vector<EndedContact> ended;
};

struct ContactOptions {
    int32_t mostPoints = 4;  // per contact; at least 1
};

/// What the traversal knows now, for every pair that is not refuted. Call once per frame, before the scene steps again:
/// begin, stay and end are told between two calls. The vectors of `contacts` are used again.
SPHERETREECORE_API void CollectContacts(Traversal& traversal, Scene& scene, const ContactOptions& options,
                                        Contacts& contacts);

/// Finds the contacts of one body without a look at all of them. Build it when somebody asks, once per frame.
class SPHERETREECORE_API ContactIndex {
public:
    struct Range {
        const int32_t *first = nullptr, *last = nullptr;  // places in Contacts::contacts
        const int32_t* begin() const { return first; }
        const int32_t* end() const { return last; }
    };
    void Build(const Contacts& contacts);
    Range Of(BodyHandle body) const;

private:
    std::vector<uint64_t> bodies_;  // sorted; each contact stands twice
    std::vector<int32_t> places_;
    std::vector<std::pair<uint64_t, int32_t>> sorted_;
};

/// What the response needs of a body. Bodies stand at their handle's index; one without a mass does not give way.
struct RigidBody {
    double inverseMass = 0;
    Vec3 inverseInertia;  // about the axes of its pose
    Vec3 linearVelocity, angularVelocity;
    Pose pose;  // of the centre of mass
};

struct ImpulseOptions {
    double restitution = 0.3;
    double friction = 0.5;
    int32_t iterations = 8;
    double timeStep = 1.0 / 60;
    double pushOut = 0.2;       // of the depth per step
    double slop = 0.01;         // depth that is left alone, world units
    double restingSpeed = 0.5;  // slower meetings do not bounce
};

/// A plausible response: impulses at the approximate points, several times over, with restitution and friction.
/// [Dingliana, O'Sullivan 2000] "Graceful degradation of collision handling in physically based animation".
/// Changes the velocities in `bodies`; knows nothing of the scene.
SPHERETREECORE_API void ApplyImpulses(const Contacts& contacts, const ImpulseOptions& options,
                                      std::vector<RigidBody>& bodies);

}  // namespace spheretree
