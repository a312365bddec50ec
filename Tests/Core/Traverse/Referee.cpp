#include "Core/Traverse/Referee.h"

#include "Scene/Rigid.h"

#include <fcl/fcl.h>

#include <vector>

namespace spheretree {

struct Referee::Model {
    std::shared_ptr<fcl::BVHModel<fcl::OBBRSSd>> geometry;
};

namespace {
// Relative to a's position, so that far away costs the referee no precision.
fcl::Transform3d Placed(const Pose& pose, const Vec3& origin) {
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    const Quat q = Normalized(pose.rotation);
    transform.linear() = Eigen::Quaterniond(q.w, q.x, q.y, q.z).toRotationMatrix();
    const Vec3 offset = pose.position - origin;
    transform.translation() = Eigen::Vector3d(offset.x, offset.y, offset.z);
    return transform;
}
}  // namespace

Referee::Referee(const TriangleMesh& mesh, const Vec3& scale) : model_(std::make_unique<Model>()) {
    std::vector<fcl::Vector3d> vertices;
    std::vector<fcl::Triangle> triangles;
    for (const Vec3& v : mesh.vertices) vertices.emplace_back(v.x * scale.x, v.y * scale.y, v.z * scale.z);
    for (const Triangle& t : mesh.triangles)
        triangles.emplace_back(static_cast<size_t>(t[0]), static_cast<size_t>(t[1]), static_cast<size_t>(t[2]));
    model_->geometry = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
    model_->geometry->beginModel();
    model_->geometry->addSubModel(vertices, triangles);
    model_->geometry->endModel();
}
Referee::~Referee() = default;
Referee::Referee(Referee&&) noexcept = default;

bool Referee::Intersect(const Referee& a, const Pose& poseA, const Referee& b, const Pose& poseB) {
    const fcl::CollisionRequestd request(1, false);
    fcl::CollisionResultd result;
    const fcl::Transform3d first = Placed(poseA, poseA.position), second = Placed(poseB, poseA.position);
    return fcl::collide(a.model_->geometry.get(), first, b.model_->geometry.get(), second, request, result) > 0;
}

double Referee::Distance(const Referee& a, const Pose& poseA, const Referee& b, const Pose& poseB) {
    if (Intersect(a, poseA, b, poseB)) return 0;
    const fcl::DistanceRequestd request(false);
    fcl::DistanceResultd result;
    const fcl::Transform3d first = Placed(poseA, poseA.position), second = Placed(poseB, poseA.position);
    return fcl::distance(a.model_->geometry.get(), first, b.model_->geometry.get(), second, request, result);
}

}  // namespace spheretree
