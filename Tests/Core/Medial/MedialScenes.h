#pragma once

#include "Core/TestSupport.h"
#include "Scenes/Meshes.h"
#include "SphereTree/MedialAxis.h"
#include "SphereTree/SurfaceSamples.h"

#include <gtest/gtest.h>

#include <cctype>
#include <string>
#include <vector>

// What the tests of the medial axis start from.
namespace spheretree::medialtest {

inline std::vector<Vec3> SamplesOf(const TriangleMesh& mesh, int32_t count) {
    SampleOptions options;
    options.count = count;
    return SampleSurface(mesh, options)->points;
}

inline MedialAxis AxisOf(const SurfaceQuery& surface, int32_t count, bool hasInside = true) {
    MedialOptions options;
    options.hasInside = hasInside;
    Result<MedialAxis> axis = MedialAxis::Build(surface, SamplesOf(surface.Mesh(), count), options);
    EXPECT_TRUE(axis) << axis.Sentence();
    return *axis;
}

inline double RadiusOf(const SurfaceQuery& surface) { return surface.BoundingSphere().radius; }

inline bool IsCovered(const std::vector<MedialSphere>& spheres, const Vec3& point) {
    for (const MedialSphere& sphere : spheres)
        if (Distance(sphere.sphere.centre, point) <= sphere.sphere.radius) return true;
    return false;
}

/// Plain bytes of what an axis answers, for comparisons that allow no difference.
inline std::vector<double> Digest(const MedialAxis& axis) {
    std::vector<double> digest;
    for (const MedialSphere& s : axis.Spheres()) {
        digest.insert(digest.end(),
                      {s.sphere.centre.x, s.sphere.centre.y, s.sphere.centre.z, s.sphere.radius, s.depth});
        for (size_t i = 0; i < 4; ++i) digest.insert(digest.end(), {double(s.forming[i]), double(s.neighbours[i])});
    }
    for (const Vec3& p : axis.Samples()) digest.insert(digest.end(), {p.x, p.y, p.z});
    return digest;
}

inline std::string TestName(const std::string& name) {
    std::string result;
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c))) result += c;
    return result;
}

}  // namespace spheretree::medialtest
