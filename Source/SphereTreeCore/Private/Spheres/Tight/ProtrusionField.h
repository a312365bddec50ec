#pragma once

#include "SphereTree/Vec3.h"
#include "Spheres/DepthField.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace spheretree {

/// How far spheres stick out, quickly: the height over the object (minus the depth) at the corners of a grid, asked of
/// the surface the first time that somebody needs it, and linear between them. For searches, not for proofs.
class ProtrusionField {
public:
    /// For points within `half` of the origin along each axis; others count as at the border.
    ProtrusionField(const DepthField& depth, double half, int32_t cells);

    /// Errors below this are too fine for the grid.
    double LeastError() const { return 3 * cell_; }

    double HeightAt(const Vec3& point) const;

    /// The depth that a centre counts for at an error: a sphere around it that sticks out by `error` has the radius
    /// error + depth. Never less than its depth in the object (`plainDepth`), and more where the surface is hollow, so
    /// that the sphere sticks out of it less than its stand-off.
    double EffectiveDepth(const Vec3& centre, double plainDepth, double error, Vec3* narrowest = nullptr) const;

    /// The same by questions to the surface itself, along the directions that the grid finds narrowest: a surface is
    /// far away along ridges, and a grid cuts these off. `stops` gets what keeps the sphere from growing: points
    /// that are above the object by the error.
    enum class Precision { Rough, Fine };  // for a centre that moves on, or for one that stays
    double ConfirmedDepth(const Vec3& centre, double plainDepth, double error, Precision precision,
                          std::vector<Vec3>& stops) const;

private:
    struct Direction {
        Vec3 middle;       // of a triangle of directions
        double reach = 0;  // from it to the triangle's corners
    };

    /// Up to which radius a sphere stays within the error along a direction.
    struct Growth {
        double radius = 0;
        int32_t index = 0;  // equal ones keep their order
        Vec3 direction;

        friend bool operator>(const Growth& a, const Growth& b) {
            return a.radius > b.radius || (a.radius == b.radius && a.index > b.index);
        }
    };

    /// The narrowest directions as a heap, the narrowest of all first and followed until it is at the error.
    std::vector<Growth> NarrowDirections(const Vec3& centre, double radius, double error) const;
    Growth ConfirmAlong(const Vec3& centre, Growth growth, double error, Precision precision) const;
    double Climb(const Vec3& centre, double radius, Vec3& direction, double step, double lastStep) const;

    float AskCorner(size_t index) const;

    DepthField depth_;
    double half_, cell_;
    int32_t count_;                                   // of corners along an axis
    std::unique_ptr<std::atomic<float>[]> corners_;   // NaN until asked; the same value whoever asks
    std::vector<std::vector<Direction>> directions_;  // coarse to fine: triangle i is divided into 4i to 4i + 3
};

}  // namespace spheretree
