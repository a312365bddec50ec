#pragma once

#include "SphereTree/TriangleMesh.h"

#include <cmath>
#include <cstdint>
#include <vector>

// Meshes small enough to count by hand.
namespace spheretree::hand {

inline TriangleMesh Tetrahedron() {
    return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
}

/// The unit cube from 0 to `side`, outward, 8 vertices and 12 triangles.
inline TriangleMesh Cube(double side = 1, Vec3 low = {}) {
    TriangleMesh mesh;
    for (int32_t i = 0; i < 8; ++i)
        mesh.vertices.push_back(low + Vec3{side * (i & 1), side * ((i >> 1) & 1), side * ((i >> 2) & 1)});
    mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return mesh;
}

/// A square grid of n·n cells in the plane z = 0, facing up.
inline TriangleMesh Sheet(int32_t n) {
    TriangleMesh mesh;
    for (int32_t y = 0; y <= n; ++y)
        for (int32_t x = 0; x <= n; ++x) mesh.vertices.push_back({static_cast<double>(x), static_cast<double>(y), 0});
    for (int32_t y = 0; y < n; ++y)
        for (int32_t x = 0; x < n; ++x) {
            const int32_t v = y * (n + 1) + x;
            mesh.triangles.push_back({v, v + 1, v + n + 2});
            mesh.triangles.push_back({v, v + n + 2, v + n + 1});
        }
    return mesh;
}

/// A torus of n by m quads.
inline TriangleMesh Torus(int32_t n, int32_t m) {
    TriangleMesh mesh;
    for (int32_t i = 0; i < n; ++i)
        for (int32_t j = 0; j < m; ++j) {
            const double u = 2 * 3.14159265358979 * i / n, v = 2 * 3.14159265358979 * j / m;
            mesh.vertices.push_back({(2 + std::cos(v)) * std::cos(u), (2 + std::cos(v)) * std::sin(u), std::sin(v)});
        }
    const auto at = [n, m](int32_t i, int32_t j) { return (i % n) * m + j % m; };
    for (int32_t i = 0; i < n; ++i)
        for (int32_t j = 0; j < m; ++j) {
            mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
            mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
        }
    return mesh;
}

inline TriangleMesh MoebiusBand() {
    TriangleMesh mesh;
    constexpr int32_t steps = 5;  // pairs of vertices; the last joins the first crosswise
    const double xs[steps] = {1, 0.3, -0.8, -0.8, 0.3}, ys[steps] = {0, 0.95, 0.59, -0.59, -0.95};
    for (int32_t i = 0; i < steps; ++i) {
        mesh.vertices.push_back({xs[i], ys[i], -0.2});
        mesh.vertices.push_back({1.5 * xs[i], 1.5 * ys[i], 0.1 * i});
    }
    for (int32_t i = 0; i < steps; ++i) {
        const int32_t a = 2 * i, b = a + 1;
        const int32_t c = i + 1 < steps ? a + 2 : 1, d = i + 1 < steps ? b + 2 : 0;
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({b, d, c});
    }
    return mesh;
}

inline void Append(TriangleMesh& mesh, const TriangleMesh& more) {
    const int32_t first = static_cast<int32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), more.vertices.begin(), more.vertices.end());
    for (const Triangle& t : more.triangles) mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
}

inline TriangleMesh InsideOut(TriangleMesh mesh) {
    for (Triangle& t : mesh.triangles) t = {t[0], t[2], t[1]};
    return mesh;
}

/// Every triangle with vertices of its own, as STL has them.
inline TriangleMesh TornApart(const TriangleMesh& mesh) {
    TriangleMesh torn;
    for (const Triangle& t : mesh.triangles) {
        const int32_t first = static_cast<int32_t>(torn.vertices.size());
        for (const int32_t v : t) torn.vertices.push_back(mesh.vertices[static_cast<size_t>(v)]);
        torn.triangles.push_back({first, first + 1, first + 2});
    }
    return torn;
}

inline TriangleMesh Scaled(TriangleMesh mesh, double scale, Vec3 move = {}) {
    for (Vec3& v : mesh.vertices) v = v * scale + move;
    return mesh;
}

}  // namespace spheretree::hand
