#include "Shells/VolumeTest.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

constexpr double kCarrySlack = 4e-15;

Vec3 Turned(const ShellRelation& relation, const Vec3& a) {
    return {Dot(relation.turn[0], a), Dot(relation.turn[1], a), Dot(relation.turn[2], a)};
}

Vec3 Moved(const ShellRelation& relation, const Vec3& a) {
    return Turned(relation, a) * relation.scale + relation.shift;
}

/// No point at that distance from b's origin is carried farther wrong than this.
double Lost(const ShellRelation& relation, double reach) {
    return kCarrySlack * (Length(relation.shift) + relation.scale * reach);
}

}  // namespace

VolumeView VolumeAt(const ShellTree& tree, const VolumeNode& node) {
    const size_t at = static_cast<size_t>(node.volume);
    if (node.kind == VolumeKind::Ball) return {node.kind, &tree.balls[at], nullptr, nullptr};
    if (node.kind == VolumeKind::Shell) return {node.kind, &tree.shellBalls[at], &tree.shells[at], nullptr};
    return {node.kind, nullptr, nullptr, &tree.boxes[at]};
}

namespace {

void CarryBox(const ShellRelation& relation, const OrientedBox& box, OrientedBox& carried) {
    const double lost = Lost(relation, Length(box.centre) + Length(box.half));
    carried.centre = Moved(relation, box.centre);
    for (size_t i = 0; i < 3; ++i) carried.axes[i] = Turned(relation, box.axes[i]);
    carried.half = box.half * relation.scale + Vec3{lost, lost, lost};
}

void CarryShell(const ShellRelation& relation, const Shell& shell, Shell& carried) {
    const double lost = Lost(relation, Length(shell.centre) + shell.outer);
    carried.centre = Moved(relation, shell.centre);
    carried.axis = Turned(relation, shell.axis);
    carried.inner = std::max(0.0, shell.inner * relation.scale - lost);
    carried.outer = shell.outer * relation.scale + lost;
    // The cone grows by the angle under which the lost distance is seen from the centre.
    const double angle = kCarrySlack + lost / std::max(carried.inner, 1e-300);
    carried.cosine = std::max(-1.0, shell.cosine - angle);
}

}  // namespace

VolumeView Carry(const ShellRelation& relation, const VolumeView& volume, CarriedVolume& room) {
    if (volume.kind == VolumeKind::Box) {
        CarryBox(relation, *volume.box, room.box);
        return {volume.kind, nullptr, nullptr, &room.box};
    }
    const double lost = Lost(relation, Length(volume.ball->centre) + volume.ball->radius);
    room.ball = {Moved(relation, volume.ball->centre), volume.ball->radius * relation.scale + lost};
    if (volume.kind == VolumeKind::Ball) return {volume.kind, &room.ball, nullptr, nullptr};
    CarryShell(relation, *volume.shell, room.shell);
    return {volume.kind, &room.ball, &room.shell, nullptr};
}

TriangleCorners Carry(const ShellRelation& relation, const TriangleCorners& triangle) {
    return {Moved(relation, triangle[0]), Moved(relation, triangle[1]), Moved(relation, triangle[2])};
}

namespace {

bool TestUnlike(const VolumeView& a, const VolumeView& b) {
    if (a.kind == VolumeKind::Box) return Overlap(*a.box, *b.ball);  // a shell by its ball
    if (b.kind == VolumeKind::Box) return Overlap(*b.box, *a.ball);
    if (!Overlap(*a.ball, *b.ball)) return false;
    return a.kind == VolumeKind::Shell ? Overlap(*a.shell, *b.ball) : Overlap(*b.shell, *a.ball);
}

}  // namespace

bool TestVolumes(const VolumeView& a, const VolumeView& b, const VolumeCosts& costs, ShellCounters& counters,
                 double& gap) {
    gap = 0;
    if (a.kind != b.kind) {
        ++counters.mixedTests;
        counters.operations += costs.mixedTest;
        return TestUnlike(a, b);
    }
    if (a.kind == VolumeKind::Ball) {
        ++counters.ballTests;
        counters.operations += costs.ballTest;
        return Overlap(*a.ball, *b.ball);
    }
    if (a.kind == VolumeKind::Box) {
        ++counters.boxTests;
        counters.operations += costs.boxTest;
        return Overlap(*a.box, *b.box);
    }
    ++counters.shellTests;
    counters.operations += costs.shellTest;
    return OverlapWithBalls(*a.shell, *a.ball, *b.shell, *b.ball, gap);
}

}  // namespace spheretree
