#pragma once

#include "Scene/Rigid.h"
#include "SphereTree/SubsetTable.h"
#include "Tabulate/Joint.h"

#include <array>
#include <cstdint>
#include <vector>

namespace spheretree {

inline constexpr size_t kMostParameters = static_cast<size_t>(kMostMotionParameters + kMostFields);
using Parameters = std::array<double, kMostParameters>;

/// A box of the motion space. All boxes of a level below the same root have the same size (SamplingPlan).
struct MotionCell {
    int64_t root = 0;
    int32_t level = 0;
    Parameters middle{};
};

/// Where the second body's spheres are for one choice of parameters.
struct BodyPlace {
    Rotation turn;
    Vec3 position;
    const double* weights = nullptr;
};

/// All ways in which the second body's spheres may move: the constraint's parameters, then the fields' weights.
class MotionSpace {
public:
    MotionSpace(const MotionConstraint& constraint, const BodySpheres& body,
                const std::vector<DisplacementField>& fields);

    size_t ParameterCount() const { return ranges_.size(); }
    const std::vector<MotionRange>& Ranges() const { return ranges_; }
    const BodySpheres& Body() const { return *body_; }

    /// Recorded poses: one root for each way between neighbours. Otherwise one.
    int64_t RootCount() const;
    MotionCell Root(int64_t root) const;
    Parameters RootHalves(int64_t root) const;

    /// False when no pose of the cell satisfies the constraint (the corners beyond a ball joint's cone).
    bool Meets(const MotionCell& cell, const Parameters& halves) const;

    BodyPlace Place(const Parameters& values) const;
    Vec3 CentreAt(const BodyPlace& place, size_t sphere) const;

    /// How fast a sphere's centre moves when a parameter changes, at most, anywhere below the root.
    double SpeedOf(int64_t root, size_t parameter, size_t sphere) const {
        const RootSpeed speed = SpeedsOf(root, parameter);
        return speed.slide + speed.turn * arms_[parameter][sphere];
    }

    /// Of the deformed spheres, around `centre` in the body's own frame.
    double Reach(const Vec3& centre) const;

private:
    struct RootSpeed {
        double slide = 0, turn = 0;
    };
    RootSpeed SpeedsOf(int64_t root, size_t parameter) const;
    void FillArms();

    const MotionConstraint* constraint_;
    const BodySpheres* body_;
    const std::vector<DisplacementField>* fields_;
    size_t rigidCount_ = 0;
    std::vector<MotionRange> ranges_;
    std::vector<double> slides_;             // per parameter
    std::vector<std::vector<double>> arms_;  // per parameter, per sphere
    std::vector<double> deformed_;           // how far the fields can carry a sphere
};

/// How the boxes below one root are halved, and what each level is worth: the margin by which a sphere must be grown at
/// the middle of a box so that nothing is missed anywhere in it.
struct SamplingPlan {
    std::vector<int32_t> axis;                 // split from level i to i + 1
    std::vector<Parameters> halves;            // per level
    std::vector<std::vector<double>> margins;  // per level, per sphere; slop and rounding too
    int32_t levels = 0;                        // the sampled one: no sphere moves farther than the fraction allows
    double reached = 0;                        // of a radius, between neighbours, there

    struct Wish {
        double fraction = 0.5, slop = 0;
        int32_t mostLevels = 22, extraLevels = 0;
    };
    SamplingPlan(const MotionSpace& space, int64_t root, const Wish& wish);
};

}  // namespace spheretree
