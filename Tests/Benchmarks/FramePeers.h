#pragma once

#include "SphereTree/Scene.h"
#include "SphereTree/TriangleMesh.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

// Other people's collision detection, asked the same questions: does the mesh in this pose touch the mesh in that pose?
namespace spheretree::bench {

class Peer {
public:
    virtual ~Peer() = default;
    virtual std::string Name() const = 0;
    /// Stops at the first contact.
    virtual bool Touches(const Pose& a, const Pose& b) = 0;
    /// Every pair of touching triangles, or as many contacts as the library makes of them.
    virtual int64_t AllContacts(const Pose& a, const Pose& b) = 0;
    /// How far they are apart, and the direction from the one's closest point to the other's; negative: cannot say.
    virtual double Distance(const Pose&, const Pose&, Vec3&) { return -1; }
};

std::unique_ptr<Peer> MakeFcl(const TriangleMesh& mesh);
std::unique_ptr<Peer> MakeBullet(const TriangleMesh& mesh);
std::unique_ptr<Peer> MakeOde(const TriangleMesh& mesh);

/// Bullet's broad phases: boxes that move, and how many pairs overlap.
class BroadPhasePeer {
public:
    virtual ~BroadPhasePeer() = default;
    virtual std::string Name() const = 0;
    virtual void Add(const Sphere& ball) = 0;
    virtual void Move(size_t index, const Sphere& ball) = 0;
    virtual int64_t Step() = 0;  // pairs
};
std::unique_ptr<BroadPhasePeer> MakeBulletDbvt();
std::unique_ptr<BroadPhasePeer> MakeBulletSweep(double worldRadius, int64_t bodies);

/// CPU time of this thread: what others do on the machine does not count.
double ThreadSeconds();
/// What one look at that clock costs.
double ClockCost();

}  // namespace spheretree::bench
