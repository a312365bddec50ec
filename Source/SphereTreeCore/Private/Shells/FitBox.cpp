// [Gottschalk 1996] OBBTree, 4: boxes along the principal axes of the surface; and balls.
// Differs: the moments are those of the triangles' area, not of their hull's.

#include "Base/Eigen.h"
#include "SphereTree/Shell.h"
#include "Spheres/MinimumBall.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace spheretree {

namespace {

constexpr double kBoxSlack = 0x1p-48;

struct AreaMoments {
    Vec3 mean;
    double m[6] = {};  // xx xy xz yy yz zz about the mean
};

double AreaOf(const TriangleCorners& t) { return Length(Cross(t[1] - t[0], t[2] - t[0])) / 2; }

AreaMoments MeasureMoments(const TriangleCorners* triangles, int64_t count) {
    const Vec3 origin = triangles[0][0];  // near the part, so that far away costs no digits
    AreaMoments moments;
    double area = 0;
    Vec3 sum;
    for (int64_t i = 0; i < count; ++i) {
        const TriangleCorners& t = triangles[i];
        const double a = AreaOf(t);
        area += a;
        sum += ((t[0] - origin) + (t[1] - origin) + (t[2] - origin)) * (a / 3);
    }
    moments.mean = area > 0 ? origin + sum / area : origin;
    for (int64_t i = 0; i < count; ++i) {
        const TriangleCorners& t = triangles[i];
        const double a = AreaOf(t) / 12;
        const Vec3 p = t[0] - moments.mean, q = t[1] - moments.mean, r = t[2] - moments.mean, c = p + q + r;
        for (const Vec3& v : {p, q, r, c}) {
            const double terms[6] = {v.x * v.x, v.x * v.y, v.x * v.z, v.y * v.y, v.y * v.z, v.z * v.z};
            for (int k = 0; k < 6; ++k) moments.m[k] += a * terms[k];
        }
    }
    return moments;
}

std::array<Vec3, 3> PrincipalAxes(const AreaMoments& moments) {
    Eigen::Matrix3d matrix;
    const double* m = moments.m;
    matrix << m[0], m[1], m[2], m[1], m[3], m[4], m[2], m[4], m[5];
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(matrix);
    const Eigen::Matrix3d& vectors = solver.eigenvectors();
    const Vec3 longest = Normalized(Vec3{vectors(0, 2), vectors(1, 2), vectors(2, 2)});
    const Vec3 middle = Normalized(Vec3{vectors(0, 1), vectors(1, 1), vectors(2, 1)});
    if (longest == Vec3{} || middle == Vec3{}) return {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
    return {longest, middle, Cross(longest, middle)};
}

}  // namespace

OrientedBox FitBox(const TriangleCorners* triangles, int64_t count) {
    const AreaMoments moments = MeasureMoments(triangles, count);
    OrientedBox box;
    box.axes = PrincipalAxes(moments);
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, reach = 0;
    for (int64_t i = 0; i < count; ++i)
        for (const Vec3& v : triangles[i]) {
            const Vec3 p = v - moments.mean;
            for (int k = 0; k < 3; ++k) {
                const double x = Dot(box.axes[static_cast<size_t>(k)], p);
                low[k] = std::min(low[k], x);
                high[k] = std::max(high[k], x);
                reach = std::max(reach, std::fabs(x));
            }
        }
    box.centre = moments.mean;
    for (int k = 0; k < 3; ++k) box.centre += box.axes[static_cast<size_t>(k)] * ((low[k] + high[k]) / 2);
    const double slack = kBoxSlack * (reach + Length(moments.mean));
    box.half = {(high[0] - low[0]) / 2 + slack, (high[1] - low[1]) / 2 + slack, (high[2] - low[2]) / 2 + slack};
    return box;
}

Sphere FitBall(const TriangleCorners* triangles, int64_t count) {
    const Sphere ball = MinimumBall(std::span<const Vec3>(triangles->data(), 3 * static_cast<size_t>(count)));
    return {ball.centre, ball.radius * (1 + kBoxSlack)};
}

}  // namespace spheretree
