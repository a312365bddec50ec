#include "Tree/BakeFrame.h"

#include "Base/Eigen.h"
#include "Base/InParts.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

constexpr double kGrid = 0x1p-32;
constexpr double kLeastMomentGap = 1e-3;  // of the largest moment: closer ones do not name an axis
constexpr double kLeastSkew = 1e-4;       // of the third moment's scale: smaller ones do not name a direction

/// f(i) for every i below count, many at a time.
template <typename F>
void ForEach(int64_t count, const Host& host, F f) {
    constexpr int64_t kAtOnce = 8192;
    InParts(count, kAtOnce, host, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) f(i);
    });
}

struct AreaMoments {
    Vec3 mean;
    Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();
};

struct AreaPart {
    Vec3 middle;
    double area;  // twice the triangle's
};

std::vector<AreaPart> PartsOf(const TriangleMesh& mesh, const Sphere& ball, const Host& host) {
    std::vector<AreaPart> parts(mesh.triangles.size());
    ForEach(int64_t(parts.size()), host, [&](int64_t i) {
        const Triangle& triangle = mesh.triangles[size_t(i)];
        const Vec3 a = (mesh.vertices[size_t(triangle[0])] - ball.centre) / ball.radius;
        const Vec3 b = (mesh.vertices[size_t(triangle[1])] - ball.centre) / ball.radius;
        const Vec3 c = (mesh.vertices[size_t(triangle[2])] - ball.centre) / ball.radius;
        parts[size_t(i)] = {(a + b + c) / 3, Length(Cross(b - a, c - a))};
    });
    return parts;
}

/// Of the surface, each triangle as its middle with its area: enough to tell axes, and independent of tessellation's
/// finer points.
AreaMoments MomentsOf(const std::vector<AreaPart>& parts) {
    AreaMoments moments;
    double whole = 0;
    for (const auto& [middle, area] : parts) {
        moments.mean += middle * area;
        whole += area;
    }
    if (!(whole > 0)) return moments;
    moments.mean = moments.mean / whole;
    for (const auto& [middle, area] : parts) {
        const Eigen::Vector3d offset = ToEigen(middle - moments.mean);
        moments.covariance += (area / whole) * offset * offset.transpose();
    }
    return moments;
}

/// The third moment along an axis tells its two directions apart; 0 where the object is too symmetric.
double DirectionOf(const TriangleMesh& mesh, const Sphere& ball, const Vec3& mean, const Vec3& axis) {
    double skew = 0, scale = 0;
    for (const Vec3& vertex : mesh.vertices) {
        const double along = Dot((vertex - ball.centre) / ball.radius - mean, axis);
        skew += along * along * along;
        scale += std::abs(along * along * along);
    }
    return std::abs(skew) > kLeastSkew * scale ? (skew > 0 ? 1.0 : -1.0) : 0.0;
}

bool FindPrincipalAxes(const TriangleMesh& mesh, const Sphere& ball, const Host& host, Task& task,
                       std::array<Vec3, 3>& axes) {
    const std::vector<AreaPart> parts = PartsOf(mesh, ball, host);
    if (!task.Advance(0)) return false;
    const AreaMoments moments = MomentsOf(parts);
    if (!task.Advance(0)) return false;
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(moments.covariance);
    const Eigen::Vector3d& values = solver.eigenvalues();  // rising
    const double gap = kLeastMomentGap * values[2];
    if (!(values[2] - values[1] > gap && values[1] - values[0] > gap)) return false;
    const Vec3 first = FromEigen(solver.eigenvectors().col(2)), second = FromEigen(solver.eigenvectors().col(1));
    const double firstWay = DirectionOf(mesh, ball, moments.mean, first);
    const double secondWay = DirectionOf(mesh, ball, moments.mean, second);
    if (firstWay == 0 || secondWay == 0) return false;
    axes = {first * firstWay, second * secondWay, Cross(first * firstWay, second * secondWay)};
    return true;
}

}  // namespace

Vec3 BakeFrame::ToBake(const Vec3& point) const {
    const Vec3 offset = (point - origin) / unit;
    return {Dot(axes[0], offset), Dot(axes[1], offset), Dot(axes[2], offset)};
}

Vec3 BakeFrame::FromBake(const Vec3& point) const {
    return origin + (axes[0] * point.x + axes[1] * point.y + axes[2] * point.z) * unit;
}

Sphere BakeFrame::FromBake(const Sphere& sphere) const {
    const Vec3 centre = FromBake(sphere.centre);
    const double size = std::abs(centre.x) + std::abs(centre.y) + std::abs(centre.z) + unit;
    return {centre, sphere.radius * unit + size * 0x1p-50};
}

BakeFrame FindBakeFrame(const TriangleMesh& mesh, const Sphere& ball, bool principalAxes, const Host& host,
                        Task& task) {
    BakeFrame frame;
    frame.origin = ball.centre;
    if (ball.radius > 0) frame.unit = ball.radius;
    if (principalAxes && ball.radius > 0) FindPrincipalAxes(mesh, ball, host, task, frame.axes);
    return frame;
}

TriangleMesh ToBake(const TriangleMesh& mesh, const BakeFrame& frame, const Host& host) {
    TriangleMesh moved = mesh;
    ForEach(int64_t(moved.vertices.size()), host, [&](int64_t i) {
        Vec3& vertex = moved.vertices[size_t(i)];
        vertex = frame.ToBake(vertex);
        for (double* coordinate : {&vertex.x, &vertex.y, &vertex.z})
            *coordinate = std::nearbyint(*coordinate / kGrid) * kGrid;
    });
    return moved;
}

}  // namespace spheretree
