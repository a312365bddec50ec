#include "Spheres/SphereMethod.h"

#include <array>
#include <cmath>

// [Bradshaw 2002] 3.1 and 3.1.2. Each cube of the octree that the surface passes through gets the sphere around it.
// Differs: a cube counts as passed through when it contains the middle of a patch; patches are far smaller than cubes,
// and the division gives a patch that straddles two cubes to the sphere that holds it.
// The solid form needs no code of its own: the interior is part of such a region, and a sphere wholly inside the
// object has no stand-off, so that it stays a leaf, as 3.1.2 asks.

namespace spheretree {

namespace {

Box OctantOf(const Box& cell, int octant) {
    const Vec3 middle = (cell.low + cell.high) / 2;
    return {
        {octant & 1 ? middle.x : cell.low.x, octant & 2 ? middle.y : cell.low.y, octant & 4 ? middle.z : cell.low.z},
        {octant & 1 ? cell.high.x : middle.x, octant & 2 ? cell.high.y : middle.y,
         octant & 4 ? cell.high.z : middle.z}};
}

int OctantAt(const Box& cell, const Vec3& point) {
    const Vec3 middle = (cell.low + cell.high) / 2;
    return (point.x > middle.x ? 1 : 0) + (point.y > middle.y ? 2 : 0) + (point.z > middle.z ? 4 : 0);
}

std::array<bool, 8> OccupiedOctants(const Region& region) {
    std::array<bool, 8> occupied{};
    const auto& points = region.patches.points;
    for (const auto& patch : region.patches.patches)
        occupied[size_t(OctantAt(
            region.cell, (points[size_t(patch[0])] + points[size_t(patch[1])] + points[size_t(patch[2])]) / 3))] = true;
    for (const auto& cell : region.interior)
        occupied[size_t(OctantAt(region.cell, (points[size_t(cell[0])] + points[size_t(cell[1])] +
                                               points[size_t(cell[2])] + points[size_t(cell[3])]) /
                                                  4))] = true;
    return occupied;
}

}  // namespace

SphereSet FitOctree(const BakeContext&, const Region& region, int32_t, uint64_t) {
    const std::array<bool, 8> occupied = OccupiedOctants(region);
    SphereSet set;
    for (int octant = 0; octant < 8; ++octant) {
        if (!occupied[size_t(octant)]) continue;
        const Box cell = OctantOf(region.cell, octant);
        set.spheres.push_back({(cell.low + cell.high) / 2, Distance(cell.low, cell.high) / 2});
        set.cells.push_back(cell);
    }
    return set;
}

SphereSet FitSolidOctree(const BakeContext& bake, const Region& region, int32_t count, uint64_t seed) {
    return FitOctree(bake, region, count, seed);
}

}  // namespace spheretree
