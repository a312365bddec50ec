#include "FramePeers.h"

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

namespace spheretree::bench {
namespace {

btTransform PlacedBullet(const Pose& pose) {
    const Quat& q = pose.rotation;
    btQuaternion rotation(btScalar(q.x), btScalar(q.y), btScalar(q.z), btScalar(q.w));
    rotation.normalize();
    return btTransform(rotation,
                       btVector3(btScalar(pose.position.x), btScalar(pose.position.y), btScalar(pose.position.z)));
}

// Counts instead of keeping: Bullet's manifolds hold four points at most.
struct CountPoints final : btManifoldResult {
    using btManifoldResult::btManifoldResult;
    int64_t count = 0;
    void addContactPoint(const btVector3&, const btVector3&, btScalar) override { ++count; }
};

class Bullet final : public Peer {
public:
    explicit Bullet(const TriangleMesh& mesh) : dispatcher_(&configuration_) {
        for (const Triangle& t : mesh.triangles) {
            const auto corner = [&](size_t i) {
                const Vec3& v = mesh.vertices[static_cast<size_t>(t[i])];
                return btVector3(btScalar(v.x), btScalar(v.y), btScalar(v.z));
            };
            triangles_.addTriangle(corner(0), corner(1), corner(2));
        }
        shape_ = std::make_unique<btGImpactMeshShape>(&triangles_);
        shape_->setMargin(0);
        shape_->updateBound();
        btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher_);
        a_.setCollisionShape(shape_.get());
        b_.setCollisionShape(shape_.get());
    }
    std::string Name() const override { return "Bullet GImpact"; }
    bool Touches(const Pose& a, const Pose& b) override {
        return AllContacts(a, b) > 0;
    }  // it cannot stop at the first
    int64_t AllContacts(const Pose& a, const Pose& b) override {
        a_.setWorldTransform(PlacedBullet(a));
        b_.setWorldTransform(PlacedBullet(b));
        // Asked directly: the world's own pair test looks for closest points, which GImpact does not offer.
        const btCollisionObjectWrapper first(nullptr, shape_.get(), &a_, a_.getWorldTransform(), -1, -1);
        const btCollisionObjectWrapper second(nullptr, shape_.get(), &b_, b_.getWorldTransform(), -1, -1);
        btCollisionAlgorithm* algorithm =
            dispatcher_.findAlgorithm(&first, &second, nullptr, BT_CONTACT_POINT_ALGORITHMS);
        CountPoints points(&first, &second);
        const btDispatcherInfo info;
        algorithm->processCollision(&first, &second, info, &points);
        algorithm->~btCollisionAlgorithm();
        dispatcher_.freeCollisionAlgorithm(algorithm);
        return points.count;
    }

private:
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_;
    btTriangleMesh triangles_;
    std::unique_ptr<btGImpactMeshShape> shape_;
    btCollisionObject a_, b_;
};

class BulletBroadPhase final : public BroadPhasePeer {
public:
    BulletBroadPhase(std::string name, std::unique_ptr<btBroadphaseInterface> interface)
        : name_(std::move(name)), dispatcher_(&configuration_), interface_(std::move(interface)) {}
    ~BulletBroadPhase() override {
        for (btBroadphaseProxy* proxy : proxies_) interface_->destroyProxy(proxy, &dispatcher_);
    }
    std::string Name() const override { return name_; }
    void Add(const Sphere& ball) override {
        proxies_.push_back(interface_->createProxy(Low(ball), High(ball), 0, nullptr, 1, 1, &dispatcher_));
    }
    void Move(size_t index, const Sphere& ball) override {
        interface_->setAabb(proxies_[index], Low(ball), High(ball), &dispatcher_);
    }
    int64_t Step() override {
        interface_->calculateOverlappingPairs(&dispatcher_);
        return interface_->getOverlappingPairCache()->getNumOverlappingPairs();
    }

private:
    static btVector3 At(const Sphere& ball, double sign) {
        return btVector3(btScalar(ball.centre.x + sign * ball.radius), btScalar(ball.centre.y + sign * ball.radius),
                         btScalar(ball.centre.z + sign * ball.radius));
    }
    static btVector3 Low(const Sphere& ball) { return At(ball, -1); }
    static btVector3 High(const Sphere& ball) { return At(ball, 1); }

    std::string name_;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_;
    std::unique_ptr<btBroadphaseInterface> interface_;
    std::vector<btBroadphaseProxy*> proxies_;
};

}  // namespace

std::unique_ptr<Peer> MakeBullet(const TriangleMesh& mesh) { return std::make_unique<Bullet>(mesh); }

std::unique_ptr<BroadPhasePeer> MakeBulletDbvt() {
    return std::make_unique<BulletBroadPhase>("btDbvtBroadphase", std::make_unique<btDbvtBroadphase>());
}

std::unique_ptr<BroadPhasePeer> MakeBulletSweep(double worldRadius, int64_t bodies) {
    const btScalar r = btScalar(worldRadius);
    return std::make_unique<BulletBroadPhase>(
        "bt32BitAxisSweep3", std::make_unique<bt32BitAxisSweep3>(btVector3(-r, -r, -r), btVector3(r, r, r),
                                                                 static_cast<unsigned>(bodies + 2)));
}

}  // namespace spheretree::bench
