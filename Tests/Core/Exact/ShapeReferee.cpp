#include "Core/Exact/ShapeReferee.h"

#include "Scene/Rigid.h"

#include <fcl/fcl.h>

namespace spheretree {

struct ShapeReferee::Model {
    std::shared_ptr<fcl::CollisionGeometryd> geometry;
    Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();  // ours stand along y, FCL's along z
};

namespace {

fcl::Transform3d PlacedModel(const Pose& pose, const Eigen::Matrix3d& axes) {
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    const Quat q = Normalized(pose.rotation);
    transform.linear() = Eigen::Quaterniond(q.w, q.x, q.y, q.z).toRotationMatrix() * axes;
    transform.translation() = Eigen::Vector3d(pose.position.x, pose.position.y, pose.position.z);
    return transform;
}

std::shared_ptr<fcl::CollisionGeometryd> GeometryOf(const ConvexShape& s) {
    switch (s.kind) {
        case ShapeKind::Box:
            return std::make_shared<fcl::Boxd>(2 * s.half.x, 2 * s.half.y, 2 * s.half.z);
        case ShapeKind::Capsule:
            return std::make_shared<fcl::Capsuled>(s.radius, 2 * s.half.y);
        case ShapeKind::Cylinder:
            return std::make_shared<fcl::Cylinderd>(s.radius, 2 * s.half.y);
        case ShapeKind::Cone:
            return std::make_shared<fcl::Coned>(s.radius, 2 * s.half.y);
        default:
            return std::make_shared<fcl::Sphered>(s.radius);
    }
}

}  // namespace

ShapeReferee::ShapeReferee(const ConvexShape& shape) : model_(std::make_unique<Model>()) {
    model_->geometry = GeometryOf(shape);
    if (shape.kind != ShapeKind::Box) model_->axes << 1, 0, 0, 0, 0, 1, 0, -1, 0;  // z → y
}

ShapeReferee::ShapeReferee(const TriangleMesh& mesh) : model_(std::make_unique<Model>()) {
    std::vector<fcl::Vector3d> vertices;
    std::vector<fcl::Triangle> triangles;
    for (const Vec3& v : mesh.vertices) vertices.emplace_back(v.x, v.y, v.z);
    for (const Triangle& t : mesh.triangles)
        triangles.emplace_back(static_cast<size_t>(t[0]), static_cast<size_t>(t[1]), static_cast<size_t>(t[2]));
    auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
    model->beginModel();
    model->addSubModel(vertices, triangles);
    model->endModel();
    model_->geometry = model;
}

ShapeReferee::~ShapeReferee() = default;
ShapeReferee::ShapeReferee(ShapeReferee&&) noexcept = default;

bool ShapeReferee::Intersect(const ShapeReferee& a, const Pose& poseA, const ShapeReferee& b, const Pose& poseB) {
    fcl::CollisionRequestd request(1, false);
    request.gjk_solver_type = fcl::GST_LIBCCD;
    fcl::CollisionResultd result;
    return fcl::collide(a.model_->geometry.get(), PlacedModel(poseA, a.model_->axes), b.model_->geometry.get(),
                        PlacedModel(poseB, b.model_->axes), request, result) > 0;
}

double ShapeReferee::Distance(const ShapeReferee& a, const Pose& poseA, const ShapeReferee& b, const Pose& poseB) {
    fcl::DistanceRequestd request(false);
    request.gjk_solver_type = fcl::GST_LIBCCD;
    request.distance_tolerance = 1e-9;
    fcl::DistanceResultd result;
    return fcl::distance(a.model_->geometry.get(), PlacedModel(poseA, a.model_->axes), b.model_->geometry.get(),
                         PlacedModel(poseB, b.model_->axes), request, result);
}

}  // namespace spheretree
