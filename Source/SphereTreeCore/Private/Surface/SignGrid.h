#pragma once

#include "Surface/Winding.h"

#include <vector>

namespace spheretree {

/// The winding number of a surface without boundary, where it is a whole number and constant between surfaces.
/// Cells that no triangle touches store it; a point in a touched cell counts signed crossings on the short way to the
/// nearest such cell. Exact for self-intersecting and nested surfaces too, since it follows from no sign of a normal.
class SignGrid {
public:
    /// False when cancelled.
    bool Build(const Hierarchy& hierarchy, const std::vector<WideMoments>& moments, const Host& host, Task& task);

    bool IsBuilt() const { return !reference_.empty(); }
    int32_t Winding(const Hierarchy& hierarchy, const Vec3& point) const;
    int64_t MemoryBytes() const { return static_cast<int64_t>(reference_.size() * 2 * sizeof(int32_t)); }

private:
    static constexpr int32_t kUnknown = -1;

    void Lay(const Hierarchy& hierarchy);
    void MarkTouched(const TriangleBlock& block, int lane);
    void FillComponents(const Hierarchy& hierarchy, const std::vector<WideMoments>& moments, const Task& task);
    void ReferTouched();

    int32_t CellAt(int32_t x, int32_t y, int32_t z) const { return (z * count_[1] + y) * count_[0] + x; }
    Vec3 MiddleOf(int32_t cell) const;
    template <typename Visit>
    void VisitNeighbours(int32_t cell, const Visit& visit) const;

    int32_t count_[3] = {};
    Vec3 low_;
    double size_ = 0, inverseSize_ = 0;
    std::vector<int32_t> reference_;  // cell → itself, or for a touched one the untouched cell to ask
    std::vector<int32_t> winding_;    // of untouched cells
    std::vector<uint8_t> touched_;    // only while building
};

}  // namespace spheretree
