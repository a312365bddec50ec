#include "Samples/SampleLayouts.h"

#include <string>

namespace spheretree {

namespace {
constexpr int32_t kMostSamples = 50'000'000;

/// The sentence that says why the mesh cannot be sampled; empty when it can.
std::string FindSampleFault(const TriangleMesh& mesh, const SampleOptions& options) {
    if (options.count < 1) return "Cannot place " + std::to_string(options.count) + " samples: ask for at least one.";
    if (options.count > kMostSamples) {
        return "Cannot place " + std::to_string(options.count) + " samples: ask for at most " +
               std::to_string(kMostSamples) + ".";
    }
    for (size_t i = 0; i < mesh.triangles.size(); ++i) {
        for (const int32_t corner : mesh.triangles[i]) {
            const bool exists = corner >= 0 && static_cast<size_t>(corner) < mesh.vertices.size();
            if (exists && IsFinite(mesh.vertices[static_cast<size_t>(corner)])) continue;
            return "Triangle " + std::to_string(i) + " names vertex " + std::to_string(corner) +
                   (exists ? ", which is not finite: clean the mesh first."
                           : ", which does not exist: clean the mesh first.");
        }
    }
    return {};
}
}  // namespace

TriangleAreas MeasureTriangles(const TriangleMesh& mesh) {
    TriangleAreas measured;
    measured.areas.reserve(mesh.triangles.size());
    for (size_t i = 0; i < mesh.triangles.size(); ++i) {
        const auto [a, b, c] = CornersOf(mesh, static_cast<int32_t>(i));
        measured.areas.push_back(Length(Cross(b - a, c - a)) / 2);
        measured.total += measured.areas.back();
    }
    return measured;
}

Result<SurfaceSamples> SampleSurface(const TriangleMesh& mesh, const SampleOptions& options, const Host& host) {
    if (std::string fault = FindSampleFault(mesh, options); !fault.empty()) return Error{std::move(fault)};
    const TriangleAreas areas = MeasureTriangles(mesh);
    if (!(areas.total > 0)) return Error{"The mesh has no area, so there is nowhere to place samples."};
    if (!(areas.total < std::numeric_limits<double>::infinity())) {
        return Error{"The mesh is too large to sample: its area is beyond what a double holds."};
    }
    SurfaceSamples samples =
        options.layout == SampleLayout::Grid ? LayGrid(mesh, areas, options) : LayRelaxed(mesh, areas, options, host);
    if (samples.points.empty() || !host.progress(1)) return Error{"Sampling was cancelled."};
    return samples;
}

}  // namespace spheretree
