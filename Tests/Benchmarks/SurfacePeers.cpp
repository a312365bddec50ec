#include "SurfacePeers.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace spheretree::bench {

namespace {

struct Float3 {
    float x, y, z;
    friend Float3 operator-(Float3 a, Float3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Float3 operator+(Float3 a, Float3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend Float3 operator*(Float3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
    friend float Dot(Float3 a, Float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
};

/// By the regions of the triangle's plane. [Ericson 2005, Real-time collision detection, 5.1.5]
Float3 ClosestOnTriangle(Float3 p, Float3 a, Float3 b, Float3 c) {
    const Float3 ab = b - a, ac = c - a, ap = p - a;
    const float d1 = Dot(ab, ap), d2 = Dot(ac, ap);
    if (d1 <= 0 && d2 <= 0) return a;
    const Float3 bp = p - b;
    const float d3 = Dot(ab, bp), d4 = Dot(ac, bp);
    if (d3 >= 0 && d4 <= d3) return b;
    const float vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + ab * (d1 / (d1 - d3));
    const Float3 cp = p - c;
    const float d5 = Dot(ab, cp), d6 = Dot(ac, cp);
    if (d6 >= 0 && d5 <= d6) return c;
    const float vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + ac * (d2 / (d2 - d6));
    const float va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
    const float scale = 1 / (va + vb + vc);
    return a + ab * (vb * scale) + ac * (vc * scale);
}

class Embree : public SurfacePeer {
public:
    Embree(const TriangleMesh& mesh, int threads) {
        device_ = rtcNewDevice(("threads=" + std::to_string(threads)).c_str());
        scene_ = rtcNewScene(device_);
        rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_MEDIUM);
        const RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
        rtcSetGeometryBuildQuality(geometry, RTC_BUILD_QUALITY_MEDIUM);
        vertices_ = static_cast<Float3*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                                 sizeof(Float3), mesh.vertices.size()));
        triangles_ = static_cast<uint32_t*>(rtcSetNewGeometryBuffer(
            geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(uint32_t), mesh.triangles.size()));
        for (size_t i = 0; i < mesh.vertices.size(); ++i) vertices_[i] = ToFloat(mesh.vertices[i]);
        for (size_t i = 0; i < mesh.triangles.size(); ++i) {
            for (size_t c = 0; c < 3; ++c) triangles_[3 * i + c] = static_cast<uint32_t>(mesh.triangles[i][c]);
        }
        rtcSetGeometryPointQueryFunction(geometry, &Embree::OnTriangle);
        rtcSetGeometryUserData(geometry, this);
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(scene_, geometry);
        rtcReleaseGeometry(geometry);
        rtcCommitScene(scene_);
    }
    ~Embree() override {
        rtcReleaseScene(scene_);
        rtcReleaseDevice(device_);
    }
    Embree(const Embree&) = delete;
    Embree& operator=(const Embree&) = delete;

    double Distance(const Vec3& p) const override {
        RTCPointQuery query{};
        query.x = static_cast<float>(p.x), query.y = static_cast<float>(p.y), query.z = static_cast<float>(p.z);
        query.radius = std::numeric_limits<float>::infinity();
        RTCPointQueryContext context;
        rtcInitPointQueryContext(&context);
        Found found{this, query.radius, -1};
        rtcPointQuery(scene_, &query, &context, nullptr, &found);
        return static_cast<double>(found.distance);
    }

    double FirstHit(const Vec3& o, const Vec3& d) const override {
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        RTCRayHit hit{};
        hit.ray.org_x = static_cast<float>(o.x), hit.ray.org_y = static_cast<float>(o.y);
        hit.ray.org_z = static_cast<float>(o.z), hit.ray.dir_x = static_cast<float>(d.x);
        hit.ray.dir_y = static_cast<float>(d.y), hit.ray.dir_z = static_cast<float>(d.z);
        hit.ray.tfar = std::numeric_limits<float>::infinity();
        hit.ray.mask = ~0u;
        hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(scene_, &context, &hit);
        return static_cast<double>(hit.ray.tfar);
    }

private:
    struct Found {
        const Embree* self;
        float distance;
        int64_t triangle;
    };

    static Float3 ToFloat(const Vec3& p) {
        return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
    }

    static bool OnTriangle(RTCPointQueryFunctionArguments* args) {
        Found& found = *static_cast<Found*>(args->userPtr);
        const uint32_t* t = found.self->triangles_ + 3 * size_t{args->primID};
        const Float3* v = found.self->vertices_;
        const Float3 p{args->query->x, args->query->y, args->query->z};
        const Float3 offset = p - ClosestOnTriangle(p, v[t[0]], v[t[1]], v[t[2]]);
        const float distance = std::sqrt(Dot(offset, offset));
        if (!(distance < found.distance)) return false;
        found.distance = distance;
        found.triangle = args->primID;
        args->query->radius = distance;
        return true;
    }

    RTCDevice device_ = nullptr;
    RTCScene scene_ = nullptr;
    Float3* vertices_ = nullptr;
    uint32_t* triangles_ = nullptr;
};

}  // namespace

std::unique_ptr<SurfacePeer> BuildEmbree(const TriangleMesh& mesh, int threads) {
    return std::make_unique<Embree>(mesh, threads);
}

}  // namespace spheretree::bench
