#include "SphereTree/SurfaceQuery.h"
#include "SphereTree/TriangleMesh.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// Any bytes → a mesh: raw doubles (NaN, infinities, any scale) or points of a small lattice (faults of every topology),
// any indices. Then whatever is asked of it must be answered, and cleaning must rest after one go.
namespace {

using namespace spheretree;

[[noreturn]] void Fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

/// Takes values from the front of the input; zeros when it is used up.
class Bytes {
public:
    Bytes(const uint8_t* data, size_t size) : data_(data), left_(size) {}
    bool IsEmpty() const { return left_ == 0; }

    template <typename T>
    T Take() {
        T value{};
        const size_t count = left_ < sizeof value ? left_ : sizeof value;
        if (count > 0) std::memcpy(&value, data_, count);
        data_ += count;
        left_ -= count;
        return value;
    }

private:
    const uint8_t* data_;
    size_t left_;
};

Vec3 TakeVertex(Bytes& bytes, bool lattice) {
    const auto coordinate = [&] { return lattice ? bytes.Take<uint8_t>() % 4 : bytes.Take<double>(); };
    const double x = coordinate(), y = coordinate(), z = coordinate();
    return {x, y, z};
}

TriangleMesh TakeMesh(Bytes& bytes, bool lattice) {
    TriangleMesh mesh;
    const int32_t vertexCount = bytes.Take<uint8_t>() % 64;
    for (int32_t i = 0; i < vertexCount; ++i) mesh.vertices.push_back(TakeVertex(bytes, lattice));
    while (!bytes.IsEmpty() && mesh.triangles.size() < 512) {
        Triangle t;
        for (int32_t& corner : t) {
            corner = bytes.Take<uint8_t>();
            if (corner == 255)
                corner = bytes.Take<int32_t>();
            else if (vertexCount > 0)
                corner %= vertexCount;
        }
        mesh.triangles.push_back(t);
    }
    return mesh;
}

CleanOptions TakeOptions(Bytes& bytes) {
    const uint8_t bits = bytes.Take<uint8_t>(), weld = bytes.Take<uint8_t>();
    CleanOptions options;
    options.fillHoles = bits & 1;
    options.repairOrientation = bits & 2;
    options.dropBackToBack = bits & 4;
    options.dropDuplicates = bits & 8;
    options.largestHoleEdges = bits & 16 ? 6 : 1000;
    constexpr double welds[] = {1e-9, 0, -1, 1e-3, 0.3, 1e30};
    options.weldDistance = weld == 255 ? bytes.Take<double>() : welds[weld % 6];
    return options;
}

void CheckCleaned(const TriangleMesh& mesh, const CleanOptions& options) {
    const MeshReport r = CheckMesh(mesh);
    if (r.indexFaults + r.nonFiniteVertices + r.degenerateTriangles + r.unusedVertices != 0) Fail("cleaned, yet unfit");
    if (r.triangleCount == 0) Fail("cleaned to nothing without an error");
    if (options.dropDuplicates && r.duplicateTriangles > 0) Fail("a duplicate stayed");
    const Result<CleanedMesh> again = CleanMesh(mesh, options);
    if (!again) Fail("a second cleaning refused");
    // That it also changes nothing is held to by seeded soups (CleanPropertiesTest); among inputs as wild as these, a
    // hole that was filled can still leave work for a second cleaning.
    const MeshReport second = CheckMesh(again->mesh);
    if (second.indexFaults + second.nonFiniteVertices + second.degenerateTriangles + second.unusedVertices != 0)
        Fail("cleaned twice, yet unfit");
}

void AskSurface(const TriangleMesh& mesh, const Vec3& point) {
    const Result<SurfaceQuery> surface = SurfaceQuery::Build(mesh);
    if (!surface) Fail("a cleaned mesh was refused by the surface");
    const double slack = 1e-9 * surface->BoundingSphere().radius;
    const ClosestPoint closest = surface->Closest(point);
    if (closest.triangle < 0 || closest.triangle >= static_cast<int32_t>(mesh.triangles.size()))
        Fail("no closest triangle");
    for (const Vec3& v : mesh.vertices)
        if (!(closest.distance <= Distance(v, point) + slack)) Fail("a vertex lies closer than the closest point");
    surface->IsInside(point);
    surface->FirstHit({point, {1, 0.5, 0.25}});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Bytes bytes(data, size);
    const bool lattice = bytes.Take<uint8_t>() & 1;
    const CleanOptions options = TakeOptions(bytes);
    const TriangleMesh mesh = TakeMesh(bytes, lattice);
    const MeshReport report = CheckMesh(mesh);
    if (report.triangleCount != static_cast<int64_t>(mesh.triangles.size())) Fail("triangles were miscounted");
    const Result<CleanedMesh> cleaned = CleanMesh(mesh, options);
    if (!cleaned) {
        if (cleaned.Sentence().empty()) Fail("refused without a sentence");
        return 0;
    }
    CheckCleaned(cleaned->mesh, options);
    AskSurface(cleaned->mesh, report.bounds.low + (report.bounds.high - report.bounds.low) * 0.3);
    return 0;
}
