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
    double Distance(const Pose& a, const Pose& b, Vec3& direction) override {
        const fcl::DistanceRequestd request(true);
        fcl::DistanceResultd result;
        const fcl::Transform3d first = Placed(a), second = Placed(b);
        const double distance = fcl::distance(&model_, first, &model_, second, request, result);
        const Eigen::Vector3d way = result.nearest_points[1] - result.nearest_points[0];
        if (!(std::abs(way.norm() - distance) < 1e-6 * (1 + distance))) return -1;  // points in other frames
        direction = Normalized(Vec3{way.x(), way.y(), way.z()});
        return distance;
    }

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

double ClockCost() {
    static const double cost = [] {
        const double start = ThreadSeconds();
        for (int i = 0; i < 998; ++i) ThreadSeconds();
        return (ThreadSeconds() - start) / 999;
    }();
    return cost;
}

}  // namespace spheretree::bench
