#pragma once

#include "SphereTree/ConvexShape.h"
#include "SphereTree/Scene.h"
#include "SphereTree/TriangleMesh.h"

#include <memory>

namespace spheretree {

/// FCL's word (libccd's, for its iterations) on meshes and convex shapes of scale 1.
class ShapeReferee {
public:
    explicit ShapeReferee(const TriangleMesh& mesh);
    explicit ShapeReferee(const ConvexShape& shape);  // no hull
    ~ShapeReferee();
    ShapeReferee(ShapeReferee&&) noexcept;

    static bool Intersect(const ShapeReferee& a, const Pose& poseA, const ShapeReferee& b, const Pose& poseB);
    static double Distance(const ShapeReferee& a, const Pose& poseA, const ShapeReferee& b, const Pose& poseB);

private:
    struct Model;
    std::unique_ptr<Model> model_;
};

}  // namespace spheretree
