#pragma once

#include "SphereTree/Scene.h"
#include "SphereTree/TriangleMesh.h"

#include <memory>

namespace spheretree {

/// FCL's word on triangles against triangles: it shares no line of code with what it judges.
class Referee {
public:
    /// The mesh with its vertices scaled, as one model.
    Referee(const TriangleMesh& mesh, const Vec3& scale);
    ~Referee();
    Referee(Referee&&) noexcept;

    static bool Intersect(const Referee& a, const Pose& poseA, const Referee& b, const Pose& poseB);
    static double Distance(const Referee& a, const Pose& poseA, const Referee& b, const Pose& poseB);

private:
    struct Model;
    std::unique_ptr<Model> model_;
};

}  // namespace spheretree
