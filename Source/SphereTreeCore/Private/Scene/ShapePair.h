#pragma once

#include "SphereTree/ConvexShape.h"

#include <cstdint>
#include <unordered_map>

namespace spheretree {

/// The axis that last parted each pair of shapes, from which the next frame's search starts. [Van den Bergen 1999]
/// 4.4.3, 6.3.4. Looked up, never walked through: its order means nothing.
class ShapeAxes {
public:
    Vec3 Of(uint64_t pair, const Vec3& otherwise) const {
        const auto found = axes_.find(pair);
        return found == axes_.end() ? otherwise : found->second;
    }
    void Remember(uint64_t pair, const Vec3& axis) { axes_[pair] = axis; }
    void Forget(uint64_t pair) { axes_.erase(pair); }

private:
    std::unordered_map<uint64_t, Vec3> axes_;
};

/// How far the axis parts two shapes; negative when it does not.
inline double SeparationAlong(const PlacedShape& a, const PlacedShape& b, const Vec3& axis) {
    return Dot(SupportPoint(a, -axis) - SupportPoint(b, axis), axis) / Length(axis);
}

}  // namespace spheretree
