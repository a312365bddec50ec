#pragma once

#include "SphereTree/Host.h"
#include "SphereTree/SurfaceSamples.h"
#include "SphereTree/TriangleMesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

// The layouts behind SampleSurface. The mesh is sound: indices in range, finite vertices, an area above zero.
namespace spheretree {

struct TriangleAreas {
    std::vector<double> areas;
    double total = 0;
};

TriangleAreas MeasureTriangles(const TriangleMesh& mesh);

inline std::array<Vec3, 3> CornersOf(const TriangleMesh& mesh, int32_t triangle) {
    const Triangle& t = mesh.triangles[static_cast<size_t>(triangle)];
    return {mesh.vertices[static_cast<size_t>(t[0])], mesh.vertices[static_cast<size_t>(t[1])],
            mesh.vertices[static_cast<size_t>(t[2])]};
}

inline Vec3 NormalOf(const std::array<Vec3, 3>& corners) {
    return Normalized(Cross(corners[1] - corners[0], corners[2] - corners[0]));
}

/// The triangles in the order of a curve that fills space: neighbours in the list are neighbours in space.
std::vector<int32_t> OrderAlongCurve(const TriangleMesh& mesh);

/// Shares out `count` points by weight: what is left of a share below one point goes to the next in line.
class SampleShares {
public:
    SampleShares(double count, double totalWeight, double phase) : perWeight_(count / totalWeight), phase_(phase) {}

    int32_t Next(double weight) {
        sum_ += weight;
        const double due = std::floor(sum_ * perWeight_ + phase_);
        const int32_t share = static_cast<int32_t>(std::max(due - given_, 0.0));
        given_ += share;
        return share;
    }

private:
    double perWeight_, phase_, sum_ = 0, given_ = 0;
};

SurfaceSamples LayGrid(const TriangleMesh& mesh, const TriangleAreas& areas, const SampleOptions& options);

/// Empty when the host cancelled.
SurfaceSamples LayRelaxed(const TriangleMesh& mesh, const TriangleAreas& areas, const SampleOptions& options,
                          const Host& host);

}  // namespace spheretree
