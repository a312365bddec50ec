#include "Base/Random.h"
#include "Tree/Measure/Volumes.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

constexpr int64_t kSamplesPerBatch = 512;

/// The area of all triangles up to and with each.
std::vector<double> RunningAreas(const TriangleMesh& mesh) {
    std::vector<double> areas;
    double sum = 0;
    for (const Triangle& triangle : mesh.triangles) {
        const Vec3& a = mesh.vertices[static_cast<size_t>(triangle[0])];
        const Vec3& b = mesh.vertices[static_cast<size_t>(triangle[1])];
        const Vec3& c = mesh.vertices[static_cast<size_t>(triangle[2])];
        areas.push_back(sum += Length(Cross(b - a, c - a)) / 2);
    }
    return areas;
}

Vec3 PointAt(const TriangleMesh& mesh, const std::vector<double>& areas, double area, Random& random) {
    const auto found = std::upper_bound(areas.begin(), areas.end(), area);
    const size_t index = std::min(static_cast<size_t>(found - areas.begin()), areas.size() - 1);
    const Triangle& triangle = mesh.triangles[index];
    const double root = std::sqrt(random.Uniform()), along = random.Uniform();  // uniform over the triangle
    const Vec3& a = mesh.vertices[static_cast<size_t>(triangle[0])];
    const Vec3& b = mesh.vertices[static_cast<size_t>(triangle[1])];
    const Vec3& c = mesh.vertices[static_cast<size_t>(triangle[2])];
    return a * (1 - root) + b * (root * (1 - along)) + c * (root * along);
}

bool IsCovered(const Vec3& point, const std::vector<Sphere>& spheres) {
    return std::any_of(spheres.begin(), spheres.end(), [&](const Sphere& sphere) {
        return LengthSquared(point - sphere.centre) <= sphere.radius * sphere.radius;
    });
}

}  // namespace

Estimate MeasureUncoveredArea(const TriangleMesh& mesh, const std::vector<Sphere>& spheres, int64_t samples,
                              uint64_t seed, const Host& host, Task& task) {
    const std::vector<double> areas = RunningAreas(mesh);
    const double stride = areas.back() / static_cast<double>(samples);
    const int64_t batches = (samples + kSamplesPerBatch - 1) / kSamplesPerBatch;
    std::vector<int64_t> uncovered(static_cast<size_t>(batches));
    host.parallelFor(batches, [&](int64_t batch) {
        if (task.Cancelled()) return;
        Random random = Random::OfItem(seed, batch);
        const int64_t end = std::min(samples, (batch + 1) * kSamplesPerBatch);
        for (int64_t i = batch * kSamplesPerBatch; i < end; ++i) {
            const double area = (static_cast<double>(i) + random.Uniform()) * stride;  // one in each equal piece
            if (!IsCovered(PointAt(mesh, areas, area, random), spheres)) ++uncovered[static_cast<size_t>(batch)];
        }
        task.Advance(1.0 / static_cast<double>(batches));
    });
    int64_t sum = 0;
    for (const int64_t count : uncovered) sum += count;
    const double n = static_cast<double>(samples), fraction = static_cast<double>(sum) / n;
    return {fraction, std::sqrt(fraction * (1 - fraction) / n)};  // without the gain of even spacing: a little large
}

}  // namespace spheretree
