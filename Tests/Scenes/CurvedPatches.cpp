#include "Scenes/CurvedPatches.h"

#include <array>

namespace spheretree::scenes {

namespace {

struct Bernstein {
    double w[4];
    explicit Bernstein(double t)
        : w{(1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t} {}
};

/// The control points of a quarter of the body: a profile of four, carried around by the curve that Newell took for a
/// circle.
Vec3 OnTeapotSide(double u, double v, int32_t quarter) {
    constexpr double kProfile[4][2] = {{1.5, 2.4}, {1.75, 1.875}, {2, 1.35}, {2, 0.9}};
    constexpr double kRound[4][2] = {{1, 0}, {1, 0.56}, {0.56, 1}, {0, 1}};
    const Bernstein around(u), down(v);
    Vec3 p;
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 4; ++k) {
            const double weight = around.w[i] * down.w[k];
            p += Vec3{kRound[i][0] * kProfile[k][0], kRound[i][1] * kProfile[k][0], kProfile[k][1]} * weight;
        }
    return quarter == 0 ? p : Vec3{-p.y, p.x, p.z};
}

template <typename Surface>
void AppendGrid(TriangleMesh& mesh, int32_t steps, Surface surface) {
    const int32_t first = static_cast<int32_t>(mesh.vertices.size()), width = steps + 1;
    for (int32_t i = 0; i <= steps; ++i)
        for (int32_t k = 0; k <= steps; ++k)
            mesh.vertices.push_back(surface(static_cast<double>(i) / steps, static_cast<double>(k) / steps));
    for (int32_t i = 0; i < steps; ++i)
        for (int32_t k = 0; k < steps; ++k) {
            const int32_t a = first + i * width + k, b = a + width;
            mesh.triangles.push_back({a, a + 1, b});
            mesh.triangles.push_back({b, a + 1, b + 1});
        }
}

}  // namespace

TriangleMesh MakeTeapotSide(int32_t steps, int32_t patches) {
    TriangleMesh mesh;
    for (int32_t quarter = 0; quarter < patches; ++quarter)
        AppendGrid(mesh, steps, [&](double u, double v) { return OnTeapotSide(u, v, quarter); });
    return mesh;
}

TriangleMesh MakeCurvedPatch(double kx, double ky, int32_t steps) {
    TriangleMesh mesh;
    AppendGrid(mesh, steps, [&](double u, double v) {
        const double x = 2 * u - 1, y = 2 * v - 1;
        return Vec3{x, y, (kx * x * x + ky * y * y) / 2};
    });
    return mesh;
}

}  // namespace spheretree::scenes
