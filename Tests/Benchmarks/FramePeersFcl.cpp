#include "FramePeers.h"

#include <fcl/fcl.h>

#include <ctime>

namespace spheretree::bench {
namespace {

fcl::Transform3d Placed(const Pose& pose) {
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    const Quat& q = pose.rotation;
    transform.linear() = Eigen::Quaterniond(q.w, q.x, q.y, q.z).normalized().toRotationMatrix();
    transform.translation() = Eigen::Vector3d(pose.position.x, pose.position.y, pose.position.z);
    return transform;
}

class Fcl final : public Peer {
public:
    explicit Fcl(const TriangleMesh& mesh) {
        std::vector<fcl::Vector3d> vertices;
        std::vector<fcl::Triangle> triangles;
        for (const Vec3& v : mesh.vertices) vertices.emplace_back(v.x, v.y, v.z);
        for (const Triangle& t : mesh.triangles)
            triangles.emplace_back(static_cast<size_t>(t[0]), static_cast<size_t>(t[1]), static_cast<size_t>(t[2]));
        model_.beginModel();
        model_.addSubModel(vertices, triangles);
        model_.endModel();
    }
    std::string Name() const override { return "FCL OBBRSS"; }
    bool Touches(const Pose& a, const Pose& b) override { return Ask(a, b, 1) > 0; }
    int64_t AllContacts(const Pose& a, const Pose& b) override { return Ask(a, b, 1 << 20); }

private:
    int64_t Ask(const Pose& a, const Pose& b, size_t most) {
        const fcl::CollisionRequestd request(most, false);
        fcl::CollisionResultd result;
        return static_cast<int64_t>(fcl::collide(&model_, Placed(a), &model_, Placed(b), request, result));
    }
    fcl::BVHModel<fcl::OBBRSSd> model_;
};

}  // namespace

std::unique_ptr<Peer> MakeFcl(const TriangleMesh& mesh) { return std::make_unique<Fcl>(mesh); }

double ThreadSeconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace spheretree::bench
