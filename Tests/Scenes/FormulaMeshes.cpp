#include "Scenes/FormulaMeshes.h"

#include "Scenes/Meshes.h"
#include "Scenes/Shapes.h"

namespace spheretree::scenes {
namespace {

// A point of the S's middle line in the plane z = 0, and where the line goes from there.
struct SpinePoint {
    Vec3 place, tangent;
};

constexpr double kSRadius = 0.6;       // of the two arcs
constexpr double kSTubeRadius = 0.25;  // of the tube around them

// From 45° over the top and the left of the upper circle to where the two touch, then over the right of the lower one.
std::vector<SpinePoint> MakeSSpine() {
    constexpr int32_t kSteps = 24;
    std::vector<SpinePoint> spine;
    for (int32_t step = 3; step <= 18; ++step) {
        const auto [cosine, sine] = CircleStep(step, kSteps);
        spine.push_back({{kSRadius * cosine, kSRadius + kSRadius * sine, 0}, {-sine, cosine, 0}});
    }
    for (int32_t step = 5; step >= -9; --step) {
        const auto [cosine, sine] = CircleStep(step, kSteps);
        spine.push_back({{kSRadius * cosine, -kSRadius + kSRadius * sine, 0}, {sine, -cosine, 0}});
    }
    return spine;
}

Ring MakeTubeRing(const SpinePoint& point, double radius) {
    const Vec3 aside{-point.tangent.y, point.tangent.x, 0};
    Ring ring;
    for (const Vec3& corner : MakeCircle(20)) {
        ring.push_back(point.place + radius * (corner.x * aside + corner.y * Vec3{0, 0, 1}));
    }
    return ring;
}

// The ring of a round end, `step` of 5 from the pole to the tube; `side` is -1 at the start of the tube, 1 at its end.
Ring MakeCapRing(const SpinePoint& point, int32_t step, double side) {
    const auto [cosine, sine] = CircleStep(step, 20);
    return MakeTubeRing({point.place + side * kSTubeRadius * cosine * point.tangent, point.tangent},
                        kSTubeRadius * sine);
}

}  // namespace

TriangleMesh MakeCubeMesh() { return MakeBox({0.5, 0.5, 0.5}); }

TriangleMesh MakeEllipsoidMesh() {
    TriangleMesh mesh = MakeIcosphere(3);
    Scale(mesh, {1, 0.6, 0.4});
    return mesh;
}

TriangleMesh MakeCylinderMesh() { return MakeCylinder(0.5, 1, 32, {4, 16}); }

TriangleMesh MakeTorusMesh() { return MakeTorus(1, 0.35, 38, 20); }

TriangleMesh MakeConeMesh() { return MakeCone(0.7, 0.9, 32, {5, 18}); }

// A tube with round ends, swept along two arcs of 225°.
TriangleMesh MakeSShapeMesh() {
    const std::vector<SpinePoint> spine = MakeSSpine();
    std::vector<Ring> rings;
    for (int32_t step = 1; step < 5; ++step) rings.push_back(MakeCapRing(spine.front(), step, -1));
    for (const SpinePoint& point : spine) rings.push_back(MakeTubeRing(point, kSTubeRadius));
    for (int32_t step = 4; step > 0; --step) rings.push_back(MakeCapRing(spine.back(), step, 1));
    return JoinRings(rings, spine.front().place - kSTubeRadius * spine.front().tangent,
                     spine.back().place + kSTubeRadius * spine.back().tangent);
}

// [Bradshaw 2002] 7.1 names "a block with square cross sections" and gives no measures: ours is of three steps, so
// that it has sharp edges of both kinds.
TriangleMesh MakeBlockMesh() {
    Profile profile = {{0, -1.2}};
    Extend(profile, {0.5, -1.2}, 5);
    Extend(profile, {0.5, -0.4}, 7);
    Extend(profile, {0.35, -0.4}, 2);
    Extend(profile, {0.35, 0.4}, 7);
    Extend(profile, {0.2, 0.4}, 2);
    Extend(profile, {0.2, 1.2}, 7);
    Extend(profile, {0, 1.2}, 2);
    return Loft(profile, MakeSquare(6));
}

TriangleMesh MakePlateMesh() { return MakeBox({5, 5, 0.1}); }

// A needle twenty times as long as it is thick.
TriangleMesh MakeSpikeMesh() { return MakeCone(0.1, 2, 18, {2, 40}); }

TriangleMesh MakeIcosphereMesh() { return MakeIcosphere(3); }

// Two links of a chain, half a unit apart where they are closest.
TriangleMesh MakeInterlockedToriMesh() {
    const TriangleMesh link = MakeTorus(1, 0.25, 28, 14);
    TriangleMesh mesh = link, other = link;
    TurnAboutX(other);
    Translate(mesh, {-0.5, 0, 0});
    Translate(other, {0.5, 0, 0});
    Append(mesh, other);
    return mesh;
}

TriangleMesh MakeHollowShellMesh() {
    TriangleMesh mesh = MakeIcosphere(3), cavity = MakeIcosphere(2);
    Scale(cavity, {0.7, 0.7, 0.7});
    TurnInsideOut(cavity);
    Append(mesh, cavity);
    return mesh;
}

TriangleMesh MakeOpenHemisphereMesh() {
    constexpr int32_t kRings = 18;
    Profile profile;
    for (int32_t step = 0; step < kRings; ++step) {
        const auto [cosine, sine] = CircleStep(step, 4 * kRings);
        profile.push_back({cosine, sine});
    }
    profile.push_back({0, 1});
    return Loft(profile, MakeCircle(40));
}

// Two cylinders that cross: sound as far as edges go, but their surfaces pass through each other.
TriangleMesh MakeSelfIntersectingPairMesh() {
    TriangleMesh mesh = MakeCylinder(0.5, 1, 24, {3, 10}), other = MakeCylinder(0.4, 1, 24, {3, 10});
    TurnAboutX(other);
    Translate(other, {0.15, 0, 0.1});
    Append(mesh, other);
    return mesh;
}

// Six blades that share the edges along the z axis.
TriangleMesh MakeNonManifoldFanMesh() {
    constexpr int32_t kBlades = 6, kOutward = 10, kAlong = 12;
    TriangleMesh mesh;
    for (int32_t k = 0; k <= kAlong; ++k) mesh.vertices.push_back({0, 0, 2.0 * k / kAlong - 1});
    for (int32_t blade = 0; blade < kBlades; ++blade) {
        const auto [cosine, sine] = CircleStep(blade, kBlades);
        const auto first = static_cast<int32_t>(mesh.vertices.size());
        const auto at = [first](int32_t i, int32_t k) { return i == 0 ? k : first + (i - 1) * (kAlong + 1) + k; };
        for (int32_t i = 1; i <= kOutward; ++i) {
            const double radius = static_cast<double>(i) / kOutward;
            for (int32_t k = 0; k <= kAlong; ++k) {
                mesh.vertices.push_back({radius * cosine, radius * sine, 2.0 * k / kAlong - 1});
                if (k == kAlong) continue;
                mesh.triangles.push_back({at(i - 1, k), at(i, k), at(i, k + 1)});
                mesh.triangles.push_back({at(i - 1, k), at(i, k + 1), at(i - 1, k + 1)});
            }
        }
    }
    return mesh;
}

}  // namespace spheretree::scenes
