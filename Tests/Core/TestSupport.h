#pragma once

#include "SphereTree/SurfaceQuery.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

// What tests of several stages need besides the scenes.
namespace spheretree {

/// A query over a mesh that is known to be a good one.
inline SurfaceQuery SurfaceOf(const TriangleMesh& mesh) {
    Result<SurfaceQuery> surface = SurfaceQuery::Build(mesh);
    EXPECT_TRUE(surface) << surface.Sentence();
    return *surface;
}

/// A mesh's name as GoogleTest wants names.
inline std::string MeshTestName(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

/// How many cases: as many as the environment asks for, or as many as make test has time for.
inline int64_t AskedCount(const char* variable, int64_t usual) {
    const char* asked = std::getenv(variable);
    return asked ? std::atoll(asked) : usual;
}

inline bool ContainsAll(const Sphere& ball, const std::vector<Vec3>& points) {
    for (const Vec3& point : points) {
        if (!(LengthSquared(point - ball.centre) <= ball.radius * ball.radius)) return false;
    }
    return true;
}

}  // namespace spheretree
