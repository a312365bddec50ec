#pragma once

#include "SphereTree/ShellTraversal.h"
#include "Surface/Hierarchy.h"

namespace spheretree {

/// A node's volume of each kind that somebody wants, before one of them is chosen.
struct NodeVolumes {
    Sphere ball;
    FittedShell shell;
    OrientedBox box;
};

/// Fits the wanted kinds around a part.
NodeVolumes FitVolumes(const TriangleCorners* triangles, int64_t count, TreeKind kind, const ShellFitOptions& options,
                       const Vec3* above);

/// Puts the triangles of one part before those of the other, and says how many it has: at least one each.
/// [Krishnan 1998] 7 for shells: by the plane through the axis and the point that limits the angle; [Gottschalk 1996]
/// for the rest: across the longest axis, at the mean. Differs: a part of less than 1/16 makes the tree deep; then the
/// cut goes through the median.
struct PartTriangles {
    TriangleCorners* corners;
    int32_t* source;
    int64_t count;
};
int64_t DividePart(PartTriangles part, const NodeVolumes& volumes, TreeKind kind);

/// Chooses the kind of every node of a mixed tree. `volumes` has a ball and a shell for each.
void ChooseVolumes(ShellTree& tree, const std::vector<NodeVolumes>& volumes, const ShellRecipe& recipe);

/// The places of Mixed and Auto, for a tree of any kind: its twin stands there without touching it.
std::vector<ShellBody> TrialPlaces(const ShellTree& tree, const ShellRecipe& recipe);

/// Fills what the archive leaves out: the balls around shells, and sizes.
void DeriveSizes(ShellTree& tree);

/// The volumes of trees whose triangles are in place, certified as in promise 2.
class VolumeErrors {
public:
    explicit VolumeErrors(const ShellTree& tree, const Host& host = {});
    /// Some triangle that is close to the point: the closest, but for what is far from all of them.
    const TriangleCorners& ClosestTo(const Vec3& point) const;
    /// No point of the node's volume, nor of what the overlap tests take for it, is farther from the triangles.
    double Of(const VolumeNode& node) const;

private:
    const ShellTree& tree_;
    LocalFrame frame_;
    Hierarchy hierarchy_;
};

}  // namespace spheretree
