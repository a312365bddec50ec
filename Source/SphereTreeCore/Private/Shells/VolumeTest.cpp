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

PlacedVolume VolumeAt(const ShellTree& tree, const VolumeNode& node) {
    PlacedVolume placed;
    const size_t at = static_cast<size_t>(node.volume);
    placed.kind = node.kind;
    if (node.kind == VolumeKind::Ball) placed.ball = tree.balls[at];
    if (node.kind == VolumeKind::Shell) {
        placed.shell = tree.shells[at];
        placed.ball = tree.shellBalls[at];
    }
    if (node.kind == VolumeKind::Box) placed.box = tree.boxes[at];
    return placed;
}

PlacedVolume Carry(const ShellRelation& relation, const PlacedVolume& volume) {
    PlacedVolume carried;
    carried.kind = volume.kind;
    if (volume.kind == VolumeKind::Box) {
        const double lost = Lost(relation, Length(volume.box.centre) + Length(volume.box.half));
        carried.box.centre = Moved(relation, volume.box.centre);
        for (size_t i = 0; i < 3; ++i) carried.box.axes[i] = Turned(relation, volume.box.axes[i]);
        carried.box.half = volume.box.half * relation.scale + Vec3{lost, lost, lost};
        return carried;
    }
    const double ballLost = Lost(relation, Length(volume.ball.centre) + volume.ball.radius);
    carried.ball = {Moved(relation, volume.ball.centre), volume.ball.radius * relation.scale + ballLost};
    if (volume.kind == VolumeKind::Ball) return carried;
    const double lost = Lost(relation, Length(volume.shell.centre) + volume.shell.outer);
    carried.shell.centre = Moved(relation, volume.shell.centre);
    carried.shell.axis = Turned(relation, volume.shell.axis);
    carried.shell.inner = std::max(0.0, volume.shell.inner * relation.scale - lost);
    carried.shell.outer = volume.shell.outer * relation.scale + lost;
    // The cone grows by the angle under which the lost distance is seen from the centre.
    const double angle = kCarrySlack + lost / std::max(carried.shell.inner, 1e-300);
    carried.shell.cosine = std::max(-1.0, volume.shell.cosine - angle);
    return carried;
}

TriangleCorners Carry(const ShellRelation& relation, const TriangleCorners& triangle) {
    return {Moved(relation, triangle[0]), Moved(relation, triangle[1]), Moved(relation, triangle[2])};
}

namespace {

bool TestUnlike(const PlacedVolume& a, const PlacedVolume& b) {
    if (a.kind == VolumeKind::Box) return Overlap(a.box, b.ball);  // a shell by its ball
    if (b.kind == VolumeKind::Box) return Overlap(b.box, a.ball);
    if (!Overlap(a.ball, b.ball)) return false;
    return a.kind == VolumeKind::Shell ? Overlap(a.shell, b.ball) : Overlap(b.shell, a.ball);
}

}  // namespace

bool TestVolumes(const PlacedVolume& a, const PlacedVolume& b, const VolumeCosts& costs, ShellCounters& counters) {
    if (a.kind != b.kind) {
        ++counters.mixedTests;
        counters.operations += costs.mixedTest;
        return TestUnlike(a, b);
    }
    if (a.kind == VolumeKind::Ball) {
        ++counters.ballTests;
        counters.operations += costs.ballTest;
        return Overlap(a.ball, b.ball);
    }
    if (a.kind == VolumeKind::Box) {
        ++counters.boxTests;
        counters.operations += costs.boxTest;
        return Overlap(a.box, b.box);
    }
    ++counters.shellTests;
    counters.operations += costs.shellTest;
    return BallsReach(a.shell, a.ball, b.shell, b.ball) && ShellsMeet(a.shell, b.shell);
}

}  // namespace spheretree
