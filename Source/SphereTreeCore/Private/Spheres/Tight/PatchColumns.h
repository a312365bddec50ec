#pragma once

#include "SphereTree/Host.h"
#include "SphereTree/SurfaceSamples.h"
#include "SphereTree/Vec3.h"

#include <cstdint>
#include <vector>

namespace spheretree {

/// Patches side by side, eight to a block, for the question that a search for spheres asks most: how far a ball around
/// a centre must reach to hold each. In floats, relative to an origin nearby: a search may round, a division may not.
class PatchColumns {
public:
    static constexpr int64_t kLanes = 8;

    struct alignas(32) Block {
        float corner[3][3][kLanes];  // corner, axis, patch
    };
    struct alignas(32) Lanes {
        float value[kLanes];
    };
    using Values = std::vector<Lanes>;  // one float per patch

    PatchColumns() = default;
    PatchColumns(const Patches& patches, const Vec3& origin);
    PatchColumns(const Patches& patches, const std::vector<int32_t>& chosen, const Vec3& origin, const Host& host = {});

    /// Those patches of another that `keep` names.
    PatchColumns(const PatchColumns& all, const std::vector<int32_t>& keep);

    int64_t Count() const { return count_; }
    int64_t BlockCount() const { return int64_t(blocks_.size()); }
    const Vec3& Origin() const { return origin_; }
    const Block& operator[](int64_t block) const { return blocks_[size_t(block)]; }

    /// The distance from `centre` to the farthest corner of each patch. `out` is resized; what pads it repeats the last
    /// patch.
    void MeasureReaches(const Vec3& centre, Values& out) const;

    /// Of the corners of a patch the one farthest from the centre.
    Vec3 FarthestCorner(int64_t patch, const Vec3& centre) const;

private:
    void Put(int64_t place, const Patches& patches, size_t patch);

    Vec3 origin_;
    int64_t count_ = 0;
    std::vector<Block> blocks_;
};

inline float ValueOf(const PatchColumns::Values& values, int64_t patch) {
    return values[size_t(patch / PatchColumns::kLanes)].value[patch % PatchColumns::kLanes];
}

}  // namespace spheretree
