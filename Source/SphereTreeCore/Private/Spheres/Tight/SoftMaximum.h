#pragma once

#include "Spheres/Tight/MedialCentres.h"
#include "Spheres/Tight/PatchColumns.h"

#include <cstdint>
#include <vector>

namespace spheretree {

/// The patches that one centre has a say in, what the others would cost them, and the soft maximum over them. Most are
/// so much better off with others that this stays so while the centre moves a little: of those only the sum is needed.
class SoftMaximum {
public:
    static constexpr double kSilent = 0.6;  // of the worst cost: below it a patch has no say

    struct Start {
        DeepCentre centre;
        const PatchColumns::Values& costs;  // of the patches, around it
        double margin = 0;                  // how far the centre may move, and its depth grow, until all are looked at
    };

    /// `all` must outlive it. `others`: what the best of the other centres costs each patch.
    SoftMaximum(const PatchColumns& all, const PatchColumns::Values& others, const Start& start, double worst,
                int32_t doublings);

    bool IsEmpty() const { return nearOthers_.empty() && farOthers_.empty(); }

    /// The sum of (cost / worst)^(2^doublings) over the patches, each of which costs what this centre or another does,
    /// whichever is less.
    double At(const Vec3& centre, double depth);

private:
    class Part {
    public:
        Part() = default;
        Part(const PatchColumns& all, const std::vector<int32_t>& chosen, const std::vector<float>& others);

        bool IsEmpty() const { return others_.empty(); }
        double Sum(const Vec3& centre, double depth, float scale, int32_t doublings);

    private:
        PatchColumns columns_;
        PatchColumns::Values others_, reaches_;
    };

    const PatchColumns& all_;
    DeepCentre start_;
    double margin_;
    int32_t doublings_;
    float scale_;
    std::vector<int32_t> far_;
    std::vector<float> nearOthers_, farOthers_;
    Part near_, farPart_;
    double farSum_ = 0;
};

}  // namespace spheretree
