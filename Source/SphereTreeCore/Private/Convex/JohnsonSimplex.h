#pragma once

#include "SphereTree/Vec3.h"

#include <array>
#include <cstdint>

namespace spheretree {

/// Up to four points of a Minkowski difference and the point of their hull nearest to the origin, by Johnson's
/// sub-algorithm with its cache: cofactors of subsets without the newest point are kept.
/// [Van den Bergen 1999] 4.4.1 and 4.4.3. Key: y → points_, D → cofactor_, b → used_, λ → weight_
/// Differs: y_i · (y_k − y_j) is taken from the difference of the points, not of two products, which keeps twice the
/// digits where they lie close together; and where rounding spoils the signs of cofactors, the nearest point of every
/// face, edge and corner is found by projection (NearestOnFace.h) instead of giving up.
class JohnsonSimplex {
public:
    /// Whether this very point is, or just was, part of the simplex: then rounding hides all progress.
    bool Holds(const Vec3& w) const;

    /// Takes a support point w = p − q; false when nothing comes nearer (the simplex is then as it was).
    bool Add(const Vec3& w, const Vec3& p, const Vec3& q);

    bool IsFull() const { return used_ == 15; }
    bool IsEmpty() const { return used_ == 0; }
    Vec3 Nearest() const;
    Vec3 NearestOfA() const { return Combine(ofA_); }
    Vec3 NearestOfB() const { return Combine(ofB_); }
    double LargestSquare() const;

private:
    void FillCofactors(int newest);
    bool IsNearest(uint32_t subset) const;
    bool IsLevel() const;
    bool TakeWhole();
    bool TakeByCofactors(uint32_t newest, double below);
    bool TakeByProjection(uint32_t newest, double below);
    void Take(uint32_t subset, const std::array<double, 4>& weights);
    Vec3 Combine(const std::array<Vec3, 4>& corners) const;

    std::array<Vec3, 4> points_, ofA_, ofB_;
    std::array<std::array<double, 4>, 16> cofactor_{};
    std::array<double, 4> weight_{};
    uint32_t used_ = 0, known_ = 0;  // bits: in the simplex; in it or just thrown out
};

}  // namespace spheretree
