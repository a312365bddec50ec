#include "Scenes/Shapes.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace spheretree::scenes {
namespace {

double RoundToGrid(double value) {
    constexpr double kGrid = 0x1p40;
    return std::nearbyint(value * kGrid) / kGrid + 0.0;  // + 0.0 turns -0 into 0
}

Triangle MakeTriangle(size_t a, size_t b, size_t c) {
    return {static_cast<int32_t>(a), static_cast<int32_t>(b), static_cast<int32_t>(c)};
}

// The strips between `ringCount` rings of `length` points that stand in order from vertex 0 on.
void AddStrips(TriangleMesh& mesh, size_t ringCount, size_t length) {
    for (size_t ring = 0; ring + 1 < ringCount; ++ring) {
        for (size_t i = 0; i < length; ++i) {
            const size_t a = ring * length + i, b = ring * length + (i + 1) % length;
            mesh.triangles.push_back(MakeTriangle(a, b, b + length));
            mesh.triangles.push_back(MakeTriangle(a, b + length, a + length));
        }
    }
}

void AddPole(TriangleMesh& mesh, const Vec3& pole, size_t firstOfRing, size_t length, bool atStart) {
    const size_t top = mesh.vertices.size();
    mesh.vertices.push_back(pole);
    for (size_t i = 0; i < length; ++i) {
        const size_t a = firstOfRing + i, b = firstOfRing + (i + 1) % length;
        mesh.triangles.push_back(atStart ? MakeTriangle(top, b, a) : MakeTriangle(top, a, b));
    }
}

}  // namespace

Direction2 CircleStep(int32_t step, int32_t steps) {
    const double angle = 2 * std::numbers::pi * step / steps;
    return {RoundToGrid(std::cos(angle)), RoundToGrid(std::sin(angle))};
}

Ring MakeCircle(int32_t count) {
    Ring ring;
    for (int32_t i = 0; i < count; ++i) {
        const Direction2 direction = CircleStep(i, count);
        ring.push_back({direction.cosine, direction.sine, 0});
    }
    return ring;
}

Ring MakeSquare(int32_t pointsPerSide) {
    constexpr std::array<Vec3, 5> kCorners = {{{1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}}};
    Ring ring;
    for (size_t side = 0; side < 4; ++side) {
        for (int32_t i = 0; i < pointsPerSide; ++i) {
            const double along = static_cast<double>(i) / pointsPerSide;
            ring.push_back(kCorners[side] * (1 - along) + kCorners[side + 1] * along);
        }
    }
    return ring;
}

void Extend(Profile& profile, ProfilePoint end, int32_t steps) {
    const ProfilePoint start = profile.back();
    for (int32_t i = 1; i <= steps; ++i) {
        const double along = static_cast<double>(i) / steps;
        profile.push_back(
            {start.radius * (1 - along) + end.radius * along, start.height * (1 - along) + end.height * along});
    }
}

TriangleMesh Loft(const Profile& profile, const Ring& crossSection) {
    TriangleMesh mesh;
    size_t ringCount = 0;
    for (const ProfilePoint& point : profile) {
        if (!(point.radius > 0)) continue;
        for (const Vec3& corner : crossSection)
            mesh.vertices.push_back(corner * point.radius + Vec3{0, 0, point.height});
        ++ringCount;
    }
    const size_t length = crossSection.size();
    AddStrips(mesh, ringCount, length);
    if (!(profile.front().radius > 0)) AddPole(mesh, {0, 0, profile.front().height}, 0, length, true);
    if (!(profile.back().radius > 0)) {
        AddPole(mesh, {0, 0, profile.back().height}, (ringCount - 1) * length, length, false);
    }
    return mesh;
}

TriangleMesh JoinRings(const std::vector<Ring>& rings, const Vec3& firstPole, const Vec3& lastPole) {
    TriangleMesh mesh;
    for (const Ring& ring : rings) mesh.vertices.insert(mesh.vertices.end(), ring.begin(), ring.end());
    const size_t length = rings.front().size();
    AddStrips(mesh, rings.size(), length);
    AddPole(mesh, firstPole, 0, length, true);
    AddPole(mesh, lastPole, (rings.size() - 1) * length, length, false);
    return mesh;
}

TriangleMesh MakeBox(const Vec3& halfSize) {
    TriangleMesh mesh;
    for (int corner = 0; corner < 8; ++corner) {
        mesh.vertices.push_back({(corner & 1) != 0 ? halfSize.x : -halfSize.x,
                                 (corner & 2) != 0 ? halfSize.y : -halfSize.y,
                                 (corner & 4) != 0 ? halfSize.z : -halfSize.z});
    }
    mesh.triangles = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
    return mesh;
}

TriangleMesh MakeTorus(double majorRadius, double minorRadius, int32_t majorSteps, int32_t minorSteps) {
    TriangleMesh mesh;
    for (int32_t i = 0; i < majorSteps; ++i) {
        const Direction2 major = CircleStep(i, majorSteps);
        for (int32_t j = 0; j < minorSteps; ++j) {
            const Direction2 minor = CircleStep(j, minorSteps);
            const double radius = majorRadius + minorRadius * minor.cosine;
            mesh.vertices.push_back({radius * major.cosine, radius * major.sine, minorRadius * minor.sine});
            const int32_t nextI = (i + 1) % majorSteps, nextJ = (j + 1) % minorSteps;
            const int32_t a = i * minorSteps + j, b = nextI * minorSteps + j;
            const int32_t c = nextI * minorSteps + nextJ, d = i * minorSteps + nextJ;
            mesh.triangles.push_back({a, b, c});
            mesh.triangles.push_back({a, c, d});
        }
    }
    return mesh;
}

TriangleMesh MakeCylinder(double radius, double halfHeight, int32_t around, std::array<int32_t, 2> capAndSideSteps) {
    Profile profile = {{0, -halfHeight}};
    Extend(profile, {radius, -halfHeight}, capAndSideSteps[0]);
    Extend(profile, {radius, halfHeight}, capAndSideSteps[1]);
    Extend(profile, {0, halfHeight}, capAndSideSteps[0]);
    return Loft(profile, MakeCircle(around));
}

TriangleMesh MakeCone(double radius, double halfHeight, int32_t around, std::array<int32_t, 2> baseAndSideSteps) {
    Profile profile = {{0, -halfHeight}};
    Extend(profile, {radius, -halfHeight}, baseAndSideSteps[0]);
    Extend(profile, {0, halfHeight}, baseAndSideSteps[1]);
    return Loft(profile, MakeCircle(around));
}

void Append(TriangleMesh& mesh, const TriangleMesh& other) {
    const auto offset = static_cast<int32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
    for (const Triangle& triangle : other.triangles) {
        mesh.triangles.push_back({triangle[0] + offset, triangle[1] + offset, triangle[2] + offset});
    }
}

void TurnInsideOut(TriangleMesh& mesh) {
    for (Triangle& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
}

void Translate(TriangleMesh& mesh, const Vec3& offset) {
    for (Vec3& vertex : mesh.vertices) vertex += offset;
}

void Scale(TriangleMesh& mesh, const Vec3& factors) {
    for (Vec3& vertex : mesh.vertices) vertex = {vertex.x * factors.x, vertex.y * factors.y, vertex.z * factors.z};
}

void TurnAboutX(TriangleMesh& mesh) {
    for (Vec3& vertex : mesh.vertices) vertex = {vertex.x, -vertex.z, vertex.y};
}

}  // namespace spheretree::scenes
