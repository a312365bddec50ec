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
    double EffectiveDepth(const Vec3& centre, double plainDepth, double error) const;

private:
    struct Direction {
        Vec3 middle;       // of a triangle of directions
        double reach = 0;  // from it to the triangle's corners
    };

    float CornerAt(int32_t x, int32_t y, int32_t z) const;

    DepthField depth_;
    double half_, cell_;
    int32_t count_;                                   // of corners along an axis
    std::unique_ptr<std::atomic<float>[]> corners_;   // NaN until asked; the same value whoever asks
    std::vector<std::vector<Direction>> directions_;  // coarse to fine: triangle i is divided into 4i to 4i + 3
};

}  // namespace spheretree
