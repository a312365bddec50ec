#pragma once

#include "Shells/ShellOverlap.h"
#include "SphereTree/ShellTraversal.h"

namespace spheretree {

/// A volume where it stands: in a tree, or in a CarriedVolume. Only what its kind has is there.
struct VolumeView {
    VolumeKind kind = VolumeKind::Ball;
    const Sphere* ball = nullptr;  // itself, or around the shell
    const Shell* shell = nullptr;
    const OrientedBox* box = nullptr;
};

/// Room for a volume that was carried into the other's frame; used again and again.
struct CarriedVolume {
    Sphere ball;
    Shell shell;
    OrientedBox box;
};

/// As it stands in its own tree.
VolumeView VolumeAt(const ShellTree& tree, const VolumeNode& node);
/// Of b, in a's frame, grown by what carrying it may have lost.
VolumeView Carry(const ShellRelation& relation, const VolumeView& volume, CarriedVolume& room);
TriangleCorners Carry(const ShellRelation& relation, const TriangleCorners& triangle);

/// Whether they overlap; counts the test by its kind. `gap` as for OverlapWithBalls; 0 for what is convex.
bool TestVolumes(const VolumeView& a, const VolumeView& b, const VolumeCosts& costs, ShellCounters& counters,
                 double& gap);

}  // namespace spheretree
