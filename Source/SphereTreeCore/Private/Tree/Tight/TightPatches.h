#pragma once

#include "SphereTree/Host.h"
#include "SphereTree/SurfaceSamples.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace spheretree {

/// Whether a ball of this radius around the centre holds the patch.
bool IsWithin(const Patches& patches, int32_t patch, const Vec3& centre, double radius);

/// As many patches as so many spheres can make use of. On a tube, say, where a sphere's whole part of the surface costs
/// nearly as much as the worst point of it, patches would be cut without end, and nothing gained.
constexpr int64_t EnoughPatches(size_t spheres) {
    constexpr int64_t kPerSphere = 600, kForFew = 100'000;
    return std::max(kPerSphere * int64_t(spheres), kForFew);
}

/// The whole surface in patches, who answers for each, and which of them the search looks at. A patch that is cut
/// leaves its owner to both halves. Of a fine mesh only some patches take part at first; those that turn out to matter
/// follow.
class TightPatches {
public:
    explicit TightPatches(Patches patches);

    const Patches& All() const { return patches_; }
    /// Another number whenever patches were cut.
    int64_t Version() const { return version_; }
    int64_t Count() const { return int64_t(patches_.patches.size()); }
    int32_t OwnerOf(int32_t patch) const { return owners_[size_t(patch)]; }
    void SetOwner(int32_t patch, int32_t owner) { owners_[size_t(patch)] = owner; }
    const std::vector<int32_t>& Owners() const { return owners_; }
    void SetOwners(std::vector<int32_t> owners) { owners_ = std::move(owners); }
    double AreaOf(int32_t patch) const;
    bool IsActive(int32_t patch) const { return active_[size_t(patch)] != 0; }

    /// Cuts until there are at least so many; where there are far more, so many become active, the large ones and some
    /// of the others.
    void Refine(int64_t count, const Host& host = {});

    /// Of the patches that cost more than the limit: cuts the active ones in two, unless they are most of all (or
    /// `evenMost`), and makes the others active. Where more than `enough` would be active after the cut, only the
    /// costliest are cut.
    void RefineCostly(const std::vector<float>& costs, float limit, int64_t enough, bool evenMost = false);

    std::vector<std::vector<int32_t>> ByOwner(size_t ownerCount, bool activeOnly) const;

private:
    void Inherit();
    int64_t ActiveCount() const;
    void CutInTwo(const std::vector<int32_t>& chosen, const std::vector<int32_t>& rest);

    Patches patches_;
    std::vector<int32_t> owners_;
    std::vector<uint8_t> active_;
    int64_t version_ = 0;
    double area_ = -1;  // of all; below 0 until asked
};

}  // namespace spheretree
