#include "Scenes/Joints.h"

#include "Scenes/Shapes.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

namespace spheretree::scenes {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

// --- the jaw

struct ArcPoint {
    Vec3 at, forward;
};

constexpr double kArmLength = 1.4;  // from the ends of the half circle back to the hinge

/// A U of radius 1, open towards −y: an arm, a half circle, an arm. `part` runs from 0 to 1.
ArcPoint OnArc(double part) {
    const double length = 2 * kArmLength + std::numbers::pi, way = part * length;
    if (way < kArmLength) return {{-1, way - kArmLength, 0}, {0, 1, 0}};
    if (way > length - kArmLength) return {{1, length - kArmLength - way, 0}, {0, -1, 0}};
    // Rounded, because two compilers may disagree on the last bits of a sine.
    constexpr int32_t kSteps = 1 << 16;
    const Direction2 d =
        CircleStep(static_cast<int32_t>(std::lround((way - kArmLength) / (2 * std::numbers::pi) * kSteps)), kSteps);
    return {{-d.cosine, d.sine, 0}, {d.sine, d.cosine, 0}};
}

/// The bone: a tube of elliptic section along the arc.
TriangleMesh MakeArc(int32_t rings, int32_t around, double height) {
    std::vector<Ring> tube;
    for (int32_t i = 0; i < rings; ++i) {
        const ArcPoint point = OnArc(static_cast<double>(i) / (rings - 1));
        const Vec3 side = Cross({0, 0, 1}, point.forward);
        Ring ring;
        for (const Vec3& corner : MakeCircle(around))
            ring.push_back(point.at + side * (0.1 * corner.x) + Vec3{0, 0, 0.14 * corner.y + height});
        tube.push_back(ring);
    }
    const ArcPoint start = OnArc(0), end = OnArc(1);
    return JoinRings(tube, start.at - start.forward * 0.05 + Vec3{0, 0, height},
                     end.at + end.forward * 0.05 + Vec3{0, 0, height});
}

/// A tooth from the bone at `height` to a tip, up or down.
TriangleMesh MakeTooth(const Vec3& at, double height, double tip, int32_t around) {
    const double up = tip > height ? 1 : -1;
    std::vector<Ring> rings;
    for (const double part : {0.0, 0.35, 0.7}) {
        Ring ring;
        for (const Vec3& corner : MakeCircle(around))
            ring.push_back(at + Vec3{corner.x * up, corner.y, 0} * (0.07 * (1 - 0.75 * part)) +
                           Vec3{0, 0, height + (tip - height) * part});
        rings.push_back(ring);
    }
    return JoinRings(rings, at + Vec3{0, 0, height - 0.03 * up}, at + Vec3{0, 0, tip});
}

TriangleMesh MakeJawHalf(bool upper) {
    const double bone = upper ? 0.3 : -0.3, tip = upper ? -0.045 : 0.045;
    const int32_t teeth = upper ? 15 : 14, around = upper ? 8 : 7;
    TriangleMesh mesh = MakeArc(upper ? 42 : 34, upper ? 9 : 8, bone);
    for (int32_t i = 0; i < teeth; ++i) {
        const double place = 0.24 + 0.52 * (i + (upper ? 0.0 : 0.5)) / 14;  // the lower ones fit between the upper
        Append(mesh, MakeTooth(OnArc(place).at, bone * 0.6, tip, around));
    }
    return mesh;
}

// --- boxes of many triangles

TriangleMesh MakeGridBox(const Vec3& low, const Vec3& high, double step) {
    TriangleMesh mesh;
    const Vec3 size = high - low;
    const auto face = [&](const Vec3& corner, const Vec3& u, const Vec3& v) {
        const int32_t columns = std::max(1, static_cast<int32_t>(std::lround(Length(u) / step)));
        const int32_t rows = std::max(1, static_cast<int32_t>(std::lround(Length(v) / step)));
        const int32_t first = static_cast<int32_t>(mesh.vertices.size());
        for (int32_t j = 0; j <= rows; ++j)
            for (int32_t i = 0; i <= columns; ++i)
                mesh.vertices.push_back(corner + u * (static_cast<double>(i) / columns) +
                                        v * (static_cast<double>(j) / rows));
        for (int32_t j = 0; j < rows; ++j)
            for (int32_t i = 0; i < columns; ++i) {
                const int32_t a = first + j * (columns + 1) + i, c = a + columns + 1;
                mesh.triangles.push_back({a, a + 1, c + 1});
                mesh.triangles.push_back({a, c + 1, c});
            }
    };
    const Vec3 x{size.x, 0, 0}, y{0, size.y, 0}, z{0, 0, size.z};
    face(low, y, x);
    face(low + z, x, y);
    face(low, x, z);
    face(low + y, z, x);
    face(low, z, y);
    face(low + x, y, z);
    return mesh;
}

/// A closed line of (radius, height), counter-clockwise, turned about z.
TriangleMesh MakeRevolved(const Profile& profile, int32_t around) {
    TriangleMesh mesh;
    const Ring circle = MakeCircle(around);
    for (const ProfilePoint& point : profile)
        for (const Vec3& at : circle) mesh.vertices.push_back({at.x * point.radius, at.y * point.radius, point.height});
    const int32_t rings = static_cast<int32_t>(profile.size());
    for (int32_t r = 0; r < rings; ++r)
        for (int32_t i = 0; i < around; ++i) {
            const int32_t next = (r + 1) % rings, k = (i + 1) % around;
            const int32_t a = r * around + i, b = r * around + k, c = next * around + k, d = next * around + i;
            mesh.triangles.push_back({a, b, c});
            mesh.triangles.push_back({a, c, d});
        }
    return mesh;
}

BodySpheres SpheresOf(const JointScene& scene, const TriangleMesh& mesh) {
    Result<BodySpheres> spheres =
        scene.vertexRadius > 0 ? VertexSpheres(mesh, scene.vertexRadius) : GrowSpheres(mesh, scene.growth);
    if (!spheres) {
        std::fprintf(stderr, "Scene %s: %s\n", scene.name.c_str(), spheres.Sentence().c_str());
        std::abort();
    }
    return *spheres;
}

}  // namespace

JointScene MakeJawScene() {
    JointScene scene;
    scene.name = "jaw";
    scene.first = MakeJawHalf(true);
    scene.second = MakeJawHalf(false);
    scene.constraint.kind = MotionKind::DoubleHinge;
    scene.constraint.pivot = {0, -kArmLength, 0};
    scene.constraint.axis = {-1, 0, 0};  // positive angles open
    scene.constraint.secondAxis = {0, 0, 1};
    scene.constraint.ranges = {{-1 * kDegree, 25 * kDegree}, {-5 * kDegree, 5 * kDegree}};
    scene.paper = {{1158, 812}, {9, 22}, 22, 88};
    return scene;
}

JointScene MakeDoorScene() {
    JointScene scene;
    scene.name = "door";
    constexpr double kStep = 0.07;
    TriangleMesh& frame = scene.first;  // the opening is 1 wide (x) and 2 high (z)
    frame = MakeGridBox({-0.12, -0.08, 0}, {-0.04, 0.08, 2.1}, kStep);
    Append(frame, MakeGridBox({1.03, -0.08, 0}, {1.11, 0.08, 2.1}, kStep));
    Append(frame, MakeGridBox({-0.12, -0.08, 2.05}, {1.11, 0.08, 2.13}, kStep));
    Append(frame, MakeGridBox({0.97, 0.05, 0}, {1.03, 0.09, 2.05}, kStep));  // the stop
    Append(frame, MakeGridBox({-0.3, -1.3, 0}, {-0.2, -0.1, 0.8}, 0.1));     // a cupboard beside it
    TriangleMesh& leaf = scene.second;
    leaf = MakeGridBox({0, -0.02, 0.02}, {1, 0.02, 2}, kStep);
    Append(leaf, MakeGridBox({0.88, -0.1, 0.95}, {0.94, -0.02, 1.01}, 0.03));  // the knob
    scene.constraint.kind = MotionKind::Hinge;
    scene.constraint.axis = {0, 0, -1};
    scene.constraint.ranges = {{-3 * kDegree, 115 * kDegree}};
    scene.growth.largestRadius = 0.03;
    return scene;
}

JointScene MakePistonScene() {
    JointScene scene;
    scene.name = "piston";
    Profile wall{{1.2, -1.5}};
    Extend(wall, {1.2, 1.5}, 14);
    Extend(wall, {1.03, 1.5}, 1);
    Extend(wall, {1.03, -1.5}, 14);
    wall.pop_back();
    wall.push_back({1.03, -1.5});
    scene.first = MakeRevolved(wall, 30);
    TriangleMesh head = MakeCylinder(1.03, 0.1, 30, {4, 2});
    Translate(head, {0, 0, 1.6});
    Append(scene.first, head);
    Profile ringed{{0, -0.4}};
    Extend(ringed, {0.97, -0.4}, 4);
    for (const double at : {-0.2, 0.1}) {  // two rings
        Extend(ringed, {0.97, at}, 2);
        ringed.push_back({1.0, at});
        ringed.push_back({1.0, at + 0.06});
        ringed.push_back({0.97, at + 0.06});
    }
    Extend(ringed, {0.97, 0.4}, 2);
    Extend(ringed, {0, 0.4}, 4);
    scene.second = Loft(ringed, MakeCircle(30));
    scene.constraint.kind = MotionKind::Slider;
    scene.constraint.ranges = {{-1.0, 1.12}};
    scene.growth.largestRadius = 0.04;
    return scene;
}

JointScene MakeSkinScene() {
    JointScene scene;
    scene.name = "skin";
    constexpr int32_t kColumns = 46, kRows = 31;  // 1,426 vertices, as the paper's
    for (int32_t j = 0; j < kRows; ++j)
        for (int32_t i = 0; i < kColumns; ++i) {
            const double x = 3.0 * i / (kColumns - 1) - 1.5, y = 2.0 * j / (kRows - 1) - 1;
            scene.first.vertices.push_back({x, y, 0.5 - 0.12 * x * x - 0.15 * y * y});
            if (i + 1 == kColumns || j + 1 == kRows) continue;
            const int32_t a = j * kColumns + i, c = a + kColumns;
            scene.first.triangles.push_back({a, a + 1, c + 1});
            scene.first.triangles.push_back({a, c + 1, c});
        }
    constexpr int32_t kRings = 14, kAround = 20;  // 280 vertices, as the paper's, and two poles
    std::vector<Ring> rings;
    for (int32_t r = 0; r < kRings; ++r) {
        const Direction2 along = CircleStep(2 * r + 1, 4 * kRings);
        Ring ring;
        for (const Vec3& corner : MakeCircle(kAround))
            ring.push_back({-along.cosine, 0.45 * along.sine * corner.x, 0.36 * along.sine * corner.y});
        rings.push_back(ring);
    }
    scene.second = JoinRings(rings, {-1, 0, 0}, {1, 0, 0});
    DisplacementField bulge, shorten;
    bulge.weight = {0, 1};
    shorten.weight = {-1, 1};
    for (const Vec3& v : scene.second.vertices) {
        const double middle = 1 - v.x * v.x;  // the belly moves most
        bulge.displacements.push_back(Vec3{0, v.y, v.z} * (0.75 * middle));
        shorten.displacements.push_back({-0.15 * v.x, 0.05 * v.y, 0.05 * v.z});
    }
    scene.constraint.kind = MotionKind::Fixed;
    scene.fields = {bulge, shorten};
    scene.vertexRadius = 0.035;
    scene.paper = {{1426, 280}, {70, 190}, 268, 1072};
    return scene;
}

std::vector<JointScene> MakeJointScenes() {
    return {MakeJawScene(), MakeDoorScene(), MakePistonScene(), MakeSkinScene()};
}

BodySpheres FirstSpheres(const JointScene& scene) { return SpheresOf(scene, scene.first); }
BodySpheres SecondSpheres(const JointScene& scene) { return SpheresOf(scene, scene.second); }

}  // namespace spheretree::scenes
