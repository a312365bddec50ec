#pragma once

#include "Shells/ShellOverlap.h"
#include "SphereTree/ShellTraversal.h"

namespace spheretree {

/// A node's volume, carried into the other's frame or left in its own.
struct PlacedVolume {
    VolumeKind kind = VolumeKind::Ball;
    Sphere ball;  // itself, or around it
    Shell shell;
    OrientedBox box;
};

/// As it stands in its own tree.
PlacedVolume VolumeAt(const ShellTree& tree, const VolumeNode& node);
/// Of b, in a's frame, grown by what carrying it may have lost.
PlacedVolume Carry(const ShellRelation& relation, const PlacedVolume& volume);
TriangleCorners Carry(const ShellRelation& relation, const TriangleCorners& triangle);

/// Whether they overlap; counts the test by its kind.
bool TestVolumes(const PlacedVolume& a, const PlacedVolume& b, const VolumeCosts& costs, ShellCounters& counters);

}  // namespace spheretree
